"""`rheinlaender verify`: whether the cards of a game were dealt as was promised before it."""

import argparse

from rheinlaender.cli.arguments import add_language, read_text
from rheinlaender.cli.written import add_json, print_json

WRONG = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", help="the record (.rhg) of a game at a table, or - for standard input")
    add_json(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check a record and print what was found; the exit status is 1 where something is wrong."""
    from rheinlaender.game.fair import VERSION
    from rheinlaender.i18n import words
    from rheinlaender.notation.record import read_record
    from rheinlaender.notation.verifying import verify_record

    checks = verify_record(read_record(read_text(arguments.file)))
    is_right = all(check.is_right for check in checks)
    if arguments.json:
        found = [{"name": check.name, "right": check.is_right} for check in checks]
        print_json({"version": VERSION, "right": is_right, "checks": found})
    else:
        for check in checks:
            told = words("fair.right" if check.is_right else "fair.wrong", arguments.language)
            print(f"{check.name}: {told}")
        print(words("fair.all_right" if is_right else "fair.not_right", arguments.language))
    return 0 if is_right else WRONG
