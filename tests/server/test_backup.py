"""Backups: a copy of a running server's tables, and what happens when an older one is put back."""

import asyncio
import json
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from rheinlaender.cli.main import main
from rheinlaender.server.contract.frames import Frame
from rheinlaender.server.store.log import Store
from tests.server.house import Guest, person, running
from tests.server.stores.stories import fill, within


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_copy_of_a_running_store_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was acknowledged before the backup is in the copy, though the file alone does not hold it yet."""
    address, copy, torn = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "copy.db", tmp_path / "torn.db"

    async def story(store: Store) -> None:
        await fill(store, "rhine", 5)
        shutil.copy(tmp_path / "tables.db", torn)
        assert await asyncio.to_thread(main, ["backup", str(copy), "--database", address]) == 0
        await store.append("rhine", 6, "turn", {})

    within(address, story)
    assert str(copy) in capsys.readouterr().out

    async def read(store: Store) -> int:
        return len(await store.entries("rhine"))

    assert within(f"sqlite:///{copy}", read) == 6
    assert within(address, read) == 7
    with pytest.raises(sqlite3.Error), sqlite3.connect(torn) as alone:
        alone.execute("SELECT count(*) FROM entries")


def test_the_tables_are_their_owner_s(tmp_path: Path) -> None:
    """Nobody else on the machine reads the file, what waits beside it, or a copy; an older, open one is closed."""
    file = tmp_path / "tables.db"
    file.touch(0o644)

    async def story(store: Store) -> None:
        await fill(store, "rhine", 1)
        files = [file, *tmp_path.glob("tables.db-*")]
        assert len(files) > 1 and {mode_of(one) for one in files} == {0o600}

    within(f"sqlite:///{file}", story)
    assert main(["backup", str(tmp_path / "copy.db"), "--database", f"sqlite:///{file}"]) == 0
    assert mode_of(tmp_path / "copy.db") == 0o600


def test_what_cannot_be_copied_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy overwrites nothing, nothing is made of nothing, and PostgreSQL has a tool of its own."""
    there = tmp_path / "there.db"
    there.write_bytes(b"precious")
    missing = f"sqlite:///{tmp_path / 'missing.db'}"
    for target, address, code in (
        (there, f"sqlite:///{there}", "backup_exists"),
        (tmp_path / "copy.db", missing, "no_such_database"),
        (tmp_path / "copy.db", "postgresql://host/name", "backup_elsewhere"),
    ):
        assert main(["backup", str(target), "--database", address]) == 2
        assert f"[{code}]" in capsys.readouterr().err
    assert there.read_bytes() == b"precious" and not (tmp_path / "missing.db").exists()


def test_browsers_go_on_after_a_backup_was_put_back(tmp_path: Path) -> None:
    """Whoever knows more than the log has gets the newest frame in another epoch, then the next ones; others do not."""
    with running(tmp_path) as house:
        owner = house.open(person("Anna"), person("Bert"), person("Clara"))
        for _ in range(2):
            assert owner.play().status_code == 200
        copy = tmp_path / "copy.db"
        assert main(["backup", str(copy), "--database", f"sqlite:///{tmp_path / 'tables.db'}"]) == 0
        seen = owner.frame()["seq"]
        for _ in range(3):
            assert owner.play().status_code == 200
        known = owner.frame()
    for rest in tmp_path.glob("tables.db*"):
        rest.unlink()
    copy.rename(tmp_path / "tables.db")
    with running(tmp_path) as house:
        again = Guest(house, owner.table, owner.secret)
        with again.socket(after=known["seq"]) as ahead, again.socket(after=seen - 1) as behind:
            newest = ahead.next("frame")
            Frame.model_validate_json(json.dumps(newest))
            assert newest["seq"] == seen and newest["epoch"] != known["epoch"]
            assert behind.next("frame")["epoch"] == known["epoch"]
            assert again.play().status_code == 200
            following = ahead.next("frame")
            assert (following["seq"], following["epoch"]) == (seen + 1, newest["epoch"])
            assert behind.next("frame")["epoch"] == known["epoch"]
        (kind, number, frame), *_ = again.events(1, after=known["seq"])
        assert (kind, number) == ("frame", str(seen + 1)) and frame["epoch"] not in ("", newest["epoch"])
