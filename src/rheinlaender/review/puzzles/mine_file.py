"""A mine on disk: a line for what is mined, then a line for each game with its puzzles, so that it can be taken up."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rheinlaender.i18n import Refusal
from rheinlaender.review.puzzles.judges import judges_name
from rheinlaender.review.puzzles.mining import PLAYER, MinePlan
from rheinlaender.review.puzzles.puzzle import Puzzle, read_puzzle, write_puzzle


class OtherMine(Refusal):
    """The file holds the puzzles of another seed, edition or judge."""

    code = "other_mine"


class MineUnreadable(Refusal):
    """A file that is not one of a mine, or a line in it that is not a game."""

    code = "mine_unreadable"


class MineFile:
    """A file of games and their puzzles. What another program wrote is left as it is."""

    def __init__(self, path: Path, plan: MinePlan) -> None:
        self.path, self.plan = path, plan
        whole, torn = self._lines()
        if not whole and not self._header().startswith(torn):
            raise MineUnreadable(file=str(path), line=1)
        if whole and whole[0] + b"\n" != self._header():
            self._refuse_other(whole[0])
        self.games = dict(self._read(whole[1:]))
        if torn:
            os.truncate(path, path.stat().st_size - len(torn))
        if not whole:
            self._append(self._header())

    @property
    def puzzles(self) -> list[Puzzle]:
        """All puzzles, by the games' numbers."""
        return [puzzle for _, puzzles in sorted(self.games.items()) for puzzle in puzzles]

    def add(self, number: int, puzzles: list[Puzzle]) -> None:
        """Write a game's puzzles; they are on disk when this returns."""
        self.games[number] = puzzles
        self._append(_line({"game": number, "puzzles": [write_puzzle(puzzle) for puzzle in puzzles]}))

    def _header(self) -> bytes:
        return _line({"mine": judges_name(), "players": PLAYER, "preset": self.plan.preset, "seed": self.plan.seed})

    def _refuse_other(self, line: bytes) -> None:
        if "mine" in self._object(1, line):
            raise OtherMine(file=str(self.path))
        raise MineUnreadable(file=str(self.path), line=1)

    def _lines(self) -> tuple[list[bytes], bytes]:
        """The lines of the file, and the one that was torn when a process was killed while it wrote."""
        content = self.path.read_bytes() if self.path.exists() else b""
        *whole, torn = content.split(b"\n")
        return whole, torn

    def _read(self, lines: list[bytes]) -> Iterator[tuple[int, list[Puzzle]]]:
        for number, line in enumerate(lines, 2):
            row = self._object(number, line)
            try:
                yield int(row["game"]), [read_puzzle(parts) for parts in row["puzzles"]]
            except (KeyError, TypeError, ValueError):
                raise MineUnreadable(file=str(self.path), line=number) from None

    def _object(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise MineUnreadable(file=str(self.path), line=number)
        return row

    def _append(self, line: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(line)


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"
