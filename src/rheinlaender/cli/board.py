"""`rheinlaender board check`: every fact that a board must satisfy, by name."""

import argparse
from pathlib import Path

from rheinlaender.board.board import RHINE, load_board
from rheinlaender.cli.arguments import add_language
from rheinlaender.cli.written import add_json, print_json

REFUSED = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    verbs = parser.add_subparsers(dest="verb", required=True)
    check = verbs.add_parser("check", help="check a board file")
    check.add_argument("file", type=Path, nargs="?", default=RHINE, help="the board file (default: the game's own)")
    add_json(check)
    add_language(check)


def run(arguments: argparse.Namespace) -> int:
    """Check a board file; 2 if anything is wrong with it."""
    from rheinlaender.board.check import check_board

    board = load_board(arguments.file)
    found = check_board(board)
    if arguments.json:
        facts = {name: [problem.words(arguments.language) for problem in problems] for name, problems in found.items()}
        print_json(
            {"board": board.name, "digest": board.digest, "is_sound": not any(found.values()), "problems": facts}
        )
        return REFUSED if any(found.values()) else 0
    for name, problems in found.items():
        print(f"{'fails' if problems else 'holds'}  {name.replace('_', ' ')}")
        for problem in problems:
            print(f"       - {problem.words(arguments.language)}")
    return REFUSED if any(found.values()) else 0
