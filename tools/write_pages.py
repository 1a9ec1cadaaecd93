"""Write the pages and drawings of docs/ that are made from the sources; `--check` only says which are not current."""

import sys
from collections.abc import Callable
from pathlib import Path

from tools.command_page import command_page
from tools.python_page import python_page
from tools.rooms_map import rooms_map

DOCS = Path(__file__).parents[1] / "docs"
PAGES: dict[str, Callable[[], str]] = {
    "reference/python.md": python_page,
    "reference/command-line.md": command_page,
    "concepts/rooms.svg": rooms_map,
}


def main(words: list[str]) -> int:
    """Write what is not current, or say so; 1 if something is stale and was not to be written."""
    made = {DOCS / name: make() for name, make in PAGES.items()}
    stale = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if "--check" in words:
            print(f"{path.relative_to(DOCS.parent)} is not current: run python -m tools.write_pages", file=sys.stderr)
        else:
            path.write_text(made[path], encoding="utf-8")
    return int("--check" in words and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
