"""The review of a finished game: decisions, chances, turning points, worst mistakes and the ledger."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from rheinlaender.bots.explain import Reason, explain
from rheinlaender.game.game import Game
from rheinlaender.game.move import Move, move_of_number
from rheinlaender.notation.position import write_position
from rheinlaender.notation.record import TERMINATION, Record
from rheinlaender.review.accuracy import CERTAIN, accuracy_of, given_away, label_of
from rheinlaender.review.errors import GameGoesOn, NoResult, RecordHides
from rheinlaender.review.judge import Judge
from rheinlaender.review.ledger import Ledger, ledger_of
from rheinlaender.review.shares import Shares, exact_shares, turned
from rheinlaender.review.steps import DEAL, DECISION, DRAW, Question, Step, questions_of
from rheinlaender.review.weighing import Weighed

MOST_TURNING_POINTS = 5
LEAST_SWING = 0.05
MOST_MISTAKES = 3


@dataclass(frozen=True)
class Decision:
    """One decision with what was found about it; moves are the best ones, with share and error."""

    turn: int
    seat: str
    move: Move
    best: Move
    loss: float
    error: float
    label: str
    is_forced: bool
    moves: tuple[tuple[Move, float, float], ...]
    why: tuple[Reason, ...]
    position: str
    """The position before it, in notation; empty if it was no mistake."""

    @property
    def is_mistake(self) -> bool:
        """Whether it certainly lost something."""
        return self.loss > CERTAIN * self.error


@dataclass(frozen=True)
class TurningPoint:
    """A turn after which the chances were others: by how much in all, and whose grew most."""

    turn: int
    seat: str
    swing: float
    gained: str


@dataclass(frozen=True)
class SeatReview:
    """One seat: its result, the lines that it is made of, and how well it decided."""

    seat: str
    result: float
    accuracy: float
    lost: float
    decisions: int
    ledger: Ledger


@dataclass(frozen=True)
class Review:
    """All that a judge found about a game. Chances are those after the deal and after each turn."""

    judge: str
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...]
    chances: tuple[Shares, ...]
    turning_points: tuple[TurningPoint, ...]
    steps: tuple[Step, ...]

    @property
    def before(self) -> int:
        """How many turns were finished before the position at which the game began."""
        return next(step.turn for step in self.steps if step.kind == DECISION) - 1

    def worst(self, seat: str) -> list[Decision]:
        """The worst mistakes of a seat, the worst first."""
        own = [decision for decision in self.decisions if decision.seat == seat and decision.is_mistake]
        return sorted(own, key=lambda decision: (-decision.loss, decision.turn))[:MOST_MISTAKES]


Answer = Callable[[Question], list[Step]]
Work = Callable[[Answer, Sequence[Question]], Iterable[list[Step]]]


def finished_game(record: Record) -> Game:
    """The game of a record that can be reviewed."""
    if TERMINATION in record.headers:
        raise NoResult()
    if record.seat is not None:
        raise RecordHides(seat=record.seat)
    if not record.game.is_over:
        raise GameGoesOn(turns=len(record.game.turns))
    return record.game


def answer_by(judge: Judge, question: Question) -> list[Step]:
    """A question's steps by a judge; processes are handed this."""
    return question.answer(judge)


def review_game(game: Game, judge: Judge, work: Work = map) -> Review:
    """Review a finished game; `work` answers the questions in their order, perhaps in several processes."""
    if not game.is_over:
        raise GameGoesOn(turns=len(game.turns))
    questions = list(questions_of(game))
    return review_of_answers(game, judge.name, work(partial(answer_by, judge), questions))


def review_of_answers(game: Game, judge: str, answers: Iterable[list[Step]]) -> Review:
    """The review that a judge's answers to all questions of a finished game make."""
    steps = tuple(_seated(step, game) for steps in answers for step in steps)
    chances = tuple(step.after for step in steps if step.kind in (DEAL, DRAW))
    return Review(
        judge=judge,
        seats=tuple(_seat_review(game, steps, seat) for seat in range(len(game.seats))),
        decisions=tuple(_decisions(game, steps)),
        chances=chances,
        turning_points=_turning_points(game, chances),
        steps=steps,
    )


def result_of(game: Game) -> Shares:
    """Each seat's share of victory in the end. Section 6.4."""
    result = game.result()
    assert result is not None
    return exact_shares([(seat in result.winners) / len(result.winners) for seat in game.seats])


def _seated(step: Step, game: Game) -> Step:
    """A step by the seats of the game, no longer counted from the one that began."""
    first, seats = game.position.first, len(game.seats)
    return replace(
        step,
        seat=step.seat if step.kind == DEAL else (step.seat + first) % seats,
        before=turned(step.before, first),
        expected=turned(step.expected, first),
        after=turned(step.after, first),
    )


def _seat_review(game: Game, steps: Sequence[Step], seat: int) -> SeatReview:
    ledger = ledger_of(steps, seat)
    weighed = _weighed(steps, seat)
    accuracy = accuracy_of(given_away(weighed))
    free = sum(not one.is_forced for one in weighed)
    return SeatReview(game.seats[seat], result_of(game)[seat], accuracy, -ledger.mistakes, free, ledger)


def _weighed(steps: Sequence[Step], seat: int) -> list[Weighed]:
    return [step.weighed for step in steps if step.weighed is not None and step.seat == seat]


def _decisions(game: Game, steps: Sequence[Step]) -> Iterator[Decision]:
    """The decisions with the reasons for the best moves, as the seat could see them."""
    judged = (step for step in steps if step.kind == DECISION)
    for (replay, move), step in zip(before_decisions(game), judged, strict=True):
        assert step.weighed is not None
        yield _decision(replay, move, step.turn, step.weighed)


def _decision(game: Game, move: Move, turn: int, weighed: Weighed) -> Decision:
    view, is_mistake = game.view(game.to_move), weighed.loss > CERTAIN * weighed.error
    moves = [move_of_number(view.board, number) for number in weighed.moves]
    return Decision(
        turn=turn,
        seat=str(view.seat),
        move=move,
        best=moves[0],
        loss=weighed.loss,
        error=weighed.error,
        label=label_of(weighed),
        is_forced=weighed.is_forced,
        moves=tuple(zip(moves, weighed.shares, weighed.errors, strict=False)),
        why=tuple(explain(view, moves[0])) if is_mistake else (),
        position=write_position(game.engine, game.position) if is_mistake else "",
    )


def before_decisions(game: Game) -> Iterator[tuple[Game, Move]]:
    """The game before each decision, and the move."""
    replay = Game(game.first_position.copy(), game.engine)
    for turn in game.turns:
        for move in turn.moves:
            yield replay, move
            replay.play(move, turn.draw if move is turn.moves[-1] else None)


def _turning_points(game: Game, chances: Sequence[Shares]) -> tuple[TurningPoint, ...]:
    """The turns that changed the chances most, in the order of the game."""
    points = []
    for number, (before, after) in enumerate(pairwise(chances)):
        changes = [later - sooner for sooner, later in zip(before, after, strict=True)]
        gained = game.seats[changes.index(max(changes))]
        turn = game.first_position.turn + number + 1
        points.append(TurningPoint(turn, game.turns[number].seat, sum(map(abs, changes)) / 2, gained))
    most = sorted((point for point in points if point.swing >= LEAST_SWING), key=lambda point: -point.swing)
    return tuple(sorted(most[:MOST_TURNING_POINTS], key=lambda point: point.turn))
