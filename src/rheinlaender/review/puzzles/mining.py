"""Mining: strong players play games, and every decision goes through sieves, the cheap ones first.

What a game brings depends on the seed and on its number alone. How it ended plays no part.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rheinlaender.bots.registry import make_bot
from rheinlaender.bots.seen import seen_position
from rheinlaender.game.game import Game
from rheinlaender.game.move import Move, move_of_number
from rheinlaender.game.options import read_options
from rheinlaender.game.view import View
from rheinlaender.review.bench import legal_numbers
from rheinlaender.review.puzzles.judges import ALIKE, FAR, NEAR, Case, Workshop, ask, judges_name, workshop
from rheinlaender.review.puzzles.place import Met, Standpoint, decisions_of
from rheinlaender.review.puzzles.proof import LEAST_MARGIN, STEPS, Proof, confirm, prove
from rheinlaender.review.puzzles.puzzle import Puzzle
from rheinlaender.review.puzzles.rating import rating_of
from rheinlaender.review.themes import themes_of
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.setup import knights_per_seat

PLAYER = "foresight:300"
SEATS = (4, 3, 4, 5)
"""How many seats the games have, in turn."""
GLANCE_WORLDS, GLANCE_MARGIN = 4, 0.01
"""The first sieve: in so many worlds greedy's move is to lose so much at a glance of the network."""
NEAR_SIEVES = ((24, 0.015, 0.025), (96, 0.01, 0.03))
"""Looks of the near judge: in how many worlds, what counts as good as the best, by how much the best is to lead."""
FAR_SIEVE, NOISE = 96, 0.02
"""The far judge's look between them: in how many worlds, and what is taken for chance."""
FINALISTS = 8
LOOKED_AT_ALL, DOUBTFUL = 16, 0.1
"""In the end all moves are weighed in so many worlds; those that lose less than that there are rivals."""
SOLVERS = ("squire", "net", "search:1000", "foresight:300")
"""The computer players who try to solve a puzzle."""
OPENING, MIDDLE, ENDING = TIMES = ("opening", "middle", "ending")
ID_LETTERS = 8


@dataclass(frozen=True)
class MinePlan:
    """What is mined: the seed, and the edition that is played."""

    seed: int = 0
    preset: str = "parker"


def mine_game(plan: MinePlan, number: int) -> tuple[int, list[Puzzle]]:
    """The number of a game, and the puzzles in it."""
    game = play_strongly(plan, number)
    met = (found for met in decisions_of(game) if (found := examine(plan, met)) is not None)
    return number, list(met)


def play_strongly(plan: MinePlan, number: int) -> Game:
    """A game of strong players."""
    digest = hashlib.sha256(f"mine {plan.seed} {number}".encode()).digest()
    game = Game.new(SEATS[number % len(SEATS)], read_options(plan.preset), int.from_bytes(digest[:8], "big"))
    player = make_bot(PLAYER, plan.seed + number, wait=True, threads=1)
    while not game.is_over:
        game.play(player.choose(game.view(game.to_move), game.legal_moves()))
    return game


def examine(plan: MinePlan, met: Met) -> Puzzle | None:
    """The puzzle at a decision, if there is one."""
    work = workshop()
    quick = Case(seen_position(met.game.view(met.game.to_move)).array, (), f"{plan.seed} {met.game.turn}")
    moves = legal_numbers(met.game.board, quick.place)
    if len(moves) < 2 or not _is_promising(work, quick, moves):
        return None
    place = met.place()
    asked = ask(place, plan.seed)
    finalists = _finalists(work, asked, moves)
    if not _passes(work, asked, finalists):
        return None
    rivals, rough = _rivals(work, asked, moves, finalists)
    proof = prove(work, asked, rivals)
    if proof is None or finalists[-1] in proof.right or not is_confirmed(plan, place, proof.right, rivals):
        return None
    return _puzzle(plan, asked, place, moves, rough, rivals, proof)


def is_confirmed(plan: MinePlan, place: Standpoint, right: Sequence[int], rivals: Sequence[int]) -> bool:
    """Whether the whole proof holds once more with other random numbers."""
    asked = ask(place, f"{plan.seed} again")
    return confirm(workshop(), asked, right[0], [move for move in rivals if move not in right]) is not None


def _is_promising(work: Workshop, asked: Case, moves: list[int]) -> bool:
    """Whether greedy's move is not the best at a glance."""
    worth = work.glance(asked, moves, GLANCE_WORLDS)
    return bool(worth.max() - worth[moves.index(work.greedy(asked))] >= GLANCE_MARGIN)


