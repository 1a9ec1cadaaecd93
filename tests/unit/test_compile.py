"""One source, several targets: twins of the same functions, the compile cache, and rules that cite their section."""

import ast
import copy
import pickle
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from rheinlaender.board import Board, rhine
from rheinlaender.rules import turn
from rheinlaender.rules.bastions import count_free_land
from rheinlaender.rules.compile import (
    Engine,
    cache_directory,
    compiled,
    forget_compiled,
    interpreted,
    kept_apart,
    ready,
    stands_on,
    start_compiling,
    watch_compiling,
    word,
)
from rheinlaender.rules.sets import nth_member
from tests.setting import board_with_exchanged_sites, board_with_fewer_aliases, position_of

RULES = Path(turn.__file__).parent
SECTION = re.compile(r"Sections? \d(\.\d)*((, | to | and )\d(\.\d)*)*\.$")
STATES_NO_RULE = {
    "bank_of": "a question of the board",
    "bring_to_top": "chance that is known",
    "swap_cards": "a part of shuffling",
    "shuffle_deck": "a part of shuffling",
    "take_top": "a part of drawing",
}
SILENT_MODULES = {"chance.py", "compile.py", "journal.py", "moves.py", "sets.py", "arrays.py"}


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A compile cache of this test's own."""
    monkeypatch.setenv("RHEINLAENDER_CACHE", str(tmp_path))
    yield tmp_path
    forget_compiled()


def test_interpreted_twins() -> None:
    """Another board has functions of its own, of the same code over its own arrays; the same board has the same."""
    here, there = interpreted(), interpreted(board_with_exchanged_sites())
    assert interpreted(rhine()) is here and here is not there
    own, other = here.of(turn.play), there.of(turn.play)
    assert own is here.of(turn.play) is not other and own.__code__ is other.__code__ is turn.play.__code__
    assert other.__globals__["play_card"] is not own.__globals__["play_card"]
    assert (here.target, here.board, there.board.name) == ("interpreted", rhine(), "Rhine with E and F exchanged")


def test_engine_names_what_it_has_not() -> None:
    """Asking an engine for a function that is no rule says so."""
    with pytest.raises(TypeError, match=r"compile\.interpreted is not a rule"):
        interpreted().of(interpreted)


def test_rules_of_the_same_name_keep_apart() -> None:
    """An engine knows its rules by themselves: one of the same name in another module replaces nothing."""
    text = "from rheinlaender.rules.compile import rule\n@rule\ndef play() -> int:\n    return 7\n"
    other = types.ModuleType("other")
    sys.modules["other"] = other
    exec(text, vars(other))
    before = interpreted().of(turn.play)
    assert interpreted().of(other.play)() == 7 and interpreted().of(turn.play) is before
    del sys.modules["other"]


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
def test_ready_for_the_own_board() -> None:
    """Without a board it is the game's own that is compiled."""
    start_compiling(lambda engine: None).join()
    assert ready() is ready(rhine()) is compiled(rhine())


@pytest.mark.usefixtures("own_cache")
def test_primitives_are_the_same() -> None:
    """Sets of bits have the same members interpreted and compiled."""
    board = board_with_fewer_aliases()
    machine, plain = compiled(board), interpreted(board)
    assert machine is compiled(board) and machine.target == "cpu"
    for members in (0b1, 0b1010, 1 << 63 | 1 << 40 | 1):
        for number in range(members.bit_count()):
            assert machine.of(nth_member)(word(members), number) == plain.of(nth_member)(members, number)
    position = position_of("rh1 seats=3 knights=a:L1,L2 bastions=L3 dukes=L1:a left=2,3,3")
    assert machine.of(count_free_land)(position.record) == plain.of(count_free_land)(position)
    kept = cache_directory(board, "rheinlaender.rules.sets")
    assert kept and list(kept.glob("**/*.nbi"))


def kept_of(module: str, board: Board | None = None) -> Path:
    """Where what is compiled of a module is kept."""
    directory = cache_directory(board or rhine(), module)
    assert directory is not None and directory.is_dir()
    return directory


