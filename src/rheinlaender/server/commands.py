"""Commands: what people ask of a table, turned into the next entry of its log, or refused. Pure, but for the seed."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from rheinlaender.game.errors import GameOver, NotYourTurn
from rheinlaender.game.options import write_options
from rheinlaender.game.seat import LETTERS, read_seat
from rheinlaender.server import errors
from rheinlaender.server.messages import (
    BotWish,
    ChangeHints,
    ChangeSeat,
    ChangeStandIn,
    Command,
    Leave,
    OpenTable,
    PersonWish,
    Play,
    Rename,
    SeatWish,
    Sit,
    Start,
)
from rheinlaender.server.secret import digest_of
from rheinlaender.server.table import BOT, OPEN, OVER, PERSON, PLAYING, WAITING, Parts, Seat, Table, begin, decide_turn

PERSON_PLAYED = "person"


@dataclass(frozen=True)
class Step:
    """An entry that a command asks for: its kind, its parts, the reply, and the stage that the table is in then."""

    kind: str
    parts: Parts
    reply: Parts = field(default_factory=dict)
    stage: str = WAITING


def opening_parts(asked: OpenTable) -> Parts:
    """The first entry of the log of a table that somebody opens."""
    owner = digest_of(asked.secret)
    return {
        "owner": owner,
        "seats": [_seat_parts(wish, owner) for wish in asked.seats],
        "options": asked.options,
        "first": asked.first,
        "pace": asked.pace,
        "stand_in": asked.stand_in,
        "grace": asked.grace,
        "hints": asked.hints,
    }


def _seat_parts(wish: SeatWish, owner: str | None) -> Parts:
    """A seat as it is wished; a person's is held by the owner of the table."""
    if isinstance(wish, PersonWish):
        return {"kind": PERSON, "name": wish.name, "level": None, "holder": owner}
    level = wish.level if isinstance(wish, BotWish) else None
    return {"kind": wish.kind, "name": "", "level": level, "holder": None}


def rematch_parts(table: Table) -> Parts:
    """The first entry of the log of the next table: the same people on the same seats; the next seat begins."""
    letters = LETTERS[: len(table.seats)]
    return {
        "owner": table.owner,
        "seats": [seat.write() for seat in table.seats],
        "options": write_options(table.options),
        "first": letters[(letters.index(table.first) + 1) % len(letters)],
        "pace": table.pace,
        "stand_in": table.stand_in,
        "grace": table.grace,
        "hints": table.hints,
    }


def step_of(table: Table, holder: str | None, command: Command, seed: int) -> Step:
    """The entry that a command of the holder of a secret leads to; `seed` is chance, if the game starts by it."""
    return _STEPS[command.name](table, holder, command, seed)


def started(table: Table, level: str | None, seed: int, reply: Parts | None = None) -> Step:
    """The entry that starts the game; open seats become computer players of the level."""
    seats = [replace(seat, kind=BOT, level=level) if seat.kind == OPEN else seat for seat in table.seats]
    return Step("started", begin(table, seats, seed), reply or {}, PLAYING)


def computer_turn(table: Table, moves: list[str], level: str) -> Step:
    """The entry of a turn that a computer player made."""
    assert table.to_move is not None
    return _turn_step(table, moves, table.to_move, level)


def _turn_step(table: Table, moves: list[str], seat: str, by: str) -> Step:
    parts, is_over = decide_turn(table, moves, seat, by)
    return Step("turn", parts, {"turn": parts["turn"]}, OVER if is_over else PLAYING)


def _sit(table: Table, holder: str | None, command: Sit, seed: int) -> Step:
    _before_start(table)
    letter: str = command.seat or table.open_seats[:1]
    if not letter:
        raise errors.NoOpenSeat()
    if _seat_of(table, letter).kind != OPEN:
        raise errors.SeatTaken(seat=letter)
    new = digest_of(command.secret)
    seats = "".join(sorted(table.held_by(new) + letter))
    return Step("sat", {"seat": letter, "name": command.player, "holder": new}, {"seats": seats})


def _leave(table: Table, holder: str | None, command: Leave, seed: int) -> Step:
    _must_hold(table, holder, command.seat)
    _before_start(table)
    return Step("left", {"seat": command.seat})


def _rename(table: Table, holder: str | None, command: Rename, seed: int) -> Step:
    _must_hold(table, holder, command.seat)
    return Step("renamed", {"seat": command.seat, "name": command.player}, stage=table.stage)


def _change_seat(table: Table, holder: str | None, command: ChangeSeat, seed: int) -> Step:
    _must_own(table, holder)
    _before_start(table)
    if _seat_of(table, command.seat).kind == PERSON:
        raise errors.SeatTaken(seat=command.seat)
    return Step("seat_changed", {"seat": command.seat, "to": _seat_parts(command.to, holder)})


def _start(table: Table, holder: str | None, command: Start, seed: int) -> Step:
    _must_own(table, holder)
    _before_start(table)
    return started(table, command.level, seed)


def _play(table: Table, holder: str | None, command: Play, seed: int) -> Step:
    seat = own_turn(table, holder, command.turn)
    return _turn_step(table, command.moves, seat, PERSON_PLAYED)


def _change_stand_in(table: Table, holder: str | None, command: ChangeStandIn, seed: int) -> Step:
    _must_own(table, holder)
    return Step("stand_in_changed", {"level": command.level}, stage=table.stage)


def _change_hints(table: Table, holder: str | None, command: ChangeHints, seed: int) -> Step:
    _must_own(table, holder)
    return Step("hints_changed", {"hints": command.hints}, stage=table.stage)


_STEPS: dict[str, Callable[[Table, str | None, Any, int], Step]] = {
    "sit": _sit,
    "leave": _leave,
    "rename": _rename,
    "change_seat": _change_seat,
    "start": _start,
    "play": _play,
    "change_stand_in": _change_stand_in,
    "change_hints": _change_hints,
}


def may_rematch(table: Table, holder: str | None) -> None:
    """Whether the holder of a secret may ask for a rematch now."""
    _must_have_seat(table, holder)
    if table.stage != OVER:
        raise errors.NotOver()


def own_turn(table: Table, holder: str | None, turn: int | None) -> str:
    """The seat to move, if the holder of the secret holds it; a turn that is over is refused."""
    held = _must_have_seat(table, holder)
    if table.stage == WAITING:
        raise errors.NotStarted()
    if turn is not None and turn != table.turn:
        raise errors.TurnOver(turn=turn)
    if table.to_move is None:
        raise GameOver()
    if table.to_move not in held:
        raise NotYourTurn(seat=held[0], to_move=table.to_move)
    return table.to_move


def _must_have_seat(table: Table, holder: str | None) -> str:
    """The seats that a secret holds, which must be at least one."""
    if holder is None:
        raise errors.SecretMissing()
    held = table.held_by(holder)
    if not held:
        raise errors.NotYourSeat(seat=table.to_move or "-")
    return held


def _must_hold(table: Table, holder: str | None, letter: str) -> None:
    if holder is None:
        raise errors.SecretMissing()
    if _seat_of(table, letter).holder != holder:
        raise errors.NotYourSeat(seat=letter)


def _must_own(table: Table, holder: str | None) -> None:
    if holder is None:
        raise errors.SecretMissing()
    if holder != table.owner:
        raise errors.NotOwner()


def _before_start(table: Table) -> None:
    if table.stage != WAITING:
        raise errors.AlreadyStarted()


def _seat_of(table: Table, letter: str) -> Seat:
    return table.seats[read_seat(letter, len(table.seats))]
