"""Computer players: legal, fair, deterministic, and replaced where they fail."""

import logging
import os
import re
import shutil
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rheinlaender.bots import LEVELS, Bot, bot_names, greedy, make_bot, registry, warm as warming
from rheinlaender.bots.bot import NothingToChoose, UnknownBot, WrongBotSetting
from rheinlaender.bots.guard import Guarded
from rheinlaender.bots.random import RandomBot
from rheinlaender.bots.search import SearchBot, Tree
from rheinlaender.bots.seen import seed_for, seen_position
from rheinlaender.game.game import Game
from rheinlaender.game.move import NoBastion, Settle, move_of_number
from rheinlaender.i18n import LANGUAGES, words
from rheinlaender.notation.position import read_position
from rheinlaender.rules.compile import compiled, interpreted
from tests.bots.positions import random_games, redealt

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "bots.md"
NAMES = ("random", "squire", "knight", "net", "search:60", "foresight:60")


def ready_bot(name: str, seed: int = 3) -> Bot:
    """A bot that waits for the compiled engine and uses one core."""
    return make_bot(name, seed, wait=True, threads=1)


@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_a_bot_is_legal(name: str) -> None:
    """Over random positions of all seat counts and presets, both decisions, a bot answers with a legal move."""
    for game in random_games(36, seed=1):
        legal = game.legal_moves()
        assert ready_bot(name).choose(game.view(game.to_move), legal) in legal


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_see_does_not_matter(name: str) -> None:
    """Two positions that differ only in what the seat cannot see give the same choice for the same seed."""
    differing = 0
    for game in random_games(24, seed=2):
        other = redealt(game, seed=99)
        differing += other.position.array.tobytes() != game.position.array.tobytes()
        choices = [ready_bot(name).choose(one.view(one.to_move), one.legal_moves()) for one in (game, other)]
        assert choices[0] == choices[1]
    assert differing > 15


def test_search_is_deterministic() -> None:
    """For a seed and a number of simulations the search chooses the same, on any number of runs; seeds differ."""
    game = next(random_games(1, seed=5))
    view = game.view(game.to_move)
    runs = [SearchBot(7, simulations=400, threads=2, wait=True).analyse(view) for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0] != SearchBot(8, simulations=400, threads=2, wait=True).analyse(view)


def test_search_takes_what_lies_on_the_table() -> None:
    """In the last turn of the game, where only taking over a duchy wins alone, the search takes it over."""
    text = (
        "rh1 seats=3 options=hungarian first=b turn=71 to=a ending=yes "
        "knights=a:L24,L25,R1,R3,R5,R7,R9,R11,R13,R15,R17,R19,R21,R23,R26,R28,R30,R32,R34/b:L26,L27 "
        "dukes=L24:b hands=a:1,2,3,4,28/b:6,7,8,9,10/c:11,12,13,14,15"
    )
    engine = interpreted()
    game = Game(read_position(engine, text), engine)
    choice = SearchBot(1, simulations=2000, threads=1, wait=True).choose(game.view("a"), game.legal_moves())
    assert any(event.name == "duke_deposed" for event in game.consequences(choice).events)


def test_bastion_after_knight_uses_the_kept_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bastion is decided by what the knight's search found, without a second search."""
    searches, run = list[Tree](), Tree.run

    def counted(tree: Tree, simulations: int | None, deadline: float | None) -> int:
        searches.append(tree)
        return run(tree, simulations, deadline)

    monkeypatch.setattr(Tree, "run", counted)
    game = Game.new(4, seed=11)
    bot = SearchBot(1, simulations=4000, threads=1, wait=True)
    game.play(bot.choose(game.view("a"), game.legal_moves()))
    assert len(searches) == 1 and len(game.legal_moves()) > 1
    assert bot.choose(game.view("a"), game.legal_moves()) in game.legal_moves()
    assert len(searches) == 1


