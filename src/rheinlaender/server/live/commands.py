"""Commands: what people ask of a table, turned into the next entry of its log, or refused. Pure, but for the seed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rheinlaender.game.options import write_options
from rheinlaender.game.seat import FEWEST_SEATS, LETTERS, read_seat
from rheinlaender.server import errors
from rheinlaender.server.contract.commands import (
    BotWish,
    ChangeSeat,
    Command,
    GiveString,
    Leave,
    OpenTable,
    PersonWish,
    Play,
    Ready,
    Rename,
    SeatWish,
    Sit,
    Start,
    Unseat,
)
from rheinlaender.server.live.customs import CUSTOMS_DRAFTS
from rheinlaender.server.live.judging import (
    Asker,
    Draft,
    before_start,
    must_have_seat,
    must_hold,
    must_own,
    own_turn,
    seat_of,
)
from rheinlaender.server.live.waiting import WAITING_DRAFTS
from rheinlaender.server.values.beginning import begin
from rheinlaender.server.values.branch import beginning_at
from rheinlaender.server.values.chance import Seed
from rheinlaender.server.values.changes import counted_as
from rheinlaender.server.values.clock import Now
from rheinlaender.server.values.entry import OVER, PLAYING, Parts
from rheinlaender.server.values.naming import check_distinct, check_name
from rheinlaender.server.values.seat import BOT, OPEN, PERSON
from rheinlaender.server.values.secret import digest_of
from rheinlaender.server.values.table import CHANCE, Table
from rheinlaender.server.values.turn import decide_turn
from rheinlaender.server.writing.frames import write_clock

TURN = "turn"
LOSER = "loser"
MOST_OF_A_KIND = 300
"""How many entries of one kind a log may have, so that nobody makes it grow for ever; the rules limit turns."""


def opening_parts(asked: OpenTable) -> Parts:
    """The first entry of the log of a table that somebody opens."""
    if asked.first != CHANCE:
        read_seat(asked.first, len(asked.seats))
    owner = digest_of(asked.secret)
    names = [wish.name for wish in asked.seats if isinstance(wish, PersonWish)]
    for place, name in enumerate(names):
        check_name(name)
        check_distinct(name, names[:place])
    return {
        "owner": owner,
        "seats": [_seat_parts(wish, owner) for wish in asked.seats],
        "options": asked.options,
        "first": asked.first,
        "pace": asked.pace,
        "clock": asked.clock.model_dump() if asked.clock else None,
        "stand_in": asked.stand_in,
        "grace": asked.grace,
        "hints": asked.hints,
        "is_public": asked.is_public,
        "language": asked.language,
        "ready_check": asked.ready_check,
        "awaited": _own_letters(asked) if asked.gives_string else "",
    }


def _own_letters(asked: OpenTable) -> str:
    """The letters of the seats that the opener holds."""
    return "".join(letter for letter, wish in zip(LETTERS, asked.seats, strict=False) if isinstance(wish, PersonWish))


def branching_parts(asked: OpenTable, line: str, former: str | None) -> Parts:
    """The same of a table whose game begins at a position, perhaps of a former game; who begins is that of the line."""
    beginning, game = beginning_at(line, len(asked.seats), former)
    agreed = {"options": write_options(game.options), "first": game.view().first}
    return opening_parts(asked) | agreed | {"beginning": beginning.write()}


def _seat_parts(wish: SeatWish, owner: str | None) -> Parts:
    """A seat as it is wished; a person's is held by the owner of the table."""
    if isinstance(wish, PersonWish):
        return {"kind": PERSON, "name": wish.name, "level": None, "holder": owner}
    level = wish.level if isinstance(wish, BotWish) else None
    return {"kind": wish.kind, "name": "", "level": level, "holder": None}


def next_first(table: Table, wish: str) -> str:
    """The seat that begins the next game: the next one, or of those with the fewest coins the one that comes first."""
    letters = LETTERS[: len(table.seats)]
    start = letters.index(table.first) + 1
    order = letters[start:] + letters[:start]
    result = table.begun_game.result()
    if wish != LOSER or result is None:
        return order[0]
    return min(order, key=lambda letter: result.coins[letter])


def rematch_parts(table: Table, first: str, awaited: str = "") -> Parts:
    """The first entry of the log of the next table: the same people on the same seats, who give other strings."""
    return {
        "owner": table.owner or table.seats[0].holder,
        "seats": [replace(seat, string="").write() for seat in table.seats],
        "options": write_options(table.options),
        "first": next_first(table, first),
        "pace": table.pace,
        "clock": write_clock(table),
        "stand_in": table.stand_in,
        "grace": table.grace,
        "hints": table.hints or table.day is not None,
        "ready_check": table.ready_check,
        "watchers": table.watchers,
        "is_public": table.is_public,
        "language": table.language,
        "beginning": None if table.beginning is None else table.beginning.write(),
        "awaited": awaited,
        "quiet": sorted(table.quiet),
    }


def draft_of(table: Table, holder: str | None, command: Command, seed: Seed, now: Now) -> Draft:
    """The entry that a command of the holder of a secret leads to; `seed` is chance, if the game starts by it."""
    draft = _DRAFTS[command.name](Asker(table, holder, seed, now), command)
    if draft.kind != TURN and table.counts.get(counted_as(draft.kind, draft.parts), 0) >= MOST_OF_A_KIND:
        raise errors.ChangedTooOften()
    return draft


