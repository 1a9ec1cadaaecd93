"""Whose names stand in a log: the parts of entries that hold names, and the secrets that held the seats then. Pure."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from rheinlaender.game.seat import LETTERS
from rheinlaender.server.values.entry import Entry, Parts

SEATED = ("opened", "started")
EMPTIED = ("left", "seat_changed", "unseated")
NAMING = (*SEATED, *EMPTIED, "sat", "renamed")
"""The kinds of entries that say who sits where under which name."""
NOBODY = ""
"""What stands in the place of a name that was erased."""


@dataclass(frozen=True)
class Named:
    """A part of an entry with a name: the seat, and the digest of the secret that holds it."""

    entry: Entry
    letter: str
    part: Parts
    holder: str | None


def named_parts(log: Iterable[Entry]) -> Iterator[Named]:
    """All parts of a log that hold names; only entries of the kinds in `NAMING` are needed for that."""
    holders: dict[str, str | None] = {}
    for entry in log:
        if entry.kind in SEATED:
            seats = dict(zip(LETTERS, entry.parts["seats"], strict=False))
            holders = {letter: seat.get("holder") for letter, seat in seats.items()}
            yield from (Named(entry, letter, seat, seat.get("holder")) for letter, seat in seats.items())
        elif entry.kind in EMPTIED:
            holders[entry.parts["seat"]] = None
        elif entry.kind in NAMING:
            letter = entry.parts["seat"]
            holders[letter] = entry.parts.get("holder", holders.get(letter))
            yield Named(entry, letter, entry.parts, holders[letter])


def without_names_of(log: Iterable[Entry], holders: Container[str | None]) -> list[Entry]:
    """The entries in which the holders of secrets have names, with nobody's in their place."""
    changed: dict[int, Entry] = {}
    for named in named_parts(log):
        if named.holder in holders and named.part["name"] != NOBODY:
            named.part["name"] = NOBODY
            changed[named.entry.number] = named.entry
    return list(changed.values())


def seats_of(log: Iterable[Entry], holders: Container[str | None]) -> str:
    """The seats that the holders of secrets play on, once the game has begun."""
    last = {named.letter: named.holder for named in named_parts(log) if named.entry.kind == "started"}
    return "".join(letter for letter, holder in last.items() if holder in holders)


def holders_named(log: Iterable[Entry], name: str) -> frozenset[str]:
    """Those who ever had a name in a log, by the digests of their secrets."""
    return frozenset(named.holder for named in named_parts(log) if named.holder and named.part["name"] == name)