def lead(shares: Any, tolerance: float) -> float:
    """By how much the best move leads before those that are not as good; 0 where all are."""
    wrong = shares[shares < shares.max() - tolerance]
    return float(shares.max() - wrong.max()) if len(wrong) else 0.0


def _finalists(work: Workshop, asked: Case, moves: list[int]) -> list[int]:
    """The moves that look best at a glance, and greedy's, which is the last."""
    greedy, worth = work.greedy(asked), work.glance(asked, moves, GLANCE_WORLDS)
    best = [moves[place] for place in np.argsort(-worth, kind="stable")[:FINALISTS]]
    return [*(move for move in best if move != greedy), greedy]


def _passes(work: Workshop, asked: Case, finalists: list[int]) -> bool:
    """Whether one of the finalists leads for quick looks of both judges, and it is not greedy's."""
    for worlds, tolerance, margin in NEAR_SIEVES:
        shares = work.weigh(asked, NEAR, ALIKE, finalists, 0, worlds).mean(axis=0)
        if lead(shares, tolerance) < margin or shares[-1] >= shares.max() - tolerance:
            return False
        is_rival = shares < shares.max() - tolerance
        if worlds == NEAR_SIEVES[0][0] and not _passes_far(work, asked, finalists, int(shares.argmax()), is_rival):
            return False
    return True


def _passes_far(work: Workshop, asked: Case, finalists: list[int], best: int, is_rival: Any) -> bool:
    """Whether the far judge finds no rival that is clearly better."""
    shares = work.weigh(asked, FAR, ALIKE, finalists, 0, FAR_SIEVE).mean(axis=0)
    return bool(shares[best] > shares[-1] and shares[best] >= shares[is_rival].max() - NOISE)


def _rivals(work: Workshop, asked: Case, moves: list[int], finalists: list[int]) -> tuple[list[int], Any]:
    """All moves that may be among the best, and what each move loses in a few worlds."""
    shares = work.weigh(asked, NEAR, ALIKE, moves, 0, LOOKED_AT_ALL).mean(axis=0)
    losses = shares.max() - shares
    doubtful = [move for move, loss in zip(moves, losses, strict=True) if loss < DOUBTFUL]
    return [*finalists, *(move for move in doubtful if move not in finalists)], losses


def _puzzle(
    plan: MinePlan, asked: Case, place: Standpoint, moves: list[int], rough: Any, rivals: list[int], proof: Proof
) -> Puzzle:
    """The puzzle that was proven."""
    work, view = workshop(), place.view()
    found = work.weigh(asked, NEAR, ALIKE, rivals, 0, STEPS[NEAR][0]).mean(axis=0)
    best = float(found[rivals.index(proof.right[0])])
    losses = dict(zip(moves, (float(loss) for loss in rough), strict=True))
    losses |= {move: best - float(share) for move, share in zip(rivals, found, strict=True)}
    losses |= dict.fromkeys(proof.right, 0.0)
    second = min((move for move in rivals if move not in proof.right), key=lambda move: losses[move])
    written = {move: str(move_of_number(view.board, move)) for move in moves}
    right = [written[move] for move in proof.right]
    is_found = {name: str(solution_of(name, view)) in right for name in SOLVERS}
    return Puzzle(
        id=hashlib.sha256(place.position.encode()).hexdigest()[:ID_LETTERS],
        place=place,
        time=time_of(view),
        themes=themes_of(view, move_of_number(view.board, proof.right[0])),
        right=tuple(right),
        second=written[second],
        greedy=written[work.greedy(asked)],
        losses={written[move]: round(max(0.0, loss), 3) for move, loss in losses.items()},
        share=round(best, 3),
        rating=rating_of(
            work.values(asked, moves),
            [move in proof.right for move in moves],
            list(is_found.values()),
            max(losses[second], LEAST_MARGIN),
        ),
        missed=tuple(name for name, found in is_found.items() if not found),
        proof=proof.margins,
        judges=judges_name(),
        seed=plan.seed,
    )


def solution_of(name: str, view: View) -> Move:
    """What a computer player does in a position."""
    player = make_bot(name, wait=True, threads=1)
    game = Game(seen_position(view), interpreted(view.board))
    return player.choose(view, game.legal_moves())


def time_of(view: View) -> str:
    """When in the game a position comes, by the knights that are off the board."""
    left = sum(view.supply.values()) / (len(view.seats) * knights_per_seat(len(view.seats)))
    return OPENING if left > 2 / 3 else MIDDLE if left > 1 / 3 else ENDING
