"""Histories as they are sent to whoever has the key, and to nobody else: whole numbers, and no digest of anybody."""

from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.noted import HeadToHead, NotedGame, NotedSeat, Opponent
from rheinlaender.server.values.opponent import opponent_of
from rheinlaender.server.values.outcome import UNKNOWN
from rheinlaender.server.values.rating import Rating

ERRORS = 2
"""Within so many standard errors the truth lies in nineteen of twenty cases."""


def write_game(game: NotedGame, own: str) -> Parts:
    """A game; it is rated where one's own seat was."""
    is_rated = any(seat.is_rated for seat in game.own)
    return {
        **{name: getattr(game, name) for name in ("table", "number", "at", "edition", "pace", "turns")},
        "seats": [write_seat(seat, own) for seat in game.seats],
        "rated": game.pool if is_rated else None,
        "unrated": None if is_rated else game.unrated or UNKNOWN,
    }


def write_seat(seat: NotedSeat, own: str) -> Parts:
    """A seat; people are known by what only the asker knows them by, unless they were forgotten."""
    is_met = bool(seat.person and seat.name) and not seat.is_own and seat.person != own
    return {
        **{name: getattr(seat, name) for name in ("seat", "name", "place", "coins", "has_left", "is_own")},
        "level": seat.level or None,
        "opponent": opponent_of(own, seat.person, seat.name) if is_met else None,
    }


def write_head_to_head(found: HeadToHead) -> Parts:
    """How one fared against somebody."""
    return {
        **{name: getattr(found, name) for name in ("name", "games", "ahead", "behind")},
        "level": found.games - found.ahead - found.behind,
        "coins": _whole(found.coins),
        "their_coins": _whole(found.their_coins),
    }


def write_opponent(own: str, met: Opponent) -> Parts:
    """Somebody whom one met."""
    return {"opponent": opponent_of(own, met.person, met.name), "name": met.name, "games": met.games}


def write_rating(rating: Rating | None) -> Parts | None:
    """A rating with no more digits than are known."""
    if rating is None:
        return None
    known = {"games": rating.games, "is_new": rating.is_new}
    return {"rating": round(rating.mean), "margin": max(1, round(ERRORS * rating.error)), **known}


def write_exported_rating(pool: str, rating: Rating) -> Parts:
    """A rating as it is kept."""
    return {"pool": pool, "mean": rating.mean, "error": rating.error, "games": rating.games}


def write_exported_results(game: NotedGame) -> list[Parts]:
    """How one finished a game, as it is kept."""
    parts = ("table", "seat", "name", "place", "coins", "has_left", "is_rated")
    return [{"at": game.at, **{name: getattr(seat, name) for name in parts}} for seat in game.own]


def _whole(mean: float | None) -> int | None:
    return None if mean is None else round(mean)
