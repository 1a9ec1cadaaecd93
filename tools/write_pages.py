"""Write the pages and drawings of docs/ that are made from the sources; `--check` only says which are not current."""

import sys
from collections.abc import Callable

from tools.command_page import command_page
from tools.made import ROOT, write_or_check
from tools.python_page import python_page
from tools.rooms_map import rooms_map

DOCS = ROOT / "docs"
PAGES: dict[str, Callable[[], str]] = {
    "reference/python.md": python_page,
    "reference/command-line.md": command_page,
    "concepts/rooms.svg": rooms_map,
}


def main(words: list[str]) -> int:
    """Write what is not current, or say so; 1 if something is stale and was not to be written."""
    return write_or_check({DOCS / name: make() for name, make in PAGES.items()}, words, "write_pages")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
