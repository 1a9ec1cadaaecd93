"""Identities: what a browser tells about its own, and what it is told."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rheinlaender.server.contract.history import ExportedRating, ExportedResult
from rheinlaender.server.contract.words import Id, Letters, Message, MoveText, Name, SeatLetter, Secret, Stage, Time
from rheinlaender.server.values.identity import KEY

Key = Annotated[str, StringConstraints(pattern=f"^{KEY.pattern}$")]

PasskeyName = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9_-]{43}$"),
    Field(description="The SHA-256 of a credential's id, in base64url without padding."),
]


class SeatKey(Message):
    """A secret of a table that is to belong to an identity."""

    table: Id
    secret: Secret


class IdentityWish(Message):
    """Be somebody: under a name, null to leave it as it is, and with these seats besides those that are known."""

    name: Name | Literal[""] | None = None
    seats: Annotated[list[SeatKey], Field(default_factory=list, max_length=100)]


class OwnTable(Message):
    """A table of an identity, with the secrets that open seats or rights there."""

    table: Id
    secrets: list[Secret]
    is_put_away: Annotated[bool, Field(description="Whether it was taken from the list.")]


class OwnPasskey(Message):
    """A passkey that opens an identity, and since when."""

    passkey: PasskeyName
    at: Time


class IdentityBody(Message):
    """An identity: its name, when it was made, its tables, the newest first, and the passkeys that open it."""

    name: str
    made: Time
    tables: list[OwnTable]
    passkeys: list[OwnPasskey]


class SealedKey(Message):
    """The key of an identity, as a passkey has sealed it in a browser."""

    sealed: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{40,160}$")]


class PhraseBody(Message):
    """A key as twelve words."""

    phrase: str


class PhraseQuestion(Message):
    """Which key is this phrase? Of each word the first four letters are enough."""

    phrase: Annotated[str, StringConstraints(min_length=1, max_length=300)]


class KeyBody(Message):
    """The key of a phrase."""

    key: Key


class UsedName(Message):
    """A name that somebody took at a table."""

    at: Time
    seat: SeatLetter
    name: str


class OwnTurn(Message):
    """A turn that somebody played."""

    at: Time
    turn: int
    seat: SeatLetter
    moves: list[MoveText]


class ExportedTable(Message):
    """What the server knows of somebody at a table."""

    table: Id
    opened: Time
    stage: Stage
    seats: Letters
    is_put_away: bool
    names: list[UsedName]
    turns: list[OwnTurn]


class ExportedDay(Message):
    """An attempt at the deal of a day: number 0 is the one that counts."""

    date: str
    number: int
    table: Id


class IdentityExport(Message):
    """All that the server keeps about somebody, but for secrets."""

    exported: Time
    name: str
    made: Time
    seen: Time
    passkeys: Annotated[list[Time], Field(description="Since when each passkey opens it.")]
    tables: list[ExportedTable]
    days: list[ExportedDay]
    results: list[ExportedResult]
    ratings: list[ExportedRating]


class FarewellBody(Message):
    """Somebody is forgotten: at how many tables."""

    tables: int
