"""The weights of the evaluation and the settings of the search, as they measured best (docs/reference/strength.md)."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from rheinlaender.thinking.evaluation import WEIGHTS
from rheinlaender.thinking.foresight import FORESIGHT
from rheinlaender.thinking.search import SETTINGS

GREEDY_WEIGHTS: Mapping[str, float] = {
    "risk_tied": 0.89,
    "risk_one": 0.04,
    "risk_two": 0.31,
    "risk_three": 0.13,
    "risk_more": 0.04,
    "open_half": 2.0,
    "time_half": 4.5,
    "challenger": 0.61,
    "tied_share": 0.04,
    "archbishop": 2.2,
    "bishop": 1.4,
    "room": 0.76,
    "supply": 0.06,
    "bastion": 0.12,
    "rival": 0.04,
    "card": 0.1,
}

SEARCH_SETTINGS: Mapping[str, float] = {
    "root_exploration": 0.6,
    "tree_exploration": 0.4,
    "widening": 1.0,
    "prior_temperature": 1.5,
    "value_temperature": 3.0,
    "value_temperature_at_start": 3.5,
    "coins": 0.002,
    "tree_turns": 2,
    "playout_turns": 8,
    "playout_samples": 12,
    "proposal_samples": 12,
    "bastions": 8,
}

SEARCH_SETTINGS_BY_SEATS: Mapping[int, Mapping[str, float]] = {5: {"playout_turns": 20}}
"""What is different with some numbers of seats: with five, short play-outs end before the searcher has moved twice."""


def search_settings(seats: int) -> Mapping[str, float]:
    """The settings of the search for a number of seats."""
    return {**SEARCH_SETTINGS, **SEARCH_SETTINGS_BY_SEATS.get(seats, {})}


FORESIGHT_SETTINGS: Mapping[str, float] = {
    "root_exploration": 0.6,
    "prior_temperature": 0.02,
    "coins": 0.005,
    "rounds": 3,
    "noise": 2.0,
    "bastions": 8,
}


@cache
def value_factors() -> Any:
    """The factors of the value, by number of seats, term and power of the time left."""
    document = json.loads((Path(__file__).parent / "value.json").read_text(encoding="utf-8"))
    return np.array(document["factors"])


def weights_record(weights: Mapping[str, float]) -> Any:
    """The weights as the compiled evaluation takes them."""
    return _record(WEIGHTS, weights)


def settings_record(settings: Mapping[str, float]) -> Any:
    """The settings as the compiled search takes them."""
    return _record(SETTINGS, settings)


def foresight_record(settings: Mapping[str, float]) -> Any:
    """The settings as compiled foresight takes them."""
    return _record(FORESIGHT, settings)


def _record(kind: np.dtype[Any], values: Mapping[str, float]) -> Any:
    record = np.zeros(1, kind)
    for name in kind.names or ():
        record[name] = values[name]
    return record[0]
