"""An SQLite file belongs to one server at a time."""

import subprocess
from pathlib import Path

from rheinlaender.server.store.holding import DatabaseHeld, holding
from tests.server.player import bots, new_secret, open_table
from tests.server.process import ServerProcess, serving


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    """With words and exit status 2; the first one goes on, and when it is killed another starts at once."""
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    with serving(address, tmp_path) as first:
        second = ServerProcess(address, tmp_path)
        done = subprocess.run(second.command, env=second.environment, capture_output=True, text=True, timeout=120)
        told = done.stderr.splitlines()
        assert done.returncode == 2 and len(told) <= 2 and "tables.db" in told[-1] and "postgresql://" in told[-1]
        open_table(first.http, new_secret(), bots(3))
        first.kill()
        second.start()
        open_table(second.http, new_secret(), bots(3))
        second.kill()
    assert (tmp_path / "tables.db-server").stat().st_mode & 0o777 == 0o600


def test_a_file_is_let_go_of(tmp_path: Path) -> None:
    """When a server ends, another may have the file; each file is held by itself, PostgreSQL by nobody."""
    one, two = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "two.db"))
    for _ in range(2):
        with holding(one), holding(two), holding("postgresql://host/name"), holding("postgresql://host/name"):
            assert is_held(one) and is_held(two)
        assert not is_held(one)


def is_held(address: str) -> bool:
    """Whether a server has a file."""
    try:
        with holding(address):
            return False
    except DatabaseHeld:
        return True
