"""Matches: duplicate deals, honest confidence, broken off and taken up again."""

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from rheinlaender.bots.match import MatchPlan, Played, left_to_play, play_game, standing
from rheinlaender.bots.match_file import MatchFile, MatchUnreadable, OtherMatch
from rheinlaender.cli.main import main
from rheinlaender.game.move import Move
from rheinlaender.game.view import View
from rheinlaender.i18n import Refusal
from rheinlaender.notation.record import read_record

PLAN = MatchPlan(("knight", "random", "random"), games=6, seed=5)


def test_every_deal_is_played_in_every_rotation() -> None:
    """The games of one deal have the same first position, and each player sits once on each seat."""
    records = [read_record(play_game(PLAN, number, keep=True).record) for number in range(3)]
    assert len({record.game.first_position.array.tobytes() for record in records}) == 1
    seats = [{record.headers[f"Player{seat}"]: seat for seat in "ABC"}["knight"] for record in records]
    assert sorted(seats) == ["A", "B", "C"]
    assert len(PLAN.numbers) == 6 and len(MatchPlan(PLAN.players, games=7).numbers) == 9


def test_games_are_reproducible() -> None:
    """The same plan and number give the same game."""
    assert play_game(PLAN, 4).coins == play_game(PLAN, 4).coins


def test_greedy_beats_random() -> None:
    """Greedy wins nearly all games against random players."""
    played = [play_game(MatchPlan(("knight", "random", "random"), games=30), number) for number in range(30)]
    row = standing(MatchPlan(("knight", "random", "random"), games=30), played)[0]
    assert row.share >= 0.9 and row.low <= row.share <= row.high and row.rating > 25


def test_shares_add_up_and_confidence_counts_deals() -> None:
    """Shares of victory add up to one; two deals that end alike leave much doubt about the next."""
    plan = MatchPlan(("random", "random", "random"), games=6)
    games = [Played(number, (10, 5, 5), (1.0, 0.0, 0.0), (0.1, 0.1, 0.1), (1, 1, 1)) for number in range(6)]
    rows = standing(plan, games)
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert (rows[0].low, rows[0].high, rows[0].coins) == (0.1649, 1.0, 10.0)
    assert (rows[0].coins_low, rows[0].coins_high) == (10.0, 10.0)


def test_one_deal_has_no_interval_of_coins() -> None:
    """After one deal nothing is known about how far coins spread, and the share may be nearly anything."""
    plan = MatchPlan(("random", "random", "random"), games=3)
    games = [Played(number, (10, 5, 5), (1.0, 0.0, 0.0), (0.1, 0.1, 0.1), (1, 1, 1)) for number in range(3)]
    row = standing(plan, games)[0]
    assert (row.coins_low, row.coins_high) == (None, None) and row.low < 0.25 and row.high == 1.0


def test_a_match_is_taken_up_again(tmp_path: Path) -> None:
    """Games on disk are not played again, and a file of another match is refused."""
    file = MatchFile(tmp_path / "match.jsonl", PLAN)
    file.add(play_game(PLAN, 0))
    again = MatchFile(tmp_path / "match.jsonl", PLAN)
    assert left_to_play(PLAN, again.played) == [1, 2, 3, 4, 5]
    with pytest.raises(OtherMatch):
        MatchFile(tmp_path / "match.jsonl", MatchPlan(("random", "random", "random"), games=6))


def test_what_is_played_before_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match whose games are all played is only told of, and nothing is compiled for it."""
    monkeypatch.setattr("rheinlaender.cli.compiling.compile_apart", lambda *given: pytest.fail("compiled"))
    plan = MatchPlan(PLAN.players, games=3, seed=0)
    file = MatchFile(tmp_path / "match.jsonl", plan)
    for number in plan.numbers:
        file.add(Played(number, (10, 5, 5), (1.0, 0.0, 0.0), (0.1, 0.1, 0.1), (1, 1, 1)))
    assert main(["match", *PLAN.players, "--games", "3", "--json", "--out", str(tmp_path / "match.jsonl")]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 3


@pytest.mark.parametrize("left", [0, 1, 30, 81, 83, 150])
def test_a_torn_last_line_is_played_again(tmp_path: Path, left: int) -> None:
    """A process that is killed while it writes loses the line that it was writing, and nothing else."""
    path = tmp_path / "match.jsonl"
    file = MatchFile(path, PLAN)
    for number in (0, 1):
        file.add(Played(number, (10, 5, 5), (1.0, 0.0, 0.0), (0.1, 0.1, 0.1), (1, 1, 1)))
    path.write_bytes(path.read_bytes()[:left])
    again = MatchFile(path, PLAN)
    again.add(Played(5, (10, 5, 5), (1.0, 0.0, 0.0), (0.1, 0.1, 0.1), (1, 1, 1)))
    assert MatchFile(path, PLAN).played == again.played


@pytest.mark.parametrize(
    "foreign",
    [
        b"precious",
        b"precious\n",
        b"\xff\xfe\x00\n",
        b"{}\n",
        b"[1]\n",
        b'{"type":"setup"}\n{}\n',
        b"[" * 100_000 + b"\n",
    ],
)
def test_a_foreign_file_is_refused_and_kept(tmp_path: Path, foreign: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that some other program wrote is refused in one line, and not a byte of it is changed."""
    path = tmp_path / "precious"
    path.write_bytes(foreign)
    assert main(["match", "random", "random", "random", "--out", str(path), "--games", "3"]) == 2
    assert "[match_unreadable]" in capsys.readouterr().err and path.read_bytes() == foreign


