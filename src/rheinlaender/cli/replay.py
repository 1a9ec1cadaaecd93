"""`rheinlaender replay`: check a recorded game and step through it."""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from rheinlaender.cli.arguments import add_board, add_language, board_of, read_text
from rheinlaender.cli.written import add_json, print_json, write_event, write_seen
from rheinlaender.game.event import CardPlayed, Event
from rheinlaender.game.game import Game, Turn
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
    add_json(parser)
    add_board(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> None:
    """Replay a game; anything wrong with it is refused."""
    from rheinlaender.notation.record import read_record

    record = read_record(read_text(arguments.file), board_of(arguments))
    last = len(record.game.turns) if arguments.at is None else max(0, min(arguments.at, len(record.game.turns)))
    if arguments.json:
        print_json(_written(record, last, arguments))
    else:
        _tell(record, last, arguments)


def _played(record: Record, last: int) -> Iterator[tuple[Game, Turn, list[Event]]]:
    """The game after each turn up to the last one that is wanted, and what happened in it."""
    game = Game(record.game.first_position.copy(), record.game.engine)
    for turn in record.game.turns[:last]:
        moves = turn.moves
        yield (
            game,
            turn,
            [event for move in moves for event in game.play(move, turn.draw if move is moves[-1] else None)],
        )


def _tell(record: Record, last: int, arguments: argparse.Namespace) -> None:
    """Tell the game turn by turn, and show where it stands."""
    from rheinlaender.cli.terminal import print_picture
    from rheinlaender.drawing.text import picture_of

    game = Game(record.game.first_position.copy(), record.game.engine)
    for number, (after, turn, events) in enumerate(_played(record, last), 1):
        game = after
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


def _written(record: Record, last: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """The game for other programs."""
    game, turns = Game(record.game.first_position.copy(), record.game.engine), []
    for after, turn, events in _played(record, last):
        game = after
        told = [write_event(event, arguments.language) for event in events]
        turns.append({"seat": turn.seat, "moves": [str(move) for move in turn.moves], "events": told})
    result = game.result()
    end = None if result is None else {"winners": list(result.winners), "coins": result.coins}
    return {"headers": record.headers, "turns": turns, "result": end, "view": write_seen(game.view())}


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
