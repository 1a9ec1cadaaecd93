"""Invitations: links as QR codes."""

import pytest

from rheinlaender.drawing.qr import qr_code
from tests.server.house import House, refusal_of

LINK = "https://play.example.org/table/IahQrZ5eHr3J"


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
