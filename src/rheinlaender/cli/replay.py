"""`rheinlaender replay`: check a recorded game and step through it."""

import argparse
import sys

from rheinlaender.cli.arguments import add_board, add_language, board_of, read_text
from rheinlaender.game.event import CardPlayed
from rheinlaender.i18n import words
from rheinlaender.notation.record import Record


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", help="a record (.rhg), or - for standard input")
    parser.add_argument("--at", type=int, metavar="TURN", help="show the position after this turn")
    parser.add_argument(
        "--step", action="store_true", help="show every turn, one after the other (Enter goes on, q stops)"
    )
    parser.add_argument("--quiet", action="store_true", help="only check")
    add_board(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Replay a game; anything wrong with it is refused."""
    from rheinlaender.cli.terminal import print_picture
    from rheinlaender.drawing.text import picture_of
    from rheinlaender.game.game import Game
    from rheinlaender.notation.record import read_record

    record = read_record(read_text(arguments.file), board_of(arguments))
    last = len(record.game.turns) if arguments.at is None else max(0, min(arguments.at, len(record.game.turns)))
    game = Game(record.game.first_position.copy(), record.game.engine)
    for number, turn in enumerate(record.game.turns[:last], 1):
        moves = turn.moves
        events = [event for move in moves for event in game.play(move, turn.draw if move is moves[-1] else None)]
        if not arguments.quiet:
            told = [event.words(arguments.language) for event in events if not isinstance(event, CardPlayed)]
            print(f"{number:>3} {turn.seat}  {' '.join(told)}")
        if arguments.step:
            print_picture(picture_of(game.view(), arguments.language))
            if _stop():
                return
    if not arguments.quiet and not arguments.step:
        print()
        print_picture(picture_of(game.view(), arguments.language))
    print(_summary(record, arguments.language))


def _stop() -> bool:
    """Wait for the reader; whether to stop."""
    return sys.stdin.isatty() and input("Enter: next, q: stop > ").strip().lower() == "q"


def _summary(record: Record, language: str) -> str:
    """How the game stands or ended."""
    result = record.game.result()
    if result is None:
        return words("replay.running", language, count=len(record.game.turns))
    coins = ", ".join(f"{seat} {number}" for seat, number in result.coins.items())
    return words("replay.over", language, count=len(record.game.turns), winners=", ".join(result.winners), coins=coins)
