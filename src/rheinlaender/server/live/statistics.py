"""Statistics of somebody's games. What reviews found is worked out once and kept for a while."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import orjson

from rheinlaender.game.move import read_move
from rheinlaender.notation.position import game_at
from rheinlaender.review.accuracy import marks
from rheinlaender.review.themes import themes_of
from rheinlaender.server.live.history import History
from rheinlaender.server.store.history import Wanted, read_games
from rheinlaender.server.store.reviews import read_judges, read_whole
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.noted import NotedGame
from rheinlaender.server.values.statistics import ReviewedGame, luck_of, result_cells
from rheinlaender.server.writing.statistics import write_cell, write_reviewed, write_themes

MOST_COUNTED = 1000
MOST_REVIEWED = 30
"""So many games are counted, and of those that were reviewed so many are looked into, the newest of them."""


class Statistics:
    """What is counted of the games of identities, each for whoever has its key."""

    def __init__(self, history: History) -> None:
        self.history, self.store = history, history.store

    async def tell(self, key: str) -> Parts:
        """The statistics of whoever has a key."""
        own = await self.history.caught_up(key)
        games = await self.store.read(lambda connection: read_games(connection, own, Wanted(), MOST_COUNTED))
        alone = [game for game in games if game.counts]
        reviewed = await self._reviewed(alone)
        return {
            "results": [write_cell(cell) for cell in result_cells(alone)],
            "reviewed": [write_reviewed(game, found) for game, found in reviewed],
            "themes": write_themes([found for _, found in reviewed]),
            "marks": {name: round(mark["accuracy"]) for name, mark in marks()["levels"].items()},
            "unreviewed": unreviewed(alone, reviewed),
        }

    async def _reviewed(self, games: list[NotedGame]) -> list[tuple[NotedGame, ReviewedGame]]:
        """The newest games that were reviewed, with what was found, the newest first."""
        tables = [game.table for game in games]
        judges = await self.store.read(lambda connection: read_judges(connection, tables))
        newest = [game for game in games if game.table in judges][:MOST_REVIEWED]
        return [(game, await self._look_into(game, judges[game.table])) for game in newest]

    async def _look_into(self, game: NotedGame, judge: str) -> ReviewedGame:
        seat = game.own[0].seat
        kept, occasion = self.history.looked_into, (game.table, judge, seat)
        if occasion not in kept:
            written = await self.store.read(lambda connection: read_whole(connection, game.table, judge))
            kept[occasion] = await asyncio.to_thread(read_reviewed, written, seat)
        return kept[occasion]


def unreviewed(games: Sequence[NotedGame], reviewed: Sequence[tuple[NotedGame, ReviewedGame]]) -> str | None:
    """The newest game that was not reviewed yet."""
    known = {game.table for game, _ in reviewed}
    return next((game.table for game in games if game.table not in known), None)


def read_reviewed(written: str, seat: str) -> ReviewedGame:
    """What a review found about a seat."""
    review = orjson.loads(written)
    (own,) = [one for one in review["seats"] if one["seat"] == seat]
    missed, lost = Counter[str](), Counter[str]()
    for decision in review["decisions"]:
        if decision["seat"] == seat and decision["position"]:
            for theme in themes_of_best(decision):
                missed[theme] += 1
                lost[theme] += decision["loss"]
    return ReviewedGame(own["accuracy"], luck_of(own["lines"]), missed, lost)


def themes_of_best(decision: Parts) -> tuple[str, ...]:
    """What the best move was about where another was played."""
    game = game_at(decision["position"])
    return themes_of(game.view(decision["seat"]), read_move(decision["moves"][0]["move"]))
