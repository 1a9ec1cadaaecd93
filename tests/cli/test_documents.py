"""What README and the guides tell to type: every program runs, every command is one, and what is quick runs."""

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from rheinlaender.cli.main import COMMANDS, parsed

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "games"
RECORD = Path("game.rhg")
"""What programs call a game that somebody has played."""
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs" / "guides").glob("*.md")), ROOT / "docs/reference/parquet.md"]
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDED = {"rheinlaender_v0": "pettingzoo", "gymnasium": "gymnasium", "pyspiel": "pyspiel", "parquet": "pyarrow"}
SELDOM = ("make", "pip", ".venv/bin/pip", "pipx", "uvx", "uv")
"""Commands of README that are not ours: they install. Guides have more, for the machines of operators."""
LONG = {"serve", "play", "bench", "train", "think", "match", "analyse", "doctor"}
"""Commands that wait for somebody, or take long: their words are read, and other tests see what they do."""
IS_LONG = os.environ.get("RHEINLAENDER_LONG") == "1"


class Line(NamedTuple):
    """A line of a block of commands."""

    document: str
    text: str

    def __str__(self) -> str:
        return f"{self.document}: {self.text[:60]}"


def blocks(path: Path, kind: str) -> list[str]:
    return [found["text"] for found in BLOCK.finditer(path.read_text(encoding="utf-8")) if found["kind"] == kind]


def commands() -> list[Line]:
    """Every command that a document tells to type."""
    whole = [(path, block.replace("\\\n", " ")) for path in DOCUMENTS for block in blocks(path, "sh")]
    lines = [(path, line) for path, block in whole for line in block.splitlines()]
    return [Line(path.name, re.sub(r"\s+#.*", "", line).strip()) for path, line in lines if line.strip()]


def words_of(line: str) -> list[list[str]]:
    """The words of each command of ours in a line, with what a shell would put in as a position."""
    plain = re.sub(r"\$\([^)]*\)", "POSITION", line.replace(".venv/bin/rheinlaender", "rheinlaender"))
    ours = [part.strip() for part in re.split(r"\||&&", plain) if part.strip().startswith("rheinlaender ")]
    return [shlex.split(part)[1:] for part in ours]


OURS = [line for line in commands() if words_of(line.text)]
QUICK = [line for line in OURS if IS_LONG or not any(words[0] in LONG for words in words_of(line.text))]
QUICK = [line for line in QUICK if line.document in ("README.md", "parquet.md")]  # guides speak of servers and clusters


def test_commands_of_readme_are_ours() -> None:
    """Every line of README's blocks of commands is a command of ours, or one that installs."""
    others = [line for line in commands() if line not in OURS and line.document == "README.md"]
    assert [line for line in others if line.text.split()[0] not in SELDOM] == []
    assert len(OURS) > 12 and QUICK


@pytest.mark.parametrize("line", OURS, ids=str)
def test_commands_are_understood(line: Line) -> None:
    """Every command of ours has options that there are."""
    for words in words_of(line.text):
        assert words[0] in COMMANDS
        assert parsed(words).command == words[0]


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment in which `rheinlaender` is this one."""
    script = tmp_path / "bin" / "rheinlaender"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rheinlaender "$@"\n', encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    return os.environ | {"PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C"}


@pytest.mark.skipif(sys.platform == "win32", reason="the documents are written for a POSIX shell")
@pytest.mark.parametrize("line", QUICK, ids=str)
def test_quick_commands_run(line: Line, shell: dict[str, str], tmp_path: Path) -> None:
    """What is quick runs as it is printed, with fewer games."""
    if "--parquet" in line.text:
        pytest.importorskip("pyarrow", reason="NOT RUN: PyArrow is not installed")
    text = re.sub(r"--games \d+", "--games 1", line.text.replace(".venv/bin/rheinlaender", "rheinlaender"))
    done = subprocess.run(
        ["sh", "-c", text], cwd=tmp_path, env=shell, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", [path for path in DOCUMENTS if blocks(path, "python")], ids=lambda path: path.name)
def test_programs_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program of a document runs, one after the other, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    if path.name == "environments.md":
        pytest.skip("its programs are run by tests/envs/test_guide.py")
    for program in blocks(path, "python"):
        for word, package in NEEDED.items():
            if word in program:
                pytest.importorskip(package, reason=f"NOT RUN: a program of {path.name} needs {package}")
        if "parquet" in program:
            from rheinlaender.cli.main import main

            assert main(["trace", "--parquet", "games", "--games", "1", "--seed", "1"]) == 0
        if RECORD.name in program:
            shutil.copy(GAMES / "3-short-uniform.rhg", RECORD)
        exec(compile(program, str(path), "exec"), {"__name__": "document"})
