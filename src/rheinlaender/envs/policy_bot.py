"""A policy that was trained in an environment, as a computer player: as `rheinlaender match` takes them."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rheinlaender.batches.arguments import Array
from rheinlaender.bots.seen import seen_position
from rheinlaender.envs.stepped import Look, SteppedGame
from rheinlaender.game.move import Move
from rheinlaender.game.view import View

Policy = Callable[[Array, Array], Any]
"""From an observation and a mask to the number of an action."""


class PolicyBot:
    """A computer player that asks a policy, with the observation and the mask that an environment gives its seat.

    In compact form duchies may have other numbers than in the game that the view is of: these tell nothing but which
    fields belong together.
    """

    def __init__(self, name: str, policy: Policy, form: str = "compact") -> None:
        self.name, self.policy, self.form = name, policy, form

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """The move that the policy's action stands for; an action that stands for none is an error."""
        (observation, mask), game = seen_by(view, self.form)
        action = int(self.policy(observation, mask))
        move = game.move_of(action)
        if move is None or not mask[action]:
            raise ValueError(f"the policy chose {action}, which is not legal")
        return move


def seen_by(view: View, form: str = "compact") -> tuple[Look, SteppedGame]:
    """What an environment shows the seat of a view, and a game in which actions have the meaning that they have now."""
    game = _game(len(view.seats), form)
    game.positions[0] = seen_position(view).record
    return game.look(game.seat_to_move), game


@cache
def _game(seats: int, form: str) -> SteppedGame:
    return SteppedGame(seats, None, form)
