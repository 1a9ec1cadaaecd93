"""Publishing: whether everybody finds a table in the lobby."""

from typing import Literal

from rheinlaender.server.contract.words import Id, Message


class ChangePublic(Message):
    """Let everybody find the table in the lobby, or don't."""

    id: Id
    name: Literal["change_public"]
    is_public: bool
