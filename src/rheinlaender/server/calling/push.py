"""Web Push: messages that only one browser can read (RFC 8291), signed so that its push service knows us (RFC 8292)."""

import base64
import hashlib
import json
import time
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

LIVES_SECONDS = 86_400
"""How long a push service keeps a message for a browser that is not there."""
SIGNED_SECONDS = 12 * 3600
LENGTH = 1024
"""All messages are as long: a push service does not learn from their length what they say."""
KEY_BYTES = 32
TOPIC_LENGTH = 32
NOBODY = "mailto:nobody@localhost"
"""Whom a push service is told to write to where the operator has not said."""


def is_installed() -> bool:
    """Whether the libraries are here that encrypt and sign."""
    return find_spec("http_ece") is not None and find_spec("py_vapid") is not None


def new_key() -> str:
    """A new private key of the house, as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(KEY_BYTES, "big"))


def public_key(key: str) -> str:
    """The public key that browsers subscribe with, by the private one."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_raw(key.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return encoded(point)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError where a browser's keys are none."""
    from cryptography.hazmat.primitives.asymmetric import ec

    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
    decoded(auth)


def sealed(message: dict[str, Any], keys: str) -> bytes:
    """A message that only the browser can read that has made the keys."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    p256dh, auth = keys.split(" ")
    text = json.dumps(message, ensure_ascii=False).encode()
    once = ec.generate_private_key(ec.SECP256R1())
    found: bytes = http_ece.encrypt(
        text.ljust(LENGTH), private_key=once, dh=decoded(p256dh), auth_secret=decoded(auth), version="aes128gcm"
    )
    return found


def headers_for(endpoint: str, key: str, contact: str, table: str) -> dict[str, str]:
    """What a push service has to know: how long to keep a message, which older one it replaces, and from whom it is."""
    from py_vapid import Vapid02

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED_SECONDS}
    signed: dict[str, str] = Vapid02.from_raw(key.encode()).sign({**claims, "sub": contact or NOBODY})
    topic = encoded(hashlib.sha256(f"{key} {table}".encode()).digest())[:TOPIC_LENGTH]
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIVES_SECONDS),
        "Topic": topic,
        "Urgency": "high",
    }


def encoded(raw: bytes) -> str:
    """Bytes as text that stands in addresses."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Bytes from such text."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
