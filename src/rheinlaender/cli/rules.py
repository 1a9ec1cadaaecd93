"""`rheinlaender rules`: a section of the rule book, by its number or by the code of a refusal."""

import argparse
import re

from rheinlaender.book.reading import BLOCK, sections_of
from rheinlaender.cli.arguments import add_language
from rheinlaender.cli.written import add_json, print_json
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
    add_json(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> None:
    """Print a section, or the table of contents."""
    if arguments.section is not None:
        text = section_text(arguments.section, arguments.language)
        number = _codes().get(arguments.section, arguments.section)
        title = sections_of(arguments.language)[number].title
        print_json({"section": number, "title": title, "text": text}) if arguments.json else print(text)
        return
    if arguments.json:
        titles = {number: section.title for number, section in sections_of(arguments.language).items()}
        print_json({"sections": titles, "codes": _codes()})
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
    told = BLOCK.sub(lambda block: _example(block["text"], language), sections[number].whole)
    return _LINK.sub(r"\1", told)


def _example(text: str, language: str) -> str:
    """A position block for readers: the position, which `show` draws, the moves, and what then holds in words."""
    from rheinlaender.book.figure import work_through
    from rheinlaender.book.words import statement_words

    lines = [text.split("\n", 1)[0]]
    for stage in work_through(text):
        lines += [f"{stage.seat}: {' '.join(stage.moves)}"] if stage.moves else []
        lines += [f"- {statement_words(stage.game, statement, language)}" for statement in stage.statements]
    return "\n".join(f"    {line}" for line in lines)


def _codes() -> dict[str, str]:
    """The section that each refusal cites."""
    import rheinlaender.game.errors as errors

    found = [error for error in vars(errors).values() if isinstance(error, type) and issubclass(error, Refusal)]
    return {error.code: error.section for error in found if error.section}
