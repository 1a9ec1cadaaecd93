"""Batched and single games are the same games, on any number of threads, in whole and in smaller records."""

from itertools import product

import numba
import numpy as np
import pytest

from rheinlaender.batches.arguments import template_of
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.cut import record_of, sizes_of, write_whole
from rheinlaender.batches.kernels import choose_actions, copy_options, play_whole_game, play_whole_games
from rheinlaender.batches.single import Single
from rheinlaender.board import rhine
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import Engine, compiled, interpreted
from rheinlaender.rules.position import NAMES, OVER, POSITION
from rheinlaender.rules.primitives import cpu_primitives
from tests.setting import PRESETS, SEATS

GAMES = 10_000
STEPS = 100
PLAIN = interpreted()


@pytest.mark.parametrize(("number", "seats", "preset"), [(i, *pair) for i, pair in enumerate(product(SEATS, PRESETS))])
def test_batched_is_single(number: int, seats: int, preset: str) -> None:
    """10,000 games stepped together are, byte for byte, the games stepped one by one; restarts included."""
    games = -(-GAMES // 12)
    batch = Batch(games, seats, preset, threads=2, restart=True)
    first_seats = np.arange(games) % seats
    batch.reset(number * games, first_seats)
    randoms = np.arange(games, dtype=np.uint64)
    actions = np.zeros((STEPS, games), np.int32)
    for step in range(STEPS):
        batch.random_actions(randoms, actions[step])
        batch.step(actions[step])
    single = Single(seats, preset)
    for game in range(games):
        step_again(single, number * games + game, game % seats, actions[:, game].tolist())
        assert single.positions[0].tobytes() == batch.positions[game].tobytes(), (seats, preset, game)


def step_again(single: Single, seed: int, first: int, actions: list[int]) -> None:
    """Step one game through its actions; where it ends, the next number of its seed sets up the next game."""
    single.positions[:] = np.zeros(1, POSITION)
    single.reset(seed, first)
    for action in actions:
        if single.step(action) == -1:
            seed, first = PLAIN.of(following)(seed), (first + 1) % single.seats
            single.reset(PLAIN.of(mixed)(seed), first)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_make_no_difference(threads: int) -> None:
    """Masks, observations, rewards and positions depend on the seeds, not on the number of threads."""
    one, many = (Batch(3000, 4, "short", threads=number, restart=True) for number in (1, threads))
    for batch in (one, many):
        batch.reset(77)
    randoms = [np.arange(3000, dtype=np.uint64) for _ in range(2)]
    for _ in range(90):
        for mine, other in zip(one.see(), many.see(), strict=True):
            assert np.array_equal(mine, other)
        actions = [batch.random_actions(words) for batch, words in zip((one, many), randoms, strict=True)]
        assert np.array_equal(actions[0], actions[1])
        for mine, other in zip(one.step(actions[0]), many.step(actions[1]), strict=True):
            assert np.array_equal(mine, other)
    assert np.array_equal(one.random_playouts(randoms[0]), many.random_playouts(randoms[1]))
    assert one.positions.tobytes() == many.positions.tobytes()
    assert np.array_equal(randoms[0], randoms[1])


def test_playouts_are_games_of_single_moves() -> None:
    """Playing out is choosing a random action and stepping, again and again."""
    stepped, played = Batch(300), Batch(300)
    for batch in (stepped, played):
        batch.reset(5)
    words = [np.arange(300, dtype=np.uint64) for _ in range(2)]
    played.random_playouts(words[0])
    single = Single()
    for game in range(300):
        single.positions[:] = stepped.positions[game]
        while single.position["phase"] != OVER:
            actions = np.zeros(1, np.int32)
            single.engine.of(choose_actions)(single.positions, words[1][game : game + 1], actions, 0, 1)
            single.step(int(actions[0]))
        assert single.positions[0].tobytes() == played.positions[game].tobytes()


def test_smaller_records_hold_the_same_games() -> None:
    """In a record cut to 4 seats and 16 duchies a game is the same, or it is given up before it needs more."""
    jit = numba.njit(nogil=True, error_model="numpy")
    changed = {**cpu_primitives(numba), **dict(sizes_of(4, 16))}
    cut = Engine("cpu", rhine(), changed, lambda function, is_kernel: jit(function))
    games = 2000
    whole, template, seeds = np.zeros(games, POSITION), template_of("dutch"), np.arange(games, dtype=np.uint64)
    compiled().of(play_whole_games)(whole, template, seeds, 4, 0, games)
    place, given_up = np.zeros(1, record_of(4, 16, len(rhine().fields))), 0
    for game in range(games):
        place[:] = 0
        cut.of(copy_options)(place[0], template[0])
        cut.of(play_whole_game)(place[0], 4, seeds[game])
        if place[0]["phase"] == OVER:
            found = np.zeros(1, POSITION)
            cut.of(write_whole)(found[0], place[0])
            differing = [name for name in NAMES if np.any(found[0][name] != whole[game][name])]
            assert found[0].tobytes() == whole[game].tobytes(), differing
        else:
            given_up += 1
    assert 0 < given_up < games // 2


@pytest.mark.parametrize("seats", SEATS)
def test_shape_of_smaller_records(seats: int) -> None:
    """A smaller record has all parts of the whole one; duchies can be read by four bytes, banks differ."""
    record = record_of(seats, 20, 158)
    assert set(POSITION.names or ()) <= set(record.names) and record.itemsize < POSITION.itemsize
    assert record.fields["duchy"][1] % 4 == 0 and record["duchy"].itemsize % 4 == 0
    assert record.itemsize % 16 == 8
