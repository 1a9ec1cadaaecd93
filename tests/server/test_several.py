"""Several server processes on one PostgreSQL: killed, restarted, without their database, and nothing is lost."""

import asyncio
import os
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
import psycopg
import pytest

from tests.server import asking
from tests.server.player import bearer, choose_turn, new_id, new_secret, open_table, person
from tests.server.postgres import Cluster, NoPostgres, new_address, postgres
from tests.server.process import ServerProcess
from tests.server.several import IS_LONG, Party, check_books, go_on_playing, kill_in_turn, several

pytestmark = pytest.mark.skipif(not IS_LONG, reason="takes minutes: make server-test")
KILLS = int(os.environ.get("RHEINLAENDER_KILLS", "60"))
STALL_SECONDS = 10.0
STORY_SECONDS = 1800.0
PLACES = [(3, 0), (2, 1), (1, 2), (0, 3), (1, 3), (2, 2)]
"""How many people and computer players sit at each table."""
OTHERS_ENDED = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()
"""
Disturb = Callable[[], Awaitable[None]]


@dataclass
class Evening:
    """Games at several servers while something happens to them."""

    address: str
    servers: list[ServerProcess]
    parties: list[Party] = field(default_factory=list)

    def play(self, disturb: Disturb) -> None:
        """Play one game after the other at every table until the disturbance is over, and check the books."""
        asyncio.run(asyncio.wait_for(self._play(disturb), STORY_SECONDS))
        check_books(self.address, self.parties)

    async def _play(self, disturb: Disturb) -> None:
        end = asyncio.Event()
        addresses = [server.http for server in self.servers]
        playing = [go_on_playing(addresses, places, seed, end) for seed, places in enumerate(PLACES)]
        found = asyncio.gather(*playing)
        try:
            await disturb()
        finally:
            end.set()
        for parties in await found:
            self.parties += parties

    @property
    def longest_wait(self) -> float:
        """The longest time in which nothing happened at a table."""
        return max(party.longest_wait for party in self.parties)

    def tell(self, what: str) -> None:
        """Say how it went."""
        acknowledged = sum(party.acknowledged for party in self.parties)
        seen = sum(len(party.players[0].frames) for party in self.parties)
        print(
            f"\n{what}: {len(self.parties)} games, {seen} entries, {acknowledged} acknowledged turns,"
            f" longest wait {self.longest_wait:.1f} s"
        )


@contextmanager
def evening(address: str, folder: Path, count: int) -> Iterator[Evening]:
    """So many servers, ready to be disturbed."""
    with several(address, folder, count) as servers:
        yield Evening(address, servers)


def test_a_killed_server_stops_no_game(tmp_path: Path) -> None:
    """One of three is killed again and again: nothing is lost or doubled, no turn is refused, and nobody waits long."""
    with evening(new_address("postgresql", tmp_path), tmp_path, 3) as night:
        night.play(lambda: kill_in_turn(night.servers, Random(5), KILLS, 3.0))
        night.tell(f"{KILLS} kills")
        assert night.longest_wait < STALL_SECONDS
        assert sum(player.lines for party in night.parties for player in party.players) > len(PLACES) * 2


def test_a_rolling_restart_is_only_a_new_line(tmp_path: Path) -> None:
    """Servers are stopped gently and started again one after the other: games go on at the others at once."""
    with evening(new_address("postgresql", tmp_path), tmp_path, 2) as night:

        async def restart() -> None:
            for server in night.servers * 2:
                await asyncio.sleep(3)
                assert await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)

        night.play(restart)
        night.tell("rolling restart")
        assert night.longest_wait < STALL_SECONDS


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that may be stopped and filled."""
    try:
        with postgres() as cluster:
            yield cluster
    except NoPostgres as reason:
        pytest.skip(f"no PostgreSQL: {reason}")


def test_a_database_that_is_restarted_loses_nothing(tmp_path: Path) -> None:
    """PostgreSQL is ended without warning and started again under load: everybody comes back and goes on."""
    with own_cluster() as cluster, evening(cluster.new_url(), tmp_path, 2) as night:

        async def restart() -> None:
            for _ in range(3):
                await asyncio.sleep(5)
                await asyncio.to_thread(cluster.stop)
                await asyncio.sleep(2)
                await asyncio.to_thread(cluster.start)
            await asyncio.sleep(5)

        night.play(restart)
        night.tell("3 restarts of PostgreSQL")


