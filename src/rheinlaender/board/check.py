"""Checks of a board file: what the rules depend on, and what is known of the printed board.

Each check is a generator of problems. `STRUCTURE` must hold for any board that a game is played on; `KNOWN_FACTS` hold
for every board that claims to be this game's.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rheinlaender.board.arrays import MOST_NEIGHBOURS
from rheinlaender.board.board import BANKS, REGIONS, SITES, Board, is_river
from rheinlaender.i18n import DEFAULT_LANGUAGE, words

FEWEST_BENDS = 4
FIELD_NAME = re.compile(r"[LWR]([1-9]|[1-4][0-9]|5[0-4])")


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a board; `board_problem.<code>` are its words in the catalogue."""

    code: str
    arguments: tuple[tuple[str, Any], ...]

    def words(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The problem as a sentence."""
        return words(f"board_problem.{self.code}", language, **dict(self.arguments))


Check = Callable[[Board], Iterator[Problem]]


def problem(code: str, **arguments: Any) -> Problem:
    """A problem with its arguments."""
    return Problem(code, tuple(arguments.items()))


def problems_of(board: Board) -> list[Problem]:
    """What keeps a board from being played on: the problems of the first check that fails."""
    for check in STRUCTURE.values():
        problems = list(check(board))
        if problems:
            return problems
    return []


def check_board(board: Board) -> dict[str, list[Problem]]:
    """Every check by name with what it found.

    Each check of the structure relies on those before it, and what is known of the printed board on all of them: the
    first part of the structure that fails is the last one asked.
    """
    found: dict[str, list[Problem]] = {}
    for name, check in STRUCTURE.items():
        found[name] = list(check(board))
        if found[name]:
            return found
    return found | {name: list(check(board)) for name, check in KNOWN_FACTS.items()}


def regions_are_numbered(board: Board) -> Iterator[Problem]:
    """54 regions, numbered 1 to 54."""
    for number in sorted(set(range(1, REGIONS + 1)) - set(board.regions)):
        yield problem("region_missing", region=number)
    for number in sorted(set(board.regions) - set(range(1, REGIONS + 1))):
        yield problem("region_unknown", region=number)


def fields_are_known(board: Board) -> Iterator[Problem]:
    """Every field that is mentioned is a field of some region, under its canonical name."""
    for name in sorted(set(board.fields) | set(board.aliases)):
        if not FIELD_NAME.fullmatch(name):
            yield problem("field_misnamed", field=name)
    for place, names in _mentions(board):
        for name in names:
            if name not in board.fields:
                yield problem("field_unknown", field=name, place=place)


def _mentions(board: Board) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, others in board.neighbours.items():
        yield f"neighbours of {name}", (name, *others)
    for site, names in board.sites.items():
        yield f"site {site}", names
    for alias, name in board.aliases.items():
        yield f"alias {alias}", (name,)


def regions_have_banks_and_river(board: Board) -> Iterator[Problem]:
    """A region is one river field of its own and a land field on either side, under its own or an alias' name."""
    for region, names in board.regions.items():
        for bank, name in zip(BANKS, names, strict=True):
            own = f"{bank}{region}"
            if name != own and (bank == "W" or board.aliases.get(own) != name):
                yield problem("field_of_other_region", region=region, field=name, own=own)
            if is_river(name) != (bank == "W"):
                yield problem("field_of_wrong_kind", region=region, field=name)


def aliases_match(board: Board) -> Iterator[Problem]:
    """An alias names a bank of a region whose field is the canonical one."""
    for alias, name in board.aliases.items():
        bank, region = alias[0], int(alias[1:])
        if board.regions[region][BANKS.index(bank)] != name:
            yield problem("alias_does_not_match", alias=alias, field=name)


def neighbours_are_mutual(board: Board) -> Iterator[Problem]:
    """Every field has neighbours, and neighbourhood goes both ways."""
    for name in board.fields:
        others = board.neighbours.get(name, ())
        if not 1 <= len(others) <= MOST_NEIGHBOURS or len(set(others)) < len(others):
            yield problem("neighbours_wrong_number", field=name, count=len(others), most=MOST_NEIGHBOURS)
        for other in others:
            if other == name:
                yield problem("neighbour_of_itself", field=name)
            elif name not in board.neighbours.get(other, ()):
                yield problem("neighbour_one_way", field=name, other=other)


def regions_hang_together(board: Board) -> Iterator[Problem]:
    """In each region the river neighbours both banks, and the banks do not neighbour each other."""
    for region, (left, river, right) in board.regions.items():
        for bank in (left, right):
            if bank not in board.neighbours[river]:
                yield problem("river_without_bank", region=region, field=bank)
        if right == left or right in board.neighbours[left]:
            yield problem("banks_touch", region=region)


def sites_have_two_fields(board: Board) -> Iterator[Problem]:
    """26 sites, A to Z, each at two neighbouring land fields; no field has two sites."""
    for site in sorted(set(SITES) ^ set(board.sites)):
        yield problem("site_missing" if site in SITES else "site_unknown", site=site)
    seen: dict[str, str] = {}
    for site, names in board.sites.items():
        if len(set(names)) != 2:
            yield problem("site_wrong_number", site=site, count=len(set(names)))
        elif is_river(names[0]) or is_river(names[1]) or names[1] not in board.neighbours[names[0]]:
            yield problem("site_fields_apart", site=site, first=names[0], second=names[1])
        for name in names:
            if name in seen:
                yield problem("field_with_two_sites", field=name, first=seen[name], second=site)
            seen[name] = site


def sites_lie_along_one_bank(board: Board) -> Iterator[Problem]:
    """Each site is at two consecutive fields of one bank."""
    for site, (first, second) in board.sites.items():
        if not _names_of(board, first) & {
            _next_name(name, step) for name in _names_of(board, second) for step in (-1, 1)
        }:
            yield problem("site_not_along_bank", site=site, first=first, second=second)


def _names_of(board: Board, name: str) -> set[str]:
    return {name} | {alias for alias, canonical in board.aliases.items() if canonical == name}


def _next_name(name: str, step: int) -> str:
    return f"{name[0]}{int(name[1:]) + step}"


def there_is_one_island(board: Board) -> Iterator[Problem]:
    """The river splits into two arms, with numbers of their own, and joins again: one island."""
    rivers = [name for name in board.fields if is_river(name)]
    borders = sum(is_river(other) for name in rivers for other in board.neighbours[name]) // 2
    islands = borders - len(rivers) + 1
    if islands != 1:
        yield problem("islands", count=islands)


def some_island_fields_are_shared(board: Board) -> Iterator[Problem]:
    """Some but not all island fields belong to two regions."""
    shared = set(board.aliases.values())
    tips = {other for name in shared for other in board.neighbours[name] if not is_river(other)} - shared
    if not shared or not tips:
        yield problem("island_fields_shared", shared=len(shared), tips=len(tips))


def figures_can_be_set_up(board: Board) -> Iterator[Problem]:
    """The fields that the rule book's figures show side by side are neighbours, and far from the island."""
    for row in ("L5 L6 L7 L8", "L9 L10 L11 L12 L13 L14 L15 L16", "L21 L22 L23 L24 L25 L26 L27 L28", "L30 L31"):
        names = row.split()
        for one, other in pairwise(names):
            if other not in board.neighbours.get(one, ()):
                yield problem("figure_not_neighbours", field=one, other=other)
    island = {int(name[1:]) for pair in board.aliases.items() for name in pair}
    for region in sorted(island & {16, *range(21, 29)}):
        yield problem("figure_at_island", region=region)


def figures_have_their_sites(board: Board) -> Iterator[Problem]:
    """Fields 25, 26, 28, 11 and 43 touch a site; L21-L26 touch two, L5-L8 two; one lies on either side of field 14."""
    at = {name: site for site, names in board.sites.items() for name in names}
    for region in (25, 26, 28, 11, 43):
        if not any(name in at for name in board.regions[region]):
            yield problem("figure_without_site", region=region)
    for first, last, expected in ((21, 26, 2), (5, 8, 2), (11, 13, 1), (15, 16, 1)):
        touched = {at[name] for name in (f"L{number}" for number in range(first, last + 1)) if name in at}
        if len(touched) != expected:
            yield problem("figure_sites", first=f"L{first}", last=f"L{last}", count=len(touched), expected=expected)


def drawing_is_complete(board: Board) -> Iterator[Problem]:
    """Every field has an outline and places for piece and label; every site has a place."""
    if not isinstance(board.drawing, dict) or not _is_size(board.drawing.get("width")):
        yield problem("drawing_missing")
        return
    for name in board.fields:
        part = _part(board.drawing, "fields", name)
        if not {"outline", "piece", "label", "beside"} <= set(part) or not _is_place(part["piece"]):
            yield problem("drawing_of_field_missing", field=name)
    for site in SITES:
        part = _part(board.drawing, "sites", site)
        if not {"at", "radius"} <= set(part) or not _is_place(part["at"]):
            yield problem("drawing_of_site_missing", site=site)


def _part(drawing: dict[str, Any], kind: str, name: str) -> dict[str, Any]:
    """How a field or site is drawn; empty where the drawing does not say."""
    parts = drawing.get(kind)
    part = parts.get(name) if isinstance(parts, dict) else None
    return part if isinstance(part, dict) else {}


def _is_place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(number, int | float) for number in value)