class Crashing:
    """A bot that fails in the way it is told to."""

    name = "crashing"

    def __init__(self, fault: str) -> None:
        self.fault, self.asked = fault, 0

    def choose(self, view, legal_moves, deadline=None):  # type: ignore[no-untyped-def]
        self.asked += 1
        if self.fault == "crash":
            raise RuntimeError("no idea")
        if self.fault == "leave":
            raise SystemExit
        if self.fault == "hang":
            threading.Event().wait(60)
        return Settle(54, "W") if self.fault == "nonsense" else None


@pytest.mark.parametrize("fault", ["crash", "leave", "hang", "nonsense", "silence"])
def test_a_failing_bot_is_replaced_by_greedy(fault: str, caplog: pytest.LogCaptureFixture) -> None:
    """A bot that crashes, hangs or answers nonsense is replaced for that move, with a log entry; the game goes on."""
    game = Game.new(3, seed=4)
    guarded = Guarded(Crashing(fault), grace=0.05, patience=0.1)
    with caplog.at_level(logging.ERROR, "rheinlaender.bots"):
        move = guarded.choose(game.view("a"), game.legal_moves())
    assert move == make_bot("greedy").choose(game.view("a"), game.legal_moves())
    assert "greedy plays this move" in caplog.text and guarded.failures == 1
    game.play(move)


def test_a_bot_is_told_by_when_to_answer() -> None:
    """Whoever asks a bot under guard without a deadline gives it the guard's patience; a deadline is passed on."""
    told: list[float] = []

    class Punctual(RandomBot):
        def choose(self, view, legal_moves, deadline=None):  # type: ignore[no-untyped-def]
            told.append(deadline)
            return super().choose(view, legal_moves, deadline)

    game, now = Game.new(3, seed=4), time.monotonic()
    guarded = Guarded(Punctual(), patience=5)
    guarded.choose(game.view("a"), game.legal_moves())
    guarded.choose(game.view("a"), game.legal_moves(), now + 9)
    assert now + 5 <= told[0] < now + 9 and told[1] == now + 9


def test_a_bot_that_still_thinks_is_not_asked_again() -> None:
    """One question at a time: until a bot that hangs has answered, greedy plays at once."""
    game, bot = Game.new(3, seed=4), Crashing("hang")
    guarded = Guarded(bot, grace=0.05, patience=0.1)
    guarded.choose(game.view("a"), game.legal_moves())
    assert guarded.is_thinking
    guarded.choose(game.view("a"), game.legal_moves())
    assert guarded.failures == 2 and bot.asked == 1


def test_interpreted_and_compiled_greedy_choose_the_same() -> None:
    """Until the engine is compiled people play against the same greedy bot, only slower."""
    for game in random_games(9, seed=6):
        view, legal = game.view(game.to_move), game.legal_moves()
        waiting = make_bot("knight", 1, wait=True).choose(view, legal)
        bot = make_bot("knight", 1)
        number = bot.number(interpreted(), seen_position(view), seed_for(view, 1))  # type: ignore[attr-defined]
        assert len(legal) == 1 or move_of_number(view.board, number) == waiting


