"""Entries: the lines of a table's log, and the stages that they lead through."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from rheinlaender.game.rulings import RULES
from rheinlaender.server.errors import EntryTooNew

Parts = dict[str, Any]
WAITING, PLAYING, OVER = "waiting", "playing", "over"
"""The stages of a table."""
FORMAT = 1
"""How the parts of entries are written. Whoever changes what a part means makes it greater, and adds a step."""


@dataclass(frozen=True)
class Entry:
    """One line of a table's log: its number from 0 on, what happened, the parts of that, and the time in UTC.

    It carries the format of its parts, the version of the rules that its table plays by, and for how many milliseconds
    servers had run when it was written, by which clocks go; 0 where nobody counted.
    """

    number: int
    kind: str
    parts: Parts
    at: str
    format: int = FORMAT
    rules: int = RULES
    uptime: int = 0


STEPS: Mapping[int, Callable[[Entry], Entry]] = {}
"""For each older format the step to the next one. There is none yet; the trade calls such steps upcasters."""


def in_todays_format(entry: Entry) -> Entry:
    """An entry of the log as it would be written today; one of a format or of rules to come is refused, not guessed."""
    if entry.format > FORMAT or entry.rules > RULES:
        raise EntryTooNew(number=entry.number, format=entry.format, rules=entry.rules)
    while entry.format < FORMAT:
        entry = replace(STEPS[entry.format](entry), format=entry.format + 1)
    return entry


def is_same(one: Entry, other: Entry) -> bool:
    """Whether two entries say the same, whether they were written just now or read from the log."""
    return written_entry(one) == written_entry(other)


def written_entry(entry: Entry) -> str:
    """An entry as text."""
    return json.dumps(asdict(entry), sort_keys=True)
