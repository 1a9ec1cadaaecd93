"""One table as its log tells it: a value that each entry turns into the next one. It touches nothing outside."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rheinlaender.drawing.picture import duke_places
from rheinlaender.game.chance import Draw
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.game.options import Options
from rheinlaender.game.rulings import options_under
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import View
from rheinlaender.notation.position import game_at, write_position
from rheinlaender.server.errors import NotStarted
from rheinlaender.server.values.chance import Seed, chance, deal
from rheinlaender.server.values.entry import OVER, PLAYING, WAITING, Entry, Parts
from rheinlaender.server.values.seat import OPEN, PERSON, Seat, read_seats
from rheinlaender.server.values.turn import Last, placed_fields, play_turn
from rheinlaender.server.values.viewer import WATCHER, Viewer

CHANCE = "chance"


@dataclass(frozen=True)
class Table:
    """A table after one entry of its log."""

    id: str
    entry: Entry
    opened: str
    owner: str
    seats: tuple[Seat, ...]
    options: Options
    first: str
    pace: str
    stand_in: str | None
    grace: int
    hints: bool
    ready_check: bool = False
    """Whether everybody says that they are ready before the game starts."""
    ready: str = ""
    """The letters of the seats whose people have said so."""
    unseated: frozenset[str] = frozenset()
    """Those from whom the owner has taken a seat back, by the digests of their secrets."""
    watchers: bool = True
    rematch: str | None = None
    game: Game | None = None
    seed: Seed = 0
    events: tuple[Event, ...] = ()
    last: Last = None
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many entries of each kind the log has so far."""
    frames: dict[Any, str] = field(default_factory=dict, compare=False, repr=False)
    """Frames of this entry that were written already, by viewer."""

    @property
    def number(self) -> int:
        """The number of the entry that the table stands at."""
        return self.entry.number

    @property
    def rules(self) -> int:
        """The version of the rules that the table plays by: that of its opening, also when newer ones have come."""
        return self.entry.rules

    @cached_property
    def stage(self) -> str:
        """Whether the table waits, plays or is over."""
        if self.game is None:
            return WAITING
        return OVER if self.game.is_over else PLAYING

    @property
    def begun_game(self) -> Game:
        """The game, or a refusal where it has not begun."""
        if self.game is None:
            raise NotStarted()
        return self.game

    @cached_property
    def public_view(self) -> View:
        """The game as a watcher sees it."""
        return self.begun_game.view()

    @cached_property
    def duke_places(self) -> dict[str, tuple[float, float]]:
        """Where the drawing puts the dukes, which is the same for everybody."""
        return duke_places(self.public_view)

    def forget(self) -> None:
        """Let go of what can be worked out again."""
        self.frames.clear()
        for name in ("public_view", "duke_places"):
            self.__dict__.pop(name, None)

    @property
    def to_move(self) -> str | None:
        """The seat to move, or None before and after the game."""
        return self.game.to_move if self.game is not None else None

    @property
    def turn(self) -> int:
        """How many turns are finished."""
        return len(self.game.turns) if self.game is not None else 0

    @property
    def open_seats(self) -> str:
        """The letters of the seats that wait for somebody."""
        return "".join(seat.letter for seat in self.seats if seat.kind == OPEN)

    @property
    def unready(self) -> str:
        """The letters of the seats whose people have to say yet that they are ready."""
        people = (seat.letter for seat in self.seats if seat.kind == PERSON and seat.letter not in self.ready)
        return "".join(people) if self.ready_check else ""

    @property
    def may_begin(self) -> bool:
        """Whether the game starts by itself: nobody is missing, and everybody is ready."""
        return self.stage == WAITING and not self.open_seats and not self.unready

    def seat(self, letter: str) -> Seat:
        """The seat of a letter."""
        return self.seats[LETTERS.index(letter)]

    def held_by(self, holder: str | None) -> str:
        """The letters of the seats that a secret holds."""
        if holder is None:
            return ""
        return "".join(seat.letter for seat in self.seats if seat.holder == holder)

    def viewer(self, holder: str | None) -> Viewer:
        """What the holder of a secret is to this table."""
        if holder is None:
            return WATCHER
        return Viewer(self.held_by(holder), holder == self.owner, holder in self.unseated)

    def may_watch(self, holder: str | None) -> bool:
        """Whether the holder of a secret may see the table; before the start everybody may, for it hides nothing."""
        return self.watchers or self.stage == WAITING or not self.viewer(holder).is_watcher


