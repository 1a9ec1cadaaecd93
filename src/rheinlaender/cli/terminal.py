"""Showing pictures and progress on a terminal, with colours where it has them."""

import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from rheinlaender.drawing.text import Line

if TYPE_CHECKING:
    from rich.console import Console

Item = TypeVar("Item")
LINE_SECONDS = 10.0
"""How often progress is told where there is no terminal."""

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


def progress(
    items: Iterable[Item], total: int, title: str, done: int = 0, describe: Callable[[], str] = lambda: ""
) -> Generator[Item]:
    """The items, with progress on standard error: a bar on a terminal, elsewhere a line now and then."""
    screen = console(stderr=True)
    steps = _with_bar if screen.is_terminal else _with_lines
    yield from steps(items, total, title, done, describe)


def _with_bar(items: Iterable[Item], total: int, title: str, done: int, describe: Callable[[], str]) -> Iterator[Item]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total, completed=done)
        for item in items:
            yield item
            bar.update(task, advance=1, description=describe() or title)


def _with_lines(
    items: Iterable[Item], total: int, title: str, done: int, describe: Callable[[], str]
) -> Iterator[Item]:
    told = time.monotonic()
    for number, item in enumerate(items, done + 1):
        yield item
        if time.monotonic() - told >= LINE_SECONDS:
            told = time.monotonic()
            print(f"{title}: {number} of {total}  {describe()}".rstrip(), file=sys.stderr, flush=True)


def table(title: str, columns: list[str], rows: list[list[Any]], words: str = "") -> None:
    """Print a table: names first, then numbers, and perhaps a column of words; whatever is too wide goes on below."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    shown = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for number, column in enumerate(columns):
        is_text = number == 0 or column == words
        shown.add_column(column, justify="left" if is_text else "right", no_wrap=not is_text, overflow="fold")
    for row in rows:
        shown.add_row(*(str(cell) for cell in row))
    console().print(shown)
