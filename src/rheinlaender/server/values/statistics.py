"""Statistics of somebody's games: results by opponent and edition, and what reviews found about their play. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rheinlaender.server.values.noted import NotedGame
from rheinlaender.server.values.rating import LEVELS, PEOPLE

OTHERS = "others"
"""Computer players that are none of the levels."""
LUCKY = ("order", "deal", "own_draws", "others_draws", "hidden")
"""The lines of a ledger that nobody could decide."""


@dataclass(frozen=True)
class ResultCell:
    """Games against somebody in an edition: how many, how many of them won, and how many that would be by chance."""

    against: str
    edition: str
    games: int
    won: int
    even: float


@dataclass(frozen=True)
class ReviewedGame:
    """What a review found about one's play in a game: accuracy, luck in parts of a victory, mistakes by theme."""

    accuracy: float
    luck: float
    missed: Mapping[str, int] = field(default_factory=dict)
    lost: Mapping[str, float] = field(default_factory=dict)
    """How many mistakes there were, and what they cost, by what the best move was about."""


def result_cells(games: Sequence[NotedGame]) -> list[ResultCell]:
    """The games that count, by whom one played against and by edition."""
    cells: dict[tuple[str, str], list[NotedGame]] = {}
    for game in games:
        if game.counts:
            cells.setdefault((against(game), game.edition), []).append(game)
    return [
        ResultCell(
            *key, len(found), sum(game.own[0].place == 1 for game in found), sum(1 / len(game.seats) for game in found)
        )
        for key, found in sorted(cells.items())
    ]


def against(game: NotedGame) -> str:
    """Whom a game was played against: people where there were any, else the strongest level."""
    others = [seat for seat in game.seats if not seat.is_own]
    if any(seat.person for seat in others):
        return PEOPLE
    levels = [seat.level for seat in others if seat.level in LEVELS]
    return max(levels, key=LEVELS.__getitem__, default=OTHERS)


def luck_of(lines: Mapping[str, float]) -> float:
    """The luck in a ledger."""
    return sum(lines[name] for name in LUCKY)
