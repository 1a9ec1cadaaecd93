"""What of an entry is told: the parts that are listed for its kind, and nothing else."""

from dataclasses import replace
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from rheinlaender.server.contract.commands import BotWish, OpenTable, OpenWish, PersonWish, SeatWish
from rheinlaender.server.contract.entries import EntryBody
from rheinlaender.server.live.commands import computer_turn, opening_parts, started
from rheinlaender.server.thinkers.choosing import choose_turn
from rheinlaender.server.values.changes import KINDS, after
from rheinlaender.server.values.entry import Entry, Parts
from rheinlaender.server.values.table import Table, opened_table
from rheinlaender.server.values.viewer import WATCHER
from rheinlaender.server.writing.entries import SHOWN, write_entry
from rheinlaender.server.writing.frames import frame_text

AT = "2026-01-31T12:00:00Z"
SECRET = "s" * 22
MODELS = {model.model_fields["kind"].annotation.__args__[0]: model for model in get_args(get_args(EntryBody)[0])}
ALWAYS = {"kind", "at"}
PARTS: dict[str, Parts] = {
    "sat": {"seat": "b", "name": "Bert", "holder": "digest"},
    "left": {"seat": "b"},
    "renamed": {"seat": "a", "name": "Änne"},
    "seat_changed": {"seat": "b", "to": {"kind": "bot", "name": "", "level": "knight", "holder": None}},
    "unseated": {"seat": "a", "to": {"kind": "open", "name": "", "level": None, "holder": None}, "holder": "digest"},
    "string_given": {"seats": "a", "string": "rain"},
    "readied": {"seats": "a", "is_ready": True},
    "stand_in_changed": {"level": None},
    "hints_changed": {"hints": False},
    "watchers_changed": {"watchers": False},
    "public_changed": {"is_public": True},
    "hushed": {"seats": "a", "holder": "digest", "is_quiet": True},
    "night_set": {"seats": "a", "night": {"zone": "Europe/Berlin", "begins": 22, "ends": 7}},
    "nudged": {"seat": "a", "by": "b"},
    "stood_in": {"seat": "a", "why": "time"},
    "voted": {"what": "go_on", "seats": "b", "is_agreed": False},
    "came_back": {"seats": "a"},
    "resigned": {"seats": "a"},
    "rematch": {"table": "next-table"},
}


def opened() -> Table:
    """A table that somebody has opened."""
    seats: list[SeatWish] = [
        PersonWish(kind="person", name="Anna"),
        OpenWish(kind="open"),
        BotWish(kind="bot", level="squire"),
    ]
    asked = OpenTable(id="opening1", secret=SECRET, seats=seats, first="a")
    return opened_table("rhine", Entry(0, "opened", opening_parts(asked), AT))


def at_entry(kind: str) -> Table:
    """A table at an entry of a kind."""
    table = opened()
    if kind == "opened":
        return table
    if kind in PARTS:
        return after(table, Entry(1, kind, PARTS[kind], AT))
    draft = started(table, "squire", seed=7)
    table = after(table, Entry(1, draft.kind, draft.parts, AT))
    if kind == "turn":
        assert table.game is not None
        draft = computer_turn(table, choose_turn(table.game, "squire", 1), "squire")
        table = after(table, Entry(2, draft.kind, draft.parts, AT))
    return table


def with_part(table: Table, **parts: Any) -> Table:
    """The table, with more parts in its entry than anybody knows of."""
    return replace(table, entry=replace(table.entry, parts=table.entry.parts | parts), frames={})


def test_every_kind_has_its_list() -> None:
    """What the log can hold, what is told of it, and what the contract describes, are the same kinds."""
    assert set(SHOWN) == set(KINDS) == set(MODELS)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_is_what_the_contract_needs(kind: str) -> None:
    """Of each kind exactly the parts of the contract are told: none is missing, none is too many."""
    told = write_entry(at_entry(kind), "")
    assert set(told) == set(MODELS[kind].model_fields)
    assert set(SHOWN[kind]) <= set(told) - ALWAYS
    TypeAdapter[Any](EntryBody).validate_python(told)


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_part_is_not_told(kind: str) -> None:
    """Whatever else an entry holds, now or later, stays in the log."""
    table = at_entry(kind)
    more = with_part(table, novelty="hush-hush", holder="hush-hush", deck=["hush-hush"], seed="hush-hush")
    assert write_entry(more, "abc") == write_entry(table, "abc")
    for viewer in (WATCHER, more.viewer(more.owner)):
        assert "hush-hush" not in frame_text(more, viewer)


def test_of_an_unknown_kind_nothing_is_told() -> None:
    """An entry of a kind that has no list is told without any part."""
    table = opened()
    unknown = replace(table, entry=Entry(1, "novelty", {"seat": "a", "name": "hush-hush"}, AT), frames={})
    assert write_entry(unknown, "abc") == {"kind": "novelty", "at": AT}
    assert "hush-hush" not in frame_text(unknown, WATCHER)


def test_the_seat_that_is_changed_keeps_its_secret() -> None:
    """Of a seat that the owner changed only its kind and level are told, whatever the log has of it."""
    table = at_entry("seat_changed")
    to = table.entry.parts["to"] | {"holder": "hush-hush", "novelty": "hush-hush"}
    assert write_entry(with_part(table, to=to), "abc")["to"] == {"kind": "bot", "level": "knight"}
