"""Answers as JSON, so that a review can be broken off and gone on with; `read(write(x)) == x` to the last bit."""

from dataclasses import asdict
from typing import Any

from rheinlaender.review.steps import Step
from rheinlaender.review.weighing import Weighed

SHARES = ("before", "expected", "after")
LISTS = ("moves", "shares", "errors")


def write_answer(steps: list[Step]) -> list[dict[str, Any]]:
    """The steps that answer a question."""
    return [asdict(step) for step in steps]


def read_answer(written: list[dict[str, Any]]) -> list[Step]:
    """The steps that answer a question, as they were."""
    return [_step(parts) for parts in written]


def _step(parts: dict[str, Any]) -> Step:
    shares = {name: tuple(parts[name]) for name in SHARES}
    return Step(**{**parts, **shares, "weighed": _weighed(parts["weighed"])})


def _weighed(parts: dict[str, Any] | None) -> Weighed | None:
    return None if parts is None else Weighed(**{**parts, **{name: tuple(parts[name]) for name in LISTS}})