def opened_table(table: str, entry: Entry) -> Table:
    """A table from the first entry of its log."""
    parts = entry.parts
    return Table(
        id=table,
        entry=entry,
        opened=entry.at,
        owner=parts["owner"],
        seats=read_seats(parts["seats"]),
        options=options_under(entry.rules, parts["options"]),
        first=parts["first"],
        pace=parts["pace"],
        stand_in=parts["stand_in"],
        grace=parts["grace"],
        hints=parts["hints"],
        ready_check=parts.get("ready_check", False) and any(seat["kind"] == OPEN for seat in parts["seats"]),
        watchers=parts.get("watchers", True),
    )


def after(table: Table, entry: Entry) -> Table:
    """The table after one more entry."""
    changes: Parts = {"events": ()} | _CHANGES[entry.kind](table, entry.parts)
    name = counted_as(entry.kind, entry.parts)
    counts = {**table.counts, name: table.counts.get(name, 0) + 1}
    return replace(table, entry=entry, counts=counts, frames={}, **changes)


def counted_as(kind: str, parts: Parts) -> str:
    """What an entry is counted as: what many may write often, each for themselves, is counted by their seats."""
    return f"{kind} {parts['seats']}" if kind == "readied" else kind


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
    return _with_new_seat(table, parts["seat"], kind=PERSON, name=parts["name"], level=None, holder=parts["holder"])


def _left(table: Table, parts: Parts) -> Parts:
    return _with_new_seat(table, parts["seat"], kind=OPEN, name="", level=None, holder=None)


def _renamed(table: Table, parts: Parts) -> Parts:
    return _with_seat(table, parts["seat"], name=parts["name"])


def _seat_changed(table: Table, parts: Parts) -> Parts:
    return _with_new_seat(table, parts["seat"], **parts["to"])


def _unseated(table: Table, parts: Parts) -> Parts:
    return _seat_changed(table, parts) | {"unseated": table.unseated | {parts["holder"]}}


def _readied(table: Table, parts: Parts) -> Parts:
    others = set(table.ready) - set(parts["seats"])
    return {"ready": "".join(sorted(others | set(parts["seats"] if parts["is_ready"] else "")))}


def _started(table: Table, parts: Parts) -> Parts:
    game = game_at(parts["position"], rules=table.rules)
    return {"seats": read_seats(parts["seats"]), "first": parts["first"], "seed": parts["seed"], "game": game}


def _turn(table: Table, parts: Parts) -> Parts:
    game = table.begun_game.copy()
    events = play_turn(game, parts["moves"], parts["seat"], Draw(parts["card"], parts["was_shuffled"]))
    if parts["was_shuffled"]:
        game.order_deck(parts["deck"])
    return {"game": game, "events": tuple(events), "last": (parts["seat"], placed_fields(events))}


def _stand_in_changed(_: Table, parts: Parts) -> Parts:
    return {"stand_in": parts["level"], "ready": ""}


def _hints_changed(_: Table, parts: Parts) -> Parts:
    return {"hints": parts["hints"], "ready": ""}


def _watchers_changed(_: Table, parts: Parts) -> Parts:
    return {"watchers": parts["watchers"]}


def _rematch(_: Table, parts: Parts) -> Parts:
    return {"rematch": parts["table"]}


_CHANGES: dict[str, Callable[[Table, Parts], Parts]] = {
    "sat": _sat,
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
    "rematch": _rematch,
}
KINDS = ("opened", *_CHANGES)
"""The kinds of entries that a log may hold."""


def begin(table: Table, seats: Sequence[Seat], seed: Seed) -> Parts:
    """The parts of the entry that starts a game; the seed decides everything that is chance."""
    first = _first_of(table, seats, seed)
    game = Game.new(len(seats), table.options, chance(seed, "landmarks"), first)
    deal(game, seed)
    position = write_position(game.engine, game.position)
    return {"seats": [seat.write() for seat in seats], "first": first, "position": position, "seed": seed}


def _first_of(table: Table, seats: Sequence[Seat], seed: Seed) -> str:
    """The letter, among the seats that play, of the one that begins; where that one is left out, of the next."""
    if table.first == CHANCE:
        return LETTERS[chance(seed, "first") % len(seats)]
    following = [number for number, seat in enumerate(seats) if seat.letter >= table.first]
    return LETTERS[following[0] if following else 0]
