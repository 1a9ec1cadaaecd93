"""The lanes of a warp, played by threads of Python: what they write together is what one writes alone."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rheinlaender.batches.actions import write_mask
from rheinlaender.batches.arguments import length_of_observation, number_of_actions
from rheinlaender.batches.features import FACTS, PLANES, draw_facts, draw_planes, observe
from rheinlaender.board import rhine
from rheinlaender.rules.compile import Engine, interpreted
from rheinlaender.rules.position import Position
from tests.batches.games import positions_on_the_way
from tests.long import LONG_TEST, others_long
from tests.setting import KINDS, SOME_KINDS

LANES = 32
PLAIN = interpreted()


class Warp:
    """Lanes that go their own ways between the places where they wait for each other."""

    def __init__(self) -> None:
        self.own, self.barrier, self.votes = threading.local(), threading.Barrier(LANES), [False] * LANES
        primitives = {
            "lane": lambda: self.own.lane,
            "lanes": lambda: LANES,
            "wait_for_lanes": self.barrier.wait,
            "any_lane": self.any_lane,
        }
        self.engine = Engine("interpreted", rhine(), primitives, lambda function, is_kernel: function)

    def any_lane(self, is_so: bool) -> bool:
        """Whether it is so for any lane; all must ask."""
        self.votes[self.own.lane] = is_so
        self.barrier.wait()
        answer = any(self.votes)
        self.barrier.wait()
        return answer

    def run(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Let all lanes run a function."""

        def go(number: int) -> None:
            self.own.lane = number
            try:
                function(*arguments)
            except BaseException:
                self.barrier.abort()
                raise

        lanes = [threading.Thread(target=go, args=(number,)) for number in range(LANES)]
        for lane in lanes:
            lane.start()
        for lane in lanes:
            lane.join()
        assert not self.barrier.broken


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_lanes_write_what_one_writes(seats: int, preset: str) -> None:
    """Masks, observations, planes and facts that 32 lanes write together are those of a single lane."""
    warp = Warp()
    for record in positions_on_the_way(seats, preset, games=1, every=7):
        position = Position(record[0])
        rows = [np.full(length_of_observation(), fill, np.uint8) for fill in (7, 9)]
        masks = [np.full(number_of_actions(), fill, np.uint8) for fill in (7, 9)]
        planes = [np.full((158, PLANES), fill, np.float32) for fill in (7, 9)]
        facts = [np.full(FACTS, fill, np.float32) for fill in (7, 9)]
        PLAIN.of(write_mask)(position, masks[0].data)
        warp.run(warp.engine.of(write_mask), position, masks[1].data)
        PLAIN.of(observe)(position, position.seat, rows[0].data)
        warp.run(warp.engine.of(observe), position, position.seat, rows[1].data)
        PLAIN.of(draw_planes)(rows[0].data, planes[0])
        warp.run(warp.engine.of(draw_planes), rows[0].data, planes[1])
        PLAIN.of(draw_facts)(rows[0].data, facts[0])
        warp.run(warp.engine.of(draw_facts), rows[0].data, facts[1])
        for one, many in (masks, rows, planes, facts):
            assert np.array_equal(one, many)