def test_cache_is_keyed_by_sources_and_board(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled is kept under a digest of the sources and the board: an edit makes another."""
    first = kept_of("rheinlaender.rules.turn")
    assert first.is_relative_to(own_cache) and first == kept_of("rheinlaender.rules.turn")
    assert not list(first.glob("**/*.nbi"))
    assert kept_of("rheinlaender.rules.turn", board_with_exchanged_sites()) != first
    digests = []
    for name, text in (("first", "one"), ("second", "two"), ("third", "one")):
        source = types.ModuleType(name)
        source.__file__ = str(own_cache / f"{name}.py")
        Path(source.__file__).write_text(text, encoding="utf-8")
        monkeypatch.setitem(sys.modules, f"rheinlaender.{name}", source)
        digests.append(kept_of(f"rheinlaender.{name}").name.removeprefix(name))
    assert digests[0] == digests[2] != digests[1]


def test_what_a_module_stands_on() -> None:
    """The digest takes in every module that is imported, directly or not, and none above."""
    below = stands_on("rheinlaender.rules.turn")
    assert {"rheinlaender.rules.turn", "rheinlaender.rules.position", "rheinlaender.board.arrays"} <= below
    assert not any(name.startswith(("rheinlaender.batches", "rheinlaender.game")) for name in below)


def test_where_the_cache_lies(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache lies where the environment says, else in the user's cache directory."""
    monkeypatch.delenv("RHEINLAENDER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(own_cache / "xdg"))
    assert kept_of("rheinlaender.rules.turn").is_relative_to(own_cache / "xdg")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(own_cache / "home"))
    assert kept_of("rheinlaender.rules.turn").is_relative_to(own_cache / "home" / ".cache")


@pytest.mark.usefixtures("own_cache")
def test_numba_keeps_its_own_settings(tmp_path: Path) -> None:
    """What other programs set for Numba stands after the rules were declared to it."""
    import numba

    before = numba.config.CACHE_DIR
    with kept_apart(numba, tmp_path) as is_kept:
        assert is_kept and str(tmp_path) == numba.config.CACHE_DIR
    with kept_apart(numba, None) as is_kept:
        assert not is_kept
    assert before == numba.config.CACHE_DIR


@pytest.mark.usefixtures("own_cache")
def test_compiling_is_told() -> None:
    """Whoever watches is told what is compiled of the rules: not what is loaded, nor what others compile."""
    import numba

    board, told = board_with_fewer_aliases(), list[str]()
    stop = watch_compiling(told.append)
    assert compiled(board).of(nth_member)(word(0b1010), 1) == 3
    assert "nth_member" in told
    told.clear()
    forget_compiled()
    assert compiled(board).of(nth_member)(word(0b1010), 1) == 3
    assert numba.njit(lambda number: number)(1) == 1
    assert told == []
    stop()
    assert compiled(board).of(count_free_land)(position_of("rh1 seats=3").record) and told == []


def test_cache_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where nothing can be kept the rules are compiled all the same; it is said once."""
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("RHEINLAENDER_CACHE", str(tmp_path / "file"))
    board = board_with_exchanged_sites()
    assert cache_directory(board, "rheinlaender.rules.sets") is None
    assert cache_directory(board, "rheinlaender.rules.turn") is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert compiled(board).of(nth_member)(word(0b110), 1) == 2
    forget_compiled()


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


def test_engines_are_found_again() -> None:
    """An engine that was pickled or copied is the same one; one that nobody else can find cannot be pickled."""
    for engine in (interpreted(), compiled(), interpreted(board_with_exchanged_sites())):
        assert pickle.loads(pickle.dumps(engine)) is engine is copy.deepcopy(engine)
    own = Engine("interpreted", rhine(), {}, lambda function, is_kernel: function)
    with pytest.raises(TypeError, match="is not shared"):
        pickle.dumps(own)
