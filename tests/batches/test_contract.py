"""The contract of batches, kept on the CPU, on a GPU where there is one, and on a stand-in for a GPU everywhere."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rheinlaender.batches.contract import ManyGames
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.cuda import DeviceBatch
from rheinlaender.batches.cuda_games import cuda_or_refuse
from rheinlaender.batches.errors import NoCuda
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import ACCEPTED, FINISHED, ILLEGAL, WAITING
from rheinlaender.i18n import Refusal
from rheinlaender.rules.position import OVER
from tests.batches import stand_in

GAMES = 20
KINDS: list[type[ManyGames]] = [Batch, DeviceBatch]
OWN_SETTINGS = {"threads", "stream"}
METHODS = [name for name, part in vars(ManyGames).items() if inspect.isfunction(part) and not name.startswith("_")]
Array = NDArray[Any]


@dataclass
class Machine:
    """Where games are played: what makes a batch there, and how arrays go there and come back."""

    make: Callable[..., ManyGames]
    put: Callable[[Array], Any]
    take: Callable[[Any], Array]

    def randoms(self, games: int = GAMES) -> Any:
        """A generator for each game."""
        return self.put(np.arange(games, dtype=np.uint64))

    def going_on(self, **settings: Any) -> ManyGames:
        """Twenty games after ten steps."""
        batch = self.make(GAMES, **settings)
        batch.reset(4)
        randoms = self.randoms()
        for _ in range(10):
            batch.step(batch.random_actions(randoms))
        return batch

    def content(self, batch: ManyGames) -> list[bytes]:
        """Everything that a step could change."""
        names = ("positions", "seeds", "rewards", "ended")
        return [self.take(getattr(batch, name)).tobytes() for name in names]


@pytest.fixture(params=["cpu", "stand-in", "gpu"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Every machine that is here."""
    if request.param == "cpu":
        return Machine(Batch, stand_in.copied, stand_in.copied)
    if request.param == "stand-in":
        device = stand_in.install(monkeypatch)
        return Machine(DeviceBatch, device.to_device, stand_in.DeviceArray.copy_to_host)
    try:
        cuda = cuda_or_refuse()
    except NoCuda as refusal:
        pytest.skip(f"the contract was not tried on a GPU: {refusal}")
    return Machine(DeviceBatch, cuda.to_device, lambda array: array.copy_to_host())


def refusal_of(function: Callable[..., Any], *given: Any, **named: Any) -> Refusal:
    """The refusal of a call."""
    with pytest.raises(Refusal) as caught:
        function(*given, **named)
    assert caught.value.words()
    return caught.value


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", METHODS)
def test_methods_are_those_of_the_contract(kind: type[ManyGames], name: str) -> None:
    """Every method has the parameters of the contract, in its order and with its defaults."""
    expected, found = (inspect.signature(getattr(one, name)).parameters for one in (ManyGames, kind))
    assert [(one.name, one.kind, one.default) for one in found.values()] == [
        (one.name, one.kind, one.default) for one in expected.values()
    ]


def test_batches_are_made_alike() -> None:
    """Both are made of the same settings with the same defaults, but for what each needs of its machine."""
    first, second = (
        {name: part.default for name, part in inspect.signature(kind).parameters.items() if name not in OWN_SETTINGS}
        for kind in KINDS
    )
    assert first == second and list(first) == list(second)


def test_parts_of_the_contract_are_there(machine: Machine) -> None:
    """Every number and every array of the contract is there, with a row for each game."""
    batch = machine.make(GAMES, 3, "short", reward="margin", restart=True)
    for name in ManyGames.__annotations__:
        assert hasattr(batch, name), name
    assert (batch.games, batch.seats, batch.fields, batch.actions) == (GAMES, 3, 158, 954)
    assert (batch.reward, batch.restart, batch.strict) == ("margin", True, True)
    for name in ("positions", "seeds", "masks", "observations", "rewards", "ended", "refused"):
        assert len(machine.take(getattr(batch, name))) == GAMES


