"""A search in seats of self-play: as a teacher, as an opponent, as a yardstick."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rheinlaender.i18n import Refusal
from rheinlaender.training.settings import TrainingSettings, read_settings

torch = pytest.importorskip("torch", reason="PyTorch is not installed here: seats of a search were not tried")

from rheinlaender.bots.network import PLAYERS, shipped_network  # noqa: E402
from rheinlaender.cli.main import main  # noqa: E402
from rheinlaender.rules.chance import following, mixed  # noqa: E402
from rheinlaender.rules.compile import compiled  # noqa: E402
from rheinlaender.rules.position import BASTION_PHASE, KNIGHT_PHASE, NAMES  # noqa: E402
from rheinlaender.rules.turn import finish_turn, play  # noqa: E402
from rheinlaender.thinking.network import NETWORK  # noqa: E402
from rheinlaender.training.fields import CpuField, habits_of  # noqa: E402
from rheinlaender.training.run import Run  # noqa: E402
from rheinlaender.training.searches import NODES_A_SIMULATION, tree_of  # noqa: E402
from rheinlaender.training.self_play import RANDOM, SEARCH, word_for  # noqa: E402
from rheinlaender.training.yardsticks import Yardstick  # noqa: E402

GAMES, SIMULATIONS = 6, 8
TABLES = [(3, "parker", 0, 2), (4, "dutch", 2, 4), (5, "short", 4, 6)]


def field_of(name: str, **habits: float) -> CpuField:
    """Some games in which a search has all seats."""
    field = CpuField(GAMES, 1)
    field.set_up(TABLES, np.arange(GAMES, dtype=np.uint64))
    field.use(np.array([shipped_network(PLAYERS)], NETWORK), habits_of(**habits))
    field.search_by(name, SIMULATIONS)
    field.players.fill_(SEARCH)
    return field


def play_by_player(name: str, position: Any, random: int) -> None:
    """Play a turn as the player of this name does whose trees begin with these random words."""
    for phase in (KNIGHT_PHASE, BASTION_PHASE):
        if position["phase"] == phase:
            found = tree_of(name, position, mixed(word_for(random, phase)), SIMULATIONS).children()
            seat = int(position["seat"])
            compiled().of(play)(position, max(found, key=lambda move: (found[move][0], found[move][1][seat])), None)
    compiled().of(finish_turn)(position, None)


@pytest.mark.parametrize("name", NODES_A_SIMULATION)
def test_a_search_makes_the_moves_of_the_player(name: str) -> None:
    """In its seats the knight and the bastion are those that a tree of the player of that name tries most."""
    field = field_of(name)
    expected = field.positions.copy()
    for _ in range(8):
        words = [mixed(following(int(state))) for state in field.randoms]
        field.play(0)
        for position, random in zip(expected, words, strict=True):
            play_by_player(name, position, random)
    assert all((expected[part] == field.positions[part]).all() for part in NAMES)


def test_a_search_blunders_like_everybody() -> None:
    """Where all moves are made by chance it makes no difference that a search has the seats."""
    searched, random = field_of("foresight", blunders=1.0), field_of("foresight")
    random.players.fill_(RANDOM)
    for _ in range(5):
        searched.play(0)
        random.play(0)
    assert all((searched.positions[part] == random.positions[part]).all() for part in NAMES)


def test_more_simulations_win_against_chance() -> None:
    """Three players by chance hardly win a game against a search, and a yardstick says so."""
    yardstick, network = Yardstick(CpuField, 12, 4), np.zeros(1, NETWORK)
    yardstick.field.search_by("foresight", SIMULATIONS)
    assert yardstick.measure([SEARCH, RANDOM, RANDOM, RANDOM], network)[0] > 0.8
    assert yardstick.measure([RANDOM, SEARCH, SEARCH, SEARCH], network)[0] < 0.2


def shares_of_search(folder: Path, **changes: Any) -> list[float]:
    """In which share of the seats a search is, while the network is taught and afterwards."""
    settings = TrainingSettings(games=2000, turns=1, teacher_seconds=10.0, yardstick_games=4, **changes)
    run, shares = Run(settings, folder, "cpu", lambda news: None), list[float]()
    for run.spent in (5.0, 15.0):
        run.seat_players()
        shares.append(float((run.field.players == SEARCH).float().mean()))
    return shares


def test_seats_are_given_as_the_settings_say(tmp_path: Path) -> None:
    """A teacher has all seats, an opponent its share of them, and neither is a search unless that is asked for."""
    assert shares_of_search(tmp_path) == [0.0, 0.0]
    assert shares_of_search(tmp_path, teacher="search") == [1.0, 0.0]
    taught, afterwards = shares_of_search(tmp_path, search_seats=0.2)
    assert taught == 0.0 and abs(afterwards - 0.2) < 0.02


def test_the_command_trains_with_a_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A search teaches, and how often the network wins against three of it is told beside the greedy player."""
    file = tmp_path / "settings.toml"
    numbers = "games = 24\nturns = 40\nminibatch = 64\nyardstick_games = 8\n"
    seats = 'teacher = "search"\nsearch = "search"\nsimulations = 2\nyardstick_simulations = 3\n'
    file.write_text(numbers + seats, encoding="utf-8")
    arguments = ["--settings", str(file), "--seconds", "0.1", "--out", str(tmp_path / "run")]
    assert main(["train", *arguments]) == 0
    told = capsys.readouterr().out
    assert "against greedy" in told and "against search with 3" in told
    assert main(["train", *arguments, "--json"]) == 0
    assert '"search with 3": [' in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "teacher = 'nobody'",
        "teacher = 1",
        "search = 'greedy'",
        "simulations = 0",
        "simulations = 2.5",
        "simulations = 'many'",
        "search_seats = 1.5",
        "search_seats = -0.1",
        "search_seats = nan",
        "yardstick_simulations = -1",
    ],
)
def test_searches_that_there_are_not(tmp_path: Path, text: str) -> None:
    """Another player, no simulations, parts of them, and shares beyond all seats are refused by name."""
    file = tmp_path / "settings.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Refusal, match=text.split()[0]):
        read_settings(file)
