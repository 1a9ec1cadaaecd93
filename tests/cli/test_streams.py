"""Any terminal: everything prints in any encoding, and streams that are closed are no reason to crash."""

import os
import signal
import subprocess
import sys
import threading
import xml.etree.ElementTree as ElementTree
from itertools import product
from pathlib import Path

import pytest

from rheinlaender.cli.streams import own_output
from tests.long import LONG_TEST, others_long

GAME = str(Path(__file__).parents[1] / "games" / "3-parker-cluster.rhg")
COMMAND = [sys.executable, "-m", "rheinlaender"]
PRINTING = {
    "help": ["--help"],
    "help of serve": ["serve", "--help"],
    "replay": ["replay", GAME, "--language", "hu"],
    "analyse": ["analyse", "rh1 seats=3 knights=a:L21,L22 dukes=L21:a", "--simulations", "20", "--language", "hu"],
    "show": ["show", "rh1 seats=3", "--language", "hu"],
    "rules": ["rules", "4.2", "--language", "hu"],
    "contents": ["rules", "--language", "hu"],
    "match": ["match", "random", "random", "random", "--games", "3", "--processes", "1"],
    "play": ["play", "--seat", "-", "--language", "hu", "--seed", "1"],
}
ENCODINGS = ("cp1252", "ascii")
SOME = [(command, ENCODINGS[place % 2]) for place, command in enumerate(PRINTING)]
"""Every command in one encoding, and either for about half of them."""


def environment(encoding: str) -> dict[str, str]:
    """The environment of a machine whose standard streams have an encoding."""
    return os.environ | {"PYTHONIOENCODING": encoding, "LANGUAGE": "C", "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"}


@pytest.mark.parametrize(("command", "encoding"), others_long(product(PRINTING, ENCODINGS), SOME, LONG_TEST))
def test_every_encoding(command: str, encoding: str) -> None:
    """What a terminal cannot show is replaced; nothing else is lost."""
    finished = subprocess.run(
        [*COMMAND, *PRINTING[command]], capture_output=True, env=environment(encoding), timeout=120, check=False
    )
    assert finished.returncode == 0, finished.stderr.decode(encoding)
    assert finished.stdout.decode(encoding) and b"Traceback" not in finished.stderr


def test_a_drawing_loses_nothing() -> None:
    """A drawing on standard output is the same drawing in every encoding."""
    drawn = [
        subprocess.run(
            [*COMMAND, "show", "rh1 seats=3", "--svg", "-", "--language", "hu"],
            capture_output=True,
            env=environment(encoding),
            timeout=60,
            check=True,
        ).stdout.decode(encoding)
        for encoding in ("utf-8", "ascii")
    ]
    one, other = (ElementTree.tostring(ElementTree.fromstring(text)) for text in drawn)
    assert one == other


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_serve_says_where(encoding: str, tmp_path: Path) -> None:
    """The server starts on any terminal; at port 0 it says which port it has got."""
    words = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'tables.db'}", "--log-level", "error"]
    settings = environment(encoding) | {"RHEINLAENDER_COMPILE": "no"}
    server = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=settings)
    assert server.stdout is not None
    lines = [server.stdout.readline().decode(encoding) for _ in range(6)]
    server.send_signal(signal.SIGTERM)
    _, errors = server.communicate(timeout=30)
    address = next(line for line in lines if "http://localhost:" in line)
    assert int(address.split("localhost:")[1].split("/")[0]) > 0, errors
    assert lines[1].startswith("╔══" if encoding == "utf-8" else "+--")


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is that of POSIX")
@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("new >&-", 0),
        ("new --seats 9 2>&-", 2),
        ("show <&-", 2),
        ("replay - <&-", 2),
        ("show rh1 <&- >&- 2>&-", 0),
        ("play --seed 1 <&-", 0),
        ("--help >&-", 0),
        ("rules >&-", 0),
    ],
)
def test_closed_streams(words: str, status: int) -> None:
    """A stream that is closed leads nowhere, and says nothing; there is no traceback."""
    finished = subprocess.run(
        f'"{sys.executable}" -m rheinlaender {words}',
        shell=True,
        capture_output=True,
        env=environment("utf-8"),
        timeout=60,
        check=False,
    )
    assert finished.returncode == status and finished.stderr.count(b"\n") <= 1, finished.stderr


def test_only_results_are_printed_at_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    """What a library says in a thread of its own, as Ray of a node that died, goes to standard error."""
    with own_output():
        saying = threading.Thread(target=print, args=("a node died",))
        saying.start()
        saying.join()
        print("result")
    print("more")
    out, problem = capsys.readouterr()
    assert (out, problem) == ("result\nmore\n", "a node died\n")
