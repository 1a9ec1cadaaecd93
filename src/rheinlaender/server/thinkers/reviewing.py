"""A part of a review for a thinker: a game that is over, with all hands, and the number of a question about it."""

import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from typing import Any

from rheinlaender.notation.record import read_record
from rheinlaender.review.judge import Judge, PlayoutJudge
from rheinlaender.review.review import finished_game
from rheinlaender.review.steps import Question as ReviewQuestion, questions_of
from rheinlaender.review.stored import write_answer
from rheinlaender.review.warm import Compiling, is_compiled
from rheinlaender.server.thinkers.choosing import Begin, keep_on
from rheinlaender.server.values.entry import Parts

REVIEW = "review"
MOST_GAMES = 4


class NotCompiled(Exception):
    """What a review calls is being compiled; whoever asks does it meanwhile."""


class AnotherJudge(Exception):
    """This thinker would judge by another version or another network."""


@dataclass(frozen=True)
class ReviewPart:
    """A question of a review: the game as a record, the judge, and the number of the question."""

    record: str
    judge: str
    playouts: int
    seed: int
    number: int
    level: str = REVIEW

    def written(self) -> Parts:
        """The question as JSON."""
        return {**asdict(self), "kind": REVIEW}

    @classmethod
    def read(cls, parts: Mapping[str, Any]) -> "ReviewPart":
        """A question from JSON."""
        return cls(**{name: value for name, value in parts.items() if name != "kind"})

    def answer(self, _begin: Begin = keep_on) -> Any:
        """Judge, if this thinker is the judge that is wanted."""
        if not is_compiled():
            start_compiling()
            raise NotCompiled
        judge, questions = prepared(self.record, self.playouts, self.seed)
        if judge.name != self.judge:
            raise AnotherJudge
        return write_answer(questions[self.number].answer(judge))


@lru_cache(MOST_GAMES)
def prepared(record: str, playouts: int, seed: int) -> tuple[Judge, list[ReviewQuestion]]:
    """The judge and the questions of a game, once for many parts."""
    return PlayoutJudge(playouts, seed), list(questions_of(finished_game(read_record(record))))


@cache
def start_compiling() -> None:
    """Compile in another process what a review calls, once."""
    threading.Thread(target=Compiling().wait, name="compile-review", daemon=True).start()
