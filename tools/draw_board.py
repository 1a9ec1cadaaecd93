"""Draw the board: compute the outline of every field, site and label.

    python -m tools.draw_board src/rheinlaender/board/rhine.json

Sites and neighbours are those of the board file. The river is a smooth line through a few points (`tools/river.py`).
That line is cut into regions, and the banks, the island and the outer edges of the land are offsets from it; so every
border is made of the same points on both of its sides. The result is checked against the rules of the board and written
into the key "drawing" of the file, whose other text stays as it is; if it breaks a rule, the faults are named and
nothing is written. Needs numpy, shapely.
"""

import json
import re
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon, box

from rheinlaender.board import rhine
from tools.river import HEIGHT, SUBDIVISION, WIDTH, Array, Stream

SITE_RADIUS = 20.0
CARTOUCHE = (44, 808, 584, 968)  # left, top, right, bottom
PIECE_LEAST, PIECE, FIGURE, SMALL_TEXT = (26, 30), (30, 34), (30, 40), (26, 12)  # widths and heights

Points = list[list[float]]
Entry = dict[str, Any]
"""The outline of a field, and the places of what stands on it and beside it."""
Shapes = dict[str, Any]
Picture = dict[str, Any]

BOARD = rhine()
ISLAND_TIPS = {"R37", "L43", "R42", "L48"}
ISLAND_FIELDS = ISLAND_TIPS | set(BOARD.aliases.values())


def slot_of(name: str) -> int:
    """Return the slot of a field: its place along the centre line."""
    return int(name[1:]) - (1 if int(name[1:]) <= 42 else 7)


def samples_of(slot: int) -> slice:
    """Return the samples of a slot, both borders included."""
    return slice(slot * SUBDIVISION, (slot + 1) * SUBDIVISION + 1)


def rounded(points: Array) -> Points:
    """Return the points rounded to 0.1, without any that repeats the one before it (at the tips of the island)."""
    listed: Points = np.round(points, 1).tolist()
    return [point for index, point in enumerate(listed) if point != listed[index - 1]]


def strip(stream: Stream, slot: int, inner: Array | float, outer: Array) -> Points:
    """Return the outline of the slot's field between two offsets."""
    return rounded(np.vstack([stream.line(inner, samples_of(slot)), stream.line(outer, samples_of(slot))[::-1]]))


def across(stream: Stream, slot: int, offset: Array) -> Points:
    """Return the outline of a field on both sides of the centre line, with the middles of its two ends as corners."""
    right, left = stream.line(-offset, samples_of(slot)), stream.line(offset, samples_of(slot))
    start, end = stream.centre[samples_of(slot)][[0, -1]]
    return rounded(np.vstack([start, right, end, left[::-1]]))


def outlines(stream: Stream) -> dict[str, Points]:
    """Return the outline of each of the 158 fields by name."""
    fields: dict[str, Points] = {}
    for slot in range(48):
        left, right = slot + (1 if slot < 42 else 7), slot + (1 if slot < 36 else 7)
        fields[f"L{left}"] = strip(stream, slot, stream.bank, stream.outer[1])
        fields[f"R{right}"] = strip(stream, slot, -stream.bank, -stream.outer[-1])
        if left == right:
            fields[f"W{left}"] = across(stream, slot, stream.bank)
            continue
        fields[f"W{left}"] = strip(stream, slot, stream.island, stream.bank)
        fields[f"W{right}"] = strip(stream, slot, -stream.island, -stream.bank)
        if f"R{left}" in ISLAND_TIPS:
            fields[f"R{left}"] = strip(stream, slot, 0, stream.island)
            fields[f"L{right}"] = strip(stream, slot, 0, -stream.island)
        else:
            fields[f"R{left}"] = across(stream, slot, stream.island)
    return fields


