"""OpenSpiel: the game `python_rheinlaender`, with explicit chance, for `pyspiel.load_game`.

Importing this module registers it. `pyspiel.load_game("python_rheinlaender(players=5,preset=dutch)")` gives a game for
3, 4 or 5 players with the options of a preset. Chance places the landmarks site by site, deals the cards one by one and
draws a card at the end of each turn, all with their true probabilities. Actions are those of every other interface;
their strings are the notation of moves. The returns are the shares of the victory, which sum up to 1.
"""

import copy
from collections.abc import Callable
from typing import Any

from rheinlaender.i18n.extras import missing

try:
    import pyspiel
except ImportError as error:
    raise missing("The OpenSpiel game", "open_spiel", "openspiel") from error

from rheinlaender.batches.arguments import number_of_actions
from rheinlaender.envs.openspiel_observer import observer_of
from rheinlaender.envs.resampling import resampled
from rheinlaender.envs.unrolled import DEALING, PLACING_LANDMARKS, SHUFFLE, UnrolledGame
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import LANDMARK_NAMES
from rheinlaender.notation.position import LANDMARK_LETTERS
from rheinlaender.rules.position import HAND, MOST_TURNS, SITES

NAME = "python_rheinlaender"
DECISIONS_OF_A_TURN = 2
FEWEST, USUAL, MOST = 3, 4, 5

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Python Rheinländer",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST,
    min_num_players=FEWEST,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"players": USUAL, "preset": "parker"},
)


def _game_info(players: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=number_of_actions(),
        max_chance_outcomes=SHUFFLE + 1,
        num_players=players,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=MOST_TURNS * DECISIONS_OF_A_TURN,
    )


class RheinlaenderGame(pyspiel.Game):  # type: ignore[misc]
    """The game, as OpenSpiel sees it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = {"players": USUAL, "preset": "parker", **(params or {})}
        self.beginning = UnrolledGame(settings["players"], settings["preset"])
        super().__init__(GAME_TYPE, _game_info(settings["players"]), params or {})

    def new_initial_state(self) -> "RheinlaenderState":
        """The game before the first landmark is placed."""
        return RheinlaenderState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A landmark for each site, the deal, and at each turn's end a draw, perhaps after a shuffle."""
        return SITES + HAND * self.beginning.seats + 2 * MOST_TURNS

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """What writes strings and tensors: of the present, or of everything that a player has seen."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return observer_of(self.beginning, kind, params)


class RheinlaenderState(pyspiel.State):  # type: ignore[misc]
    """A game that is going on, as OpenSpiel sees it."""

    def __init__(self, game: RheinlaenderGame) -> None:
        super().__init__(game)
        self.unrolled: UnrolledGame = copy.deepcopy(game.beginning)

    def current_player(self) -> int:
        """The player to move, or chance, or that the game is over."""
        if self.unrolled.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.unrolled.is_chance else self.unrolled.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.unrolled.is_over

    def returns(self) -> list[float]:
        """The share of the victory that each player has; before the end all are 0."""
        return self.unrolled.shares()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can give, each with its probability."""
        return self.unrolled.chance_outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        return self.unrolled.legal_actions() if player == self.unrolled.seat else []

    def _apply_action(self, action: int) -> None:
        if self.unrolled.is_chance:
            self.unrolled.take_chance(action)
        else:
            self.unrolled.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._chance_to_string(action)
        move = self.unrolled.move_of(action) if player == self.unrolled.seat else None
        return f"action {action}" if move is None else str(move)

    def _chance_to_string(self, outcome: int) -> str:
        if self.unrolled.stage == PLACING_LANDMARKS:
            return LANDMARK_LETTERS[LANDMARK_NAMES[outcome]]
        if self.unrolled.stage == DEALING:
            return f"{LETTERS[len(self.unrolled.dealt) % self.unrolled.seats]}:{outcome + 1}"
        return "(*)" if outcome == SHUFFLE else f"({outcome + 1})"

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> "RheinlaenderState":
        """A state that looks the same to a player, by chance: what it has not seen is dealt and drawn anew."""
        begin: Callable[[], RheinlaenderState] = self.get_game().new_initial_state
        return resampled(self.unrolled, player, random, begin)

    def __str__(self) -> str:
        """Everything that has happened, in the notation of records."""
        return str(self.unrolled)


pyspiel.register_game(GAME_TYPE, RheinlaenderGame)
