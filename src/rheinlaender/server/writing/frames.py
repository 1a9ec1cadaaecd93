"""Frames: a table as one viewer may see it, in the JSON of the protocol. Positions pass only through `Game.view`."""

from dataclasses import asdict, replace

import orjson

from rheinlaender.game.fair import VERSION
from rheinlaender.game.game import Game
from rheinlaender.game.options import write_options
from rheinlaender.game.view import View
from rheinlaender.server.values.clock import UNCOUNTED, Now, is_night
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.viewer import Viewer
from rheinlaender.server.writing.entries import write_entry, write_player
from rheinlaender.server.writing.views import EVERYBODY, NOBODY, write_game_view


def frame_text(table: Table, viewer: Viewer) -> str:
    """A frame as it is sent; it is written once for all viewers that are the same to the table."""
    if viewer not in table.frames:
        table.frames[viewer] = orjson.dumps(write_frame(table, viewer)).decode()
    return table.frames[viewer]


def in_epoch(text: str, epoch: str) -> str:
    """The text of a frame for somebody who has frames of a log that was set back since: in another epoch."""
    return text.replace('"epoch":""', f'"epoch":"{epoch}"', 1)


def write_frame(table: Table, viewer: Viewer) -> Parts:
    """What a viewer may know after an entry."""
    view = None if table.game is None else write_own_view(table, table.game, viewer.seats)
    own = str(view["seat"]) if view and view["seat"] else NOBODY
    return {
        "seq": table.number,
        "epoch": "",
        "table": write_table(table, viewer),
        "entry": write_entry(table, own),
        "view": view,
    }


def write_frame_of_all(table: Table, viewer: Viewer) -> Parts:
    """A frame of a finished game with every draw and all coins, seen from the seat to move."""
    return {
        "seq": table.number,
        "epoch": "",
        "table": write_table(table, viewer),
        "entry": write_entry(table, EVERYBODY),
        "view": write_view_of_all(table),
    }


def write_view_of_all(table: Table) -> Parts:
    """A finished game with all coins, seen from the seat to move."""
    view = table.begun_game.view(table.public_view.to_move)
    view = replace(view, coins=dict(view.counted))
    return write_game_view(table.begun_game, view, [], table.last, table.duke_places)


def write_table(table: Table, viewer: Viewer) -> Parts:
    """Everything about a table but the game."""
    return {
        "id": table.id,
        "stage": table.stage,
        "seats": [write_player(seat) | {"is_yours": seat.letter in viewer.seats} for seat in table.seats],
        "you": {"seats": viewer.seats, "is_owner": viewer.is_owner, "is_unseated": viewer.is_unseated},
        "options": write_options(table.options),
        "option_values": table.options.values,
        "first": table.first,
        "pace": table.pace,
        "stand_in": table.stand_in,
        "grace": table.grace,
        "hints": table.hints,
        "ready_check": table.ready_check,
        "ready": table.ready,
        "watchers": table.watchers,
        "is_public": table.is_public,
        "language": table.language,
        "quiet": table.quiet_seats,
        "clock": write_clock(table),
        "deputy": table.deputy,
        "night": write_night(table, viewer),
        "away": table.away,
        "nudged": table.patience.nudged,
        "nudged_at": table.patience.since,
        "go_on": table.patience.go_on,
        "deciders": table.deciders,
        "end_votes": table.ending.seats,
        "end_until": table.ending.until(table.pace),
        "ended": table.ended,
        "rematch": table.rematch,
        "beginning": write_beginning(table),
        "deal": write_deal(table),
        "day": None if table.day is None else {"date": table.day.date, "is_counted": table.day.is_counted},
        "opened": table.opened,
    }


def write_beginning(table: Table) -> Parts | None:
    """Where a game that began at a position comes from; not the position, which may tell what is hidden."""
    known = table.beginning
    return None if known is None else {"table": known.table, "turn": known.turn, "is_dealt": known.is_dealt}


def write_deal(table: Table) -> Parts | None:
    """What lets everybody check the deal; the seed only when the game is over."""
    if table.commitment is None:
        return None
    return {
        "version": VERSION,
        "commitment": table.commitment,
        "strings": {seat.letter: seat.string for seat in table.seats if seat.string},
        "awaited": table.missing_strings,
        "seed": str(table.seed) if table.is_revealed else None,
    }


def write_clock(table: Table) -> Parts | None:
    """How much time everybody has."""
    return None if table.clock is None else {"bank": table.clock.bank, "increment": table.clock.increment}


def write_night(table: Table, viewer: Viewer) -> Parts | None:
    """The hours in which a viewer sleeps; those of others are their own."""
    return next((asdict(table.nights[seat]) for seat in viewer.seats if seat in table.nights), None)


def write_clocks(table: Table, now: Now) -> Parts:
    """What everybody has left, and whose clock runs."""
    times, to_move = table.times, table.to_move
    left = {} if times is None else {seat: table.left(seat, now) for seat in times.left}
    if times is None or to_move is None or to_move not in left or to_move in table.away:
        return {"left": left, "running": None, "delay": 0, "is_night": False}
    delay = max(0, UNCOUNTED - max(0, now.uptime - times.began.uptime))
    return {"left": left, "running": to_move, "delay": delay, "is_night": is_night(times.nights.get(to_move), now)}


def write_own_view(table: Table, game: Game, own: str) -> Parts:
    """The game as the holder of seats sees it: from the one that moves now or next, with its moves in its turn."""
    seat = next_own_seat(table.public_view, own)
    moves = game.legal_moves() if seat is not None and seat == table.to_move else []
    view = table.public_view if seat is None else game.view(seat)
    return write_game_view(game, view, moves, table.last, table.duke_places)


def next_own_seat(view: View, own: str) -> str | None:
    """The first own seat in turn order, from the seat to move on; None for a watcher."""
    start = view.seats.index(view.to_move)
    order = view.seats[start:] + view.seats[:start]
    return next((seat for seat in order if seat in own), None)
