"""`rheinlaender think`: search for the computer players of servers that share a PostgreSQL database."""

import argparse
import os

from rheinlaender.cli.arguments import between, port

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
        "--metrics-port",
        type=port,
        metavar="P",
        help="a port for Prometheus, which reads /metrics there (default: none)",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="what is logged (default info)",
    )


def run(arguments: argparse.Namespace) -> None:
    """Think until the process is told to stop."""
    from rheinlaender.server.settings import Settings
    from rheinlaender.server.thinkers.thinker import run as think

    names = {"database": arguments.database, "think_metrics_port": arguments.metrics_port}
    settings = Settings(**{name: value for name, value in names.items() if value is not None})
    think(settings, arguments.threads, arguments.log_level)
