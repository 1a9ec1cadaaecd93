"""Batches: set-up, restart, rewards, copies, and refusals by code, after which nothing has changed."""

import gc
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rheinlaender.batches.arguments import Array
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.crew import Crew
from rheinlaender.batches.cuda import DeviceBatch
from rheinlaender.batches.cuda_games import RandomGames, play_random_games
from rheinlaender.batches.single import Single
from rheinlaender.i18n import Refusal
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import compiled, interpreted
from rheinlaender.rules.position import NAMES, OVER
from rheinlaender.rules.worth import final_coins
from tests.batches.games import going_on

PLAIN, FAST = interpreted(), compiled()


@pytest.fixture
def batch() -> Batch:
    """Twenty games that are going on."""
    return going_on(20, seed=4, decisions=10)


def finished(games: int = 20, seats: int = 4, reward: str = "share") -> Batch:
    """Games that are over."""
    batch = Batch(games, seats, reward=reward)
    batch.reset(11)
    batch.random_playouts(np.arange(games, dtype=np.uint64))
    return batch


def refusal(function: Callable[..., Any], *arguments: Any, **named: Any) -> Refusal:
    """The refusal of a call; its words have everything filled in."""
    with pytest.raises(Refusal) as caught:
        function(*arguments, **named)
    assert "{" not in caught.value.words() and caught.value.words()
    return caught.value


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"games": 0}, "wrong_number_of_games"),
        ({"games": 2.0}, "wrong_number_of_games"),
        ({"games": 5, "threads": 0}, "wrong_number_of_threads"),
        ({"games": 5, "reward": "fame"}, "wrong_reward"),
        ({"games": 5, "seats": 2}, "wrong_seats"),
        ({"games": 5, "seats": 6}, "wrong_seats"),
        ({"games": 5, "options": "swiss"}, "unknown_preset"),
        ({"games": 5, "options": {"dice": 2}}, "unknown_option"),
        ({"games": 5, "options": {"end": "never"}}, "wrong_option_value"),
    ],
)
def test_batches_that_cannot_be(arguments: dict[str, Any], code: str) -> None:
    """A batch of no games, no threads, or of another game is refused by name."""
    assert refusal(Batch, **arguments).code == code


@pytest.mark.parametrize("seeds", [-1, 2**64, 2**64 - 19, 1.5, "7", True, [1] * 19 + [-1], [1.0] * 20])
def test_seeds_out_of_range(batch: Batch, seeds: Any) -> None:
    """A seed is a whole number of 64 bits; another sets up nothing."""
    before = batch.positions.tobytes(), batch.seeds.tobytes()
    assert refusal(batch.reset, seeds).code == "seed_out_of_range"
    assert (batch.positions.tobytes(), batch.seeds.tobytes()) == before


def test_wrong_number_of_seeds_and_first_seats(batch: Batch) -> None:
    """Seeds, first seats and the choice of games are one for each game."""
    assert refusal(batch.reset, [1, 2, 3]).code == "wrong_array"
    assert refusal(batch.reset, 1, firsts=4).code == "wrong_first_seat"
    assert refusal(batch.reset, 1, firsts=-1).code == "wrong_first_seat"
    assert refusal(batch.reset, 1, chosen=[1] * 20).code == "wrong_array"
    assert refusal(batch.observe, 4).code == "wrong_first_seat"


def test_largest_seeds() -> None:
    """The last seed of all is a seed."""
    batch = Batch(2)
    batch.reset(2**64 - 2)
    assert batch.seeds.tolist() == [2**64 - 2, 2**64 - 1]


@pytest.mark.parametrize("action", [-1, 954, 2**40, -(2**40)])
@pytest.mark.parametrize("kind", [np.int64, np.int32])
def test_actions_that_do_not_exist(batch: Batch, action: int, kind: type) -> None:
    """A number that is no action is refused, whatever its size; no game has moved."""
    if kind is np.int32 and abs(action) > 2**31:
        pytest.skip("no such int32")
    actions: Array = batch.random_actions(np.arange(20, dtype=np.uint64)).astype(kind)
    actions[13] = action
    before = batch.positions.tobytes()
    found = refusal(batch.step, actions)
    assert (found.code, found.arguments["game"]) == ("illegal_action", 13) and batch.positions.tobytes() == before


def test_illegal_actions(batch: Batch) -> None:
    """An action that the mask does not show is refused for the first such game; no game has moved."""
    actions = batch.random_actions(np.arange(20, dtype=np.uint64))
    for game in (17, 6):
        actions[game] = int(np.flatnonzero(batch.legal_mask()[game] == 0)[0])
    before = batch.positions.tobytes()
    found = refusal(batch.step, actions)
    assert (found.code, found.arguments["game"], found.arguments["action"]) == ("illegal_action", 6, actions[6])
    assert batch.positions.tobytes() == before


