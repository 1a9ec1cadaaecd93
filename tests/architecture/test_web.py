"""The browser's part is small modules that are served as they are: no build step, no address outside, no rules."""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import rheinlaender

ROOT = Path(__file__).parents[2]
WEB = Path(rheinlaender.__file__).parent / "web"
MODULES = sorted((WEB / "js").rglob("*.js"))
STYLES = sorted((WEB / "css").glob("*.css"))
VENDORED = sorted((WEB / "vendor").rglob("*.js"))
IMPORT = re.compile(r"""(?:\bfrom\s*|^import\s*|\bimport\()["']([^"'\s)}]+)["']""", re.MULTILINE)
GROUND, DOORS = "js", {"js/main.js", "js/early.js"}
ROOMS = {
    GROUND: set(),
    "board": {GROUND},
    "clauses": {GROUND},
    "game": {GROUND, "board", "clauses"},
    "planning": {GROUND},
    "identity": {GROUND},
    "calling": {GROUND},
    "history": {GROUND, "board", "identity", "learn"},
    "lobby": {GROUND, "board"},
    "home": {GROUND, "board", "identity", "calling", "lobby"},
    "company": {GROUND, "game"},
    "talk": {GROUND, "game"},
    "onward": {GROUND, "game"},
    "table": {GROUND, "board", "clauses", "game", "planning", "company", "talk", "onward", "calling", "lobby"},
    "replay": {GROUND, "board", "game", "onward"},
    "review": {GROUND, "board", "game", "planning", "onward"},
    "verify": {GROUND},
    "today": {GROUND, "board", "identity"},
    "compare": {GROUND, "board", "game", "identity", "replay", "today"},
    "book": {GROUND, "board", "clauses", "game", "planning"},
    "learn": {GROUND, "board", "clauses", "game", "planning"},
    "puzzles": {GROUND, "board", "clauses", "game", "planning", "learn"},
}
"""The rooms of the browser's code, and which each may use. Only the doors know the pages."""
NOTATION = re.compile(r"`@\$\{|`\$\{[\w.]+\}(?:[>x]|-`)|'LWR'|'\.'\]")
"""How a move would be written: a bastion, a knight with a card, a changed card, no bastion."""
MOST_LINES, MOST_LINES_OF_FUNCTIONS, MOST_LINES_OF_STYLES, WIDEST = 300, 60, 400, 120
TESTS = sorted((ROOT / "tests" / "web").glob("*.js"))


def name_of(path: Path) -> str:
    return path.relative_to(WEB if path.is_relative_to(WEB) else ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES + TESTS, ids=name_of)
def test_modules_are_small(path: Path) -> None:
    """A module has at most 300 lines of at most 120 characters, and begins by saying what it is."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert [line for line in text.splitlines() if len(line) > WIDEST] == []
    assert text.startswith(("//", "/**", "/*"))


@pytest.mark.parametrize("path", STYLES, ids=name_of)
def test_styles_are_small(path: Path) -> None:
    """A style sheet has at most 400 lines, and no colour by the system: the theme is one attribute."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES_OF_STYLES
    assert "prefers-color-scheme" not in text


def test_every_style_is_linked() -> None:
    """The page links each style sheet once."""
    linked = re.findall(r'href="/(css/[^"]+)"', (WEB / "index.html").read_text(encoding="utf-8"))
    assert sorted(linked) == [name_of(path) for path in STYLES]


def functions_of(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """Every function of some modules with its lines, as TypeScript's parser reads them."""
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules" / "typescript").is_dir():
        pytest.skip("FUNCTIONS OF THE BROWSER NOT MEASURED: Node or TypeScript is not here (npm ci)")
    program = [node, str(ROOT / "tests" / "architecture" / "functions.mjs"), *map(str, paths)]
    found: list[dict[str, Any]] = json.loads(subprocess.run(program, check=True, capture_output=True).stdout)
    return found


def test_functions_are_small() -> None:
    """No function of the browser has more than 60 lines."""
    functions = functions_of(MODULES)
    assert len(functions) > len(MODULES)
    assert [function for function in functions if function["lines"] > MOST_LINES_OF_FUNCTIONS] == []


def test_long_functions_are_seen(tmp_path: Path) -> None:
    """Functions of every kind are measured: those with a name, methods, arrows, and those inside others."""
    body = "\n".join(["  1;"] * MOST_LINES_OF_FUNCTIONS)
    module = tmp_path / "long.js"
    parts = [
        f"function one() {{\n{body}\n}}",
        f"const two = () => {{\n{body}\n}};",
        f"class A {{ #three() {{\n{body}\n}} }}",
    ]
    module.write_text("\n".join([*parts, f"call(function () {{\n{parts[0]}\n}});"]), encoding="utf-8")
    long = [function["name"] for function in functions_of([module]) if function["lines"] > MOST_LINES_OF_FUNCTIONS]
    assert long == ["one", "a function", "#three", "a function", "one"]


def imports_of(path: Path) -> list[str]:
    """What a module imports, at once or later; comments are left out."""
    code = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    return IMPORT.findall(code)


@pytest.mark.parametrize("path", MODULES + VENDORED, ids=name_of)
def test_imports_lead_to_files(path: Path) -> None:
    """Whatever a module imports is a file of the project, found without a build step."""
    for found in imports_of(path):
        assert found.startswith(("./", "../")), found
        assert (path.parent / found).resolve().is_file(), found


def test_every_module_has_a_room() -> None:
    """There is no room besides those that are named."""
    assert {path.parent.name for path in MODULES} == set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_rooms_know_only_those_below(path: Path) -> None:
    """A room uses itself and those that it may; pages do not know each other."""
    if name_of(path) in DOORS:
        return
    used = {(path.parent / found).resolve().parent for found in imports_of(path)}
    rooms = {folder.name for folder in used if folder.is_relative_to(WEB / "js")}
    assert rooms <= ROOMS[path.parent.name] | {path.parent.name}


def test_no_room_uses_itself_through_others() -> None:
    """The rooms stand above each other: none is reached from itself."""
    below: set[str] = set()
    while len(below) < len(ROOMS):
        free = {room for room, uses in ROOMS.items() if room not in below and uses <= below}
        assert free, set(ROOMS) - below
        below |= free


@pytest.mark.parametrize("path", [*MODULES, *STYLES, WEB / "index.html"], ids=name_of)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    """The page asks nobody but its own server for anything."""
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
    assert not re.search(r"https?://", text)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_notation_is_written(path: Path) -> None:
    """The browser takes moves from what the server listed or answered; it writes none."""
    assert NOTATION.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text", ["`@${at}`", "`${card}>${field}`", "`${card}x${bank}`", "`${number}-`", "[...plan, '.']"]
)
def test_notation_is_seen(text: str) -> None:
    """A move that is put together is found."""
    assert NOTATION.search(text)


def test_vendored_files_have_licences() -> None:
    """What others have written comes with its version and its licence."""
    versions = (WEB / "vendor" / "VERSIONS.md").read_text(encoding="utf-8")
    for path in VENDORED:
        package = path.relative_to(WEB / "vendor").parts[0].removesuffix(".js")
        assert package in versions, package
    assert list((WEB / "vendor").rglob("LICENSE*"))
