"""The catalogue: the same keys in every language, none missing, none unused, none misfilled."""

import ast
import dataclasses
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from rheinlaender import i18n
from rheinlaender.game import event as events
from rheinlaender.i18n import LANGUAGES, catalogue, preferred_language, words
from rheinlaender.i18n.catalogue import Text, plural_form
from rheinlaender.lessons import read_lessons

SOURCE = Path(i18n.__file__).parents[1]
MUST_EXIST = ("en", "de", "nl", "hu")
FORMS = {"one", "other"}


def placeholders(text: str) -> set[str]:
    """The names that a text is filled by."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms(text: Text) -> dict[str, str]:
    """The plural forms of a text, or the one form that it has."""
    return text if isinstance(text, dict) else {"": text}


@cache
def modules() -> dict[Path, ast.Module]:
    """All modules of the product, parsed."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def nodes(kind: type[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of one kind in the product."""
    for module in modules().values():
        yield from (node for node in ast.walk(module) if isinstance(node, kind))


def constants(node: ast.AST | None) -> list[str]:
    """The texts that an expression may be: a literal, or one of two."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def name_of(function: ast.expr) -> str:
    """The last name of what is called."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def calls(*names: str) -> Iterator[tuple[str, ast.Call, set[str]]]:
    """Every call of these functions with a literal first argument: that, the call and the names of its arguments."""
    for node in nodes(ast.Call):
        assert isinstance(node, ast.Call)
        if name_of(node.func) in names and node.args:
            for literal in constants(node.args[0]):
                yield literal, node, {keyword.arg for keyword in node.keywords if keyword.arg}


def refusal_codes() -> dict[str, str]:
    """Every refusal of the product by the name of its class; those that only group others are none."""
    classes = [node for node in nodes(ast.ClassDef) if isinstance(node, ast.ClassDef)]
    bases = {ast.unparse(base) for node in classes for base in node.bases}
    codes = {}
    for node in classes:
        for line in node.body:
            if isinstance(line, ast.Assign) and node.name not in bases:
                names = [ast.unparse(target) for target in line.targets]
                if names == ["code"]:
                    codes[node.name] = ast.literal_eval(line.value)
                elif names in (["code, section"], ["(code, section)"]):
                    codes[node.name] = ast.literal_eval(line.value)[0]
    return {name: code for name, code in codes.items() if isinstance(code, str) and code}


def position_problems() -> Iterator[tuple[str, set[str] | None]]:
    """Every reason why no game can reach a position, with the arguments that are given, where they can be seen."""
    for name in ("game/possible.py", "notation/position.py"):
        for node in ast.walk(modules()[SOURCE / name]):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Dict):
                given = {str(key.value) for key in node.elts[1].keys if isinstance(key, ast.Constant)}
                yield from ((code, given) for code in constants(node.elts[0]))
            if isinstance(node, ast.FunctionDef) and node.name == "cards_problem":
                returned = [line.value for line in ast.walk(node) if isinstance(line, ast.Return)]
                yield from ((code, set()) for value in returned for code in constants(value))


@cache
def needed_keys() -> set[str]:
    """Every key that the product asks for by a name that can be seen."""
    keys = {literal for literal, _, _ in calls("words")}
    keys |= {f"refusal.{code}" for code in refusal_codes().values()}
    keys |= {f"event.{kind.name}" for kind in events.kinds_of_events()}
    keys |= {f"board_problem.{code}" for code, _, _ in calls("problem")}
    keys |= {f"position_problem.{code}" for code, _ in position_problems()}
    keys |= {key for lesson in read_lessons().values() for key in lesson.keys}
    return keys


@cache
def families() -> set[str]:
    """The beginnings of keys that the product puts together: words(f"landmark.{...}")."""
    found = set()
    for node in nodes(ast.JoinedStr):
        assert isinstance(node, ast.JoinedStr)
        for literal in constants(node.values[0]):
            if literal.endswith("."):
                found.add(literal)
    return found


@cache
def literals() -> set[object]:
    """Every literal of the product."""
    return {node.value for node in nodes(ast.Constant) if isinstance(node, ast.Constant)}


