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


class IdentityUnknown(ServerRefusal):
    """No identity has this key."""

    code, status = "identity_unknown", 404


class IdentityDeleted(ServerRefusal):
    """Whoever had this key has deleted themselves."""

    code, status = "identity_deleted", 410


class IdentityFull(ServerRefusal):
    """As much belongs to the identity as may."""

    code = "identity_full"


class PasskeyUnknown(ServerRefusal):
    """No identity is opened by this passkey."""

    code, status = "passkey_unknown", 404


class PasskeyTaken(ServerRefusal):
    """This passkey has sealed something else."""

    code = "passkey_taken"


class PasskeysFull(ServerRefusal):
    """As many passkeys open the identity as may."""

    code = "passkeys_full"


class PhraseWordUnknown(ServerRefusal):
    """A word that is none of those of which phrases are made."""

    code, status = "phrase_word_unknown", WRONG


class PhraseUnfinished(ServerRefusal):
    """A phrase that has not as many words as it should."""

    code, status = "phrase_unfinished", WRONG


class PhraseWrong(ServerRefusal):
    """Words that are no phrase: one is mistaken, or they stand in another order."""

    code, status = "phrase_wrong", WRONG


class OpponentUnknown(ServerRefusal):
    """One has met nobody of this name in any game that is over."""

    code, status = "opponent_unknown", 404
