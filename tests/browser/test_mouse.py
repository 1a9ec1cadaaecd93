"""A whole game by mouse, as a person plays it."""

from typing import Any

from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG
from tests.browser.rounds import Rounds, get
from tests.browser.visitor import Visitor
from tests.server.process import ServerProcess

ACCOUNT = """() => Object.fromEntries([...document.querySelectorAll('[data-account-seat]')].map((seat) => [
  seat.dataset.accountSeat, {
    total: Number(seat.querySelector('[data-total]').textContent),
    lines: [...seat.querySelectorAll('.account-lines > li')].map((line) => (
      [line.dataset.line, Number(line.querySelector(':scope > b, :scope > details > summary > b').textContent)])),
  }]))"""
BY_MOUSE = 100 if IS_LONG else 6
"""So many turns are played by mouse: all of them by `make browser-test`; the rest of the game by requests."""
FORETOLD = "events => events.map((event) => event.dataset.event)"


def sit_down(visitor: Visitor) -> None:
    """From the home page to a table with two Squires."""
    visitor.go("/")
    visitor.find('[data-pick="seats"]').select_option("3")
    visitor.find('[data-pick="level"]').select_option("squire")
    visitor.press('[data-action="play-now"]')
    visitor.see(".hand")


def foretold(visitor: Visitor) -> list[str]:
    """The consequences that are shown for the planned turn, by the names of their events."""
    assert visitor.see("[data-consequences]").inner_text().strip(), "a planned turn says what it does"
    names: list[str] = visitor.page.locator("[data-consequences] [data-event]").evaluate_all(FORETOLD)
    return names


def add_bastion(visitor: Visitor) -> bool:
    """Plan a bastion too, if one can be built where nothing covers the map."""
    button = visitor.find('[data-action="bastion"]')
    if button.is_disabled():
        return False
    button.click()
    targets = visitor.targets()
    if not targets:
        button.click()
        return False
    visitor.press_at(targets[-1])
    visitor.see(".ghosts use[href='#bastion']")
    return True


def attempt_illegal(visitor: Visitor) -> None:
    """Use a card where it reaches nothing: words say why, with a link to the rule."""
    visitor.choose_card(visitor.useful_cards[0])
    visitor.touch_far_field()
    refusal = visitor.see(".refusal[data-refusal]")
    assert len(refusal.inner_text().split()) >= 5
    assert (refusal.locator("a").get_attribute("href") or "").startswith("/rules#")
    visitor.press('[data-action="take-back"]')
    visitor.miss(".refusal")
    visitor.press('[data-action="take-back"]')
    assert not visitor.has(".hand .is-chosen")


def take_back(visitor: Visitor) -> None:
    """Plan a knight and take it back: nothing has left the browser."""
    visitor.plan()
    visitor.press('[data-action="take-back"]')
    visitor.miss("[data-consequences]")
    assert not visitor.has(".ghosts use")
    visitor.press('[data-action="take-back"]')
    assert not visitor.has(".hand .is-chosen")


def play_game(visitor: Visitor, http: str) -> dict[int, list[str]]:
    """Play until the final account; what was foretold, by the number of the turn."""
    told: dict[int, list[str]] = {}
    has_bastion = False
    visitor.await_turn()
    attempt_illegal(visitor)
    take_back(visitor)
    while visitor.await_turn():
        visitor.plan()
        if len(told) % 4 == 3:
            has_bastion = add_bastion(visitor) or has_bastion
        told[visitor.turn + 1] = foretold(visitor)
        visitor.end_turn()
        if len(told) == BY_MOUSE:
            Rounds(http, visitor.table, visitor.secret).play()
            visitor.see("[data-account]")
    assert has_bastion
    return told


def shown_account(result: dict[str, Any]) -> dict[str, Any]:
    """The server's result as the account shows it."""
    return {
        seat: {"total": coins, "lines": [[line["kind"], line["coins"]] for line in result["account"][seat]]}
        for seat, coins in result["coins"].items()
    }


def test_a_whole_game_by_mouse(open_page: OpenPage, server: ServerProcess) -> None:
    """One click sits a person at a table; every turn shows what it will do, and does it, until the final account."""
    visitor = open_page()
    sit_down(visitor)
    told = play_game(visitor, server.http)
    visitor.shoot("account-by-mouse")
    frames = get(server.http, visitor.table, visitor.secret, "/replay", seat="a")["frames"]
    for turn, names in told.items():
        entry = frames[turn]["entry"]
        assert entry["by"] == "person"
        assert [name for name in names if name not in {event["name"] for event in entry["events"]}] == []
    result = get(server.http, visitor.table, visitor.secret)["view"]["result"]
    assert visitor.page.evaluate(ACCOUNT) == shown_account(result)


def test_a_refusal_leads_to_its_rule(open_page: OpenPage, running: Rounds) -> None:
    """The link in a refusal opens the rule book at the section that forbids the attempt."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    visitor.choose_card(visitor.useful_cards[0])
    visitor.touch_far_field()
    link = visitor.see(".refusal a").get_attribute("href") or ""
    visitor.go(link)
    visitor.see('[data-page="rules"]')
    assert visitor.page.locator(f'[id="{link.split("#")[1]}"]').count() == 1


def test_nothing_is_sent_before_end_turn(open_page: OpenPage, server: ServerProcess) -> None:
    """A planned turn changes nothing at the table; it is played only after End turn."""
    visitor = open_page()
    sit_down(visitor)
    visitor.await_turn()
    before = get(server.http, visitor.table, visitor.secret)
    visitor.plan()
    assert get(server.http, visitor.table, visitor.secret) == before
    visitor.end_turn()
    assert get(server.http, visitor.table, visitor.secret)["seq"] > before["seq"]


def test_other_moves_are_told_one_by_one(open_page: OpenPage) -> None:
    """With motion, moves of others are shown one after another with a caption, and can be stepped through again."""
    visitor = open_page(reduced_motion=False)
    sit_down(visitor)
    visitor.await_turn()
    visitor.plan()
    visitor.end_turn()
    visitor.see("[data-caption]")
    visitor.press('[data-action="skip"]')
    visitor.miss("[data-caption]")
    visitor.await_turn()
    visitor.press('[data-action="step-back"]')
    visitor.see('[data-past="true"] [data-caption]')
    visitor.press('[data-action="step-forward"]')
    visitor.miss('[data-past="true"]')
