"""Customs: what the owner of a table may change at any time, and quiet, which anybody there may want. Pure."""

from collections.abc import Callable
from typing import Any

from rheinlaender.server.contract.commands import ChangeHints, ChangeStandIn, ChangeWatchers
from rheinlaender.server.contract.publishing import ChangePublic
from rheinlaender.server.contract.quiet import Hush
from rheinlaender.server.live.judging import Asker, Draft, must_have_seat, must_own

OWNER = "-"
"""The owner where it has no seat."""


def _change_stand_in(asker: Asker, command: ChangeStandIn) -> Draft:
    must_own(asker.table, asker.holder)
    return Draft("stand_in_changed", {"level": command.level}, stage=asker.table.stage)


def _change_hints(asker: Asker, command: ChangeHints) -> Draft:
    must_own(asker.table, asker.holder)
    return Draft("hints_changed", {"hints": command.hints}, stage=asker.table.stage)


def _change_watchers(asker: Asker, command: ChangeWatchers) -> Draft:
    must_own(asker.table, asker.holder)
    return Draft("watchers_changed", {"watchers": command.watchers}, stage=asker.table.stage)


def _change_public(asker: Asker, command: ChangePublic) -> Draft:
    must_own(asker.table, asker.holder)
    return Draft("public_changed", {"is_public": command.is_public}, stage=asker.table.stage)


def _hush(asker: Asker, command: Hush) -> Draft:
    """Whoever has a seat, and the owner, may want quiet; nobody else takes that back."""
    is_owner = asker.holder is not None and asker.holder == asker.table.owner
    held = asker.table.held_by(asker.holder) if is_owner else must_have_seat(asker.table, asker.holder)
    parts = {"seats": held or OWNER, "holder": asker.holder, "is_quiet": command.is_quiet}
    return Draft("hushed", parts, stage=asker.table.stage)


CUSTOMS_DRAFTS: dict[str, Callable[[Asker, Any], Draft]] = {
    "change_stand_in": _change_stand_in,
    "change_hints": _change_hints,
    "change_watchers": _change_watchers,
    "change_public": _change_public,
    "hush": _hush,
}
