"""What is shown while a command works, and what a table says of what is not known."""

import pytest

from rheinlaender.bots.bot import Candidate
from rheinlaender.cli import analyse, terminal
from rheinlaender.game.move import Settle

Output = pytest.CaptureFixture[str]


def test_progress_without_a_terminal(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no terminal a line tells now and then how far it is, on standard error."""
    now = iter(range(0, 1000, 6))
    monkeypatch.setattr("time.monotonic", lambda: float(next(now)))
    shown = list(terminal.progress(iter("abcdef"), 8, "Playing", done=2, describe=lambda: "knight 50%"))
    output = capsys.readouterr()
    assert shown == list("abcdef") and output.out == ""
    lines = output.err.splitlines()
    assert lines and all(line.startswith("Playing: ") and line.endswith(" of 8  knight 50%") for line in lines)


def test_short_work_is_silent(capsys: Output) -> None:
    """What is done at once needs no progress."""
    assert list(terminal.progress(range(3), 3, "Playing")) == [0, 1, 2]
    assert capsys.readouterr().err == ""


def test_moves_that_were_never_tried() -> None:
    """Of a move that was not tried nothing is known; it is not lost for certain."""
    move = Settle(5, "L")
    assert analyse.share_in_words(Candidate(move, 0.0, (0.0,), 0)) == "-"
    assert analyse.share_in_words(Candidate(move, 0.0, (0.0,), 3)) == "0.0% ±17.9%"


def test_nothing_of_a_table_is_left_out(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal of 80 columns every number of a table is whole, and a long name goes on in the next line."""
    monkeypatch.setenv("COLUMNS", "80")
    columns = ["player", "victories", "95 %", "coins", "95 %", "rating", "s/move", "failures"]
    numbers = ["100.0%", "97%-100%", "138.0", "28.8-137.2", "28.8", "0.002", "12000"]
    terminal.table("400 games", columns, [["engine:./my_bot --flag", *numbers]])
    shown = capsys.readouterr().out
    assert all(word in shown for word in columns + numbers)
    assert "engine" in shown and "--flag" in shown and max(map(len, shown.splitlines())) <= 80
