"""Views: a game as one seat, a watcher or everybody may see it, and what happened in it. They come from `Game.view`."""

from collections.abc import Mapping, Sequence
from typing import Any

from rheinlaender.game.clock import turns_left
from rheinlaender.game.event import CardDrawn, Event
from rheinlaender.game.game import Game, Line, Result
from rheinlaender.game.move import Move
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import View
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.turn import Last

Places = Mapping[str, tuple[float, float]]
NOBODY, EVERYBODY = "", LETTERS
"""Whose hands are seen: those of no seat, or of all."""


def write_events(events: Sequence[Event], seats: str) -> list[Parts]:
    """Events as those see them who see the hands of these seats."""
    return [write_event(event, seats) for event in events]


def write_event(event: Event, seats: str) -> Parts:
    """One event: its name and its parts."""
    arguments = event.arguments
    if isinstance(event, CardDrawn) and event.seat not in seats:
        arguments = {**arguments, "card": None}
    return {"name": event.name, **arguments}


def write_game_view(game: Game, view: View, moves: Sequence[Move], last: Last, places: Places) -> Parts:
    """A view, with the legal moves if its seat is to move, and with the final account if the game is over."""
    result = game.result()
    return {
        "seat": view.seat,
        "turn": view.turn,
        "to_move": view.to_move,
        "phase": view.phase,
        "is_over": game.is_over,
        "is_ending": view.is_ending,
        "turns_left": turns_left(view),
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
        "dukes": len(view.ruled_by(seat)),
        "worth": view.worth_for(seat),
        "standing": view.standing(seat),
        "hand_size": view.hand_sizes[seat],
    }


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
    return {"move": str(move), "kind": move.kind, "card": move.card, "field": move.target(game.board)}


def write_result(result: Result) -> Parts:
    """The final account."""
    account = {seat: [write_line(line) for line in lines] for seat, lines in result.account.items()}
    return {"coins": result.coins, "winners": "".join(result.winners), "account": account}


def write_line(line: Line) -> dict[str, Any]:
    """One line of the final account."""
    duchy = {} if line.duchy is None else {"duchy": line.duchy.name, "sites": line.duchy.sites}
    parts = [{"kind": part.kind, "coins": part.coins, "site": part.site} for part in line.parts]
    return {"kind": line.kind, "coins": line.coins, "parts": parts, **duchy}
