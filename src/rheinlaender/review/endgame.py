"""Near the end of a game play-outs begin with moves that are weighed: there one move decides.

Whoever has a hand that is known plays the move that is worth most over some worlds that look alike to that seat. Then
the network judges, and again after a good turn of everybody, with some orders of the deck: both count alike. Every
play-out has worlds and decks of its own, the same for all positions. Each card has a key, and the deck lies in the
order of the keys: decks that differ by a card differ by nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rheinlaender.board import Board
from rheinlaender.review.bench import Bench, legal_numbers, random_words
from rheinlaender.rules.moves import NO_BASTION, make_move
from rheinlaender.rules.position import BASTION_PHASE, CARDS, DRAW_PHASE, KNIGHT_PHASE, MOST_SEATS, OVER, POSITION
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.thinking.redeal import hide
from rheinlaender.thinking.value import time_left

NEAR = 0.4
"""The end is near when the seat with fewest knights in supply has less than this part of its knights."""
MOST_WORLDS, FINALISTS = 4, 4
"""At most so many worlds a move is weighed in, and so many decks a play-out goes on with; so many moves are weighed,
those that look best in one world."""
MOST_KEPT = 20_000
_FIELDS: Any = POSITION.fields
_BYTES = max(offset + kind.itemsize for kind, offset, *_ in _FIELDS.values())


def is_near_the_end(bench: Bench, place: Any) -> bool:
    """Whether play-outs of a position begin with weighed moves."""
    return bool(bench.engine.of(time_left)(place[0]) < NEAR)


@dataclass(frozen=True)
class Endgame:
    """Plays out near the end. `take_breath` is called between play-outs; what it raises breaks them off."""

    bench: Bench
    board: Board
    seed: int
    worlds: int
    take_breath: Callable[[], None]

    def chances(self, place: Any, playouts: int) -> Any:
        """All seats' chances in a position, a row for each play-out."""
        found = np.zeros((playouts, MOST_SEATS))
        for number, chances in enumerate(found):
            self.take_breath()
            chances[:] = self._playout(place, number)
        return found

    def _playout(self, place: Any, number: int) -> Any:
        """The mean of what the network says after the weighed moves and after a good turn of everybody."""
        after, seats = self._after_weighed_moves(place, number), int(place["seats"][0])
        decks = [self._dealt(after, f"{number} {deck}") for deck in range(min(self.worlds, MOST_WORLDS))]
        later = np.mean([self.bench.play_on(dealt, seats) for dealt in decks], axis=0)
        return (self.bench.play_on(after, 0) + later) / 2

    def _after_weighed_moves(self, place: Any, number: int) -> Any:
        """The position after everybody with a known hand has moved: all, or all but the one who is to draw."""
        walking, engine = self._dealt(place, str(number)), self.bench.engine
        knights = int(walking["seats"][0]) - (walking["phase"][0] != KNIGHT_PHASE)
        while walking["phase"][0] != OVER:
            if walking["phase"][0] == DRAW_PHASE:
                if knights == 0:
                    break
                engine.of(finish_turn)(walking[0], None)
            elif walking["phase"][0] == BASTION_PHASE:
                engine.of(play)(walking[0], make_move(NO_BASTION, 0, 0), None)
            else:
                engine.of(play)(walking[0], self._weighed_move(walking, number), None)
                knights -= 1
        return walking

    def _dealt(self, place: Any, label: str) -> Any:
        """The position with its deck in the order of keys that a label gives."""
        dealt, keys = place.copy(), self._words(f"deck {label}", CARDS + 1)
        deck = np.sort(dealt["pile"][0][: int(dealt["deck"][0])])
        dealt["pile"][0][: len(deck)] = deck[np.argsort(keys[deck], kind="stable")]
        dealt["rng"] = keys[0]
        return dealt

    def _weighed_move(self, place: Any, number: int) -> int:
        """The best move as far as its seat knows, by the worlds of a play-out."""
        seen = place.copy()
        self.bench.engine.of(hide)(seen[0])
        about = f"{self.seed} {self.worlds} {number}", seen.tobytes()[:_BYTES]
        if about not in self.bench.kept:
            if len(self.bench.kept) >= MOST_KEPT:
                self.bench.kept.clear()
            self.bench.kept[about] = self._weigh(seen, f"{number} {int(seen['turn'][0])}")
        return self.bench.kept[about]

    def _weigh(self, seen: Any, label: str) -> int:
        moves = legal_numbers(self.board, seen)
        if len(moves) > FINALISTS:
            worth = self.bench.weigh(seen, moves, self._words(f"glance {label}", 1), 0)[0]
            moves = [moves[place] for place in np.argsort(-worth, kind="stable")[:FINALISTS]]
        if len(moves) == 1:
            return moves[0]
        shares = self.bench.weigh(
            seen, moves, self._words(f"weigh {label}", min(self.worlds, MOST_WORLDS)), int(seen["seats"][0])
        )
        return moves[int(np.argmax(shares.mean(axis=0)))]

    def _words(self, label: str, number: int) -> Any:
        return random_words(f"{self.seed} end {label}", number)
