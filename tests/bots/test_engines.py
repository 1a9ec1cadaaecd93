"""Computer players in other processes and languages: they play, learn no secret, and are replaced where they fail."""

import logging
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import rheinlaender
from rheinlaender.bots import make_bot
from rheinlaender.bots.bot import BotUnusable
from rheinlaender.bots.engines import bot as engine_bot
from rheinlaender.bots.engines.bot import MOST_STARTS, EngineBot
from rheinlaender.bots.engines.lines import (
    BadLine,
    Go,
    question,
    read_go,
    read_option,
    read_reshuffled,
    write_reshuffled,
)
from rheinlaender.bots.engines.process import EngineFailed, end_engines
from rheinlaender.bots.guard import Guarded
from rheinlaender.bots.match import MatchPlan, play_game
from rheinlaender.bots.search import SearchBot
from rheinlaender.cli.main import main
from rheinlaender.game.game import Game
from tests.bots.positions import random_games, redealt

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "engine.md"
STAND_IN = ROOT / "tests" / "bots" / "stand_in.py"
OWN = f"engine:'{sys.executable}' -m rheinlaender engine --level"


def stand_in(fault: str) -> str:
    """The command of an engine with a fault."""
    return f"'{sys.executable}' -I -S '{STAND_IN}' '{fault}'"


@pytest.fixture(autouse=True)
def no_engine_stays() -> Iterator[None]:
    """Every engine that a test has started is ended after it."""
    yield
    end_engines()
    engine_bot.idle_engines.clear()


def test_questions_tell_no_secrets() -> None:
    """What an engine is told is the same if hidden cards are dealt otherwise; no line is longer than the page says."""
    longest = 0
    for game in random_games(24, seed=3):
        other = redealt(game, seed=8)
        asked = [question(one.view(one.to_move), one.legal_moves(), Go(), True) for one in (game, other)]
        assert asked[0] == asked[1]
        longest = max(longest, *map(len, asked[0]))
    assert 500 < longest < 4096


def test_an_engine_plays_like_the_player_that_it_is() -> None:
    """Our own player behind the protocol chooses what it chooses without, and reports what its search found."""
    engine, plain = make_bot(f"{OWN} search:60", 4), make_bot("search:60", 4, wait=True, threads=1)
    assert isinstance(engine, EngineBot) and engine.name == "search:60 (search)"
    for game in random_games(4, seed=5):
        view, legal = game.view(game.to_move), game.legal_moves()
        assert engine.choose(view, legal) == plain.choose(view, legal)
        assert [(one.move, one.visits) for one in engine.found] == [
            (one.move, one.visits)
            for one in plain.found[:8]  # type: ignore[attr-defined]
        ]
    check_that_it_stops(engine)


def test_an_engine_remembers_as_the_player_does() -> None:
    """Foresight behind the protocol is told which cards came back, and finds what it finds without; or it forgets."""
    engine, plain = make_bot(f"{OWN} foresight:60", 4), make_bot("foresight:60", 4, wait=True, threads=1)
    forgetful = make_bot(f"engine[memory=no]:{OWN.removeprefix('engine:')} foresight:60", 4)
    assert isinstance(engine, EngineBot) and isinstance(forgetful, EngineBot) and isinstance(plain, SearchBot)
    games = [game for game in random_games(30, seed=5) if game.view().reshuffled][:6]
    differs = 0
    for game in games:
        view, legal = game.view(game.to_move), game.legal_moves()
        assert engine.choose(view, legal) == plain.choose(view, legal)
        found, forgotten = [(one.move, one.visits) for one in engine.found], forgetful.choose(view, legal)
        assert found == [(one.move, one.visits) for one in plain.found[:8]]
        assert forgotten == plain.choose(replace(view, reshuffled={}), legal)
        differs += found != [(one.move, one.visits) for one in forgetful.found]
    assert differs > 2


@pytest.mark.parametrize(
    "text", ["", "3", "3:", "3:55", "3:0", "0:4", "31:4", "3:4,4", "3:4/5:4", "3:4/", "x:4", "3:-4"]
)
def test_what_came_back_is_read_strictly(text: str) -> None:
    """Each card once, with a number of turns that are finished."""
    with pytest.raises(BadLine):
        read_reshuffled(text, 30)
    assert read_reshuffled("3:4,54/30:5", 30) == {4: 3, 54: 3, 5: 30}
    assert write_reshuffled({5: 30, 54: 3, 4: 3}) == "3:4,54/30:5"


