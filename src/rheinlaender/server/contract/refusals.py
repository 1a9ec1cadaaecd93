"""Refusals: why something was not done."""

from typing import Any

from rheinlaender.server.contract.words import Message


class RefusalBody(Message):
    """Why something was refused; its words are `refusal.<code>` in the catalogue."""

    code: str
    arguments: dict[str, Any]
    section: str | None


class RefusalAnswer(Message):
    """The answer to whatever is refused."""

    refusal: RefusalBody
