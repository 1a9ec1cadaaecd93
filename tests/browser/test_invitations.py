"""Invitations that arrive: links that others can follow, and how to let others in where they cannot."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rheinlaender.server.addresses import network_address
from tests.browser.conftest import OPEN, OpenPage
from tests.browser.extent import IS_LONG
from tests.browser.rounds import Rounds
from tests.server.player import person
from tests.server.process import ServerProcess

LEADS_TO = """begins => document.querySelector('[data-field="invite-link"]')?.value.startsWith(begins)"""


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that listens to the whole network."""
    started = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
    started.command += ["--host", "0.0.0.0"]
    started.start()
    yield started
    assert started.stop(), started.told()


def test_who_can_follow_a_link_is_said(open_page: OpenPage, waiting: Rounds) -> None:
    """At a server that listens to this machine only, the invitation says so and how others are let in."""
    visitor = open_page()
    visitor.go(waiting.link)
    told = visitor.see('[data-warning="reach"]').inner_text()
    assert "make play HOST=0.0.0.0" in told and "rheinlaender serve --host 0.0.0.0" in told


@pytest.mark.skipif(not IS_LONG, reason="a server of its own: make browser-test")
def test_an_invitation_names_the_address_in_the_network(open_page: OpenPage, open_server: ServerProcess) -> None:
    """The owner came by localhost; the link leads a friend to the machine by its address, where it can be copied."""
    found = network_address()
    if not found:
        pytest.skip("INVITATION NOT FOLLOWED: this machine has no address in a network")
    begins = f"http://{found[0]}:{open_server.port}/table/"
    rounds = Rounds.open(open_server.http, [person("Anna"), OPEN, OPEN])
    owner, friend = open_page(), open_page()
    owner.go(f"http://localhost:{open_server.port}{rounds.link}")
    owner.page.wait_for_function(LEADS_TO, arg=begins)
    assert not owner.has('[data-warning="reach"]')
    friend.tolerate("Cross-Origin-Opener-Policy")
    friend.go(owner.find('[data-field="invite-link"]').input_value())
    friend.press('[data-action="copy-invite-link"]')
    friend.see('.notice[data-kind="good"]')
    assert friend.page.evaluate("() => isSecureContext") is False
    friend.find('[data-field="name"]').focus()
    friend.page.keyboard.press("Control+V")
    assert friend.find('[data-field="name"]').input_value() == (begins + rounds.table)[:24]
