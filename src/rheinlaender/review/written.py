"""A review as JSON for other programs (docs/reference/json.md)."""

from dataclasses import asdict
from typing import Any

from rheinlaender.i18n import DEFAULT_LANGUAGE
from rheinlaender.review.accuracy import marks
from rheinlaender.review.review import Decision, Review, SeatReview


def write_review(review: Review, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
    """The whole review; shares are not rounded, so that the lines of a seat add up to its result."""
    letters = [seat.seat for seat in review.seats]
    return {
        "judge": review.judge,
        "seats": [_seat(review, seat, letters) for seat in review.seats],
        "decisions": [_decision(decision, language) for decision in review.decisions],
        "chances": [dict(zip(letters, shares, strict=True)) for shares in review.chances],
        "turning_points": [asdict(point) for point in review.turning_points],
        "marks": {name: round(mark["accuracy"], 1) for name, mark in marks()["levels"].items()},
    }


def _seat(review: Review, seat: SeatReview, letters: list[str]) -> dict[str, Any]:
    lines = asdict(seat.ledger)
    lines["others"] = {letters[other]: share for other, share in seat.ledger.others.items()}
    worst = [review.decisions.index(decision) for decision in review.worst(seat.seat)]
    return {
        "seat": seat.seat,
        "result": seat.result,
        "accuracy": round(seat.accuracy, 1),
        "lost": seat.lost,
        "decisions": seat.decisions,
        "lines": lines,
        "worst": worst,
    }


def _decision(decision: Decision, language: str) -> dict[str, Any]:
    return {
        "turn": decision.turn,
        "seat": decision.seat,
        "move": str(decision.move),
        "best": str(decision.best),
        "loss": decision.loss,
        "error": decision.error,
        "label": decision.label,
        "moves": [{"move": str(move), "share": share, "error": error} for move, share, error in decision.moves],
        "why": [reason.words(language) for reason in decision.why],
    }
