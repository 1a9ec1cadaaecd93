"""Positions in notation: one canonical form, errors that say where and what was expected, nothing half-read."""

import pytest

from rheinlaender.game.errors import BadNotation, ImpossiblePosition, WrongSeats
from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.notation.position import read_position, read_seen_position, read_view, write_position, write_view
from rheinlaender.rules.position import NOBODY
from tests.setting import ARCHBISHOP, ENGINE, FULL_REGIONS, clustered_game, game_of, position_of

CASTLE_N = "rh1 seats=3 landmarks=.............C............ "


def test_first_position() -> None:
    """`rh1` alone is the beginning of a game for four seats; hands that are left out are dealt from the lowest up."""
    text = write_position(ENGINE, position_of("rh1"))
    assert text.startswith("rh1 seats=4 hands=a:1,2,3,4,5/b:6,7,8,9,10/c:11,12,13,14,15/d:16,17,18,19,20 deck=21,22,")
    assert text.endswith(",54,0")


@pytest.mark.parametrize("text", [FULL_REGIONS, ARCHBISHOP])
def test_one_canonical_form(text: str) -> None:
    """What is written reads back to the same position and is written the same again."""
    written = write_position(ENGINE, position_of(text))
    assert written != text and write_position(ENGINE, position_of(written)) == written
    assert broken_facts(ENGINE.board, position_of(written)) == []


def test_everything_has_a_form() -> None:
    """Options, landmarks, first seat, turn, phase, endings, pieces, dukes, coins, hands, deck and discard are kept."""
    rest = ",".join(str(card) for card in range(11, 55))
    text = (
        "rh1 seats=3 options=parker,end:round,coins:open landmarks=2C+43+C2+C43+C2+C34+C2C+34 first=b turn=31 to=c "
        "phase=bastion ending=yes knights=a:L1,L2,R3/b:L50/c:R20,L51 garrisons=B:a bastions=L7 dukes=L1:a,R3:a "
        f"left=3,2,3 coins=4,0,7 hands=a:1,2/b:3/c:4,5 deck=6,7,8,0,9 discard=10,{rest}"
    )
    assert write_position(ENGINE, position_of(text)) == text


@pytest.mark.no_cover
def test_positions_of_games() -> None:
    """Positions at every decision of a game, in the bastion phase and at the end, read back to what was written."""
    for seats, preset in ((3, "parker"), (4, "short"), (5, "hungarian")):
        game = clustered_game(seats, preset, 3)
        texts = [write_position(ENGINE, game.position)]
        while game.can_undo:
            game.undo()
            texts.append(write_position(ENGINE, game.position))
        assert any("phase=bastion" in text for text in texts) and "phase=over" in texts[0]
        for text in texts:
            assert write_position(ENGINE, position_of(text)) == text


@pytest.mark.parametrize("seat", [None, "a", "b"])
def test_views(seat: str | None) -> None:
    """A position as a seat or a watcher sees it gives hidden hands and the deck by their sizes, and reads back."""
    game = game_of(ARCHBISHOP)
    for move in ("12xL", "@L1"):
        view = game.view(seat)
        text = write_view(view)
        assert read_view(ENGINE, text) == view and write_view(read_view(ENGINE, text)) == text
        assert "deck=?" in text and "c:?1" in text
        game.play(move)


def test_empty_hands_in_views() -> None:
    """A hand without cards is ?0 for others and - for its own seat; a position says nothing of it."""
    game = game_of("rh1 seats=3 hands=a:23")
    game.play("23L")
    assert "hands=a:?0/b:?5/c:?5" in write_view(game.view("b")).replace("b:6,7,8,9,10", "b:?5").replace(
        "b:1,2,3,4,5", "b:?5"
    )
    assert "hands=a:-/b:?5/c:?5" in write_view(game.view("a"))
    for seat in (None, "a", "b"):
        assert read_view(ENGINE, write_view(game.view(seat))) == game.view(seat)
    text = write_position(ENGINE, game.position)
    assert "hands=b:" in text and write_position(ENGINE, position_of(text)) == text


def test_seen_position_names_its_seat() -> None:
    """Who sees a position is the one whose hand is not hidden; nobody if all are; two cannot be."""
    assert read_seen_position(ENGINE, "rh1 seats=3 hands=a:?5/b:1,2,3,4,5/c:?5 deck=?40")[1] == 1
    assert read_seen_position(ENGINE, "rh1 seats=3 hands=a:?5/b:?5/c:?5 deck=?40")[1] == NOBODY
    with pytest.raises(BadNotation, match="at most one hand"):
        read_seen_position(ENGINE, "rh1 seats=3 hands=a:6,7,8,9,10/b:1,2,3,4,5/c:?5 deck=?40")


