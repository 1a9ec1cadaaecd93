"""Every refusal: its code, the section of the rules that forbids it, and nothing changed by it."""

import inspect
import pickle
from collections.abc import Callable

import pytest

from rheinlaender.game import errors
from rheinlaender.game.game import Game
from rheinlaender.game.move import canonical_name, read_move
from rheinlaender.game.options import Options
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import read_position
from rheinlaender.notation.record import Record, read_record
from rheinlaender.notation.verifying import verify_record
from tests.setting import ARCHBISHOP, ENGINE, FULL_REGIONS, content, game_of

RIVER = "rh1 seats=3 knights=b:L23 hands=a:23,24/b:2"
BESIDE = "rh1 seats=3 knights=a:L30/b:L33 hands=a:2,31"
NO_SUPPLY = (
    "rh1 seats=5 options=hungarian first=b to=a ending=yes "
    "knights=a:L1,L2,L3,L4,L5,L6,L7,L8,L9,L10,L11,L12,L13,L14,L15,L16,L17 dukes=L1:a hands=a:20,40"
)

REFUSED_MOVES = [
    ("rh1 seats=3 phase=over", "17L", "game_over", "6"),
    ("rh1 seats=3 phase=over", ".", "game_over", "6"),
    (RIVER, "@L1", "knight_first", "2.2"),
    (RIVER, ".", "knight_first", "2.2"),
    ("rh1 seats=3 phase=bastion knights=a:L23 hands=a:23", "23R", "knight_already_placed", "2.1"),
    ("rh1 seats=3 phase=bastion knights=a:L23 hands=a:23", "23-", "knight_already_placed", "2.1"),
    (RIVER, "25L", "card_not_in_hand", "2.1"),
    (RIVER, "25>L22", "card_not_in_hand", "2.1"),
    (RIVER, "25xL", "card_not_in_hand", "2.1"),
    (RIVER, "25-", "card_not_in_hand", "2.1"),
    (NO_SUPPLY, "20L", "no_knight_in_supply", "2.4"),
    (NO_SUPPLY, "20>L18", "no_knight_in_supply", "2.4"),
    (NO_SUPPLY, "20xL", "no_knight_in_supply", "2.4"),
    (RIVER, "23L", "field_occupied", "2.1"),
    (RIVER, "24>L23", "field_occupied", "2.1"),
    (RIVER, "23W", "river_not_open", "2.1.1"),
    ("rh1 seats=3 knights=a:L30 hands=a:2", "2>W30", "river_not_reinforced", "2.1.2"),
    (BESIDE, "2>L40", "no_knight_beside", "2.1.2"),
    ("rh1 seats=3 options=short knights=a:L30 hands=a:2", "2>W40", "no_knight_beside", "2.1.2"),
    ("rh1 seats=3 knights=a:L30/b:L32 hands=a:2", "2>L31", "other_knight_beside", "2.1.2"),
    (BESIDE, "31>L31", "settle_instead", "2.1.2"),
    (RIVER, "23xL", "not_archbishop", "2.1.3"),
    (ARCHBISHOP, "50xL", "no_knight_to_convert", "2.1.3"),
    (ARCHBISHOP, "23xL", "no_knight_to_convert", "2.1.3"),
    (ARCHBISHOP, "12L", "field_occupied", "2.1"),
    (RIVER, "23-", "placement_possible", "2.4"),
    (FULL_REGIONS, "1W", "field_occupied", "2.1"),
    ("rh1 seats=3 phase=bastion knights=a:L23", "@W9", "bastion_on_river", "2.2"),
    ("rh1 seats=3 phase=bastion knights=a:L23", "@L23", "bastion_field_occupied", "2.2"),
    ("rh1 seats=3 phase=bastion knights=a:L23", "55L", "bad_notation", ""),
]


@pytest.mark.parametrize(("position", "move", "code", "section"), REFUSED_MOVES)
def test_refused_moves(position: str, move: str, code: str, section: str) -> None:
    """A move that the rules forbid is refused by the rule that forbids it, and nothing changes."""
    game = game_of(position)
    before = content(game)
    for attempt in (game.play, game.check, game.consequences):
        with pytest.raises(Refusal) as refusal:
            attempt(move)
        assert (refusal.value.code, refusal.value.section) == (code, section)
        assert str(refusal.value) and refusal.value.words("en") == str(refusal.value)
    assert content(game) == before
    with pytest.raises(errors.NothingToUndo):
        game.undo()