@pytest.mark.parametrize("actions", [[1.0] * 20, [0] * 19, np.zeros((20, 1), int), 5, ["a"] * 20, None])
def test_actions_of_another_shape_or_type(batch: Batch, actions: Any) -> None:
    """Actions are one whole number for each game."""
    assert refusal(batch.step, actions).code == "wrong_array"


def test_finished_games_and_games_not_set_up() -> None:
    """A game that is over takes no step; a batch that was not set up says so."""
    assert refusal(finished().step, np.zeros(20, int)).code == "game_finished"
    assert refusal(Batch(3).step, np.zeros(3, int)).code == "not_set_up"
    assert refusal(Batch(3).reset, 1, chosen=np.array([True, True, False])).code == "not_set_up"


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((20, 953), np.uint8),
        np.zeros((20, 954), np.int8),
        np.zeros((954, 20), np.uint8).T,
        np.zeros((20, 1908), np.uint8)[:, ::2],
        [[0] * 954] * 20,
    ],
)
def test_arrays_that_cannot_be_written(batch: Batch, out: Any) -> None:
    """An array to write into has the shape, the type and the order of the batch's own."""
    assert refusal(batch.legal_mask, out).code == "wrong_array"


def test_other_arrays(batch: Batch) -> None:
    """The same holds for observations, planes, facts, actions and generators; what cannot be written is refused."""
    assert refusal(batch.observe, None, np.zeros((20, 756), np.uint8)).code == "wrong_array"
    assert refusal(batch.observe_planes, None, np.zeros((20, 158, 32), np.float64)).code == "wrong_array"
    assert refusal(batch.observe_planes, None, None, np.zeros((20, 3), np.float32)).code == "wrong_array"
    assert refusal(batch.random_actions, np.zeros(20, np.int64)).code == "wrong_array"
    assert refusal(batch.random_playouts, np.zeros(19, np.uint64)).code == "wrong_array"
    frozen = np.zeros((20, 954), np.uint8)
    frozen.flags.writeable = False
    assert refusal(batch.legal_mask, frozen).code == "wrong_array"


def test_given_arrays_are_written(batch: Batch) -> None:
    """What is given is written and returned."""
    masks, rows = np.zeros((20, 954), np.uint8), np.zeros((20, 757), np.uint8)
    assert batch.legal_mask(masks) is masks and batch.observe(None, rows) is rows
    both = batch.see()
    assert np.array_equal(masks, both[0]) and np.array_equal(rows, both[1])


def test_seat_to_move_observes_unless_another_is_named(batch: Batch) -> None:
    """Without observers each game is seen by its seat to move; one number names the same seat for all games."""
    rows = batch.observe().copy()
    assert np.array_equal(rows, batch.observe(batch.seats_to_move))
    assert np.array_equal(batch.observe(2).copy(), batch.observe(np.full(20, 2)))


def test_chosen_games_are_set_up_alone(batch: Batch) -> None:
    """Only the chosen games begin anew; each is the game of its seed."""
    before, chosen = batch.positions.copy(), np.arange(20) % 2 == 0
    batch.reset(500, 1, chosen)
    fresh = Batch(20)
    fresh.reset(500, 1)
    for game in range(20):
        expected = (fresh.positions if chosen[game] else before)[game]
        for name in set(NAMES) - {"duchy_knights"} if chosen[game] else NAMES:
            assert np.array_equal(batch.positions[game][name], expected[name]), name


def test_restart() -> None:
    """A game that ends is set up at once by the next number of its seed, for the next first seat; the end is told."""
    batch = Batch(40, 3, "hungarian", restart=True)
    batch.reset(90, 2)
    seeds, randoms, ends = batch.seeds.copy(), np.arange(40, dtype=np.uint64), 0
    for _ in range(200):
        rewards, ended = batch.step(batch.random_actions(randoms))
        assert np.array_equal(rewards.sum(axis=1).round(5), ended)
        for game in np.flatnonzero(ended):
            ends += 1
            next_seed = PLAIN.of(following)(int(seeds[game]))
            assert batch.seeds[game] == next_seed and batch.positions["turn"][game] == 0
            fresh = Single(3, "hungarian", PLAIN.of(mixed)(next_seed), int(batch.positions["first"][game]))
            assert all(np.array_equal(fresh.position[name], batch.positions[game][name]) for name in ("pile", "hand"))
        seeds = batch.seeds.copy()
    assert ends >= 80 and not np.any(batch.positions["phase"] == OVER)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_share_of_victory(seats: int) -> None:
    """The seats with the most coins of the final account share 1; the rest of the table and of the row have 0."""
    batch = finished(400, seats)
    shared = 0
    for game in range(400):
        coins = [FAST.of(final_coins)(batch.positions[game], seat) for seat in range(seats)]
        winners = [seat for seat in range(seats) if coins[seat] == max(coins)]
        expected = [1 / len(winners) if seat in winners else 0 for seat in range(5)]
        assert np.allclose(batch.rewards[game], expected)
        shared += len(winners) > 1
    assert shared > 0 and batch.ended.all()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_margin_of_coins(seats: int) -> None:
    """The margin is what a seat has more than the others on average, over 64; the margins of a game add up to 0."""
    batch = finished(50, seats, "margin")
    for game in range(50):
        coins = np.array([FAST.of(final_coins)(batch.positions[game], seat) for seat in range(seats)])
        others = (coins.sum() - coins) / (seats - 1)
        assert np.allclose(batch.rewards[game, :seats], (coins - others) / 64)
    assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-5) and not batch.rewards[:, seats:].any()


