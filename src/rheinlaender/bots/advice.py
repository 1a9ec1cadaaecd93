"""Advice about a decision: what the best move is for, what it risks, and how much worse the next-best one is."""

from collections.abc import Sequence
from dataclasses import dataclass

from rheinlaender.board import Board
from rheinlaender.bots.bot import Candidate
from rheinlaender.bots.explain import Reason, explain
from rheinlaender.bots.seen import seen_position
from rheinlaender.game import event as events
from rheinlaender.game.duchy import Duchy
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.game.move import CardMove, Move
from rheinlaender.game.view import View
from rheinlaender.i18n import DEFAULT_LANGUAGE, words
from rheinlaender.rules.compile import interpreted

ENDING = "ends_game"
"""The reason that is told with what the end would mean, not among the others."""
MOST_ALTERNATIVES = 3


@dataclass(frozen=True)
class Alternative:
    """A move with the share of victory that the search found for it and its standard error, None where nobody searched.

    A search judges by a formula that may leave the range of a share by a little; a share does not.
    """

    move: Move
    share: float | None
    error: float | None = None


@dataclass(frozen=True)
class Advice:
    """The best move, its aims and its risks, the weightiest first, and other moves, the best first."""

    best: Alternative
    aims: list[Reason]
    risks: list[Reason]
    others: list[Alternative]

    @property
    def worse(self) -> float | None:
        """How much of victory the next-best move gives away."""
        if not self.others or self.best.share is None or self.others[0].share is None:
            return None
        return max(0.0, self.best.share - self.others[0].share)


def advise(view: View, move: Move, considered: Sequence[Candidate] = ()) -> Advice:
    """What is to be said about a move that was chosen among those that were considered."""
    tried = [candidate for candidate in considered if candidate.visits]
    shares = {candidate.move: min(1.0, max(0.0, candidate.share)) for candidate in tried}
    errors = {candidate.move: candidate.error for candidate in tried}
    others = [Alternative(other, share, errors[other]) for other, share in shares.items() if other != move]
    aims = [reason for reason in explain(view, move) if reason.name != ENDING]
    gains, risks = _outlook(view, move) if isinstance(move, CardMove) else ([], [])
    best = Alternative(move, shares.get(move), errors.get(move))
    return Advice(best, gains + aims, risks, others[:MOST_ALTERNATIVES])


def _outlook(view: View, move: Move) -> tuple[list[Reason], list[Reason]]:
    """What a move may bring and cost its seat: the end, gifts to others, a lead that one knight can take."""
    game, seat = Game(seen_position(view), interpreted(view.board)), str(view.seat)
    consequences = game.consequences(move)
    ending = _ending(game, move, consequences.events, seat)
    gifts = [risk for event in consequences.events for risk in _gift(event, seat)]
    narrow = _narrow(consequences.duchy, seat) if consequences.duchy else []
    gains = [reason for reason in ending if reason.name == "ends_ahead"]
    return gains, [reason for reason in ending if reason not in gains] + gifts + narrow


def _ending(game: Game, move: Move, happened: Sequence[Event], seat: str) -> list[Reason]:
    """That the game ends, and how the seat would stand then by what everybody has been paid."""
    if not any(isinstance(event, events.LastKnightPlaced) for event in happened):
        return []
    after, _ = game.consider([move])
    coins = {letter: after.view(letter).standing(letter) for letter in game.seats}
    other = max((letter for letter in game.seats if letter != seat), key=lambda letter: coins[letter])
    if coins[other] == coins[seat]:
        return [Reason("ends_level", {"other": other})]
    return [Reason("ends_behind", {"other": other})] if coins[other] > coins[seat] else [Reason("ends_ahead")]


def _gift(event: Event, seat: str) -> list[Reason]:
    """What an event gives to another seat."""
    if isinstance(event, events.DukeInstalled) and event.seat != seat:
        return [Reason("crowns_other", {"other": event.seat, "duchy": event.duchy})]
    if isinstance(event, events.ArchbishopNamed) and event.seat != seat:
        return [Reason("names_other", {"other": event.seat})]
    if isinstance(event, events.ArchbishopLost) and event.seat == seat:
        return [Reason("loses_archbishop")]
    return []


def _narrow(duchy: Duchy, seat: str) -> list[Reason]:
    """That another seat is level with the duke, or just one knight behind."""
    others = {letter: knights for letter, knights in duchy.knights.items() if letter != seat}
    if duchy.duke != seat or not others:
        return []
    rival = max(others, key=lambda letter: others[letter])
    lead = duchy.knights.get(seat, 0) - others[rival]
    if lead > 1:
        return []
    return [Reason("leads_by_one" if lead == 1 else "is_level", {"other": rival, "duchy": duchy.name})]


def lines_of(advice: Advice, board: Board, language: str = DEFAULT_LANGUAGE) -> list[str]:
    """The advice in at most three lines: the move and its aims, its risks, victory and the next-best move."""
    move = move_words(advice.best.move, board, language)
    lines = [f"{move[0].upper()}{move[1:]}. {_sentences(advice.aims, language)}".rstrip()]
    if advice.risks:
        lines.append(words("advice.but", language, risks=_sentences(advice.risks, language)))
    if advice.best.share is not None:
        lines.append(_victory(advice, board, language))
    return lines


def move_words(move: Move, board: Board, language: str = DEFAULT_LANGUAGE) -> str:
    """A move in words."""
    kind = move.kind if move.kind in ("bastion", "none", "change") else "knight"
    return words(f"advice.move.{kind}", language, card=move.card, field=move.target(board))


def _sentences(reasons: Sequence[Reason], language: str) -> str:
    return " ".join(reason.words(language) for reason in reasons)


def _percent(alternative: Alternative) -> str:
    """A share in hundredths with how far off it may be, which is never nothing."""
    share, error = round(100 * (alternative.share or 0.0)), max(1, round(100 * (alternative.error or 0.0)))
    return f"{share} ± {error}"


def _victory(advice: Advice, board: Board, language: str) -> str:
    """The share of victory, and how much worse the next-best move is."""
    share = _percent(advice.best)
    if advice.worse is None:
        return words("advice.victory", language, share=share)
    worse, move = round(100 * advice.worse), move_words(advice.others[0].move, board, language)
    return words("advice.next_worse" if worse else "advice.next_level", language, share=share, move=move, worse=worse)
