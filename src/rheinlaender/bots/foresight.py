"""The player with foresight: the search in which everybody plays by a glance and the network judges."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from rheinlaender.bots.network import PLAYERS, shipped_network
from rheinlaender.bots.search import SearchBot, Tree
from rheinlaender.bots.weights import FORESIGHT_SETTINGS, foresight_record
from rheinlaender.game.view import View
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import Engine
from rheinlaender.rules.position import Position
from rheinlaender.thinking.foresight import foresee
from rheinlaender.thinking.glance import FACTS, GLANCE, GLANCING, TIMES
from rheinlaender.thinking.network import JUDGING
from rheinlaender.thinking.redeal import MEMORY

FACTORS = Path(__file__).parent / "glance.json"


@cache
def shipped_glance() -> Any:
    """The factors of the quick policy that come with the package."""
    document = json.loads(FACTORS.read_text(encoding="utf-8"))
    glance = np.zeros(1, GLANCE)
    glance["factors"][0] = np.array(document["factors"], np.float32).reshape(TIMES, FACTS)
    return glance[0]


class ForesightTree(Tree):
    """One tree with the network and the quick policy."""

    def __init__(self, engine: Engine, position: Position, seed: int, *given: Any) -> None:
        super().__init__(engine, position, seed, *given)
        self.task["base"] = np.uint64(mixed(following(seed)))
        self.network, self.judging = shipped_network(PLAYERS), np.zeros(1, JUDGING)
        self.glance, self.glancing = shipped_glance(), np.zeros(1, GLANCING)
        self.memory = np.zeros(1, MEMORY)

    def remember(self, reshuffled: Mapping[int, int]) -> None:
        """Know which cards came back with a new deck, and when."""
        self.memory["newest"] = max(reshuffled.values(), default=0)
        for card, turns in reshuffled.items():
            self.memory["reshuffled"][0, card] = turns

    def simulate(self, simulations: int) -> None:
        """Simulate so many times."""
        judges = (self.settings, self.weights, self.scratch[0], self.network, self.judging[0])
        worlds = (self.glance, self.glancing[0], self.memory[0])
        self.engine.of(foresee)(self.positions, self.nodes, self.task[0], *judges, *worlds, simulations)


class ForesightBot(SearchBot):
    """Tree search with the network as judge and prior; where there is no network it searches like `SearchBot`."""

    name = "foresight"

    def _tree(self, engine: Engine, view: View, position: Position, seed: int) -> Tree:
        """A tree that is to be grown."""
        if shipped_network(PLAYERS) is None:
            return super()._tree(engine, view, position, seed)
        settings = foresight_record(self.settings or FORESIGHT_SETTINGS)
        tree = ForesightTree(engine, position, seed, settings, self.weights)
        tree.remember(view.reshuffled)
        return tree
