"""`rheinlaender review`: what is printed, for people and for programs, and what is refused."""

import json
import re
from pathlib import Path

import pytest

from rheinlaender.cli.main import main
from rheinlaender.cli.reviewed import graph, scale
from rheinlaender.game.game import Game
from rheinlaender.i18n import LANGUAGES, words
from rheinlaender.notation.record import write_record

GAMES = Path(__file__).parents[1] / "games"
SHORT = str(GAMES / "castle-left-empty.rhg")
QUICK = ["--playouts", "2"]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Programs get the judge, the lines of each seat, which add up to its result, and all decisions."""
    assert main(["review", SHORT, *QUICK, "--processes", "1", "--json"]) == 0
    review = json.loads(capsys.readouterr().out)
    assert review["judge"].startswith("playouts 3, network ") and review["judge"].endswith("2 playouts, seed 0")
    for seat in review["seats"]:
        lines = dict(seat["lines"])
        others = lines.pop("others")
        assert set(others) == set("abcde") - {seat["seat"]}
        assert sum(lines.values()) + sum(others.values()) == seat["result"]
        assert lines["mistakes"] == -sum(one["loss"] for one in review["decisions"] if one["seat"] == seat["seat"])
        assert 0.0 <= seat["accuracy"] <= 100.0
    assert {"turn", "seat", "move", "best", "loss", "error"} <= set(review["decisions"][0])
    assert len(review["chances"]) == review["decisions"][-1]["turn"] + 1


def test_page_shows_all_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """The page about JSON shows every part that is printed, and no other."""
    page = (GAMES.parents[1] / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    shown = json.loads(re.search(r"^(\{\"judge\".*)$", page, re.MULTILINE)[1])  # type: ignore[index]
    assert main(["review", SHORT, *QUICK, "--processes", "1", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert set(shown) == set(printed)
    for part in ("seats", "decisions", "turning_points"):
        assert all(set(one) == set(shown[part][0]) for one in printed[part])
    assert set(shown["seats"][0]["lines"]) == set(printed["seats"][0]["lines"])
    assert set(shown["marks"]) == set(printed["marks"])


def test_several_processes_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """What is found does not depend on how many processes look for it."""
    found = []
    for processes in ("1", "2"):
        assert main(["review", SHORT, *QUICK, "--processes", processes, "--json"]) == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_told_in_four_languages(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """People get a graph, a ledger, an accuracy and who judged, in their language."""
    assert main(["review", SHORT, *QUICK, "--processes", "1", "--language", language]) == 0
    told = capsys.readouterr().out
    for key in ("review.ledger", "review.line.hidden", "review.line.result", "review.accuracy"):
        assert words(key, language) in told
    assert words("review.judge", language, judge="playouts 3") in told


def test_pictures() -> None:
    """The higher the share, the higher its block; a bar is as long as what it shows."""
    assert graph([0.0, 0.5, 1.0]) in (" ▄█", " =@")
    assert len(scale(0.0)) == len(scale(100.0)) and scale(0.0) != scale(50.0) != scale(100.0)


def refused(text: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record is refused in one line with a code, and with exit status 2."""
    path = tmp_path / "game.rhg"
    path.write_text(text, encoding="utf-8")
    assert main(["review", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("rheinlaender: ") and told.err.endswith(f"[{code}]\n")
    assert told.err.count("\n") == 1


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Broken, foreign, unfinished, hidden and enormous records are refused, each by its code."""
    whole = (GAMES / "castle-left-empty.rhg").read_text(encoding="ascii")
    running = Game.new(3, seed=1)
    refused(write_record(running), "game_goes_on", tmp_path, capsys)
    refused(write_record(running, seat="a"), "record_hides", tmp_path, capsys)
    refused("", "bad_notation", tmp_path, capsys)
    refused(whole[: len(whole) // 2], "bad_notation", tmp_path, capsys)
    refused(whole.replace("78f08a93a0ac238c", "0000000000000000"), "wrong_record", tmp_path, capsys)
    refused(whole.replace("11L", "12L"), "wrong_record", tmp_path, capsys)
    refused(whole + " " * 5_000_000, "bad_notation", tmp_path, capsys)
    refused("1. e4 e5 2. Nf3 \N{BLACK CHESS KNIGHT}", "bad_notation", tmp_path, capsys)


def test_wrong_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers that make no sense are refused before anything is read."""
    for option in (["--playouts", "0"], ["--playouts", "100001"], ["--processes", "0"]):
        assert main(["review", SHORT, *option]) == 2
        assert "[wrong_number]" in capsys.readouterr().err