def site_places(stream: Stream) -> dict[str, list[float]]:
    """Return the centre of each site: the outer end of its border, on the island the middle."""
    places: dict[str, list[float]] = {}
    for letter, (upper, _) in BOARD.sites.items():
        side = 1 if upper[0] == "L" else -1
        offset = 0 if upper in ISLAND_FIELDS else side * stream.outer[side]
        places[letter] = np.round(stream.line(offset, samples_of(slot_of(upper)))[-1], 1).tolist()
    return places


def upright(places: Any, size: tuple[float, float]) -> Any:
    """Return the upright rectangles of the size (width, height) centred at the places, or one for one place."""
    x, y = np.asarray(places, float).T
    return shapely.box(x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)


def roomiest(polygon: Any, size: tuple[float, float], obstacles: list[Any], goal: Any, pull: float) -> Array:
    """Return where a rectangle has most air to the polygon's edge and the obstacles, pulled a little to the goal."""
    low_x, low_y, high_x, high_y = polygon.bounds
    places = np.array([(x, y) for x in np.arange(low_x, high_x, 2.5) for y in np.arange(low_y, high_y, 2.5)])
    rectangles = upright(places, size)
    protruding = np.sqrt(shapely.area(shapely.difference(rectangles, polygon)))
    air = shapely.distance(polygon.exterior, rectangles) - 3 * protruding
    for obstacle in obstacles:
        overlap = np.sqrt(shapely.area(shapely.intersection(rectangles, obstacle)))
        air = np.minimum(air, shapely.distance(obstacle, rectangles) - overlap)
    best: Array = places[np.argmax(np.minimum(air, 12) - pull * np.hypot(*(places - goal).T))]
    return best


def beside_place(stream: Stream, name: str, piece: Array, obstacles: list[Any], figures: list[Any]) -> Array:
    """Return a place outside the field's outer edge, clear of the obstacles and if possible of other figures."""
    side, slot = (1 if name[0] == "L" else -1), samples_of(slot_of(name))
    samples = slice(slot.start + 1, slot.stop - 1)
    places = np.vstack([stream.line(side * (stream.outer[side] + step), samples) for step in (19, 22, 25, 28)])
    places = np.clip(places, (17, 22), (WIDTH - 17, HEIGHT - 22))
    rectangles, cost = upright(places, FIGURE), np.hypot(*(places - piece).T)
    for shape in obstacles:
        cost += shapely.area(shapely.intersection(shape, rectangles)) + 600 * shapely.contains_xy(shape, *places.T)
    for figure in figures:
        cost += 0.2 * shapely.area(shapely.intersection(figure, rectangles))
    best: Array = places[np.argmin(cost)]
    return best


def water_places(stream: Stream, name: str) -> Entry:
    """Return the places of a river field: number and piece one after the other along the middle of the water."""
    region = int(name[1:])
    arm = 1 if 37 <= region <= 42 else -1 if 43 <= region <= 48 else 0
    path = LineString(stream.line(arm * (stream.island + stream.bank) / 2, samples_of(slot_of(name))))
    label, piece = (path.interpolate(share, normalized=True).coords[0] for share in (0.24, 0.67))
    return {"piece": piece, "label": label, "beside": piece}


def land_places(stream: Stream, name: str, shapes: Shapes, discs: Shapes, entries: dict[str, Entry]) -> Entry:
    """Return the places of a land field; `entries` are those of the fields before it."""
    field = shapes[name]
    centre = field.centroid.coords[0]
    taken = [discs[letter] for letter, pair in BOARD.sites.items() if name in pair]
    piece = roomiest(field, PIECE, taken, centre, 0.25)
    taken.append(upright(piece, PIECE))
    if name in ISLAND_FIELDS:
        beside = roomiest(field, FIGURE, taken, centre, 0.1)
        taken.append(upright(beside, FIGURE))
    else:
        near = [shape for other, shape in shapes.items() if other != name and shape.distance(field) < 70]
        figures = [upright(entry["beside"], FIGURE) for other, entry in entries.items() if other[0] != "W"]
        beside = beside_place(stream, name, piece, [*near, *discs.values(), box(*CARTOUCHE)], figures)
    return {"piece": piece, "label": roomiest(field, SMALL_TEXT, taken, piece, 0.05), "beside": beside}


