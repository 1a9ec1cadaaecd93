"""Refusals: errors that say what is wrong, by a code, in words, and with the rule that forbids it."""

from functools import partial
from typing import ClassVar

from rheinlaender.i18n.catalogue import DEFAULT_LANGUAGE, words


class Refusal(Exception):
    """Something that was asked for cannot be done. Nothing has changed because of it.

    `code` names the refusal; its words are `refusal.<code>` in the catalogue. `section` is the section of the rules
    that forbids it, empty where no rule of the game is concerned.
    """

    code: ClassVar[str] = ""
    section: ClassVar[str] = ""

    def __init__(self, **arguments: object) -> None:
        super().__init__(self.code)
        self.arguments = arguments

    def words(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The refusal as a sentence."""
        return words(f"refusal.{self.code}", language, **self.arguments)

    def __str__(self) -> str:
        return self.words()

    def __reduce__(self) -> tuple[partial["Refusal"], tuple[()]]:
        return partial(type(self), **self.arguments), ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.arguments.items())})"