def started(table: Table, level: str | None, seed: Seed) -> Draft:
    """The entry that starts the game; open seats become computer players of the level, or are left out without one."""
    seats = [replace(seat, kind=BOT, level=level) if seat.kind == OPEN and level else seat for seat in table.seats]
    seats = [seat for seat in seats if seat.kind != OPEN]
    if len(seats) < FEWEST_SEATS:
        raise errors.TooFewSeats(least=FEWEST_SEATS)
    return Draft("started", begin(table, seats, table.seed or seed), stage=PLAYING)


def computer_turn(table: Table, moves: list[str], level: str, share: float | None = None) -> Draft:
    """The entry of a turn that a computer player made, with its share of the time of a level that searches."""
    assert table.to_move is not None
    draft = _turn_draft(table, moves, table.to_move, level)
    return draft if share is None else replace(draft, parts={**draft.parts, "share": share})


def _turn_draft(table: Table, moves: list[str], seat: str, by: str) -> Draft:
    parts, is_over = decide_turn(table.begun_game, table.key, moves, seat, by)
    return Draft(TURN, parts, {"turn": parts["turn"]}, OVER if is_over else PLAYING)


def _sit(asker: Asker, command: Sit) -> Draft:
    before_start(asker.table)
    letter: str = command.seat or asker.table.open_seats[:1]
    if not letter:
        raise errors.NoOpenSeat()
    if seat_of(asker.table, letter).kind != OPEN:
        raise errors.SeatTaken(seat=letter)
    new = digest_of(command.secret)
    if new in asker.table.unseated:
        raise errors.Unseated()
    _may_be_called(asker.table, letter, command.player)
    seats = "".join(sorted(asker.table.held_by(new) + letter))
    parts: Parts = {"seat": letter, "name": command.player, "holder": new}
    return Draft("sat", parts | ({"string": command.string} if command.string else {}), {"seats": seats})


def _give_string(asker: Asker, command: GiveString) -> Draft:
    held = must_have_seat(asker.table, asker.holder)
    before_start(asker.table)
    return Draft("string_given", {"seats": held, "string": command.string})


def _may_be_called(table: Table, letter: str, name: str) -> None:
    """Whether a name can be read, and is not that of somebody else at the table."""
    check_name(name)
    check_distinct(name, (seat.name for seat in table.seats if seat.letter != letter))


def _leave(asker: Asker, command: Leave) -> Draft:
    must_hold(asker.table, asker.holder, command.seat)
    before_start(asker.table)
    return Draft("left", {"seat": command.seat})


def _rename(asker: Asker, command: Rename) -> Draft:
    must_hold(asker.table, asker.holder, command.seat)
    _may_be_called(asker.table, command.seat, command.player)
    return Draft("renamed", {"seat": command.seat, "name": command.player}, stage=asker.table.stage)


def _change_seat(asker: Asker, command: ChangeSeat) -> Draft:
    must_own(asker.table, asker.holder)
    before_start(asker.table)
    if seat_of(asker.table, command.seat).kind == PERSON:
        raise errors.SeatTaken(seat=command.seat)
    return Draft("seat_changed", {"seat": command.seat, "to": _seat_parts(command.to, asker.holder)})


def _unseat(asker: Asker, command: Unseat) -> Draft:
    must_own(asker.table, asker.holder)
    before_start(asker.table)
    seat = seat_of(asker.table, command.seat)
    if seat.kind != PERSON:
        raise errors.SeatNotTaken(seat=command.seat)
    if seat.holder == asker.table.owner:
        raise errors.OwnSeat(seat=command.seat)
    to = _seat_parts(command.to, asker.holder)
    return Draft("unseated", {"seat": command.seat, "to": to, "holder": seat.holder})


def _ready(asker: Asker, command: Ready) -> Draft:
    held = must_have_seat(asker.table, asker.holder)
    before_start(asker.table)
    return Draft("readied", {"seats": held, "is_ready": command.is_ready})


def _start(asker: Asker, command: Start) -> Draft:
    must_own(asker.table, asker.holder)
    before_start(asker.table)
    own = asker.table.held_by(asker.holder)
    unready = "".join(letter for letter in asker.table.unready if letter not in own)
    if unready:
        raise errors.NotReady(unready=unready)
    return started(asker.table, command.level, asker.seed)


def _play(asker: Asker, command: Play) -> Draft:
    seat = own_turn(asker.table, asker.holder, command.turn)
    return _turn_draft(asker.table, command.moves, seat, PERSON)


_DRAFTS: dict[str, Callable[[Asker, Any], Draft]] = {
    "sit": _sit,
    "give_string": _give_string,
    "leave": _leave,
    "rename": _rename,
    "change_seat": _change_seat,
    "unseat": _unseat,
    "ready": _ready,
    "start": _start,
    "play": _play,
    **CUSTOMS_DRAFTS,
    **WAITING_DRAFTS,
}


def may_rematch(table: Table, holder: str | None) -> None:
    """Whether the holder of a secret may ask for a rematch now."""
    must_have_seat(table, holder)
    if table.stage != OVER:
        raise errors.NotOver()
