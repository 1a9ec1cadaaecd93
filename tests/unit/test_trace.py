"""Traces: the rows of the format, and the check that finds every kind of tampering."""

import copy
import json
from collections.abc import Callable
from itertools import chain, pairwise
from typing import Any

import pytest

from rheinlaender.game.options import Options
from rheinlaender.notation.trace import Difference, check_trace, new_decks, trace_game
from rheinlaender.rules.position import Position
from rheinlaender.rules.setup import set_up
from tests.long import LONG_TEST, others_long
from tests.setting import ENGINE, KINDS, SOME_KINDS, STYLES

Row = dict[str, Any]
KEYS = {
    "setup": ["type", "game", "seats", "options", "first", "landmarks", "hands", "deck"],
    "decision": ["type", "seat", "phase", "legal", "move"],
    "draw": ["type", "seat", "card", "shuffled"],
    "state": [
        *("type", "knights", "garrisons", "bastions", "supply", "bastions_left", "coins", "duchies", "bishops"),
        *("archbishop", "hands", "discard", "next", "over"),
    ],
    "result": ["type", "coins", "winners"],
}


def rows_of(seats: int = 3, preset: str = "parker", seed: int = 5, style: str = "cluster", game: int = 0) -> list[Row]:
    """The rows of one game, after a trip through JSON."""
    rows = trace_game(seats, Options.preset(preset), seed, game, style)
    return [json.loads(json.dumps(row)) for row in rows]


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_own_traces(seats: int, preset: str) -> None:
    """A trace of our own has no difference, whatever the seats, the preset and the style."""
    for style in STYLES:
        assert list(check_trace(rows_of(seats, preset, 3, style))) == []


def test_rows() -> None:
    """One setup, then per turn its decisions, one draw and one state, at the end one result, with these entries."""
    rows = rows_of()
    kinds = [row["type"] for row in rows]
    assert kinds[0] == "setup" and kinds[-1] == "result" and kinds.count("setup") == kinds.count("result") == 1
    for row, following in pairwise(rows):
        allowed = {"setup": "decision", "decision": "decision draw", "draw": "state", "state": "decision result"}
        assert following["type"] in allowed[row["type"]] and list(row) == KEYS[row["type"]]
    assert kinds.count("draw") == kinds.count("state") and rows[-2]["over"]
    assert list(rows[0]["options"]) == list(Options().values) and rows[0]["options"]["reinforce_on_river"] is False


def test_entries() -> None:
    """Canonical names, sorted lists, letters for seats; the shuffle card is 0; the deck from top to bottom."""
    rows = rows_of(4)
    setup = rows[0]
    assert (setup["seats"], setup["first"], setup["game"]) == (4, "a", 0)
    assert list(setup["landmarks"]) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert sorted([*setup["deck"], *chain(*setup["hands"].values())]) == list(range(55))
    assert all(hand == sorted(hand) for hand in setup["hands"].values())
    for row in rows:
        if row["type"] == "decision":
            assert row["legal"] == sorted(row["legal"]) and row["move"] in row["legal"]
            assert (row["phase"] == "bastion") == ("." in row["legal"])
        if row["type"] == "state":
            assert row["bastions"] == sorted(row["bastions"])
            assert all(list(duchy) == ["fields", "sites", "duke", "worth"] for duchy in row["duchies"])
    assert [row["next"] for row in rows if row["type"] == "state"][:5] == ["b", "c", "d", "a", "b"]
    assert (rows[-2]["next"], rows[-2]["over"], rows[-3]["type"]) == (None, True, "draw")
    assert sum(rows[-1]["coins"]) > sum(rows[-2]["coins"])


def test_bastion_decision_only_if_there_is_one() -> None:
    """The bastion decision exists only if the seat placed a knight, has bastions left and a free land field exists."""
    left = dict.fromkeys("abc", 3)
    rows = rows_of(style="uniform")
    for row, following in pairwise(rows):
        if row["type"] == "decision" and row["phase"] == "knight":
            has_choice = following["type"] == "decision" and following["phase"] == "bastion"
            assert has_choice == (left[row["seat"]] > 0)
        if row["type"] == "decision" and row["move"].startswith("@"):
            left[row["seat"]] -= 1
    assert 0 in left.values()


def test_shuffles() -> None:
    """After each shuffle the new deck is given from top to bottom, before the draw; else `shuffled` is null."""
    draws = [row for row in rows_of(5) if row["type"] == "draw"]
    shuffled = [row for row in draws if row["shuffled"]]
    assert shuffled and all(row["card"] == row["shuffled"][-1][0] for row in shuffled)
    assert all(row["shuffled"] is None for row in draws if row not in shuffled)


