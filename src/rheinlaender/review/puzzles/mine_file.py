"""A mine on disk: a line for what is mined, then a line for each game with its puzzles, so that it can be taken up."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rheinlaender.bots.lines_file import LinesFile
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


class MineFile(LinesFile):
    """A file of games and their puzzles."""

    def __init__(self, path: Path, plan: MinePlan) -> None:
        self.plan = plan
        super().__init__(path)

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

    def _refused(self, number: int) -> Refusal:
        return MineUnreadable(file=str(self.path), line=number)

    def _take(self, lines: list[bytes]) -> None:
        if lines and lines[0] + b"\n" != self._header():
            raise OtherMine(file=str(self.path)) if "mine" in self._object(1, lines[0]) else self._refused(1)
        self.games = dict(self._read(lines[1:]))

    def _read(self, lines: list[bytes]) -> Iterator[tuple[int, list[Puzzle]]]:
        for number, line in enumerate(lines, 2):
            row = self._object(number, line)
            try:
                yield int(row["game"]), [read_puzzle(parts) for parts in row["puzzles"]]
            except (KeyError, TypeError, ValueError):
                raise self._refused(number) from None


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"
