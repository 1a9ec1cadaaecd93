"""What OpenSpiel's players are told, as strings and tensors: the present, or everything that they have seen.

There are four kinds: the present and everything seen, each as a player knows it, with tensors; and the present as
everybody knows it, or only what a player alone knows of it, as strings. The tensor of the present is the float form of
every other interface: planes over the fields, and facts. The tensor of everything seen holds the landmarks, the dealt
hand and one row for each turn.
"""

from math import prod
from typing import Any

import numpy as np
import pyspiel

from rheinlaender.batches.arguments import length_of_observation
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import draw_games, observe_games
from rheinlaender.envs.unrolled import NO_BASTION_PLACED, NO_FIELD, PLAYING, UNDECIDED, UnrolledGame, UnrolledTurn
from rheinlaender.rules.position import CARDS, HAND, LANDMARKS, MOST_TURNS, NO_CARD, NOBODY, SITES

TURN_PLAYED, TURN_CARD, TURN_FIELD, TURN_BASTION, TURN_DRAWN, TURN_SHUFFLED = range(6)
TURN_ENTRIES = 6

Shapes = dict[str, tuple[int, ...]]


def observer_of(game: UnrolledGame, kind: Any, params: dict[str, Any] | None) -> Any:
    """The observer of a kind, or None if there is none of this kind."""
    if params:
        raise ValueError(f"python_rheinlaender knows no parameters of observations, but was given {params}.")
    is_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    if kind.public_info and is_own:
        return Observer(game, bool(kind.perfect_recall))
    if kind.perfect_recall or kind.public_info == is_own or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        return None
    return PartObserver(is_public=kind.public_info)


class PartObserver:
    """Writes strings about a part of the present: what everybody knows, or what a player alone knows."""

    tensor = None

    def __init__(self, is_public: bool) -> None:
        self.is_public = is_public
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """There is no tensor of this kind."""

    def string_from(self, state: Any, player: int) -> str:
        """What everybody knows, or the player's hand."""
        game: UnrolledGame = state.unrolled
        return game.line(NOBODY) if self.is_public else game.hand_line(player)


class Observer:
    """Writes strings and tensors about a state (OpenSpiel's PyObserver)."""

    def __init__(self, game: UnrolledGame, is_recall: bool) -> None:
        self.is_recall = is_recall
        self.fields, self.seats = len(game.engine.board.fields), game.seats
        shapes = self._shapes()
        self.tensor = np.zeros(sum(prod(shape) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[start : start + prod(shape)].reshape(shape)
            start += prod(shape)
        self._row = np.zeros((1, length_of_observation()), np.uint8)

    def _shapes(self) -> Shapes:
        if self.is_recall:
            turns = (MOST_TURNS, TURN_ENTRIES)
            return {"player": (self.seats,), "landmarks": (SITES, LANDMARKS), "dealt": (CARDS,), "turns": turns}
        return {"player": (self.seats,), "planes": (self.fields, PLANES), "facts": (FACTS,)}

    def set_from(self, state: Any, player: int) -> None:
        """Write the tensor of what a player is told."""
        game: UnrolledGame = state.unrolled
        self.tensor.fill(0.0)
        self.dict["player"][player] = 1.0
        if self.is_recall:
            self._recall(game, player)
        elif game.stage == PLAYING:
            self._observe(game, player)

    def _observe(self, game: UnrolledGame, player: int) -> None:
        """The float form of the observation."""
        game.engine.of(observe_games)(game.positions, np.array([player], np.int8), self._row, 0, 1)
        planes, facts = self.dict["planes"][np.newaxis], self.dict["facts"][np.newaxis]
        game.engine.of(draw_games)(self._row, planes, facts, 0, 1)

    def _recall(self, game: UnrolledGame, player: int) -> None:
        """The landmarks, the own cards as they were dealt, and the turns; hands are looked at when all are dealt."""
        for site, kind in enumerate(game.landmarks):
            self.dict["landmarks"][site, kind] = 1.0
        if game.stage == PLAYING:
            for card in game.dealt[player :: game.seats][:HAND]:
                self.dict["dealt"][card - 1] = 1.0
        for number, turn in enumerate(game.turns):
            self.dict["turns"][number] = self._turn(turn, player)

    def _turn(self, turn: UnrolledTurn, player: int) -> list[float]:
        """One turn: that it was played, the card, the field, the bastion, the own draw, whether there was a shuffle."""
        row = [0.0] * TURN_ENTRIES
        row[TURN_PLAYED] = 1.0
        row[TURN_CARD] = turn.card / CARDS
        row[TURN_FIELD] = 0.0 if turn.field == NO_FIELD else (turn.field + 1) / (self.fields + 1)
        row[TURN_BASTION] = self._bastion(turn.bastion)
        row[TURN_DRAWN] = turn.drawn / CARDS if turn.seat == player and turn.drawn != NO_CARD else 0.0
        row[TURN_SHUFFLED] = 1.0 if turn.was_shuffled else 0.0
        return row

    def _bastion(self, bastion: int) -> float:
        """0 without a decision, 1 for a decision against a bastion, between them the field."""
        if bastion == UNDECIDED:
            return 0.0
        return 1.0 if bastion == NO_BASTION_PLACED else (bastion + 1) / (self.fields + 1)

    def string_from(self, state: Any, player: int) -> str:
        """What a player is told, in notation."""
        game: UnrolledGame = state.unrolled
        return game.recalled(player) if self.is_recall else game.line(player)
