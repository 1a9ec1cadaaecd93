"""Hundreds of wrong calls: each is refused with exit status 2, without a traceback, and nothing is lost."""

from pathlib import Path

import pytest

from rheinlaender.cli.main import main

TEXTS = ["", " ", "\x1b[2J", "ő", "-", "--", "x" * 5000, "rh1 seats=x", "../..", "a,b", "{folder}", "{binary}"]
NUMBERS = ["", "-1", "1.5", "nan", "inf", "-inf", "1e999", "9" * 400, "0x10", "many", "{folder}"]
FILES = ["", "{folder}", "{missing}/no/file", "x" * 5000]
OPTIONS: dict[str, dict[str, list[str]]] = {
    "new": {"--seats": [*NUMBERS, "0"], "--seed": NUMBERS, "--preset": TEXTS, "--first": TEXTS, "--board": FILES},
    "show rh1": {"--seat": TEXTS, "--svg": FILES[1:], "--board": FILES, "--language": TEXTS},
    "trace": {"--games": NUMBERS, "--seats": NUMBERS, "--seed": NUMBERS, "--style": TEXTS, "--out": FILES[1:]},
    "match random random random": {
        "--games": [*NUMBERS, "0"],
        "--processes": [*NUMBERS, "0"],
        "--patience": ["", "-1", "0", "nan", "soon"],
        "--seed": NUMBERS,
        "--preset": TEXTS,
        "--out": FILES[1:],
        "--picture": FILES[1:],
        "--records": ["{binary}", "x" * 5000],
    },
    "match random random": {"": [text for text in TEXTS if text != "--"]},
    "analyse rh1": {
        "--seconds": ["0", *NUMBERS[:2], *NUMBERS[3:8]],
        "--moves": NUMBERS,
        "--simulations": [*NUMBERS, "0"],
    },
    "play": {"--seat": ["", "z", "ab"], "--level": TEXTS, "--seats": NUMBERS},
    "serve": {"--port": [*NUMBERS, "65536"], "--database": TEXTS, "--trusted-proxies": ["x", "1.2.3.4/99"]},
    "bench": {"--seconds": [*NUMBERS[:2], *NUMBERS[3:8], "0"]},
    "replay": {"": [text for text in TEXTS if text != "--"]},
    "rules": {"": [text for text in TEXTS if text != "--"]},
    "board check": {"": FILES},
    "backup": {"": ["{folder}"]},
}
CALLS = [
    (command, option, value)
    for command, options in OPTIONS.items()
    for option, values in options.items()
    for value in values
]


def test_there_are_many() -> None:
    """The list is long, and no call stands in it twice."""
    assert len(CALLS) >= 200 and len(set(CALLS)) == len(CALLS)


@pytest.mark.parametrize("call", CALLS, ids=[f"{command} {option} {value[:12]!r}" for command, option, value in CALLS])
def test_wrong_calls(
    call: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong value of any option is refused; the last line says why, and files are as they were."""
    command, option, value = call
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00\x80")
    given = value.format(folder=tmp_path, binary=binary, missing=tmp_path / "missing") if "{" in value else value
    monkeypatch.chdir(tmp_path)
    try:
        status = main([*command.split(), *([f"{option}={given}"] if option else [given])])
    except SystemExit as end:
        status = int(end.code or 0)
    printed, complaint = capsys.readouterr()
    assert status == 2 and complaint, (status, printed[-500:], complaint)
    assert complaint.splitlines()[-1].startswith("rheinlaender") and "Traceback" not in complaint
    assert complaint.rstrip("\n").replace("\n", "").isprintable()
    assert [path.name for path in tmp_path.iterdir()] == ["binary"] and binary.read_bytes() == b"\xff\xfe\x00\x80"
