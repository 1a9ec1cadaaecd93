"""Ctrl-C and signals: what is finished is kept, nothing existing is lost, one line, exit status 130."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rheinlaender.cli.workers import work_in_processes
from tests.cli.test_signals import wait_until_it_obeys

ENVIRONMENT = os.environ | {"LANGUAGE": "C", "LC_ALL": "C", "LANG": "C"}
UNWILLING = """
import multiprocessing
from rheinlaender.bots.greedy import GreedyBot
class Unwilling(GreedyBot):
    def __init__(self, seed):
        if multiprocessing.parent_process():
            raise ValueError("not here")
"""
"""A computer player that can be made, but not in a worker."""
DEAF = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "legal":
        first = rest.split()[0]
    answer = {"rheinlaender": "ready", "go": f"move {first}" if word == "go" else ""}.get(word)
    if answer:
        print(answer, flush=True)
while True:
    time.sleep(1)
"""
"""An engine that plays on, and stays when it is told to end and when nobody speaks to it any more."""
STILLBORN = """
import os
from functools import partial
from operator import contains
from rheinlaender.cli.workers import WorkerLost, work_in_processes
if __name__ == "__mp_main__":
    os._exit(3)
try:
    list(work_in_processes(partial(contains, b"much" * 250_000), range(8), 2))
except WorkerLost as lost:
    print(lost.arguments)
"""
"""A program with much work for workers that end before they have read it."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")


def start(*arguments: str) -> subprocess.Popen[str]:
    """A command in a group of its own, as a terminal starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "rheinlaender", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    )


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C: the signal goes to everybody in the group; what was printed."""
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=90)


def wait_for(path: Path, lines: int) -> None:
    """Wait until a file has so many lines."""
    end = time.monotonic() + 300
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < end, "nothing is written"
        time.sleep(0.05)


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that a command has started."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,pgid=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    return [int(row[0]) for row in rows if int(row[1]) == process.pid and "spawn_main" in row[2]]


def test_match_keeps_what_was_played(tmp_path: Path) -> None:
    """An interrupted match has its games on disk, shows their standing, and leaves the picture that was there."""
    out, picture = tmp_path / "match.jsonl", tmp_path / "match.svg"
    picture.write_text("precious", encoding="ascii")
    words = ["match", "random", "random", "random", "--games", "100000", "--processes", "2", "--json"]
    process = start(*words, "--out", str(out), "--picture", str(picture))
    wait_for(out, 4)
    printed, complained = interrupt(process)
    assert process.returncode == 130 and picture.read_text(encoding="ascii") == "precious"
    kept = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert json.loads(printed)["games"] == len(kept) - 1
    told = [line for line in complained.splitlines() if not line.startswith("Playing")]
    assert told == [f"rheinlaender: interrupted after {len(kept) - 1} of 100002 games"]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_parent(tmp_path: Path, how: signal.Signals) -> None:
    """However a match ends, even killed, the processes that played for it end too."""
    out = tmp_path / "match.jsonl"
    process = start("match", "random", "random", "random", "--games", "100000", "--processes", "2", "--out", str(out))
    wait_for(out, 3)
    begun = workers_of(process)
    process.send_signal(how)
    process.communicate(timeout=90)
    assert len(begun) == 2 and workers_of(process) == []


def is_deaf(_: int) -> bool:
    """Whether a worker has heard nothing of Ctrl-C since its process began."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def print_whether_workers_are_deaf() -> None:
    """What the first two workers of a process say."""
    print(sorted(work_in_processes(is_deaf, range(8), 2)))


def test_workers_leave_interrupts_to_their_parent() -> None:
    """From the first moment of the first of them, although multiprocessing starts another process before it."""
    program = "from tests.cli.test_interrupts import print_whether_workers_are_deaf as program; program()"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout == f"{[True] * 8}\n"


def test_a_worker_that_is_lost(tmp_path: Path) -> None:
    """A match whose worker is killed ends with one line instead of waiting for it; what was played is kept."""
    out = tmp_path / "match.jsonl"
    words = ["match", "random", "random", "random", "--games", "100000", "--processes", "2", "--json"]
    process = start(*words, "--out", str(out))
    wait_for(out, 4)
    os.kill(workers_of(process)[0], signal.SIGKILL)
    printed, complained = process.communicate(timeout=90)
    told = [line for line in complained.splitlines() if not line.startswith("Playing")]
    assert process.returncode == 2 and len(told) == 1 and "has ended (status -9)" in told[0]
    assert json.loads(printed)["games"] == out.read_bytes().count(b"\n") - 1 and workers_of(process) == []