def test_games_are_those_of_their_seeds(machine: Machine) -> None:
    """A batch has the games of the seeds, whichever machine plays them."""
    batch, other = machine.make(GAMES, 3, "dutch", restart=True), Batch(GAMES, 3, "dutch", restart=True)
    words, randoms = np.arange(GAMES, dtype=np.uint64), machine.randoms()
    for games in (batch, other):
        games.reset(100, np.arange(GAMES) % 3)
    for _ in range(150):
        masks, rows = (machine.take(array) for array in batch.see())
        assert all(map(np.array_equal, (masks, rows), other.see()))
        planes, facts = (machine.take(array) for array in batch.observe_planes())
        assert all(map(np.array_equal, (planes, facts), other.observe_planes()))
        rewards, ended = (machine.take(array) for array in batch.step(batch.random_actions(randoms)))
        assert all(map(np.array_equal, (rewards, ended), other.step(other.random_actions(words))))
        assert np.array_equal(machine.take(batch.seats_to_move), other.seats_to_move)
    assert machine.content(batch) == [
        getattr(other, name).tobytes() for name in ("positions", "seeds", "rewards", "ended")
    ]


def test_chosen_games_are_set_up_alone(machine: Machine) -> None:
    """Only the chosen games begin anew, with their seeds, without reward and end; the choice may lie on the machine."""
    batch, chosen = machine.going_on(), np.arange(GAMES) % 2 == 0
    before = machine.take(batch.positions)
    batch.random_playouts(machine.randoms())
    over, seeds, rewards = machine.take(batch.positions), machine.take(batch.seeds), machine.take(batch.rewards)
    assert not (over["phase"] != OVER).any() and machine.take(batch.ended).all()
    batch.reset(500, 1, machine.put(chosen))
    fresh = Batch(GAMES)
    fresh.reset(500, 1)
    positions = machine.take(batch.positions)
    assert np.array_equal(positions["pile"], np.where(chosen[:, None], fresh.positions["pile"], over["pile"]))
    assert np.array_equal(machine.take(batch.seeds), np.where(chosen, fresh.seeds, seeds))
    assert np.array_equal(machine.take(batch.rewards), np.where(chosen[:, None], 0, rewards))
    assert np.array_equal(machine.take(batch.ended), ~chosen) and len(before) == GAMES


def test_games_not_set_up(machine: Machine) -> None:
    """Before all games are set up none can be stepped, and none can be set up alone."""
    batch = machine.make(3)
    assert refusal_of(batch.step, [0, 0, 0]).code == "not_set_up"
    assert refusal_of(batch.reset, 1, chosen=np.array([True, True, False])).code == "not_set_up"
    assert refusal_of(batch.reset, 1, chosen=machine.put(np.array([True, True, False]))).code == "not_set_up"
    batch.reset(1, chosen=[True] * 3)
    batch.step(batch.random_actions(machine.randoms(3)))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"seeds": -1}, "seed_out_of_range"),
        ({"seeds": [1, 2]}, "wrong_array"),
        ({"firsts": 4}, "wrong_first_seat"),
        ({"firsts": [-1] * GAMES}, "wrong_first_seat"),
        ({"firsts": [0, 1]}, "wrong_array"),
        ({"chosen": [1] * GAMES}, "wrong_array"),
        ({"chosen": [True]}, "wrong_array"),
    ],
)
def test_wrong_reset(machine: Machine, given: dict[str, Any], code: str) -> None:
    """Seeds, first seats and choice that cannot be are refused, and nothing changes."""
    batch = machine.going_on()
    before = machine.content(batch)
    assert refusal_of(batch.reset, **({"seeds": 1} | given)).code == code
    assert machine.content(batch) == before


@pytest.mark.parametrize(
    "actions", [[1.0] * GAMES, [0] * (GAMES - 1), np.zeros((GAMES, 1), int), 5, ["a"] * GAMES, None, [[1], [1, 2]]]
)
def test_actions_of_another_shape_or_type(machine: Machine, actions: Any) -> None:
    """Actions are one whole number for each game."""
    assert refusal_of(machine.going_on().step, actions).code == "wrong_array"


