"""Invitations: where links lead, and links as QR codes."""

from pathlib import Path

import pytest

from rheinlaender.cli.main import main
from rheinlaender.drawing.qr import qr_code
from rheinlaender.server import addresses
from rheinlaender.server.addresses import Invited, WrongPublicUrl, invited, network_address, read_public_url
from rheinlaender.server.settings import Settings
from tests.server.house import House, refusal_of, settings_for

LINK = "https://play.example.org/table/IahQrZ5eHr3J"
HERE, NETWORK = "127.0.0.1", "192.168.178.20"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with an address in its network."""
    monkeypatch.setattr(addresses, "network_address", lambda: [NETWORK])


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("asked_as", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "a.localhost"])
def test_this_machines_name_becomes_its_address(asked_as: str) -> None:
    """Where the server listens to the network, whoever sits at this machine invites by its address there."""
    for host in ("0.0.0.0", "::"):
        assert invited("", host, asked_as, HERE, 8000) == Invited(f"http://{NETWORK}:8000", "network")
    assert invited("", HERE, asked_as, HERE, 8000) == Invited(None, "machine")


@pytest.mark.usefixtures("network")
def test_an_address_that_others_use_stays() -> None:
    """Whoever came by a name or an address of the network invites by it; an operator's address is above all."""
    for asked_as in ("192.168.178.20:8000", "play.example.org", "[fd00::7]:8000", ""):
        assert invited("", "0.0.0.0", asked_as, HERE, 8000) == Invited(None, "network")
    assert invited("https://a.org", HERE, "localhost", HERE, 80) == Invited("https://a.org", "public")


@pytest.mark.usefixtures("network")
def test_a_tunnel_or_a_container_is_not_guessed_about() -> None:
    """Who asks for localhost from elsewhere came through something whose address the server does not know."""
    assert invited("", "0.0.0.0", "localhost:8000", "172.17.0.1", 8000) == Invited(None, "machine")


def test_a_machine_without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else can come, and that is said."""
    monkeypatch.setattr(addresses, "network_address", list)
    assert invited("", "0.0.0.0", "localhost:8000", HERE, 8000) == Invited(None, "machine")


def test_the_address_in_the_network_is_no_name_of_this_machine() -> None:
    """Whatever the machine that tests has."""
    assert all(not addresses.is_this_machine(found) for found in network_address())


@pytest.mark.parametrize(
    "text", ["play.example.org", "ftp://a", "https://a/b", "https://a?b", "https://u@a", "https://"]
)
def test_a_public_address_that_cannot_be_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With words and exit status 2, before anything is served."""
    with pytest.raises(WrongPublicUrl):
        read_public_url(text)
    assert main(["serve", "--public-url", text]) == 2
    assert "wrong_public_url" in capsys.readouterr().err


def test_the_public_address_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the environment too; a slash at its end does not matter."""
    monkeypatch.setenv("RHEINLAENDER_PUBLIC_URL", "https://play.example.org:8443/")
    assert Settings().public_url == "https://play.example.org:8443"


def test_where_links_lead_is_answered(house: House, tmp_path: Path) -> None:
    """A server that listens to this machine only says so; one with a public address names it."""
    assert house.client.get("/api/invitation").json() == {"address": None, "reach": "machine"}
    other = House(settings_for(tmp_path, public_url="https://play.example.org"))
    other.start()
    found = other.client.get("/api/invitation").json()
    other.stop()
    assert found == {"address": "https://play.example.org", "reach": "public"}


def test_a_link_is_drawn(house: House) -> None:
    """The code of a link is answered, and no cache keeps it: it may hold a secret."""
    answer = house.client.post("/api/qr", json={"link": LINK})
    size, path = qr_code(LINK)
    assert answer.json() == {"size": size, "path": path}
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("link", ["", "table", "javascript:alert(1)", "http://a b", "http://" + "x" * 301, "http://ü"])
def test_what_is_no_link_is_refused(house: House, link: str) -> None:
    """Only addresses of the web, of a bounded length."""
    answer = house.client.post("/api/qr", json={"link": link})
    assert refusal_of(answer) == (422, "wrong_value")
