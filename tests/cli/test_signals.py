"""Signals at random moments of every long command: what is finished is kept, nothing existing is lost, one line.

`RHEINLAENDER_LONG=1` tries many more moments (`make signal-test`); RHEINLAENDER_SEED begins elsewhere.
"""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))
SEED = int(os.environ.get("RHEINLAENDER_SEED", "1"))
ENVIRONMENT = os.environ | {"LANGUAGE": "C", "LC_ALL": "C", "LANG": "C"}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PRECIOUS = "precious"
COMMANDS = {
    "match": "match random knight random --games 9999 --processes 2 --out {0}/match --picture {0}/precious --json",
    "match alone": "match random squire random --games 9999 --processes 1 --out {0}/match --records {0}/games --json",
    "trace": "trace --games 9999 --out {0}/precious",
    "analyse": "analyse rh1 --seconds 60",
    "review": "review tests/games/4-parker-cluster.rhg --playouts 9999",
    "mine": "mine --games 9999 --processes 2 --out {0}/mine",
    "bench": "bench --seconds 60",
    "play": "play --seat - --level archbishop --seed 1",
    "engine": "engine",
    "serve": "serve --port 0 --database sqlite:///{0}/tables.db --log-level error",
    "train": "train --seconds 60 --out {0}/training --json",
}
"""Commands that take long."""
LATEST = {"trace": 3.0, "match alone": 4.0, "train": 12.0}
"""After how many seconds a signal comes at the latest."""
LEAVE_SECONDS = 10.0
"""So long a process may take that ends because another one has."""
QUICK = ("match alone", "trace", "serve")
"""Those that are tried once in every run of the tests."""
TERMINAL = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "rheinlaender", *sys.argv[1:]])
"""


@dataclass(frozen=True)
class Moment:
    """A signal some seconds after a command has begun, to it alone or to its whole group as from a terminal."""

    command: str
    number: signal.Signals
    seconds: float
    is_for_group: bool
    is_pressed_twice: bool

    def __str__(self) -> str:
        return f"{self.command}, {self.number.name} after {self.seconds:.2f} s"


def moments(count: int) -> list[Moment]:
    """Random moments, the same for the same seed."""
    rng = Random(SEED)
    found = []
    for command in COMMANDS if IS_LONG else QUICK:
        for _ in range(count):
            seconds = rng.uniform(0, LATEST.get(command, 7.0))
            found.append(Moment(command, rng.choice(SIGNALS), seconds, rng.random() < 0.5, rng.random() < 0.2))
    return found


def start(words: list[str], errors: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    """A command in a session of its own, when it obeys signals."""
    process = subprocess.Popen(
        [sys.executable, "-m", "rheinlaender", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    )
    wait_until_it_obeys(process)
    return process


def wait_until_it_obeys(process: "subprocess.Popen[str]") -> None:
    """Wait for the command itself; before, a signal ends Python."""
    status, end = Path(f"/proc/{process.pid}/status"), time.monotonic() + 60
    while process.poll() is None:
        assert time.monotonic() < end
        if not status.exists():
            time.sleep(2)
            return
        caught = int(status.read_text("ascii").partition("SigCgt:")[2].split()[0], 16)
        if caught >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.01)


def left_of(process: "subprocess.Popen[str]") -> list[str]:
    """The processes of a session that still run, even when those that end with others have had a while to do so."""
    end = time.monotonic() + LEAVE_SECONDS
    while (left := running_of(process)) and time.monotonic() < end:
        time.sleep(0.05)
    return left


def running_of(process: "subprocess.Popen[str]") -> list[str]:
    """The processes of a session that run now."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "sess=,stat=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    return [" ".join(row) for row in rows if row[0] == str(process.pid) and not row[1].startswith("Z")]


@pytest.mark.parametrize("moment", moments(20 if IS_LONG else 1), ids=str)
def test_signals_at_random_moments(moment: Moment, tmp_path: Path) -> None:
    """The command ends soon, with its status and one line; no process is left, no file is torn, none is lost."""
    if moment.command == "train" and find_spec("torch") is None:
        pytest.skip("TRAINING SKIPPED: PyTorch is not installed")
    precious = tmp_path / PRECIOUS
    precious.write_text(PRECIOUS, encoding="ascii")
    process = start(COMMANDS[moment.command].format(tmp_path).split())
    time.sleep(moment.seconds)
    for _ in range(1 + moment.is_pressed_twice):
        if process.poll() is None:
            (os.killpg if moment.is_for_group else os.kill)(process.pid, moment.number)
    printed, told = process.communicate(timeout=60)
    lines = [line for line in told.splitlines() if not line.startswith(("Playing", "Reviewing", "Mining"))]
    assert process.returncode == 128 + moment.number, told
    assert len(lines) == 1 and lines[0].startswith("rheinlaender: "), told
    assert left_of(process) == []
    assert precious.read_text(encoding="ascii") == PRECIOUS
    assert_whole(tmp_path, printed)


def test_a_server_that_is_told_twice(tmp_path: Path) -> None:
    """Ctrl-C twice stops a server that serves as one does: it closes what is open, and says one line."""
    process = start(COMMANDS["serve"].format(tmp_path).split())
    assert process.stdout is not None and process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    time.sleep(0.02)  # two signals that wait at once are one
    os.kill(process.pid, signal.SIGINT)
    assert process.communicate(timeout=60)[1].splitlines() == ["rheinlaender: interrupted"]
    assert process.returncode == 128 + signal.SIGINT


def assert_whole(folder: Path, printed: str) -> None:
    """Every file has whole lines, and a match has on disk what it says."""
    for path in (folder / "match", folder / "precious.part"):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
        assert not rows or path.read_bytes().endswith(b"\n")
        if path.name == "match" and len(rows) > 1:
            assert json.loads(printed)["games"] == len(rows) - 1


def test_a_closed_terminal(tmp_path: Path) -> None:
    """A terminal that is closed ends the command and its workers; the games that were played are on disk."""
    out = tmp_path / "match"
    words = ["match", "random", "random", "random", "--games", "9999", "--processes", "2", "--out", str(out)]
    terminal, inside = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", TERMINAL, *words], text=True, env=ENVIRONMENT, stdin=inside, stdout=inside, stderr=inside
    )
    os.close(inside)
    os.set_blocking(terminal, False)
    end = time.monotonic() + 300
    while not out.exists() or out.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < end and process.poll() is None
        with suppress(OSError):
            os.read(terminal, 65536)  # a terminal that nobody looks at is full some day, and whoever writes waits
        time.sleep(0.05)
    os.close(terminal)
    assert process.wait(30) == 128 + signal.SIGHUP
    assert left_of(process) == [] and out.read_bytes().endswith(b"\n")


@pytest.mark.parametrize("seconds", [0.0, 1.5])
def test_nobody_listens_any_more(seconds: float) -> None:
    """Closed output and closed errors end a command without a word and without a failure."""
    process = start(["trace", "--games", "9999", "--seed", "1"], errors=subprocess.STDOUT)
    time.sleep(seconds)
    assert process.stdout is not None and process.stdin is not None
    process.stdout.close()
    process.stdin.close()
    assert process.wait(30) == 0