def _is_size(value: Any) -> bool:
    return isinstance(value, int | float) and value > 0


def drawing_agrees_with_reviews(board: Board) -> Iterator[Problem]:
    """About region 23 the river runs to the right, left bank above; the island is at one side; the river winds."""
    if board.drawing is None or any(drawing_is_complete(board)):
        return
    place = {name: part["piece"] for name, part in board.drawing["fields"].items()}
    if not (
        place["L23"][1] < place["W23"][1] < place["R23"][1] and place["W22"][0] < place["W23"][0] < place["W24"][0]
    ):
        yield problem("drawing_region_23")
    island = [place[name][0] / board.drawing["width"] for name in board.aliases.values()]
    if not (max(island) < 1 / 3 or min(island) > 2 / 3):
        yield problem("drawing_island")
    river = [place[f"W{number}"] for number in range(1, 37)]
    if _bends(river, 0) + _bends(river, 1) < FEWEST_BENDS:
        yield problem("drawing_loops")


def _bends(river: list[Any], axis: int) -> int:
    """How often the river turns back on its way across, or on its way up and down."""
    ways = [below[axis] > above[axis] for above, below in pairwise(river)]
    return sum(one != other for one, other in pairwise(ways))


STRUCTURE: dict[str, Check] = {
    "regions_are_numbered": regions_are_numbered,
    "fields_are_known": fields_are_known,
    "regions_have_banks_and_river": regions_have_banks_and_river,
    "aliases_match": aliases_match,
    "neighbours_are_mutual": neighbours_are_mutual,
    "regions_hang_together": regions_hang_together,
    "sites_have_two_fields": sites_have_two_fields,
}

KNOWN_FACTS: dict[str, Check] = {
    "sites_lie_along_one_bank": sites_lie_along_one_bank,
    "there_is_one_island": there_is_one_island,
    "some_island_fields_are_shared": some_island_fields_are_shared,
    "figures_can_be_set_up": figures_can_be_set_up,
    "figures_have_their_sites": figures_have_their_sites,
    "drawing_is_complete": drawing_is_complete,
    "drawing_agrees_with_reviews": drawing_agrees_with_reviews,
}
