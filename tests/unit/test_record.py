"""Records of games: what is written reads back, and nothing that is wrong is half-read."""

import pytest

from rheinlaender.board import board_from
from rheinlaender.game.chance import Draw
from rheinlaender.game.errors import BadNotation, WrongRecord
from rheinlaender.game.event import DeckShuffled
from rheinlaender.game.game import Game
from rheinlaender.game.move import NoBastion
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import line_of
from rheinlaender.notation.record import read_game, read_record, write_record
from rheinlaender.rules.compile import interpreted
from tests.setting import board_document, board_with_exchanged_sites, clustered_game, game_of, play_out, random_game

FIGURE = "rh1 seats=3 hands=a:23,24/b:30/c:50"
HEAD = '[Format "rhg1"]\n[Board "Rhine {digest}"]\n[Result "*"]\n\n'.replace("{digest}", Game.new().board.digest)


def record(turns: str, first: str = FIGURE) -> str:
    """A record with these turns."""
    return f"{HEAD}{first}\n\n{turns}\n"


def test_form() -> None:
    """Headers in brackets, the first position, numbered rounds, and * for a game that goes on."""
    game = game_of(FIGURE)
    for move in ("23L", ".", "30L", "@L1", "50L", ".", "24L"):
        game.play(move)
    lines = write_record(game, {"Event": "Cologne", "Result": "a", "Format": "x"}).split("\n")
    assert lines[0] == '[Format "rhg1"]' and lines[1].startswith('[Board "Rhine ')
    assert lines[2:5] == ['[Event "Cologne"]', '[Result "*"]', ""]
    assert lines[5].startswith("rh1 seats=3 hands=a:23,24/b:30/c:50 deck=1,2,3,") and lines[6] == ""
    assert lines[7:] == ["1. a 23L . (1) b 30L @L1 (2) c 50L . (3)", "2. a 24L", "*", ""]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_full_records(seats: int) -> None:
    """A record of a whole game replays without the generator, to the same result, entries and text."""
    game = clustered_game(seats, "hungarian", 5)
    text = write_record(game, {"Seed": "5"})
    read = read_record(text)
    assert read.headers["Seed"] == "5" and read.game.result() == game.result()
    assert read.game.turns == game.turns and write_record(read.game, read.headers) == text
    assert "(*" in text


@pytest.mark.no_cover
def test_records_at_every_decision() -> None:
    """A game that goes on, also between knight and bastion, is recorded as it stands."""
    game = random_game(3, seed=1)
    for _ in range(40):
        game.undo()
        text = write_record(game)
        read = read_record(text).game
        assert write_record(read) == text and read.turns == game.turns
        assert read.position.phase == game.position.phase


@pytest.mark.parametrize("seat", ["a", "b", "c", "-"])
def test_seen_records(seat: str) -> None:
    """A record as one seat or a watcher sees it hides hands, deck and others' draws, and replays all the same."""
    game = clustered_game(3, "parker", 4)
    text = write_record(game, seat=seat)
    read = read_record(text)
    assert write_record(read.game, seat=seat) == text and read.game.result() == game.result()
    assert ("(?)" in text) and text.count("(*?)") + text.count("(*") > 0
    hidden = {turn.seat for turn in game.turns} - {seat}
    shown = [turn.draw for turn in read.game.turns if turn.seat == seat]
    assert len(hidden) == (3 if seat == "-" else 2)
    assert shown == [turn.draw for turn in game.turns if turn.seat == seat]


def test_replay_tells_of_shuffles() -> None:
    """A replayed draw after a shuffle is told as one: events are those of the game that was recorded."""
    game = game_of("rh1 seats=3 hands=a:1/b:2/c:3")
    game.play("1L")
    events = game.play(".", Draw(1, was_shuffled=True))
    assert [event.cards for event in events if isinstance(event, DeckShuffled)] == [53]
    assert game.turns[-1].draw == Draw(1, was_shuffled=True)


