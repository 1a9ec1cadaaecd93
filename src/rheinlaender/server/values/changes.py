"""What entries change: the state of a table after each of them. It touches nothing outside."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rheinlaender.game.chance import Draw
from rheinlaender.notation.position import game_at
from rheinlaender.server.values.clock import Night, Now, Times, begin_times, came_back, stopped, turned
from rheinlaender.server.values.ending import AGREEMENT, END, Proposal, is_unanimous
from rheinlaender.server.values.entry import Entry, Parts
from rheinlaender.server.values.patience import PATIENT, RESIGNED, VOTE, is_enough
from rheinlaender.server.values.seat import OPEN, PERSON, read_seats
from rheinlaender.server.values.table import CHANCE, Table, opened_table
from rheinlaender.server.values.turn import placed_fields, play_turn


def after(table: Table, entry: Entry) -> Table:
    """The table after one more entry."""
    changes: Parts = {"events": ()} | _CHANGES[entry.kind](table, {**entry.parts, "at": entry.at})
    name = counted_as(entry.kind, entry.parts)
    counts = {**table.counts, name: table.counts.get(name, 0) + 1}
    following = replace(table, entry=entry, counts=counts, frames={}, **changes)
    return following if table.clock is None else replace(following, times=_times_after(table, following))


def counted_as(kind: str, parts: Parts) -> str:
    """What an entry is counted as: what many may write often, each for themselves, is counted by their seats."""
    return f"{kind} {parts.get('seats', parts.get('by'))}" if kind in COUNTED_BY_SEAT else kind


def _times_after(table: Table, following: Table) -> Times | None:
    """What everybody has left after an entry."""
    entry, times = following.entry, table.times
    now = Now(entry.uptime, entry.at)
    if entry.kind == "started" and table.clock is not None:
        people = [seat.letter for seat in following.seats if seat.kind == PERSON]
        return begin_times(table.clock, people, following.nights, now)
    if times is None:
        return None
    if entry.kind == "turn" and entry.parts["seat"] in table.away and entry.parts["by"] != PERSON:
        return replace(times, began=now)
    if entry.kind == "turn":
        return turned(times, entry.parts["seat"], now, entry.parts["by"] == PERSON)
    if following.to_move in following.away.keys() - table.away.keys():
        return stopped(times, str(following.to_move), now)
    if entry.kind == "came_back":
        return came_back(times, entry.parts["seats"], following.to_move, now)
    return replace(times, nights=following.nights)


def replay(table: str, entries: Sequence[Entry]) -> list[Table]:
    """A table after each entry of its log."""
    return go_on(table, None, entries)


def go_on(table: str, last: Table | None, entries: Sequence[Entry]) -> list[Table]:
    """A table after each of the entries that follow its last state; None where they are the first of its log."""
    tables: list[Table] = []
    for entry in entries:
        last = opened_table(table, entry) if last is None else after(last, entry)
        tables.append(last)
    return tables


def _with_seat(table: Table, letter: str, **changes: Any) -> Parts:
    seats = tuple(replace(seat, **changes) if seat.letter == letter else seat for seat in table.seats)
    return {"seats": seats}


def _with_new_seat(table: Table, letter: str, **changes: Any) -> Parts:
    """A seat with somebody else, who has not said anything yet."""
    return _with_seat(table, letter, **changes) | {"ready": table.ready.replace(letter, "")}


def _sat(table: Table, parts: Parts) -> Parts:
    person = {"kind": PERSON, "name": parts["name"], "holder": parts["holder"], "string": parts.get("string", "")}
    return _with_new_seat(table, parts["seat"], level=None, **person)


def _string_given(table: Table, parts: Parts) -> Parts:
    given = (replace(seat, string=parts["string"]) if seat.letter in parts["seats"] else seat for seat in table.seats)
    return {"seats": tuple(given)}


def _left(table: Table, parts: Parts) -> Parts:
    return _with_new_seat(table, parts["seat"], kind=OPEN, name="", level=None, holder=None, string="")


def _renamed(table: Table, parts: Parts) -> Parts:
    return _with_seat(table, parts["seat"], name=parts["name"])


def _seat_changed(table: Table, parts: Parts) -> Parts:
    return _with_new_seat(table, parts["seat"], string="", **parts["to"])


def _unseated(table: Table, parts: Parts) -> Parts:
    return _seat_changed(table, parts) | {"unseated": table.unseated | {parts["holder"]}}


def _readied(table: Table, parts: Parts) -> Parts:
    others = set(table.ready) - set(parts["seats"])
    return {"ready": "".join(sorted(others | set(parts["seats"] if parts["is_ready"] else "")))}


def _started(table: Table, parts: Parts) -> Parts:
    game = game_at(parts["position"], rules=table.rules)
    began = {"first": parts["first"], "is_first_drawn": table.first == CHANCE}
    return {"seats": read_seats(parts["seats"]), "seed": parts["seed"], "game": game, **began}


def _turn(table: Table, parts: Parts) -> Parts:
    game = table.begun_game.copy()
    events = play_turn(game, parts["moves"], parts["seat"], Draw(parts["card"], parts["was_shuffled"]))
    if parts["was_shuffled"]:
        game.order_deck(parts["deck"])
    played = {"game": game, "events": tuple(events), "last": (parts["seat"], placed_fields(events))}
    away = _without(table.away, parts["seat"]) if parts["by"] == PERSON else table.away
    return played | {"patience": PATIENT, "away": away}


def _without(away: Mapping[str, str], seats: str) -> Mapping[str, str]:
    return {seat: why for seat, why in away.items() if seat not in seats}


def _stand_in_changed(_: Table, parts: Parts) -> Parts:
    return {"stand_in": parts["level"], "ready": ""}


def _hints_changed(_: Table, parts: Parts) -> Parts:
    return {"hints": parts["hints"], "ready": ""}


def _watchers_changed(_: Table, parts: Parts) -> Parts:
    return {"watchers": parts["watchers"]}


def _public_changed(_: Table, parts: Parts) -> Parts:
    return {"is_public": parts["is_public"]}


def _hushed(table: Table, parts: Parts) -> Parts:
    others = table.quiet - {parts["holder"]}
    return {"quiet": others | {parts["holder"]} if parts["is_quiet"] else others}


def _night_set(table: Table, parts: Parts) -> Parts:
    others = {seat: night for seat, night in table.nights.items() if seat not in parts["seats"]}
    night = parts["night"]
    return {"nights": others | ({} if night is None else dict.fromkeys(parts["seats"], Night(**night)))}


def _nudged(table: Table, parts: Parts) -> Parts:
    known = table.patience
    return {"patience": replace(known, nudged=known.nudged + parts["by"], since=known.since or parts["at"])}


def _stood_in(table: Table, parts: Parts) -> Parts:
    return {"away": {**table.away, parts["seat"]: parts["why"]}}


def _voted(table: Table, parts: Parts) -> Parts:
    return _voted_to_end(table, parts) if parts["what"] == END else _voted_to_go_on(table, parts)


def _voted_to_end(table: Table, parts: Parts) -> Parts:
    """Somebody wants to end the game, which ends when all do; or does not, and then nothing is proposed any more."""
    if not parts["is_agreed"]:
        return {"ending": Proposal(declined=table.turn)}
    ending = table.ending.at(parts["at"], table.pace).agreed(parts["seats"], parts["at"])
    return {"ending": ending, "ended": AGREEMENT if is_unanimous(ending.seats, table.deciders) else None}


def _voted_to_go_on(table: Table, parts: Parts) -> Parts:
    """Somebody wants to go on without waiting, or does not any more; with enough of them the computer plays."""
    others = set(table.patience.go_on) - set(parts["seats"])
    go_on = "".join(sorted(others | set(parts["seats"] if parts["is_agreed"] else "")))
    changes: Parts = {"patience": replace(table.patience, go_on=go_on)}
    if table.to_move is not None and is_enough(go_on, table.others):
        changes |= {"away": {**table.away, table.to_move: VOTE}}
    return changes


def _resigned(table: Table, parts: Parts) -> Parts:
    """Computer players play there to the end."""
    return {"away": {**table.away, **dict.fromkeys(parts["seats"], RESIGNED)}}


def _came_back(table: Table, parts: Parts) -> Parts:
    return {"away": _without(table.away, parts["seats"]), "patience": PATIENT}


def _rematch(_: Table, parts: Parts) -> Parts:
    return {"rematch": parts["table"]}


_CHANGES: dict[str, Callable[[Table, Parts], Parts]] = {
    "sat": _sat,
    "string_given": _string_given,
    "left": _left,
    "renamed": _renamed,
    "seat_changed": _seat_changed,
    "unseated": _unseated,
    "readied": _readied,
    "started": _started,
    "turn": _turn,
    "stand_in_changed": _stand_in_changed,
    "hints_changed": _hints_changed,
    "watchers_changed": _watchers_changed,
    "public_changed": _public_changed,
    "hushed": _hushed,
    "night_set": _night_set,
    "nudged": _nudged,
    "stood_in": _stood_in,
    "voted": _voted,
    "came_back": _came_back,
    "resigned": _resigned,
    "rematch": _rematch,
}
KINDS = ("opened", *_CHANGES)
"""The kinds of entries that a log may hold."""
COUNTED_BY_SEAT = ("string_given", "readied", "hushed", "night_set", "nudged", "voted", "came_back")