@pytest.mark.parametrize("action", [-1, 954, 2**40])
@pytest.mark.parametrize("is_strict", [True, False])
def test_refused_actions(machine: Machine, is_strict: bool, action: int) -> None:
    """A strict batch does nothing if any game refuses; another does the rest. `refused` and `check` tell in both."""
    batch = machine.going_on(strict=is_strict)
    actions = machine.take(batch.random_actions(machine.randoms())).astype(np.int64)
    actions[[6, 17]] = action
    before, positions = machine.content(batch), machine.take(batch.positions)
    if is_strict:
        raised = refusal_of(batch.step, actions)
        assert machine.content(batch) == before
    else:
        batch.step(actions)
        raised = refusal_of(batch.check)
        kept = [
            now.tobytes() == then.tobytes() for now, then in zip(machine.take(batch.positions), positions, strict=True)
        ]
        assert np.flatnonzero(kept).tolist() == [6, 17]
    assert (raised.code, raised.arguments["game"]) == ("illegal_action", 6)
    expected = np.where(np.isin(np.arange(GAMES), [6, 17]), ILLEGAL, ACCEPTED)
    assert np.array_equal(machine.take(batch.refused), expected)


def test_illegal_actions_are_named(machine: Machine) -> None:
    """The refusal names the first game that refuses and its action."""
    batch = machine.going_on()
    mask = machine.take(batch.legal_mask())
    actions = mask.argmax(axis=1).astype(np.int32)
    actions[3] = int(np.flatnonzero(mask[3] == 0)[0])
    found = refusal_of(batch.step, machine.put(actions))
    assert (found.arguments["game"], found.arguments["action"]) == (3, actions[3])


def test_finished_games(machine: Machine) -> None:
    """A game that is over refuses every action and keeps its reward and its end."""
    for is_strict in (True, False):
        batch = machine.make(GAMES, strict=is_strict)
        batch.reset(9)
        rewards = machine.take(batch.random_playouts(machine.randoms()))
        assert rewards.sum(axis=1) == pytest.approx(np.ones(GAMES)) and machine.take(batch.ended).all()
        before = machine.content(batch)
        if is_strict:
            assert refusal_of(batch.step, np.zeros(GAMES, int)).code == "game_finished"
        else:
            batch.step(np.zeros(GAMES, int))
            assert refusal_of(batch.check).code == "game_finished"
        assert machine.content(batch) == before and (machine.take(batch.refused) == FINISHED).all()


def test_games_that_wait(machine: Machine) -> None:
    """A game that is not chosen waits, whatever its action is; the others are stepped."""
    batch, chosen = machine.going_on(), np.arange(GAMES) % 3 == 0
    twin = batch.copy()
    actions = machine.take(batch.random_actions(machine.randoms()))
    twin.step(actions)
    before, after = machine.take(batch.positions), machine.take(twin.positions)
    actions[~chosen] = -1
    for choice in (chosen, machine.put(chosen)):
        again = batch.copy()
        again.step(actions, choice)
        found = machine.take(again.positions)
        for game in range(GAMES):
            assert found[game].tobytes() == (after if chosen[game] else before)[game].tobytes()
        assert np.array_equal(machine.take(again.refused), np.where(chosen, ACCEPTED, WAITING))
        again.check()


def test_observers(machine: Machine) -> None:
    """The seat to move observes unless others are given: one for all games or one for each, -1 for the seat to move."""
    batch = machine.going_on()
    rows, seats = machine.take(batch.observe()), machine.take(batch.seats_to_move)
    for observers in (-1, seats, machine.put(seats.astype(np.int8)), [-1] * GAMES):
        assert np.array_equal(machine.take(batch.observe(observers)), rows)
    assert np.array_equal(machine.take(batch.observe(2)), machine.take(batch.observe([2] * GAMES)))
    for wrong in (4, -2, [0] * (GAMES - 1) + [9]):
        assert refusal_of(batch.observe, wrong).code == "wrong_first_seat"


