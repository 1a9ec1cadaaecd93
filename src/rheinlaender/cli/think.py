"""`rheinlaender think`: search for the computer players of servers that share a PostgreSQL database."""

import argparse
import os

from rheinlaender.cli.arguments import add_watching, between

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
    add_watching(parser)


def run(arguments: argparse.Namespace) -> None:
    """Think until the process is told to stop."""
    from rheinlaender.server.settings import Settings
    from rheinlaender.server.thinkers.thinker import run as think

    names = {"database": arguments.database, "think_metrics_port": arguments.metrics_port}
    settings = Settings(**{name: value for name, value in names.items() if value is not None})
    think(settings, arguments.threads, arguments.log_level)
