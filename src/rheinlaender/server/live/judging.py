"""Judging: who asks something of a table, whether they may, and what is to be written. Pure."""

from dataclasses import dataclass, field

from rheinlaender.game.errors import GameOver, NotYourTurn
from rheinlaender.game.seat import read_seat
from rheinlaender.i18n import Refusal
from rheinlaender.server import errors
from rheinlaender.server.live.refusals import HasResigned
from rheinlaender.server.values.chance import Seed
from rheinlaender.server.values.clock import Now
from rheinlaender.server.values.entry import WAITING, Parts
from rheinlaender.server.values.patience import RESIGNED
from rheinlaender.server.values.seat import Seat
from rheinlaender.server.values.table import Table


@dataclass(frozen=True)
class Draft:
    """An entry before it is written: its kind, its parts, the reply, and the stage that the table is in then."""

    kind: str
    parts: Parts
    reply: Parts = field(default_factory=dict)
    stage: str = WAITING


@dataclass(frozen=True)
class Asker:
    """Who asks something of a table, and when, known by the digest of a secret; `seed` is chance, if a game starts."""

    table: Table
    holder: str | None
    seed: Seed
    now: Now


def own_turn(table: Table, holder: str | None, turn: int | None) -> str:
    """The seat to move, if the holder of the secret holds it; a turn that is over is refused."""
    held = must_have_seat(table, holder)
    if table.stage == WAITING:
        raise errors.NotStarted()
    if turn is not None and turn != table.turn:
        raise errors.TurnOver(turn=turn)
    if table.to_move is None:
        raise GameOver()
    if table.to_move not in held:
        raise NotYourTurn(seat=held[0], to_move=table.to_move)
    if table.away.get(table.to_move) == RESIGNED:
        raise HasResigned()
    return table.to_move


def must_have_seat(table: Table, holder: str | None) -> str:
    """The seats that a secret holds, which must be at least one."""
    if holder is None:
        raise errors.SecretMissing()
    held = table.held_by(holder)
    if not held:
        raise no_seat(table, holder, table.to_move or "-")
    return held


def no_seat(table: Table, holder: str, letter: str) -> Refusal:
    """Why the holder of a secret does not hold a seat."""
    return errors.Unseated() if holder in table.unseated else errors.NotYourSeat(seat=letter)


def must_watch(table: Table, holder: str | None, at: str) -> None:
    """Whether the holder of a secret may see the table at a time."""
    if not table.may_watch(holder, at):
        raise errors.WatchersOff()


def must_hold(table: Table, holder: str | None, letter: str) -> None:
    """Whether the holder of a secret holds a seat."""
    if holder is None:
        raise errors.SecretMissing()
    if seat_of(table, letter).holder != holder:
        raise no_seat(table, holder, letter)


def must_own(table: Table, holder: str | None) -> None:
    """Whether the holder of a secret is the owner."""
    if holder is None:
        raise errors.SecretMissing()
    if holder != table.owner:
        raise errors.NotOwner()


def before_start(table: Table) -> None:
    """Whether the game has not started."""
    if table.stage != WAITING:
        raise errors.AlreadyStarted()


def seat_of(table: Table, letter: str) -> Seat:
    """The seat of a letter, or a refusal."""
    return table.seats[read_seat(letter, len(table.seats))]
