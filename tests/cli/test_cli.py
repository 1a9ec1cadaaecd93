"""The command line: every command, as a call."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import rheinlaender
from rheinlaender.board.board import RHINE
from rheinlaender.cli import bench
from rheinlaender.cli.main import COMMANDS, main
from rheinlaender.notation.position import read_position
from rheinlaender.notation.record import read_record
from tests.setting import ARCHBISHOP, ENGINE, board_document

GAMES = Path(__file__).parents[1] / "games"
GAME = str(GAMES / "3-parker-cluster.rhg")

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak English, whatever the machine speaks."""
    for name in ("LANGUAGE", "LC_ALL", "LANG"):
        monkeypatch.setenv(name, "C")


def give(monkeypatch: pytest.MonkeyPatch, content: str | bytes) -> None:
    """Put something on standard input."""
    data = content.encode() if isinstance(content, str) else content
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_version(capsys: Output) -> None:
    """`--version` tells the version."""
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out == f"rheinlaender {rheinlaender.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str, capsys: Output) -> None:
    """Every command explains itself."""
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0 and f"rheinlaender {command}" in capsys.readouterr().out


def test_new(capsys: Output) -> None:
    """`new` prints a first position; the seed decides it."""
    assert main(["new", "--seats", "5", "--seed", "7", "--first", "c", "--preset", "short,coins:open"]) == 0
    text = capsys.readouterr().out.strip()
    assert read_position(ENGINE, text).seats == 5
    assert text.startswith("rh1 seats=5 options=parker,") and " first=c " in text
    main(["new", "--seats", "5", "--seed", "7", "--first", "c", "--preset", "short,coins:open"])
    assert capsys.readouterr().out.strip() == text
    assert main(["new"]) == 0


def test_new_record(capsys: Output) -> None:
    """`new --record` prints the beginning of a record with its seed."""
    assert main(["new", "--record", "--seed", "7"]) == 0
    record = read_record(capsys.readouterr().out)
    assert record.headers["Seed"] == "7" and record.game.turns == []


