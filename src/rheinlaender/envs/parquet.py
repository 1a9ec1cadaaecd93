"""Games as Parquet files, for learning from what was played: written part by part, read part by part.

A folder has `trace.json`, which says what decides its games, and the folders `games`, `decisions` and `observations`,
each with one file for every `GAMES_OF_A_PART` games. A file is there as a whole or not at all, and that of the games
comes last: the same command goes on where it was stopped. Every column is described in docs/reference/parquet.md.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rheinlaender.batches.arguments import Array, length_of_observation, number_of_actions
from rheinlaender.envs.traced import Row, Source, Traced, traced_game
from rheinlaender.game.options import write_options
from rheinlaender.i18n import Refusal
from rheinlaender.i18n.extras import command_for

FORMAT = "rheinlaender-parquet-1"
SETTINGS = "trace.json"
TABLES = ("observations", "decisions", "games")
"""In the order in which they are written: a part is complete once its games are there."""
GAMES_OF_A_PART = 250


class NoParquet(Refusal):
    """Parquet files need PyArrow."""

    code = "no_parquet"


class ParquetOfOthers(Refusal):
    """A folder that holds something else than the games that are to be written."""

    code = "parquet_of_others"


class NoTrace(Refusal):
    """A folder that holds no games."""

    code = "no_trace"


class Decisions(NamedTuple):
    """Decisions in the order in which they were made, one row each; the reward is given to a seat's last one."""

    games: Array
    seats: Array
    observations: Array
    masks: Array
    actions: Array
    rewards: Array
    ends: Array