def test_game_from_between_knight_and_bastion() -> None:
    """A game may begin between knight and bastion; its first turn then has no card, in the record too."""
    game = game_of("rh1 seats=3 phase=bastion knights=a:L23 hands=a:24/b:30/c:50 discard=23")
    assert write_record(read_record(write_record(game)).game) == write_record(game)
    game.play(".")
    assert (game.turns[0].card_move, game.turns[0].bastion) == (None, NoBastion())
    text = write_record(game)
    assert "1. a . (1)" in text and write_record(read_record(text).game) == text
    game.undo()
    assert game.turns == [] and game.position.phase == game.first_position.phase
    play_out(game)
    assert read_record(write_record(game)).game.result() == game.result()


def test_game_from_the_middle_of_a_round() -> None:
    """A first position in the middle of a round makes a short first round."""
    game = game_of("rh1 seats=3 first=b to=c hands=a:1/b:2/c:3")
    for move in ("3L", ".", "1L", ".", "2L", ".", "4L", "."):
        game.play(move)
    text = write_record(game)
    assert "\n1. c 3L . (4) a 1L . (5)\n2. b 2L . (6) c 4L . (7)\n" in text
    assert write_record(read_record(text).game) == text


def test_line_ends() -> None:
    """A record with the line ends of other systems is the same record."""
    text = write_record(random_game(3, seed=3))
    assert write_record(read_record(text.replace("\n", "\r\n")).game) == text


BROKEN = {
    "": "found no format",
    "rh1": "found no format",
    '[Format "rhg2"]\n': "found rhg2",
    '[Format "rhg1"]\n[Format "rhg1"]\n': "Line 2, column 1: found",
    '[Format "rhg1"\n': "Line 1, column 1: found",
    '[Format "rhg1"]\n': "another board (-)",
    '[Format "rhg1"]\n[Board "Rhine 0123"]\n': "another board (Rhine 0123)",
    HEAD: "expected a position that begins with rh1",
    HEAD + "rh2 seats=3": "Line 5, column 1: found rh2",
    HEAD + FIGURE: "found the end of the text, expected a turn",
    record(""): "found the end of the text, expected a turn",
    record("over"): "Line 7, column 1: found over, expected *, because the game is not over",
    record("* *"): "Line 7, column 3: found *, expected nothing after the end",
    record("2. a 23L . (1) *"): "found 2., expected 1.",
    record("1."): "expected a seat",
    record("1. b 30L . (1) *"): "Line 7, column 4: found b, expected seat a",
    record("1. a"): "expected a move",
    record("1. a 23X . (1) *"): "Line 7, column 6: found 23X, expected a move",
    record("1. a 25L . (1) *"): "line 7, column 6: 25L: Card 25 is not in the hand",
    record("1. a 23L . (2) *"): "card 1 was on top of the deck",
    record("1. a 23L . (*1) *"): "card 1 was on top of the deck",
    record("1. a 23L . (?) *"): "Line 7, column 12: found (?), expected a draw such as (33)",
    record("1. a 23L . *"): "Line 7, column 12: found *, expected a draw",
    record("1. a 23L ."): "expected a draw",
    record("1. a 23L (1) . *"): "expected a bastion such as @L13 or . before the draw",
    record("1. a 23L"): "expected a bastion such as @L13, or . for none",
    record("1. a 23L b 30L . (1) *"): "found b, expected a move",
    record("1. a 23L @W1 (1) *"): "bastions stand on land",
    record("1. a 23L . (1) b 30L . (2) c 50L . (3) a 24L . (4) *"): "found a, expected 2.",
    HEAD.replace('"*"', '"a"') + FIGURE + "\n\n*\n": "the header Result says 'a', the game '*'",
    HEAD.replace('[Result "*"]\n', "") + FIGURE + "\n\n*\n": "the header Result says '-'",
    HEAD + "rh1 seats=3 turn=400 phase=over\n\n1. a 1L (2) *": "found a, expected over",
    record("1. a 23L . (1) \u00fc *"): "not ASCII",
}


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_broken_records(text: str) -> None:
    """A record that does not follow the form or the rules is refused with the place and what was expected."""
    with pytest.raises(Refusal) as refusal:
        read_record(text)
    assert isinstance(refusal.value, BadNotation | WrongRecord)
    assert BROKEN[text] in str(refusal.value)


