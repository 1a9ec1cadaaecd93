"""Whatever is to be read, reading it is bounded: by the length that a game can need, and no work is done twice."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from rheinlaender.board.board import SITES
from rheinlaender.game.errors import BadNotation
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import LONGEST_POSITION, NAMES, read_position, read_view, write_position
from rheinlaender.notation.record import LONGEST_RECORD, read_record, write_record
from rheinlaender.rules.options import VALUES
from rheinlaender.rules.position import CARDS, MOST_DUCHIES, MOST_SEATS, MOST_TURNS
from tests.long import LONG_TEST, others_long
from tests.setting import ENGINE, KINDS, SOME_KINDS, clustered_game, random_game

MOVING = ("pop", "insert", "remove", "index", "count")
HEADERS = write_record(random_game(3)).partition("\n\n")[0]


def work_of(read: Callable[[str], Any], text: str) -> int:
    """The steps that are made of Python's code in reading a text, and the places of lists that are gone through."""
    work = 0

    def count(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal work
        frame.f_trace_opcodes = True
        work += event == "opcode"
        return count

    def weigh(_frame: FrameType, event: str, argument: Any) -> None:
        nonlocal work
        owner = getattr(argument, "__self__", None)
        if event == "c_call" and isinstance(owner, list) and argument.__name__ in MOVING:
            work += len(owner)

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(count)
    sys.setprofile(weigh)
    try:
        read(text)
    except Refusal:
        pass
    finally:
        sys.setprofile(before[1])
        sys.settrace(before[0])
    return work


def pairs(part: str, number: int) -> str:
    """A position in which a part has so many pairs."""
    return f"rh1 {part}=" + ",".join(f"{place}:a" for place in range(number))


GROWING: dict[str, tuple[Callable[[str], Any], Callable[[int], str]]] = {
    "garrisons": (lambda text: read_position(ENGINE, text), lambda size: pairs("garrisons", size)),
    "dukes": (lambda text: read_position(ENGINE, text), lambda size: pairs("dukes", size)),
    "cards": (lambda text: read_view(ENGINE, text), lambda size: "rh1 discard=" + ",".join(["7"] * size)),
    "blank lines": (read_record, lambda size: HEADERS + "\n" * (40 * size)),
    "headers": (read_record, lambda size: "".join(f'[{"A" * (place + 1)} "x"]\n' for place in range(size // 2))),
    "words": (read_record, lambda size: f"{HEADERS}\n\nrh1 seats=3\n" + "1. a 1L .\n" * size),
}


@pytest.mark.parametrize("what", GROWING)
def test_twice_the_text_is_twice_the_work(what: str) -> None:
    """What is added to a text takes so many steps; twice as much takes at most about twice as many."""
    read, text_of = GROWING[what]
    work_of(read, text_of(2))
    least, half, whole = (work_of(read, text_of(size)) for size in (2, 120, 240))
    assert whole - least < 2.2 * (half - least)


@pytest.mark.parametrize("length", [LONGEST_POSITION + 1, 10_000_000])
def test_positions_that_are_too_long(length: int) -> None:
    """A line that is longer than any position is refused before it is looked at."""
    for text in ("rh1 garrisons=" + "0:a," * (length // 4), "rh1" + " " * length):
        with pytest.raises(BadNotation, match="at most 2000 characters"):
            read_position(ENGINE, text)
        assert work_of(lambda text: read_position(ENGINE, text), text) < 500


@pytest.mark.parametrize("length", [LONGEST_RECORD + 1, 10_000_000])
def test_records_that_are_too_long(length: int) -> None:
    """A text that is longer than any record is refused before it is looked at."""
    with pytest.raises(BadNotation, match="at most 32768 characters"):
        read_record(HEADERS + "\n" * length)
    assert work_of(read_record, "\n" * length) < 500


def test_every_position_is_short_enough() -> None:
    """All that a position can name fits: its parts, every option, field, duchy, site and card, and some numbers."""
    parts = sum(len(f" {name}=") for name in NAMES)
    options = sum(len(f",{name}:{max(map(str, values), key=len)}") for name, values in VALUES.items())
    pieces = (
        sum(len(f"{name},") for name in ENGINE.board.fields) + MOST_DUCHIES * len("W54:a,") + len(SITES) * len("A:a,")
    )
    cards = (CARDS + 1) * len("54,") + 3 * MOST_SEATS * len("a:-/")
    numbers = MOST_SEATS * len("9999,3,") + len("400,5,yes,bastion,a,a,5")
    assert parts + options + len(SITES) + pieces + cards + numbers < LONGEST_POSITION


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_every_record_is_short_enough(seats: int, preset: str) -> None:
    """The longest game, whose every turn is as long as a turn can be, takes less than half of a record."""
    game = clustered_game(seats, preset, 3)
    text = write_record(game)
    longest = MOST_TURNS * len("e 54>R54 @R54 (*54) ") + MOST_TURNS // 3 * len("134. \n") + LONGEST_POSITION
    assert len(text) - len(HEADERS) < longest < LONGEST_RECORD / 2
    assert len(write_position(ENGINE, game.position)) < LONGEST_POSITION
    assert write_record(read_record(text).game) == text