@pytest.mark.parametrize("line", ["{}", '{"number": 1, "coins": [1]}', "1", "games"])
def test_a_line_that_is_no_game_is_refused(tmp_path: Path, line: str) -> None:
    """A line in the middle that is not a game is refused by its number."""
    path = tmp_path / "match.jsonl"
    MatchFile(path, PLAN)
    path.write_text(path.read_text() + line + "\n", encoding="utf-8")
    with pytest.raises(MatchUnreadable, match="line 2"):
        MatchFile(path, PLAN)


class Fool:
    """A bot that crashes at every move."""

    name = "fool"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """Fail."""
        raise RuntimeError("no idea")


def test_failures_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What greedy played for a bot that fails is counted, shown in table and JSON, and is no success."""
    monkeypatch.setattr("rheinlaender.bots.registry.registered", lambda: {"fool": SimpleNamespace(load=lambda: Fool)})
    words = ["match", "fool", "random", "random", "--games", "3", "--processes", "1"]
    assert main([*words, "--json"]) == 1
    failures = [row["failures"] for row in json.loads(capsys.readouterr().out)["players"]]
    assert failures[0] > 30 and failures[1:] == [0, 0]
    assert main(words) == 1
    assert str(failures[0]) in capsys.readouterr().out


def test_match_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command plays, keeps records, draws, and prints one row for each named player in the order given."""
    words = ["match", "squire", "random", "random", "--games", "3", "--processes", "1", "--json"]
    words += [
        "--records",
        str(tmp_path / "games"),
        "--picture",
        str(tmp_path / "m.svg"),
        "--out",
        str(tmp_path / "m.jsonl"),
    ]
    assert main(words) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["games"] == 3 and [row["name"] for row in result["players"]] == ["squire", "random", "random"]
    assert {"share", "low", "high", "coins", "rating", "seconds_per_move"} <= set(result["players"][0])
    assert len(list((tmp_path / "games").glob("*.rhg"))) == 3
    for record in (tmp_path / "games").glob("*.rhg"):
        assert read_record(record.read_text()).game.is_over


@pytest.mark.parametrize(
    "words",
    [
        ["match", "bishop", "random", "random"],
        ["match", "random", "random"],
        ["match", "random", "random", "random", "--seats", "4"],
        ["match", "random", "random", "random", "--games", "0"],
        ["match", "random", "random", "random", "--preset", "monopoly"],
        ["match", "random", "random", "random", "--out", "/nowhere/at/all.jsonl"],
        ["match", "random", "random", "random", "--patience", "0"],
        ["match", "random", "random", "random", "--patience", "nan"],
        ["match", "search@0", "random", "random"],
        ["analyse", "rh1 seats=3 phase=over"],
        ["analyse", "rh1 seats=9"],
        ["analyse", "rh1 seats=3", "--seconds", "0"],
        ["analyse", "rh1 seats=3", "--simulations", "0"],
    ],
)
def test_bad_input_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown bots, impossible seats, finished positions, no time and unwritable files: status 2 and one clear line."""
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("rheinlaender: ") and "Traceback" not in error


def test_analyse_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The analysis lists moves with share of victory, visits and reasons, the most tried first."""
    assert main(["analyse", "rh1 seats=3 knights=a:L21,L22 dukes=L21:a", "--simulations", "300", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows == sorted(rows, key=lambda row: -row["visits"])
    assert all(row["why"] and row["move"] for row in rows)
    assert main(["analyse", "rh1 seats=3", "--simulations", "50"]) == 0


def test_refusals_are_refusals() -> None:
    """An impossible plan is refused when it is made."""
    with pytest.raises(Refusal):
        MatchPlan(("random",), games=1)