def arrow() -> Any:
    """The package PyArrow with its part for Parquet, or a refusal that says how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NoParquet(command=command_for("parquet")) from None
    return pyarrow


def schemas() -> dict[str, Any]:
    """The columns of the three tables."""
    pa = arrow()
    key = [("game", pa.int64()), ("decision", pa.int16())]
    games = [
        ("game", pa.int64()),
        ("seats", pa.int8()),
        ("options", pa.string()),
        ("seed", pa.uint64()),
        ("players", pa.list_(pa.string())),
        ("turns", pa.int16()),
        ("decisions", pa.int16()),
        ("coins", pa.list_(pa.int16())),
        ("shares", pa.list_(pa.float32())),
        ("record", pa.string()),
    ]
    decisions = [
        *key,
        ("turn", pa.int16()),
        ("seat", pa.int8()),
        ("phase", pa.string()),
        ("move", pa.string()),
        ("action", pa.int16()),
        ("legal", pa.list_(pa.int16())),
        ("share", pa.float32()),
        ("last", pa.bool_()),
    ]
    observations = [*key, ("observation", pa.binary(length_of_observation()))]
    columns = {"games": games, "decisions": decisions, "observations": observations}
    return {name: pa.schema(fields) for name, fields in columns.items()}


def write_parquet(
    folder: Path, source: Source, games: int, play: Callable[[Sequence[int]], Iterable[Traced]] | None = None
) -> None:
    """Write games into a folder; what is there of the same source stays.

    `play` gives the games of some numbers in their order, if they are not to be played here and silently.
    """
    _begin(folder, source)
    firsts = range(0, games, GAMES_OF_A_PART)
    missing = [first for first in firsts if _count(folder, first) < min(GAMES_OF_A_PART, games - first)]
    numbers = [number for first in missing for number in range(first, min(first + GAMES_OF_A_PART, games))]
    part: list[Traced] = []
    played = map(partial(traced_game, source), numbers) if play is None else play(numbers)
    for number, game in zip(numbers, played, strict=True):
        part.append(game)
        if number + 1 == games or (number + 1) % GAMES_OF_A_PART == 0:
            _write_part(folder, number // GAMES_OF_A_PART * GAMES_OF_A_PART, part)
            part.clear()


def _begin(folder: Path, source: Source) -> None:
    """Make the folder and note what decides its games, unless that is there; anything else there is refused."""
    arrow()
    settings, path = settings_of(source), folder / SETTINGS
    if path.exists():
        if json.loads(path.read_text(encoding="utf-8")) != settings:
            raise ParquetOfOthers(folder=str(folder))
        return
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise ParquetOfOthers(folder=str(folder))
    folder.mkdir(exist_ok=True)
    for table in TABLES:
        (folder / table).mkdir()
    _put(path, lambda part: part.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8"))


def settings_of(source: Source) -> Row:
    """What decides the games of a folder, as its `trace.json` says it."""
    return {
        "format": FORMAT,
        "seats": source.seats,
        "options": write_options(source.options),
        "seed": source.seed,
        "style": source.style,
        "players": list(source.players),
        "actions": number_of_actions(),
        "observation": length_of_observation(),
    }


def _count(folder: Path, first: int) -> int:
    """How many games the part has that begins with this one."""
    path = _path(folder, "games", first)
    return int(arrow().parquet.read_metadata(path).num_rows) if path.exists() else 0


def _path(folder: Path, table: str, first: int) -> Path:
    return folder / table / f"{first:012}.parquet"


def _write_part(folder: Path, first: int, part: list[Traced]) -> None:
    pa, columns = arrow(), schemas()
    rows = {
        "games": [traced.game for traced in part],
        "decisions": [row for traced in part for row in traced.decisions],
        "observations": [row for traced in part for row in traced.observations],
    }
    for name in TABLES:
        table = pa.Table.from_pylist(rows[name], schema=columns[name])
        _put(_path(folder, name, first), partial(pa.parquet.write_table, table))


def _put(path: Path, write: Callable[[Path], object]) -> None:
    """Let a file be written beside its place and put there when it is whole."""
    part = path.with_name(f".{path.name}.part")
    write(part)
    os.replace(part, path)


def settings_of_folder(folder: Path | str) -> Row:
    """What decides the games of a folder."""
    path = Path(folder) / SETTINGS
    try:
        settings: Row = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise NoTrace(folder=str(folder)) from None
    if not isinstance(settings, dict) or settings.get("format") != FORMAT:
        raise NoTrace(folder=str(folder))
    return settings


def read_games(folder: Path | str) -> Iterator[Row]:
    """The games of a folder, each as a row: seats, options, players, coins, shares, the record and so on."""
    for first in _parts(Path(folder)):
        yield from arrow().parquet.read_table(_path(Path(folder), "games", first)).to_pylist()


def read_decisions(folder: Path | str) -> Iterator[Decisions]:
    """The decisions of a folder as arrays, a few hundred games at a time."""
    settings, folder = settings_of_folder(folder), Path(folder)
    for first in _parts(folder):
        made, seen = (arrow().parquet.read_table(_path(folder, name, first)) for name in ("decisions", "observations"))
        column = {name: made[name].to_numpy() for name in ("game", "seat", "action", "share", "last")}
        rows = b"".join(seen["observation"].to_pylist())
        yield Decisions(
            games=column["game"],
            seats=column["seat"],
            observations=np.frombuffer(rows, np.uint8).reshape(len(seen), settings["observation"]),
            masks=_masks(made["legal"].combine_chunks(), settings["actions"]),
            actions=column["action"],
            rewards=np.where(column["last"], column["share"], np.float32(0.0)),
            ends=column["last"],
        )


def _parts(folder: Path) -> list[int]:
    """The first game of every part that is complete."""
    settings_of_folder(folder)
    return sorted(int(path.stem) for path in (folder / "games").glob("[0-9]*.parquet"))


def _masks(legal: Any, actions: int) -> Array:
    """Lists of legal actions as masks, one row each."""
    masks = np.zeros((len(legal), actions), np.int8)
    lengths = legal.value_lengths().to_numpy()
    masks[np.repeat(np.arange(len(legal)), lengths), legal.flatten().to_numpy()] = 1
    return masks
