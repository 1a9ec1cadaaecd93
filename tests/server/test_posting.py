"""Posting to servers that others have named: public ones only, and for so long only."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address

import pytest

from rheinlaender.server.calling import posting
from rheinlaender.server.calling.posting import NotPosted, NotPublic, is_public, post


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111"])
def test_public_addresses(address: str) -> None:
    """Those of the public network."""
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1"),
        *("192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "fc00::1", "fe80::1", "ff02::1", "2001:db8::1"),
        *("2002:a00:1::", "2001:0:a00:1::"),
    ],
)
def test_other_addresses(address: str) -> None:
    """This machine, private networks, those for examples, and those that carry another address inside."""
    assert not is_public(ip_address(address))


def test_a_name_is_judged_by_where_it_leads() -> None:
    """A name that leads to this machine is refused however it is written."""
    for name in ("localhost", "127.1", "2130706433", "0x7f000001"):
        with pytest.raises((NotPublic, NotPosted)):
            post(f"https://{name}:1/", b"", {})


@contextmanager
def dripping() -> Iterator[str]:
    """A server that answers a byte at a time, for ever."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            line, _ = server.accept()
            with line:
                try:
                    for letter in b"HTTP/1.1 200 OK\r\n" + b"x" * 10_000:
                        line.sendall(bytes([letter]))
                        time.sleep(0.02)
                except OSError:
                    return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        thread.join(30)


def test_whoever_answers_too_slowly_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little it takes to keep a line open, the whole post has its time."""
    monkeypatch.setattr(posting, "SECONDS", 0.5)
    began = time.monotonic()
    with dripping() as url, pytest.raises(NotPosted):
        post(url, b"", {}, is_anywhere=True)
    assert time.monotonic() - began < 60