def river_lines(stream: Stream) -> dict[str, Any]:
    """Return the outlines of river and island and three flow lines a part, from the sheet's edge to the cartouche."""

    def longer(line: Array, head: int, mouth: int) -> Array:
        before, after = line[:1] - 50 * stream.heading[0], line[-1:] + 110 * stream.heading[-1]
        return np.vstack([before] * head + [line] + [after] * mouth)

    between, banks = slice(stream.nose, stream.tail + 1), (-stream.bank, stream.bank)
    parts = {
        "main_stream_above": (slice(0, stream.nose + 1), *banks, 1, 0),
        "left_arm": (between, stream.island, stream.bank, 0, 0),
        "right_arm": (between, -stream.island, -stream.bank, 0, 0),
        "main_stream_below": (slice(stream.tail, None), *banks, 0, 1),
    }
    flow = {}
    for part, (samples, low, high, head, mouth) in parts.items():
        lines = [stream.line(low + share * (high - low), samples)[::2] for share in (0.25, 0.5, 0.75)]
        flow[part] = [rounded(longer(line, head, mouth)) for line in lines]
    right, left = (longer(stream.line(bank), 1, 1) for bank in banks)
    island = np.vstack([stream.line(stream.island, between), stream.line(-stream.island, between)[::-1]])
    return {"outline": rounded(np.vstack([left, right[::-1]])), "island": rounded(island), "flow_lines": flow}


def drawing() -> Picture:
    """Compute the whole drawing."""
    stream = Stream()
    fields, sites = outlines(stream), site_places(stream)
    shapes = {name: Polygon(points) for name, points in fields.items()}
    discs = {letter: Point(place).buffer(SITE_RADIUS) for letter, place in sites.items()}
    entries: dict[str, Entry] = {}
    for name in sorted(fields, key=lambda name: (int(name[1:]), name)):
        places = water_places(stream, name) if name[0] == "W" else land_places(stream, name, shapes, discs, entries)
        entries[name] = {"outline": fields[name], **{use: np.round(place, 1).tolist() for use, place in places.items()}}
    left, top, right, bottom = CARTOUCHE
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "fields": entries,
        "sites": {letter: {"at": place, "radius": SITE_RADIUS} for letter, place in sites.items()},
        "river": river_lines(stream),
        "cartouche": {"x": left, "y": top, "width": right - left, "height": bottom - top},
    }


def check(picture: Picture) -> list[str]:
    """Return a list of sentences, one for each rule of the board that the drawing breaks."""
    entries = picture["fields"]
    shapes = {name: Polygon(entry["outline"]) for name, entry in entries.items()}
    discs = {letter: Point(site["at"]).buffer(site["radius"]) for letter, site in picture["sites"].items()}
    faults = [f"{name}: not a simple polygon" for name, shape in shapes.items() if not shape.is_valid]
    return faults or [
        *check_fields(entries, shapes),
        *check_borders(shapes),
        *check_sites(entries, shapes, discs),
        *check_sheet(picture, shapes, discs),
    ]


def check_fields(entries: dict[str, Entry], shapes: Shapes) -> Iterator[str]:
    """Check number, place, size and shape of the fields, and that their pieces fit."""
    if set(shapes) != set(BOARD.fields):
        yield f"wrong fields: {sorted(set(shapes) ^ set(BOARD.fields))}"
    for name, shape in shapes.items():
        compactness = 4 * np.pi * shape.area / shape.length**2
        if not box(12, 12, WIDTH - 12, HEIGHT - 12).contains(shape):
            yield f"{name}: too near to the edge of the sheet"
        if not shape.contains(upright(entries[name]["piece"], PIECE_LEAST).union(Point(entries[name]["label"]))):
            yield f"{name}: no room for a piece or its label"
        if name[0] != "W" and (shape.area < 1100 or compactness < 0.55):
            yield f"{name}: area {shape.area:.0f}, compactness {compactness:.2f}"
        for other in shapes:
            if other != name and shapes[other].contains(Point(entries[name]["beside"])):
                yield f"{name}: figure stands in {other}"


