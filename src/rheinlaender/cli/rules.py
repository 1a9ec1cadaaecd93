"""`rheinlaender rules`: a section of the rule book, by its number or by the code of a refusal."""

import argparse
import re

from rheinlaender.book.reading import sections_of
from rheinlaender.cli.arguments import add_language
from rheinlaender.i18n import Refusal

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
    for number, section in sections_of(arguments.language).items():
        print(f"{'  ' * number.count('.')}{number} {section.title}")
    print("\nCodes of refusals: " + ", ".join(sorted(_codes())))


def section_text(wanted: str, language: str) -> str:
    """The section of a number, or the one that a code cites."""
    sections = sections_of(language)
    number = _codes().get(wanted, wanted)
    if number not in sections:
        raise UnknownSection(section=wanted, sections=", ".join(sections))
    return _LINK.sub(r"\1", sections[number].whole)


def _codes() -> dict[str, str]:
    """The section that each refusal cites."""
    import rheinlaender.game.errors as errors

    found = [error for error in vars(errors).values() if isinstance(error, type) and issubclass(error, Refusal)]
    return {error.code: error.section for error in found if error.section}
