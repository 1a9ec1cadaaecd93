"""The writer: one thread that writes everything that waits in one transaction, then answers all who waited.

The trade calls this group commit.
"""

import json
import queue
import threading
import time
from asyncio import AbstractEventLoop, Future
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.measures import ENTRIES, ORDERS, TRANSACTIONS
from rheinlaender.server.store.database import writing
from rheinlaender.server.store.orders import (
    Append,
    CommandKnown,
    NumberSkipped,
    NumberTaken,
    Opening,
    Order,
    StoreClosed,
)
from rheinlaender.server.store.outcomes import unnoted
from rheinlaender.server.store.publishing import PUBLISHING, publish
from rheinlaender.server.store.schema import commands, entries, tables
from rheinlaender.server.store.telling import entry_words, tell_servers
from rheinlaender.server.values.entry import OVER, WAITING, Entry, Parts

LARGEST_BATCH = 256
TRIES = 3
Outcome = str | Entry | Exception


@dataclass
class Log:
    """What a transaction knows about one table."""

    last: int
    stage: str
    replies: dict[str, Parts] = field(default_factory=dict)


class Transaction:
    """Orders that are written together. Each is judged as if it came alone, after the ones before it."""

    def __init__(self, connection: Connection, orders: list[Order]) -> None:
        self.connection = connection
        self.orders = orders
        self.opened = self.read_openings()
        self.logs = self.read_logs()
        self.rows: dict[str, list[dict[str, Any]]] = {"tables": [], "entries": [], "commands": []}
        self.stages: dict[str, str] = {}
        self.published: dict[str, Entry] = {}
        """The entries that say whether tables are public, where that changes."""

    def read_openings(self) -> dict[str, str]:
        """The tables that the transaction's openers have opened before, by the openers' ids."""
        wanted = [order.opening for order in self.orders if isinstance(order, Opening)]
        if not wanted:
            return {}
        rows = self.connection.execute(select(tables.c.opening, tables.c.table_id).where(tables.c.opening.in_(wanted)))
        return {row.opening: row.table_id for row in rows}

    def read_logs(self) -> dict[str, Log]:
        """The end of each log of the transaction, and the replies to those of its commands that were carried out."""
        wanted = {order.table for order in self.orders if isinstance(order, Append)}
        if not wanted:
            return {}
        last = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.table_id).scalar_subquery()
        rows = self.connection.execute(
            select(tables.c.table_id, tables.c.stage, last).where(tables.c.table_id.in_(wanted))
        )
        logs = {table: Log(last=number, stage=stage) for table, stage, number in rows}
        self.read_replies(logs)
        return logs

    def read_replies(self, logs: dict[str, Log]) -> None:
        """Note the replies to commands of the transaction that were carried out before."""
        wanted = {order.command for order in self.orders if isinstance(order, Append) and order.command}
        if not wanted:
            return
        rows = self.connection.execute(
            select(commands.c.table_id, commands.c.command, commands.c.reply)
            .where(commands.c.table_id.in_(logs))
            .where(commands.c.command.in_(wanted))
        )
        for table, command, reply in rows:
            logs[table].replies[command] = json.loads(reply)

    def write(self) -> list[Outcome]:
        """Judge all orders in turn, write those that are accepted, and say what became of each."""
        outcomes = [self.judge(order) for order in self.orders]
        for table in (tables, entries, commands):
            if self.rows[table.name]:
                self.connection.execute(table.insert(), sorted(self.rows[table.name], key=place_of))
        for table_id, stage in sorted(self.stages.items()):
            self.connection.execute(tables.update().where(tables.c.table_id == table_id).values(stage=stage))
        for table_id in sorted(self.published):
            publish(self.connection, table_id, self.published[table_id])
        self.leave_to_be_noted()
        newest = {row["table_id"]: row["number"] for row in self.rows["entries"]}
        tell_servers(self.connection, (entry_words(table_id, number) for table_id, number in newest.items()))
        return outcomes

    def leave_to_be_noted(self) -> None:
        """Remember which games are over now, until they are noted."""
        for table_id in sorted(table_id for table_id, stage in self.stages.items() if stage == OVER):
            self.connection.execute(unnoted.delete().where(unnoted.c.table_id == table_id))
            self.connection.execute(unnoted.insert().values(table_id=table_id))

    def judge(self, order: Order) -> Outcome:
        """What becomes of one order."""
        return self.open(order) if isinstance(order, Opening) else self.append(order)

    def open(self, order: Opening) -> str:
        """Open a table, or name the one that its opener has opened."""
        if order.opening not in self.opened:
            self.opened[order.opening] = order.table
            self.logs[order.table] = Log(last=order.entry.number, stage=WAITING)
            is_timed = int(order.entry.parts.get("clock") is not None)
            row = {"table_id": order.table, "opening": order.opening, "stage": WAITING, "opened": order.entry.at}
            self.rows["tables"].append({**row, "is_timed": is_timed})
            if order.entry.parts.get("is_public"):
                self.published[order.table] = order.entry
            self.rows["entries"].append(entry_row(order.table, order.entry))
        return self.opened[order.opening]

    def append(self, order: Append) -> Outcome:
        """Append an entry if it is the next one of its log and its command is new."""
        log = self.logs.get(order.table, Log(last=-1, stage=""))
        if order.command in log.replies:
            return CommandKnown(log.replies[order.command])
        if order.entry.number <= log.last:
            return NumberTaken(f"entry {order.entry.number} of table {order.table}")
        if order.entry.number > log.last + 1 or not log.stage:
            return NumberSkipped(f"entry {order.entry.number} of table {order.table} after {log.last}")
        self.accept(order, log)
        return order.entry

    def accept(self, order: Append, log: Log) -> None:
        """Note what is to be written for an entry."""
        log.last = order.entry.number
        if order.entry.kind == PUBLISHING:
            self.published[order.table] = order.entry
        self.rows["entries"].append(entry_row(order.table, order.entry))
        if order.command:
            log.replies[order.command] = order.reply
            self.rows["commands"].append(
                {
                    "table_id": order.table,
                    "command": order.command,
                    "number": order.entry.number,
                    "reply": json.dumps(order.reply),
                }
            )
        if order.stage != log.stage:
            log.stage = self.stages[order.table] = order.stage


