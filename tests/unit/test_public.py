"""The public interface: `from rheinlaender import Game`."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rheinlaender

ROOT = Path(__file__).parents[2]
NAMES = [
    *("LANGUAGES", "Board", "BoardError", "Bot", "ChangeCard", "Consequences", "Convert", "Draw", "Duchy", "Event"),
    *("Game", "IllegalMove", "MatchPlan", "Move", "NoBastion", "Options", "PlaceBastion", "Played", "Record"),
    *("Refusal", "Reinforce", "Result", "Settle", "View", "bot_names", "draw_view", "game_at", "line_of"),
    *("make_bot", "play_match", "read_board", "read_move", "read_options", "read_record", "rhine", "standing"),
    *("write_options", "write_record", "write_view"),
]
PROGRAM = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def test_names() -> None:
    """These names are promised. Whoever takes one away breaks programs, and says so in the changelog."""
    assert sorted(rheinlaender.__all__) == sorted(NAMES)
    assert set(NAMES) <= set(dir(rheinlaender))


@pytest.mark.parametrize("name", NAMES)
def test_name_is_what_its_module_holds(name: str) -> None:
    """A name leads to the thing that types and tables say, and it says what it is."""
    module = typed_names()[name]
    value = getattr(rheinlaender, name)
    assert value is getattr(sys.modules[module], name)
    assert name in ("LANGUAGES", "Move") or value.__doc__


def typed_names() -> dict[str, str]:
    """Each name that a type checker sees, and the module that it sees it in."""
    tree = ast.parse(Path(rheinlaender.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imported = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {name.name: str(node.module) for node in imported for name in node.names}


def test_type_checkers_see_the_same_names() -> None:
    """What is imported for types is what is promised, and the package is marked as typed."""
    assert sorted(typed_names()) == sorted(NAMES)
    assert (Path(rheinlaender.__file__).parent / "py.typed").is_file()


def test_no_other_name() -> None:
    """A name that is not there is refused as in every module."""
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        _ = rheinlaender.Chess  # type: ignore[attr-defined]


def test_import_is_light() -> None:
    """Importing the package imports no room; a name brings its own."""
    source = "import sys, rheinlaender; print([name for name in sys.modules if name.startswith('rheinlaender.')])"
    finished = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert finished.stdout == "[]\n", finished.stderr


def test_readme_program(capsys: pytest.CaptureFixture[str]) -> None:
    """The program of the README runs, and says what its comments say."""
    assert PROGRAM is not None
    scope: dict[str, Any] = {}
    exec(compile(PROGRAM[1], "README.md", "exec"), scope)
    told = capsys.readouterr().out
    assert told.startswith("[Settle(card=5, bank='L'), ") and "a siedelt mit Karte 45 auf R45 an." in told
    assert scope["again"].turns == scope["game"].turns and scope["game"].view("b").hand


def test_match() -> None:
    """A match is played and added up in a few lines."""
    plan = rheinlaender.MatchPlan(("random", "random", "random"), games=3)
    rows = rheinlaender.standing(plan, rheinlaender.play_match(plan))
    assert [row.name for row in rows] == ["random"] * 3
    assert sum(row.share for row in rows) == pytest.approx(1)


def test_line_goes_on() -> None:
    """A game's line is where another one begins."""
    game = rheinlaender.Game.new(seed=5)
    game.play("45R")
    assert rheinlaender.line_of(rheinlaender.game_at(rheinlaender.line_of(game))) == rheinlaender.line_of(game)