def test_moves_out_of_turn() -> None:
    """Only the seat whose turn it is may move; an unknown seat is none."""
    game = game_of(RIVER)
    before = content(game)
    with pytest.raises(errors.NotYourTurn) as refusal:
        game.play("2L", seat="b")
    assert (refusal.value.code, refusal.value.section) == ("not_your_turn", "2")
    assert refusal.value.arguments == {"seat": "b", "to_move": "a"}
    with pytest.raises(errors.UnknownSeat):
        game.play("23R", seat="d")
    assert content(game) == before
    assert game.play("23R", seat="a")


OTHER_REFUSALS: dict[str, tuple[Callable[[], object], str]] = {
    "unknown_field": (lambda: canonical_name(ENGINE.board, "L99"), ""),
    "wrong_seats": (lambda: Game.new(2), "1.1"),
    "unknown_seat": (lambda: Game.new(3).view("d"), ""),
    "wrong_options": (lambda: Game.new(options=5), "9"),  # type: ignore[arg-type]
    "unknown_option": (lambda: Options.of({"speed": 1}), "9"),
    "wrong_option_value": (lambda: Options(end="never"), "9"),
    "unknown_preset": (lambda: Options.preset("belgian"), "9.8"),
    "seed_out_of_range": (lambda: Game.new(seed=-1), ""),
    "nothing_to_undo": (lambda: Game.new().undo(), ""),
    "bad_notation": (lambda: read_move("x"), ""),
    "impossible_position": (lambda: read_position(ENGINE, "rh1 turn=400"), ""),
    "not_verifiable": (lambda: verify_record(Record(Game.new())), ""),
    "wrong_record": (lambda: read_record('[Format "rhg1"]\n[Board "Rhine 0"]\n'), ""),
}


@pytest.mark.parametrize("code", OTHER_REFUSALS)
def test_other_refusals(code: str) -> None:
    """What else is refused has its code, the section if a rule of the game is concerned, and words."""
    attempt, section = OTHER_REFUSALS[code]
    with pytest.raises(Refusal) as refusal:
        attempt()
    assert (refusal.value.code, refusal.value.section) == (code, section)
    assert len(refusal.value.words()) > 10


def test_every_refusal_is_proven() -> None:
    """There is no refusal that no test raises."""
    classes = [error for _, error in inspect.getmembers(errors, inspect.isclass) if issubclass(error, Refusal)]
    codes = {error.code for error in classes if error.code}
    assert codes == {code for _, _, code, _ in REFUSED_MOVES} | set(OTHER_REFUSALS) | {"not_your_turn"}


def test_illegal_moves_cite_a_section() -> None:
    """Every illegal move cites the section of the rules that forbids it."""
    classes = [
        error for _, error in inspect.getmembers(errors, inspect.isclass) if issubclass(error, errors.IllegalMove)
    ]
    assert all(error.section for error in classes if error is not errors.IllegalMove)


def test_refusal_shows_its_arguments() -> None:
    """A refusal shows its name and its arguments, and says the rule in words."""
    refusal = errors.SettleInstead(field="L31", card=31)
    assert repr(refusal) == "SettleInstead(field='L31', card=31)"
    assert str(refusal) == "L31 belongs to card 31: it is settled, not reinforced."


def test_refusals_travel() -> None:
    """A refusal is the same in another process."""
    refusal = errors.SettleInstead(field="L31", card=31)
    again = pickle.loads(pickle.dumps(refusal))
    assert (type(again), repr(again), str(again)) == (type(refusal), repr(refusal), str(refusal))


def test_legal_by_option() -> None:
    """What one option forbids another allows: rivers reinforced, rivers open by bastions or only by knights."""
    assert game_of("rh1 seats=3 options=short knights=a:L30 hands=a:2").check("2>W30")
    bastion = "rh1 seats=3 {} knights=b:L23 bastions=R23 left=3,2,3 hands=a:23"
    assert game_of(bastion.format("options=parker")).check("23W")
    with pytest.raises(errors.RiverNotOpen):
        game_of(bastion.format("options=parker,bastion_opens_river:no")).check("23W")
    land = "rh1 seats=3 options={} knights=a:L9/b:W8 hands=a:1"
    with pytest.raises(errors.OtherKnightBeside):
        game_of(land.format("short")).check("1>L8")
    assert game_of(land.format("short,reinforcement_neighbours:land")).check("1>L8")
