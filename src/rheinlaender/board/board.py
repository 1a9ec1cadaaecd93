"""The board as a value: what the board file says, read and looked up by name."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rheinlaender.board.errors import BoardUnreadable, BoardWrong

BANKS = "LWR"
REGIONS = 54
SITES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FORMAT = "rheinlaender-board 1"
RHINE = Path(__file__).parent / "rhine.json"


@dataclass(frozen=True, eq=False)
class Board:
    """Regions, fields, sites and their drawing.

    A region is its card's number and three fields: left bank, river, right bank, looking downstream. An island field
    can belong to two regions; it then has one canonical name and one alias. Two boards are equal if
    their files are; `digest` stands for what the rules depend on, `content` for the drawing and names as well.
    """

    name: str
    note: str
    regions: Mapping[int, tuple[str, str, str]]
    aliases: Mapping[str, str]
    neighbours: Mapping[str, tuple[str, ...]]
    sites: Mapping[str, tuple[str, ...]]
    drawing: Mapping[str, Any] | None = field(repr=False)
    digest: str
    content: str

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The canonical names of all fields in board order: region by region, left bank, river, right bank."""
        return tuple(dict.fromkeys(name for names in self._regions_in_order() for name in names))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The place of each field in board order; an alias has the place of its field."""
        numbers = {name: number for number, name in enumerate(self.fields)}
        return numbers | {alias: numbers[name] for alias, name in self.aliases.items()}

    def _regions_in_order(self) -> Iterator[tuple[str, str, str]]:
        for region in sorted(self.regions):
            yield self.regions[region]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


def is_river(name: str) -> bool:
    """Whether a field is a river field, by its name."""
    return name.startswith("W")


@cache
def rhine() -> Board:
    """The board that comes with the game."""
    return read_board(RHINE)


def read_board(path: Path) -> Board:
    """Read a board file and check everything that the rules depend on."""
    from rheinlaender.board.check import problems_of

    board = load_board(path)
    problems = problems_of(board)
    if problems:
        raise BoardWrong(file=str(path), problem=problems[0].words())
    return board


def load_board(path: Path) -> Board:
    """Read a board file as it stands, without asking whether it makes sense."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoardUnreadable(file=str(path), problem=error.strerror or "unreadable") from None
    except (ValueError, RecursionError) as error:
        raise BoardUnreadable(file=str(path), problem=str(error)) from None
    return board_from(document, str(path))


def board_from(document: Any, file: str = "-") -> Board:
    """A board from the parsed content of a board file."""
    try:
        if document["format"] != FORMAT:
            raise BoardUnreadable(file=file, problem=f"the format is not '{FORMAT}'")
        return Board(
            name=str(document["name"]),
            note=str(document.get("note", "")),
            regions={int(number): _three(names) for number, names in document["regions"].items()},
            aliases={alias: _names([name])[0] for alias, name in document["aliases"].items()},
            neighbours={name: _names(others) for name, others in document["neighbours"].items()},
            sites={site: _names(names) for site, names in document["sites"].items()},
            drawing=document.get("drawing"),
            digest=_digest({name: part for name, part in document.items() if name not in ("drawing", "note", "name")}),
            content=_digest(document),
        )
    except KeyError as error:
        raise BoardUnreadable(file=file, problem=f"the part {error} is missing") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise BoardUnreadable(file=file, problem=str(error)) from None


def _names(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"{names!r} is not a list of names")
    return tuple(names)


def _three(names: Any) -> tuple[str, str, str]:
    left, river, right = _names(names)
    return (left, river, right)


def _digest(facts: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]