def entry_row(table: str, entry: Entry) -> dict[str, Any]:
    """An entry as a row of the database."""
    times = {"at": entry.at, "uptime": entry.uptime}
    versions = {"format": entry.format, "rules": entry.rules}
    return {
        "table_id": table,
        "number": entry.number,
        "kind": entry.kind,
        "parts": written_parts(entry.parts),
        **times,
        **versions,
    }


def written_parts(parts: Parts) -> str:
    """The parts of an entry as the log has them."""
    return json.dumps(parts, separators=(",", ":"))


def place_of(row: Mapping[str, Any]) -> str:
    """The place of a row among others. All servers write in this order, so that no two wait for each other."""
    return str(row.get("opening", row["table_id"]))


class Writer:
    """The thread that writes. Whoever orders is answered in the event loop when the order is durable or has failed."""

    def __init__(self, engine: Engine, loop: AbstractEventLoop) -> None:
        self.engine = engine
        self.loop = loop
        self.transactions = 0
        self.is_closed = False
        self.waiting: queue.SimpleQueue[tuple[Order, Future[Any]] | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)

    def order(self, order: Order) -> Future[Any]:
        """Hand an order over; what comes of it is the future's result."""
        if self.is_closed:
            raise StoreClosed
        future: Future[Any] = self.loop.create_future()
        self.waiting.put((order, future))
        return future

    def close(self) -> None:
        """Take no more orders; the thread ends when those that wait are written."""
        self.is_closed = True
        self.waiting.put(None)

    def run(self) -> None:
        """Write batch after batch until the writer is closed."""
        is_open = True
        while is_open:
            batch, is_open = self.take()
            if batch:
                outcomes = self.write([order for order, _ in batch])
                answers = list(zip((future for _, future in batch), outcomes, strict=True))
                self.answer(answers)

    def take(self) -> tuple[list[tuple[Order, Future[Any]]], bool]:
        """Wait for an order and take all others that wait behind it; False when the writer was closed after them."""
        batch: list[tuple[Order, Future[Any]]] = []
        item = self.waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == LARGEST_BATCH or self.waiting.empty():
                return batch, True
            item = self.waiting.get()
        return batch, False

    def write(self, orders: list[Order]) -> list[Outcome]:
        """Write orders in one transaction; where one of them breaks a constraint, each in its own."""
        try:
            return self.write_together(orders)
        except IntegrityError:
            return [self.write_alone(order) for order in orders]
        except Exception as error:
            return [error] * len(orders)

    def write_together(self, orders: list[Order]) -> list[Outcome]:
        """Write orders in one transaction."""
        with measured(len(orders)), writing(self.engine) as connection:
            outcomes = Transaction(connection, orders).write()
        self.transactions += 1
        count_written(orders, outcomes)
        return outcomes

    def write_alone(self, order: Order) -> Outcome:
        """Write one order. Where another server writes the same at that moment, its row is seen the next time."""
        for _ in range(TRIES):
            try:
                return self.write_together([order])[0]
            except IntegrityError as error:
                outcome: Exception = NumberTaken(str(error.orig)) if isinstance(order, Append) else error
            except Exception as error:
                return error
        return outcome

    def answer(self, answers: list[tuple[Future[Any], Outcome]]) -> None:
        """Answer in the event loop, unless it has ended."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(settle, answers)


def count_written(orders: list[Order], outcomes: list[Outcome]) -> None:
    """Count the entries that were written."""
    for order, outcome in zip(orders, outcomes, strict=True):
        if outcome in (order.entry, order.table):
            ENTRIES.labels(order.entry.kind).inc()


@contextmanager
def measured(orders: int) -> Iterator[None]:
    """Measure a transaction of so many orders, whether it was committed or failed."""
    began, outcome = time.monotonic(), "failed"
    try:
        yield
        outcome = "committed"
        ORDERS.observe(orders)
    finally:
        TRANSACTIONS.labels(outcome).observe(time.monotonic() - began)


def settle(answers: list[tuple[Future[Any], Outcome]]) -> None:
    """Answer those who still wait."""
    for future, outcome in answers:
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
