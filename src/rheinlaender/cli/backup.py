"""`rheinlaender backup`: copy the database of the server while it runs."""

import argparse
from pathlib import Path

from rheinlaender.cli.arguments import add_language
from rheinlaender.i18n import words


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", type=Path, help="the file to write, which must not be there yet")
    parser.add_argument("--database", metavar="URL", help="sqlite:///file (default: the one that `serve` uses)")
    add_language(parser)


def run(arguments: argparse.Namespace) -> None:
    """Copy the database, and say how large the copy is."""
    from rheinlaender.server.settings import Settings
    from rheinlaender.server.store.backup import back_up

    size = back_up(arguments.database or Settings().database, arguments.file)
    print(words("backup.done", arguments.language, file=arguments.file, size=size))
