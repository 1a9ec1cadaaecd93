"""Every named check of a board file holds for the Rhine and fails, by its code, for a board doctored against it."""

from collections.abc import Callable
from typing import Any

import pytest

from rheinlaender.board import board_from, rhine
from rheinlaender.board.check import KNOWN_FACTS, STRUCTURE, Problem, check_board, problems_of
from tests.setting import board_document, board_with_exchanged_sites, board_with_fewer_aliases

Document = dict[str, Any]


def join(document: Document, one: str, other: str) -> None:
    """Make two fields neighbours."""
    document["neighbours"][one].append(other)
    document["neighbours"][other].append(one)


def part(document: Document, one: str, other: str) -> None:
    """Make two fields neighbours no more."""
    document["neighbours"][one].remove(other)
    document["neighbours"][other].remove(one)


def share_bank(document: Document) -> None:
    """Make the right bank of region 1 its left bank too."""
    document["aliases"]["R1"] = "L1"
    document["regions"]["1"][2] = "L1"
    part(document, "W1", "R1")
    part(document, "R1", "R2")
    del document["neighbours"]["R1"]


def share_river(document: Document) -> None:
    """Let regions 38 and 44 have each other's river, and call it an alias."""
    document["aliases"] |= {"W44": "W38", "W38": "W44"}
    document["regions"]["44"][1], document["regions"]["38"][1] = "W38", "W44"


def separate_island(document: Document) -> None:
    """Give every region of the island fields of its own."""
    for alias, name in list(document["aliases"].items()):
        region = alias[1:]
        part(document, name, f"W{region}")
        document["regions"][region][0] = alias
        document["neighbours"][alias] = []
        join(document, alias, f"W{region}")
        join(document, alias, name)
    document["aliases"] = {}


def move_pieces(document: Document, axis: int, change: Callable[[float], float]) -> None:
    """Move every place of a piece in the drawing."""
    for field in document["drawing"]["fields"].values():
        field["piece"][axis] = change(field["piece"][axis])


def straighten(document: Document) -> None:
    """Draw regions 1 to 36 along one line."""
    for number in range(1, 37):
        for row, bank in enumerate("LWR"):
            document["drawing"]["fields"][f"{bank}{number}"]["piece"] = [20 * number, 20 * number + 5 * row]


