"""Figures and how they are printed."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Sheet

WIDTH = 110


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def verdict(value: float, most: float) -> str:
    """How a value stands to the most that it should be."""
    return f"{value / most:.2f} of {most:g}" + ("" if value <= most else "  (missed)")


def print_sheet(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table."""
    sheet = Sheet(*columns, title=title)
    for row in rows:
        sheet.add_row(*row)
    Console(width=WIDTH).print(sheet)
