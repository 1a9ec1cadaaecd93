"""The rule book is complete: every clause is cited by the engine, tested, shown, and there in every language."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import rheinlaender
from rheinlaender.book.reading import HEADING, RULING
from rheinlaender.lessons import read_lessons
from tests.book.book import RULES, Clause, clauses_of, languages, pages_of

SOURCE = Path(rheinlaender.__file__).parent
TESTS = Path(__file__).parents[1]
ENGINE = ("rules", "game")
NUMBER = r"\d+(?:\.\d+)*"
CITATION = re.compile(rf"\b[Ss]ections? (?P<numbers>{NUMBER}(?:(?:, | and ){NUMBER})*)")
LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
WORDS = re.compile(r"\w+(?:['’-]\w+)*")

NO_RULE = {
    "3": "introduces the chapter; its clauses state the rules",
    "5": "introduces the chapter; its clauses state the rules",
    "8": "shows figures of the rules that other clauses state",
    "10": "explains words; the rules stand where it points to",
}
"""Clauses that state no rule of their own, and why."""

CLAUSES = clauses_of("en")
NUMBERS = [clause.number for clause in CLAUSES]
RULE_CLAUSES = [clause for clause in CLAUSES if clause.number not in NO_RULE]
TRANSLATIONS = [language for language in languages() if language != "en"]


def citations(text: str) -> set[str]:
    """The numbers that a text cites: they follow the word section, or sections, and are separated by commas or and."""
    return {number for found in CITATION.finditer(text) for number in re.findall(NUMBER, found["numbers"])}


def docstrings(tree: ast.Module) -> list[str]:
    """Every string that stands as a statement: the docstrings of modules, classes, functions and constants."""
    expressions = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    return [node.value for node in expressions if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def sections(tree: ast.Module) -> set[str]:
    """The sections that refusals of a module name: `code, section = "field_occupied", "2.1"`."""
    return {
        node.value.elts[1].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and ast.unparse(node.targets[0]) == "(code, section)"
        and isinstance(node.value, ast.Tuple)
        and isinstance(node.value.elts[1], ast.Constant)
        and isinstance(node.value.elts[1].value, str)
    }


def cited_by(folder: Path) -> dict[str, set[str]]:
    """For each number the modules of a folder that cite it, in a docstring or as the section of a refusal."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for number in sections(tree).union(*map(citations, docstrings(tree))):
            found.setdefault(number, set()).add(path.relative_to(folder).as_posix())
    return found


def clauses_of_lessons() -> set[str]:
    """The clauses that lessons show."""
    return {clause for lesson in read_lessons().values() for clause in lesson.clauses}


@cache
def cited_by_engine() -> set[str]:
    """The clauses that the engine cites."""
    return {number for package in ENGINE for number in cited_by(SOURCE / package)}


@cache
def cited_by_tests() -> set[str]:
    """The clauses that tests cite."""
    return set(cited_by(TESTS))


def test_numbers_are_in_order() -> None:
    """Each number stands once, below the clause that it belongs to, and no number is left out."""
    by_parent: dict[str, list[str]] = {}
    for number in NUMBERS:
        by_parent.setdefault(number.rpartition(".")[0], []).append(number)
    for parent, numbers in by_parent.items():
        last = [int(number.rpartition(".")[2]) for number in numbers]
        assert sorted(last) == list(range(1, len(last) + 1)), numbers
        assert not parent or parent in NUMBERS
    assert all(clause.level == clause.number.count(".") + 1 for clause in CLAUSES)
    assert all(clause.page.startswith(clause.number.partition(".")[0] + "-") for clause in CLAUSES)


def test_exceptions_are_needed() -> None:
    """Whatever is said to state no rule is a clause, and nothing in the engine cites it."""
    assert set(NO_RULE) <= set(NUMBERS)
    assert not set(NO_RULE) & cited_by_engine()


@pytest.mark.parametrize("clause", RULE_CLAUSES, ids=lambda clause: clause.number)
def test_engine_cites_clause(clause: Clause) -> None:
    """A rule of the engine, or a refusal, cites the clause."""
    assert clause.number in cited_by_engine()


@pytest.mark.parametrize("clause", RULE_CLAUSES, ids=lambda clause: clause.number)
def test_tests_cover_clause(clause: Clause) -> None:
    """A position block of the clause is executed, or a test says that it proves the clause."""
    assert clause.is_shown or clause.number in cited_by_tests()


@pytest.mark.parametrize("clause", RULE_CLAUSES, ids=lambda clause: clause.number)
def test_clause_is_shown(clause: Clause) -> None:
    """A position block stands in the clause, or a lesson shows it."""
    assert clause.is_shown or clause.number in clauses_of_lessons()


def test_cited_sections_exist() -> None:
    """Every section that anything in the product cites is a clause of the rule book."""
    cited = cited_by(SOURCE)
    assert {number: cited[number] for number in set(cited) - set(NUMBERS)} == {}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_same_clauses_and_blocks(language: str) -> None:
    """A translation has the same pages, clauses and headings, and the same blocks in each clause, in the same order."""
    assert list(pages_of(language)) == list(pages_of("en"))
    translated = clauses_of(language)
    assert [(one.page, one.number, one.level) for one in translated] == [
        (one.page, one.number, one.level) for one in CLAUSES
    ]
    for ours, other in zip(CLAUSES, translated, strict=True):
        assert other.blocks == ours.blocks, f"{language}: blocks of {ours.number}"
    for name, text in pages_of("en").items():
        levels = [heading["level"] for heading in HEADING.finditer(text)]
        assert [heading["level"] for heading in HEADING.finditer(pages_of(language)[name])] == levels, name


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_same_rulings(language: str) -> None:
    """A translation marks the same rulings as our own, and points to the same rules."""
    for ours, other in zip(CLAUSES, clauses_of(language), strict=True):
        assert other.own.count(RULING) == ours.own.count(RULING), f"{language}: rulings of {ours.number}"
        pointed = sorted(found["target"] for found in LINK.finditer(ours.own))
        assert sorted(found["target"] for found in LINK.finditer(other.own)) == pointed, f"{language}: {ours.number}"


@pytest.mark.parametrize("language", languages())
def test_links_lead_somewhere(language: str) -> None:
    """Every link of the rule book leads to a page, and if it names a clause, the clause stands on that page."""
    places = {(clause.page, clause.number) for clause in clauses_of(language)}
    for page, text in pages_of(language).items():
        for found in LINK.finditer(text):
            name, _, number = found["target"].partition("#")
            assert (RULES / language / (name or page)).exists(), f"{language}/{page}: {found['target']}"
            assert not number or (name or page, number) in places, f"{language}/{page}: {found['target']}"


@pytest.mark.parametrize("language", languages())
def test_summary_is_short(language: str) -> None:
    """The summary is short enough to be printed on one page."""
    assert len(WORDS.findall(pages_of(language)["summary.md"])) <= 430


@pytest.mark.parametrize("language", languages())
def test_editions_side_by_side(language: str) -> None:
    """Section 9: the table of the editions has a row for each option, which leads to the clause of that option."""
    editions = next(clause for clause in clauses_of(language) if clause.number == "9")
    rows = [row for row in editions.own.splitlines() if row.startswith("|")][2:]
    assert [re.findall(r"\]\(#([\d.]+)\)", row) for row in rows] == [[f"9.{number}"] for number in range(1, 8)]
