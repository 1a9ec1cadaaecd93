"""Reviews that are kept as if somebody had asked for them, without a judge."""

import json

from sqlalchemy import Engine

from rheinlaender.server.store.reviews import KeptReview, save_review, take_review

LINES = {"even": 0.33, "order": 0.01, "deal": 0.02, "own_draws": 0.1, "others_draws": -0.03, "hidden": 0.05}
FOUNDING = {"position": "rh1 seats=3 knights=a:L7 hands=a:8", "moves": [{"move": "8L"}], "loss": 0.06}
"""A mistake: to found a duchy would have been best."""
FORCED = {"position": None, "moves": [{"move": "8L"}], "loss": 0.0}


def keep_review(engine: Engine, table: str, seat: str, accuracy: float, luck: float = 0.0) -> None:
    """Keep a review in which a seat has made a mistake; `luck` comes to what its lines have."""
    lines = {**LINES, "own_draws": LINES["own_draws"] + luck, "mistakes": -0.06, "others": {}, "rounding": 0.0}
    decisions = [{"seat": seat, **FOUNDING}, {"seat": seat, **FORCED}, {"seat": "-", **FOUNDING}]
    review = {"seats": [{"seat": seat, "accuracy": accuracy, "lines": lines}], "decisions": decisions}
    kept = KeptReview(table, "judge", questions=1, server="here", at="2026-01-31T12:00:00Z")
    assert take_review(engine, kept)
    save_review(engine, kept, json.dumps(review))
