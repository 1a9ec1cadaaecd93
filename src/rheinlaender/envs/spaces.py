"""The spaces of Gymnasium for observations and actions, and its generator of random numbers."""

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from rheinlaender.envs.stepped import length_of
from rheinlaender.rules.given import given_seed

MOST = float(np.finfo(np.float32).max)


def box_of(form: str, fields: int, rows: tuple[int, ...] = ()) -> spaces.Box:
    """The space of what a seat may know, or of so many rows of that."""
    shape = (*rows, length_of(form, fields))
    return spaces.Box(0, 255, shape, np.uint8) if form == "compact" else spaces.Box(-MOST, MOST, shape, np.float32)


def observation_space_of(form: str, fields: int, actions: int) -> spaces.Dict:
    """The space of what a seat may know, with the mask of its legal actions."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": box_of(form, fields), "action_mask": mask})


def seeded(random: np.random.Generator | None, seed: int | None) -> np.random.Generator:
    """The generator that follows from a seed; without a seed the one that is there, or else one by chance."""
    if seed is None and random is not None:
        return random
    return seeding.np_random(None if seed is None else given_seed(seed))[0]
