"""The examples of the help: each is understood, and each that ends by itself runs."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rheinlaender.bots.engines.process import end_engines
from rheinlaender.cli.examples import EXAMPLES
from rheinlaender.cli.main import COMMANDS, main, parsed
from tests.fair.games import verified_record

ROOT = Path(__file__).parents[2]
CALLS = [example for examples in EXAMPLES.values() for example in examples]
LONG = (
    "play",
    "serve",
    "think",
    "train",
    "bench",
    "engine",
    "doctor",
    "erase",
    "backup",
    "review",
    "mine",
    "match my_module",
    "match 'eng",
)
"""What goes on for long, needs somebody, or speaks of a server; it is only read. `review` runs in tests/review."""
BOARD = ROOT / "src" / "rheinlaender" / "board" / "rhine.json"


def test_every_command_has_examples() -> None:
    """No command is without, and no example is of a command that there is not."""
    assert set(EXAMPLES) == set(COMMANDS) and all(EXAMPLES.values())
    assert all(example.startswith(name) for name, examples in EXAMPLES.items() for example in examples)


@pytest.mark.parametrize("call", CALLS)
def test_examples_are_understood(call: str) -> None:
    """The parser takes every example."""
    assert callable(parsed(shlex.split(call.partition(" > ")[0])).run)


@pytest.mark.parametrize("call", [call for call in CALLS if not call.startswith(LONG)])
def test_examples_run(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An example that ends by itself does what it says."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "tests" / "games" / "4-parker-cluster.rhg", "game.rhg")
    shutil.copy(BOARD, "my_board.json")
    if call.startswith("verify"):
        Path("table.rhg").write_text(verified_record(), encoding="ascii")
    if "--check" in call:
        assert main(["trace", "--seed", "1", "--out", "games.jsonl"]) == 0
    assert main(shlex.split(call.partition(" > ")[0])) == 0


def test_help_shows_them(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` of a command ends with its examples, each on a line of its own."""
    with pytest.raises(SystemExit):
        main(["match", "--help"])
    shown = capsys.readouterr().out
    assert shown.endswith("  rheinlaender match 'engine:./my_bot --flag' knight knight\n")


def script(shell: str, folder: Path) -> Path:
    """The script of a shell, in a file."""
    path = folder / f"completion.{shell}"
    with path.open("wb") as file:
        subprocess.run([sys.executable, "-m", "rheinlaender", "completion", shell], stdout=file, check=True)
    return path


def answers(command: list[str]) -> str:
    """What a shell says."""
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=os.environ | {"LC_ALL": "C"}).stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
def test_bash_completes(tmp_path: Path) -> None:
    """Bash completes commands, options, choices and players."""
    source = f"source {script('bash', tmp_path)}; "
    for words, wanted in {
        "rheinlaender ma": ["match"],
        "rheinlaender match --rec": ["--records"],
        "rheinlaender match kn": ["knight"],
        "rheinlaender rules --language h": ["hu"],
    }.items():
        listed = shlex.join(words.split())
        ask = (
            f'COMP_WORDS=({listed}); COMP_CWORD={len(words.split()) - 1}; _shtab_rheinlaender; echo "${{COMPREPLY[@]}}"'
        )
        assert answers(["bash", "-c", source + ask]).split() == wanted, words


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not here")
def test_fish_completes(tmp_path: Path) -> None:
    """Fish completes commands and options, with what they mean."""
    source = f"source {script('fish', tmp_path)}; "
    assert answers(["fish", "-c", source + "complete -C 'rheinlaender ma'"]).startswith("match\t")
    assert "--records" in answers(["fish", "-c", source + "complete -C 'rheinlaender match --rec'"])


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not here")
def test_zsh_takes_the_script(tmp_path: Path) -> None:
    """Zsh finds the script on its path, completes our command by it, and can load it."""
    script("zsh", tmp_path).rename(tmp_path / "_rheinlaender")
    begin = f"fpath=({tmp_path} $fpath); autoload -U compinit; compinit -D -u; "
    ask = "echo $_comps[rheinlaender]; autoload +X _rheinlaender && echo loaded"
    assert answers(["zsh", "-f", "-c", begin + ask]).split() == ["_rheinlaender", "loaded"]


@pytest.fixture(autouse=True)
def no_engine_stays() -> None:
    end_engines()