BROKEN = {
    "": (1, "rh1"),
    "rh2": (1, "rh1"),
    "rh1 ": (5, "name=value"),
    "rh1  seats=3": (5, "name=value"),
    "rh1 seats": (5, "name=value"),
    "rh1 seats=": (5, "name=value"),
    "rh1 seat=3": (5, "name=value"),
    "rh1 seats=3 seats=3": (13, "only once"),
    "rh1 turn=3 seats=3": (12, "'seats' before 'turn'"),
    "rh1 seats=x": (11, "a number from 0 to 9"),
    "rh1 seats=03": (11, "a number from 0 to 9"),
    "rh1 seats=\u00b3": (11, "a number from 0 to 9"),
    "rh1 turn=401": (10, "a number from 0 to 400"),
    "rh1 turn=" + "9" * 1900: (10, "a number from 0 to 400"),
    "rh1 turn=" + "9" * 5000: (1, "at most 2000 characters"),
    "rh1 idle=5": (10, "a number from 0 to 4"),
    "rh1 options=belgian": (13, "no preset belgian"),
    "rh1 options=parker,end:never": (13, "cannot be never"),
    "rh1 landmarks=CCC": (15, "26 letters"),
    "rh1 landmarks=XXXXXXXXXXXXXXXXXXXXXXXXXX": (15, "26 letters"),
    "rh1 first=e": (11, "one of a, b, c, d"),
    "rh1 first=ab": (11, "one of a, b, c, d"),
    "rh1 to=z": (8, "one of a, b, c, d"),
    "rh1 phase=lunch": (11, "one of knight, bastion, over"),
    "rh1 phase=draw": (11, "one of knight, bastion, over"),
    "rh1 ending=maybe": (12, "one of yes, no"),
    "rh1 knights=L1": (13, "a colon between"),
    "rh1 knights=a:": (13, "a colon between"),
    "rh1 knights=a:L1/a:L2": (13, "'a' only once"),
    "rh1 knights=e:L1": (13, "a seat among a, b, c, d"),
    "rh1 knights=a:L1,,L2": (13, "canonical name"),
    "rh1 knights=a:L55": (13, "canonical name"),
    "rh1 knights=a:L44": (13, "canonical name"),
    "rh1 knights=a:L1/b:L1": (13, "one piece on a field"),
    "rh1 knights=a:L1 bastions=L1": (27, "one piece on a field"),
    "rh1 garrisons=AA:a": (15, "a site from A to Z"),
    "rh1 garrisons=1:a": (15, "a site from A to Z"),
    "rh1 garrisons=A:e": (15, "a seat among"),
    "rh1 garrisons=A:a,A:b": (15, "'A' only once"),
    "rh1 dukes=L1:a": (11, "the first field of a duchy"),
    "rh1 knights=a:L1,L2 dukes=L1:a,L1:b": (27, "'L1' only once"),
    "rh1 knights=a:L1,L2 dukes=L1:z": (27, "a seat among"),
    "rh1 left=3,3": (10, "4 numbers"),
    "rh1 left=3,3,3,4": (10, "a number from 0 to 3"),
    "rh1 coins=1,2,3,?": (11, "a number from 0 to 9999"),
    "rh1 coins=1,2,3,-4": (11, "a number from 0 to 9999"),
    "rh1 hands=a:55": (11, "a number from 1 to 54"),
    "rh1 hands=a:0": (11, "a number from 1 to 54"),
    "rh1 hands=a:?5": (11, "a number from 1 to 54"),
    "rh1 hands=a:1,2/a:3": (11, "'a' only once"),
    "rh1 hands=a:1/b:1": (11, "each card only once"),
    "rh1 hands=e:1": (11, "a seat among"),
    "rh1 deck=1,1": (10, "each card only once"),
    "rh1 deck=?45": (10, "a number from 0 to 54"),
    "rh1 discard=7,7": (13, "each card only once"),
    "rh1 discard=0": (13, "a number from 1 to 54"),
}


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: text[:40] or "nothing")
def test_broken_notation(text: str) -> None:
    """Bad text gets an error that says where and what was expected."""
    column, expected = BROKEN[text]
    with pytest.raises(BadNotation) as refusal:
        read_position(ENGINE, text, line=7)
    arguments = refusal.value.arguments
    assert (arguments["line"], arguments["column"]) == (7, column)
    assert expected in str(arguments["expected"])


@pytest.mark.parametrize("text", ["rh1 deck=?x", "rh1 hands=a:?99 deck=?4", "rh1 hands=a:?/b:?5"])
def test_broken_views(text: str) -> None:
    """The size of what is hidden must be a number of cards."""
    with pytest.raises(BadNotation, match="a number from 0 to 55"):
        read_view(ENGINE, text)