def test_workers_that_are_lost_at_once(tmp_path: Path) -> None:
    """Whoever has more for them than a pipe holds is told that they have ended instead of writing for ever."""
    program = tmp_path / "stillborn.py"
    program.write_text(STILLBORN, encoding="ascii")
    told = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True, timeout=60)
    assert (told.stdout, told.stderr) == ("{'status': 3}\n", "")


def test_what_a_worker_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal in a worker is told as if it had happened in the command itself."""
    (tmp_path / "unwilling.py").write_text(UNWILLING, encoding="ascii")
    monkeypatch.chdir(tmp_path)
    process = start("match", "unwilling:Unwilling", "random", "random", "--games", "3", "--processes", "2")
    complained = process.communicate(timeout=300)[1]
    told = "The computer player unwilling:Unwilling cannot be used: ValueError: not here. [bot_unusable]"
    assert (process.returncode, complained) == (2, f"rheinlaender: {told}\n")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_engines_end_with_the_match(tmp_path: Path, how: signal.Signals) -> None:
    """However a match is broken off, the engines that play in its workers end with it, even those that want to stay."""
    out, engine = tmp_path / "match.jsonl", tmp_path / "deaf.py"
    engine.write_text(DEAF, encoding="ascii")
    words = ["--games", "100000", "--processes", "2", "--out", str(out)]
    process = start("match", f"engine:'{sys.executable}' -I -S '{engine}'", "random", "random", *words)
    wait_for(out, 4)
    begun = engines_at(engine)
    process.send_signal(how)
    process.communicate(timeout=90)
    assert len(begun) == 2
    end = time.monotonic() + 90
    while engines_at(engine):
        assert time.monotonic() < end, "engines are left"
        time.sleep(0.05)


def engines_at(path: Path) -> list[str]:
    """The processes that run an engine."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 1) for line in listed.stdout.splitlines()]
    return [row[0] for row in rows if str(path) in row[1] and "match" not in row[1].split()]


def test_trace_replaces_nothing(tmp_path: Path) -> None:
    """An interrupted trace leaves the file that was there, and whole games beside it."""
    out = tmp_path / "trace.jsonl"
    out.write_text("precious", encoding="ascii")
    process = start("trace", "--games", "100000", "--seed", "1", "--out", str(out))
    wait_for(tmp_path / "trace.jsonl.part", 200)
    complained = interrupt(process)[1]
    assert process.returncode == 130 and out.read_text(encoding="ascii") == "precious"
    assert (
        complained.count("\n") == 1
        and "interrupted before all games were played; those that are finished are in" in complained
    )
    rows = [json.loads(line) for line in (tmp_path / "trace.jsonl.part").read_text(encoding="utf-8").splitlines()]
    assert rows[0]["type"] == "setup" and rows[-1]["type"] == "result"


@pytest.mark.parametrize("begin", [["-m", "rheinlaender"], ["-c", "from rheinlaender.__main__ import main; main()"]])
def test_a_command_that_starts(begin: list[str], tmp_path: Path) -> None:
    """Ctrl-C is told in a line before anything but the entry point is imported."""
    press = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
    (tmp_path / "argparse.py").write_text(press, encoding="ascii")
    found = os.pathsep.join([str(tmp_path), *sys.path])
    process = subprocess.run(
        [sys.executable, *begin, "new"],
        env=ENVIRONMENT | {"PYTHONPATH": found},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "rheinlaender: interrupted\n")


def test_nohup(tmp_path: Path) -> None:
    """A command that is to survive its terminal goes on when that is closed, and still ends when it is told to."""
    out = tmp_path / "trace.jsonl"
    words = [sys.executable, "-m", "rheinlaender", "trace", "--games", "100000", "--seed", "1", "--out", str(out)]
    process = subprocess.Popen(["nohup", *words], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    part = tmp_path / "trace.jsonl.part"
    wait_for(part, 1)
    process.send_signal(signal.SIGHUP)
    wait_for(part, part.read_bytes().count(b"\n") + 500)
    process.send_signal(signal.SIGTERM)
    assert process.wait(90) == 128 + signal.SIGTERM


def test_analyse_stops_at_once() -> None:
    """Who has seen enough need not wait until the time to think is over."""
    process = start("analyse", "rh1 seats=3", "--seconds", "600")
    wait_until_it_obeys(process)
    time.sleep(3)
    begun = time.monotonic()
    printed, complained = interrupt(process)
    assert (process.returncode, printed, complained) == (130, "", "rheinlaender: interrupted\n")
    assert time.monotonic() - begun < 90


def test_bench_stops_without_tracebacks() -> None:
    """An interrupted measurement says so in one line, and the program that it had started says nothing."""
    process = start("bench")
    wait_until_it_obeys(process)
    time.sleep(3)
    printed, complained = interrupt(process)
    assert (process.returncode, printed, complained) == (130, "", "rheinlaender: interrupted\n")
