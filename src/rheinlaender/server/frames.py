"""Frames: a table as one viewer may see it, in the JSON of the protocol. Positions pass only through `Game.view`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson

from rheinlaender.game.event import CardDrawn, Event
from rheinlaender.game.game import Game, Line, Result
from rheinlaender.game.move import (
    ChangeCard,
    Convert,
    Move,
    NoBastion,
    PlaceBastion,
    Reinforce,
    Settle,
    field_in_region,
)
from rheinlaender.game.options import write_options
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import View
from rheinlaender.server.table import Last, Parts, Seat, Table, Viewer

Places = Mapping[str, tuple[float, float]]
KINDS = {
    Settle: "settle",
    Reinforce: "reinforce",
    Convert: "convert",
    ChangeCard: "change",
    PlaceBastion: "bastion",
    NoBastion: "none",
}
SECRET_PARTS = {"owner", "holder", "position", "seed", "card", "was_shuffled", "deck"}
NOBODY, EVERYBODY = "", LETTERS
"""Whose hands are seen: those of no seat, or of all."""


def frame_text(table: Table, viewer: Viewer) -> str:
    """A frame as it is sent; it is written once for all viewers that are the same to the table."""
    if viewer not in table.frames:
        table.frames[viewer] = orjson.dumps(write_frame(table, viewer)).decode()
    return table.frames[viewer]


def write_frame(table: Table, viewer: Viewer) -> Parts:
    """What a viewer may know after an entry."""
    view = None if table.game is None else write_own_view(table, table.game, viewer.seats)
    own = str(view["seat"]) if view and view["seat"] else NOBODY
    return {
        "seq": table.number,
        "table": write_table(table, viewer),
        "entry": write_entry(table, own),
        "view": view,
    }


def write_frame_of_all(table: Table, viewer: Viewer) -> Parts:
    """A frame of a finished game with every draw and all coins, seen from the seat to move."""
    assert table.game is not None
    view = table.game.view(table.public_view.to_move)
    view = replace(view, coins=dict(view.counted))
    return {
        "seq": table.number,
        "table": write_table(table, viewer),
        "entry": write_entry(table, EVERYBODY),
        "view": write_view(table.game, view, [], table.last, table.duke_places),
    }


def write_table(table: Table, viewer: Viewer) -> Parts:
    """Everything about a table but the game."""
    return {
        "id": table.id,
        "stage": table.stage,
        "seats": [write_seat(seat) | {"is_yours": seat.letter in viewer.seats} for seat in table.seats],
        "you": {"seats": viewer.seats, "is_owner": viewer.is_owner},
        "options": write_options(table.options),
        "option_values": table.options.values,
        "first": table.first,
        "pace": table.pace,
        "stand_in": table.stand_in,
        "grace": table.grace,
        "hints": table.hints,
        "rematch": table.rematch,
        "opened": table.opened,
    }


def write_seat(seat: Seat) -> Parts:
    """Who plays on a seat."""
    return {"seat": seat.letter, "kind": seat.kind, "name": seat.name, "level": seat.level}


def write_entry(table: Table, seats: str) -> Parts:
    """What happened; a drawn card is shown only where the hand that it went to is seen.

    Whoever holds several seats sees one hand at a time: people who share a screen take turns at it.
    """
    entry = table.entry
    if entry.kind == "opened":
        return {"kind": entry.kind, "at": entry.at}
    parts = {name: value for name, value in entry.parts.items() if name not in SECRET_PARTS}
    if entry.kind == "seat_changed":
        parts["to"] = {name: parts["to"][name] for name in ("kind", "level") if parts["to"][name]}
    if entry.kind == "started":
        parts["seats"] = [write_seat(seat) for seat in table.seats]
    if entry.kind == "turn":
        parts["events"] = write_events(table.events, seats)
    return {"kind": entry.kind, "at": entry.at, **parts}


def write_events(events: Sequence[Event], seats: str) -> list[Parts]:
    """Events as those see them who see the hands of these seats."""
    return [write_event(event, seats) for event in events]


def write_event(event: Event, seats: str) -> Parts:
    """One event: its name and its parts."""
    arguments = event.arguments
    if isinstance(event, CardDrawn) and event.seat not in seats:
        arguments = {**arguments, "card": None}
    return {"name": event.name, **arguments}


def write_own_view(table: Table, game: Game, own: str) -> Parts:
    """The game as the holder of seats sees it: from the one that moves now or next, with its moves in its turn."""
    seat = next_own_seat(table.public_view, own)
    moves = game.legal_moves() if seat is not None and seat == game.to_move else []
    view = table.public_view if seat is None else game.view(seat)
    return write_view(game, view, moves, table.last, table.duke_places)


def next_own_seat(view: View, own: str) -> str | None:
    """The first own seat in turn order, from the seat to move on; None for a watcher."""
    start = view.seats.index(view.to_move)
    order = view.seats[start:] + view.seats[:start]
    return next((seat for seat in order if seat in own), None)


def write_view(game: Game, view: View, moves: Sequence[Move], last: Last, places: Places) -> Parts:
    """A view, with the legal moves if its seat is to move, and with the final account if the game is over."""
    result = game.result()
    return {
        "seat": view.seat,
        "turn": view.turn,
        "to_move": view.to_move,
        "phase": view.phase,
        "is_over": game.is_over,
        "is_ending": view.is_ending,
        "landmarks": view.landmarks,
        "knights": view.knights,
        "garrisons": view.garrisons,
        "bastions": view.bastions,
        "seats": [write_seat_view(view, seat) for seat in view.seats],
        "duchies": write_duchies(view, places),
        "hand": view.hand,
        "deck_size": view.deck_size,
        "discard": view.discard,
        "moves": [write_move(game, move) for move in moves],
        "last": None if last is None else {"seat": last[0], "fields": last[1]},
        "result": None if result is None else write_result(result),
    }


def write_seat_view(view: View, seat: str) -> Parts:
    """What everybody sees of a seat, and its coins where they are known."""
    return {
        "seat": seat,
        "supply": view.supply[seat],
        "bastions": view.bastions_left[seat],
        "coins": view.coins[seat],
        "bishops": view.bishops[seat],
        "is_archbishop": view.archbishop == seat,
        "dukes": sum(duchy.duke == seat for duchy in view.duchies),
        "worth": worth_of(view, seat),
        "hand_size": view.hand_sizes[seat],
    }


def worth_of(view: View, seat: str) -> int:
    """The worth of a seat's duchies together."""
    return sum(duchy.worth for duchy in view.duchies if duchy.duke == seat)


