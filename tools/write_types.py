"""Write js/protocol.d.ts, the browser's types, from the models of the contract; `--check` only says if it is stale.

python -m tools.write_types
"""

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rheinlaender.server import contract
from tools.made import ROOT, write_or_check

TYPES = ROOT / "src" / "rheinlaender" / "web" / "js" / "protocol.d.ts"
HEAD = """/**
 * What is asked and answered: the models of server/contract as types. Written by tools/write_types.py.
 */
"""
PLAIN: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any", NoneType: "null"}
CHOICES = (Literal, Union, UnionType)
WIDEST = 120


def main(words: list[str]) -> int:
    """Write the types, or say that they are not current; 1 if they are not and were not to be written."""
    return write_or_check({TYPES: types_text()}, words, "write_types")


def types_text() -> str:
    """All types, module by module."""
    return HEAD + "".join(f"\n{text}" for module in modules() for text in module_texts(module))


@cache
def modules() -> tuple[ModuleType, ...]:
    """The modules of the contract, by their names."""
    names = sorted(found.name for found in pkgutil.iter_modules(contract.__path__))
    return tuple(importlib.import_module(f"{contract.__name__}.{name}") for name in names)


def module_texts(module: ModuleType) -> Iterator[str]:
    """The types that a module defines, in its order."""
    for name in own_names(module):
        value = getattr(module, name)
        if is_model(value) and value.model_fields:
            yield model_text(value)
        elif is_choice(value):
            yield alias_text(name, value)


def own_names(module: ModuleType) -> list[str]:
    """The names that a module defines; it has others that it imports."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    return [one or other for one, other in re.findall(r"^(?:class (\w+)|(\w+) = )", source, re.MULTILINE)]


@cache
def choices() -> list[tuple[str, Any]]:
    """The choices that have a name of their own."""
    found = ((name, getattr(module, name)) for module in modules() for name in own_names(module))
    return [(name, without_notes(value)) for name, value in found if is_choice(value)]


def is_model(value: Any) -> bool:
    """Whether a value is a model."""
    return isinstance(value, type) and issubclass(value, BaseModel)


def is_choice(value: Any) -> bool:
    """Whether a value is a choice between others."""
    return get_origin(without_notes(value)) in CHOICES


def without_notes(kind: Any) -> Any:
    """A type without what is noted about it."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def model_text(model: type[BaseModel]) -> str:
    """A model as an interface; what it has of another model stands there."""
    (base,) = (other for other in model.__bases__ if issubclass(other, BaseModel))
    own = {name: field for name, field in model.model_fields.items() if name not in base.model_fields}
    assert own.keys() == model.__annotations__.keys(), f"{model.__name__} changes what it has of {base.__name__}"
    head = f"{model.__name__} extends {base.__name__}" if base.model_fields else model.__name__
    parts = "".join(part_text(name, field) for name, field in own.items())
    others = "  [part: string]: any;\n" if model.model_config.get("extra") == "allow" else ""
    return f"{comment(model.__doc__, '')}export interface {head} {{\n{parts}{others}}}\n"


def part_text(name: str, field: FieldInfo) -> str:
    """A part of an interface; one that may be left out is marked."""
    sign = ":" if field.is_required() else "?:"
    return f"{comment(field.description, '  ')}  {field.alias or name}{sign} {part_type(field)};\n"


def part_type(field: FieldInfo) -> str:
    """The type of a part; what is noted about it stands in the field."""
    return written(Annotated[field.annotation, field])  # type: ignore[misc, return-value, unused-ignore]


def alias_text(name: str, value: Any) -> str:
    """A choice under its own name, one line for each where they are many."""
    parts = [written(one) for one in members(value)]
    line = f"export type {name} = {' | '.join(parts)};\n"
    return (
        line if len(line) <= WIDEST else f"export type {name} =\n" + "\n".join(f"  | {part}" for part in parts) + ";\n"
    )


def comment(words: str | None, indent: str) -> str:
    """Words as a comment, if there are any."""
    return f"{indent}/** {' '.join(words.split())} */\n" if words else ""


def written(kind: Any) -> str:
    """A type as the browser writes it, by its own name where it has one."""
    plain = without_notes(kind)
    name = next((name for name, choice in choices() if choice == plain), None)
    if name is not None or is_model(plain):
        return name or str(plain.__name__)
    if is_choice(plain):
        return " | ".join(dict.fromkeys(written(one) for one in members(plain)))
    if get_origin(plain) is list:
        return list_text(written(get_args(plain)[0]), length_of(kind))
    if get_origin(plain) is dict:
        return record_text(*map(written, get_args(plain)))
    return PLAIN[plain] if isinstance(plain, type) or plain is Any else value_text(plain)


def value_text(value: str | bool) -> str:
    """One of the values to choose from."""
    return str(value).lower() if isinstance(value, bool) else f"'{value}'"


def members(choice: Any) -> tuple[Any, ...]:
    """What there is to choose from."""
    return get_args(without_notes(choice))


def list_text(kind: str, length: int | None) -> str:
    """A list; one of a fixed length is written out."""
    if length is not None:
        return f"[{', '.join([kind] * length)}]"
    return f"({kind})[]" if " | " in kind else f"{kind}[]"


def record_text(keys: str, values: str) -> str:
    """A mapping; where its keys are a choice, not each of them has to be there."""
    return f"Record<string, {values}>" if keys == "string" else f"Partial<Record<{keys}, {values}>>"


def length_of(kind: Any) -> int | None:
    """The length of a list that has always the same."""
    notes = [note for field in get_args(kind)[1:] for note in getattr(field, "metadata", ())]
    least = [note.min_length for note in notes if hasattr(note, "min_length")]
    most = [note.max_length for note in notes if hasattr(note, "max_length")]
    return int(least[0]) if least and least == most else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
