"""Statistics as they are sent: counts, hundredths of a victory, and themes, those that cost most first."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.noted import NotedGame
from rheinlaender.server.values.statistics import ResultCell, ReviewedGame


def write_cell(cell: ResultCell) -> Parts:
    """Games against somebody in an edition."""
    return {**asdict(cell), "even": round(cell.even, 1)}


def write_reviewed(game: NotedGame, found: ReviewedGame) -> Parts:
    """What was found about one's play in a game; luck in hundredths of a victory."""
    own = {"accuracy": round(found.accuracy), "luck": round(100 * found.luck), "place": game.own[0].place}
    return {"table": game.table, "at": game.at, **own}


def write_themes(reviewed: Sequence[ReviewedGame]) -> list[Parts]:
    """What one misses, by what the best moves were about; what it cost in hundredths of a victory."""
    missed, lost = Counter[str](), Counter[str]()
    for game in reviewed:
        missed.update(game.missed)
        for theme, share in game.lost.items():
            lost[theme] += share  # type: ignore[assignment]
    return [
        {"theme": theme, "missed": missed[theme], "lost": round(100 * share)} for theme, share in lost.most_common()
    ]