def check_that_it_stops(bot: EngineBot) -> None:
    """A deadline ends a long search, and so does `stop`: both bring the best move so far at once."""
    game, bot.seconds, start = Game.new(3, seed=4), 100.0, time.monotonic()
    assert bot.choose(game.view("a"), game.legal_moves(), start + 0.5) in game.legal_moves()
    assert bot.process is not None
    bot.process.say(*question(game.view("a"), game.legal_moves(), Go(seconds=100.0)), "stop")
    while not bot.process.hear(start + 30).startswith("move"):
        pass
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("fault", ["gone", "garbage", "unwilling", "dumb"])
def test_engines_that_do_not_begin_are_refused(fault: str) -> None:
    """An engine that ends, keeps silent, is not willing or says nonsense instead of `ready` is refused."""
    with pytest.raises(BotUnusable):
        EngineBot(stand_in(fault), start_seconds=0.5)
    assert not engine_bot.idle_engines


@pytest.mark.parametrize("name", ["engine:./nothing-of-this-name", "engine:''", "engine: ", "engine:'", "engine[a=1]:"])
def test_programs_that_are_not_there_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A match with a program that does not exist is refused in one line."""
    assert main(["match", name, "random", "random"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("settings", ["style=loud", "colour=red", "seconds=soon", "simulations=-1"])
def test_options_that_are_not_offered_are_refused(settings: str) -> None:
    """An option, or a value of it, that an engine does not know is refused before anything is played."""
    with pytest.raises(BotUnusable):
        make_bot(f"engine[{settings}]:{stand_in('none')}")
    assert make_bot(f"engine[style=bold,seconds=0.5]:{stand_in('none')}").name == "stand-in ?[2J"


@pytest.mark.parametrize(
    "fault",
    ["crash", "silent", "endless line", "endless lines", "error", "illegal", "nonsense", "wrong candidate"],
)
def test_greedy_plays_for_an_engine_that_fails(fault: str, caplog: pytest.LogCaptureFixture) -> None:
    """However an engine fails, greedy plays the move in time, the failure is counted, and it is asked again."""
    game, bot = Game.new(3, seed=4), EngineBot(stand_in(fault), start_seconds=10)
    guarded = Guarded(bot, patience=0.3)
    with caplog.at_level(logging.ERROR):
        for failures in (1, 2):
            assert guarded.choose(game.view("a"), game.legal_moves()) in game.legal_moves()
            assert guarded.failures == failures
    assert "Greedy plays this move" in caplog.text and "Traceback" not in caplog.text
    bot.close()


def test_an_engine_that_is_lost_again_and_again_is_left_alone() -> None:
    """After some starts in one game an engine is not started any more; another game begins anew."""
    game, bot = Game.new(3, seed=4), EngineBot(stand_in("crash"))
    for _ in range(MOST_STARTS + 2):
        with pytest.raises(EngineFailed):
            bot.choose(game.view("a"), game.legal_moves(), time.monotonic() + 10)
    assert bot.starts == MOST_STARTS


def test_a_late_engine_is_told_to_stop() -> None:
    """An engine that thinks until it is told to stop has answered in time."""
    game, guarded = Game.new(3, seed=4), Guarded(EngineBot(stand_in("patient")), patience=0.2)
    assert guarded.choose(game.view("a"), game.legal_moves()) == game.legal_moves()[0] and guarded.failures == 0


def test_a_process_serves_many_games() -> None:
    """An engine is started once for all games of a match, and an engine that does not leave is ended."""
    first = EngineBot(stand_in("stubborn"))
    process = first.process
    first.close()
    again = EngineBot(stand_in("stubborn"))
    assert process is not None and again.process is process
    process.end()
    assert not process.is_alive()


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_example_in_c_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The example is plain C without a warning; it plays a match in two processes and never fails."""
    program = tmp_path / "the wanderer"
    flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2", "-o", str(program)]
    subprocess.run(["cc", *flags, str(ROOT / "examples" / "engine" / "wanderer.c")], check=True)
    words = ["match", f'engine:"{program}"', "random", "random", "--games", "3", "--processes", "2", "--json"]
    assert main([*words, "--records", str(tmp_path / "games")]) == 0
    assert '"failures": 0' in capsys.readouterr().out
    for record in (tmp_path / "games").iterdir():
        assert main(["replay", "--quiet", str(record)]) == 0


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no POSIX shell")
def test_the_example_in_shell_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """The shortest engine is the one on the page; it plays at the terminal and in a match, and can be asked."""
    script = ROOT / "examples" / "engine" / "first.sh"
    assert "while read" + script.read_text(encoding="ascii").partition("while read")[2] in PAGE.read_text("utf-8")
    name = f"engine:sh '{script}'"
    assert not any(play_game(MatchPlan((name, "random", "random"), 3), 0).failures)
    assert main(["play", "--seat", "-", "--level", name, "--seats", "3", "--seed", "1", "--language", "en"]) == 0
    assert "Won by" in capsys.readouterr().out.splitlines()[-1]
    assert main(["analyse", "rh1 seats=3", "--level", name, "--json"]) == 0
    assert re.match(r'\[\{"move": "1L", "share": null, "error": null, "visits": 0', capsys.readouterr().out)


