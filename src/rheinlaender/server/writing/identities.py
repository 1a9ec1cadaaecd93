"""Identities as they are sent to whoever has their key, and to nobody else."""

from collections.abc import Mapping, Sequence

from rheinlaender.server.values.entry import Entry, Parts
from rheinlaender.server.values.named import NOBODY, named_parts, seats_of
from rheinlaender.server.values.seat import PERSON


def write_own_table(table: str, secrets: Sequence[str], is_put_away: bool) -> Parts:
    """A table of an identity, with its secrets."""
    return {"table": table, "secrets": secrets, "is_put_away": is_put_away}


def write_own_passkey(passkey: str, at: str) -> Parts:
    """A passkey that opens an identity, and since when."""
    return {"passkey": passkey, "at": at}


def write_exported(table: Mapping[str, str], log: Sequence[Entry], holders: set[str], is_put_away: bool) -> Parts:
    """What a log knows of the holders of secrets: their names and their turns, and no card that they were dealt."""
    own = seats_of(log, holders)
    return {
        **table,
        "seats": own,
        "is_put_away": is_put_away,
        "names": write_used_names(log, holders),
        "turns": [write_own_turn(entry) for entry in log if is_own_turn(entry, own)],
    }


def write_used_names(log: Sequence[Entry], holders: set[str]) -> list[Parts]:
    """The names that the holders of secrets took; the beginning of a game repeats those that are there."""
    return [
        {"at": named.entry.at, "seat": named.letter, "name": named.part["name"]}
        for named in named_parts(log)
        if named.holder in holders and named.entry.kind != "started" and named.part["name"] != NOBODY
    ]


def is_own_turn(entry: Entry, seats: str) -> bool:
    """Whether an entry is a turn that a person played on one of these seats."""
    return entry.kind == "turn" and entry.parts["seat"] in seats and entry.parts["by"] == PERSON


def write_own_turn(entry: Entry) -> Parts:
    """A turn, without what was drawn."""
    return {"at": entry.at, **{name: entry.parts[name] for name in ("turn", "seat", "moves")}}
