"""The deal of the day as whoever asks may know it: of others nothing before one's own attempt is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from rheinlaender.game.fair import VERSION, commitment_of
from rheinlaender.server.values.attempt import ARCHBISHOP, COUNTED, GIVEN_UP, DayAttempt, DayOutcome
from rheinlaender.server.values.day import begins, date_of, days_later, deal_name, game_name
from rheinlaender.server.values.entry import OVER, Parts
from rheinlaender.server.values.table import Table
from rheinlaender.server.writing.entries import write_entry
from rheinlaender.server.writing.frames import write_view_of_all
from rheinlaender.server.writing.views import EVERYBODY

MOST_SHOWN = 50
NEW, PLAYING, DONE, MISSED = "new", "playing", "done", "missed"
Counted = tuple[DayAttempt, DayOutcome]
"""An attempt whose outcome is known."""


@dataclass(frozen=True)
class DayAsSeen:
    """A day, the attempts that count, and what belongs to whoever asks, with the secrets of that."""

    date: str
    now: str
    edition: str
    levels: Sequence[str]
    seed: str
    next_commitment: str
    attempts: Sequence[DayAttempt]
    own: Sequence[tuple[DayAttempt, str]]
    is_done: bool
    days: Sequence[tuple[str, int]]

    @property
    def is_past(self) -> bool:
        """Whether another day has begun."""
        return date_of(self.now) > self.date

    @property
    def may_compare(self) -> bool:
        """Whether what others did is told: not to those who may still play."""
        return self.is_past or self.is_done

    @property
    def may_look(self) -> bool:
        """Whether the games of others are shown: only to those who have played their own to its end."""
        outcomes = [one.outcome for one, _ in self.own if one.number == COUNTED]
        return self.is_past or any(outcome is not None and outcome.why_not != GIVEN_UP for outcome in outcomes)

    @property
    def people(self) -> list[DayAttempt]:
        """The attempts of people."""
        return [one for one in self.attempts if one.identity != ARCHBISHOP]


def write_day(day: DayAsSeen) -> Parts:
    """A day for whoever asks."""
    following = days_later(day.date, 1)
    return {
        "date": day.date,
        "now": day.now,
        "ends": begins(following),
        "edition": day.edition,
        "levels": list(day.levels),
        "deal": write_deal(day),
        "next": None if day.is_past else {"date": following, "commitment": day.next_commitment},
        "state": state_of(day),
        "own": next((write_own(one, secret) for one, secret in day.own if one.number == COUNTED), None),
        "practice": [write_own(one, secret) for one, secret in day.own if one.number != COUNTED],
        "begun": len(day.people),
        "finished": sum(one.stage == OVER for one in day.people),
        "ranked": sum(one.outcome is not None and not one.outcome.why_not for one in day.people),
        "results": write_results(day) if day.may_compare else [],
        "archbishop": write_archbishop(day) if day.may_compare else None,
        "days": [{"date": date, "players": players} for date, players in day.days],
    }


def write_deal(day: DayAsSeen) -> Parts:
    """What lets everybody check the deal; the seed only when the day is over."""
    commitment = commitment_of(bytes.fromhex(day.seed))
    seed = day.seed if day.is_past else None
    return {"version": VERSION, "name": deal_name(day.date), "commitment": commitment, "seed": seed}


def state_of(day: DayAsSeen) -> str:
    """What a day is to whoever asks."""
    if day.is_done:
        return DONE
    if day.is_past:
        return MISSED
    return PLAYING if day.own else NEW


def write_own(attempt: DayAttempt, secret: str) -> Parts:
    """An attempt of whoever asks, with the secret that opens its seat."""
    lead = None if attempt.outcome is None else attempt.outcome.lead
    return {"table": attempt.table, "secret": secret, "stage": attempt.stage, "lead": lead}


def write_results(day: DayAsSeen) -> list[Parts]:
    """How those who are shown did."""
    leads = [one.outcome.lead for one in day.people if one.outcome is not None and not one.outcome.why_not]
    own = {one.identity for one, _ in day.own}
    return [
        write_result(day, one, outcome, place_of(outcome, leads)) | {"is_you": one.identity in own}
        for one, outcome in shown_people(day)
    ]


def shown_people(day: DayAsSeen) -> list[Counted]:
    """The attempts that have a place, the best first, and one's own in any case."""
    known = [(one, one.outcome) for one in day.people if one.outcome is not None]
    own = {one.identity for one, _ in day.own}
    ordered = sorted(known, key=lambda each: (bool(each[1].why_not), -each[1].lead, each[0].identity))
    ranked = [each for each in ordered if not each[1].why_not][:MOST_SHOWN]
    return ranked + [each for each in ordered if each[0].identity in own and each not in ranked]


def shown_archbishop(day: DayAsSeen) -> list[Counted]:
    """The attempt of the computer player that played the same deal, if it is over."""
    return [(one, one.outcome) for one in day.attempts if one.identity == ARCHBISHOP and one.outcome is not None]


def table_of_game(day: DayAsSeen, name: str) -> str | None:
    """The table of a game that is shown; none where no such game is."""
    shown = [one for one, _ in (*shown_people(day), *shown_archbishop(day))]
    return next((one.table for one in shown if game_name(day.date, one.identity) == name), None)


def write_game(name: str, states: Sequence[Table]) -> Parts:
    """A game that is over, turn by turn, without the table at which it was played and the names there."""
    played = [state for state in states if state.entry.kind in ("started", "turn")]
    return {"game": name, "steps": [write_step(state) for state in played]}


def write_step(state: Table) -> Parts:
    """A game after a turn."""
    is_turn = state.entry.kind == "turn"
    return {"entry": write_entry(state, EVERYBODY) if is_turn else None, "view": write_view_of_all(state)}


def place_of(outcome: DayOutcome, leads: Sequence[int]) -> int | None:
    """The place of an attempt among all; those with the same lead share it."""
    return None if outcome.why_not else 1 + sum(lead > outcome.lead for lead in leads)


def write_archbishop(day: DayAsSeen) -> Parts | None:
    """How the computer player did that played the same deal; it has no place."""
    found = [write_result(day, one, outcome, None) | {"is_you": False} for one, outcome in shown_archbishop(day)]
    return found[0] if found else None


def write_result(day: DayAsSeen, attempt: DayAttempt, outcome: DayOutcome, place: int | None) -> Parts:
    """How an attempt went; its table only when everybody may see it."""
    return {
        "place": place,
        "name": attempt.name,
        "coins": outcome.coins,
        "lead": outcome.lead,
        "rank": outcome.rank,
        "line": list(outcome.line),
        "marks": outcome.marks,
        "why_not": outcome.why_not or None,
        "game": game_name(day.date, attempt.identity) if day.may_look else None,
        "table": attempt.table if day.is_past else None,
    }
