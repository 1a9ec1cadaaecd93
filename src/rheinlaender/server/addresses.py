"""Addresses: under which one others reach this server."""

import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal

from rheinlaender.i18n import Refusal

ELSEWHERE = ("192.0.2.1", 9)
"""An address outside every network, which only serves to ask which way leads out."""
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - it is asked about
PUBLIC_URL = re.compile(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/?")
Reach = Literal["public", "network", "machine"]


class WrongPublicUrl(Refusal):
    """The address that players use is none, or has more than a scheme, a host and a port."""

    code = "wrong_public_url"


@dataclass(frozen=True)
class Invited:
    """Where a link leads: the address that it begins with, None for that of the page, and who reaches it."""

    address: str | None
    reach: Reach


def read_public_url(text: str) -> str:
    """The address that players use, without a slash at its end; empty if nothing is said."""
    if text and not PUBLIC_URL.fullmatch(text):
        raise WrongPublicUrl(value=text)
    return text.rstrip("/")


def invited(public_url: str, listens_at: str, asked_as: str, asker: str, own_port: int) -> Invited:
    """The address for the links of somebody who came by one, as the host of which it was asked.

    This machine's own name leads nobody else here: where the server listens to the network, it is replaced by the
    address there, unless the asker is not on this machine, and so came through a tunnel or a container's port.
    """
    if public_url:
        return Invited(public_url, "public")
    if not is_this_machine(asked_as):
        return Invited(None, "network")
    if listens_at in EVERYWHERE and is_this_machine(asker):
        for name in network_address():
            return Invited(f"http://{name}:{own_port}", "network")
    return Invited(None, "machine")


def is_this_machine(host: str) -> bool:
    """Whether a host, by name or address, is the machine that asks about it."""
    name = re.sub(r":\d+$", "", host).strip("[]").lower()
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def names_of(host: str) -> list[str]:
    """The names under which a host is found: this machine's own, and the one that others in the network use."""
    if host in ("127.0.0.1", "::1"):
        return ["localhost"]
    return ["localhost", *network_address()] if host in EVERYWHERE else [host]


def network_address() -> list[str]:
    """The address of this machine in its network, if it has one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return []
        found = str(probe.getsockname()[0])
    return [] if is_this_machine(found) else [found]
