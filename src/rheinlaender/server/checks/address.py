"""Checks of the address that players use: the proxy before the server, what it passes on, and its certificate."""

import http.client
import json
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from rheinlaender.server.checks.finding import Finding, warning, well, wrong
from rheinlaender.server.http.limits import counted_as

ADDRESS, CERTIFICATE, CLOCK = "address", "certificate", "clock"
FORGED = "192.0.2.77"
"""An address that nobody has; whoever is believed to come from it was believed too much."""
ASK_SECONDS = 10.0
DAY = 86_400
FEW_DAYS = 14
MOST_SECONDS_OFF = 5.0
NO_TABLE = "no-such-table-is-here"


@dataclass(frozen=True)
class AddressAnswer:
    """What an address has answered, to whom, and when."""

    status: int
    body: dict[str, Any]
    own: str
    date: str
    certificate: dict[str, Any]


class Asking:
    """Asks at an address; `trust` is who vouches for certificates."""

    def __init__(self, url: SplitResult, trust: ssl.SSLContext) -> None:
        self.url, self.trust = url, trust

    def get(self, path: str, headers: dict[str, str] | None = None) -> AddressAnswer:
        """What is answered to a request."""
        host, port = str(self.url.hostname), self.url.port
        if self.url.scheme == "https":
            line: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, timeout=ASK_SECONDS, context=self.trust
            )
        else:
            line = http.client.HTTPConnection(host, port, timeout=ASK_SECONDS)
        try:
            line.request("GET", path, headers=headers or {})
            own = str(line.sock.getsockname()[0])
            certificate = line.sock.getpeercert() if isinstance(line.sock, ssl.SSLSocket) else None
            answer = line.getresponse()
            body = json.loads(answer.read())
            return AddressAnswer(answer.status, body, own, answer.getheader("date") or "", dict(certificate or {}))
        finally:
            line.close()


def check_address(address: str) -> Iterator[Finding]:
    """What there is to say about the address that players use."""
    url = urlsplit(address)
    if url.scheme not in ("http", "https") or not url.hostname:
        yield wrong(ADDRESS, "address_none", url=address)
        return
    asking = Asking(url, ssl.create_default_context())
    try:
        ready, seen = asking.get("/readyz"), asking.get("/api/seen")
        forged = asking.get("/api/seen", {"X-Forwarded-For": FORGED, "X-Real-IP": FORGED})
    except (OSError, ValueError, http.client.HTTPException) as error:
        yield wrong(ADDRESS, "address_silent", url=address, problem=str(error) or type(error).__name__)
        return
    problems = [*proxy_problems(address, url, ready, seen, forged), *socket_problems(asking)]
    yield from problems or [well(ADDRESS, "address_well", url=address, address=seen.body["address"])]
    yield from certificate_findings(seen)
    yield from clock_findings(address, seen)


def proxy_problems(
    address: str, url: SplitResult, ready: AddressAnswer, seen: AddressAnswer, forged: AddressAnswer
) -> Iterator[Finding]:
    """What a proxy passes on wrongly."""
    if ready.status != http.client.OK:
        yield wrong(ADDRESS, "address_failing", url=address, status=ready.status)
    if forged.body.get("address") == FORGED:
        yield wrong(ADDRESS, "address_forged")
    found = str(seen.body.get("address"))
    if found != counted_as(seen.own) and is_near(found):
        yield wrong(ADDRESS, "address_of_proxy", address=found, own=seen.own)
    if seen.body.get("scheme") != url.scheme:
        yield wrong(ADDRESS, "address_scheme", scheme=seen.body.get("scheme"), wanted=url.scheme)
    if seen.body.get("host") != url.netloc:
        yield wrong(ADDRESS, "address_host", host=seen.body.get("host"), wanted=url.netloc)


def is_near(address: str) -> bool:
    """Whether an address is one that only machines nearby have, as a proxy's before its server is."""
    try:
        return not ip_address(address).is_global
    except ValueError:
        return False


def socket_problems(asking: Asking) -> Iterator[Finding]:
    """Whether sockets pass: even for a table that is not there the server answers in words."""
    secure = asking.url.scheme == "https"
    address = f"{'wss' if secure else 'ws'}://{asking.url.netloc}/api/tables/{NO_TABLE}/socket"
    origin: Any = f"{asking.url.scheme}://{asking.url.netloc}"
    trust = asking.trust if secure else None
    try:
        with connect(address, ssl=trust, origin=origin, open_timeout=ASK_SECONDS) as line:
            said = json.loads(line.recv(timeout=ASK_SECONDS))
        if said["failure"]["code"] != "no_such_table":
            yield wrong(ADDRESS, "address_sockets", problem=said["failure"]["code"])
    except (OSError, WebSocketException, TimeoutError, ValueError, KeyError) as error:
        yield wrong(ADDRESS, "address_sockets", problem=str(error) or type(error).__name__)


def certificate_findings(seen: AddressAnswer) -> Iterator[Finding]:
    """How long the certificate is good."""
    if seen.certificate:
        days = int((ssl.cert_time_to_seconds(str(seen.certificate["notAfter"])) - time.time()) // DAY)
        found = well if days >= FEW_DAYS else warning
        yield found(CERTIFICATE, "certificate_well" if days >= FEW_DAYS else "certificate_ends", days=days)


def clock_findings(address: str, seen: AddressAnswer) -> Iterator[Finding]:
    """Whether the clocks agree."""
    off = abs(time.time() - parsedate_to_datetime(seen.date).timestamp()) if seen.date else 0.0
    if off > MOST_SECONDS_OFF:
        yield wrong(CLOCK, "clock_off", seconds=round(off), whose=address)
