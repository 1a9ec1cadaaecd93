"""Friends at one table, each in front of a browser of their own."""

import re

from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG
from tests.browser.program import IS_FIREFOX
from tests.browser.rounds import get
from tests.browser.visitor import Visitor
from tests.server.process import ServerProcess

SHORTEN_GRACE = """(() => {
  const send = fetch;
  const shortened = (body) => JSON.stringify({ ...JSON.parse(body), grace: 5, stand_in: 'squire', first: 'a' });
  globalThis.fetch = (path, request) => send(path,
    path === '/api/tables' ? { ...request, body: shortened(request.body) } : request);
})()"""
"""Tables are opened with the shortest grace that they may have."""
SHOWN_CARDS = """() => [...document.querySelectorAll('[data-card], .card-number')].map((one) => (
  Number(one.dataset.card ?? one.textContent)))"""


def open_for_friends(owner: Visitor) -> str:
    """Open a table for three by the dialog; the link that invites to it."""
    owner.page.add_init_script(SHORTEN_GRACE)
    owner.go("/")
    owner.press('[data-action="invite"]')
    owner.find('[data-field="name-a"]').fill("Anna")
    owner.press('[data-choice="size"] label:has([value="3"])')
    owner.press('[data-action="open-table"]')
    return owner.see('[data-field="invite-link"]').input_value()


def sit(friend: Visitor, link: str, name: str) -> None:
    """Follow the link and sit down."""
    friend.go(link)
    friend.see('[data-action="sit"]')
    friend.find('[data-field="name"]').fill(name)
    friend.press('[data-action="sit"]')
    friend.press('[data-action="ready"]')
    friend.see('.ready-bar[data-ready="true"], .hand')


def assert_hands_are_apart(people: list[Visitor], watcher: Visitor, server: ServerProcess) -> None:
    """Nobody's document shows a card of somebody else; a watcher's shows none."""
    for visitor in people:
        hand = get(server.http, visitor.table, visitor.secret)["view"]["hand"]
        assert len(hand) == 5
        assert set(visitor.page.evaluate(SHOWN_CARDS)) == set(hand)
    assert watcher.page.evaluate(SHOWN_CARDS) == []


def assert_told_only_own(visitor: Visitor, seat: str | None) -> None:
    """Every frame that the server sent holds the own hand at most, and no card that somebody else drew."""
    frames = [message["frame"] for message in visitor.received if "frame" in message]
    views = [frame["view"] for frame in frames if frame["view"]]
    assert views
    assert {view["seat"] for view in views} <= {seat, None}
    assert all(not view["hand"] for view in views if view["seat"] is None)
    drawn = [event for frame in frames for event in frame["entry"].get("events", []) if event["name"] == "card_drawn"]
    assert all(event.get("card") is None for event in drawn if event["seat"] != seat)


def play_rounds(people: list[Visitor], watcher: Visitor, server: ServerProcess, rounds: int) -> None:
    """Play in turn; after each turn the hands are compared."""
    for _ in range(rounds):
        for place, visitor in enumerate(people):
            before = visitor.turn
            visitor.await_turn()
            assert [other.is_mine for other in people].count(True) == 1
            visitor.play()
            people[(place + 1) % 3].see(f'.table-page[data-mine="true"][data-turn="{before + 1}"]')
            watcher.see(f'.table-page[data-turn="{before + 1}"]')
            assert_hands_are_apart(people, watcher, server)


def seat_link(visitor: Visitor) -> str:
    """The secret link that moves one's seat to another device."""
    visitor.press('[data-action="share"]')
    link = visitor.see('[data-field="seat-link"]').input_value()
    visitor.press('[data-dialog="share-seat"] [data-action="close"]')
    return link


def test_three_friends_at_one_table(open_page: OpenPage, server: ServerProcess) -> None:
    """A link brings friends to the table; each sees only the own hand. Who leaves is stood in for until they return."""
    owner, ben, cleo, watcher = (open_page() for _ in range(4))
    link = open_for_friends(owner)
    sit(ben, link, "Ben")
    assert "Ben" in owner.see('.waiting-seat[data-seat="b"][data-kind="person"]').inner_text()
    watcher.go(link)
    watcher.see('[data-action="sit"]')
    owner.press('[data-action="ready"]')
    sit(cleo, link, "Cleo")
    people = [owner, ben, cleo]
    for visitor in people:
        visitor.see(".hand")
    watcher.see('[data-banner="watching"]')
    play_rounds(people, watcher, server, 2 if IS_LONG else 1)
    if not IS_FIREFOX:  # which does not tell what its sockets hear
        for visitor, seat in zip([*people, watcher], ["a", "b", "c", None], strict=True):
            assert_told_only_own(visitor, seat)
    leave_and_return(people, open_page, server)


def leave_and_return(people: list[Visitor], open_page: OpenPage, server: ServerProcess) -> None:
    """A friend closes the laptop; a Squire plays for them after the grace; the secret link gives the seat back."""
    owner, ben, cleo = people
    link = seat_link(ben)
    ben.context.close()
    owner.await_turn()
    owner.play()
    cleo.see('.table-page[data-mine="true"]')
    owner.see('.side [data-seat-panel="b"] small:text-matches("Squire")')
    frame = get(server.http, owner.table, owner.secret)
    assert frame["entry"]["seat"] == "b" and frame["entry"]["by"] == "squire"
    back = open_page()
    back.go(link)
    back.see('[data-banner="stand-in"]')
    assert not re.search("secret", back.page.url), "the secret leaves the address"
    cleo.play()
    owner.await_turn()
    owner.play()
    back.await_turn()
    back.play()
    assert get(server.http, owner.table, owner.secret)["entry"]["by"] == "person"


def test_markup_in_a_name_is_text(open_page: OpenPage) -> None:
    """A name that looks like markup is shown as it was written; nothing in it is carried out."""
    name = "<img src=x onerror=f()>"
    visitor = open_page()
    visitor.context.add_init_script("globalThis.f = () => { globalThis.isFooled = true; };")
    visitor.go("/")
    visitor.find('[data-field="name"]').fill(name)
    visitor.find('[data-pick="seats"]').select_option("3")
    visitor.find('[data-pick="level"]').select_option("squire")
    visitor.press('[data-action="play-now"]')
    visitor.await_turn()
    visitor.play()
    visitor.await_turn()
    assert name in visitor.find('.side [data-seat-panel="a"]').inner_text()
    assert name in visitor.find(".log").inner_text()
    watcher = open_page()
    watcher.go(visitor.page.url)
    assert name in watcher.see('.side [data-seat-panel="a"]').inner_text()
    for one in (visitor, watcher):
        assert not one.has("img")
        assert not one.page.evaluate("() => globalThis.isFooled ?? false")
