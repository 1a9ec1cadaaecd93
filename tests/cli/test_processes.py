"""The command line in processes of its own: start-up, exit status, pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ENVIRONMENT = os.environ | {"LANGUAGE": "C", "LC_ALL": "C", "LANG": "C", "PYTHONWARNINGS": "error"}
START = """
import sys
from rheinlaender.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(" ".join(sorted({name.split(".")[0] for name in sys.modules} & {"numba", "llvmlite", "rich", "scipy"})))
"""


def run(*arguments: str, source: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command, or a program, in a process of its own."""
    command = ["-m", "rheinlaender"] if source is None else ["-c", source]
    return subprocess.run(
        [sys.executable, *command, *arguments], capture_output=True, text=True, env=ENVIRONMENT, timeout=60, check=False
    )


@pytest.mark.parametrize("arguments", [["--version"], ["new", "--seed", "1"], ["new", "--record", "--seats", "5"]])
def test_nothing_heavy_is_imported(arguments: list[str]) -> None:
    """A start without the compiled engine imports neither Numba nor anything else that is heavy."""
    finished = run(*arguments, source=START)
    assert finished.returncode == 0 and finished.stdout.split("\n")[-2] == "", finished.stderr


@pytest.mark.parametrize("arguments", [["show", "rh1"], ["rules", "2.1"], ["board", "check"]])
def test_numba_is_not_imported(arguments: list[str]) -> None:
    """Showing, reading and checking need no compiler."""
    finished = run(*arguments, source=START)
    assert "numba" not in finished.stdout.split("\n")[-2], finished.stderr


def test_exit_status() -> None:
    """0 for what was done, 2 for what was refused, with one line and no traceback."""
    done = run("new", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("rh1 seats=4 ")
    refused = run("new", "--seats", "9")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "rheinlaender: The game is for 3, 4 or 5 seats, not 9. [wrong_seats, section 1.1]\n"


def test_installed_command(tmp_path: Path) -> None:
    """The command `rheinlaender` is installed, writes a trace and finds what differs in another: exit status 1."""
    command = Path(sys.executable).parent / "rheinlaender"
    path = tmp_path / "trace.jsonl"
    subprocess.run([command, "trace", "--seed", "1", "--out", path], check=True, timeout=60)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows[1]["legal"] = []
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = subprocess.run([command, "trace", "--check", path], capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 1 and found.stdout.startswith("game 0, turn 1: decision: 'legal'")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_full_device() -> None:
    """Output that cannot be written is told in one line, with exit status 2."""
    with Path("/dev/full").open("w") as full:
        finished = subprocess.run(
            [sys.executable, "-m", "rheinlaender", "new"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert finished.returncode == 2 and finished.stderr == b"rheinlaender: No space left on device\n"


def test_closed_pipe() -> None:
    """A reader who has seen enough is no error."""
    writer = subprocess.Popen(
        [sys.executable, "-m", "rheinlaender", "trace", "--games", "20", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert writer.stdout is not None and writer.stderr is not None
    assert writer.stdout.readline().startswith(b'{"type":"setup"')
    writer.stdout.close()
    assert writer.wait(timeout=60) == 0 and writer.stderr.read() == b""
    writer.stderr.close()
