"""One table as its log tells it: a value that each entry turns into the next one. It touches nothing outside."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rheinlaender.drawing.picture import duke_places
from rheinlaender.game.event import Event
from rheinlaender.game.fair import commitment_of
from rheinlaender.game.game import Game
from rheinlaender.game.options import Options
from rheinlaender.game.rulings import options_under
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import View
from rheinlaender.server.errors import NotStarted
from rheinlaender.server.values.branch import Beginning, read_beginning
from rheinlaender.server.values.chance import Seed, key_at, seed_bytes
from rheinlaender.server.values.clock import DAYS, Limit, Night, Now, Times
from rheinlaender.server.values.day import Day, read_day
from rheinlaender.server.values.ending import NOTHING_PROPOSED, Proposal
from rheinlaender.server.values.entry import OVER, PLAYING, WAITING, Entry, Parts
from rheinlaender.server.values.patience import PATIENT, RESIGNED, Patience
from rheinlaender.server.values.seat import OPEN, PERSON, Seat, read_seats
from rheinlaender.server.values.turn import Last
from rheinlaender.server.values.viewer import WATCHER, Viewer

CHANCE = "chance"
DEPUTY = "knight"
"""The level that plays for people where the table has chosen none."""


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
    is_public: bool = False
    """Whether everybody finds the table in the lobby."""
    language: str | None = None
    """The language of whoever opened it, where it is known."""
    quiet: frozenset[str] = frozenset()
    """Those who want quiet at the table, by the digests of their secrets."""
    clock: Limit | None = None
    times: Times | None = None
    """What everybody has left, once the game has begun at a table with clocks."""
    nights: Mapping[str, Night] = field(default_factory=dict)
    away: Mapping[str, str] = field(default_factory=dict)
    """The seats that a computer player plays for until their people come back, and why."""
    patience: Patience = PATIENT
    ending: Proposal = NOTHING_PROPOSED
    ended: str | None = None
    """Why the game is over although it has no result."""
    rematch: str | None = None
    beginning: Beginning | None = None
    """The position at which the game begins, where that is not a new deal."""
    day: Day | None = None
    """The day whose deal the table has, where it has not one of its own."""
    game: Game | None = None
    seed: Seed = 0
    commitment: str | None = None
    """The digest of the seed, which everybody is shown from the opening on; older tables have none."""
    awaited: str = ""
    """The seats whose strings for the deal the table waits for."""
    is_first_drawn: bool = False
    """Whether chance has decided who begins."""
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
        return OVER if self.game.is_over or self.ended else PLAYING

    @property
    def is_revealed(self) -> bool:
        """Whether nothing is hidden any more: the game was played to its end."""
        return self.game is not None and self.game.is_over

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
        return self.game.to_move if self.game is not None and not self.ended else None

    @property
    def turn(self) -> int:
        """How many turns are finished, with those before the position at which the table began."""
        return self.game.turn if self.game is not None else 0

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
        """Whether the game starts by itself: nobody is missing, everybody is ready, and no string has to come."""
        return self.stage == WAITING and not self.open_seats and not self.unready and not self.missing_strings

    @property
    def missing_strings(self) -> str:
        """The seats whose strings for the deal have to come yet."""
        people = (seat for seat in self.seats if seat.kind == PERSON and seat.letter in self.awaited)
        return "".join(seat.letter for seat in people if not seat.string)

    @cached_property
    def key(self) -> bytes:
        """The key of all that is chance in the game."""
        return key_at(self.deal, self.seats, self.seed)

    @property
    def deal(self) -> str:
        """What the deal is known by: the table, or the day whose deal it has."""
        return self.id if self.day is None else self.day.deal

    @property
    def is_left_alone(self) -> bool:
        """Whether the game goes on although nobody looks: a computer player plays the deal of the day."""
        return self.day is not None and not any(seat.kind == PERSON for seat in self.seats)

    @property
    def quiet_seats(self) -> str:
        """The letters of the seats whose people want quiet, and a dash for an owner who has no seat."""
        seats = "".join(seat.letter for seat in self.seats if seat.holder in self.quiet)
        return f"{seats}-" if self.owner in self.quiet and not self.held_by(self.owner) else seats

    @property
    def deputy(self) -> str:
        """The level that plays for people who ran out of time, or whom the others wait for no longer."""
        return self.stand_in or DEPUTY

    @property
    def is_waiting_for_person(self) -> bool:
        """Whether it is the turn of a person for whom nobody plays."""
        to_move = self.to_move
        return to_move is not None and self.seat(to_move).kind == PERSON and to_move not in self.away

    @property
    def others(self) -> str:
        """The seats of the people who wait for whoever is to move, but for those who are played for."""
        holder = self.seat(self.to_move).holder if self.to_move else None
        people = (seat for seat in self.seats if seat.kind == PERSON and seat.holder != holder)
        return "".join(seat.letter for seat in people if seat.letter not in self.away)

    @property
    def people(self) -> str:
        """The seats of people."""
        return "".join(seat.letter for seat in self.seats if seat.kind == PERSON)

    @property
    def deciders(self) -> str:
        """The seats of the people who have not resigned: they decide whether a game ends without a result."""
        return "".join(letter for letter in self.people if self.away.get(letter) != RESIGNED)

    def left(self, letter: str, now: Now) -> int | None:
        """The milliseconds that a seat has left; None without a clock."""
        if self.times is None or letter not in self.times.left:
            return None
        is_running = letter == self.to_move and letter not in self.away
        return self.times.left_of(letter, now, is_running)

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

    def may_watch(self, holder: str | None, at: str) -> bool:
        """Whether the holder of a secret may see the table at a time; before the start it hides nothing.

        What tells of the deal of a day is shown to nobody else before the day is over.
        """
        if self.day is not None and not self.day.is_over(at):
            return not self.viewer(holder).is_watcher
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
        is_public=parts.get("is_public", False),
        language=parts.get("language"),
        quiet=frozenset(parts.get("quiet", ())),
        clock=_limit_of(parts),
        beginning=read_beginning(parts.get("beginning")),
        day=read_day(parts.get("day")),
        seed=parts.get("seed", 0),
        commitment=commitment_of(seed_bytes(parts["seed"])) if "seed" in parts else None,
        awaited=parts.get("awaited", ""),
    )


def _limit_of(parts: Parts) -> Limit | None:
    """The clock that a table was opened with."""
    clock = parts.get("clock")
    return None if clock is None else Limit(clock["bank"], clock["increment"], parts["pace"] == DAYS)