def test_other_board() -> None:
    """A record belongs to its board: another one refuses it."""
    with pytest.raises(WrongRecord, match="another board"):
        read_record(write_record(Game.new()), board_with_exchanged_sites())


def test_coins_header_is_checked() -> None:
    """The recorded coins are those of the final account, if the record has them."""
    text = write_record(random_game(3, seed=3))
    coins = next(line for line in text.split("\n") if line.startswith("[Coins"))
    with pytest.raises(WrongRecord, match="the header Coins says '1,2,3'"):
        read_record(text.replace(coins, '[Coins "1,2,3"]'))
    assert read_record(text.replace(coins + "\n", "")).game.is_over


@pytest.mark.parametrize("value", ['say "a"', "Jürgen", "back\\slash", "two\nlines"])
def test_headers_are_printable(value: str) -> None:
    """A header that could not be read back is refused when it is written."""
    with pytest.raises(BadNotation):
        write_record(Game.new(), {"Event": value})
    with pytest.raises(BadNotation):
        write_record(Game.new(), {value: "x"})


def test_board_names_are_printable() -> None:
    """A board may have any name; what is not ASCII is replaced in the record, whose digest decides."""
    board = board_from(board_document() | {"name": 'Köln "1999"', "note": "x", "aliases": board_document()["aliases"]})
    game = Game.new(3)
    game.engine = interpreted(board)
    assert '[Board "K?ln ?1999? ' in write_record(game)


HIDDEN = "rh1 seats=3 hands=a:1,2,3,4,5/b:{}/c:?5 deck=?{} discard=9"


@pytest.mark.parametrize(
    ("first", "turns", "problem"),
    [
        (HIDDEN.format("?5", 39), "1. a 1L . (9) *", "the deck does not hold it"),
        (HIDDEN.format("?5", 39), "1. a 1L . (6) b 2L . (?) *", "card 2 cannot be in that hand"),
        (HIDDEN.format("?5", 39), "1. a 1L . (6) b 9L . (?) *", "card 9 cannot be in that hand"),
        (HIDDEN.format("?0", 44), "1. a 1L . (6) b 7L . (?) *", "card 7 cannot be in that hand"),
        (HIDDEN.format("?43", 1), "1. a 1L . (6) *", "the deck has no card to draw"),
        (HIDDEN.format("?43", 1).replace("a:1,2,3,4,5", "a:?5"), "1. a 10L . (?) *", "the deck has no card to draw"),
    ],
)
def test_contradicting_seen_records(first: str, turns: str, problem: str) -> None:
    """What everybody can see elsewhere cannot be played from a hidden hand or drawn."""
    with pytest.raises(WrongRecord, match=problem):
        read_record(record(turns, first))


def test_hidden_cards_are_where_they_are_shown() -> None:
    """A hidden hand may hold any unseen card: from the deck, from another hidden hand, or its own; so may the deck."""
    first = HIDDEN.format("?5", 39)
    for card in (6, 7, 10, 40):
        turns = f"1. a 1L . (13) b {card}L . (?) c {card + 1}L . (?)\n2. a 13L . (*1) b 20L . (?)"
        text = record(f"{turns}\n*", first)
        assert read_record(text).game.view("a").hand == (1, 2, 3, 4, 5)


def test_a_game_that_is_over_was_not_given_up() -> None:
    """What says how a game was broken off stands only in records of games that were."""
    text = write_record(clustered_game(3, "short", 5))
    with pytest.raises(WrongRecord):
        read_record(text.replace("[Result", '[Termination "agreement"]\n[Result', 1))
    given_up = record("1. a 23L . (1) *").replace("[Result", '[Termination "agreement"]\n[Result', 1)
    assert not read_record(given_up).game.is_over


def test_a_line_is_read_as_a_game() -> None:
    """A line of notation that hides nothing is a game; one that hides is the record of whom it shows."""
    game = Game.new(3, seed=1)
    assert read_game(line_of(game)).seat is None and line_of(read_game(line_of(game)).game) == line_of(game)
    assert read_game(FIGURE.replace("/b:30/c:50", "/b:?1/c:?1")).seat == "a"
    assert read_game(record("1. a 23L . (1) *")).game.turn == 1
