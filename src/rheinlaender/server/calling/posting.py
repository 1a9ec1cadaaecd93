"""Posting to servers that others have named: only over TLS, only to public addresses, and only for so long.

A name is looked up once, what it leads to is judged, and just that is spoken to: a name that leads elsewhere a moment
later gains nothing. Nothing is followed, and nothing of an answer is read but its status.
"""

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

SECONDS = 10.0
"""How long one post may take in all."""
GLOBAL_UNICAST = IPv6Network("2000::/3")
PORTS = {"http": 80, "https": 443}


class NotPublic(Exception):
    """An address to which nothing is posted: it is not public, or not over TLS."""


class NotPosted(Exception):
    """Nobody answered, not in time, or not as a server does."""


def check_url(url: str, is_anywhere: bool) -> None:
    """Refuse what could never be posted to: no TLS, a user in the address, or an address that is not public."""
    parts = urlsplit(url)
    if parts.scheme not in (("https", "http") if is_anywhere else ("https",)) or not parts.hostname or parts.username:
        raise NotPublic
    try:
        address = ip_address(parts.hostname)
    except ValueError:
        return
    if not (is_anywhere or is_public(address)):
        raise NotPublic


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the public network, and does not carry another one inside."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    return address in GLOBAL_UNICAST and address.is_global and not (address.sixtofour or address.teredo)


def post(url: str, body: bytes, headers: Mapping[str, str], is_anywhere: bool = False) -> int:
    """Post something; the status that is answered. It blocks for some seconds at most, so threads do it."""
    check_url(url, is_anywhere)
    parts = urlsplit(url)
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    path = parts.path or "/"
    try:
        with timed(line_to(host, port, parts.scheme == "https", is_anywhere)) as line:
            line.request("POST", f"{path}?{parts.query}" if parts.query else path, body, dict(headers))
            return line.getresponse().status
    except (OSError, HTTPException, ValueError) as error:
        raise NotPosted(type(error).__name__) from error


class PinnedLine(HTTPConnection):
    """A connection to the very address that was judged, under the name of its host."""

    def __init__(self, host: str, port: int, address: str, is_secure: bool) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.address, self.is_secure = address, is_secure

    def connect(self) -> None:
        """Connect, and over TLS let the server prove its name."""
        self.sock = socket.create_connection((self.address, self.port), SECONDS)
        if self.is_secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def line_to(host: str, port: int, is_secure: bool, is_anywhere: bool) -> PinnedLine:
    """A connection to a host, at the first of its addresses that may be posted to."""
    for *_, (address, *_) in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if is_anywhere or is_public(ip_address(address)):
            return PinnedLine(host, port, str(address), is_secure)
    raise NotPublic


@contextlib.contextmanager
def timed(line: PinnedLine) -> Iterator[PinnedLine]:
    """A line that is cut when its time is over, however slowly somebody answers; what came until then is no answer."""
    is_cut = threading.Event()

    def cut() -> None:
        is_cut.set()
        if line.sock is not None:
            with contextlib.suppress(OSError):
                line.sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(SECONDS, cut)
    timer.daemon = True
    timer.start()
    try:
        yield line
    finally:
        timer.cancel()
        line.close()
    if is_cut.is_set():
        raise TimeoutError