def test_show(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`show` draws a position, given as an argument, in a file or on standard input, as a seat sees it."""
    assert main(["show", ARCHBISHOP, "--seat", "a"]) == 0
    shown = capsys.readouterr().out
    assert "Hand: 12 13 20 23 50" in shown and "~37~~38~" in shown and "\x1b" not in shown
    (tmp_path / "position.txt").write_text(f"{ARCHBISHOP}\n", encoding="ascii")
    assert main(["show", str(tmp_path / "position.txt"), "--seat", "a"]) == 0
    assert capsys.readouterr().out == shown
    give(monkeypatch, f"{ARCHBISHOP}\n")
    assert main(["show", "--seat", "a"]) == 0
    assert capsys.readouterr().out == shown
    assert main(["show", ARCHBISHOP]) == 0
    assert "Hand" not in capsys.readouterr().out


def test_show_a_view(capsys: Output) -> None:
    """`show` draws what one seat sees of a position, too."""
    assert main(["show", "rh1 seats=3 hands=a:1,2,3,4,5/b:?5/c:?5 deck=?40"]) == 0
    assert "Hand: 1 2 3 4 5" in capsys.readouterr().out


def test_show_as_drawing(capsys: Output, tmp_path: Path) -> None:
    """`show --svg` draws a picture into a file or on standard output."""
    assert main(["show", ARCHBISHOP, "--svg", str(tmp_path / "board.svg")]) == 0
    assert main(["show", ARCHBISHOP, "--svg", "-"]) == 0
    out = capsys.readouterr().out
    assert out.lstrip().startswith("<svg") and (tmp_path / "board.svg").read_text(encoding="utf-8") == out


def test_replay(capsys: Output) -> None:
    """`replay` checks a game, tells every turn and ends with the result."""
    assert main(["replay", GAME]) == 0
    lines = capsys.readouterr().out.rstrip().split("\n")
    assert lines[0].startswith("  1 ") and "settles" in lines[0]
    assert lines[-1].startswith("Over after ") and "Won by" in lines[-1]
    assert main(["replay", GAME, "--quiet"]) == 0
    assert capsys.readouterr().out.strip() == lines[-1]


def test_replay_of_every_game(capsys: Output) -> None:
    """Every recorded game is found right."""
    for path in sorted(GAMES.glob("*.rhg")):
        assert main(["replay", str(path), "--quiet"]) == 0
    assert "Won by" in capsys.readouterr().out


def test_replay_in_steps(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """`replay --at` stops after a turn, `--step` shows every turn and waits for the reader."""
    assert main(["replay", GAME, "--at", "2"]) == 0
    assert capsys.readouterr().out.count("plays") == 0
    assert main(["replay", GAME, "--at", "-3"]) == 0
    capsys.readouterr()
    assert main(["replay", GAME, "--at", "2", "--step"]) == 0
    assert capsys.readouterr().out.count(" knights  bastions") == 2
    give(monkeypatch, "")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    answers = iter(["", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert main(["replay", GAME, "--step"]) == 0
    assert capsys.readouterr().out.count(" knights  bastions") == 2


def test_replay_of_a_running_game(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that goes on is told as such, also from standard input."""
    main(["new", "--record", "--seed", "7"])
    give(monkeypatch, capsys.readouterr().out)
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out.strip().endswith("The game is going on after 0 turns.")


def test_trace(capsys: Output, tmp_path: Path) -> None:
    """`trace` writes games, `--check` finds nothing in them, and what is changed it finds: exit status 1."""
    path = tmp_path / "trace.jsonl"
    options = ["trace", "--games", "2", "--seats", "3", "--preset", "hungarian", "--seed", "5", "--style", "cluster"]
    assert main([*options, "--out", str(path)]) == 0
    assert main(options) == 0
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [row["game"] for row in rows if row["type"] == "setup"] == [0, 1]
    assert main(["trace", "--check", str(path)]) == 0
    assert capsys.readouterr().out == "2 games checked, 0 differ\n"
    rows[-1]["winners"] = []
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert main(["trace", "--check", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("game 1, turn ") and out.endswith("2 games checked, 1 differ\n")


def test_no_games(capsys: Output, tmp_path: Path) -> None:
    """No games make no file."""
    assert main(["trace", "--games", "0", "--out", str(tmp_path / "none.jsonl")]) == 0
    assert not (tmp_path / "none.jsonl").exists() and capsys.readouterr().out == ""


def test_board_check(capsys: Output, tmp_path: Path) -> None:
    """`board check` tells every fact by name, and what is wrong: exit status 2."""
    assert main(["board", "check"]) == 0
    out = capsys.readouterr().out
    assert "holds  there is one island" in out and "fails" not in out
    assert main(["board", "check", str(RHINE)]) == 0
    document = board_document()
    document["neighbours"]["L1"].remove("L2")
    (tmp_path / "board.json").write_text(json.dumps(document), encoding="utf-8")
    capsys.readouterr()
    assert main(["board", "check", str(tmp_path / "board.json")]) == 2
    out = capsys.readouterr().out
    assert "fails  neighbours are mutual\n       - L2 has the neighbour L1, but L1 does not have L2" in out


def test_games_on_another_board(capsys: Output, tmp_path: Path) -> None:
    """`--board` lets every command use another board."""
    document = board_document()
    document["sites"]["E"], document["sites"]["F"] = document["sites"]["F"], document["sites"]["E"]
    path = tmp_path / "board.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert main(["new", "--record", "--board", str(path), "--seed", "1"]) == 0
    record = tmp_path / "game.rhg"
    record.write_text(capsys.readouterr().out, encoding="ascii")
    assert main(["replay", str(record), "--board", str(path)]) == 0
    assert main(["replay", str(record)]) == 2
    assert "wrong_record" in capsys.readouterr().err


def test_rules(capsys: Output) -> None:
    """`rules` prints the section that a code cites, a section by its number, or the list of both."""
    assert main(["rules", "field_occupied"]) == 0
    cited = capsys.readouterr().out
    assert main(["rules", "2.1"]) == 0
    assert capsys.readouterr().out == cited and "2.1" in cited.split("\n")[0]
    assert main(["rules", "2.1.1"]) == 0
    clause = capsys.readouterr().out
    assert clause.startswith("### 2.1.1 ") and "2.1.2" not in clause and "](" not in clause
    assert main(["rules", "river_not_open"]) == 0
    assert capsys.readouterr().out == clause
    assert main(["rules"]) == 0
    out = capsys.readouterr().out
    assert "field_occupied" in out and out.count("\n") > 8
    chapters = [int(line.split()[0]) for line in out.splitlines() if line[:1].isdigit()]
    assert chapters == list(range(1, 11)) and "\n    2.1.1 " in out


@pytest.mark.parametrize("language", ["en", "de", "nl", "hu"])
def test_rules_tell_their_examples(language: str, capsys: Output) -> None:
    """A position that is a test is printed for readers: moves, and what then holds, in words."""
    assert main(["rules", "4.2", "--language", language]) == 0
    out = capsys.readouterr().out
    assert "```" not in out
    assert "\n    rh1 seats=3 " in out and "\n    b: 11L .\n    - " in out
    for number in [str(chapter) for chapter in range(1, 11)]:
        assert main(["rules", number, "--language", language]) == 0
    assert "```position" not in capsys.readouterr().out


def test_bench(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """`bench` prints a table, or JSON with at least the rates, the size and the times to start."""
    measured: dict[str, Any] = {
        "turns_per_second": {"3": 3, "4": 4, "5": 5},
        "games_per_second": {"3": 1, "4": 1, "5": 1},
        "interpreted_turns_per_second": 2,
        "record_bytes": 1000,
    }
    monkeypatch.setattr(bench, "_start_seconds", lambda: (30.0, 1.0))
    monkeypatch.setattr(bench, "_measure", lambda seconds: dict(measured))
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == measured | {"cold_compile_seconds": 30.0, "warm_start_seconds": 1.0}
    assert main(["bench"]) == 0
    assert "turns/s" in capsys.readouterr().out


def test_interpreted_rate() -> None:
    """The interpreted rate is measured by playing."""
    assert bench.interpreted_rate(0.01) > 0
