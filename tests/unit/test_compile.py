"""One source, several targets: twins of the same functions, the compile cache, and rules that cite their section."""

import ast
import re
import types
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rheinlaender.board import rhine
from rheinlaender.rules import compile as compiling, turn
from rheinlaender.rules.compile import Engine, cache_directory, compiled, interpreted, ready, start_compiling
from tests.setting import board_with_exchanged_sites, board_with_fewer_aliases, position_of

RULES = Path(compiling.__file__).parent
SECTION = re.compile(r"Sections? \d(\.\d)*((, | to | and )\d(\.\d)*)*\.$")
STATES_NO_RULE = {
    "bank_of": "a question of the board",
    "bring_to_top": "chance that is known",
    "swap_cards": "a part of shuffling",
    "shuffle_deck": "a part of shuffling",
    "take_top": "a part of drawing",
}
SILENT_MODULES = {"chance.py", "compile.py", "journal.py", "moves.py", "sets.py", "tables.py"}


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A compile cache of this test's own."""
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    monkeypatch.setenv("RHEINLAENDER_CACHE", str(tmp_path))
    compiled_engines = compiling._compiled
    yield tmp_path
    compiled_engines.cache_clear()
    compiling._warm.clear()


def test_interpreted_twins() -> None:
    """Another board has functions of its own, of the same code over its own tables; the same board has the same."""
    here, there = interpreted(), interpreted(board_with_exchanged_sites())
    assert interpreted(rhine()) is here and here is not there
    assert here.play is not there.play and here.play.__code__ is there.play.__code__ is turn.play.__code__
    assert there.play.__globals__["place_knight"] is not here.play.__globals__["place_knight"]
    assert (here.target, here.board, there.board.name) == ("interpreted", rhine(), "Rhine with E and F exchanged")


def test_engine_names_what_it_has_not() -> None:
    """Asking an engine for a function that there is not says so."""
    with pytest.raises(AttributeError, match="the engine has no function 'castling'"):
        interpreted().castling  # noqa: B018


@pytest.mark.usefixtures("own_cache")
def test_ready_before_and_after() -> None:
    """Until the compiled engine is ready play goes on interpreted; then it is compiled; other boards are not."""
    board = board_with_exchanged_sites()
    assert ready(board).target == "interpreted" and ready().target == "interpreted"
    warmed: list[Engine] = []
    thread = start_compiling(warmed.append, board)
    thread.join()
    assert ready(board).target == "cpu" and warmed == [ready(board)]
    assert ready().target == "interpreted"


@pytest.mark.usefixtures("own_cache")
def test_ready_for_the_own_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a board it is the game's own that is compiled."""
    monkeypatch.setattr(compiling, "_compiled", lambda board: interpreted(board))
    start_compiling(lambda engine: None).join()
    assert rhine() in compiling._warm


@pytest.mark.usefixtures("own_cache")
def test_primitives_are_the_same() -> None:
    """Sets of bits have the same members interpreted and compiled."""
    board = board_with_fewer_aliases()
    machine, plain = compiled(board), interpreted(board)
    assert machine is compiled(board) and machine.target == "cpu"
    for word in (0b1, 0b1010, 1 << 63 | 1 << 40 | 1):
        for number in range(word.bit_count()):
            assert machine.nth_member(np.uint64(word), number) == plain.nth_member(word, number)
    position = position_of("rh1 seats=3 knights=a:L1,L2 bastions=L3 dukes=L1:a left=2,3,3")
    assert machine.count_free_land(position.record) == plain.count_free_land(position)
    assert list(cache_directory(board).glob("**/*.nbi"))


def test_cache_is_keyed_by_sources_and_board(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled is kept under a digest of the engine's sources and the board: an edit makes another."""
    first = cache_directory(rhine())
    assert first.is_dir() and first.is_relative_to(own_cache) and first == cache_directory(rhine())
    assert not list(first.glob("**/*.nbi"))
    assert cache_directory(board_with_exchanged_sites()) != first
    source = types.ModuleType("source")
    source.__file__ = str(own_cache / "source.py")
    monkeypatch.setattr(compiling, "_engine_modules", lambda: (source,))
    digests = []
    for text in ("one", "two", "one"):
        Path(source.__file__).write_text(text, encoding="utf-8")
        digests.append(cache_directory(rhine()).name)
    assert digests[0] == digests[2] != digests[1]


def test_where_the_cache_lies(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache lies where the environment says, else in the user's cache directory."""
    import numba

    monkeypatch.delenv("RHEINLAENDER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(own_cache / "xdg"))
    assert cache_directory(rhine()).is_relative_to(own_cache / "xdg")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(own_cache / "home"))
    directory = cache_directory(rhine())
    assert directory.is_relative_to(own_cache / "home" / ".cache") and str(directory) == numba.config.CACHE_DIR


def rule_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function of the rules that is part of the engine, with its module."""
    for path in sorted(RULES.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(ast.unparse(mark) == "rule" for mark in node.decorator_list):
                yield path.name, node


def test_rules_cite_their_section() -> None:
    """A function that states a rule ends the first paragraph of its docstring with the section it states."""
    for module, function in rule_functions():
        first = (ast.get_docstring(function) or "").split("\n\n")[0]
        is_silent = module in SILENT_MODULES or function.name in STATES_NO_RULE or not states_a_rule(function, first)
        assert is_silent or SECTION.search(first), f"{module}: {function.name}: {first}"


def states_a_rule(function: ast.FunctionDef, first: str) -> bool:
    """Counting, naming and telling state nothing; everything else does."""
    starts = (
        "nth_",
        "count_",
        "tell_",
        "first_",
        "open_",
        "close_",
        "rename_",
        "add_",
        "ruled_",
        "find_neighbours_again",
    )
    return bool(first) and not function.name.startswith((*starts, "is_settled_only", "start_turn"))
