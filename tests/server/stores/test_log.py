"""The log: durable, numbered and append-only, in SQLite and in PostgreSQL alike."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from rheinlaender.server.store import schema
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.orders import CommandKnown, NumberSkipped, NumberTaken
from rheinlaender.server.store.writer import LARGEST_BATCH
from tests.server.postgres import new_address
from tests.server.stores.stories import TURN, fill, opened, run_sql, within


def test_entries_come_back_as_they_were_written_and_in_order(address: str) -> None:
    """Number, kind, parts and time of every entry are kept, whatever characters the parts hold."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 12)
        log = await store.entries("rhine")
        assert [entry.number for entry in log] == list(range(13))
        assert [entry.kind for entry in log] == ["opened"] + ["turn"] * 12
        assert log[0].parts == {"seats": 3} and log[7].parts == TURN | {"turn": 7}
        assert all(len(entry.at) == 20 and entry.at.endswith("Z") for entry in log)
        assert await store.entries("rhine", after=10) == log[11:]
        assert await store.entries("rhine", after=12) == await store.entries("unknown") == []

    within(address, story)


def test_what_append_returns_is_what_is_read(address: str) -> None:
    """The entry that append returns is the one of the log."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 0)
        assert [await store.append("rhine", 1, "started", TURN)] == await store.entries("rhine", after=0)

    within(address, story)


def test_numbers_are_taken_once_and_never_skipped(address: str) -> None:
    """A number that exists, one that leaves a gap and an unknown table are refused, and nothing is written."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 3)
        for number in (0, 1, 3, -1):
            with pytest.raises(NumberTaken):
                await store.append("rhine", number, "turn", {})
        for table, number in (("rhine", 5), ("rhine", 400), ("unknown", 0), ("unknown", 1)):
            with pytest.raises(NumberSkipped):
                await store.append(table, number, "turn", {})
        assert len(await store.entries("rhine")) == 4
        assert await store.entries("unknown") == []

    within(address, story)


def test_of_two_writers_of_one_number_one_wins(address: str) -> None:
    """The same number twice in one batch, or by two servers at once, is written once."""

    async def append(store: Store, number: int, name: str) -> bool:
        try:
            await store.append("rhine", number, "turn", {"by": name})
        except NumberTaken:
            return False
        return True

    async def story(store: Store) -> None:
        await store.open_table("rhine", "opening1", {})
        async with opened(address) as other:
            for number in range(1, 41):
                tries = [append(writer, number, name) for writer in (store, other) for name in "ab"]
                assert sum(await asyncio.gather(*tries)) == 1
            assert await store.entries("rhine") == await other.entries("rhine")
            assert len(await store.entries("rhine")) == 41

    within(address, story)


def test_a_command_is_carried_out_once(address: str) -> None:
    """A command that is sent again is answered as before, also at once and after a restart; ids are the table's own."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 0)
        await fill(store, "main", 0)
        tries = [
            store.append("rhine", number, "turn", {}, command="command-1", reply={"ok": True, "number": number})
            for number in (1, 2, 1)
        ]
        first, *others = await asyncio.gather(*tries, return_exceptions=True)
        assert not isinstance(first, BaseException) and first.number == 1
        assert all(isinstance(other, CommandKnown) and other.reply == {"ok": True, "number": 1} for other in others)
        await store.append("main", 1, "turn", {}, command="command-1", reply={"ok": False})

    async def afterwards(store: Store) -> None:
        with pytest.raises(CommandKnown) as known:
            await store.append("rhine", 2, "turn", {}, command="command-1", reply={"number": 2})
        assert known.value.reply == await store.reply_of("rhine", "command-1") == {"ok": True, "number": 1}
        assert await store.reply_of("main", "command-1") == {"ok": False}
        assert await store.reply_of("rhine", "command-2") is None
        assert len(await store.entries("rhine")) == 2

    within(address, story)
    within(address, afterwards)


def test_a_refused_command_is_not_remembered(address: str) -> None:
    """A command whose entry was refused may be sent again and is then carried out."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 1)
        with pytest.raises(NumberTaken):
            await store.append("rhine", 1, "turn", {}, command="command-1", reply={"ok": True})
        assert await store.reply_of("rhine", "command-1") is None
        await store.append("rhine", 2, "turn", {}, command="command-1", reply={"ok": True})

    within(address, story)


