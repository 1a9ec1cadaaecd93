"""The position: one record that holds everything a game is at one moment.

Compiled rules get the record itself; interpreted rules get a `Position`, which shows the same bytes by the same names
as plain integers. Fields marked (kept) follow from the others: `game/facts.py` derives them, `game/invariants.py`
compares them.
"""

from typing import Any

import numpy as np

from rheinlaender.board.arrays import MOST_FIELDS, WORDS

MOST_SEATS = 5
CARDS = 54
SHUFFLE_CARD = 0
SITES = 26
MOST_DUCHIES = 43  # two knights make a duchy; five seats have 85 knights; one more while duchies are being joined
MOST_TURNS = 400
BASTIONS = 3
HAND = 5

NOBODY = -1
FREE = -1
BASTION = -2
NO_DUCHY = -1
NO_CARD = -1

CASTLE, CHURCH, CITY_2, CITY_3, CITY_4 = range(5)
LANDMARKS = 5

KNIGHT_PHASE, BASTION_PHASE, DRAW_PHASE, OVER = range(4)

POSITION = np.dtype(
    [
        ("rng", np.uint64),  # the generator of chance
        ("free", np.uint64, (WORDS,)),  # (kept) set of fields that hold nothing
        ("beside", np.uint64, (MOST_SEATS, WORDS)),  # (kept) set of fields that neighbour a seat's knights
        ("reinforceable", np.uint64, (WORDS,)),  # (kept) set of fields that the seat to move may reinforce
        ("hand", np.uint64, (MOST_SEATS,)),  # set of cards
        ("spare_duchies", np.uint64),  # (kept) set of the duchies that are not in use
        ("landmark", np.uint32, (LANDMARKS,)),  # set of sites for each kind of landmark
        ("duchy_sites", np.uint32, (MOST_DUCHIES,)),  # (kept) set of the sites that a duchy touches
        ("coins", np.int16, (MOST_SEATS,)),
        ("turn", np.int16),  # turns that are finished
        ("piece", np.int8, (MOST_FIELDS,)),  # the seat whose knight is on the field, or FREE, or BASTION
        ("duchy", np.int8, (MOST_FIELDS,)),  # (kept) the duchy that the field's knight belongs to
        ("duchy_knights", np.int8, (MOST_DUCHIES, MOST_SEATS)),  # (kept) knights and garrisons by seat
        ("duke", np.int8, (MOST_DUCHIES,)),  # the seat that rules the duchy
        ("garrison", np.int8, (SITES,)),  # the seat whose knight is on the castle
        (
            "pile",
            np.int8,
            (CARDS + 1,),
        ),  # the deck from the front, its top last; the discard from the back, newest first
        ("deck", np.int8),  # number of cards in the deck
        ("discard", np.int8),  # number of cards in the discard
        ("supply", np.int8, (MOST_SEATS,)),  # (kept) knights off the board
        ("bastions", np.int8, (MOST_SEATS,)),  # bastions not yet placed
        ("bishops", np.int8, (MOST_SEATS,)),  # (kept)
        ("archbishop", np.int8),  # (kept) the seat that is archbishop
        ("seats", np.int8),  # number of seats
        ("first", np.int8),  # the seat that began
        ("seat", np.int8),  # the seat to move
        ("phase", np.int8),  # the decision to be made, or the draw, or OVER
        ("idle_turns", np.int8),  # turns in a row in which nothing could be placed
        ("ending", np.int8),  # whether a seat has placed its last knight
        ("end", np.int8),  # the options
        ("reinforcement_neighbours", np.int8),
        ("reinforce_on_river", np.int8),
        ("merger", np.int8),
        ("archbishop_bonus", np.int8),
        ("bastion_opens_river", np.int8),
        ("open_coins", np.int8),
    ],
    align=True,
)


NAMES = tuple(POSITION.names or ())
_SCALARS = tuple(name for name in NAMES if POSITION[name].shape == ())
_SCALAR_KINDS: tuple[Any, ...] = tuple(sorted({POSITION[name].char for name in _SCALARS}))
_FIELDS: Any = POSITION.fields


class _Scalar:
    """A single number of the record as an attribute of `Position`: one of all the record's numbers of its kind."""

    def __init__(self, name: str) -> None:
        kind, offset = _FIELDS[name][:2]
        self.window, self.place = _SCALAR_KINDS.index(kind.char), offset // kind.itemsize

    def __get__(self, position: "Position", owner: type) -> int:
        number: int = position.windows[self.window][self.place]
        return number

    def __set__(self, position: "Position", number: int) -> None:
        position.windows[self.window][self.place] = number


class _Array:
    """Where an array of the record is among its bytes."""

    def __init__(self, name: str) -> None:
        kind, offset = _FIELDS[name][:2]
        self.name, self.begin, self.end = name, offset, offset + kind.itemsize
        self.shape = kind.shape
        self.kind: Any = kind.base.char


_ARRAYS = tuple(_Array(name) for name in NAMES if name not in _SCALARS)


class Position:
    """A window on one record: every array is a view of its bytes, every number is read and written in place."""

    rng: int
    free: memoryview
    beside: memoryview
    reinforceable: memoryview
    hand: memoryview
    spare_duchies: int
    landmark: memoryview
    duchy_sites: memoryview
    coins: memoryview
    turn: int
    piece: memoryview
    duchy: memoryview
    duchy_knights: memoryview
    duke: memoryview
    garrison: memoryview
    pile: memoryview
    deck: int
    discard: int
    supply: memoryview
    bastions: memoryview
    bishops: memoryview
    archbishop: int
    seats: int
    first: int
    seat: int
    phase: int
    idle_turns: int
    ending: int
    end: int
    reinforcement_neighbours: int
    reinforce_on_river: int
    merger: int
    archbishop_bonus: int
    bastion_opens_river: int
    open_coins: int

    __slots__ = ("array", "windows", *(array.name for array in _ARRAYS))

    def __init__(self, record: Any = None) -> None:
        self.array = np.zeros(1, POSITION)
        if record is not None:
            self.array[0] = record
        whole: Any = self.array.view(np.uint8).data  # a cut of it needs a fifth of the memory of an array of NumPy's
        self.windows: tuple[memoryview, ...] = tuple(whole.cast(kind) for kind in _SCALAR_KINDS)
        for array in _ARRAYS:
            setattr(self, array.name, whole[array.begin : array.end].cast(array.kind, array.shape))

    @property
    def record(self) -> Any:
        """The record itself, for compiled rules; it shares its bytes with this position."""
        return self.array[0]

    def copy(self) -> "Position":
        """An independent copy."""
        return Position(self.record)

    def become(self, other: "Position") -> None:
        """Take over another position's bytes."""
        self.array[0] = other.array[0]


for _name in _SCALARS:
    setattr(Position, _name, _Scalar(_name))