def test_what_engines_found_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """`analyse` shows the candidates of an engine, and of a player of the house that only names a move."""
    assert main(["analyse", "rh1 seats=3", "--level", f"engine:{stand_in('none')}", "--json"]) == 0
    assert '[{"move": "1L", "share": 0.25, "error": 0.1207, "visits": 12' in capsys.readouterr().out
    assert main(["analyse", "rh1 seats=3", "--level", "knight"]) == 0
    *_, row = capsys.readouterr().out.strip().splitlines()
    assert row.split()[:3] == ["2L", "-", "0"]


@pytest.mark.parametrize(
    "text", ["seconds", "seconds x", "seconds -1", "seconds nan", "depth 3", "seconds 1 seconds 2"]
)
def test_go_is_read_strictly(text: str) -> None:
    """What `go` does not know is refused; what it writes it reads."""
    with pytest.raises(BadLine):
        read_go(text.split())
    go = Go(1.5, 300, 60.0)
    assert read_go(str(go).split()[1:]) == go


@pytest.mark.parametrize(
    "text", ["", "style", "style choice default a", "n number 1 default 1", "n number a b default 1", "t text"]
)
def test_options_are_read_strictly(text: str) -> None:
    """An option without a kind, a range or a default is refused; what it writes it reads."""
    with pytest.raises(BadLine):
        read_option(text)
    option = read_option("style choice bold meek default meek")
    assert read_option(str(option).removeprefix("option ")) == option


def test_the_conversation_on_the_page() -> None:
    """The page's conversation happens, line by line; what a search finds may differ in the last digits."""
    text = PAGE.read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0]
    command = [sys.executable, "-m", "rheinlaender", "engine", "--level", "search:400"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None and engine.stdout is not None
        for line in text.splitlines():
            if line.startswith("> "):
                engine.stdin.write(f"{line[2:]}\r\n".encode())
                engine.stdin.flush()
            else:
                assert_alike(engine.stdout.readline().decode("utf-8").rstrip("\n"), line[2:])
        assert engine.stdout.read() == b"" and engine.wait(30) == 0


def assert_alike(said: str, written: str) -> None:
    """A line is as the page has it, but for the version and the last digits of what was found."""
    if written.startswith("candidate"):
        assert float(said.split()[2]) == pytest.approx(float(written.split()[2]), abs=0.1)
    elif written.startswith("version"):
        assert said == f"version {rheinlaender.__version__}"
    else:
        assert said == written


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_engines_end_with_the_command(tmp_path: Path) -> None:
    """A match that is killed leaves no engine behind, neither its own nor those of its workers."""
    marks = tmp_path / "pids"
    script = tmp_path / "marked.sh"
    script.write_text(
        f"echo $$ >> {marks}\n" + (ROOT / "examples" / "engine" / "first.sh").read_text("ascii"), encoding="ascii"
    )
    words = ["match", f"engine:sh '{script}'", "random", "random", "--games", "9999", "--processes", "2"]
    match = subprocess.Popen(
        [sys.executable, "-m", "rheinlaender", *words, "--out", str(tmp_path / "out.jsonl")],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    while not marks.exists() or len(marks.read_text("ascii").split()) < 3:
        assert time.monotonic() < end
        time.sleep(0.05)
    match.kill()
    match.wait(20)
    left = marks.read_text("ascii").split()
    while any(Path(f"/proc/{pid}").exists() for pid in left):
        assert time.monotonic() < end, "an engine is left"
        time.sleep(0.05)
