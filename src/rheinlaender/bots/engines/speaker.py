"""Our own players speak the protocol of engines; they think in a thread, so that they can be stopped."""

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

import rheinlaender
from rheinlaender.board import Board
from rheinlaender.bots.bot import Bot
from rheinlaender.bots.engines.lines import (
    MEMORY,
    NO,
    PROTOCOL,
    QUIT,
    READY,
    REMARK,
    STOP,
    THREADS,
    YES,
    BadLine,
    EngineOption,
    Go,
    candidate_line,
    one_line,
    read_go,
    read_reshuffled,
)
from rheinlaender.bots.foresight import ForesightBot
from rheinlaender.bots.registry import make_bot
from rheinlaender.bots.search import SearchBot
from rheinlaender.bots.seen import seen_position
from rheinlaender.game.game import Game
from rheinlaender.game.move import Move
from rheinlaender.game.view import View
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import read_view
from rheinlaender.rules.compile import interpreted

MOST_CANDIDATES = 8
MOST_THREADS = 256
STOP_STEP = 0.05


class Speaker:
    """A computer player that is asked by lines and answers by lines."""

    def __init__(self, level: str, board: Board, say: Callable[[str], None], warm: Callable[[Bot], None]) -> None:
        self.level, self.board, self.say, self.warm = level, board, say, warm
        self.seed, self.threads = 0, 1
        self.bot = self._made()
        self.view: View | None = None
        self.thinking: threading.Thread | None = None
        self.words: dict[str, Callable[[str], None]] = {
            "rheinlaender": self.greet,
            "option": self.set_option,
            "game": self.begin,
            "position": self.set_position,
            "counted": self.set_counted,
            "reshuffled": self.set_reshuffled,
            "legal": lambda rest: None,
            "go": self.go,
        }

    def _made(self) -> Bot:
        return make_bot(self.level, self.seed, wait=True, threads=self.threads)

    def hear(self, lines: Iterable[str]) -> None:
        """Obey line by line, until `quit` or the end."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == QUIT:
                break
            if word == STOP:
                self.stop()
            elif word and not word.startswith(REMARK):
                self.wait()
                self.obey(word, rest.strip())
        self.stop()

    def obey(self, word: str, rest: str) -> None:
        """One line; what is wrong with it is said, and nothing has changed."""
        try:
            if word not in self.words:
                raise BadLine(line=word, expected=", ".join([*self.words, STOP, QUIT]))
            self.words[word](rest)
        except Refusal as refusal:
            self.say(f"error {one_line(str(refusal))}")

    def greet(self, version: str) -> None:
        """Say who this is; `ready` comes when everything is compiled."""
        if version != str(PROTOCOL):
            raise BadLine(line=f"rheinlaender {version}", expected=f"rheinlaender {PROTOCOL}")
        self.say(f"name {self.bot.name if self.level == self.bot.name else f'{self.level} ({self.bot.name})'}")
        self.say(f"version {rheinlaender.__version__}")
        for option in self.offered():
            self.say(str(option))
        self.warm(self.bot)
        self.say(READY)

    def offered(self) -> list[EngineOption]:
        """How many threads search, and whether the player remembers what came back with a new deck."""
        threads = [EngineOption(THREADS, "number", ("1", str(MOST_THREADS)), "1")]
        memory = [EngineOption(MEMORY, "choice", (NO, YES), NO)]
        return threads * isinstance(self.bot, SearchBot) + memory * isinstance(self.bot, ForesightBot)

    def set_option(self, rest: str) -> None:
        """Set one of the options; whoever wants a memory to be used tells what came back."""
        name, _, value = rest.partition(" ")
        if not any(option.name == name and option.takes(value) for option in self.offered()):
            known = "; ".join(map(str, self.offered())) or "no option"
            raise BadLine(line=f"option {rest}", expected=known)
        if name == THREADS:
            self.threads = int(value)
            self.bot = self._made()

    def begin(self, rest: str) -> None:
        """A new game: its seed decides what is left to chance, its board must be the one that is known."""
        words = rest.split()
        given = dict(zip(words[::2], words[1::2], strict=False))
        if len(words) % 2 or not set(given) <= {"seed", "board"} or not given.get("seed", "0").isdecimal():
            raise BadLine(line=f"game {rest}", expected="game [seed N] [board DIGEST]")
        if given.get("board", self.board.digest) != self.board.digest:
            raise BadLine(line=f"board {given['board']}", expected=f"board {self.board.digest}")
        self.seed, self.view = int(given.get("seed", "0")) % 2**64, None
        self.bot = self._made()

    def set_position(self, rest: str) -> None:
        """What the seat to move knows."""
        self.view = None
        self.view = read_view(interpreted(self.board), rest)

    def set_counted(self, rest: str) -> None:
        """The coins that each seat has been paid so far, for whoever keeps count."""
        coins = rest.split(",")
        if self.view is None or len(coins) != len(self.view.seats) or not all(map(str.isdecimal, coins)):
            raise BadLine(line=f"counted {rest}", expected="a number for each seat, after a position")
        self.view = replace(self.view, counted=dict(zip(self.view.seats, map(int, coins), strict=True)))

    def set_reshuffled(self, rest: str) -> None:
        """The cards that came back with a new deck, for whoever remembers them."""
        if self.view is None:
            raise BadLine(line=f"reshuffled {rest}", expected="a position first")
        self.view = replace(self.view, reshuffled=read_reshuffled(rest, self.view.turn))

    def go(self, rest: str) -> None:
        """Think about the position, in a thread."""
        go = read_go(rest.split())
        if self.view is None:
            raise BadLine(line="go", expected="a position first")
        game = Game(seen_position(self.view), interpreted(self.board))
        self.thinking = threading.Thread(target=self.think, args=(self.view, game, go), daemon=True)
        self.thinking.start()

    def think(self, view: View, game: Game, go: Go) -> None:
        """Say what was found, and the move; whoever does not listen any more is told nothing."""
        with suppress(OSError):
            try:
                move = self.choose(view, game, go)
            except Exception as error:
                self.say(f"error {one_line(f'{type(error).__name__}: {error}')}")
                return
            for candidate in getattr(self.bot, "found", [])[:MOST_CANDIDATES]:
                self.say(candidate_line(candidate))
            self.say(f"move {move}")

    def choose(self, view: View, game: Game, go: Go) -> Move:
        """The player's move, within the time that is asked for."""
        limits = [seconds for seconds in (go.seconds, go.deadline) if seconds is not None]
        deadline = time.monotonic() + min(limits) if limits else None
        bot = self.bot
        if not isinstance(bot, SearchBot) or (go.seconds is None and go.simulations is None):
            return bot.choose(view, game.legal_moves(), deadline)
        own = bot.seconds, bot.simulations
        bot.seconds, bot.simulations = go.seconds, go.simulations
        try:
            return bot.choose(view, game.legal_moves(), deadline)
        finally:
            bot.seconds, bot.simulations = own

    def stop(self) -> None:
        """Answer now: a search is cut short, others answer at once anyway."""
        while self.thinking is not None and self.thinking.is_alive():
            if isinstance(self.bot, SearchBot):
                self.bot.stop()
            self.thinking.join(STOP_STEP)

    def wait(self) -> None:
        """Wait for the answer to what was asked before."""
        if self.thinking is not None:
            self.thinking.join()
