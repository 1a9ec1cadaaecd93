"""`rheinlaender play`: sit down at a table in the terminal."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rheinlaender.bots import LEVELS, make_bot
from rheinlaender.bots.explain import explain
from rheinlaender.bots.greedy import GreedyBot
from rheinlaender.bots.guard import Guarded
from rheinlaender.bots.registry import close_bot
from rheinlaender.bots.warm import kinds_of, start_warming
from rheinlaender.cli.arguments import add_game, add_language, add_level, asked_options, board_of, find_here, seed_of
from rheinlaender.cli.terminal import console, print_picture
from rheinlaender.drawing.text import picture_of
from rheinlaender.game.event import CardPlayed, Event
from rheinlaender.game.game import Game
from rheinlaender.game.seat import read_seat
from rheinlaender.i18n import Refusal, words
from rheinlaender.notation.record import write_record

ALL_COMPUTERS = "-"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    add_game(parser)
    parser.add_argument(
        "--seat",
        help="your seat; - lets the computer play all (default: a at a terminal, - where standard input is none)",
    )
    add_level(parser, "your opponents", "squire")
    add_language(parser)


def run(arguments: argparse.Namespace) -> None:
    """Play a game to its end, or until somebody leaves."""
    find_here()
    seed = seed_of(arguments)
    game = Game.new(arguments.seats, asked_options(arguments), seed, board=board_of(arguments))
    seat = _seat(game, arguments.seat)
    table = TerminalGame(game, seat, arguments.level, seed, arguments.language)
    try:
        table.play()
    finally:
        table.leave()


def _seat(game: Game, wanted: str | None) -> str | None:
    """The seat of the person who plays, or None if the computer plays all."""
    if wanted is None:
        return game.seats[0] if sys.stdin.isatty() else None
    return None if wanted == ALL_COMPUTERS else game.seats[read_seat(wanted, len(game.seats))]


class Left(Exception):
    """The player has left the table."""


class TerminalGame:
    """A game at the terminal: one person, or nobody, and computer players."""

    def __init__(self, game: Game, seat: str | None, level: str, seed: int, language: str) -> None:
        self.game, self.seat, self.language, self.seed = game, seat, language, seed
        self.level, self.shown = level, -1
        self.bots = {letter: Guarded(make_bot(level, seed)) for letter in game.seats if letter != seat}
        players = [guarded.bot for guarded in self.bots.values()]
        self.warming = start_warming(game.board, kinds_of([GreedyBot(), *players]))

    def play(self) -> None:
        """Take turns until the game is over."""
        if self.seat is not None:
            self.introduce()
            self.say("play.welcome", seat=self.seat)
        try:
            while not self.game.is_over:
                self.own_decision() if self.game.to_move == self.seat else self.others_decision()
        except Left:
            return
        self.show()
        self.account()

    def leave(self) -> None:
        """Let the computer players go."""
        self.warming.stop()
        for guarded in self.bots.values():
            close_bot(guarded.bot)

    def introduce(self) -> None:
        """Say who the opponents are, where the catalogue knows them."""
        if self.level in LEVELS:
            about = words(f"level_about.{self.level}", self.language)
            self.say("play.opponents", level=words(f"level.{self.level}", self.language), about=about)

    def say(self, key: str, **arguments: object) -> None:
        """Print words of the catalogue."""
        print(words(key, self.language, **arguments))

    def show(self) -> None:
        """Print the board as the player sees it."""
        self.shown = self.game.position.turn
        print()
        print_picture(picture_of(self.game.view(self.seat), self.language))

    def tell(self, events: list[Event]) -> None:
        """Print what happened; a played card is told by what it did."""
        told = [event.words(self.language) for event in events if not isinstance(event, CardPlayed)]
        print("  " + " ".join(told))

    def others_decision(self) -> None:
        """Let a computer player decide."""
        letter = str(self.game.to_move)
        self.await_engine(letter)
        with console(stderr=True).status(words("play.thinking", self.language, seat=letter)):
            move = self.bots[letter].choose(self.game.view(letter), self.game.legal_moves())
        self.tell(self.game.play(move))

    def await_engine(self, letter: str) -> None:
        """Wait for the compiled engine where a computer player is itself only with it."""
        if getattr(self.bots[letter].bot, "needs_engine", False) and self.warming.is_working:
            with console(stderr=True).status(words("play.warming", self.language)):
                self.warming.wait()

    def own_decision(self) -> None:
        """Show the board once a turn, and ask the player what to do."""
        if self.shown != self.game.position.turn:
            self.show()
        phase = words(f"play.phase.{self.game.view().phase}", self.language)
        try:
            text = input(words("play.prompt", self.language, seat=self.seat, phase=phase)).strip()
        except EOFError:
            raise Left from None
        name, _, rest = text.partition(" ")
        try:
            if name in _COMMANDS:
                _COMMANDS[name](self, rest)
            elif text:
                self.tell(self.game.play(text))
        except (Refusal, OSError) as refusal:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal | OSError) -> None:
        """Print why something cannot be done, and the section of the rules that says so."""
        if isinstance(refusal, OSError):
            print(f"{refusal.filename}: {refusal.strerror}")
        elif refusal.section:
            self.say("play.refused", reason=refusal.words(self.language), section=refusal.section)
        else:
            print(refusal.words(self.language))

    def account(self) -> None:
        """Print the final account, line by line."""
        result = self.game.result()
        assert result is not None
        for letter, lines in result.account.items():
            print(f"{letter}  {result.coins[letter]}")
            for line in lines:
                duchy = line.duchy.name if line.duchy else ""
                print(f"   {line.coins:>3}  {words(f'play.line.{line.kind}', self.language, duchy=duchy)}")
        coins = ", ".join(f"{letter} {number}" for letter, number in result.coins.items())
        self.say("play.won", winners=", ".join(result.winners), coins=coins)


def _help(table: TerminalGame, rest: str) -> None:
    table.say("play.help")


def _show(table: TerminalGame, rest: str) -> None:
    table.show()


def _moves(table: TerminalGame, rest: str) -> None:
    print(" ".join(str(move) for move in table.game.legal_moves()))


def _try(table: TerminalGame, rest: str) -> None:
    table.tell(list(table.game.consequences(rest).events))


def _hint(table: TerminalGame, rest: str) -> None:
    view = table.game.view(table.seat)
    move = GreedyBot().choose(view, table.game.legal_moves())
    why = " ".join(reason.words(table.language) for reason in explain(view, move))
    table.say("play.hint", move=str(move), why=why)


def _undo(table: TerminalGame, rest: str) -> None:
    """Take back everything since the player's own last decision."""
    table.game.undo()
    while table.game.to_move != table.seat:
        table.game.undo()
    table.show()


def _rules(table: TerminalGame, rest: str) -> None:
    from rheinlaender.cli.rules import section_text

    print(section_text(rest, table.language))


def _save(table: TerminalGame, rest: str) -> None:
    path = Path(rest or "game.rhg")
    path.write_text(write_record(table.game, {"Seed": str(table.seed)}), encoding="ascii")
    table.say("play.saved", file=str(path))


def _quit(table: TerminalGame, rest: str) -> None:
    raise Left


_COMMANDS: dict[str, Callable[[TerminalGame, str], None]] = {
    "?": _help,
    "help": _help,
    "show": _show,
    "moves": _moves,
    "try": _try,
    "hint": _hint,
    "undo": _undo,
    "rules": _rules,
    "save": _save,
    "quit": _quit,
}