@pytest.mark.parametrize("seats", [0, 1, 2, 6, 9])
def test_wrong_seats(seats: int) -> None:
    """A position has 3, 4 or 5 seats."""
    with pytest.raises(WrongSeats):
        position_of(f"rh1 seats={seats}")


SEVENTEEN = ",".join(f"L{number}" for number in range(1, 18))
EVERYWHERE = ",".join(ENGINE.board.fields)
IMPOSSIBLE = {
    f"rh1 seats=5 knights=a:{SEVENTEEN},L18 dukes=L1:a": "more than 17 knights",
    f"rh1 seats=3 knights=a:{EVERYWHERE}": "more than 25 knights",
    f"rh1 seats=5 options=hungarian first=b to=a ending=yes knights=a:{SEVENTEEN} dukes=L1:a": None,
    f"rh1 seats=5 knights=a:{SEVENTEEN} dukes=L1:a": "but the game is not ending",
    f"rh1 seats=5 ending=yes knights=a:{SEVENTEEN} dukes=L1:a": "should be over by now",
    f"rh1 seats=5 phase=over knights=a:{SEVENTEEN} dukes=L1:a": None,
    "rh1 seats=3 turn=400": "should be over by now",
    "rh1 seats=3 turn=400 phase=over": None,
    "rh1 seats=3 idle=3": "should be over by now",
    "rh1 seats=3 options=hungarian ending=yes": "should be over by now",
    "rh1 seats=3 options=hungarian to=b ending=yes": None,
    "rh1 seats=3 phase=bastion": "cannot have the choice of a bastion",
    "rh1 seats=3 phase=bastion knights=a:L9": None,
    "rh1 seats=3 phase=bastion knights=a:L9 bastions=L1,L2,L3 left=0,3,3": "cannot have the choice of a bastion",
    "rh1 seats=3 bastions=L1": "together they should be 9",
    "rh1 seats=3 left=2,3,3": "together they should be 9",
    "rh1 seats=3 bastions=W1 left=2,3,3": "a bastion stands on the river field W1",
    "rh1 seats=3 knights=a:W1": "a knight stands on W1 although a bank beside it is free",
    "rh1 seats=3 options=short knights=a:W1": None,
    "rh1 seats=3 garrisons=A:a": "no castle",
    f"{CASTLE_N}garrisons=N:a": "has no knight beside it",
    f"{CASTLE_N}knights=a:L25 garrisons=N:a dukes=L25:a": None,
    "rh1 seats=3 knights=a:L1 dukes=L1:a": "a duke at L1, but no duchy",
    "rh1 seats=3 knights=a:L1,L2 dukes=L1:a,L2:b": "a duke at L",
    "rh1 seats=3 knights=a:L1,L2": "seat a leads the duchy at L1 but has no duke there",
    "rh1 seats=3 knights=a:L1,L2 dukes=L1:b": "seat b cannot be duke at L1, where seat a leads",
    f"{CASTLE_N}knights=b:L25,L26,L27 garrisons=N:a dukes=L25:a": None,
    "rh1 seats=3 knights=a:L1/b:L2 dukes=L1:c": None,
    "rh1 seats=3 hands=a:1 deck=2,0": "a card is missing",
    "rh1 seats=3 deck=1,2,3": "a card is missing",
    "rh1 seats=3 hands=a:-": "the seat to move has no card",
}


@pytest.mark.parametrize("text", IMPOSSIBLE, ids=lambda text: text[:70])
def test_impossible_positions(text: str) -> None:
    """Positions that no game can reach are refused with the reason; those that look odd but can be are not."""
    problem = IMPOSSIBLE[text]
    if problem is None:
        assert broken_facts(ENGINE.board, position_of(text)) == []
        return
    with pytest.raises(ImpossiblePosition, match="no game can reach") as refusal:
        position_of(text)
    assert problem in str(refusal.value)


def test_hidden_cards_must_add_up() -> None:
    """In a view, hands, deck and discard together are 55 cards."""
    with pytest.raises(ImpossiblePosition, match="a card is missing"):
        read_view(ENGINE, "rh1 seats=3 hands=a:1,2,3,4,5/b:?5/c:?5 deck=?39")


def test_hand_that_is_left_out_is_dealt() -> None:
    """A hand that is left out is dealt from the lowest cards that lie nowhere else."""
    game = Game(position_of("rh1 seats=3 hands=b:1,2,3,4,5 discard=6"), ENGINE)
    assert game.view("a").hand == (7, 8, 9, 10, 11) and game.view("c").hand == (12, 13, 14, 15, 16)
    assert game.view().discard == (6,)
