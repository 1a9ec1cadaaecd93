"""The page about the strength of players says what was measured: results and notes alone make it."""

from tools.ladder_matches import MATCHES
from tools.strength_page import PAGE, page, read_notes, read_results


def test_the_page_is_what_was_measured() -> None:
    """Nothing on the page was written by hand: what is to be said beside the results stands in the notes."""
    assert PAGE.read_text(encoding="utf-8") == page(read_results(), read_notes())


def test_results_are_those_of_the_matches() -> None:
    """Every result has the players of its match, and shares that add up to one."""
    for name, result in read_results().items():
        if name != "speed":
            assert [row["name"] for row in result["players"]] == MATCHES[name][1], name
            assert abs(sum(row["share"] for row in result["players"]) - 1) < 0.005, name


def test_every_note_has_its_place() -> None:
    """A note under a title that the page does not have would be lost."""
    titles = {f"## {title}" for title in read_notes() if title}
    assert titles <= set(PAGE.read_text(encoding="utf-8").splitlines())
