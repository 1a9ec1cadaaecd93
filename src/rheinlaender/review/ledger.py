"""The ledger: a result as a sum of lines, each of which says what it came from (docs/concepts/review.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rheinlaender.review.shares import Shares, even_shares, less
from rheinlaender.review.steps import DEAL, DECISION, Step


@dataclass(frozen=True)
class Ledger:
    """The lines of one seat; `others` are by seat, and all lines together are the result."""

    even: float
    order: float
    deal: float
    own_draws: float
    others_draws: float
    mistakes: float
    hidden: float
    others: dict[int, float]
    rounding: float

    @property
    def total(self) -> float:
        """The result."""
        own = self.even + self.order + self.deal + self.own_draws + self.others_draws + self.mistakes + self.hidden
        return own + sum(self.others.values()) + self.rounding


def happened(step: Step) -> Shares:
    """What a step gave to each seat beyond what it was worth before it happened."""
    return less(step.after, step.expected)


def rounding(step: Step) -> Shares:
    """How far the judge's shares before a step are from what it was worth."""
    return less(step.expected, step.before)


def ledger_of(steps: Sequence[Step], seat: int) -> Ledger:
    """The lines of a seat, each added up by itself; the rounding is no remainder."""
    deal = next(step for step in steps if step.kind == DEAL)
    even = even_shares(len(deal.after))[seat]
    decisions = [step for step in steps if step.kind == DECISION]
    draws = [step for step in steps if step.kind not in (DEAL, DECISION)]
    own = [step for step in decisions if step.seat == seat]
    mistakes = 0.0 - sum(step.weighed.loss for step in own if step.weighed is not None)
    others = [other for other in range(len(deal.after)) if other != seat]
    return Ledger(
        even=even,
        order=deal.before[seat] - even,
        deal=happened(deal)[seat],
        own_draws=sum(happened(step)[seat] for step in draws if step.seat == seat),
        others_draws=sum(happened(step)[seat] for step in draws if step.seat != seat),
        mistakes=mistakes,
        hidden=sum(happened(step)[seat] for step in own) - mistakes,
        others={other: sum(happened(step)[seat] for step in decisions if step.seat == other) for other in others},
        rounding=sum(rounding(step)[seat] for step in steps),
    )
