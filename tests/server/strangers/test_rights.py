"""Rights: whoever lacks the right secret is refused, and sees nothing that is hidden."""

from typing import Any

import httpx
import pytest

from tests.server.player import bearer, new_id, new_secret
from tests.server.strangers.stranger import FORGED, OWNER, SECRETS, STRANGERS, assert_refused, frame, send


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_seat_is_its_holder_s(client: httpx.Client, waiting: str, stranger: str) -> None:
    """Nobody else renames a seat or gives it back."""
    before = frame(client, waiting)
    secret = STRANGERS[stranger]
    for parts in ({"name": "rename", "player": "Mallory"}, {"name": "leave"}):
        assert_refused(send(client, waiting, secret, seat="a", **parts), 401 if secret is None else 403)
    assert frame(client, waiting) == before


@pytest.mark.parametrize("stranger", ["a seat", "a watcher", "a forger"])
def test_a_table_is_its_owner_s(client: httpx.Client, waiting: str, stranger: str) -> None:
    """Nobody else changes seats, starts the game, or changes what the owner chose."""
    before = frame(client, waiting)
    secret = {"a seat": SECRETS["a"], "a watcher": None, "a forger": FORGED}[stranger]
    commands: list[dict[str, Any]] = [
        {"name": "change_seat", "seat": "d", "to": {"kind": "bot", "level": "squire"}},
        {"name": "start", "level": "squire"},
        {"name": "change_stand_in", "level": "squire"},
        {"name": "change_hints", "hints": False},
        {"name": "change_watchers", "watchers": False},
        {"name": "change_public", "is_public": True},
        {"name": "unseat", "seat": "a", "to": {"kind": "open"}},
    ]
    for parts in commands:
        assert_refused(send(client, waiting, secret, **parts), 401 if secret is None else 403)
    assert frame(client, waiting) == before


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_turn_is_the_seat_s(client: httpx.Client, playing: str, stranger: str) -> None:
    """Nobody else plays a turn, asks what it would do or for a hint; another seat is told that it is not its turn."""
    moves = [frame(client, playing, SECRETS["a"])["view"]["moves"][0]["move"], "."]
    before, secret = frame(client, playing), STRANGERS[stranger]
    expected = {"another seat": 409, "a watcher": 401}.get(stranger, 403)
    assert_refused(send(client, playing, secret, name="play", moves=moves, turn=0), expected)
    for question in ("preview", "hint"):
        body = {"moves": moves[:1], "turn": 0}
        answer = client.post(f"/api/tables/{playing}/{question}", json=body, headers=bearer(secret))
        assert_refused(answer, expected)
    assert_refused(send(client, playing, secret, name="rematch"), expected)
    assert frame(client, playing) == before


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_hand_is_shown_to_its_holder(client: httpx.Client, playing: str, stranger: str) -> None:
    """Frames, replays, records and boards of a running game show nobody else's hand."""
    secret = STRANGERS[stranger]
    hand = frame(client, playing, SECRETS["a"])["view"]["hand"]
    assert len(hand) == 5
    assert frame(client, playing, secret)["view"]["hand"] != hand
    assert frame(client, playing, secret)["view"]["moves"] == []
    for path in ("replay", "record", "board.svg"):
        for seat in "a*":
            answer = client.get(f"/api/tables/{playing}/{path}", params={"seat": seat}, headers=bearer(secret))
            assert_refused(answer, 401, 403)
    status = client.post("/api/tables/status", json={"tables": [{"table": playing, "secret": secret}]}).json()
    assert "a" not in status["tables"][0]["held"] and not status["tables"][0]["your_turn"]


def test_a_taken_seat_stays_taken(client: httpx.Client, waiting: str, playing: str) -> None:
    """Nobody sits on a taken seat, on one that does not exist, or after the start."""
    for table, seat in ((waiting, "a"), (waiting, "e"), (playing, "a"), (playing, "d"), (playing, None)):
        answer = send(client, table, None, name="sit", secret=new_secret(), player="Mallory", seat=seat)
        assert_refused(answer, 409, 422)


def test_a_replayed_command_id_gives_nothing_away(client: httpx.Client, waiting: str) -> None:
    """The id of somebody else's command brings neither its reply nor its effect."""
    command = {"id": new_id(), "name": "change_hints", "hints": False}
    path = f"/api/tables/{waiting}/commands"
    assert client.post(path, json=command, headers=bearer(OWNER)).status_code == 200
    for secret in (FORGED, SECRETS["a"]):
        assert_refused(client.post(path, json=command, headers=bearer(secret)), 403)
    assert_refused(client.post(path, json=command), 401)
