"""Waiting for somebody: they are nudged, the others vote to go on, and whoever was away comes back. Pure."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from rheinlaender.game.errors import GameOver
from rheinlaender.server import errors
from rheinlaender.server.contract.commands import ComeBack, Nudge, Resign, SetNight, Vote
from rheinlaender.server.live import refusals
from rheinlaender.server.live.judging import Asker, Draft, must_have_seat
from rheinlaender.server.values.clock import zone_of
from rheinlaender.server.values.ending import END, is_unanimous
from rheinlaender.server.values.entry import OVER, PLAYING, WAITING
from rheinlaender.server.values.patience import RESIGNED, THE_TABLE, TIME, WAIT_SECONDS
from rheinlaender.server.values.table import Table


def nudge_of_table(table: Table) -> Draft:
    """The entry by which the table itself reminds whoever is to move."""
    return Draft("nudged", {"seat": table.to_move, "by": THE_TABLE}, stage=PLAYING)


def stood_in(table: Table) -> Draft:
    """The entry after which a computer player plays for whoever has no time left."""
    return Draft("stood_in", {"seat": table.to_move, "why": TIME}, stage=PLAYING)


def _set_night(asker: Asker, command: SetNight) -> Draft:
    held = must_have_seat(asker.table, asker.holder)
    if command.night is not None and zone_of(command.night.zone) is None:
        raise refusals.UnknownZone(zone=command.night.zone)
    night = None if command.night is None else command.night.model_dump()
    return Draft("night_set", {"seats": held, "night": night}, stage=asker.table.stage)


def _nudge(asker: Asker, command: Nudge) -> Draft:
    held = _waiting_seats(asker, command.turn)
    if held[0] in asker.table.patience.nudged:
        raise refusals.AlreadyNudged()
    return Draft("nudged", {"seat": asker.table.to_move, "by": held[0]}, stage=PLAYING)


def _vote(asker: Asker, command: Vote) -> Draft:
    return _vote_to_end(asker, command) if command.what == END else _vote_to_go_on(asker, command)


def _vote_to_end(asker: Asker, command: Vote) -> Draft:
    """Propose to end the game without a result, agree to it, or decline."""
    table, held = asker.table, _playing_seats(asker)
    standing = table.ending.at(asker.now.at, table.pace)
    if not standing.seats and not command.is_agreed:
        raise refusals.NothingProposed()
    if not standing.seats and standing.declined == table.turn:
        raise refusals.EndDeclined()
    parts = {"what": command.what, "seats": held, "is_agreed": command.is_agreed}
    is_over = command.is_agreed and is_unanimous(standing.agreed(held, asker.now.at).seats, table.deciders)
    return Draft("voted", parts, stage=OVER if is_over else PLAYING)


def _vote_to_go_on(asker: Asker, command: Vote) -> Draft:
    held = _waiting_seats(asker, command.turn)
    patience = asker.table.patience
    least = WAIT_SECONDS[asker.table.pace]
    if patience.since is None or _seconds_between(patience.since, asker.now.at) < least:
        raise refusals.NudgeFirst(seconds=least)
    parts = {"what": command.what, "seats": held, "is_agreed": command.is_agreed}
    return Draft("voted", parts, stage=PLAYING)


def _resign(asker: Asker, _: Resign) -> Draft:
    return Draft("resigned", {"seats": _playing_seats(asker)}, stage=PLAYING)


def _come_back(asker: Asker, _: ComeBack) -> Draft:
    held, away = must_have_seat(asker.table, asker.holder), asker.table.away
    seats = "".join(seat for seat in held if away.get(seat, RESIGNED) != RESIGNED)
    if not seats or asker.table.stage == OVER:
        raise refusals.HasResigned() if any(seat in away for seat in held) else refusals.NotAway()
    return Draft("came_back", {"seats": seats}, stage=PLAYING)


def _playing_seats(asker: Asker) -> str:
    """The seats of somebody who has not resigned, while the game is played."""
    table = asker.table
    held = must_have_seat(table, asker.holder)
    if table.stage == WAITING:
        raise errors.NotStarted()
    if table.stage == OVER:
        raise GameOver()
    seats = "".join(seat for seat in held if table.away.get(seat) != RESIGNED)
    if not seats:
        raise refusals.HasResigned()
    return seats


def _waiting_seats(asker: Asker, turn: int | None) -> str:
    """The seats of somebody who waits for another person in this turn."""
    table = asker.table
    held = must_have_seat(table, asker.holder)
    if turn is not None and turn != table.turn:
        raise errors.TurnOver(turn=turn)
    if not table.is_waiting_for_person or not any(seat in table.others for seat in held):
        raise refusals.NobodyToWaitFor()
    return "".join(seat for seat in held if seat in table.others)


def _seconds_between(before: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(before)).total_seconds()


WAITING_DRAFTS: dict[str, Callable[[Asker, Any], Draft]] = {
    "set_night": _set_night,
    "nudge": _nudge,
    "vote": _vote,
    "come_back": _come_back,
    "resign": _resign,
}
