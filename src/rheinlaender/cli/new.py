"""`rheinlaender new`: set up a game."""

import argparse

from rheinlaender.cli.arguments import add_game, asked_options, board_of, seed_of
from rheinlaender.cli.written import add_json, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    add_game(parser)
    parser.add_argument("--first", default="a", metavar="SEAT", help="the seat that begins (default a)")
    parser.add_argument("--record", action="store_true", help="print the beginning of a record (.rhg) instead")
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Print the first position of a new game."""
    from rheinlaender.game.game import Game
    from rheinlaender.game.options import write_options
    from rheinlaender.notation.position import line_of
    from rheinlaender.notation.record import write_record

    seed = seed_of(arguments)
    game = Game.new(arguments.seats, asked_options(arguments), seed, arguments.first, board_of(arguments))
    if arguments.json:
        record = write_record(game, {"Seed": str(seed)}) if arguments.record else None
        options = write_options(game.view().options)
        print_json({"position": line_of(game), "seed": seed, "options": options, "record": record})
    elif arguments.record:
        print(write_record(game, {"Seed": str(seed)}), end="")
    else:
        print(line_of(game))