def test_several_shuffles_in_a_draw() -> None:
    """A new deck whose top is the shuffle card again is shuffled again; each new deck is told."""
    position = Position()
    found = []
    for seed in range(40):
        ENGINE.of(set_up)(position, 3, 0, seed)
        position.deck, position.discard = 1, 1
        position.pile[0], position.pile[54] = 0, 9
        found.append(new_decks(ENGINE, position))
    assert {len(decks) for decks in found} >= {1, 2, 3}
    assert all(decks[-1] == [9, 0] and all(deck == [0, 9] for deck in decks[:-1]) for decks in found)


@pytest.mark.no_cover
def test_seed_and_number_decide() -> None:
    """Seed, number and style decide a game; games of one trace differ."""
    assert rows_of() == rows_of() != rows_of(seed=6)
    assert rows_of()[0]["deck"] != rows_of(game=1)[0]["deck"]


NO_SETUP = "no setup"
TAMPERINGS: dict[str, tuple[int, str, Callable[[list[Row]], Any]]] = {
    NO_SETUP: (0, "must begin with a setup", lambda game: game.pop(0)),
    "seats": (0, "6 seats", lambda game: game[0].update(seats=6)),
    "seats missing": (0, "setup: KeyError 'seats'", lambda game: game[0].pop("seats")),
    "option": (0, "setup: WrongOptionValue", lambda game: game[0]["options"].update(reinforce_on_river=0)),
    "option missing": (0, "setup: 'options'", lambda game: game[0]["options"].pop("merger")),
    "first": (0, "setup: UnknownSeat", lambda game: game[0].update(first="e")),
    "landmark": (0, "setup: ValueError", lambda game: game[0]["landmarks"].update(A="tower")),
    "landmarks": (
        0,
        "not those of the game",
        lambda game: game[0]["landmarks"].update(A="city4", B="city4", C="city4"),
    ),
    "site": (0, "setup: ", lambda game: game[0]["landmarks"].update({"AB": game[0]["landmarks"].pop("A")})),
    "card twice": (0, "each card once", lambda game: game[0]["deck"].__setitem__(0, 7)),
    "card lost": (0, "each card once", lambda game: game[0]["deck"].pop()),
    "hand too large": (0, "hold 5 cards", lambda game: game[0]["hands"]["a"].append(game[0]["deck"].pop(0))),
    "hand unsorted": (0, "setup: 'hands'", lambda game: game[0]["hands"]["a"].reverse()),
    "hands": (0, "setup: ", lambda game: game[0].update(hands=[])),
    "a further entry": (0, "should be absent", lambda game: game[0].update(colour="red")),
    "legal missing": (1, "decision: 'legal'", lambda game: game[1]["legal"].pop()),
    "legal added": (1, "decision: 'legal'", lambda game: game[1]["legal"].append("54>L54")),
    "illegal move": (1, "decision: ", lambda game: game[1].update(move="54>L54")),
    "no move": (1, "decision: 'move'", lambda game: game[1].pop("move")),
    "a number for a move": (1, "decision: ", lambda game: game[1].update(move=5)),
    "wrong seat": (1, "decision: 'seat'", lambda game: game[1].update(seat="c")),
    "wrong phase": (1, "decision: 'phase'", lambda game: game[1].update(phase="bastion")),
    "other move": (1, "", lambda game: game[1].update(move=next(m for m in game[1]["legal"] if m != game[1]["move"]))),
    "no bastion decision": (1, "should be decision", lambda game: game.pop(2)),
    "bastion on an alias": (1, "decision: 'move' is @L44", lambda game: game[2].update(move="@L44")),
    "card drawn": (1, "draw: 'card'", lambda game: game[3].update(card=game[0]["deck"][1])),
    "drawn by another": (1, "draw: 'seat'", lambda game: game[3].update(seat="b")),
    "never shuffled": (1, "not on top", lambda game: game[3].update(shuffled=[[1, 2]])),
    "shuffled but empty": (1, "draw: 'shuffled'", lambda game: game[3].update(shuffled=[])),
    "shuffled, a number": (1, "draw: ", lambda game: game[3].update(shuffled=5)),
    "knights": (1, "state: 'knights'", lambda game: game[4]["knights"].clear()),
    "garrisons": (1, "state: 'garrisons'", lambda game: game[4].update(garrisons={"Z": "c"})),
    "bastions": (1, "state: 'bastions'", lambda game: game[4]["bastions"].append("R54")),
    "supply": (1, "state: 'supply'", lambda game: game[4].update(supply=[25, 25, 25])),
    "coins": (1, "state: 'coins'", lambda game: game[4].update(coins=[0, 0, 1])),
    "coins in floats": (1, "state: 'coins'", lambda game: game[4].update(coins=[0.0, 0, 0])),
    "duchies": (1, "state: 'duchies'", lambda game: game[4]["duchies"].append({})),
    "bishops": (1, "state: 'bishops'", lambda game: game[4].update(bishops=[1, 1, 1])),
    "archbishop": (1, "state: 'archbishop'", lambda game: game[4].update(archbishop="c")),
    "hands after": (1, "state: 'hands'", lambda game: game[4]["hands"]["a"].reverse()),
    "discard": (1, "state: 'discard'", lambda game: game[4].update(discard=[])),
    "next": (1, "state: 'next'", lambda game: game[4].update(next="c")),
    "1 for true": (1, "state: 'over'", lambda game: game[4].update(over=0)),
    "state missing": (1, "should be state", lambda game: game.pop(4)),
    "unknown type": (1, "a row of type 'pause'", lambda game: game.insert(4, {"type": "pause"})),
    "stops": (1, "stops before a row of type state", lambda game: game.__delitem__(slice(4, None))),
    "no result": (-1, "stops before a row of type result", lambda game: game.pop()),
    "winners": (-1, "result: 'winners'", lambda game: game[-1].update(winners=[])),
    "final coins": (-1, "result: 'coins'", lambda game: game[-1]["coins"].reverse() or game[-1]["coins"].append(1)),
    "more than a result": (-1, "should be none", lambda game: game.append(game[-1])),
}


