"""The rule book is true: each of its position blocks holds, and each rule that a refusal cites can be read there."""

import re

import pytest

from rheinlaender.book.reading import BLOCK
from rheinlaender.game import errors
from rheinlaender.game.errors import (
    BadNotation,
    NotYourTurn,
    UnknownOption,
    UnknownPreset,
    WrongOptionValue,
    WrongSeats,
)
from rheinlaender.game.game import Game
from rheinlaender.game.options import read_options, write_value
from rheinlaender.i18n import Refusal
from rheinlaender.notation.figure import check_figure
from rheinlaender.notation.position import read_position
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.options import PRESETS, VALUES
from tests.book.book import RULES, Block, blocks_of, clauses_of, languages

NOT_A_MOVE = {"wrong_seats", "wrong_options", "unknown_option", "wrong_option_value", "unknown_preset"}
NEEDS_ANOTHER_SEAT = {"not_your_turn"}


def refusals() -> list[type[Refusal]]:
    """All refusals of the game that cite a section of the rules."""
    found = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, Refusal)]
    return [one for one in found if one.section]


PAGES = sorted(RULES.rglob("*.md"))
BLOCKS = [block for page in PAGES for block in blocks_of(page)]


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_block_holds(block: Block) -> None:
    """Everything that a position block of the rule book states is so."""
    assert check_figure(block.text) == []


def test_every_fence_of_a_position_is_read() -> None:
    """No position block escapes the tests by the way it is written."""
    fences = sum(len(re.findall(r"^\s*`{3,}\s*position", page.read_text(encoding="utf-8"), re.M)) for page in PAGES)
    assert len(BLOCKS) == fences > 0


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_block_states_something(block: Block) -> None:
    """A block is more than a position: it has at least one statement besides the moves that it plays."""
    assert any(not line.startswith("play ") for line in block.text.splitlines()[1:])


def test_eighteen_figures() -> None:
    """Section 8 has the eighteen figures in their order, and each has a title and a block of its own."""
    parts = re.split(r"^### Figure (\d+): .+$", (RULES / "en" / "8-figures.md").read_text(encoding="utf-8"), flags=re.M)
    assert parts[1::2] == [str(number) for number in range(1, 19)]
    assert all(BLOCK.search(part) for part in parts[2::2])


@pytest.mark.parametrize("language", languages())
def test_sections_that_refusals_cite(language: str) -> None:
    """Sections 1 to 9 and every section that a refusal cites stand in the rule book, each under one heading."""
    numbers = [clause.number for clause in clauses_of(language)]
    assert len(set(numbers)) == len(numbers)
    assert {str(section) for section in range(1, 10)} | {refusal.section for refusal in refusals()} <= set(numbers)


def test_every_refusal_of_a_move_is_shown() -> None:
    """Each rule that can forbid the seat to move something is shown by an illegal move of some block."""
    shown = {line.split()[2] for block in BLOCKS for line in block.text.splitlines() if line.startswith("illegal ")}
    assert {refusal.code for refusal in refusals()} - NOT_A_MOVE - NEEDS_ANOTHER_SEAT <= shown


def test_every_value_of_every_option_is_shown() -> None:
    """Each value of each option is named by the position of some block, and so is each preset."""
    named = {part for block in BLOCKS for part in re.findall(r"options=(\S+)", block.position)}
    words = {word for part in named for word in part.split(",")}
    assert {f"{name}:{write_value(value)}" for name, values in VALUES.items() for value in values} <= words
    assert set(PRESETS) <= words


def test_only_the_seat_to_move_moves() -> None:
    """Section 2: a seat whose turn it is not is refused. A block cannot say so: in it only the seat to move acts."""
    game = Game(read_position(interpreted(), "rh1 seats=3 hands=a:23/b:30"))
    with pytest.raises(NotYourTurn):
        game.check("30L", seat="b")
    assert game.check("23L", seat="a")


@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_seats(seats: int) -> None:
    """Section 1.1: the game is for three, four or five seats."""
    with pytest.raises(WrongSeats):
        check_figure(f"rh1 seats={seats}")


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ("parker,knights:many", UnknownOption),
        ("parker,end:never", WrongOptionValue),
        ("martian", UnknownPreset),
    ],
)
def test_options_of_the_table(options: str, refusal: type[Refusal]) -> None:
    """Sections 9 and 9.8: an option, a value or a preset that is not in the table is refused."""
    with pytest.raises(refusal):
        read_options(options)
    with pytest.raises(BadNotation):
        check_figure(f"rh1 options={options}")


@pytest.mark.parametrize(("value", "seen"), [("hidden", None), ("open", 7)])
def test_coins_of_others(value: str, seen: int | None) -> None:
    """Sections 7.3 and 9.7: hidden coins are seen by their owner alone, open coins by all."""
    game = Game(read_position(interpreted(), f"rh1 seats=3 options=parker,coins:{value} coins=3,7,0"))
    assert game.view("a").coins["a"] == 3
    assert game.view("a").coins["b"] == seen
    assert game.view().coins["b"] == seen
