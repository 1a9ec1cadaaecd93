"""Showing pictures and progress on a terminal, with colours where it has them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from rheinlaender.drawing.text import Line

if TYPE_CHECKING:
    from rich.console import Console

Item = TypeVar("Item")

STYLES = {
    "a": "bold white on red",
    "b": "bold black on yellow",
    "c": "bold white on magenta",
    "d": "bold white on blue",
    "e": "bold black on green",
    "river": "cyan",
    "land": "green",
    "bastion": "bold",
    "legend": "dim",
    "castle": "bold",
    "church": "bold magenta",
    "city2": "bold yellow",
    "city3": "bold yellow",
    "city4": "bold yellow",
    "hand": "bold",
}


def console(stderr: bool = False) -> "Console":
    """A console on standard output or standard error."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def print_picture(picture: Iterable[Line]) -> None:
    """Print a picture in colours, or without where the terminal has none."""
    from rich.text import Text

    screen = console()
    for line in picture:
        screen.print(Text.assemble(*((text, STYLES.get(style, "")) for text, style in line)))


def progress(items: Iterable[Item], total: int, title: str) -> Iterator[Item]:
    """The items, with a progress bar on standard error if that is a terminal."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield from items
        return
    from rich.progress import track

    yield from track(items, description=title, total=total, console=screen, transient=True)


def table(title: str, columns: list[str], rows: list[list[Any]]) -> None:
    """Print a table."""
    from rich.table import Table

    shown = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        shown.add_column(column, justify="left" if number == 0 else "right")
    for row in rows:
        shown.add_row(*(str(cell) for cell in row))
    console().print(shown)
