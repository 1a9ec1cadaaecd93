"""`rheinlaender serve`: open the house, so that people can play in their browsers."""

import argparse
import gc
import os
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from rheinlaender.cli.arguments import add_language, add_watching, find_here, port
from rheinlaender.cli.signals import unbroken
from rheinlaender.cli.streams import can_print
from rheinlaender.i18n import words

MOST_WORKERS = 64
DOUBLE, PLAIN = "═║╔╗╚╝", "-|++++"
"""Two frames: above, beside, and the four corners."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("--host", help="the address to listen at (default 127.0.0.1; 0.0.0.0 for the whole network)")
    parser.add_argument("--port", type=port, metavar="P", help="the port to listen at (default 8000)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///file or postgresql://... (default: a file in the user's data folder)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the address that players use, for invitations: https://play.example.org (default: the one they came by)",
    )
    parser.add_argument(
        "--trusted-proxies",
        metavar="A,B",
        help="addresses or networks of proxies whose X-Forwarded-For is believed (default: none)",
    )
    parser.add_argument(
        "--bots",
        metavar="NAME,...",
        help="computer players that people may seat besides the levels: net, what packages register, my_module:Clerk "
        "(default: none)",
    )
    parser.add_argument(
        "--lobby",
        choices=("on", "off"),
        help="whether people may make their tables public, for strangers to find them (default on)",
    )
    parser.add_argument(
        "--thinkers",
        choices=("here", "elsewhere"),
        help="where computer players search: in this process, or by `think` on other machines (default here)",
    )
    parser.add_argument(
        "--workers",
        type=number_of_workers,
        dest="processes",
        metavar="N",
        help="how many processes serve, which needs PostgreSQL (default 1)",
    )
    parser.add_argument("--open", action="store_true", help="open the table in the browser")
    add_watching(parser)
    add_language(parser)


def number_of_workers(text: str) -> int:
    """A number of workers."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{text} is not a number of workers from 1 to {MOST_WORKERS}")
    return int(text)


def run(arguments: argparse.Namespace) -> None:
    """Serve until the process is told to stop."""
    gc.disable()  # nothing that is loaded at the start is garbage; the server collects again when it runs
    try:
        _run(arguments)
    finally:
        gc.enable()


def _run(arguments: argparse.Namespace) -> None:
    from rheinlaender.server.addresses import read_public_url
    from rheinlaender.server.run import run as serve
    from rheinlaender.server.settings import Settings, default_database, read_bots, read_proxies

    names = ("host", "port", "database", "metrics_port", "thinkers", "processes")
    given = {name: getattr(arguments, name) for name in names}
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    settings = replace(settings, log_level=arguments.log_level)
    if arguments.trusted_proxies is not None:
        settings = replace(settings, trusted_proxies=read_proxies(arguments.trusted_proxies))
    if arguments.public_url is not None:
        settings = replace(settings, public_url=read_public_url(arguments.public_url))
    if arguments.bots is not None:
        find_here()
        settings = replace(settings, bots=read_bots(arguments.bots))
    if arguments.lobby is not None:
        settings = replace(settings, has_lobby=arguments.lobby == "on")
    if settings.database == default_database():
        make_data_folder()
    serve(
        settings,
        lambda port: welcome(settings.host, port, arguments.language, arguments.open, settings.public_url),
        unbroken,
    )


def make_data_folder() -> None:
    """Make the folder that the database lies in if nobody says otherwise; if it cannot be, the database is refused."""
    from platformdirs import user_data_path

    with suppress(OSError):
        user_data_path("rheinlaender").mkdir(parents=True, exist_ok=True)


def welcome(host: str, port: int, language: str, is_opened: bool, public_url: str = "") -> None:
    """Say where the table is, and open it in the browser if that is wanted and possible."""
    addresses = addresses_of(host, port, public_url)
    if is_opened and has_screen() and webbrowser.open(addresses[0]):
        print(words("serve.opened", language, address=addresses[0]), flush=True)
    else:
        print(banner(words("serve.ready", language), addresses), flush=True)


def addresses_of(host: str, port: int, public_url: str) -> list[str]:
    """Where the table is found; the address that players use, if there is one, last."""
    from rheinlaender.server.addresses import names_of

    here = [f"http://{f'[{name}]' if ':' in name else name}:{port}/" for name in names_of(host)]
    return [*here, f"{public_url}/"] if public_url else here


def has_screen() -> bool:
    """Whether a browser with a window can be opened; one in the terminal would be in the way."""
    is_x = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return is_x or sys.platform in ("darwin", "win32")


def banner(title: str, addresses: Sequence[str]) -> str:
    """The addresses, large, in a frame that the terminal can show."""
    width = max(len(title), *(len(address) for address in addresses)) + 6
    lines = ["", title, "", *addresses, ""]
    top, side, left, right, low_left, low_right = tuple(DOUBLE if can_print(DOUBLE) else PLAIN)
    framed = [f"{side}{line.center(width)}{side}" for line in lines]
    return "\n".join(["", f"{left}{top * width}{right}", *framed, f"{low_left}{top * width}{low_right}", ""])
