"""Text is the common tongue: what is written reads back to the same, whatever it is."""

from hypothesis import given, strategies as st

from rheinlaender import ChangeCard, Convert, Move, NoBastion, PlaceBastion, Reinforce, Settle, read_move
from rheinlaender.board.board import BANKS
from rheinlaender.game.errors import BadNotation
from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.game.move import move_of_number, number_of_move
from rheinlaender.game.options import Options, read_options, write_options
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import read_position, read_view, write_position, write_view
from rheinlaender.notation.record import read_record, write_record
from tests.properties.strategies import Course, all_options, bounded, courses
from tests.setting import ENGINE

CARDS, FIELDS, BANK = st.integers(1, 54), st.sampled_from(ENGINE.board.fields), st.sampled_from(BANKS)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Settle, CARDS, BANK),
    st.builds(Reinforce, CARDS, FIELDS),
    st.builds(Convert, CARDS, BANK),
    st.builds(ChangeCard, CARDS),
    st.builds(PlaceBastion, FIELDS),
    st.just(NoBastion()),
)


@bounded(300)
@given(MOVES)
def test_moves(move: Move) -> None:
    """A move reads back from its text and from its number."""
    assert read_move(str(move)) == move
    assert move_of_number(ENGINE.board, number_of_move(ENGINE.board, move)) == move


@bounded(300)
@given(st.text(max_size=6) | st.from_regex(r"[0-9LWRx>@.\-]{1,6}", fullmatch=True))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    """Any text is a move in its one form, or is refused."""
    try:
        move = read_move(text)
    except BadNotation:
        return
    assert str(move) == text


@bounded(200)
@given(all_options())
def test_options(options: Options) -> None:
    """Options read back from their words."""
    assert read_options(write_options(options)) == options


@bounded(60)
@given(courses())
def test_positions(course: Course) -> None:
    """A position at any point reads back to the same facts, views and legal moves, and is written the same."""
    game = course.middle()
    text = write_position(ENGINE, game.position)
    other = Game(read_position(ENGINE, text), ENGINE)
    assert text.isascii() and write_position(ENGINE, other.position) == text
    assert broken_facts(ENGINE.board, other.position) == []
    assert other.legal_moves() == game.legal_moves() and other.result() == game.result()
    for seat in (None, *game.seats):
        assert other.view(seat) == game.view(seat)


@bounded(40)
@given(courses())
def test_views(course: Course) -> None:
    """A view of any seat, and of a watcher, reads back to the same view."""
    game = course.middle()
    for seat in (None, *game.seats):
        view = game.view(seat)
        text = write_view(view)
        assert read_view(ENGINE, text) == view and write_view(read_view(ENGINE, text)) == text


@bounded(25)
@given(courses())
def test_records(course: Course) -> None:
    """A record at any point reads back to the same game and is written the same."""
    for game in (course.middle(), course.finished()):
        text = write_record(game, {"Event": "Property"})
        read = read_record(text)
        assert write_record(read.game, read.headers) == text
        assert read.game.turns == game.turns and read.game.result() == game.result()
        assert write_position(ENGINE, read.game.first_position) == write_position(ENGINE, game.first_position)


@bounded(20)
@given(courses())
def test_seen_records(course: Course) -> None:
    """A record as any seat or a watcher sees it replays, and shows that seat the same view at the end."""
    game = course.middle()
    for seat in (*game.seats, "-"):
        text = write_record(game, seat=seat)
        read = read_record(text).game
        assert write_record(read, seat=seat) == text
        assert read.view(None if seat == "-" else seat) == game.view(None if seat == "-" else seat)


@bounded(60)
@given(courses(), st.data())
def test_edited_positions_are_read_whole_or_refused(course: Course, data: st.DataObject) -> None:
    """A position with some characters changed is refused, or is another position that reads and writes itself."""
    text = write_position(ENGINE, course.middle().position)
    place = data.draw(st.integers(0, len(text) - 1))
    edited = (
        text[:place] + data.draw(st.sampled_from(["", "a", "L", "1", ",", "=", " ", "?", "9", ":"])) + text[place + 1 :]
    )
    try:
        position = read_position(ENGINE, edited)
    except Refusal:
        return
    written = write_position(ENGINE, position)
    assert write_position(ENGINE, read_position(ENGINE, written)) == written