@pytest.fixture(scope="module")
def games() -> list[list[Row]]:
    """Three games in which nothing is wrong."""
    return [rows_of(game=number) for number in range(3)]


def tampered(game: list[Row], tampering: str) -> list[Row]:
    """A copy of a game that was tampered with, under a number of its own."""
    changed = copy.deepcopy(game)
    changed[0]["game"] = list(TAMPERINGS).index(tampering)
    TAMPERINGS[tampering][2](changed)
    return changed


@pytest.fixture(scope="module")
def found(games: list[list[Row]]) -> list[Difference]:
    """What is found in a trace of two games in which nothing is wrong and, between them, one for each tampering."""
    forged = chain.from_iterable(tampered(games[1], name) for name in TAMPERINGS if name != NO_SETUP)
    return list(check_trace([*games[0], *forged, *games[2]]))


@pytest.mark.parametrize("tampering", [name for name in TAMPERINGS if name != NO_SETUP])
def test_tampering_is_found(games: list[list[Row]], found: list[Difference], tampering: str) -> None:
    """The first difference of each game is told with game, turn and what differs."""
    turn, what, _ = TAMPERINGS[tampering]
    turns = sum(row["type"] == "state" for row in games[1])
    (own,) = (one for one in found if one.game == list(TAMPERINGS).index(tampering))
    assert own.turn == (turns if turn < 0 else turn)
    assert what in own.what


def test_other_games_are_not_blamed(found: list[Difference]) -> None:
    """Each game that was tampered with has one difference; the first and the last, which were not, have none."""
    assert [one.game for one in found] == list(range(1, len(TAMPERINGS)))


def test_a_setup_that_is_missing_is_found(games: list[list[Row]]) -> None:
    """Nobody is blamed for it who comes later."""
    (own,) = check_trace([*tampered(games[1], NO_SETUP), *games[2]])
    assert (own.game, own.turn, own.what) == (0, 0, "a game must begin with a setup")


def test_shuffles_are_checked() -> None:
    """A new deck must hold the cards of deck and discard, be told when it is made, and leave its top to the draw."""
    rows = rows_of(5)
    place = next(number for number, row in enumerate(rows) if row["type"] == "draw" and row["shuffled"])
    for change, what in (
        ({"shuffled": None}, "there should be a shuffle"),
        ({"shuffled": [[1, 2, 3]]}, "does not hold the cards"),
        ({"shuffled": [rows[place]["shuffled"][0][::-1]]}, ""),
    ):
        forged = [*rows[:place], rows[place] | change, *rows[place + 1 :]]
        (found,) = check_trace(forged)
        assert what in found.what


def test_nothing_to_check() -> None:
    """An empty trace has no differences; every game of a wrong one has its own."""
    assert list(check_trace([])) == []
    rows = [{"type": "setup", "game": 0}, {"type": "setup", "game": 1}]
    assert [(found.game, found.turn) for found in check_trace(rows)] == [(0, 0), (1, 0)]
    assert Difference(0, 0, "x") == Difference(0, 0, "x")
