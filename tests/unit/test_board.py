"""The board that comes with the game is the board of the rules; another board can be played on."""

import json
from pathlib import Path

import numpy as np
import pytest

from rheinlaender.board import arrays_of, board_from, read_board, rhine
from rheinlaender.board.board import RHINE, is_river, load_board
from rheinlaender.board.check import problems_of
from rheinlaender.board.errors import BoardUnreadable, BoardWrong
from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.game.options import Options
from rheinlaender.notation.record import read_record, write_record
from rheinlaender.notation.trace import check_trace, trace_game
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.legal import bank_of
from tests.setting import board_document, board_with_exchanged_sites, board_with_fewer_aliases, play_out

SITE_TABLE = """A L2 L3 | B R3 R4 | C L5 L6 | D R6 R7 | E L8 L9 | F R10 R11 | G L11 L12 | H R13 R14 | I L15 L16
| J R17 R18 | K R20 R21 | L L22 L23 | M R24 R25 | N L25 L26 | O L28 L29 | P R30 R31 | Q L33 L34 | R R35 R36
| S L38 L39 | T R38 R39 | U R40 R41 | V L41 L42 | W R43 R44 | X R46 R47 | Y L50 L51 | Z R52 R53"""
JOINTS = """L36-L37 L42-L49 R36-R43 R48-R49 W36-W37 W36-W43 W42-W49 W48-W49
R37-L43 R37-R38 L43-R38 R41-R42 R41-L48 R42-L48"""


def pairs_of_board() -> set[frozenset[str]]:
    """Every pair of neighbours, as section 1 of the board's description lists them."""
    aliases = {"L44": "R38", "L45": "R39", "L46": "R40", "L47": "R41"}
    pairs = [f"{bank}{region}-W{region}" for region in range(1, 55) for bank in "LR"]
    for first, last in ((1, 36), (37, 42), (43, 48), (49, 54)):
        pairs += [f"{bank}{number}-{bank}{number + 1}" for number in range(first, last) for bank in "LWR"]
    pairs += JOINTS.split()
    return {frozenset(aliases.get(name, name) for name in pair.split("-")) for pair in pairs}


def test_fields() -> None:
    """54 river fields and 104 land fields, 158 in all, in board order: region by region, left bank, river, right."""
    fields = rhine().fields
    assert len(fields) == 158
    assert sum(is_river(name) for name in fields) == 54
    assert fields[:6] == ("L1", "W1", "R1", "L2", "W2", "R2")
    assert fields[fields.index("W43") - 1 : fields.index("W44") + 1] == ("L43", "W43", "R43", "W44")


def test_aliases() -> None:
    """Four island fields belong to two regions: R38 = L44, R39 = L45, R40 = L46, R41 = L47; the tips do not."""
    board = rhine()
    assert board.aliases == {"L44": "R38", "L45": "R39", "L46": "R40", "L47": "R41"}
    assert board.numbers["L44"] == board.numbers["R38"]
    assert {"R37", "L43", "R42", "L48"} <= set(board.fields)
    assert board.regions[44] == ("R38", "W44", "R44")


def test_neighbours() -> None:
    """Fields that share a side are neighbours, at the joints of the arms too, and no others are."""
    board = rhine()
    found = {frozenset((name, other)) for name, others in board.neighbours.items() for other in others}
    assert found == pairs_of_board()


@pytest.mark.parametrize("pair", ["W42-W43", "L23-R23", "R36-R37", "L42-L43", "R42-R43", "R48-L49", "L48-L49"])
def test_no_neighbours(pair: str) -> None:
    """Different arms, and the two banks of a region, are no neighbours, even where the numbers are consecutive."""
    one, other = pair.split("-")
    assert other not in rhine().neighbours[one]


def test_sites() -> None:
    """26 sites, A to Z, each at the two land fields of the table."""
    rows = [cell.split() for cell in SITE_TABLE.replace("\n", " ").split("|")]
    assert rhine().sites == {site: (one, other) for site, one, other in rows}


def test_board_says_that_it_is_a_reconstruction() -> None:
    """The product says that the board is a reconstruction."""
    assert "reconstruction" in rhine().note


def test_boards_are_equal_if_their_files_are() -> None:
    """Name, note and drawing make another board of the same rules; a site in another place makes other rules."""
    assert board_from(board_document()) == rhine() and hash(board_from(board_document())) == hash(rhine())
    redrawn = board_from(board_document() | {"name": "Copy", "note": "", "drawing": None})
    assert redrawn != rhine() and redrawn.digest == rhine().digest
    assert board_with_exchanged_sites().digest != rhine().digest
    assert rhine() != "Rhine"