DOCTORED: dict[str, tuple[str, Callable[[Document], object]]] = {
    "region_missing": ("regions_are_numbered", lambda board: board["regions"].pop("54")),
    "region_unknown": ("regions_are_numbered", lambda board: board["regions"].update({"55": ["L55", "W55", "R55"]})),
    "field_misnamed": ("fields_are_known", lambda board: board["aliases"].update({"Q9": "L1"})),
    "field_unknown": ("fields_are_known", lambda board: board["neighbours"]["L1"].append("L44")),
    "field_unknown at a site": ("fields_are_known", lambda board: board["sites"].update({"A": ["L2", "L99"]})),
    "field_unknown by alias": ("fields_are_known", lambda board: board["aliases"].update({"L44": "L47"})),
    "field_of_other_region": (
        "regions_have_banks_and_river",
        lambda board: board["regions"].update({"1": ["L2", "W1", "R1"], "2": ["L1", "W2", "R2"]}),
    ),
    "field_of_other_region, a river": ("regions_have_banks_and_river", share_river),
    "field_of_wrong_kind": (
        "regions_have_banks_and_river",
        lambda board: board["regions"].update({"1": ["W1", "L1", "R1"]}),
    ),
    "alias_does_not_match": ("aliases_match", lambda board: board["aliases"].update({"L1": "L2"})),
    "neighbours_wrong_number": ("neighbours_are_mutual", lambda board: board["neighbours"].update({"L54": []})),
    "neighbours_wrong_number, one twice": ("neighbours_are_mutual", lambda board: join(board, "L1", "L2")),
    "neighbour_of_itself": ("neighbours_are_mutual", lambda board: board["neighbours"]["L1"].append("L1")),
    "neighbour_one_way": ("neighbours_are_mutual", lambda board: board["neighbours"]["L1"].append("L5")),
    "river_without_bank": ("regions_hang_together", lambda board: part(board, "L1", "W1")),
    "banks_touch": ("regions_hang_together", lambda board: join(board, "L1", "R1")),
    "banks_touch, being one": ("regions_hang_together", share_bank),
    "site_missing": ("sites_have_two_fields", lambda board: board["sites"].pop("Z")),
    "site_unknown": ("sites_have_two_fields", lambda board: board["sites"].update({"AA": ["L53", "L54"]})),
    "site_wrong_number": ("sites_have_two_fields", lambda board: board["sites"]["A"].append("L4")),
    "site_wrong_number, one twice": ("sites_have_two_fields", lambda board: board["sites"].update(A=["L2", "L2"])),
    "site_fields_apart": ("sites_have_two_fields", lambda board: board["sites"].update(A=["L2", "L4"])),
    "site_fields_apart, on the river": ("sites_have_two_fields", lambda board: board["sites"].update(A=["L2", "W2"])),
    "field_with_two_sites": ("sites_have_two_fields", lambda board: board["sites"].update(A=["L4", "L5"])),
    "site_not_along_bank": ("sites_lie_along_one_bank", lambda board: board["sites"].update(T=["R37", "L43"])),
    "islands": ("there_is_one_island", lambda board: part(board, "W48", "W49")),
    "islands, too many": ("there_is_one_island", lambda board: join(board, "W1", "W3")),
    "island_fields_shared": ("some_island_fields_are_shared", separate_island),
    "figure_not_neighbours": ("figures_can_be_set_up", lambda board: part(board, "L13", "L14")),
    "figure_at_island": ("figures_can_be_set_up", lambda board: board["aliases"].update({"L16": "L16"})),
    "figure_without_site": ("figures_have_their_sites", lambda board: board["sites"].update(W=["R44", "R45"])),
    "figure_sites": ("figures_have_their_sites", lambda board: board["sites"].update(E=["R8", "R9"])),
    "drawing_missing": ("drawing_is_complete", lambda board: board.update(drawing=None)),
    "drawing_missing, not an object": ("drawing_is_complete", lambda board: board.update(drawing=[1])),
    "drawing_missing, no size": ("drawing_is_complete", lambda board: board["drawing"].update(width=0)),
    "drawing_of_field_missing": ("drawing_is_complete", lambda board: board["drawing"]["fields"].pop("L1")),
    "drawing_of_field_missing, all": ("drawing_is_complete", lambda board: board["drawing"].update(fields=[])),
    "drawing_of_field_missing, nowhere": (
        "drawing_is_complete",
        lambda board: board["drawing"]["fields"]["L1"].update(piece=["left", "top"]),
    ),
    "drawing_of_site_missing": ("drawing_is_complete", lambda board: board["drawing"]["sites"]["A"].pop("radius")),
    "drawing_of_site_missing, nowhere": (
        "drawing_is_complete",
        lambda board: board["drawing"]["sites"]["A"].update(at=None),
    ),
    "drawing_region_23": (
        "drawing_agrees_with_reviews",
        lambda board: move_pieces(board, 1, lambda number: board["drawing"]["height"] - number),
    ),
    "drawing_island": ("drawing_agrees_with_reviews", lambda board: board["drawing"].update(width=2500)),
    "drawing_loops": ("drawing_agrees_with_reviews", straighten),
}


def test_rhine_satisfies_every_check() -> None:
    """Every known fact is a named check, and the game's own board satisfies them all."""
    assert check_board(rhine()) == {name: [] for name in [*STRUCTURE, *KNOWN_FACTS]}
    assert problems_of(rhine()) == []


@pytest.mark.parametrize("case", DOCTORED)
def test_doctored_board_fails_its_check(case: str) -> None:
    """A board doctored against a check fails it, with the check's name, a code and clear words."""
    check, doctor = DOCTORED[case]
    document = board_document()
    doctor(document)
    found = check_board(board_from(document))
    codes = [problem.code for problem in found[check]]
    assert case.split(",")[0].split(" ")[0] in codes
    assert all(problem.words() for problems in found.values() for problem in problems)
    assert (problems_of(board_from(document)) == []) == (check in KNOWN_FACTS)


def test_every_check_and_code_is_proven() -> None:
    """There is a doctored board for every check."""
    assert {check for check, _ in DOCTORED.values()} == {*STRUCTURE, *KNOWN_FACTS}


def test_checks_stop_where_the_structure_breaks() -> None:
    """Nothing is asked of a board whose structure has failed already: later checks rely on the earlier ones."""
    document = board_document()
    document["regions"].pop("44")
    assert list(check_board(board_from(document))) == ["regions_are_numbered"]


def test_unproven_drawing_is_not_judged() -> None:
    """Without a complete drawing nothing is said about what it shows."""
    document = board_document() | {"drawing": None}
    assert check_board(board_from(document))["drawing_agrees_with_reviews"] == []


def test_other_boards() -> None:
    """Two neighbouring sites exchanged, or one alias less, make a board that is still sound."""
    assert not any(check_board(board_with_exchanged_sites()).values())
    assert problems_of(board_with_exchanged_sites()) == problems_of(board_with_fewer_aliases()) == []


def test_problem_in_words() -> None:
    """A problem is a sentence with its arguments."""
    problem = Problem("neighbour_one_way", (("field", "L1"), ("other", "L5")))
    assert problem.words() == "L1 has the neighbour L5, but L5 does not have L1"
