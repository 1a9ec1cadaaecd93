"""Events as values: what the rules did, in the past tense, read from the journal."""

from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np

from rheinlaender.board import Board
from rheinlaender.board.board import SITES
from rheinlaender.game.seat import write_seat
from rheinlaender.i18n import DEFAULT_LANGUAGE, words
from rheinlaender.rules import journal as kinds

SEATS = ("seat", "other")
"""The parts of events that are seats."""
QUOTED = {"hu": "„{}”"}
"""How the letter of a seat is written, by language: in Hungarian `a` is an article."""
_EVENTS: dict[int, type["Event"]] = {}


@dataclass(frozen=True)
class Event:
    """Something that happened. Its words in the catalogue are `event.<name>`, filled by its own parts.

    `sections` are the clauses of the rules that say why it happens.
    """

    kind: ClassVar[int]
    name: ClassVar[str]
    sections: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, kind: int, name: str, sections: str) -> None:
        cls.kind = kind
        cls.name = name
        cls.sections = tuple(sections.split())
        _EVENTS[kind] = cls

    def words(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The event as a sentence; seats appear by their letters."""
        return words(f"event.{self.name}", language, **self._letters(language))

    def _letters(self, language: str) -> dict[str, Any]:
        """The parts of the event; letters of seats stand in quotation marks where one of them is also a word."""
        mark = QUOTED.get(language, "{}")
        return {name: mark.format(part) if name in SEATS else part for name, part in self.arguments.items()}

    @property
    def arguments(self) -> dict[str, Any]:
        """The parts of the event by name."""
        return dict(vars(self))


@dataclass(frozen=True)
class CardPlayed(Event, kind=kinds.CARD_PLAYED, name="card_played", sections="2.1"):
    """A seat put a card on the discard."""

    seat: str
    card: int


@dataclass(frozen=True)
class KnightSettled(Event, kind=kinds.KNIGHT_SETTLED, name="knight_settled", sections="2.1.1"):
    """A knight was placed in the card's own region."""

    seat: str
    field: str
    card: int


@dataclass(frozen=True)
class KnightReinforced(Event, kind=kinds.KNIGHT_REINFORCED, name="knight_reinforced", sections="2.1.2"):
    """A knight was placed as a reinforcement."""

    seat: str
    field: str
    card: int


@dataclass(frozen=True)
class KnightConverted(Event, kind=kinds.KNIGHT_CONVERTED, name="knight_converted", sections="2.1.3 4.7"):
    """The archbishop replaced another seat's knight."""

    seat: str
    field: str
    other: str


@dataclass(frozen=True)
class CardChanged(Event, kind=kinds.CARD_CHANGED, name="card_changed", sections="2.4"):
    """Nothing could be placed, and a card was changed."""

    seat: str
    card: int


@dataclass(frozen=True)
class GarrisonPlaced(Event, kind=kinds.GARRISON_PLACED, name="garrison_placed", sections="4.2"):
    """A castle got its first garrison."""

    seat: str
    site: str


@dataclass(frozen=True)
class CastleLeftEmpty(Event, kind=kinds.CASTLE_LEFT_EMPTY, name="castle_left_empty", sections="4.2.2"):
    """The seat that should man a castle had no knight in supply."""

    seat: str
    site: str


@dataclass(frozen=True)
class GarrisonReplaced(Event, kind=kinds.GARRISON_REPLACED, name="garrison_replaced", sections="4.5"):
    """A garrison went home and the duke's knight took its place."""

    other: str
    site: str
    seat: str


@dataclass(frozen=True)
class DuchyFounded(Event, kind=kinds.DUCHY_FOUNDED, name="duchy_founded", sections="3.2"):
    """A duchy came to be around the new knight."""

    field: str


@dataclass(frozen=True)
class DuchyGrew(Event, kind=kinds.DUCHY_GREW, name="duchy_grew", sections="4.1"):
    """One duchy, named by its first field, grew by the new knight."""

    field: str
    duchy: str
    duke: str | None


@dataclass(frozen=True)
class DuchyMerged(Event, kind=kinds.DUCHY_MERGED, name="duchy_merged", sections="4.1"):
    """One of several duchies that the new knight joined."""

    field: str
    duchy: str
    duke: str | None


@dataclass(frozen=True)
class DukeInstalled(Event, kind=kinds.DUKE_INSTALLED, name="duke_installed", sections="3.3 4.4.1"):
    """A seat became duke."""

    seat: str
    duchy: str


@dataclass(frozen=True)
class DukeDeposed(Event, kind=kinds.DUKE_DEPOSED, name="duke_deposed", sections="4.4.2 4.4.3 5.2"):
    """A duke lost his duchy and was paid its old worth."""

    seat: str
    duchy: str
    coins: int
    leader: str | None


@dataclass(frozen=True)
class DukeWithdrawn(Event, kind=kinds.DUKE_WITHDRAWN, name="duke_withdrawn", sections="4.4.3 5.2"):
    """A seat that goes on to rule withdrew one of its dukes and was paid."""

    seat: str
    duchy: str
    coins: int
    leader: str


@dataclass(frozen=True)
class BishopInstalled(Event, kind=kinds.BISHOP_INSTALLED, name="bishop_installed", sections="4.6.1"):
    """A duke got a bishop."""

    seat: str
    duchy: str


@dataclass(frozen=True)
class BishopLost(Event, kind=kinds.BISHOP_LOST, name="bishop_lost", sections="4.6.1"):
    """A duke who went lost his bishop."""

    seat: str
    duchy: str


@dataclass(frozen=True)
class ArchbishopNamed(Event, kind=kinds.ARCHBISHOP_NAMED, name="archbishop_named", sections="4.6.2"):
    """A seat became archbishop."""

    seat: str


@dataclass(frozen=True)
class ArchbishopLost(Event, kind=kinds.ARCHBISHOP_LOST, name="archbishop_lost", sections="4.6.2"):
    """A seat is archbishop no more."""

    seat: str


@dataclass(frozen=True)
class BastionPlaced(Event, kind=kinds.BASTION_PLACED, name="bastion_placed", sections="2.2"):
    """A bastion was placed."""

    seat: str
    field: str


@dataclass(frozen=True)
class LastKnightPlaced(Event, kind=kinds.LAST_KNIGHT_PLACED, name="last_knight_placed", sections="6.1"):
    """A seat placed its last knight: the game is about to end."""

    seat: str


@dataclass(frozen=True)
class DeckShuffled(Event, kind=kinds.DECK_SHUFFLED, name="deck_shuffled", sections="2.3"):
    """The shuffle card was drawn and a new deck was made."""

    seat: str
    cards: int


@dataclass(frozen=True)
class CardDrawn(Event, kind=kinds.CARD_DRAWN, name="card_drawn", sections="2.3"):
    """A seat drew a card; only that seat may know which."""

    seat: str
    card: int | None


@dataclass(frozen=True)
class GameEnded(Event, kind=kinds.GAME_ENDED, name="game_ended", sections="6"):
    """The game is over."""

    turn: int


def kinds_of_events() -> list[type[Event]]:
    """Every kind of event."""
    return list(_EVENTS.values())


def sections_of_events() -> dict[str, tuple[str, ...]]:
    """For each kind of event, by its name, the clauses that say why it happens."""
    return {event.name: event.sections for event in kinds_of_events()}


def new_journal() -> Any:
    """An empty journal."""
    return np.zeros((kinds.MOST_EVENTS, kinds.EVENT_NUMBERS), np.int16).data


def events_of(board: Board, journal: Any) -> list[Event]:
    """The events of a journal."""
    return [
        _event(board, [journal[row, part] for part in range(kinds.EVENT_NUMBERS)])
        for row in range(1, journal[0, 0] + 1)
    ]


def _event(board: Board, numbers: list[int]) -> Event:
    """An event from its row: its kind, then its parts in their order."""
    kind, *values = numbers
    event = _EVENTS[kind]
    names = [part.name for part in fields(event)]
    return event(**{name: _part(board, name, value) for name, value in zip(names, values, strict=False)})


def _part(board: Board, name: str, value: int) -> Any:
    if name in ("seat", "other", "duke", "leader"):
        return write_seat(value)
    if name in ("field", "duchy"):
        return board.fields[value]
    return SITES[value] if name == "site" else value
