"""The games of a match on disk, one line each, so that a match can be broken off and taken up again."""

import json
from collections.abc import Iterable
from dataclasses import MISSING, asdict, fields
from pathlib import Path
from typing import Any

from rheinlaender.bots.lines_file import LinesFile
from rheinlaender.bots.match import MatchPlan, Played
from rheinlaender.i18n import Refusal


class OtherMatch(Refusal):
    """The file holds the games of another match."""

    code = "other_match"


class MatchUnreadable(Refusal):
    """A file that is not one of a match, or a line in it that is not a game."""

    code = "match_unreadable"


class MatchFile(LinesFile):
    """A file with a line for the match and a line for each game."""

    def __init__(self, path: Path, plan: MatchPlan) -> None:
        self.plan = plan
        super().__init__(path)

    def _header(self) -> bytes:
        return _line({"players": list(self.plan.players), "preset": self.plan.preset, "seed": self.plan.seed})

    def _refused(self, number: int) -> Refusal:
        return MatchUnreadable(file=str(self.path), line=number)

    def _take(self, lines: list[bytes]) -> None:
        self.played = list(self._read(lines))

    def _read(self, lines: list[bytes]) -> Iterable[Played]:
        for number, line in enumerate(lines, 1):
            row = self._object(number, line)
            if number == 1:
                self._check(row)
            elif (game := self._game(number, row)).number in self.plan.numbers:
                yield game

    def _check(self, row: dict[str, Any]) -> None:
        """Refuse the games of another match, and files in which there are none."""
        if row.keys() != {"players", "preset", "seed"}:
            raise self._refused(1)
        if _line(row) != self._header():
            raise OtherMatch(file=str(self.path))

    def _game(self, number: int, row: dict[str, Any]) -> Played:
        needed = {field.name for field in fields(Played) if field.default is MISSING}
        known = {field.name for field in fields(Played)}
        lists = [value for name, value in row.items() if isinstance(value, list) and (value or name in needed)]
        is_game = needed <= row.keys() <= known and isinstance(row["number"], int)
        if not is_game or any(len(values) != self.plan.seats for values in lists):
            raise self._refused(number)
        values: dict[str, Any] = {name: tuple(of) if isinstance(of, list) else of for name, of in row.items()}
        return Played(**values)

    def add(self, game: Played) -> None:
        """Write one more game; it is on disk when this returns."""
        self.played.append(game)
        self._append(_line(asdict(game)))


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row).encode() + b"\n"
