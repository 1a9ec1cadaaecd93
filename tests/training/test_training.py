"""Training: the same games on every device, targets as the theory has them, and a network that gets better."""

import os
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rheinlaender.bots.network import shipped_network
from rheinlaender.cli.main import main
from rheinlaender.i18n import Refusal
from rheinlaender.training.settings import TrainingSettings, read_settings

torch = pytest.importorskip("torch", reason="PyTorch is not installed here: training was not tried")

from rheinlaender.thinking.network import NETWORK  # noqa: E402
from rheinlaender.training.fields import CpuField, habits_of  # noqa: E402
from rheinlaender.training.learner import Network, targets_of  # noqa: E402
from rheinlaender.training.run import Run, tables_of  # noqa: E402
from rheinlaender.training.self_play import GREEDY, RANDOM  # noqa: E402
from rheinlaender.training.yardsticks import Yardstick  # noqa: E402


def played_field() -> CpuField:
    """Some games of all seat counts and presets after some turns by the shipped network."""
    field = CpuField(24, 12)
    field.set_up(tables_of(24), np.arange(24, dtype=np.uint64))
    field.use(np.array([shipped_network()], NETWORK), habits_of(greed=0.01, temperature=0.02, bastions=4, restart=1))
    for turn in range(12):
        field.play(turn)
    return field


def test_torch_and_compiled_judge_alike() -> None:
    """The network that learns and the one that plays are the same: shares agree to one part in ten thousand."""
    field = played_field()
    network = Network().read(np.array([shipped_network()], NETWORK))
    chosen = torch.arange(24 * 12)
    rows, owners, seats = field.describe(chosen)
    logits, leads = network(rows, owners, seats)
    there = seats[..., -1] > 0
    shares = logits.masked_fill(~there, -1e9).softmax(1).detach()
    found = field.found.reshape(-1, 2, 5)
    ordinary = (found[:, 0].max(1).values < 1.0).nonzero()[:, 0]
    assert len(ordinary) > 200
    assert torch.allclose(shares[ordinary], found[ordinary, 0], atol=1e-4)
    assert torch.allclose((leads * 16 * there)[ordinary].detach(), found[ordinary, 1], atol=1e-2)


def test_weights_go_both_ways() -> None:
    """Weights that are read into PyTorch and written again are the same bytes."""
    record = np.array([shipped_network()], NETWORK)
    assert Network().read(record).write().tobytes() == record.tobytes()


def test_the_same_seed_plays_the_same_games() -> None:
    """Self-play is decided by its seeds."""
    assert played_field().positions.tobytes() == played_field().positions.tobytes()


def test_targets() -> None:
    """A result is the target of the turn that ended the game; before it, a mix of what was found and what came."""
    found = torch.arange(3, dtype=torch.float32)[:, None, None, None].expand(3, 1, 2, 5).contiguous()
    results, ended = torch.full((3, 1, 2, 5), 9.0), torch.tensor([[0], [1], [0]])
    targets, certain = targets_of(found, results, ended, 0.5)
    assert targets[:, 0, 0, 0].tolist() == [0.5 * 1 + 0.5 * 9, 9.0, 2.0]
    assert certain[:, 0].tolist() == [0.5, 1.0, 0.0]


def test_yardsticks_know_strong_from_weak() -> None:
    """The greedy player wins nearly all of its games against chance, chance hardly one against the greedy player."""
    yardstick, network = Yardstick(CpuField, 24, 3), np.zeros(1, NETWORK)
    assert yardstick.measure([GREEDY, RANDOM, RANDOM], network)[0] > 0.9
    assert yardstick.measure([RANDOM, GREEDY, GREEDY], network)[0] < 0.1


def small(folder: Path, seconds: float) -> Run:
    """A run that is over in moments."""
    settings = TrainingSettings(
        seconds=seconds, games=24, turns=90, minibatch=64, teacher_seconds=seconds, yardstick_games=12
    )
    return Run(settings, folder, "cpu", lambda news: None)


def test_a_run_is_kept_and_taken_up(tmp_path: Path) -> None:
    """What was learned is in the checkpoint; another run goes on from there."""
    first = small(tmp_path, 0.5)
    first.go()
    assert first.decisions > 0 and (tmp_path / "checkpoint.pt").exists()
    second = small(tmp_path, 0.5)
    second.take_up()
    assert second.decisions == first.decisions
    assert second.average.write().tobytes() == first.average.write().tobytes()


def test_a_run_that_is_taken_up_measures_at_its_intervals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 450 seconds of 1,000 it catches up on nothing: it measures every hundred seconds, and at the end."""
    run, measured, clock = small(tmp_path, 1000.0), list[float](), count(0, 5)
    run.settings, run.spent = replace(run.settings, yardstick_every=100.0), 450.0
    monkeypatch.setattr("rheinlaender.training.run.time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    for name in ("play", "keep"):
        monkeypatch.setattr(run, name, lambda: None)
    monkeypatch.setattr(run, "learn", lambda began: None)
    monkeypatch.setattr(run, "measure", lambda: measured.append(run.spent))
    run.go()
    assert measured == [500.0, 600.0, 700.0, 800.0, 900.0, 1000.0]


def test_settings_that_there_are_not(tmp_path: Path) -> None:
    """A setting of another name or type is refused by name, by the command too."""
    file = tmp_path / "settings.toml"
    for text in ("speed = 3", "games = 'many'", "games = true"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(Refusal, match=r"speed|games"):
            read_settings(file)
        assert main(["train", "--settings", str(file), "--out", str(tmp_path / "run")]) == 2


@pytest.mark.skipif("RHEINLAENDER_LONG" not in os.environ, reason="takes minutes: make train-test")
def test_two_minutes_make_a_player(tmp_path: Path) -> None:
    """A run of two minutes on a CPU, from nothing, is far better than where it began."""
    settings = TrainingSettings(
        seconds=120, games=200, turns=90, minibatch=512, teacher_seconds=100, passes=4, average=0.98
    )
    run = Run(settings, tmp_path, "cpu", lambda news: None)
    yardstick, start = Yardstick(CpuField, 80, 4), run.average.write()
    run.go()
    share, error = yardstick.measure([0, 1, 1, 1], np.concatenate([run.average.write(), start]), greed=0.01)
    assert share - 2 * error > 0.5
