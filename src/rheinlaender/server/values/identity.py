"""Identities: a key that a browser makes, the phrase of words that it is written as, and what it seals.

The server knows an identity by a digest of its key. The key itself comes with a request and goes with it.
"""

import base64
import hashlib
import re
import secrets
from functools import cache

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from mnemonic import Mnemonic

from rheinlaender.server.values.refusals import PhraseUnfinished, PhraseWordUnknown, PhraseWrong

KEY = re.compile(r"[A-Za-z0-9_-]{21}[AQgw]")
"""128 bits in the one way in which they are written: the last letter carries two of them."""
PHRASE_WORDS = 12
NONCE_BYTES = 12


def identity_of(key: str) -> str:
    """The digest by which an identity is known; 128 random bits need no salt and no slow digest."""
    return hashlib.sha256(f"identity {key}".encode()).hexdigest()


@cache
def word_list() -> Mnemonic:
    """The English words of BIP 39: 2048 of them, of which no two begin with the same four letters."""
    return Mnemonic("english")


def phrase_of(key: str) -> str:
    """The phrase of a key: twelve words, the last of which holds a checksum."""
    return word_list().to_mnemonic(base64.urlsafe_b64decode(f"{key}=="))


def key_of_phrase(phrase: str) -> str:
    """The key of a phrase, of whose words the first four letters are enough; a slip is refused."""
    words = [word_list().expand_word(word) for word in phrase.lower().split()]
    unknown = next((word for word in words if word not in word_list().wordlist), None)
    if unknown is not None:
        raise PhraseWordUnknown(word=unknown)
    if len(words) != PHRASE_WORDS:
        raise PhraseUnfinished(count=len(words))
    if not word_list().check(" ".join(words)):
        raise PhraseWrong()
    return base64.urlsafe_b64encode(bytes(word_list().to_entropy(words))).decode().rstrip("=")


def seal(key: str, secret: str, table: str) -> str:
    """The secret of a table so that only the key opens it."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return base64.urlsafe_b64encode(nonce + _cipher(key).encrypt(nonce, secret.encode(), table.encode())).decode()


def unseal(key: str, sealed: str, table: str) -> str:
    """The secret of a table that a key has sealed."""
    read = base64.urlsafe_b64decode(sealed)
    return _cipher(key).decrypt(read[:NONCE_BYTES], read[NONCE_BYTES:], table.encode()).decode()


def _cipher(key: str) -> AESGCM:
    """What seals: made of the key, in another way than the digest that the server keeps."""
    return AESGCM(hashlib.sha256(f"seal {key}".encode()).digest())