def test_example_of_the_guide_plays() -> None:
    """The guide's example is a bot of about twenty lines that plays a whole game."""
    code = re.search(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    assert code
    assert len([line for line in code[1].splitlines() if line.strip()]) <= 20
    scope: dict[str, Any] = {}
    exec(code[1], scope)
    clerk = scope["Clerk"]()
    assert isinstance(clerk, Bot)
    game = Game.new(3, seed=2)
    while not game.is_over:
        game.play(clerk.choose(game.view(game.to_move), game.legal_moves()))


def test_other_packages_register_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with an entry point of the group rheinlaender.bots offers its bot by name."""
    code = re.search(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    assert code
    (tmp_path / "my_package.py").write_text(code[1])
    information = tmp_path / "my_package-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[rheinlaender.bots]\nclerk = my_package:Clerk\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.registered.cache_clear()
    try:
        assert "clerk" in bot_names()
        assert make_bot("clerk").name == "clerk"
    finally:
        registry.registered.cache_clear()
        sys.modules.pop("my_package", None)


def test_levels_have_names_in_every_language() -> None:
    """Each level has a name and a line about it in the catalogue."""
    for level in LEVELS:
        for language in LANGUAGES:
            assert words(f"level.{level}", language) and words(f"level_about.{level}", language)


def test_unknown_bots_and_settings_are_refused() -> None:
    """An unknown bot, no time and no simulations are refused by name."""
    with pytest.raises(UnknownBot):
        make_bot("bishop")
    for name in ("search:0", "search@0"):
        with pytest.raises(WrongBotSetting):
            make_bot(name)
    with pytest.raises(WrongBotSetting):
        SearchBot(simulations=0)


def test_nothing_to_choose_is_refused() -> None:
    """A bot asked for a seat that is not to move, or in a game that is over, refuses."""
    game = Game.new(3, seed=1)
    with pytest.raises(NothingToChoose):
        make_bot("search:10", wait=True).choose(game.view("b"), game.legal_moves())
    random = Random(1)
    while not game.is_over:
        game.play(random.choice(game.legal_moves()))
    with pytest.raises(NothingToChoose):
        make_bot("search:10", wait=True).choose(game.view("a"), [NoBastion(), NoBastion()])


def test_before_compilation_search_plays_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the compiler: until the engine is ready the searching levels play greedy."""
    import rheinlaender.bots.greedy
    import rheinlaender.bots.search

    monkeypatch.setattr(rheinlaender.bots.search, "ready", lambda board: interpreted(board))
    monkeypatch.setattr(rheinlaender.bots.greedy, "ready", lambda board: interpreted(board))
    game = Game.new(4, seed=8)
    expected = make_bot("knight").choose(game.view("a"), game.legal_moves())
    assert make_bot("archbishop").choose(game.view("a"), game.legal_moves()) == expected


def test_deadline_of_now_still_gets_an_answer() -> None:
    """A deadline that has passed gets a legal answer after one small step of the search."""
    game = Game.new(4, seed=8)
    warm = make_bot("search:8", wait=True, threads=1)
    warm.choose(game.view("a"), game.legal_moves())
    bot = SearchBot(1, seconds=60, threads=1, wait=True)
    assert compiled().target == "cpu"
    assert bot.choose(game.view("a"), game.legal_moves(), time.monotonic()) in game.legal_moves()


def test_only_what_plays_is_compiled() -> None:
    """The levels are of three kinds; a player by name is of its own, one that stands on ours is warmed up like it."""

    class Clerk(SearchBot):
        """A searcher of somebody else."""

    levels = [make_bot(level) for level in LEVELS]
    assert warming.kinds_of(levels) == warming.LEVEL_KINDS and "search" not in warming.LEVEL_KINDS
    assert warming.kinds_of([make_bot("search:5"), make_bot("random"), make_bot("knight")]) == ("greedy", "search")
    assert warming.kinds_of([Clerk(), make_bot("foresight:5")]) == ("search", "foresight")
    assert len({warming.kept_mark(kinds) for kinds in (warming.LEVEL_KINDS, ("search",), ("net",))}) == 3


def test_another_installation_is_compiled_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba compiles anew for sources that lie elsewhere or were installed again; they do not count as compiled."""
    kept = warming.kept_mark()
    moved = tmp_path / "greedy.py"
    shutil.copy(str(greedy.__file__), moved)
    monkeypatch.setattr(greedy, "__file__", str(moved))
    other = warming.kept_mark()
    os.utime(moved, (1, 1))
    assert kept is not None and other is not None
    assert len({kept, other, warming.kept_mark()}) == 3 and kept.parent == other.parent
