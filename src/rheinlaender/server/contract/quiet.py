"""Quiet: what anybody at a table may ask of all who talk there."""

from typing import Literal

from rheinlaender.server.contract.words import Id, Message


class Hush(Message):
    """Want quiet at the table, or not any more: nobody talks there while anybody wants quiet."""

    id: Id
    name: Literal["hush"]
    is_quiet: bool