def test_a_table_is_opened_once(address: str) -> None:
    """The same opening many times at once, by two servers, and after a restart is one table."""

    opening = "o" * schema.LONGEST_OPENING

    async def story(store: Store) -> None:
        async with opened(address) as other:
            tries = [
                writer.open_table(f"table{number}{index}", opening, {"number": number})
                for number in range(30)
                for index, writer in enumerate((store, other))
            ]
            (winner,) = set(await asyncio.gather(*tries))
            assert await other.open_table("late", opening, {}) == winner
            assert len(await store.entries(winner)) == 1
            assert await store.entries("late") == []

    within(address, story)


def test_many_tables_at_once_and_few_transactions(address: str) -> None:
    """What waits together is written together: a hundred tables need about as many transactions as one has entries."""
    count, turns = 100, 10

    async def story(store: Store) -> None:
        assert store.writer
        await asyncio.gather(*(fill(store, f"table{index}", turns) for index in range(count)))
        assert store.writer.transactions <= 4 * (turns + 1)
        logs = await asyncio.gather(*(store.entries(f"table{index}") for index in range(count)))
        assert all([entry.number for entry in log] == list(range(turns + 1)) for log in logs)

    within(address, story)


def test_more_waits_than_a_batch_holds(address: str) -> None:
    """Orders are written in the order in which they came, also across batches."""
    count = 3 * LARGEST_BATCH + 7

    async def story(store: Store) -> None:
        await store.open_table("rhine", "opening1", {})
        await asyncio.gather(*(store.append("rhine", number, "turn", {}) for number in range(1, count)))
        assert len(await store.entries("rhine")) == count

    within(address, story)


def test_one_refused_order_spoils_no_other(address: str) -> None:
    """In a batch, each order stands alone: also beside one that breaks a constraint of the database."""

    async def story(store: Store) -> None:
        await asyncio.gather(*(fill(store, f"table{index}", 0) for index in range(20)))
        spoiler = store.open_table("table3", "another opening", {})
        tries = [store.append(f"table{index}", 1, "turn", {}) for index in range(20)]
        wrong = store.append("table1", 9, "turn", {})
        outcomes = await asyncio.gather(spoiler, *tries, wrong, return_exceptions=True)
        assert isinstance(outcomes[0], DBAPIError) and isinstance(outcomes[-1], NumberSkipped)
        assert not any(isinstance(outcome, BaseException) for outcome in outcomes[1:-1])
        assert len(await store.entries("table3")) == 2

    within(address, story)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET kind = 'other' WHERE number = 1",
        "UPDATE entries SET number = 9 WHERE number = 2",
        "DELETE FROM entries WHERE number = 2",
        "DELETE FROM entries",
        "DELETE FROM tables",
        "INSERT INTO entries VALUES ('rhine', 7, 'turn', '{}', '2026-01-31T12:00:00Z')",
        "INSERT INTO entries VALUES ('rhine', -1, 'turn', '{}', '2026-01-31T12:00:00Z')",
        "INSERT INTO entries VALUES ('unknown', 0, 'turn', '{}', '2026-01-31T12:00:00Z')",
    ],
)
def test_the_log_is_only_ever_appended(address: str, sql: str) -> None:
    """The database itself refuses to change or remove an entry, to leave a gap and to log for no table."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 2)
        before = await store.entries("rhine")
        with pytest.raises(DBAPIError):
            run_sql(store, sql)
        assert await store.entries("rhine") == before

    within(address, story)


@pytest.mark.parametrize(
    ("kind", "sql"),
    [
        ("sqlite", "REPLACE INTO entries VALUES ('rhine', 2, 'other', '{}', '2026-01-31T12:00:00Z', 1, 1)"),
        ("postgresql", "TRUNCATE entries CASCADE"),
    ],
)
def test_the_log_withstands_what_a_database_has_of_its_own(kind: str, sql: str, tmp_path: Path) -> None:
    """SQLite's REPLACE and PostgreSQL's TRUNCATE are refused too."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 2)
        with pytest.raises(DBAPIError):
            run_sql(store, sql)
        assert len(await store.entries("rhine")) == 3

    within(new_address(kind, tmp_path), story)


def test_unfinished_names_the_tables_that_are_played(address: str) -> None:
    """A table is played from its start to its end; those that wait or are over are not named."""

    async def story(store: Store) -> None:
        for table in ("over", "played", "waiting"):
            await store.open_table(table, f"opening of {table}", {})
        await store.append("waiting", 1, "sat", {}, stage="waiting")
        assert await store.unfinished() == []
        await store.append("played", 1, "started", {})
        await store.append("over", 1, "started", {})
        assert await store.unfinished() == ["over", "played"]
        await store.append("over", 2, "turn", {}, stage="over")
        assert await store.unfinished() == ["played"]

    async def afterwards(store: Store) -> None:
        assert await store.unfinished() == ["played"]

    within(address, story)
    within(address, afterwards)
