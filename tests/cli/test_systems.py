"""Other systems, emulated: ends of lines, paths, consoles and encodings as Windows and macOS have them."""

import os
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest
from sqlalchemy import make_url

from rheinlaender.bots.match import MatchPlan
from rheinlaender.bots.match_file import MatchFile
from rheinlaender.cli.main import main

GAME = Path(__file__).parents[1] / "games" / "4-parker-cluster.rhg"


def with_returns(path: Path, content: bytes) -> str:
    """A file as an editor on Windows leaves it: with carriage returns and a mark of its encoding."""
    path.write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))
    return str(path)


def test_records_with_carriage_returns(tmp_path: Path) -> None:
    """A record and a position that an editor on Windows has written are read."""
    assert main(["replay", "--quiet", with_returns(tmp_path / "game.rhg", GAME.read_bytes())]) == 0
    assert main(["show", with_returns(tmp_path / "position.txt", b"rh1 seats=3\n")]) == 0


def test_match_files_with_carriage_returns(tmp_path: Path) -> None:
    """A match whose file was edited on Windows is taken up again."""
    plan, path = MatchPlan(("random", "random", "random"), 3), tmp_path / "match"
    MatchFile(path, plan)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert MatchFile(path, plan).played == []


@pytest.mark.parametrize("folder", [r"C:\Users\Änne Müller\AppData\Local\rheinlaender", r"D:\data"])
def test_databases_on_windows(folder: str) -> None:
    """The address of a database file with drive, backslashes, spaces and umlauts leads to that file."""
    file = PureWindowsPath(folder) / "tables.db"
    assert make_url(f"sqlite:///{file}").database == str(file)


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal is a pseudo-terminal of POSIX here")
@pytest.mark.parametrize("words", [["show", "rh1"], ["rules", "2.1"], ["new"]])
def test_a_console_without_colours(words: list[str]) -> None:
    """On a console that obeys no escape sequences none is printed."""
    terminal, inside = os.openpty()
    environment = os.environ | {"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "120"}
    process = subprocess.Popen([sys.executable, "-m", "rheinlaender", *words], stdout=inside, env=environment)
    os.close(inside)
    said = b""
    try:
        while part := os.read(terminal, 65536):
            said += part
    except OSError:  # the terminal is closed at the other end
        pass
    os.close(terminal)
    assert process.wait(60) == 0 and said and b"\x1b" not in said


@pytest.mark.parametrize("encoding", ["cp437", "cp850", "cp1250", "mac_roman", "ascii"])
def test_old_consoles(encoding: str) -> None:
    """A console in an older encoding is written to in every language, and asked in none of them for help in vain."""
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for language in ("de", "hu"):
        words = ["rules", "4.2", "--language", language]
        done = subprocess.run([sys.executable, "-m", "rheinlaender", *words], capture_output=True, env=environment)
        assert done.returncode == 0 and done.stdout and not done.stderr
