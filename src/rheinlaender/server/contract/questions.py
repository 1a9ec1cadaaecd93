"""Questions: what is asked without changing anything."""

from typing import Annotated

from pydantic import Field, StringConstraints

from rheinlaender.server.contract.words import Card, Field_, Id, Message, MoveText, Secret


class Attempt(Message):
    """A card on a field, or without a card a bastion on it, legal or not; the server knows which move that is."""

    card: Card | None = None
    field: Field_


class PreviewQuestion(Message):
    """What would these decisions do, and after them an attempt?"""

    moves: Annotated[list[MoveText], Field(max_length=4)]
    attempt: Attempt | None = None
    turn: Annotated[int, Field(ge=0, le=1000)] | None = None


class HintQuestion(Message):
    """What would a good player do after these decisions?"""

    moves: Annotated[list[MoveText], Field(default_factory=list, max_length=4)]
    turn: Annotated[int, Field(ge=0, le=1000)] | None = None


class KnownTable(Message):
    """A table that somebody knows, with the secret for it."""

    table: Id
    secret: Secret | None = None


class QrQuestion(Message):
    """What does this link look like as a QR code?"""

    link: Annotated[str, StringConstraints(pattern=r"^https?://[!-~]{1,300}$")]


class StatusQuestion(Message):
    """How do these tables stand?"""

    tables: Annotated[list[KnownTable], Field(max_length=100)]
