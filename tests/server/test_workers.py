"""`rheinlaender serve --workers`: several processes at one port, kept running."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.postgres import new_address
from tests.server.process import ServerProcess
from tests.server.several import IS_LONG, Party, check_books, new_party

PATIENCE = 240.0


def children(server: ServerProcess) -> set[int]:
    """The processes that a server has started and that serve; what compiles or tracks for it is left out."""
    found = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return {int(pid) for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


@contextmanager
def working(tmp_path: Path, address: str) -> Iterator[ServerProcess]:
    """A server with two workers, killed afterwards with them if they still run."""
    server = ServerProcess(address, tmp_path, workers=2)
    try:
        server.start()
        wait_until(lambda: len(children(server)) == 2)
        yield server
    finally:
        server.kill()


def play_meanwhile(server: ServerProcess, disturb: Callable[[], None]) -> Party:
    """A game of two people and a computer player, during which something happens."""
    party = new_party([server.http], 2, 1, seed=1)

    async def story() -> None:
        playing = asyncio.ensure_future(party.play())
        while party.players[0].turns < 5:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(disturb)
        await playing

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
    return party


def test_workers_on_a_file_are_refused(tmp_path: Path) -> None:
    """With words and exit status 2."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, workers=3)
    done = subprocess.run(server.command, env=server.environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "postgresql://" in done.stderr and len(done.stderr.splitlines()) <= 2


def test_a_worker_that_is_killed_is_started_again(tmp_path: Path) -> None:
    """The game goes on meanwhile, nothing is lost, and a stop ends all of them."""
    address = new_address("postgresql", tmp_path)
    with working(tmp_path, address) as server:
        before = children(server)
        party = play_meanwhile(server, lambda: os.kill(max(before), signal.SIGKILL))
        check_books(address, [party])
        wait_until(lambda: len(children(server)) == 2 and children(server) != before)
        known = children(server)
        assert server.stop()
    assert not any(is_running(pid) for pid in known | before)
    assert "a worker ended with -9" in server.log.read_text()


@pytest.mark.skipif(not IS_LONG, reason="takes a minute: make server-test")
def test_workers_are_replaced_one_after_the_other(tmp_path: Path) -> None:
    """SIGHUP puts new ones in the place of all, while a game goes on; clients notice only a new line."""
    address = new_address("postgresql", tmp_path)
    with working(tmp_path, address) as server:
        before = children(server)

        def replace_all() -> None:
            os.kill(server.pid, signal.SIGHUP)
            wait_until(lambda: len(children(server)) == 2 and not children(server) & before)

        party = play_meanwhile(server, replace_all)
        check_books(address, [party])
        assert server.stop()


@pytest.mark.skipif(not IS_LONG, reason="takes a minute: make server-test")
def test_workers_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    """Also when that one is killed without warning: nobody keeps the port."""
    with working(tmp_path, new_address("postgresql", tmp_path)) as server:
        known = children(server)
        server.kill()
        wait_until(lambda: not any(is_running(pid) for pid in known))
