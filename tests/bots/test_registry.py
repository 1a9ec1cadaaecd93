"""Computer players of others: registered by a package, or named by the place where they are."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rheinlaender.bots import make_bot, registry
from rheinlaender.bots.bot import BotUnusable
from rheinlaender.cli.main import main

MODULE = """
class Clerk:
    name = "clerk"

    def __init__(self, seed=0):
        self.seed = seed

    def choose(self, view, legal_moves, deadline=None):
        return legal_moves[0]


class Unwilling(Clerk):
    def __init__(self, seed):
        raise RuntimeError("not today")


class Leaving(Clerk):
    def __init__(self, seed):
        raise SystemExit


class Mute:
    def __init__(self, seed):
        pass
"""
FAULTS = {
    "clerks_of_the_test:Nobody": "AttributeError",
    "nowhere_at_all:Clerk": "ModuleNotFoundError",
    "clerks_of_the_test:Unwilling": "RuntimeError: not today",
    "clerks_of_the_test:Leaving": "SystemExit",
    "clerks_of_the_test:Mute": "it has no name or no method choose",
    "torn_of_the_test:Clerk": "SyntaxError",
}


@pytest.fixture(autouse=True)
def in_a_folder_with_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The present folder holds modules with bots, good and bad."""
    (tmp_path / "clerks_of_the_test.py").write_text(MODULE, encoding="ascii")
    (tmp_path / "torn_of_the_test.py").write_text("class Clerk(", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize("place", FAULTS)
@pytest.mark.parametrize("is_registered", [True, False])
def test_faulty_bots_are_refused(place: str, is_registered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that cannot be imported or made, or is none, is refused with what is wrong."""
    if is_registered:
        points = {"faulty": EntryPoint("faulty", place, registry.ENTRY_POINT)}
        monkeypatch.setattr(registry, "registered", lambda: points)
    with pytest.raises(BotUnusable) as refused:
        make_bot("faulty" if is_registered else place)
    assert FAULTS[place] in str(refused.value)


def test_a_bot_by_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot of the present folder plays a match and at the terminal, without being installed."""
    words = ["match", "clerks_of_the_test:Clerk", "random", "random", "--games", "3", "--processes", "2", "--json"]
    assert main(words) == 0
    assert '"name": "clerks_of_the_test:Clerk"' in capsys.readouterr().out
    assert main(["play", "--seat", "-", "--level", "clerks_of_the_test:Clerk", "--seats", "3", "--seed", "1"]) == 0
    assert main(["play", "--level", "clerks_of_the_test:Nobody"]) == 2
    assert main(["play", "--level", "bishop"]) == 2