def test_records_belong_to_the_rules_of_a_board() -> None:
    """A record of one board is read on another one that differs only in what is drawn."""
    redrawn = board_from(board_document() | {"name": "Copy", "drawing": None})
    game = play_out(Game.new(3, seed=1, board=redrawn), seed=1)
    assert game.board.name == "Copy" and read_record(write_record(game)).game.result() == game.result()


def test_tables() -> None:
    """The tables of the rules are read-only and say what the board says."""
    board, arrays = rhine(), arrays_of(rhine()).of("cpu")
    assert arrays["FIELDS"] == 158
    assert [board.fields[number] for number in arrays["REGION_FIELD"][44]] == ["R38", "W44", "R44"]
    assert all(number == -1 for number in arrays["REGION_FIELD"][0])
    assert arrays["SITE_AT"][board.numbers["L8"]] == "ABCDE".index("E")
    assert arrays["SITE_AT"][board.numbers["L1"]] == -1
    assert sum(int(word).bit_count() for word in arrays["LAND"]) == 104
    with pytest.raises(ValueError, match="read-only"):
        arrays["NEIGHBOUR"][0, 0] = 1
    numbers = arrays_of(board).of("interpreted")["NEIGHBOURS"]
    assert isinstance(numbers, memoryview) and np.array_equal(numbers, arrays["NEIGHBOURS"])


UNREADABLE = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "a number": "5",
    "too deep": "[" * 100_000,
    "another format": json.dumps(board_document() | {"format": "rheinlaender-board 2"}),
    "no regions": json.dumps({key: part for key, part in board_document().items() if key != "regions"}),
    "regions in a list": json.dumps(board_document() | {"regions": []}),
    "a region without a number": json.dumps(board_document() | {"regions": {"one": ["L1", "W1", "R1"]}}),
    "a region of two fields": json.dumps(board_document() | {"regions": {"1": ["L1", "W1"]}}),
    "a field that is a number": json.dumps(board_document() | {"regions": {"1": [1, 2, 3]}}),
    "an alias of a number": json.dumps(board_document() | {"aliases": {"L44": 38}}),
    "neighbours in a text": json.dumps(board_document() | {"neighbours": {"L1": "W1"}}),
    "a site of lists": json.dumps(board_document() | {"sites": {"A": [["L2"], ["L3"]]}}),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_files(name: str, tmp_path: Path) -> None:
    """A file that is no board is refused as unreadable, whatever it holds."""
    path = tmp_path / "board.json"
    path.write_text(UNREADABLE[name], encoding="utf-8")
    with pytest.raises(BoardUnreadable) as refusal:
        read_board(path)
    assert refusal.value.code == "board_unreadable" and str(path) in str(refusal.value)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    """A file that is not there, or is no text, is refused as unreadable."""
    with pytest.raises(BoardUnreadable, match="No such file"):
        read_board(tmp_path / "missing.json")
    with pytest.raises(BoardUnreadable, match="directory"):
        load_board(tmp_path)
    (tmp_path / "board.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoardUnreadable):
        read_board(tmp_path / "board.json")


def test_wrong_board_is_refused(tmp_path: Path) -> None:
    """A board that the game cannot be played on is refused with its first problem."""
    document = board_document()
    document["neighbours"]["L1"].remove("L2")
    (tmp_path / "board.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BoardWrong, match="L2 has the neighbour L1, but L1 does not have L2"):
        read_board(tmp_path / "board.json")
    assert read_board(RHINE) == rhine()


@pytest.mark.no_cover
@pytest.mark.parametrize("make", [board_with_exchanged_sites, board_with_fewer_aliases])
def test_game_on_another_board(make) -> None:  # type: ignore[no-untyped-def]
    """Another board file can be used for a whole game, with its record, its trace and its own sites and fields."""
    board = make()
    assert problems_of(board) == []
    game = play_out(Game.new(4, seed=5, board=board), seed=5)
    assert game.board == board and broken_facts(board, game.position) == []
    record = read_record(write_record(game), board)
    assert record.game.result() == game.result()
    assert list(check_trace(trace_game(3, Options(), 1, 0, "cluster", board), board)) == []


def test_other_board_has_its_own_rules_of_place() -> None:
    """With E and F exchanged site E lies at R10 and R11; where L47 is a field of its own, card 47 settles it."""
    board = board_with_exchanged_sites()
    game = Game.new(3, seed=0, board=board)
    assert game.engine.board == board
    names = {board.fields[number] for number in arrays_of(board).of("cpu")["SITE_FIELD"]["ABCDEF".index("E")]}
    assert names == {"R10", "R11"}
    wide = board_with_fewer_aliases()
    assert len(wide.fields) == 159
    assert interpreted(wide).of(bank_of)(47, wide.numbers["L47"]) == 0
    assert interpreted().of(bank_of)(47, rhine().numbers["R41"]) == 0
