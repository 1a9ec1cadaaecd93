"""Measuring the room: how many tables are in use, and how many works of thinking wait, whenever somebody asks."""

import time
from functools import partial

from rheinlaender.bots.warm import is_warm
from rheinlaender.server import measures
from rheinlaender.server.live.room import Room
from rheinlaender.server.values.entry import OVER, PLAYING, WAITING


def measure_room(room: Room) -> None:
    """Let what is asked for be counted in this room."""
    for stage in (WAITING, PLAYING, OVER):
        measures.TABLES.labels(stage).set_function(partial(tables_in_stage, room, stage))
    queue = room.computer.queue
    measures.THINKING.labels("waiting").set_function(lambda: len(queue.waiting))
    measures.THINKING.labels("thinking").set_function(lambda: len(queue.thinking))
    measures.THINKING_AGE.set_function(lambda: oldest_age(room))
    measures.COMPILED.set_function(lambda: float(is_warm()))


def tables_in_stage(room: Room, stage: str) -> int:
    """How many tables in memory are in a stage."""
    return sum(live.table.stage == stage for live in list(room.in_use.values()))


def oldest_age(room: Room) -> float:
    """How many seconds the oldest work of thinking has waited; reviews may wait."""
    waiting = [thought for thought in room.computer.queue.waiting if not thought.is_review]
    return max((time.monotonic() - thought.asked for thought in waiting), default=0.0)
