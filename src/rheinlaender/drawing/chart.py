"""A match as a picture: how often each player won, its rating, and how its coins were distributed."""

from collections.abc import Sequence
from html import escape
from typing import Protocol

WIDTH, LEFT, RIGHT, TOP, HEIGHT = 900, 150, 40, 70, 92
COLOURS = ("#b3282d", "#c9971c", "#6d3b8f", "#2b5c9e", "#3d7a3f")
INK, PAPER, RULE = "#3a2a1a", "#f6efdf", "#d9c9a8"


class Standing(Protocol):
    """What is drawn of a player."""

    @property
    def name(self) -> str:
        """What the player is called."""

    @property
    def share(self) -> float:
        """The share of victories."""

    @property
    def low(self) -> float:
        """The lower end of what the share may be."""

    @property
    def high(self) -> float:
        """The upper end of what the share may be."""

    @property
    def rating(self) -> float:
        """The rating after all games."""


def draw_match(preset: str, rows: Sequence[Standing], games: Sequence[Sequence[int]]) -> str:
    """The picture as SVG: the standing of each player, and the coins of all players in each game."""
    most = max((coins for game in games for coins in game), default=1) + 1
    height = TOP + HEIGHT * len(rows) + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="serif" fill="{INK}">',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        f'<text x="{LEFT}" y="34" font-size="20">{len(games)} games, {len(rows)} seats, {escape(preset)}</text>',
        f'<text x="{LEFT}" y="56" font-size="13">bars: share of victories with 95 % confidence; hills: coins</text>',
    ]
    for number, row in enumerate(rows):
        coins = [game[number] for game in games]
        parts += _player(row, coins, most, TOP + HEIGHT * number, COLOURS[number], 1 / len(rows))
    parts += [_axis(most, TOP + HEIGHT * len(rows)), "</svg>"]
    return "\n".join(parts) + "\n"


def _player(row: Standing, coins: list[int], most: int, top: float, colour: str, par: float) -> list[str]:
    """Bar, confidence, par, rating and the hill of coins of one player."""
    bar, low, high, even = (LEFT + _span(share) for share in (row.share, row.low, row.high, par))
    return [
        f'<text x="{LEFT - 12}" y="{top + 22}" font-size="16" text-anchor="end">{escape(row.name)}</text>',
        f'<text x="{LEFT - 12}" y="{top + 40}" font-size="12" text-anchor="end">rating {row.rating:.1f}</text>',
        f'<rect x="{LEFT}" y="{top + 8}" width="{bar - LEFT:.1f}" height="18" fill="{colour}"/>',
        f'<path d="M{low:.1f} {top + 12}v10m0 -5H{high:.1f}m0 -5v10" stroke="{INK}" fill="none"/>',
        f'<path d="M{even:.1f} {top + 4}v26" stroke="{INK}" stroke-dasharray="2 3"/>',
        f'<text x="{high + 8:.1f}" y="{top + 22}" font-size="13">{row.share:.1%}</text>',
        f'<path d="{_hill(coins, most, top + HEIGHT - 12)}" fill="{colour}" fill-opacity="0.35" stroke="{colour}"/>',
    ]


def _span(share: float) -> float:
    return share * (WIDTH - LEFT - RIGHT - 60)


def _hill(coins: list[int], most: int, base: float) -> str:
    """The distribution of coins as a closed path over a base line."""
    counts = [coins.count(number) for number in range(most + 1)]
    smooth = [sum(counts[max(0, number - 2) : number + 3]) / 5 for number in range(most + 1)]
    step, tallest = (WIDTH - LEFT - RIGHT) / most, max([*smooth, 0.001])
    points = " ".join(
        f"L{LEFT + number * step:.1f} {base - 40 * value / tallest:.1f}" for number, value in enumerate(smooth)
    )
    return f"M{LEFT} {base:.1f} {points} L{LEFT + most * step:.1f} {base:.1f}Z"


def _axis(most: int, top: float) -> str:
    step = (WIDTH - LEFT - RIGHT) / most
    marks = "".join(
        f'<text x="{LEFT + coins * step:.1f}" y="{top + 20}" font-size="12" text-anchor="middle">{coins}</text>'
        for coins in range(0, most + 1, 10)
    )
    return f'<path d="M{LEFT} {top}H{WIDTH - RIGHT}" stroke="{RULE}"/>{marks}'
