"""The wheel: built, installed into an empty environment away from the sources, it plays, serves and teaches.

The environment borrows what other people have written from this one, so that nothing is installed twice; of this
project it has nothing but the wheel.
"""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from functools import partial
from pathlib import Path

import httpx
import pytest

import rheinlaender
from tests.server.process import ServerProcess

ROOT = Path(__file__).parents[2]
PATIENCE = 600.0
"""Seconds; where nothing is compiled yet and the machine is busy, a game takes minutes."""
UNREACHABLE = ("No matching distribution found for hatchling", "Could not find a version that satisfies")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {"LC_ALL": "C"}

IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))

quietly = partial(subprocess.run, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sources by the tool that pyproject.toml names."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    built = quietly(command, check=False)
    if built.returncode and any(words in built.stderr for words in UNREACHABLE):
        pytest.skip("NO WHEEL IS TESTED: hatchling, which builds it, cannot be fetched here")
    assert built.returncode == 0, built.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which the wheel is installed."""
    home = tmp_path_factory.mktemp("home") / "environment"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    quietly(install, check=True)
    own = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    (own / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home


def run(home: Path, *words: str) -> str:
    """What a command of the environment prints; it runs elsewhere, without a terminal."""
    command = [str(home / "bin" / words[0]), *words[1:]]
    done = quietly(command, cwd=home, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_content(wheel: Path) -> None:
    """The wheel holds the package, its licence and its types, all pages of the rules, and no tests."""
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {
        "rheinlaender",
        f"rheinlaender-{rheinlaender.__version__}.dist-info",
    }
    assert "rheinlaender/py.typed" in names and any(name.endswith("licenses/LICENSE") for name in names)
    pages = {path.relative_to(ROOT / "docs" / "rules").as_posix() for path in (ROOT / "docs" / "rules").rglob("*.md")}
    assert {f"rheinlaender/book/pages/{page}" for page in pages} <= set(names)


def test_it_is_this_version_from_elsewhere(home: Path) -> None:
    """The package comes from the environment, not from the sources, and its version from one place."""
    source = "import rheinlaender, importlib.metadata as m; print(rheinlaender.__file__, m.version('rheinlaender'))"
    file, version = run(home, "python", "-c", source).split()
    assert Path(file).is_relative_to(home) and version == rheinlaender.__version__
    assert run(home, "rheinlaender", "--version") == run(home, "python", "-m", "rheinlaender", "--version")


def test_changelog_begins_with_this_version() -> None:
    """The newest entry of the changelog is about the version that is in the sources."""
    headings = re.findall(r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert headings[0][0] == rheinlaender.__version__


def test_play(home: Path) -> None:
    """It sets up a game, and plays one without a terminal to its end."""
    assert run(home, "rheinlaender", "new", "--seed", "5").startswith("rh1 seats=4 ")
    assert "\nWon by " in run(home, "rheinlaender", "play", "--seats", "3", "--seed", "1", "--preset", "short")


@pytest.mark.skipif(not IS_LONG, reason="compiles the engine once more: make deploy-test")
def test_match(home: Path) -> None:
    """It compiles the engine, and lets computer players play a match."""
    told = run(home, "rheinlaender", "match", "greedy", "random", "random", "--games", "3", "--processes", "1")
    assert "3 games, 3 seats" in told


def test_rules(home: Path) -> None:
    """It shows the rules, in every language."""
    assert "4.2" in run(home, "rheinlaender", "rules", "4.2")
    assert "Burg" in run(home, "rheinlaender", "rules", "4.2", "--language", "de")


def test_serve(home: Path, tmp_path: Path) -> None:
    """It serves the first page and what it needs, the rules and the course."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
    server.command[:3] = [str(home / "bin" / "rheinlaender")]
    server.environment = ENVIRONMENT | {"RHEINLAENDER_COMPILE": "no"}
    try:
        server.start()
        with httpx.Client(base_url=server.http, timeout=PATIENCE) as client:
            for page in ("/", "/rules", "/learn", "/api/board.svg", "/api/rules/hu", "/js/main.js"):
                assert client.get(page).status_code == 200, page
            lessons = client.get("/api/lessons").json()["lessons"]
            assert client.get(f"/api/lessons/{lessons[0]['name']}").status_code == 200
    finally:
        server.kill()
