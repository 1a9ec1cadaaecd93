"""`rheinlaender show`: a position as a picture."""

import argparse
import sys
from pathlib import Path

from rheinlaender.cli.arguments import add_board, add_language, board_of, read_text, replace_text
from rheinlaender.cli.streams import as_xml
from rheinlaender.cli.written import add_json, print_json, write_seen
from rheinlaender.game.view import View


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "position", nargs="?", default="-", help="a position (rh1 ...), a file with one, or - (default)"
    )
    parser.add_argument("--seat", metavar="SEAT", help="show it as this seat sees it (default: as a watcher)")
    parser.add_argument("--svg", metavar="FILE", help="write a drawing to this file instead (- for standard output)")
    add_json(parser)
    add_board(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> None:
    """Show a position."""
    from rheinlaender.cli.terminal import print_picture
    from rheinlaender.drawing.picture import draw_view
    from rheinlaender.drawing.text import picture_of

    view = _view(arguments)
    if arguments.json:
        print_json(write_seen(view))
    elif arguments.svg == "-":
        sys.stdout.write(as_xml(draw_view(view, arguments.language)))
    elif arguments.svg:
        replace_text(Path(arguments.svg), draw_view(view, arguments.language))
    else:
        print_picture(picture_of(view, arguments.language))


def _view(arguments: argparse.Namespace) -> View:
    from rheinlaender.game.game import Game
    from rheinlaender.notation.position import HIDDEN, read_position, read_view
    from rheinlaender.rules.compile import interpreted

    text = arguments.position if arguments.position.startswith("rh1") else read_text(arguments.position)
    engine = interpreted(board_of(arguments))
    line = text.strip().split("\n")[0]
    if HIDDEN in line:
        return read_view(engine, line)
    return Game(read_position(engine, line), engine).view(arguments.seat)
