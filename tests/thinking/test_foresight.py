"""Foresight: the quick policy is legal and the same wherever it runs, and without its network the old judge plays."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from rheinlaender.bots import foresight
from rheinlaender.bots.foresight import ForesightBot, shipped_glance
from rheinlaender.bots.network import PLAYERS, read_network, shipped_network
from rheinlaender.bots.registry import DUKE_SIMULATIONS, make_bot
from rheinlaender.bots.search import SearchBot
from rheinlaender.game.game import Game
from rheinlaender.rules.compile import compiled, interpreted, word
from rheinlaender.rules.legal import is_legal
from rheinlaender.rules.position import KNIGHT_PHASE
from rheinlaender.thinking.glance import GLANCE, GLANCING
from rheinlaender.thinking.quick import quick_move
from tests.bots.positions import random_games, redealt

NOISE = 2.0


def glanced(position: Any, number: int) -> int:
    """The quick policy's move, compiled."""
    return compiled().of(quick_move)(position.record, word(number), NOISE, shipped_glance(), np.zeros(1, GLANCING)[0])


def test_a_glance_is_legal_and_the_same_interpreted() -> None:
    """In random positions of all seats and presets the quick policy's move is legal, interpreted and compiled alike."""
    glance = np.array([shipped_glance()], GLANCE).view(np.recarray)[0]
    seen = 0
    for number, game in enumerate(random_games(40, seed=31)):
        position = game.position
        if position.phase == KNIGHT_PHASE:
            glancing = np.zeros(1, GLANCING).view(np.recarray)[0]
            move = int(interpreted().of(quick_move)(position, number, NOISE, glance, glancing))
            assert move == glanced(position, number)
            assert interpreted().of(is_legal)(position, move)
            seen += 1
    assert seen > 15


def test_foresight_is_deterministic() -> None:
    """For a seed and a number of simulations foresight finds the same on any number of runs; seeds differ."""
    game = next(random_games(1, seed=5))
    view = game.view(game.to_move)
    runs = [ForesightBot(7, simulations=200, threads=2, wait=True).analyse(view) for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0] != ForesightBot(8, simulations=200, threads=2, wait=True).analyse(view)
    assert sum(candidate.visits for candidate in runs[0]) == 200


@pytest.mark.parametrize(("kind", "simulations"), [(ForesightBot, 100), (SearchBot, 300)])
@pytest.mark.parametrize("seed", [5, 7])
def test_all_simulations_are_run_where_many_bastions_can_be_placed(kind: Any, simulations: int, seed: int) -> None:
    """After the first knights, with all bastions left and hardly a field taken, no tree runs out of room."""
    random, game = Random(seed), Game.new(3, seed=seed)
    while game.turn < 3:
        game.play(random.choice(game.legal_moves()) if game.position.phase == KNIGHT_PHASE else ".")
    found = kind(1, simulations=simulations, threads=1, wait=True).analyse(game.view(game.to_move))
    assert sum(candidate.visits for candidate in found) == simulations


def test_foresight_remembers_what_came_back() -> None:
    """What it finds depends on which cards came back with a new deck, and not on cards that it cannot see."""
    games = [game for game in random_games(40, seed=6) if game.view().reshuffled and not game.is_turn_decided][:8]
    differs = 0
    for game in games:
        view, other = game.view(game.to_move), redealt(game, seed=2).view(game.to_move)
        bot = ForesightBot(7, simulations=100, threads=1, wait=True)
        found = bot.analyse(view)
        assert found == bot.analyse(other)
        differs += found != bot.analyse(replace(view, reshuffled={}))
    assert differs > len(games) // 2


def test_the_duke_has_seen_enough_before_his_time_is_up() -> None:
    """After his number of simulations he searches no more, however many threads there are; others use their time."""
    game = next(random_games(1, seed=5))
    view = game.view(game.to_move)
    duke = make_bot("duke", 7, wait=True, seconds=600.0)
    assert isinstance(duke, ForesightBot)
    found = duke.analyse(view)
    assert sum(candidate.visits for candidate in found) == DUKE_SIMULATIONS
    assert found == ForesightBot(7, simulations=DUKE_SIMULATIONS, threads=1, wait=True).analyse(view)


def test_weights_and_card_are_in_the_package() -> None:
    """The network of the players is of the shipped form and says what it was made from."""
    assert read_network(PLAYERS)[1]["trained"]


def test_without_its_network_the_old_judge_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged weights are refused, and foresight and its levels choose what the old search chooses."""
    game = next(random_games(1, seed=5))
    view, legal = game.view(game.to_move), game.legal_moves()
    with_network = ForesightBot(7, simulations=60, threads=1, wait=True)
    with_network.choose(view, legal)
    damaged = tmp_path / "foresight.weights"
    damaged.write_bytes(PLAYERS.read_bytes()[:-4] + b"\0\0\0\1")
    monkeypatch.setattr(foresight, "PLAYERS", damaged)
    assert shipped_network(damaged) is None
    bots = [kind(7, simulations=60, threads=1, wait=True) for kind in (ForesightBot, SearchBot)]
    assert bots[0].choose(view, legal) == bots[1].choose(view, legal)
    assert bots[0].found == bots[1].found != with_network.found
    for level in ("duke:60", "archbishop:60"):
        assert make_bot(level, 7, threads=1, wait=True).choose(view, legal) == bots[1].found[0].move
