"""The mine: a file that is taken up again, one result for one seed, and clear words for what cannot be read."""

import os
from pathlib import Path

import numpy as np
import pytest

from rheinlaender.cli.main import main
from rheinlaender.review.puzzles.mine_file import MineFile, MineUnreadable, OtherMine
from rheinlaender.review.puzzles.mining import MinePlan, lead, play_strongly
from rheinlaender.review.puzzles.place import decisions_of
from rheinlaender.review.puzzles.rating import HIGHEST, LOWEST, rating_of
from rheinlaender.review.puzzles.shipped import shipped_puzzles

IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))
PLAN = MinePlan(5)
SOME = list(shipped_puzzles().values())[:3]


def test_a_mine_is_taken_up_again(tmp_path: Path) -> None:
    """What was found is read again; a line that was torn when somebody pulled the plug is forgotten."""
    path = tmp_path / "mine.jsonl"
    file = MineFile(path, PLAN)
    file.add(3, SOME[:2])
    file.add(1, SOME[2:])
    with path.open("ab") as torn:
        torn.write(b'{"game": 2, "puz')
    again = MineFile(path, PLAN)
    assert again.games == {3: SOME[:2], 1: SOME[2:]}
    assert again.puzzles == [*SOME[2:], *SOME[:2]]
    again.add(2, [])
    assert MineFile(path, PLAN).games == {**again.games}


def test_other_mines_are_left_alone(tmp_path: Path) -> None:
    """A file of another seed, of another kind or with a broken line is refused, and stays as it is."""
    path = tmp_path / "mine.jsonl"
    MineFile(path, PLAN).add(0, SOME)
    with pytest.raises(OtherMine):
        MineFile(path, MinePlan(6))
    with pytest.raises(OtherMine):
        MineFile(path, MinePlan(5, "dutch"))
    for content in ("precious", "precious\n", '{"players": []}\n', path.read_text() + '{"game": 1}\n', "[]\n"):
        other = tmp_path / "other"
        other.write_text(content)
        with pytest.raises(MineUnreadable):
            MineFile(other, PLAN)
        assert other.read_text() == content


@pytest.mark.parametrize(
    "words",
    [
        ["--games", "0", "--out", "x"],
        ["--games", "1", "--preset", "martian", "--out", "x"],
        ["--games", "1", "--seed", "-1", "--out", "x"],
        ["--games", "1", "--out", "no/such/folder/x"],
    ],
)
def test_wrong_calls_are_refused(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A clear line, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert main(["mine", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith("rheinlaender: ") and told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_what_is_mined_before_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mine whose games are all searched is only told of, and nothing is compiled for it."""
    monkeypatch.setattr("rheinlaender.cli.compiling.compile_apart", lambda *given: pytest.fail("compiled"))
    path = tmp_path / "mine.jsonl"
    MineFile(path, MinePlan(0)).add(0, SOME)
    before = path.read_bytes()
    assert main(["mine", "--games", "1", "--processes", "1", "--out", str(path)]) == 0
    assert capsys.readouterr().out.startswith("3 puzzles in 1 games\n")
    assert path.read_bytes() == before


@pytest.mark.skipif(not IS_LONG, reason="in `make puzzles-test`")
def test_one_seed_one_mine(tmp_path: Path) -> None:
    """By one process or two, at once or in two goes: the same puzzles."""
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert main(["mine", "--games", "4", "--seed", "1", "--processes", "2", "--out", str(whole)]) == 0
    for games in ("2", "4"):
        assert main(["mine", "--games", games, "--seed", "1", "--processes", "1", "--out", str(parts)]) == 0
    plan = MinePlan(1)
    assert MineFile(whole, plan).games == MineFile(parts, plan).games
    assert MineFile(whole, plan).puzzles


@pytest.mark.skipif(not IS_LONG, reason="in `make puzzles-test`")
def test_what_others_did_is_known() -> None:
    """A place tells the last card move of each other seat, as the seat could see it, and nothing that is hidden."""
    game = play_strongly(MinePlan(3), 0)
    for number, met in enumerate(decisions_of(game)):
        place = met.place()
        assert len(place.told) == min(len(game.seats) - 1, met.game.turn)
        for told in place.told if number % 10 == 0 else ():
            assert told.position.count("?") == len(game.seats)


def test_a_lead_leaves_out_what_is_as_good() -> None:
    """Moves within the tolerance are no rivals."""
    assert lead(np.array([0.3, 0.299, 0.25]), 0.005) == pytest.approx(0.05)
    assert lead(np.array([0.3, 0.299]), 0.005) == 0.0


def test_ratings_rise_with_difficulty() -> None:
    """A puzzle is harder that fewer players find, that the evaluation dislikes, and whose second move loses less."""
    values = np.array([0.0, 3.0, 5.0])
    right = [True, False, False]
    usual = rating_of(values, right, [True, False], 0.06)
    assert rating_of(values, right, [False, False], 0.06) > usual > rating_of(values, right, [True, True], 0.06)
    assert rating_of(values, right, [True, False], 0.03) == usual + 150
    assert rating_of(np.array([4.9, 3.0, 5.0]), right, [True, False], 0.06) < usual
    assert rating_of(values, right, [True] * 20, 0.9) >= LOWEST
    assert rating_of(values, right, [False] * 20, 0.03) <= HIGHEST
