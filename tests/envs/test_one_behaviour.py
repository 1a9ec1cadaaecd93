"""One behaviour: the single and the vector environment of Gymnasium take the same settings and tell the same."""

import copy
import importlib
import inspect
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rheinlaender
from rheinlaender.batches import compiling
from rheinlaender.batches.errors import IllegalAction, NotSetUp, WrongFirstSeat
from rheinlaender.envs.gymnasium import RheinlaenderEnv
from rheinlaender.envs.gymnasium_vector import RheinlaenderVectorEnv
from rheinlaender.envs.pettingzoo import rheinlaender_v0

OF_THE_VECTOR = {"num_envs", "threads", "copy"}


def pair(**settings: Any) -> tuple[RheinlaenderEnv, RheinlaenderVectorEnv]:
    """A single environment and a vector of one."""
    return RheinlaenderEnv(seat=0, **settings), RheinlaenderVectorEnv(1, seat=0, **settings)


def test_settings_are_the_same() -> None:
    """Both are made of the same settings with the same defaults, but for what many games need."""
    single, vector = (inspect.signature(kind).parameters for kind in (RheinlaenderEnv, RheinlaenderVectorEnv))
    assert [name for name in vector if name not in OF_THE_VECTOR] == list(single)
    assert all(vector[name].default == single[name].default for name in single)
    assert RheinlaenderEnv.metadata["render_modes"] == RheinlaenderVectorEnv.metadata["render_modes"]


@pytest.mark.parametrize("form", ["compact", "float"])
@pytest.mark.parametrize("first", [0, 2])
def test_first_observations_are_the_same(form: str, first: int) -> None:
    """In both forms the same seat sees the same of the game of a seed; infos tell the seat and the mask."""
    single, vector = RheinlaenderEnv(seat=first, form=form), RheinlaenderVectorEnv(3, seat=first, form=form)
    one, info = single.reset(seed=5, options={"first": first})
    many, infos = vector.reset(seed=5, options={"first": first})
    assert many in vector.observation_space and one in single.observation_space
    for name in ("observation", "action_mask"):
        assert (many[name][0] == one[name]).all() and many[name].dtype == one[name].dtype
    assert infos["seat"][0] == info["seat"] == first
    assert infos["action_mask"] is many["action_mask"] and info["action_mask"] is one["action_mask"]
    assert (vector.action_masks()[0] == single.action_masks()).all()


def test_infos_after_a_step_are_the_same() -> None:
    """After a step infos tell the seat and the mask as well."""
    single, vector = pair()
    single.reset(seed=5)
    vector.reset(seed=5)
    *_, info = single.step(int(single.action_masks().argmax()))
    *_, infos = vector.step(vector.action_masks().argmax(1))
    assert set(info) == set(infos) == {"seat", "action_mask"}


@pytest.mark.parametrize("opponents", ["random", "knight"])
def test_illegal_actions_of_one(opponents: str) -> None:
    """Unless errors are wished, a random action is done in the place of an illegal one, and the info says so."""
    env = RheinlaenderEnv(opponents=opponents, seat=0)
    wrong: list[Any] = [-1, 954, None, True, 0.5, 10**30]
    for action in wrong:
        env.reset(seed=3)
        before = env.game.positions.tobytes()
        *_, info = env.step(action)
        assert info["illegal_action"] and env.game.positions.tobytes() != before
    *_, info = env.step(int(info["action_mask"].argmax()))
    assert "illegal_action" not in info


def test_illegal_actions_of_many() -> None:
    """The same holds game by game; the games whose actions are legal do these."""
    env, other = (RheinlaenderVectorEnv(4, seat=0) for _ in range(2))
    seen, _ = env.reset(seed=3)
    other.reset(seed=3)
    actions = seen["action_mask"].argmax(1)
    observations, *_ = other.step(actions)
    wrong = np.array([-1, 954])
    actions[[1, 3]] = wrong
    found, *_, infos = env.step(actions)
    assert infos["illegal_action"].tolist() == infos["_illegal_action"].tolist() == [False, True, False, True]
    for game in (0, 2):
        assert (found["observation"][game] == observations["observation"][game]).all()
    *_, infos = env.step(found["action_mask"].argmax(1))
    assert "illegal_action" not in infos


def test_illegal_actions_as_errors() -> None:
    """If errors are wished, nothing changes by an illegal action, in neither form."""
    single, vector = pair(illegal="error")
    single.reset(seed=1)
    vector.reset(seed=1)
    before = single.game.positions.tobytes(), vector.batch.positions.tobytes()
    with pytest.raises(IllegalAction):
        single.step(-1)
    with pytest.raises(IllegalAction):
        vector.step(np.array([-1]))
    assert (single.game.positions.tobytes(), vector.batch.positions.tobytes()) == before


def test_illegal_answers_of_opponents_are_errors() -> None:
    """What the opponents' policy answers must be legal, whatever is done with the own illegal actions."""
    for illegal in ("error", "random"):
        env = RheinlaenderVectorEnv(2, opponents=lambda _, masks: np.full(len(masks), -1), seat=1, illegal=illegal)
        with pytest.raises(IllegalAction):
            env.reset(seed=1)


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_pictures_are_the_same(mode: str) -> None:
    """Both draw what the own seat sees; the vector draws a picture of each game."""
    single, vector = pair(render_mode=mode)
    for env in (single, vector):
        with pytest.raises(NotSetUp):
            env.render()
        env.reset(seed=5)
    assert vector.render() == (single.render(),)
    assert RheinlaenderVectorEnv(1).render_mode is None


def test_first_seats_are_checked() -> None:
    """A first seat that the game does not have is refused in both forms."""
    for env in pair():
        with pytest.raises(WrongFirstSeat):
            env.reset(seed=1, options={"first": 4})


