"""A push service (RFC 8030) run by a test, and a browser that reads what comes there.

Messages are read by RFC 8291 and signatures checked by RFC 8292 as these are written, with nothing of the library that
made them.
"""
# ruff: noqa: E402 - what is not installed is said before it is imported

import base64
import json
import os
import ssl
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

for needed in ("cryptography", "http_ece", "py_vapid"):
    pytest.importorskip(needed, reason=f"PUSH TESTS SKIPPED: {needed} is not installed (extra push)")

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

PATIENCE = 120.0
CREATED = 201


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    raw: bytes = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return raw


def read_point(raw: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    found: bytes = HKDF(hashes.SHA256(), length, salt, about).derive(secret)
    return found


class Browser:
    """A browser that has subscribed to a push service."""

    def __init__(self, service: "PushService", name: str) -> None:
        self.endpoint = f"{service.address}/push/{name}"
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.point, self.secret = point_of(self.private.public_key()), os.urandom(16)

    def wish(self, language: str = "de") -> dict[str, str]:
        """What it sends to a table at which it wants to be called."""
        keys = {"p256dh": encoded(self.point), "auth": encoded(self.secret)}
        return {"endpoint": self.endpoint, **keys, "language": language}

    def read(self, body: bytes) -> dict[str, Any]:
        """A message in plain text; only this browser can read it."""
        salt, (size, length) = body[:16], struct.unpack(">IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.private.exchange(ec.ECDH(), read_point(sender))
        secret = derived(shared, self.secret, b"WebPush: info\0" + self.point + sender, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\x02")
        found: dict[str, Any] = json.loads(padded[:-1])
        return found


@dataclass(frozen=True)
class Pushed:
    """What came to a push service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self, key: str) -> dict[str, Any]:
        """What the sender says of itself, if it has signed that with this key."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (scheme, parts["k"]) == ("vapid", key)
        head, claims, signature = parts["t"].split(".")
        raw = decoded(signature)
        signed = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        read_point(decoded(key)).verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        assert json.loads(decoded(head))["alg"] == "ES256"
        found: dict[str, Any] = json.loads(decoded(claims))
        return found


class PushService:
    """Takes messages and keeps them; answers as it is told to."""

    def __init__(self, certificate: Path | None = None) -> None:
        self.messages: list[Pushed] = []
        self.status = CREATED
        self.came = threading.Condition()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        scheme = "http"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            scheme = "https"
        self.address = f"{scheme}://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """What answers a request."""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                status = service.status
                with service.came:
                    service.messages.append(Pushed(self.path, headers, body))
                    service.came.notify_all()
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        return Handler

    def wait(self, count: int) -> list[Pushed]:
        """What has come, once there is so much of it."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.messages) >= count, PATIENCE), len(self.messages)
            return list(self.messages)


@contextmanager
def push_service(certificate: Path | None = None) -> Iterator[PushService]:
    """A push service while it runs."""
    service = PushService(certificate)
    service.thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        service.thread.join(PATIENCE)


def write_certificate(folder: Path) -> Path:
    """A certificate for this machine's own address, which vouches for itself, with its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push service of a test")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(int(time.time())).not_valid_before(now - timedelta(days=1))
    made = made.not_valid_after(now + timedelta(days=1))
    own = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    signed = made.add_extension(own, False).sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "certificate.pem"
    file.write_bytes(signed.public_bytes(serialization.Encoding.PEM) + private)
    return file
