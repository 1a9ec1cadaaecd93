"""The stages of a turn, each done for all games before the next, choose what a thread chooses that does all of them."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed here: the stages of self-play were not tried")

from rheinlaender.bots.foresight import shipped_glance  # noqa: E402
from rheinlaender.bots.network import PLAYERS, shipped_network  # noqa: E402
from rheinlaender.bots.weights import GREEDY_WEIGHTS, weights_record  # noqa: E402
from rheinlaender.rules.chance import following, mixed  # noqa: E402
from rheinlaender.rules.compile import compiled, word  # noqa: E402
from rheinlaender.rules.position import BASTION_PHASE, KNIGHT_PHASE, NAMES, POSITION  # noqa: E402
from rheinlaender.thinking.evaluation import SCRATCH  # noqa: E402
from rheinlaender.thinking.glance import GLANCING  # noqa: E402
from rheinlaender.thinking.network import COINS_OF_LEAD, JUDGING, NETWORK  # noqa: E402
from rheinlaender.thinking.policy import value_of_move  # noqa: E402
from rheinlaender.training.fields import MOST_ROWS, ROW, CpuField, habits_of  # noqa: E402
from rheinlaender.training.learner import Network  # noqa: E402
from rheinlaender.training.run import tables_of  # noqa: E402
from rheinlaender.training.self_play import (  # noqa: E402
    GREEDY,
    RANDOM,
    TRYING,
    UNKNOWN,
    decide,
    describe_tried,
    finish_game,
    prepare,
)

GAMES, TURNS = 36, 30
HABITS = {"greed": 0.01, "moves": 6, "bastions": 3, "temperature": 0.02, "blunders": 0.05, "restart": 1}


def field_of(habits: Any) -> CpuField:
    """Games of all seats and presets: networks, a greedy player, chance."""
    field = CpuField(GAMES, 1)
    field.set_up(tables_of(GAMES), np.arange(GAMES, dtype=np.uint64))
    field.use(np.array([shipped_network(PLAYERS)], NETWORK), habits)
    field.players.zero_()
    field.players[:, 1], field.players[::4, 2] = GREEDY, RANDOM
    return field


class Stages:
    """A turn as a GPU plays it, stage by stage, by the compiled rules and the network of PyTorch."""

    def __init__(self, field: CpuField) -> None:
        self.field, self.engine = field, compiled()
        self.network = Network().read(field.networks[:1])
        self.glancing, self.judging, self.scratch = np.zeros(1, GLANCING), np.zeros(1, JUDGING), np.zeros(1, SCRATCH)
        self.trial, self.trying = np.zeros(1, POSITION), np.zeros(GAMES, TRYING)

    def play(self) -> None:
        """Play a turn of each game."""
        field = self.field
        words = [mixed(following(int(state))) for state in field.randoms]
        field.randoms[:] = [following(int(state)) for state in field.randoms]
        for phase in (KNIGHT_PHASE, BASTION_PHASE):
            counts = [self.prepare(game, phase, words[game]) for game in range(GAMES)]
            for game in range(GAMES):
                self.judge(game, counts[game])
            for game in range(GAMES):
                self.engine.of(decide)(field.positions[game], field.habits[0], self.trying[game])
        for game in range(GAMES):
            result = np.zeros((2, 5), np.float32)
            self.engine.of(finish_game)(
                field.positions[game], field.habits[0], self.judging[0], result, word(words[game])
            )

    def prepare(self, game: int, phase: int, random: int) -> int:
        """List what is tried in a game."""
        field, players = self.field, self.field.players.numpy()[game]
        return self.engine.of(prepare)(
            field.positions[game],
            phase,
            players,
            field.habits[0],
            shipped_glance(),
            self.glancing[0],
            self.trying[game],
            word(random),
        )

    def judge(self, game: int, count: int) -> None:
        """Write what the moves of a game are worth."""
        trying, position = self.trying[game], self.field.positions[game]
        if trying["who"] == GREEDY:
            weights = weights_record(GREEDY_WEIGHTS)
            for place in range(count):
                trying["worths"][place] = self.engine.of(value_of_move)(
                    position, int(trying["moves"][place]), self.trial, weights, self.scratch[0]
                )
            return
        rows = np.zeros((count, MOST_ROWS, ROW), np.float32)
        owners, seats = np.zeros((count, MOST_ROWS), np.int8), np.zeros((count, 5, 27), np.float32)
        for place in range(count):
            described, move = (rows[place], owners[place], seats[place]), int(trying["moves"][place])
            trying["worths"][place] = self.engine.of(describe_tried)(
                position, move, self.trial, HABITS["greed"], self.judging[0], *described
            )
        with torch.no_grad():
            logits, leads = self.network(*(torch.from_numpy(array) for array in (rows, owners, seats)))
        shares = logits.masked_fill(torch.from_numpy(seats[..., -1] == 0), -torch.inf).softmax(1).numpy()
        own = int(position["seat"])
        worths = shares[:, own] + HABITS["greed"] * COINS_OF_LEAD * leads.numpy()[:, own]
        unknown = trying["worths"][:count] == UNKNOWN
        trying["worths"][:count][unknown] = worths[unknown]


def test_stages_choose_the_same() -> None:
    """After 30 turns nearly all games are the same in all that records hold: worths differ by rounding alone."""
    one, other = field_of(habits_of(**HABITS)), field_of(habits_of(**HABITS))
    stages = Stages(other)
    for _ in range(TURNS):
        one.play(0)
        stages.play()
    same = [
        all((one.positions[game][name] == other.positions[game][name]).all() for name in NAMES) for game in range(GAMES)
    ]
    assert sum(same) >= 0.8 * GAMES
