"""Calls: how somebody asks to be called who is not at their table."""

from typing import Annotated

from pydantic import Field, StringConstraints

from rheinlaender.server.contract.words import Language, Message, Secret

ADDRESS = r"^[A-Za-z0-9.!#$%&'*+/=?^_~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}$"
Endpoint = Annotated[str, StringConstraints(pattern=r"^https?://[!-~]{1,1000}$")]


class PushWish(Message):
    """Be called at this table by a push service, with the keys that the browser has made for it."""

    endpoint: Endpoint
    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
    language: Language


class PushEnd(Message):
    """Be called at this table by this push service no more."""

    endpoint: Endpoint


class MailWish(Message):
    """Be called at this table by e-mail. Whoever shows the same proof again has confirmed the address already."""

    address: Annotated[str, StringConstraints(pattern=ADDRESS, max_length=254)]
    proof: Secret
    language: Language


class OwnMail(Message):
    """The address by which one is called at a table, and whether it was confirmed."""

    address: str
    is_confirmed: bool


class OwnCalls(Message):
    """By which ways one is called at a table, besides push services."""

    mail: OwnMail | None


class Ways(Message):
    """By which ways this server calls people."""

    push: Annotated[str | None, Field(description="The public key to subscribe with; null where there is no Web Push.")]
    mail: bool


class Done(Message):
    """It is done."""

    ok: bool
