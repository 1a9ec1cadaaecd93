"""Playing in the terminal: a person at the prompt against computer players."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rheinlaender.bots import make_bot
from rheinlaender.bots.warm import Warming
from rheinlaender.cli.main import main
from rheinlaender.game.game import Game
from rheinlaender.notation.record import read_record

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input is a terminal, and nothing is compiled in the background."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("rheinlaender.cli.play.start_warming", Warming)


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What the person types; after the last line the input ends."""
    waiting: Iterator[str] = iter(lines)

    def answer(prompt: str) -> str:
        print(prompt)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)


def test_a_seat_without_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Who names a seat has it, also where lines come from a program; who names none lets the computer play all."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    type_lines(monkeypatch, "moves")
    assert main(["play", "--seed", "7", "--seat", "b"]) == 0
    assert "You are seat b" in capsys.readouterr().out
    assert main(["play", "--seed", "7"]) == 0
    assert "You are seat" not in capsys.readouterr().out


def test_a_level_is_itself_from_the_first_move() -> None:
    """A player that needs the compiled engine is waited for, and no other plays for it."""
    command = [sys.executable, "-m", "rheinlaender", "play", "--seat", "-", "--level", "search:2", "--seed", "1"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    game = Game.new(4, seed=1)
    bots = {letter: make_bot("search:2", 1, wait=True) for letter in game.seats}
    while not game.is_over:
        game.play(bots[str(game.to_move)].choose(game.view(game.to_move), game.legal_moves()))
    result = game.result()
    assert result is not None
    assert f"Coins: {', '.join(f'{letter} {coins}' for letter, coins in result.coins.items())}." in out


def test_a_turn_with_help_and_undo(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """One can ask for help, moves, consequences and advice, play a turn, and take it back."""
    type_lines(monkeypatch, "?", "moves", "try 4R", "hint", "", "4R", ".", "undo", "show", "rules 2.2", "quit")
    assert main(["play", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    for expected in ("17L settles", "4L 4R 9L", "A good player would consider", "a settles R4 with card 4", "## 2.2"):
        assert expected in out
    assert out.count("Seat a, bastion > ") == 4  # once before the undo, and three times after it
    assert "d draws a card." in out


def test_refusals_say_why_and_where(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """What is not possible is refused in words, in the player's language, and nothing is lost."""
    type_lines(monkeypatch, "54W", "4W", "nonsense", "undo", "rules no_such_code", "save /nowhere/at/all.rhg")
    assert main(["play", "--seed", "7", "--language", "de"]) == 0
    out = capsys.readouterr().out
    assert out.count("2.1") >= 2
    assert "/nowhere/at/all.rhg" in out


def test_a_game_is_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Output) -> None:
    """A game that is saved replays."""
    type_lines(monkeypatch, "4R", "@L13", f"save {tmp_path / 'game.rhg'}", "quit")
    assert main(["play", "--seed", "7"]) == 0
    assert len(read_record((tmp_path / "game.rhg").read_text()).game.turns) >= 4
    assert "Saved as" in capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "de", "nl", "hu"])
def test_the_computer_plays_a_whole_game(language: str, capsys: Output) -> None:
    """With no person at the table the computer plays all seats to the final account, in every language."""
    assert main(["play", "--seat", "-", "--seats", "3", "--seed", "1", "--language", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    totals = {line.split()[0]: int(line.split()[1]) for line in lines if len(line.split()) == 2 and line[:1] in "abc"}
    assert set(totals) >= {"a", "b", "c"}
