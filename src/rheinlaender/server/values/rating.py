"""Ratings: how strong somebody is, as far as their games tell, by Plackett and Luce. Pure.

There are two, which are never mixed: among people, and against computer players. Each is what comes of the outcomes of
all games, one after the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rheinlaender.server.values.outcome import SEVERAL_SEATS, UNKNOWN, GameOutcome, SeatOutcome

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

PEOPLE, COMPUTERS = "people", "computers"
BEGIN, BEGIN_ERROR = 25.0, 25.0 / 3
LEVELS: Mapping[str, float] = {"squire": 3.0, "knight": 28.0, "duke": 33.0, "archbishop": 37.0}
"""What the levels count as: the rating that each had in the match of the levels in docs/reference/strength.md.

A game is rated once, by what the levels counted as then; ratings of games before stay what they are.
"""
LEVEL_ERROR = 1.0
NEW_ERROR = 6.0
"""Who is known less well than so is called new."""
NEW, RELAXED, PRACTISED, STRONG = "new", "relaxed", "practised", "strong"
RELAXED_MOST, STRONG_LEAST = 23.0, 27.0
"""Whose rating lies below or above by more than its standard error is called relaxed or strong."""


@dataclass(frozen=True)
class Rating:
    """A rating with its standard error, and after how many games."""

    mean: float = BEGIN
    error: float = BEGIN_ERROR
    games: int = 0

    @property
    def is_new(self) -> bool:
        """Whether too little is known for a number."""
        return self.error > NEW_ERROR

    @property
    def strength(self) -> str:
        """How strong somebody is, in a word: so coarse that it tells nobody apart."""
        if self.is_new:
            return NEW
        if self.mean - self.error > STRONG_LEAST:
            return STRONG
        return RELAXED if self.mean + self.error < RELAXED_MOST else PRACTISED


Ratings = Mapping[tuple[str, str], Rating]
"""Ratings by person and pool; who is missing begins."""
Known = Mapping[str, str]
"""Whose seats are: identities by the digests of secrets."""


@dataclass(frozen=True)
class Rated:
    """What a game is for ratings: its pool with the seats that count in it, or why it has none."""

    pool: str = ""
    seats: tuple[SeatOutcome, ...] = ()
    unrated: str = ""


def rated(outcome: GameOutcome, known: Known) -> Rated:
    """How a game counts: with several people among those of them who are known, with one against the levels."""
    if outcome.unrated:
        return Rated(unrated=outcome.unrated)
    people = tuple(seat for seat in outcome.people if seat.holder in known)
    if len({known[seat.holder] for seat in people}) < len(people):
        return Rated(unrated=SEVERAL_SEATS)
    levels = tuple(seat for seat in outcome.seats if seat.level in LEVELS)
    if len(outcome.people) > 1:
        return Rated(PEOPLE, people) if len(people) > 1 else Rated(unrated=UNKNOWN)
    return Rated(COMPUTERS, people + levels) if people and levels else Rated(unrated=UNKNOWN)


def after_game(ratings: Ratings, outcome: GameOutcome, known: Known) -> dict[tuple[str, str], Rating]:
    """The ratings that a game changes, as they are after it."""
    game = rated(outcome, known)
    before = [_rating_of(seat, game.pool, ratings, known) for seat in game.seats]
    places = [seat.place or 0 for seat in game.seats]
    after = _rate(before, places) if before else []
    return {
        (known[seat.holder], game.pool): rating
        for seat, rating in zip(game.seats, after, strict=True)
        if seat.is_person
    }


def _rating_of(seat: SeatOutcome, pool: str, ratings: Ratings, known: Known) -> Rating:
    """The rating that a seat comes with; those of the levels are fixed."""
    if not seat.is_person:
        return Rating(LEVELS[seat.level], LEVEL_ERROR)
    return ratings.get((known[seat.holder], pool), Rating())


def _rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Ratings after a game in which everybody came to these places."""
    model = _model()
    teams = [[model.rating(rating.mean, rating.error)] for rating in ratings]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [
        Rating(float(team[0].mu), float(team[0].sigma), rating.games + 1)
        for team, rating in zip(after, ratings, strict=True)
    ]


@cache
def _model() -> "PlackettLuce":
    """The model, as it is usual."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=BEGIN, sigma=BEGIN_ERROR)
