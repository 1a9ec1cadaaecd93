"""Refusals of names and of identities, each with the status that it is answered with."""

from rheinlaender.server.errors import ServerRefusal

WRONG = 422


class NameHides(ServerRefusal):
    """A name has something that is not seen."""

    code, status = "name_hides", WRONG


class NameMisleads(ServerRefusal):
    """A name is written with letters that look like others."""

    code, status = "name_misleads", WRONG


class NameTaken(ServerRefusal):
    """Somebody at the table has this name, or one that looks like it."""

    code = "name_taken"