def test_no_reward_before_the_end(batch: Batch) -> None:
    """Before the end all rewards are 0 and no game has ended."""
    assert not batch.rewards.any() and not batch.ended.any()


def test_copies_are_independent(batch: Batch) -> None:
    """A copy has the same games and goes its own way."""
    twin, before = batch.copy(), batch.positions.tobytes()
    assert twin.positions.tobytes() == before
    twin.random_playouts(np.arange(20, dtype=np.uint64))
    assert batch.positions.tobytes() == before and twin.positions.tobytes() != before


def test_single_refusals() -> None:
    """A single game refuses what is no legal action and what comes after its end, and stays as it is."""
    game = Single(4, seed=5)
    before = game.positions.tobytes()
    for action in (-1, 954, 10**30, "x", 1.5, int(np.flatnonzero(game.legal_mask() == 0)[0])):
        assert refusal(game.step, action).code == "illegal_action" and game.positions.tobytes() == before
    assert refusal(game.reset, -1).code == "seed_out_of_range" and refusal(game.reset, 0, 4).code == "wrong_first_seat"
    assert refusal(game.observe, 4).code == "wrong_first_seat"
    while game.step(np.flatnonzero(game.legal_mask())[0]) != -1:
        assert not game.rewards().any()
    assert refusal(game.step, 0).code == "game_finished"
    assert game.rewards().sum() == pytest.approx(1) and abs(game.rewards("margin").sum()) < 1e-5


def test_single_sees_what_a_batch_sees() -> None:
    """Mask and observation of a single game are those of the same game in a batch."""
    game, batch = Single(3, "short", seed=8, first=1), Batch(1, 3, "short")
    batch.reset(8, 1)
    assert np.array_equal(game.legal_mask(), batch.legal_mask()[0])
    assert np.array_equal(game.observe(), batch.observe()[0]) and np.array_equal(game.observe(2), batch.observe(2)[0])


def test_no_gpu() -> None:
    """Without a GPU, what needs one says so, after it has checked what else it was given."""
    assert refusal(DeviceBatch, 0).code == "wrong_number_of_games"
    assert refusal(DeviceBatch, 5, reward="fame").code == "wrong_reward"
    assert refusal(play_random_games, 0).code == "wrong_number_of_games"
    assert refusal(RandomGames, 7).code == "wrong_seats" and refusal(RandomGames, 3, "swiss").code == "unknown_preset"


@pytest.mark.parametrize("function", [DeviceBatch, play_random_games])
def test_gpu_that_is_missing(function: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package, and with the package but without a GPU, the refusal says what to do."""
    import rheinlaender.batches.cuda_games as cuda_games

    def missing() -> Any:
        raise ImportError("No module named 'numba.cuda'")

    monkeypatch.setattr(cuda_games, "numba_cuda", missing)
    assert "No module named" in refusal(function, 5).words()
    monkeypatch.setattr(cuda_games, "numba_cuda", NoDevice)
    assert "no NVIDIA GPU" in refusal(function, 5).words()


class NoDevice:
    """The package numba-cuda on a machine without a GPU."""

    @staticmethod
    def is_available() -> bool:
        """There is none."""
        return False


def test_a_crew_does_every_part_once() -> None:
    """Whatever the number of threads, every part is done, and done once."""
    for threads, parts in ((1, 1), (2, 9), (5, 3), (3, 40)):
        done: list[int] = []
        Crew(threads).run(lambda start, stop, done=done: done.append(start + stop), (), [(n, n) for n in range(parts)])
        assert sorted(done) == [2 * number for number in range(parts)]


def test_a_crew_passes_problems_on() -> None:
    """A problem on any thread is raised to the caller, and the crew can go on."""
    crew = Crew(3)

    def fail(start: int, stop: int) -> None:
        raise ValueError(f"{start} to {stop}")

    with pytest.raises(ValueError, match="to"):
        crew.run(fail, (), [(0, 1), (1, 2), (2, 3)])
    crew.run(lambda start, stop: None, (), [(0, 1), (1, 2)])


def test_threads_end_with_their_batch() -> None:
    """A batch that is gone leaves no threads behind."""
    before = living_crew()
    batch = Batch(10, threads=6)
    assert living_crew() == before + 5
    del batch
    assert living_crew() == before


def living_crew() -> int:
    """The number of threads that wait for work; those that have been dismissed get the time to go."""
    gc.collect()
    time.sleep(0.2)
    return sum(thread.name == "crew" for thread in threading.enumerate())