def test_given_arrays_are_written(machine: Machine) -> None:
    """What is given is written; it must lie on the machine and have the right shape and type."""
    batch = machine.going_on()
    masks, rows = machine.put(np.zeros((GAMES, 954), np.uint8)), machine.put(np.zeros((GAMES, 757), np.uint8))
    planes = machine.put(np.zeros((GAMES, 158, PLANES), np.float32))
    facts = machine.put(np.zeros((GAMES, FACTS), np.float32))
    actions = machine.put(np.zeros(GAMES, np.int32))
    batch.legal_mask(masks)
    batch.observe(None, rows)
    batch.observe_planes(None, planes, facts)
    batch.random_actions(machine.randoms(), actions)
    pairs = [(masks, batch.legal_mask()), (rows, batch.observe())]
    pairs += [
        (actions, batch.random_actions(machine.randoms())),
        *zip((planes, facts), batch.observe_planes(), strict=True),
    ]
    assert all(np.array_equal(machine.take(given), machine.take(made)) for given, made in pairs)
    for wrong in (machine.put(np.zeros((GAMES, 953), np.uint8)), machine.put(np.zeros((GAMES, 954), np.int8)), [[0]]):
        assert refusal_of(batch.legal_mask, wrong).code == "wrong_array"
    assert refusal_of(batch.observe_planes, None, machine.put(np.zeros((GAMES, 3), np.float32))).code == "wrong_array"
    assert refusal_of(batch.random_actions, machine.put(np.zeros(GAMES, np.int64))).code == "wrong_array"
    assert refusal_of(batch.random_actions, [0] * GAMES).code == "wrong_array"
    assert refusal_of(batch.random_playouts, machine.put(np.zeros(GAMES - 1, np.uint64))).code == "wrong_array"


def test_other_seats_act(machine: Machine) -> None:
    """The other seats act at random until the own one is to move or the game is over; rewards and ends are told."""
    batch, owns = machine.going_on(), np.arange(GAMES, dtype=np.int8) % 4
    other = Batch(GAMES)
    other.reset(4)
    words = np.arange(GAMES, dtype=np.uint64)
    for _ in range(10):
        other.step(other.random_actions(words))
    randoms, words = machine.randoms(), np.arange(GAMES, dtype=np.uint64)
    for _ in range(60):
        batch.play_others(owns, randoms)
        other.play_others(owns.tolist(), words)
        running = other.positions["phase"] != OVER
        assert (other.seats_to_move[running] == owns[running]).all() and np.array_equal(other.ended, ~running)
        actions = other.legal_mask().argmax(axis=1)
        for games in (batch, other):
            games.step(actions, running)
    assert machine.content(batch) == [
        getattr(other, name).tobytes() for name in ("positions", "seeds", "rewards", "ended")
    ]
    assert other.ended.all() and np.array_equal(machine.take(randoms), words)
    assert refusal_of(batch.play_others, 4, randoms).code == "wrong_first_seat"


def test_copies_are_independent(machine: Machine) -> None:
    """A copy has the same games, options and settings, and goes its own way."""
    batch = machine.make(GAMES, 3, "short", reward="margin", restart=True, strict=False)
    batch.reset(4)
    batch.step([-1] * GAMES)
    twin, before = batch.copy(), machine.content(batch)
    assert type(twin) is type(batch) and machine.content(twin) == before
    assert (twin.games, twin.seats, twin.reward, twin.restart, twin.strict) == (GAMES, 3, "margin", True, False)
    assert refusal_of(twin.check).arguments == refusal_of(batch.check).arguments == {"game": 0, "action": -1}
    twin.random_playouts(machine.randoms())
    assert machine.content(batch) == before != machine.content(twin)
    twin.reset(8)
    batch.reset(8)
    assert np.array_equal(machine.take(twin.positions)["archbishop_bonus"], np.zeros(GAMES))
    assert np.array_equal(machine.take(twin.positions)["pile"], machine.take(batch.positions)["pile"])
