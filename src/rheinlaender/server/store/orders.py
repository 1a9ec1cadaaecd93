"""Orders: what is to be written to the logs, and what may come of it."""

from dataclasses import dataclass

from rheinlaender.server.values.entry import Entry, Parts


class NumberTaken(Exception):
    """The table's log has an entry of this number: somebody else wrote it.

    The trade calls this optimistic concurrency: nobody locks a log, and whoever comes second decides again.
    """


class NumberSkipped(Exception):
    """The table's log ends before the number in front of this one, or there is no such table."""


class CommandKnown(Exception):
    """The command was carried out before and answered by `reply`."""

    def __init__(self, reply: Parts) -> None:
        super().__init__("the command was carried out before")
        self.reply = reply


class StoreClosed(Exception):
    """The store does not write any more."""


@dataclass(frozen=True)
class Opening:
    """A table to be opened, unless its opener has opened it before."""

    table: str
    opening: str
    entry: Entry


@dataclass(frozen=True)
class Append:
    """An entry to be written, with the command that makes it and what the command is answered."""

    table: str
    entry: Entry
    command: str | None
    reply: Parts
    stage: str


Order = Opening | Append
