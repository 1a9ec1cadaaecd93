"""Reading the catalogue: a key and its arguments become a sentence in one language.

A catalogue file is `LANGUAGE.json`: one flat object from key to text. `{name}` in a text is filled by the argument
`name`. A text that depends on a number is an object of plural forms, chosen by the argument `count`.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

Text = str | dict[str, str]

LANGUAGES = {"en": "English", "de": "Deutsch", "nl": "Nederlands", "hu": "Magyar"}
DEFAULT_LANGUAGE = "en"


@cache
def catalogue(language: str) -> Mapping[str, Text]:
    """All texts of one language."""
    if language not in LANGUAGES:
        raise ValueError(f"no catalogue for language '{language}'; there are {', '.join(LANGUAGES)}")
    texts: dict[str, Text] = json.loads((Path(__file__).parent / f"{language}.json").read_text(encoding="utf-8"))
    return texts


def words(key: str, language: str = DEFAULT_LANGUAGE, **arguments: object) -> str:
    """The text of a key with its arguments filled in."""
    text = catalogue(language)[key]
    if isinstance(text, dict):
        text = text[plural_form(arguments["count"])]
    return text.format_map(arguments)


def plural_form(number: object) -> str:
    """The plural form of a number; our four languages share the two forms `one` and `other`."""
    return "one" if number == 1 else "other"


def preferred_language(wishes: Sequence[str]) -> str:
    """The first wished language that we have (`de-AT` counts as `de`), or English."""
    for wish in wishes:
        language = wish.replace("_", "-").split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return DEFAULT_LANGUAGE