def write_duchies(view: View, places: Places) -> list[Parts]:
    """The duchies, each with the place of its duke in the drawing."""
    return [
        {
            "name": duchy.name,
            "fields": duchy.fields,
            "knights": duchy.knights,
            "sites": duchy.sites,
            "duke": duchy.duke,
            "leader": duchy.leader,
            "worth": duchy.worth,
            "has_bishop": duchy.has_bishop,
            "at": places.get(duchy.name),
        }
        for duchy in view.duchies
    ]


def write_move(game: Game, move: Move) -> Parts:
    """A legal move with the card it uses and the field it goes to."""
    field = getattr(move, "field", None)
    if isinstance(move, Settle | Convert):
        field = game.board.fields[field_in_region(game.board, move.card, move.bank)]
    card = getattr(move, "card", None)
    return {"move": str(move), "kind": KINDS[type(move)], "card": card, "field": field}


def write_result(result: Result) -> Parts:
    """The final account."""
    account = {seat: [write_line(line) for line in lines] for seat, lines in result.account.items()}
    return {"coins": result.coins, "winners": "".join(result.winners), "account": account}


def write_line(line: Line) -> dict[str, Any]:
    """One line of the final account."""
    duchy = {} if line.duchy is None else {"duchy": line.duchy.name, "sites": line.duchy.sites}
    return {"kind": line.kind, "coins": line.coins, **duchy}