def check_borders(shapes: Shapes) -> Iterator[str]:
    """Check that neighbours, and no others, share a border, and that no fields overlap or touch from bend to bend."""
    for one, two in combinations(shapes, 2):
        joined = two in BOARD.neighbours[one]
        border = shapes[one].boundary.intersection(shapes[two].boundary).length
        if shapes[one].intersection(shapes[two]).area > 0.5:
            yield f"{one} and {two} overlap"
        if joined and border < 8:
            yield f"{one} and {two}: border of only {border:.1f}"
        if not joined and border > 0.2:
            yield f"{one} and {two} share a border but are no neighbours"
        if abs(slot_of(one) - slot_of(two)) > 1 and shapes[one].distance(shapes[two]) < 12:
            yield f"{one} and {two} come too close"


def check_sites(entries: dict[str, Entry], shapes: Shapes, discs: Shapes) -> Iterator[str]:
    """Check that sites lie at their own fields and cover no piece, no other field and no other site."""
    for letter, disc in discs.items():
        for name, shape in shapes.items():
            if disc.intersects(shape) != (name in BOARD.sites[letter]):
                yield f"site {letter} touches or misses {name} wrongly"
            if disc.intersects(upright(entries[name]["piece"], PIECE_LEAST)):
                yield f"site {letter} covers the piece of {name}"
    for one, two in combinations(discs, 2):
        if discs[one].intersects(discs[two]):
            yield f"sites {one} and {two} touch"


def check_sheet(picture: Picture, shapes: Shapes, discs: Shapes) -> Iterator[str]:
    """Check the cartouche, the sites' place on the sheet, the course about region 23, and the size of the text."""
    for name, shape in {**shapes, **discs}.items():
        if shape.intersects(box(*CARTOUCHE)) or not box(0, 0, WIDTH, HEIGHT).contains(shape):
            yield f"{name} is covered by the cartouche or cut by the edge of the sheet"
    middle = {name: shape.centroid for name, shape in shapes.items()}
    for region in range(21, 26):
        if middle[f"W{region}"].x >= middle[f"W{region + 1}"].x or middle[f"L{region}"].y >= middle[f"R{region}"].y:
            yield f"region {region} does not run to the right with its left bank above"
    if len(as_text(picture)) > 110_000:
        yield "the drawing is longer than 110 kB"


def as_text(picture: Picture) -> str:
    """Return the drawing as JSON with a line for every field, site and part of the river."""
    compact = json.JSONEncoder(separators=(",", ":")).encode

    def table(entries: dict[str, Any]) -> str:
        return "{\n" + ",\n".join(f'      "{key}": {compact(value)}' for key, value in entries.items()) + "\n    }"

    writers = {"fields": table, "sites": table, "river": table}
    lines = [f'    "{key}": {writers.get(key, compact)(value)}' for key, value in picture.items()]
    return "{\n" + ",\n".join(lines) + "\n  }"


def put_into(text: str, picture: Picture) -> str:
    """Return the board file's text with the value of its key "drawing" replaced and all else as it was."""
    key = re.search(r'"drawing"\s*:\s*', text)
    assert key is not None, 'the file has no key "drawing"'
    start = key.end()
    end = json.JSONDecoder().raw_decode(text, start)[1]
    result = text[:start] + as_text(picture) + text[end:]
    if json.loads(result) != {**json.loads(text), "drawing": json.loads(as_text(picture))}:
        raise ValueError('the key "drawing" is not at the top level of the file')
    return result


def main(path: Path) -> None:
    """Draw the board into the file, or name the faults of the drawing and exit with status 1."""
    picture = drawing()
    if faults := check(picture):
        sys.exit("\n".join(faults))
    path.write_text(put_into(path.read_text(encoding="utf-8"), picture), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
