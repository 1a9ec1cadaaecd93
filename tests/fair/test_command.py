"""`rheinlaender verify`: what it says of a record, and by which code it refuses what is none."""

import re
from pathlib import Path

import pytest

from rheinlaender.cli.main import main
from rheinlaender.game.game import Game
from rheinlaender.notation.record import write_record
from tests.fair.games import verified_record

GAMES = Path(__file__).parents[1] / "games"
WHOLE = verified_record()
REFUSED = {
    "empty": ("", "bad_notation"),
    "cut off": (WHOLE[: len(WHOLE) // 2], "bad_notation"),
    "foreign": ("1. e4 e5 2. Nf3 \N{BLACK CHESS KNIGHT}", "bad_notation"),
    "enormous": (WHOLE + " " * 5_000_000, "bad_notation"),
    "without a promise": ((GAMES / "castle-left-empty.rhg").read_text(encoding="ascii"), "not_verifiable"),
    "without the seed": (re.sub(r"\[ServerSeed .*\]\n", "", WHOLE), "not_verifiable"),
    "unfinished": (write_record(Game.new(3, seed=1)), "not_verifiable"),
    "hidden": (write_record(Game.new(3, seed=1), seat="a"), "not_verifiable"),
}


def verify(text: str, folder: Path) -> int:
    """Let the command check a record; its exit status."""
    path = folder / "game.rhg"
    path.write_text(text, encoding="utf-8")
    return main(["verify", str(path)])


def test_right_and_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 0 for an honest deal, and 1 for one that was changed."""
    assert verify(WHOLE, tmp_path) == 0
    changed = WHOLE.replace('[StringB "on-the"]', '[StringB "off-the"]')
    assert changed != WHOLE and verify(changed, tmp_path) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_refused(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each in one line with its code, and with exit status 2."""
    text, code = REFUSED[kind]
    assert verify(text, tmp_path) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("rheinlaender: ") and told.err.endswith(f"[{code}]\n")
    assert told.err.count("\n") == 1
