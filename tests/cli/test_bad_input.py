"""Bad input: one clear line with a code on standard error, exit status 2, no traceback, nothing changed or lost."""

import io
import json
import sys
from pathlib import Path

import pytest

from rheinlaender.cli.main import main
from tests.setting import board_document

GAMES = Path(__file__).parents[1] / "games"
GAME = (GAMES / "3-parker-cluster.rhg").read_text(encoding="ascii")

REFUSED = {
    "new --seats 2": "[wrong_seats, section 1.1]",
    "new --seats 6": "[wrong_seats, section 1.1]",
    "new --first e": "[unknown_seat]",
    "new --seed -1": "[seed_out_of_range]",
    "new --seed 18446744073709551616": "[seed_out_of_range]",
    "new --preset belgian": "[unknown_preset, section 9.8]",
    "new --preset parker,speed:fast": "[unknown_option, section 9]",
    "new --preset parker,end:never": "[wrong_option_value, section 9]",
    "new --board {missing}": "[board_unreadable]",
    "new --board {folder}": "[board_unreadable]",
    "new --board {no_json}": "[board_unreadable]",
    "new --board {one_way}": "[board_wrong]",
    "board check {missing}": "[board_unreadable]",
    "board check {no_json}": "[board_unreadable]",
    "board check {binary}": "[board_unreadable]",
    "show rh1{space}seats=3{space}knights=a:L99": "[bad_notation]",
    "show rh1{space}seats=2": "[wrong_seats, section 1.1]",
    "show rh1{space}turn=400": "[impossible_position]",
    "show rh1{space}seats=3 --seat d": "[unknown_seat]",
    "show rh1{space}deck=?x": "[bad_notation]",
    "show {missing}": "missing.json: No such file or directory",
    "show {folder}": "Is a directory",
    "show {binary}": "[bad_notation]",
    "show {empty}": "[bad_notation]",
    "show rh1 --svg {nowhere}": "No such file or directory",
    "replay {missing}": "No such file or directory",
    "replay {empty}": "[bad_notation]",
    "replay {binary}": "[bad_notation]",
    "replay {truncated}": "[bad_notation]",
    "replay {edited_card}": "[wrong_record]",
    "replay {edited_coins}": "[wrong_record]",
    "replay {edited_seat}": "[bad_notation]",
    "replay {unknown_move}": "[bad_notation]",
    "trace --seats 7": "[wrong_seats, section 1.1]",
    "trace --preset belgian": "[unknown_preset, section 9.8]",
    "trace --out {nowhere}": "No such file or directory",
    "trace --check {missing}": "No such file or directory",
    "trace --check {no_json}": "[trace_unreadable]",
    "trace --check {binary}": "[trace_unreadable]",
    "trace --check {deep}": "[trace_unreadable]",
    "trace --games -1": "[wrong_number]",
    "trace --seed -1": "[seed_out_of_range]",
    "match random random random --processes 0": "[wrong_number]",
    "match random random random --games 0": "[wrong_number]",
    "match random random random --seed -1": "[seed_out_of_range]",
    "bench --seconds 0": "[wrong_number]",
    "bench --seconds nan": "[wrong_number]",
    "bench --seconds inf": "[wrong_number]",
    "analyse rh1 --seconds nan": "[wrong_number]",
    "analyse rh1 --moves -1": "[wrong_number]",
    "analyse rh1 --seed -1": "[seed_out_of_range]",
    "play --seat z": "[unknown_seat]",
    "play --seats 3 --seat d": "[unknown_seat]",
    "serve --database sqlite:///{nowhere}/tables.db": "No such file or directory",
    "rules 7.9": "[unknown_section]",
    "rules castling": "[unknown_section]",
}
UNKNOWN = [
    "",
    "dance",
    "new --seats three",
    "new --seed 1.5",
    "new --speed",
    "trace --style wild",
    "trace --games many",
]
UNKNOWN += ["show --language fr", "board", "board mend", "replay", "replay a b", "bench --seconds long"]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak English, whatever the machine speaks."""
    for name in ("LANGUAGE", "LC_ALL", "LANG"):
        monkeypatch.setenv(name, "C")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files that are wrong in every way."""
    folder = tmp_path_factory.mktemp("wrong")
    one_way = board_document()
    one_way["neighbours"]["L1"].remove("L2")
    coins = GAME[GAME.index("[Coins") :].split("\n")[0]
    turn = GAME[GAME.index("\n1. ") :].split(" ")
    contents = {
        "no_json": b"{",
        "deep": b"[" * 100_000,
        "binary": b"\xff\xfe\x00\x80",
        "empty": b"",
        "one_way": json.dumps(one_way).encode(),
        "truncated": GAME[:900].encode(),
        "edited_card": GAME.replace(turn[2], "1W", 1).encode(),
        "edited_coins": GAME.replace(coins, '[Coins "1,2,3"]').encode(),
        "edited_seat": GAME.replace(f"\n1. {turn[1]} ", "\n1. e ").encode(),
        "unknown_move": GAME.replace(f" {turn[2]} ", " 17Q ", 1).encode(),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    paths = {name: str(folder / name) for name in contents}
    paths |= {"missing": str(folder / "missing.json"), "folder": str(folder), "space": " "}
    return paths | {"nowhere": str(folder / "no" / "such" / "folder")}


@pytest.mark.parametrize("command", REFUSED)
def test_refused(command: str, files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be done is refused in one line that says why, by its code, with exit status 2."""
    assert main([word.format(**files) for word in command.split(" ")]) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.count("\n") == 1
    assert output.err.startswith("rheinlaender: ") and REFUSED[command] in output.err


@pytest.mark.parametrize("command", UNKNOWN)
def test_unknown_arguments(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Arguments that there are not are refused with the usage and the reason, with exit status 2."""
    with pytest.raises(SystemExit) as end:
        main(command.split())
    assert end.value.code == 2
    errors = capsys.readouterr().err
    assert errors.startswith("usage: rheinlaender") and "error: " in errors.split("\n")[-2]


def test_nothing_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A trace that is refused leaves the file that it would have written as it was."""
    precious = tmp_path / "precious.jsonl"
    precious.write_text("precious", encoding="ascii")
    for wrong in (["--seats", "9"], ["--preset", "belgian"], ["--board", str(tmp_path / "none")]):
        assert main(["trace", "--out", str(precious), *wrong]) == 2
    assert precious.read_text(encoding="ascii") == "precious"
    assert capsys.readouterr().err.count("\n") == 3


def test_binary_on_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard input that is no text is refused like any other bad text."""
    for command in (["show"], ["replay", "-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\x00")))
        assert main(command) == 2
    assert capsys.readouterr().err.count("[bad_notation]") == 2


def test_escape_sequences_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a terminal would obey is written out: a file cannot change the title, the colours or the screen."""
    (tmp_path / "file").write_bytes(b"rh1 \x1b]0;title\x07\x1b[2J\x9b1m" + "\u202e\u0085".encode() + b"x" * 1000)
    assert main(["show", str(tmp_path / "file")]) == 2
    error = capsys.readouterr().err
    assert "\\x1b]0;title" in error and len(error) < 1000 and error.rstrip("\n").isprintable()


def test_a_wrong_choice_of_the_environment(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Whether to compile is yes or no, and not anything else in silence."""
    monkeypatch.setenv("RHEINLAENDER_COMPILE", "maybe")
    assert main(["serve", "--port", "0"]) == 2
    error = capsys.readouterr().err
    assert "RHEINLAENDER_COMPILE cannot be 'maybe'" in error and error.count("\n") == 1


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Who interrupts gets no traceback."""

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rheinlaender.cli.new.run", interrupt)
    assert main(["new"]) == 130
    assert capsys.readouterr().err == "rheinlaender: interrupted\n"
