"""`rheinlaender think`: search for the computer players of servers that share a PostgreSQL database."""

import argparse
import os

from rheinlaender.cli.arguments import between

MOST_THREADS = 1024


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("--database", metavar="URL", help="postgresql://... (default: the one that `serve` uses)")
    parser.add_argument(
        "--threads",
        type=between("--threads", 1, MOST_THREADS),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many searches at once (default: one for each core)",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="what is logged (default info)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Think until the process is told to stop."""
    from rheinlaender.server.settings import Settings
    from rheinlaender.server.thinkers.thinker import run as think

    think(arguments.database or Settings().database, arguments.threads, arguments.log_level)
