"""In what order all tests run, and the engine, compiled once beside them.

One worker runs all tests of a module (`--dist loadfile`): the servers, databases and games that they share are made
once. Groups by marks would do the same, but pytest-xdist 3.8 forgets them under pytest 9.2, and says nothing.
Long modules begin first, so that no worker is left alone with one at the end. Tests that need the compiled engine come
last: by then one process has filled the cache from which every worker loads it, and nothing is compiled twice. Workers
are given tests in this order by `--no-loadscope-reorder`; by themselves they would begin with the largest modules.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FIRST = ("server", "browser")
LAST = ("targets", "cli", "review", "envs", "bots", "batches", "thinking", "puzzles", "training", "learners")
ALSO_LAST = ("server/test_questions_of_thinkers.py",)
"""Modules of other folders that need the compiled engine."""
BETWEEN = "all others"
ORDER = (*FIRST, BETWEEN, *LAST)
COMPILING = pytest.StashKey[subprocess.Popen[bytes]]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in order; those of a folder stay together."""
    items.sort(key=lambda item: place_of(item.path.relative_to(TESTS)))


def place_of(module: Path) -> int:
    """Where a module comes: with one of the first folders in their order, in between, or with one of the last."""
    folder = module.parts[0]
    if module.as_posix() in ALSO_LAST:
        return len(ORDER)
    return ORDER.index(folder if folder in ORDER else BETWEEN)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile while workers do what needs no compiled engine; let programs hear signals, also under `nohup`."""
    for number in (getattr(signal, name, signal.SIGTERM) for name in ("SIGINT", "SIGHUP", "SIGTERM")):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda number, frame: None)
    if will_give_out_compiled_tests(session.config):
        session.config.stash[COMPILING] = subprocess.Popen([sys.executable, "-m", "tests.compiling"], cwd=TESTS.parent)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave no process behind."""
    compiling = session.config.stash.get(COMPILING, None)
    if compiling is not None:
        compiling.terminate()
        compiling.wait()


def will_give_out_compiled_tests(config: pytest.Config) -> bool:
    """Whether this process gives tests to workers, and some of them need the compiled engine."""
    has_workers = bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")
    return has_workers and not {Path(word).name for word in config.args}.isdisjoint({TESTS.name, *LAST})
