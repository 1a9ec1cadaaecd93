"""A game for people and servers: moves in, events out; refusals in words; undo; views."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rheinlaender.board import Board, rhine
from rheinlaender.board.board import SITES
from rheinlaender.game.chance import Draw, arrange_draw
from rheinlaender.game.dealing import lay_deck
from rheinlaender.game.duchy import Duchy, duchies_of
from rheinlaender.game.errors import NothingToUndo, WrongRecord
from rheinlaender.game.event import CardDrawn, DeckShuffled, Event, events_of, new_journal
from rheinlaender.game.legality import why_illegal
from rheinlaender.game.move import CardMove, Move, NoBastion, PlaceBastion, move_of_number, number_of_move, read_move
from rheinlaender.game.options import GivenOptions, Options, apply_options, given_options, options_of
from rheinlaender.game.seat import LETTERS, read_seat, write_seat
from rheinlaender.game.view import View, deck_of, discard_of, landmarks_of, view_of
from rheinlaender.i18n import words
from rheinlaender.rules.compile import Engine, interpreted
from rheinlaender.rules.given import given_seats, given_seed
from rheinlaender.rules.legal import count_moves, nth_move
from rheinlaender.rules.position import DRAW_PHASE, NOBODY, OVER, Position
from rheinlaender.rules.setup import set_up
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.rules.worth import DUKE_WORTH_AT_END, final_coins, worth_at_end, worth_of_sites


@dataclass(frozen=True)
class Turn:
    """One turn of a game: the seat, its decisions and what it drew (None while the turn is not finished).

    Only a game whose first position lies between knight and bastion has a turn without a card.
    """

    seat: str
    card_move: CardMove | None
    bastion: PlaceBastion | NoBastion | None = None
    draw: Draw | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its decisions in their order."""
        return tuple(move for move in (self.card_move, self.bastion) if move is not None)


@dataclass(frozen=True)
class Consequences:
    """What a move would do up to the draw: its events, and the duchies it would leave, by first field."""

    events: tuple[Event, ...]
    duchies: tuple[Duchy, ...]
    duchy: Duchy | None


@dataclass(frozen=True)
class Part:
    """What a line of the final account is made of: a duke, or a landmark with its site."""

    kind: str
    coins: int
    site: str | None = None


@dataclass(frozen=True)
class Line:
    """One line of the final account: a duchy's duke and landmarks, or the archbishop, or what was paid before."""

    kind: str
    coins: int
    duchy: Duchy | None = None
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Result:
    """The end of a game: coins after the final account, who won, and how each seat's coins came together."""

    coins: Mapping[str, int]
    winners: tuple[str, ...]
    account: Mapping[str, tuple[Line, ...]]


