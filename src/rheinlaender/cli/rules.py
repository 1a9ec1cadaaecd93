"""`rheinlaender rules`: a section of the rule book, by its number or by the code of a refusal."""

import argparse
import re
from pathlib import Path

from rheinlaender.cli.arguments import add_language
from rheinlaender.i18n import DEFAULT_LANGUAGE, Refusal

INSTALLED = Path(__file__).parent.parent / "rulebook"
CHECKED_OUT = Path(__file__).parents[3] / "docs" / "rules"
_HEADING = re.compile(r"(#+) (\d+(?:\.\d+)*) ")
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


class UnknownSection(Refusal):
    """Neither a section of the rules nor a code."""

    code = "unknown_section"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "section", nargs="?", help="a section such as 4.2.1, or a code such as field_occupied (default: list)"
    )
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Print a section, or the table of contents."""
    if arguments.section is not None:
        print(section_text(arguments.section, arguments.language))
        return
    for number, text in _book(arguments.language).items():
        print(f"{'  ' * number.count('.')}{text.splitlines()[0].lstrip('# ')}")
    print("\nCodes of refusals: " + ", ".join(sorted(_codes())))


def section_text(wanted: str, language: str) -> str:
    """The section of a number, or the one that a code cites."""
    book = _book(language)
    section = _codes().get(wanted, wanted)
    if section not in book:
        raise UnknownSection(section=wanted, sections=", ".join(book))
    return _LINK.sub(r"\1", book[section]).rstrip()


def _codes() -> dict[str, str]:
    """The section that each refusal cites."""
    import rheinlaender.game.errors as errors

    found = [error for error in vars(errors).values() if isinstance(error, type) and issubclass(error, Refusal)]
    return {error.code: error.section for error in found if error.section}


def _book(language: str) -> dict[str, str]:
    """The text of each numbered section, with all that lies under it."""
    root = INSTALLED if INSTALLED.exists() else CHECKED_OUT
    pages = root / language if (root / language).exists() else root / DEFAULT_LANGUAGE
    sections: dict[str, str] = {}
    for page in sorted(pages.glob("[1-9]*.md"), key=lambda page: int(page.name.partition("-")[0])):
        lines = page.read_text(encoding="utf-8").splitlines()
        for start, line in enumerate(lines):
            heading = _HEADING.match(line)
            if heading:
                sections[heading[2]] = "\n".join(lines[start : _end(lines, start, len(heading[1]))])
    return sections


def _end(lines: list[str], start: int, level: int) -> int:
    """Where a section ends: at the next heading of its level or above."""
    for number in range(start + 1, len(lines)):
        found = re.match(r"(#+) ", lines[number])
        if found and len(found[1]) <= level:
            return number
    return len(lines)
