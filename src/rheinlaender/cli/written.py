"""Values as JSON for other programs: every leaf is notation, a number or words (docs/reference/json.md)."""

import argparse
import json
from typing import Any

from rheinlaender.game.duchy import Duchy
from rheinlaender.game.event import Event
from rheinlaender.game.view import View


def add_json(parser: argparse.ArgumentParser) -> None:
    """The argument that asks for JSON."""
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")


def print_json(value: Any) -> None:
    """Print a value as one line that every terminal can show."""
    print(json.dumps(value))


def write_seen(view: View) -> dict[str, Any]:
    """All that a seat, or a watcher, knows of a position."""
    from rheinlaender.notation.position import write_view

    return {
        "position": write_view(view),
        "seat": view.seat,
        "turn": view.turn,
        "to_move": view.to_move,
        "phase": view.phase,
        "hand": list(view.hand),
        "seats": {letter: _seat(view, letter) for letter in view.seats},
        "duchies": [_duchy(duchy) for duchy in view.duchies],
        "knights": view.knights,
        "garrisons": view.garrisons,
        "bastions": list(view.bastions),
        "landmarks": view.landmarks,
        "deck_size": view.deck_size,
        "discard": list(view.discard),
    }


def _seat(view: View, letter: str) -> dict[str, Any]:
    return {
        "knights": view.supply[letter],
        "bastions": view.bastions_left[letter],
        "coins": view.coins[letter],
        "cards": view.hand_sizes[letter],
        "bishops": view.bishops[letter],
        "is_archbishop": view.archbishop == letter,
        "worth": view.worth_for(letter),
    }


def _duchy(duchy: Duchy) -> dict[str, Any]:
    return {
        "name": duchy.name,
        "duke": duchy.duke,
        "leader": duchy.leader,
        "worth": duchy.worth,
        "fields": list(duchy.fields),
        "sites": list(duchy.sites),
        "knights": duchy.knights,
        "has_bishop": duchy.has_bishop,
    }


def write_event(event: Event, language: str) -> dict[str, Any]:
    """What happened, by name, with its parts, and in words."""
    parts = {name: list(part) if isinstance(part, tuple) else part for name, part in event.arguments.items()}
    return {"event": event.name, "parts": parts, "words": event.words(language)}