class Game:
    """A game with its history. Everything that is refused raises and changes nothing."""

    def __init__(
        self,
        position: Position,
        engine: Engine | None = None,
        first: Position | None = None,
        reshuffled: Mapping[int, int] | None = None,
    ) -> None:
        self.engine = engine or interpreted()
        self.position = position
        self.first_position = position.copy() if first is None else first
        self._reshuffled_before = dict(reshuffled or {})
        self.turns: list[Turn] = []
        self._history: list[tuple[bytes, int, Turn | None]] = []

    @classmethod
    def new(
        cls,
        seats: int = 4,
        options: GivenOptions = None,
        seed: int = 0,
        first: str = "a",
        board: Board | None = None,
    ) -> "Game":
        """Set up a new game; the seed decides landmarks, cards and every later shuffle."""
        number, word = given_seats(seats), given_seed(seed)
        engine = interpreted(board or rhine())
        position = Position()
        apply_options(position, given_options(options))
        engine.of(set_up)(position, number, read_seat(first, number), word)
        return cls(position, engine)

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.engine.board

    @property
    def options(self) -> Options:
        """The options of this game."""
        return options_of(self.position)

    @property
    def seats(self) -> str:
        """The letters of all seats."""
        return LETTERS[: self.position.seats]

    @property
    def to_move(self) -> str | None:
        """The seat to move, or None when the game is over."""
        return None if self.is_over else write_seat(self.position.seat)

    @property
    def turn(self) -> int:
        """How many turns are finished, with those that were before its first position."""
        return self.position.turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.phase == OVER

    @property
    def is_turn_decided(self) -> bool:
        """Whether every decision of the turn is made, so that only the draw is left; `play` draws at once."""
        return self.position.phase == DRAW_PHASE

    @property
    def deck(self) -> tuple[int, ...]:
        """The deck from top to bottom, which nobody may know; the shuffle card is 0."""
        return deck_of(self.position)

    def copy(self) -> "Game":
        """The same game, apart. What was played before the copy cannot be undone in it."""
        apart = Game(self.position.copy(), self.engine, self.first_position, self._reshuffled_before)
        apart.turns = list(self.turns)
        return apart

    def reseed(self, seed: int) -> None:
        """Let a new seed decide every later shuffle."""
        self.position.rng = given_seed(seed)

    def order_deck(self, cards: Sequence[int]) -> None:
        """Put the deck in a known order, from top to bottom, as it lay after a shuffle."""
        if sorted(cards) != sorted(self.deck):
            raise WrongRecord(problem=words("record_problem.other_deck"))
        lay_deck(self.position, cards)

    def legal_moves(self) -> list[Move]:
        """All legal moves of the seat to move, for its next decision."""
        numbers = range(self.engine.of(count_moves)(self.position))
        return [move_of_number(self.board, self.engine.of(nth_move)(self.position, number)) for number in numbers]

    def play(self, move: Move | str, draw: Draw | None = None, seat: str | None = None) -> list[Event]:
        """Make a move; if it is the turn's last decision, draw and pass on. Returns everything that happened.

        `draw` is given when chance is already known, as in a replay. `seat`, if given, must be the seat to move.
        """
        chosen = self.check(move, seat)
        before = (self.position.array.tobytes(), len(self.turns), self.turns[-1] if self.turns else None)
        journal = self.decide(chosen)
        if self.position.phase == DRAW_PHASE:
            try:
                self._draw(draw, journal)
            except Exception:
                self._restore(*before)
                raise
        self._history.append(before)
        return events_of(self.board, journal)

    def decide(self, move: Move) -> Any:
        """Carry out a legal decision without the draw that may follow; its journal. `play` does both."""
        journal = new_journal()
        self._enter(move)
        self.engine.of(play)(self.position, number_of_move(self.board, move), journal)
        return journal

    def check(self, move: Move | str, seat: str | None = None) -> Move:
        """The move, if it is legal now, under the canonical name of its field; otherwise a refusal that says why."""
        chosen = read_move(str(move))
        refusal = why_illegal(self.engine, self.position, chosen, seat)
        if refusal is not None:
            raise refusal
        return move_of_number(self.board, number_of_move(self.board, chosen))

    def consequences(self, move: Move | str) -> Consequences:
        """What a legal move would do, up to the draw; nothing hidden is revealed and nothing changes."""
        chosen = self.check(move)
        position, journal = self.position.copy(), new_journal()
        self.engine.of(play)(position, number_of_move(self.board, chosen), journal)
        events = tuple(events_of(self.board, journal))
        field = next((event.arguments["field"] for event in events if "field" in event.arguments), None)
        duchies = duchies_of(self.engine, position)
        return Consequences(events, duchies, next((duchy for duchy in duchies if field in duchy.fields), None))

    def consider(self, moves: Sequence[Move | str], seat: str | None = None) -> tuple["Game", list[Event]]:
        """A copy of the game after the next decisions of this turn, up to the draw, with what they would do."""
        apart, events = self.copy(), list[Event]()
        for move in moves:
            events += events_of(self.board, apart.decide(apart.check(move, seat)))
        return apart, events

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision to take back."""
        return bool(self._history)

    def undo(self) -> None:
        """Take the last decision back, with the draw that followed it."""
        if not self.can_undo:
            raise NothingToUndo()
        self._restore(*self._history.pop())

    def view(self, seat: str | None = None) -> View:
        """What a seat may know; without a seat, what a watcher may know."""
        viewer = NOBODY if seat is None else read_seat(seat, self.position.seats)
        counted = {letter: self.position.coins[number] for number, letter in enumerate(self.seats)}
        return replace(view_of(self.engine, self.position, viewer), counted=counted, reshuffled=self._reshuffled())

    def _reshuffled(self) -> dict[int, int]:
        """The cards that have come back with a new deck, and how many turns were finished when they last did."""
        discard, found = list(discard_of(self.first_position)), dict(self._reshuffled_before)
        for finished, turn in enumerate(self.turns, self.first_position.turn + 1):
            if turn.card_move is not None:
                discard.append(turn.card_move.card)
            if turn.draw is not None and turn.draw.was_shuffled:
                found |= dict.fromkeys(discard, finished)
                discard = []
        return found

    def result(self) -> Result | None:
        """The final account and who has won, or None while the game is going on. Sections 6.3, 6.4."""
        if not self.is_over:
            return None
        coins = {letter: self.engine.of(final_coins)(self.position, seat) for seat, letter in enumerate(self.seats)}
        most = max(coins.values())
        winners = tuple(letter for letter in self.seats if coins[letter] == most)
        return Result(coins, winners, {letter: self._account(letter) for letter in self.seats})

    def _account(self, letter: str) -> tuple[Line, ...]:
        paid = Line("paid", self.position.coins[LETTERS.index(letter)])
        dukes = [
            Line("duke", self._worth_at_end(duchy), duchy, self._parts(duchy))
            for duchy in duchies_of(self.engine, self.position)
            if duchy.duke == letter
        ]
        is_archbishop = write_seat(self.position.archbishop) == letter
        church = [Line("archbishop", self.position.archbishop_bonus)] if is_archbishop else []
        return (paid, *dukes, *church)

    def _worth_at_end(self, duchy: Duchy) -> int:
        number = self.position.duchy[self.board.numbers[duchy.name]]
        return self.engine.of(worth_at_end)(self.position, number)

    def _parts(self, duchy: Duchy) -> tuple[Part, ...]:
        """What a duke has of his duchy in the final account, one by one. Sections 5.1, 6.3."""
        landmarks = landmarks_of(self.position)
        worth = {site: self.engine.of(worth_of_sites)(self.position, 1 << SITES.index(site)) for site in duchy.sites}
        touched = [Part(landmarks[site], coins, site) for site, coins in worth.items() if coins]
        return (Part("duke", DUKE_WORTH_AT_END), *touched)

    def _enter(self, move: Move) -> None:
        """Write a decision into the record."""
        if isinstance(move, CardMove):
            self.turns.append(Turn(self.seats[self.position.seat], move))
        elif self.turns:
            self.turns[-1] = replace(self.turns[-1], bastion=move)
        else:
            self.turns.append(Turn(self.seats[self.position.seat], None, move))

    def _draw(self, draw: Draw | None, journal: Any) -> None:
        """End the turn by drawing, and write what was drawn into the record."""
        if draw is not None:
            arrange_draw(self.engine, self.position, draw, journal)
        self.engine.of(finish_turn)(self.position, journal)
        events = events_of(self.board, journal)
        card = next(event.card for event in events if isinstance(event, CardDrawn))
        shuffled = any(isinstance(event, DeckShuffled) for event in events)
        self.turns[-1] = replace(self.turns[-1], draw=Draw(card, shuffled))

    def _restore(self, record: bytes, turns: int, last: Turn | None) -> None:
        self.position.array.view(np.uint8)[:] = np.frombuffer(record, np.uint8)
        del self.turns[turns:]
        if last is not None:
            self.turns[-1] = last