@cache
def pages() -> str:
    """The browser part of the product."""
    paths = [path for path in sorted(SOURCE.glob("web/**/*")) if path.suffix in (".js", ".html")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def is_used(key: str) -> bool:
    """Whether the product, its browser part included, can ask for a key."""
    rests = [key.removeprefix(family) for family in families() if key.startswith(family)]
    return key in literals() or any(rest in literals() for rest in rests) or key in pages()


@pytest.mark.parametrize("language", MUST_EXIST)
def test_language_exists(language: str) -> None:
    """English, German, Dutch and Hungarian each have a catalogue."""
    assert language in LANGUAGES and (SOURCE / "i18n" / f"{language}.json").exists()


@pytest.mark.parametrize("language", [language for language in MUST_EXIST if language != "en"])
def test_languages_have_the_same_keys(language: str) -> None:
    """Every language has the keys of English, with the same placeholders and plural forms, in the same order."""
    english, other = catalogue("en"), catalogue(language)
    assert list(other) == list(english)
    for key, text in english.items():
        assert set(forms(other[key])) == set(forms(text)), key
        for form, words_of_form in forms(text).items():
            assert placeholders(forms(other[key])[form]) == placeholders(words_of_form), key


def test_keys_are_sorted() -> None:
    """Keys stand in order, and a text has the forms `one` and `other` or none."""
    assert list(catalogue("en")) == sorted(catalogue("en"))
    assert all(set(forms(text)) in ({""}, FORMS) for text in catalogue("en").values())


def test_no_key_is_missing() -> None:
    """Every refusal, event, problem and other text that the product asks for is in the catalogue."""
    assert needed_keys() - set(catalogue("en")) == set()


def test_no_key_is_unused() -> None:
    """Every text of the catalogue is asked for somewhere."""
    assert [key for key in catalogue("en") if key not in needed_keys() and not is_used(key)] == []


@pytest.mark.parametrize("kind", events.kinds_of_events(), ids=lambda kind: kind.name)
def test_events_fill_their_words(kind: type[events.Event]) -> None:
    """Every event becomes a sentence by its own parts, in every language that there is."""
    example = kind(**{part.name: 7 for part in dataclasses.fields(kind)})
    for language in present_languages():
        assert example.words(language) and "{" not in example.words(language)


def present_languages() -> list[str]:
    """The languages whose catalogues are there."""
    return [language for language in MUST_EXIST if (SOURCE / "i18n" / f"{language}.json").exists()]


def filled(key: str) -> set[str]:
    """What a text must be filled by."""
    return set().union(*(placeholders(text) for text in forms(catalogue("en")[key]).values()))


def test_refusals_fill_their_words() -> None:
    """Wherever a refusal is made its words get all arguments."""
    codes, made = refusal_codes(), set()
    for node in nodes(ast.Call):
        assert isinstance(node, ast.Call)
        name = name_of(node.func)
        if name in codes:
            made.add(name)
            given = {keyword.arg for keyword in node.keywords}
            assert filled(f"refusal.{codes[name]}") <= given or None in given, name
    assert made == set(codes)


def test_problems_and_texts_fill_their_words() -> None:
    """Wherever a problem is found or a text is asked for it gets all arguments."""
    for code, _, given in calls("problem"):
        assert filled(f"board_problem.{code}") <= given, code
    for code, arguments in position_problems():
        assert filled(f"position_problem.{code}") <= (arguments or set()), code
    for key, call, given in calls("words"):
        assert filled(key) <= given or any(keyword.arg is None for keyword in call.keywords), key


def test_plural_forms() -> None:
    """A text that depends on a number has a form for one and a form for all others."""
    assert [plural_form(number) for number in (0, 1, 2, 5, 21)] == ["other", "one", "other", "other", "other"]
    assert words("replay.running", count=1) != words("replay.running", count=2).replace("2", "1")


def test_preferred_language() -> None:
    """The first wished language that we have counts; a region does not matter; otherwise it is English."""
    assert preferred_language(["fr", "de-AT", "nl"]) == "de"
    assert preferred_language(["hu_HU.UTF-8"]) == "hu"
    assert preferred_language(["NL"]) == "nl"
    assert preferred_language(["", "fr"]) == preferred_language([]) == "en"


def test_unknown_language() -> None:
    """A language that there is not is named as such."""
    with pytest.raises(ValueError, match="no catalogue for language 'fr'"):
        catalogue("fr")
