"""The board as read-only arrays of numbers, which is how the rules look at it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rheinlaender.board.board import REGIONS, SITES, Board, is_river

NOWHERE = -1
NO_SITE = -1
MOST_FIELDS = 3 * REGIONS
MOST_NEIGHBOURS = 6
WORDS = 3
LEFT, RIVER, RIGHT = range(3)


@dataclass(frozen=True)
class Arrays:
    """The arrays of one board, by the names under which the rules use them."""

    by_name: Mapping[str, NDArray[Any] | int]

    def of(self, target: str) -> Mapping[str, Any]:
        """The arrays for a target: NumPy's where the rules are compiled, views of plain integers where not."""
        if target != "interpreted":
            return self.by_name
        return {name: array.data if isinstance(array, np.ndarray) else array for name, array in self.by_name.items()}


@cache
def arrays_of(board: Board) -> Arrays:
    """All arrays of a board."""
    arrays: dict[str, NDArray[Any] | int] = {
        "FIELDS": len(board.fields),
        "REGION_FIELD": _region_field(board),
        "FIELD_CARD": _field_card(board),
        "NEIGHBOUR": _neighbour(board),
        "NEIGHBOURS": _neighbours(board),
        "NEIGHBOUR_SET": _neighbour_set(board),
        "LAND": _field_set(board, [name for name in board.fields if not is_river(name)]),
        "IS_RIVER": np.array([is_river(name) for name in board.fields], dtype=np.int8),
        "SITE_AT": _site_at(board),
        "SITE_SET": _site_set(board),
        "SITE_FIELD": _site_field(board),
    }
    for array in arrays.values():
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return Arrays(arrays)


def _region_field(board: Board) -> NDArray[Any]:
    """The fields of each region by card and bank; row 0 belongs to no card."""
    array = np.full((REGIONS + 1, 3), NOWHERE, dtype=np.int16)
    for region, names in board.regions.items():
        array[region] = [board.numbers[name] for name in names]
    return array


def _field_card(board: Board) -> NDArray[Any]:
    """The cards in whose regions each field lies: one, or two for a field of an island, else 0 in the second place."""
    table = np.zeros((len(board.fields), 2), dtype=np.int8)
    for region, names in board.regions.items():
        for name in names:
            cards = table[board.numbers[name]]
            cards[1 if cards[0] else 0] = region
    return table


def _neighbour(board: Board) -> NDArray[Any]:
    array = np.full((len(board.fields), MOST_NEIGHBOURS), NOWHERE, dtype=np.int16)
    for name, others in board.neighbours.items():
        array[board.numbers[name], : len(others)] = sorted(board.numbers[other] for other in others)
    return array


def _neighbours(board: Board) -> NDArray[Any]:
    return np.array([len(board.neighbours[name]) for name in board.fields], dtype=np.int8)


def _neighbour_set(board: Board) -> NDArray[Any]:
    return np.array([_field_set(board, board.neighbours[name]) for name in board.fields], dtype=np.uint64)


def _field_set(board: Board, names: Any) -> NDArray[Any]:
    """A set of fields as bits in three words."""
    words = [0] * WORDS
    for name in names:
        number = board.numbers[name]
        words[number // 64] |= 1 << (number % 64)
    return np.array(words, dtype=np.uint64)


def _site_at(board: Board) -> NDArray[Any]:
    array = np.full(len(board.fields), NO_SITE, dtype=np.int8)
    for site, names in board.sites.items():
        for name in names:
            array[board.numbers[name]] = SITES.index(site)
    return array


def _site_set(board: Board) -> NDArray[Any]:
    """For each field the set of its site, empty where it has none."""
    return np.array([0 if site == NO_SITE else 1 << int(site) for site in _site_at(board)], dtype=np.uint64)


def _site_field(board: Board) -> NDArray[Any]:
    array = np.full((len(SITES), 2), NOWHERE, dtype=np.int16)
    for site, names in board.sites.items():
        array[SITES.index(site)] = [board.numbers[name] for name in names]
    return array
