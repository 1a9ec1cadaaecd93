"""The worked example of docs/reference/verified-deals.md, by the program, by hand and by the tools of any shell."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rheinlaender.game.fair import below, commitment_of, dealt, drawn_anew, first_seat, key_of, shuffled, words_of
from tests.fair import by_hand

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "verified-deals.md").read_text(encoding="utf-8")
EXAMPLE = dict(line.split(maxsplit=1) for line in re.findall(r"```text\n(.*?)```", PAGE, re.S)[0].strip().split("\n"))
SEED = bytes.fromhex(EXAMPLE["seed"])
_, TABLE, *STRINGS = EXAMPLE["message"].split("|")
KEY = bytes.fromhex(EXAMPLE["key"])
TILES = "CCCCCCC+++++++222233334444"
CARDS = list(map(str, range(1, 55)))


def hands_of(text: str) -> list[list[str]]:
    """The hands of the example."""
    return [hand.split(":")[1].split(",") for hand in text.split("/")]


def test_the_digest_by_hand_is_the_digest() -> None:
    """What is written here by hand gives the digests that the standard prints."""
    assert by_hand.sha256(b"abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    assert by_hand.sha256(long).hex() == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    answer = by_hand.hmac(b"Jefe", b"what do ya want for nothing?").hex()
    assert answer == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_the_example_by_hand() -> None:
    """Everything in it, by code that shares nothing with the program and nothing with Python's digests."""
    assert by_hand.sha256(SEED).hex() == EXAMPLE["commitment"]
    assert by_hand.hmac(SEED, EXAMPLE["message"].encode()) == KEY
    assert by_hand.hmac(KEY, b"deal:0").hex() == EXAMPLE["deal:0"]
    assert "abc"[by_hand.Stream(KEY, "first").below(3)] == EXAMPLE["first"]
    assert "".join(by_hand.shuffle(list(TILES), KEY, "landmarks")) == EXAMPLE["landmarks"]
    order = by_hand.shuffle(CARDS, KEY, "deal")
    assert ",".join(order) == EXAMPLE["deal"]
    hands = hands_of(EXAMPLE["hands"])
    assert [sorted(order[place : place + 5], key=int) for place in (0, 5, 10)] == hands
    assert ",".join(by_hand.shuffle([*order[15:], "0"], KEY, "deck")) == EXAMPLE["deck"]
    free = [card for card in CARDS if not any(card in hand for hand in hands)]
    drawn, *rest = by_hand.shuffle(free, KEY, "shuffle/1")
    assert drawn == EXAMPLE["shuffle/1"]
    assert ",".join(by_hand.shuffle([*rest, "0"], KEY, "shuffle/1/deck")) == EXAMPLE["shuffle/1/deck"]


def test_the_example_by_the_program() -> None:
    """The same, as tables deal."""
    assert commitment_of(SEED) == EXAMPLE["commitment"]
    assert key_of(SEED, TABLE, STRINGS) == KEY
    assert "abc"[first_seat(3, KEY)] == EXAMPLE["first"]
    assert "".join(shuffled(TILES, KEY, "landmarks")) == EXAMPLE["landmarks"]
    hands, deck = dealt([int(card) for card in CARDS], [5, 5, 5], KEY)
    assert [[str(card) for card in hand] for hand in hands] == hands_of(EXAMPLE["hands"])
    assert ",".join(map(str, deck)) == EXAMPLE["deck"]
    held = {card for hand in hands for card in hand}
    card, deck = drawn_anew([card for card in range(54, 0, -1) if card not in held], KEY, 1)
    assert (str(card), ",".join(map(str, deck))) == (EXAMPLE["shuffle/1"], EXAMPLE["shuffle/1/deck"])


def test_the_example_in_a_shell() -> None:
    """The commands of the page print the digests of the page."""
    if not all(map(shutil.which, ("bash", "xxd", "sha256sum", "openssl"))):
        pytest.skip("EXAMPLE NOT RUN IN A SHELL: bash, xxd, sha256sum or openssl is not here")
    commands = re.findall(r"```bash\n(.*?)```", PAGE, re.S)[0]
    told = subprocess.run(["bash", "-ec", commands], check=True, capture_output=True, text=True).stdout
    assert re.findall(r"[0-9a-f]{64}", told) == [EXAMPLE["commitment"], EXAMPLE["key"], EXAMPLE["deal:0"]]


def test_no_number_is_favoured() -> None:
    """Words beyond the greatest multiple of the bound are passed over; streams of other labels are others."""
    assert below(iter([2**32 - 1, 7]), 3 * 2**30) == 7
    assert below(iter([3 * 2**30, 3 * 2**30 - 1]), 3 * 2**30) == 3 * 2**30 - 1
    assert below(iter([2**32 - 1]), 2**31) == 2**31 - 1
    assert next(words_of(KEY, "deal")) != next(words_of(KEY, "deck"))
    assert next(words_of(KEY, "deal")) == int(EXAMPLE["deal:0"][:8], 16)


def test_every_order_is_alike() -> None:
    """All orders of three items come up about as often."""
    orders = ["".join(shuffled("abc", KEY, f"trial {number}")) for number in range(1200)]
    assert all(120 < orders.count(order) < 280 for order in set(orders)) and len(set(orders)) == 6
