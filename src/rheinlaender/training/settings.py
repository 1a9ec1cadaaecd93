"""The settings of a training run, in one file of TOML."""

import math
import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from rheinlaender.i18n import Refusal


class WrongTrainingSetting(Refusal):
    """A setting of a training run that there is not, or that cannot have this value."""

    code = "wrong_training_setting"


@dataclass(frozen=True)
class TrainingSettings:
    """How long is trained, on how many games at once, and how."""

    seconds: float = 480.0
    seed: int = 1
    games: int = 32768
    turns: int = 48
    minibatch: int = 16384
    passes: float = 1.0
    rate: float = 2e-3
    last_rate: float = 1e-4
    lead_loss: float = 0.5
    teacher: str = "greedy"
    teacher_seconds: float = 40.0
    trace: float = 0.8
    temperature: float = 0.02
    last_temperature: float = 0.008
    blunders: float = 0.01
    moves: int = 8
    bastions: int = 4
    greed: float = 0.01
    average: float = 0.995
    greedy_seats: float = 0.08
    former_seats: float = 0.12
    former_every: float = 60.0
    search: str = "foresight"
    simulations: int = 32
    search_seats: float = 0.0
    yardstick_every: float = 60.0
    yardstick_games: int = 4096
    yardstick_simulations: int = 0

    def write(self) -> dict[str, Any]:
        """The settings by their names."""
        return asdict(self)


CHOICES = {"teacher": ("greedy", "search"), "search": ("foresight", "search")}
SHARES = ("greedy_seats", "former_seats", "search_seats")


def next_time(spent: float, first: float, every: float) -> float:
    """When something is due again that is due first at a time and then at intervals, wherever a run is taken up."""
    if spent < first or every <= 0:
        return max(first, spent)
    return first + every * (math.floor((spent - first) / every) + 1)


def read_settings(path: Path | None, **changes: Any) -> TrainingSettings:
    """The settings of a file, with changes; what is left out is as by default."""
    given = {} if path is None else tomllib.loads(path.read_text(encoding="utf-8"))
    given |= {name: value for name, value in changes.items() if value is not None}
    for name, value in given.items():
        if not can_be(name, value):
            raise WrongTrainingSetting(setting=name, value=value)
    return TrainingSettings(**given)


def can_be(name: str, value: Any) -> bool:
    """Whether there is a setting of this name, and whether it can have this value."""
    kind = {field.name: field.type for field in fields(TrainingSettings)}.get(name)
    if kind is str:
        return value in CHOICES[name]
    if kind is None or isinstance(value, bool) or not isinstance(value, int if kind is int else int | float):
        return False
    least, most = int(name == "simulations"), 1.0 if name in SHARES else math.inf
    return bool(least <= value <= most)
