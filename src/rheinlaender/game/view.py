"""The one door through which secrets leave: what one seat, or a watcher, may know of a position."""

from dataclasses import dataclass, field
from typing import Any

from rheinlaender.board import Board
from rheinlaender.board.board import SITES
from rheinlaender.game.duchy import Duchy, duchies_of
from rheinlaender.game.options import Options, options_of
from rheinlaender.game.seat import LETTERS, write_seat
from rheinlaender.rules.compile import Engine
from rheinlaender.rules.options import YES
from rheinlaender.rules.position import BASTION, BASTION_PHASE, CARDS, DRAW_PHASE, KNIGHT_PHASE, NOBODY, OVER, Position
from rheinlaender.rules.worth import DUKE_WORTH, DUKE_WORTH_AT_END

LANDMARK_NAMES = ("castle", "church", "city2", "city3", "city4")
PHASE_NAMES = {KNIGHT_PHASE: "knight", BASTION_PHASE: "bastion", DRAW_PHASE: "draw", OVER: "over"}
PHASES = {name: phase for phase, name in PHASE_NAMES.items()}


@dataclass(frozen=True)
class View:
    """A position as one seat sees it. `seat` is None for a watcher, who sees no hand.

    Hidden are the cards in other hands, of which only the numbers are given, the order of the deck, and, unless the
    coins are open, the coins of others (None).

    What was public as it happened is there for players with a good memory; it is empty where a view does not come from
    a game. `counted` is what each seat has been paid so far; `reshuffled`, for each card that came back with a new
    deck, how many turns were finished when it last did.
    """

    board: Board
    seat: str | None
    options: Options
    seats: str
    first: str
    turn: int
    to_move: str
    phase: str
    idle_turns: int
    is_ending: bool
    landmarks: dict[str, str]
    knights: dict[str, str]
    garrisons: dict[str, str]
    bastions: tuple[str, ...]
    supply: dict[str, int]
    bastions_left: dict[str, int]
    coins: dict[str, int | None]
    duchies: tuple[Duchy, ...]
    bishops: dict[str, int]
    archbishop: str | None
    hand: tuple[int, ...]
    hand_sizes: dict[str, int]
    deck_size: int
    discard: tuple[int, ...]
    counted: dict[str, int] = field(default_factory=dict, compare=False)
    reshuffled: dict[int, int] = field(default_factory=dict, compare=False)

    def ruled_by(self, seat: str) -> tuple[Duchy, ...]:
        """The duchies of which a seat is duke."""
        return tuple(duchy for duchy in self.duchies if duchy.duke == seat)

    def worth_for(self, seat: str) -> int:
        """What a seat's duchies are worth together."""
        return sum(duchy.worth for duchy in self.ruled_by(seat))

    def standing(self, seat: str) -> int:
        """A seat's coins if the game ended now, as the final account counts them; unknown coins count nothing. 6.3."""
        dukes = (DUKE_WORTH_AT_END - DUKE_WORTH) * len(self.ruled_by(seat)) + self.worth_for(seat)
        archbishop = self.options.archbishop_bonus if self.archbishop == seat else 0
        return (self.coins[seat] or 0) + dukes + archbishop


def view_of(engine: Engine, position: Position, seat: int) -> View:
    """What a seat may know; NOBODY stands for a watcher. Sections 7, 7.1, 7.2."""
    seats = LETTERS[: position.seats]
    return View(
        board=engine.board,
        seat=write_seat(seat),
        options=options_of(position),
        seats=seats,
        first=seats[position.first],
        turn=position.turn,
        to_move=seats[position.seat],
        phase=PHASE_NAMES[position.phase],
        idle_turns=position.idle_turns,
        is_ending=position.ending == YES,
        landmarks=landmarks_of(position),
        knights=knights_of(engine.board, position),
        garrisons={site: seats[owner] for site, owner in zip(SITES, position.garrison, strict=True) if owner != NOBODY},
        bastions=bastions_of(engine.board, position),
        supply=_by_seat(seats, position.supply),
        bastions_left=_by_seat(seats, position.bastions),
        coins={letter: _coins(position, number, seat) for number, letter in enumerate(seats)},
        duchies=duchies_of(engine, position),
        bishops=_by_seat(seats, position.bishops),
        archbishop=write_seat(position.archbishop),
        hand=() if seat == NOBODY else hand_of(position, seat),
        hand_sizes={letter: len(hand_of(position, number)) for number, letter in enumerate(seats)},
        deck_size=position.deck,
        discard=discard_of(position),
    )


def _by_seat(seats: str, numbers: Any) -> dict[str, int]:
    return {letter: numbers[number] for number, letter in enumerate(seats)}


def _coins(position: Position, owner: int, seat: int) -> int | None:
    """A seat's coins as another sees them: face down until the end, unless they are open. Sections 7.3, 9.7."""
    may_know = owner == seat or position.open_coins == YES or position.phase == OVER
    return position.coins[owner] if may_know else None


def landmarks_of(position: Position) -> dict[str, str]:
    """The landmark on each site."""
    found = {}
    for number, site in enumerate(SITES):
        for kind, name in enumerate(LANDMARK_NAMES):
            if position.landmark[kind] >> number & 1:
                found[site] = name
    return found


def knights_of(board: Board, position: Position) -> dict[str, str]:
    """The seat of the knight on each field that has one, in board order."""
    return {
        name: LETTERS[position.piece[number]] for number, name in enumerate(board.fields) if position.piece[number] >= 0
    }


def bastions_of(board: Board, position: Position) -> tuple[str, ...]:
    """The fields with bastions, in board order."""
    return tuple(name for number, name in enumerate(board.fields) if position.piece[number] == BASTION)


def hand_of(position: Position, seat: int) -> tuple[int, ...]:
    """The cards in a hand."""
    return tuple(card for card in range(1, CARDS + 1) if position.hand[seat] >> card & 1)


def deck_of(position: Position) -> tuple[int, ...]:
    """The deck from top to bottom."""
    return tuple(reversed(position.pile[: position.deck]))


def discard_of(position: Position) -> tuple[int, ...]:
    """The discard from the oldest card to the newest."""
    return tuple(reversed(position.pile[CARDS + 1 - position.discard :]))