def test_policy_sees_the_form_of_the_environment() -> None:
    """The opponents' policy sees observations in the form that the own seat sees."""
    shapes = []

    def lowest(observations: Any, masks: Any) -> Any:
        shapes.append(observations.shape)
        return masks.argmax(1)

    for form in ("compact", "float"):
        env = RheinlaenderVectorEnv(2, opponents=lowest, seat=1, form=form)
        seen, _ = env.reset(seed=1)
        assert set(shapes) == {seen["observation"].shape}
        shapes.clear()


@pytest.mark.parametrize("form", ["compact", "float"])
@pytest.mark.parametrize("make", [rheinlaender_v0.env, rheinlaender_v0.parallel_env])
def test_state_has_its_space(make: Any, form: str) -> None:
    """PettingZoo's state is in its space."""
    env = make(seats=3, form=form)
    env.reset(seed=2)
    assert env.state() in env.state_space and env.state_space.shape[0] == 3


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("make", [RheinlaenderEnv, rheinlaender_v0.env, rheinlaender_v0.parallel_env])
def test_environments_are_copied(make: Any, copied: Any) -> None:
    """A copy of an environment, or one that was pickled, goes on with the same game by itself."""
    env = make()
    copied(env)
    env.reset(seed=3)
    other = copied(env)
    before, same = env.game.view(), other.game.view()
    assert same == before and other.game.engine is env.game.engine
    action = int(env.game.look(env.game.seat_to_move)[1].argmax())
    for one in (other, env):
        one.step({"player_0": action} if make is rheinlaender_v0.parallel_env else action)
        assert one.game.view() != before and (one is env or env.game.view() == before)
    assert env.game.view() == other.game.view()


def test_questions_before_the_first_reset() -> None:
    """What is asked of PettingZoo's environments before the first reset is refused by name."""
    env = rheinlaender_v0.env()
    for ask in (env.state, env.render, env.last, lambda: env.observe("player_0"), lambda: env.step(0)):
        with pytest.raises(NotSetUp):
            ask()
    assert not hasattr(env, "no_such_part")
    other = rheinlaender_v0.parallel_env()
    for ask in (other.state, other.render, lambda: other.step({})):
        with pytest.raises(NotSetUp):
            ask()


MAKERS = [RheinlaenderEnv, RheinlaenderVectorEnv, rheinlaender_v0.env, rheinlaender_v0.parallel_env]


@pytest.mark.parametrize("make", MAKERS)
def test_human_sees_every_step(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """In the mode "human" the table is printed at the reset, at every step and when it is asked for."""
    env, text = make(render_mode="human"), make(render_mode="ansi")
    for one in (env, text):
        one.reset(seed=2)
    picture = text.render() if make is not RheinlaenderVectorEnv else text.render()[0]
    assert capsys.readouterr().out == f"{picture}\n"
    assert env.render() is None and capsys.readouterr().out == f"{picture}\n"
    mask = env.batch.legal_mask()[0] if make is RheinlaenderVectorEnv else env.game.look(env.game.seat_to_move)[1]
    action = int(mask.argmax())
    env.step(
        {RheinlaenderVectorEnv: np.array([action]), rheinlaender_v0.parallel_env: {"player_0": action}}.get(
            make, action
        )
    )
    shown = capsys.readouterr().out
    assert shown.count("\n") > 10 and shown != f"{picture}\n"


def test_compiling_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The first function that is compiled is told on standard error, and every five seconds how far it is."""
    teller, times = compiling.CompilingTeller(), iter([0.0, 4.0, 5.5, 6.0, 11.0])
    monkeypatch.setattr("rheinlaender.batches.compiling.time.monotonic", lambda: next(times))
    for _ in range(5):
        teller.tell("step_games")
    told = [compiling.FIRST, "... 3 functions in 6 seconds", "... 5 functions in 11 seconds"]
    assert capsys.readouterr().err.splitlines() == told
    monkeypatch.setattr(sys, "stderr", None)
    compiling.say("nobody hears this")


SMALL = """
from rheinlaender.envs.vector import VectorGames
from rheinlaender.rules.compile import word
from rheinlaender.rules.sets import nth_member
print(VectorGames(1).batch.engine.of(nth_member)(word(0b1010), 1))
"""


def test_first_use_says_that_it_compiles(tmp_path: Path) -> None:
    """An environment that finds nothing compiled says so, on a stream of any encoding; the next one is silent."""
    settings = os.environ | {"PYTHONIOENCODING": "ascii", "RHEINLAENDER_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", SMALL]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, check=True, timeout=300, env=settings) for _ in range(2)
    )
    assert first.stdout == second.stdout == "3\n"
    assert first.stderr.startswith("Rheinl?nder compiles its rules, once") and second.stderr == ""


@pytest.mark.parametrize(
    ("module", "package", "wanted"),
    [
        ("gymnasium", "gymnasium", "gymnasium>="),
        ("gymnasium_vector", "gymnasium", "gymnasium>="),
        ("pettingzoo", "pettingzoo", "pettingzoo>="),
        ("openspiel", "pyspiel", "open-spiel>="),
    ],
)
def test_missing_packages_are_named(module: str, package: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package that an environment stands on the command is told that installs it for this very Python."""
    monkeypatch.setattr(rheinlaender, "envs", sys.modules["rheinlaender.envs"])  # importing it again replaces it
    for name in [name for name in sys.modules if name.startswith("rheinlaender.envs")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError) as refused:
        importlib.import_module(f"rheinlaender.envs.{module}")
    command = str(refused.value).split("`")[1]
    assert command.startswith(f"{sys.executable} -m pip install ") and f'"{wanted}' in command