def mounted(folder: Path, megabytes: int) -> None:
    """Put a small disk at a folder, or skip the test."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=777", "tmpfs", str(folder)], capture_output=True
    )
    if done.returncode:
        pytest.skip("a small disk cannot be mounted here")


@contextmanager
def small_disk(cluster: Cluster) -> Iterator[tuple[str, Path]]:
    """A database whose tables lie on a disk of a few megabytes, and the folder of the disk."""
    folder = cluster.folder / "disk"
    folder.mkdir(mode=0o777)
    mounted(folder, 20)
    try:
        space = folder / "space"
        space.mkdir(mode=0o777)
        os.chmod(space, 0o777)
        if cluster.user:
            subprocess.run(["chown", cluster.user, str(space)], check=True)
        address = cluster.new_url()
        name = address.split("/")[3].split("?")[0]
        with psycopg.connect(cluster.new_url(), autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{space}'")
            connection.execute(f"ALTER DATABASE {name} SET TABLESPACE small")
        yield address, folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def rename(server: ServerProcess, table: str, secret: str, name: str) -> httpx.Response:
    """Rename a seat."""
    command = {"id": new_id(), "name": "rename", "seat": "a", "player": name}
    return asking.post(f"{server.http}/api/tables/{table}/commands", json=command, headers=bearer(secret), timeout=20)


def play_until_refused(server: ServerProcess, table: str, secret: str) -> tuple[int, httpx.Response]:
    """Play turns until one is answered otherwise than it should; how many were acknowledged, and that answer."""
    random, path = Random(1), f"{server.http}/api/tables/{table}"
    with asking.client(headers=bearer(secret), timeout=20) as client:
        for turn in range(100):
            view = client.get(path).json()["view"]
            command = {"id": new_id(), "name": "play", "moves": choose_turn(view, random), "turn": view["turn"]}
            answer = client.post(f"{path}/commands", json=command)
            if answer.status_code != 200:
                return turn, answer
    raise AssertionError("nothing was refused")


def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path) -> None:
    """Whoever plays is told to come back (503), at both servers; when there is room again the game goes on."""
    with own_cluster() as cluster, small_disk(cluster) as (address, disk), several(address, tmp_path, 2) as servers:
        one, two = servers
        secret = new_secret()
        tables = [open_table(one.http, secret, [person(name) for name in "ABC"]) for _ in range(6)]
        filler = disk / "filler"
        subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=64k"], check=False, capture_output=True)
        refused = [play_until_refused(server, table, secret) for server, table in zip(servers * 3, tables, strict=True)]
        for _, answer in refused:
            assert answer.status_code == 503 and answer.json()["refusal"]["code"] == "server_busy", answer.text
            assert int(answer.headers["retry-after"]) > 0
        assert asking.get(f"{one.http}/healthz").status_code == 200
        filler.unlink()
        for (turns, _), table in zip(refused, tables, strict=True):
            for server in servers:
                view = asking.get(f"{server.http}/api/tables/{table}", headers=bearer(secret)).json()["view"]
                assert view["turn"] == turns
        assert rename(two, tables[0], secret, "Änne").status_code == 200


def test_a_database_that_only_reads_is_said_and_loses_nothing(tmp_path: Path) -> None:
    """As after a change to a stand-by that is not the first one yet."""
    address = new_address("postgresql", tmp_path)
    with several(address, tmp_path, 2) as (one, two):
        secret = new_secret()
        table = open_table(one.http, secret, [person(name) for name in "ABC"])
        name = address.split("/")[3].split("?")[0]
        with psycopg.connect(address, autocommit=True) as connection:
            for mode, status in (("on", 503), ("off", 200)):
                connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {mode}")
                connection.execute("SET default_transaction_read_only = off")
                connection.execute(OTHERS_ENDED, [name])
                for server in (one, two):
                    assert rename(server, table, secret, "Änne").status_code == status
