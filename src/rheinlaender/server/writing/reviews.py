"""Reviews as they are sent: moves with their cards and fields, reasons by their names, shares that are not rounded."""

from dataclasses import asdict

from rheinlaender.game.game import Game
from rheinlaender.game.move import Move
from rheinlaender.review.accuracy import marks
from rheinlaender.review.review import Decision, Review, SeatReview
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.writing.views import write_move


def write_review_body(game: Game, review: Review) -> Parts:
    """All that a judge found; without words, so that it can be read in every language."""
    letters = [seat.seat for seat in review.seats]
    return {
        "seats": [write_seat_review(review, seat, letters) for seat in review.seats],
        "decisions": [write_decision(game, decision) for decision in review.decisions],
        "chances": [dict(zip(letters, shares, strict=True)) for shares in review.chances],
        "turning_points": [asdict(point) for point in review.turning_points],
        "marks": {name: round(mark["accuracy"], 1) for name, mark in marks()["levels"].items()},
    }


def write_seat_review(review: Review, seat: SeatReview, letters: list[str]) -> Parts:
    """One seat: its result with the lines that it is made of, and the places of its worst mistakes."""
    others = {letters[other]: share for other, share in seat.ledger.others.items()}
    return {
        "seat": seat.seat,
        "result": seat.result,
        "accuracy": round(seat.accuracy, 1),
        "lost": seat.lost,
        "decisions": seat.decisions,
        "lines": {**asdict(seat.ledger), "others": others},
        "worst": [review.decisions.index(decision) for decision in review.worst(seat.seat)],
    }


def write_decision(game: Game, decision: Decision) -> Parts:
    """One decision: what was done, and what was weighed beside it, the best first."""
    return {
        "turn": decision.turn,
        "seat": decision.seat,
        "played": write_move(game, decision.move),
        "loss": decision.loss,
        "error": decision.error,
        "label": decision.label,
        "is_forced": decision.is_forced,
        "moves": [write_weighed(game, *weighed) for weighed in decision.moves],
        "why": [{"name": reason.name, **reason.arguments} for reason in decision.why],
        "position": decision.position or None,
    }


def write_weighed(game: Game, move: Move, share: float, error: float) -> Parts:
    """A move with its share of victory."""
    return {**write_move(game, move), "share": share, "error": error}
