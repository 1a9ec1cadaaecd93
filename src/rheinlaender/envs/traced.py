"""Games with everything that a learner wants to know of them: each decision, what its seat saw, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from rheinlaender.bots import Bot, make_bot
from rheinlaender.envs.stepped import SteppedGame
from rheinlaender.game.game import Game
from rheinlaender.game.options import Options, write_options
from rheinlaender.game.seat import LETTERS
from rheinlaender.notation.record import write_record
from rheinlaender.notation.trace import choose_move
from rheinlaender.rules.position import BASTION_PHASE

Row = dict[str, Any]
MOST_BOT_SEED = 2**31


@dataclass(frozen=True)
class Traced:
    """One finished game: a row about it, and for each decision a row and what its seat saw."""

    game: Row
    decisions: list[Row]
    observations: list[Row]


@dataclass(frozen=True)
class Source:
    """What decides the games of a trace: the same source and number is the same game, here and in JSON Lines."""

    seats: int
    options: Options
    seed: int
    style: str
    players: tuple[str, ...] = ()


def traced_game(source: Source, number: int) -> Traced:
    """Play a game by chance, in a style, or let computer players play it."""
    random = Random(f"{source.seed}/{number}")  # noqa: S311  (the generator of `notation.trace`)
    deal = random.getrandbits(64)
    game, seen = Game.new(source.seats, source.options, deal), SteppedGame(source.seats, source.options)
    seen.reset(deal)
    bots = [make_bot(name, random.randrange(MOST_BOT_SEED), wait=True, threads=1) for name in source.players]
    decisions, observations = list[Row](), list[Row]()
    while not game.is_over:
        move = _chosen(game, bots, random, source.style)
        row, observation = _decided(game, seen, number, len(decisions), move)
        decisions.append(row)
        observations.append(observation)
        game.play(move)
        seen.step(row["action"])
    shares = seen.shares("share")
    _reward(decisions, shares)
    return Traced(_told(game, source, number, deal, shares, len(decisions)), decisions, observations)


def _chosen(game: Game, bots: Sequence[Bot], random: Random, style: str) -> str:
    """The next move, in notation."""
    moves = game.legal_moves()
    if not bots:
        return choose_move(game, {str(move): move for move in moves}, random, style)
    return str(bots[LETTERS.index(str(game.to_move))].choose(game.view(game.to_move), moves))


def _decided(game: Game, seen: SteppedGame, number: int, decision: int, move: str) -> tuple[Row, Row]:
    """A decision before it is made: its row, and the row of what its seat saw."""
    seat = seen.seat_to_move
    observation, mask = seen.look(seat)
    is_bastion = game.position.phase == BASTION_PHASE
    key = {"game": number, "decision": decision}
    row = {
        **key,
        "turn": len(game.turns) - 1 if is_bastion else len(game.turns),
        "seat": seat,
        "phase": "bastion" if is_bastion else "knight",
        "move": move,
        "action": seen.action_of(game.check(move)),
        "legal": np.flatnonzero(mask).astype(np.int16),
    }
    return row, {**key, "observation": observation.tobytes()}


def _reward(decisions: list[Row], shares: list[float]) -> None:
    """Let every decision know its seat's share of the victory, and whether it was the last one of its seat."""
    last = {row["seat"]: row["decision"] for row in decisions}
    for row in decisions:
        row["share"], row["last"] = shares[row["seat"]], last[row["seat"]] == row["decision"]


def _told(game: Game, source: Source, number: int, deal: int, shares: list[float], decisions: int) -> Row:
    """The row of a finished game; its record replays it without any generator."""
    result = game.result()
    assert result is not None
    return {
        "game": number,
        "seats": source.seats,
        "options": write_options(source.options),
        "seed": deal,
        "players": list(source.players) or [source.style] * source.seats,
        "turns": len(game.turns),
        "decisions": decisions,
        "coins": list(result.coins.values()),
        "shares": shares,
        "record": write_record(game),
    }
