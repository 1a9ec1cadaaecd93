"""A computer player that is a program of its own: `engine:./my_bot --flag`."""

import re
import time
from collections.abc import Mapping, Sequence

from rheinlaender.bots.bot import BotUnusable, Candidate
from rheinlaender.bots.engines.lines import (
    MEMORY,
    STOP,
    THREADS,
    YES,
    BadLine,
    Go,
    question,
    read_candidate,
    seconds_of,
    simulations_of,
)
from rheinlaender.bots.engines.process import START_SECONDS, EngineFailed, EngineProcess, EngineSilent, shown_text
from rheinlaender.game.move import Move
from rheinlaender.game.view import View

NAME = re.compile(r"engine(?:\[([^\]]*)\])?:(.+)", re.DOTALL)
STOP_SECONDS = 0.3
"""How long after its deadline an engine may take to obey `stop`; the guard waits a little longer."""
MOST_STARTS = 4
"""An engine that is lost again and again is not started again in the same game."""
idle_engines: dict[tuple[object, ...], list[EngineProcess]] = {}
"""Processes whose game is over, by command and settings."""


class NoMove(EngineFailed):
    """An engine answered with an error or with something that is not a legal move; it may be asked again."""


class EngineBot:
    """Asks another process for each move. It is started at once and, where it is lost, anew for the next move."""

    def __init__(
        self,
        command: str,
        seed: int = 0,
        settings: Mapping[str, str] | None = None,
        threads: int | None = None,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self.command, self.seed, self.start_seconds = command.strip(), seed, start_seconds
        self.found: list[Candidate] = []
        self.starts, self.is_told = 0, False
        wishes = dict(settings or {})
        self._kind = (self.command, *sorted(wishes.items()), threads)
        self.seconds, self.simulations = _times(command, wishes)
        try:
            self.process: EngineProcess | None = self._take(start_seconds)
        except (EngineFailed, BadLine) as failure:
            raise BotUnusable(bot=command, problem=_problem(failure)) from None
        self.name = self.process.name
        self.settings = self._settings(wishes, threads)

    def _take(self, seconds: float) -> EngineProcess:
        """A process that is idle, or a new one."""
        waiting = idle_engines.get(self._kind, [])
        while waiting:
            process = waiting.pop()
            if process.is_alive():
                return process
            process.kill()
        self.starts += 1
        return EngineProcess(self.command, seconds)

    def _settings(self, wishes: dict[str, str], threads: int | None) -> dict[str, str]:
        """The options to set: those that somebody wishes, the number of threads and a memory where they are offered."""
        assert self.process is not None
        offered = self.process.options
        if threads is not None and THREADS in offered:
            wishes.setdefault(THREADS, str(threads))
        if MEMORY in offered:
            wishes.setdefault(MEMORY, YES)
        for name, value in wishes.items():
            if name not in offered or not offered[name].takes(value):
                process, self.process = self.process, None
                process.end()
                known = "; ".join(map(str, offered.values())) or "it has no options"
                raise BotUnusable(bot=self.command, problem=f"{name}={value} cannot be set ({known})")
        return wishes

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """The engine's answer; an engine that does not play along is ended, and a failure says how it failed."""
        process = self._ready(view, deadline)
        left = None if deadline is None else deadline - time.monotonic()
        process.forget()
        go, remembers = Go(self.seconds, self.simulations, left), self.settings.get(MEMORY) == YES
        process.say(*question(view, legal_moves, go, remembers))
        try:
            return self._answer(process, {str(move): move for move in legal_moves}, deadline)
        except NoMove:
            raise
        except (EngineFailed, BadLine) as failure:
            self._lose()
            raise EngineFailed(bot=self.name, problem=_problem(failure)) from None

    def _ready(self, view: View, deadline: float | None) -> EngineProcess:
        """The process that is to be asked, which knows the game that is played."""
        if self.process is None:
            if self.starts >= MOST_STARTS:
                raise EngineFailed(bot=self.name, problem=f"it was lost after {self.starts} starts")
            left = self.start_seconds if deadline is None else deadline - time.monotonic()
            self.process, self.is_told = self._take(min(self.start_seconds, left)), False
        if not self.is_told:
            options = [f"option {name} {value}" for name, value in self.settings.items()]
            self.process.say(*options, f"game seed {self.seed} board {view.board.digest}")
            self.is_told = True
        return self.process

    def _answer(self, process: EngineProcess, legal_moves: Mapping[str, Move], deadline: float | None) -> Move:
        """The move, after what was found about others; past its deadline the engine is told to stop."""
        self.found = []
        until, is_stopped = deadline, False
        while True:
            try:
                word, _, rest = process.hear(until).partition(" ")
            except EngineSilent:
                if is_stopped or until is None:
                    raise
                process.say(STOP)
                until, is_stopped = until + STOP_SECONDS, True
                continue
            if word == "move" and rest.strip() in legal_moves:
                return legal_moves[rest.strip()]
            if word in ("move", "error"):
                raise NoMove(bot=self.name, problem=f"it says: {shown_text(f'{word} {rest}')}")
            if word != "candidate":
                raise BadLine(line=shown_text(f"{word} {rest}"), expected="move, candidate or error")
            self.found.append(read_candidate(rest.split(), legal_moves))

    def _lose(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process = None

    def close(self) -> None:
        """The game is over; the process waits for another, or for the end of this program."""
        if self.process is not None:
            idle_engines.setdefault(self._kind, []).append(self.process)
            self.process = None


def _times(command: str, wishes: dict[str, str]) -> tuple[float | None, int | None]:
    """The seconds and simulations among the settings, which go with every question."""
    try:
        seconds = seconds_of(wishes.pop("seconds")) if "seconds" in wishes else None
        simulations = simulations_of(wishes.pop("simulations")) if "simulations" in wishes else None
    except BadLine as failure:
        raise BotUnusable(bot=command, problem=_problem(failure)) from None
    return seconds, simulations


def _problem(failure: EngineFailed | BadLine) -> str:
    if isinstance(failure, BadLine):
        return f"it says {failure.arguments['line']!r} where {failure.arguments['expected']} is expected"
    return str(failure.arguments["problem"])


def engine_named(name: str, seed: int, **settings: object) -> EngineBot | None:
    """The engine of a name such as `engine:./my_bot --flag` or `engine[seconds=0.5,style=bold]:./my_bot`."""
    named = NAME.fullmatch(name)
    if named is None:
        return None
    pairs = [pair.partition("=") for pair in (named[1] or "").split(",") if pair]
    wishes = {key.strip(): value.strip() for key, _, value in pairs}
    wishes |= {key: str(settings[key]) for key in ("seconds", "simulations") if settings.get(key) is not None}
    threads = settings.get("threads")
    return EngineBot(named[2], seed, wishes, threads if isinstance(threads, int) else None)
