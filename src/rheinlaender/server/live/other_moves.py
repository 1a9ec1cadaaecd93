"""Other moves of decisions that were reviewed: weighed like those of the review, behind everybody who plays, and kept.

They are found by the review that is kept, whichever server on the database has made it.
"""

import orjson

from rheinlaender.game.game import Game
from rheinlaender.review.another import weigh_another
from rheinlaender.review.judge import Judge
from rheinlaender.server.errors import ServerBusy
from rheinlaender.server.live.kept import Kept
from rheinlaender.server.live.refusals import NotReviewed
from rheinlaender.server.live.reviews import Reviews
from rheinlaender.server.store.reviews import KeptReview, read_kept
from rheinlaender.server.values.entry import Parts

MOST_KEPT, MOST_WAITING = 1_000, 20
BUSY_SECONDS = 10
OtherMove = tuple[str, str, int, str]
"""The subject and the judge of a review, the number of a decision, and the move."""


class OtherMoves:
    """What other moves are worth, as far as somebody has asked lately."""

    def __init__(self, reviews: Reviews) -> None:
        self.reviews = reviews
        self.kept: Kept[OtherMove, Parts] = Kept(MOST_KEPT)
        self.waiting = 0
        """How many are being weighed, or wait for it."""

    async def weigh(self, subject: str, game: Game, depth: str, number: int, move: str) -> Parts:
        """What a move of a decision is worth by the judge of a review that is whole."""
        name, judge = await self.reviews.judge_of(depth)
        other = subject, name, number, move
        if other not in self.kept:
            if self.waiting >= MOST_WAITING:
                raise ServerBusy(seconds=BUSY_SECONDS)
            self.waiting += 1
            try:
                self.kept[other] = await self._weigh(other, game, judge)
            finally:
                self.waiting -= 1
        return self.kept[other]

    async def _weigh(self, other: OtherMove, game: Game, judge: Judge) -> Parts:
        """The same, when nobody who plays has to wait for that."""
        subject, name, number, move = other
        kept = await self.reviews.store.read(lambda connection: read_kept(connection, KeptReview(subject, name)))

        def work() -> Parts:
            decisions = orjson.loads(kept.review)["decisions"] if kept and kept.review else []
            weighed = decisions[number]["moves"] if number < len(decisions) else []
            if not weighed:
                raise NotReviewed()
            self.reviews.compiling.wait()
            share, error = weigh_another(game, judge, number, weighed[0]["move"], move)
            return {"share": share, "error": error}

        found: Parts = await self.reviews.computer.review(subject, work)
        return found
