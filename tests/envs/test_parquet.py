"""Parquet: the games of `trace` for learners, written and read again, in parts that are there as a whole or not."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyarrow", reason="NOT TESTED: PyArrow is not installed (extra parquet)")

from rheinlaender.batches.cpu import Batch
from rheinlaender.cli.main import main
from rheinlaender.envs import parquet
from rheinlaender.envs.parquet import NoTrace, read_decisions, read_games, settings_of_folder
from rheinlaender.notation.record import read_record
from rheinlaender.notation.trace import trace_game

WORDS = ["trace", "--games", "7", "--seats", "3", "--preset", "short", "--seed", "5"]


@pytest.fixture(scope="module", autouse=True)
def _small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parquet, "GAMES_OF_A_PART", 3)
        yield


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.*"))}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with seven games in three parts, which nobody changes."""
    folder = tmp_path_factory.mktemp("written") / "games"
    assert main([*WORDS, "--parquet", str(folder)]) == 0
    return folder


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    """A folder with seven games in three parts."""
    return Path(shutil.copytree(written, tmp_path / "games"))


def test_games_replay(folder: Path) -> None:
    """Every game is there with a record that replays to its coins, and is that of the same trace in JSON Lines."""
    found = list(read_games(folder))
    assert [game["game"] for game in found] == list(range(7)) and settings_of_folder(folder)["seed"] == 5
    for row in found:
        game = read_record(row["record"]).game
        result = game.result()
        assert result is not None and list(result.coins.values()) == row["coins"]
        assert len(game.turns) == row["turns"] and sum(row["shares"]) == pytest.approx(1.0)
    told = trace_game(3, parquet_options(), 5, 4, "uniform")
    moves = [row["move"] for row in told if row["type"] == "decision"]
    assert moves == [str(move) for turn in read_record(found[4]["record"]).game.turns for move in turn.moves]


def parquet_options() -> Any:
    from rheinlaender.game.options import read_options

    return read_options("short")


def test_decisions_are_what_a_batch_shows(folder: Path) -> None:
    """Observations, masks and actions are those of a batch that plays the same games; rewards sum up to 1 a game."""
    parts = list(read_decisions(folder))
    assert [len(set(part.games)) for part in parts] == [3, 3, 1]
    seeds = [game["seed"] for game in read_games(folder)]
    batch = Batch(1, 3, "short")
    for part in parts:
        for game in sorted(set(part.games)):
            own = part.games == game
            batch.reset([seeds[game]])
            for row in np.flatnonzero(own):
                masks, seen = batch.see()
                assert (part.masks[row] == masks[0]).all() and (part.observations[row] == seen[0]).all()
                assert part.seats[row] == batch.seats_to_move[0]
                batch.step([part.actions[row]])
            assert batch.positions["phase"][0] == Batch(1).positions["phase"][0], "the game is over"
            assert part.rewards[own].sum() == pytest.approx(1.0) and part.ends[own].sum() == 3


def test_interrupted_games_go_on(folder: Path, tmp_path: Path) -> None:
    """What was interrupted goes on where it stopped, also to more games, and is the same as in one go."""
    whole, half = files(folder), tmp_path / "half"
    assert main([*WORDS, "--parquet", str(half), "--games", "3"]) == 0
    (half / "decisions" / ".000000000003.parquet.part").write_text("torn", encoding="ascii")
    kept = (half / "games" / "000000000000.parquet").stat().st_mtime_ns
    assert main([*WORDS[:-2], "--parquet", str(half)]) == 0, "the seed is the folder's own"
    assert {name: text for name, text in files(half).items() if not name.endswith(".part")} == whole
    assert (half / "games" / "000000000000.parquet").stat().st_mtime_ns == kept


def test_a_part_without_games_is_not_read(folder: Path) -> None:
    """A part whose games were not written yet is not there for readers, and is written anew."""
    (folder / "games" / "000000000003.parquet").unlink()
    assert [game["game"] for game in read_games(folder)] == [0, 1, 2, 6]
    assert [len(set(part.games)) for part in read_decisions(folder)] == [3, 1]
    assert main([*WORDS, "--parquet", str(folder)]) == 0
    assert len(list(read_games(folder))) == 7


def test_computer_players_play(tmp_path: Path) -> None:
    """Games may be played by computer players, one for all seats or one for each."""
    assert main([*WORDS, "--games", "1", "--players", "knight", "--parquet", str(tmp_path / "one")]) == 0
    assert next(read_games(tmp_path / "one"))["players"] == ["knight"] * 3
    mixed = ["--players", "random", "knight", "squire"]
    assert main([*WORDS, "--games", "1", *mixed, "--parquet", str(tmp_path / "mixed")]) == 0
    assert next(read_games(tmp_path / "mixed"))["players"] == mixed[1:]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--seed", "6"], "parquet_of_others"),
        (["--seats", "4"], "parquet_of_others"),
        (["--players", "knight"], "parquet_of_others"),
        (["--players", "knight", "knight"], "wrong_players"),
        (["--players", "dragon"], "unknown_bot"),
        (["--out", "file"], "parquet_alone"),
        (["--check", "file"], "parquet_alone"),
        (["--seats", "7"], "wrong_seats"),
    ],
)
def test_refusals(folder: Path, words: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What does not fit to the folder or together is refused in one line, and nothing changes."""
    before = files(folder)
    assert main([*WORDS, "--parquet", str(folder), *words]) == 2
    complaint = capsys.readouterr().err
    assert code in complaint and complaint.count("\n") == 1 and files(folder) == before


def test_other_folders_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of somebody else, a file and a folder in a place that is not there are refused; readers refuse too."""
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "precious").write_text("x", encoding="ascii")
    for place in (tmp_path / "letters", tmp_path / "letters" / "precious", tmp_path / "no" / "where"):
        assert main([*WORDS, "--parquet", str(place)]) == 2
    assert main(["trace", "--players", "knight"]) == 2
    assert capsys.readouterr().err.count("\n") == 4
    for text in ("[]", "{", json.dumps({"format": "other"})):
        (tmp_path / "letters" / "trace.json").write_text(text, encoding="ascii")
        with pytest.raises(NoTrace):
            next(read_games(tmp_path / "letters"))


def test_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without PyArrow the command that installs it is told, and nothing is made."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main([*WORDS, "--parquet", str(tmp_path / "games")]) == 2
    assert "-m pip install" in capsys.readouterr().err and not (tmp_path / "games").exists()
