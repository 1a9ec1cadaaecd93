"""The river of the drawn board: a smooth line through a few points, cut into regions, with its banks and lands."""

from collections.abc import Sequence
from typing import Any

import numpy as np

WIDTH, HEIGHT = 1500, 1000
EDGE = 28  # free strip along the edge of the sheet, for figures that stand beside a field
# The first and the last only give the direction in which the river comes and goes.
# fmt: off
WAYPOINTS = [
    (822, -90), (848, 30), (812, 156), (695, 218), (550, 178), (405, 136), (262, 142), (160, 230),
    (130, 360), (130, 490), (172, 600), (275, 650), (378, 608), (424, 516), (470, 442), (562, 410),
    (652, 448), (698, 536), (754, 616), (850, 642), (938, 580), (966, 465), (966, 340), (985, 235),
    (1054, 162), (1150, 142), (1238, 184), (1284, 270), (1295, 375), (1296, 480), (1290, 585), (1270, 690),
    (1230, 786), (1140, 858), (1008, 882), (870, 868), (752, 832), (638, 846), (530, 895),
]
# fmt: on
HEAD, CREST, NOSE, TAIL, MOUTH = 1, 15, 27.2, 32, 37  # waypoints where regions 1, 23, 37 and 43, 49 begin and 54 ends
ISLAND_BORDERS = (0, 1.13, 2.1, 3, 3.9, 4.87, 6)  # the tips of the island are longer than the fields between them
SUBDIVISION = 10  # steps along one side of a field
RIVER, ARM, ISLAND = 24.0, 49.0, 68.0  # half the width of the stream, the width of an arm, half the island's width
LAND_LEAST, LAND_MOST, LAND_AT_ISLAND = 48.0, 98.0, 72.0  # widths of the land
GAP = 46.0  # free valley between the lands of two bends

Array = np.ndarray[Any, np.dtype[np.float64]]


def smooth_line(waypoints: Sequence[tuple[float, float]], steps: int) -> Array:
    """Return a cubic spline (curvature without jumps) through the points, with `steps` samples from point to point."""
    points, count = np.array(waypoints, float), len(waypoints)
    matrix = 4 * np.eye(count) + np.eye(count, k=1) + np.eye(count, k=-1)
    matrix[0, :2], matrix[-1, -2:] = (6, 0), (0, 6)
    control = np.linalg.solve(matrix, 6 * points)
    control = np.vstack([2 * control[0] - control[1], control, 2 * control[-1] - control[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    basis = ((1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3)
    spans = [sum(weight * control[span + k] for k, weight in enumerate(basis)) / 6 for span in range(count - 1)]
    return np.vstack([*spans, points[-1:]])


def blurred(values: Array, sigma: float) -> Array:
    """Return the values smoothed by a bell curve of `sigma` samples, the ends continued."""
    reach = int(3 * sigma)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    return np.convolve(np.pad(values, reach, mode="edge"), kernel / kernel.sum(), mode="valid")


def border_places(way: Array, turning: Array, steps: int) -> Array:
    """Return how far along the line the samples lie; regions are longer in bends, so that inner fields have room."""
    ease = np.cumsum(np.gradient(way) * (1 - np.minimum(0.5, 38 * np.abs(turning))))
    parts = ((HEAD, range(23)), (CREST, range(15)), (NOSE, ISLAND_BORDERS), (TAIL, range(7)))
    places = [np.interp([ease[HEAD * steps]], ease, way)]
    for (first, borders), last in zip(parts, (CREST, NOSE, TAIL, MOUTH), strict=True):
        slots = len(borders) - 1
        shares = np.interp(np.arange(1, slots * SUBDIVISION + 1) / SUBDIVISION, range(slots + 1), borders) / borders[-1]
        start, end = ease[round(first * steps)], ease[round(last * steps)]
        places.append(np.interp(start + (end - start) * shares, ease, way))
    return np.concatenate(places)


class Stream:
    """The centre line, sampled at the borders of the regions and between them, with all offsets from it (left: +).

    It has 48 slots one after the other: regions 1 to 36, six pairs of regions beside the island, regions 49 to 54.
    """

    def __init__(self, steps: int = 60) -> None:
        line = smooth_line(WAYPOINTS, steps)
        line = np.column_stack([blurred(line[:, axis], 0.3 * steps) for axis in (0, 1)])
        way = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
        direction = np.unwrap(np.arctan2(np.gradient(line[:, 1], way), np.gradient(line[:, 0], way)))
        turning = blurred(np.gradient(direction, way), steps / 3)
        self.along = border_places(way, turning, steps)
        self.nose, self.tail = 36 * SUBDIVISION, 42 * SUBDIVISION
        x, y, angle, self.turning = (np.interp(self.along, way, values) for values in (*line.T, direction, turning))
        self.centre = np.column_stack([x, y])
        self.heading = np.column_stack([np.cos(angle), np.sin(angle)])
        self.normal = np.column_stack([np.sin(angle), -np.cos(angle)])
        self.island, self.bank = self.island_and_bank()
        self.outer = {side: blurred(self.bank + self.land_width(side), SUBDIVISION) for side in (1, -1)}

    def island_and_bank(self) -> tuple[Array, Array]:
        """Return half the width of the island and the distance of the banks from the centre line."""
        inward = np.minimum(self.along - self.along[self.nose], self.along[self.tail] - self.along)
        island = ISLAND * (1 - (1 - np.clip(inward / 112, 0, 1)) ** 1.9)
        share = np.clip((inward + 115) / 225, 0, 1)
        return island, RIVER + (ISLAND + ARM - RIVER) * share**2 * (3 - 2 * share)

    def line(self, offset: Array | float, samples: slice = slice(None)) -> Array:
        """Return the points at the offset (positive: left) for the samples."""
        offset = np.broadcast_to(offset, self.along.shape)[samples]
        return self.centre[samples] + self.normal[samples] * offset[:, None]

    def land_width(self, side: int) -> Array:
        """Return the width of the land: as wide as the bend, the sheet and the next bend of the river allow."""
        banks = np.vstack([self.line(self.bank), self.line(-self.bank)])
        radius = 1 / np.maximum(-side * self.turning, 1e-6)  # of the centre line, where this side is the inner one
        width = np.minimum(0.58 * (radius - self.bank), np.where(self.island > 0, LAND_AT_ISLAND, LAND_MOST))
        for sample, place in enumerate(self.along):
            others = banks[np.abs(np.tile(self.along, 2) - place) > 330]
            while width[sample] > LAND_LEAST:
                point = self.centre[sample] + side * self.normal[sample] * (self.bank[sample] + width[sample])
                on_sheet = np.all(np.abs(point - (WIDTH / 2, HEIGHT / 2)) <= (WIDTH / 2 - EDGE, HEIGHT / 2 - EDGE))
                if on_sheet and np.hypot(*(others - point).T).min() >= width[sample] + GAP:
                    break
                width[sample] -= 1
        padded = np.pad(np.maximum(width, LAND_LEAST), SUBDIVISION // 2, mode="edge")
        narrowest: Array = np.lib.stride_tricks.sliding_window_view(padded, SUBDIVISION // 2 * 2 + 1).min(axis=1)
        return narrowest
