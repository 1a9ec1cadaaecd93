"""Who is ahead while the game is played, and one's own place when it is over."""

import pytest

from rheinlaender.i18n import LANGUAGES, words
from tests.browser.conftest import OpenPage
from tests.browser.rounds import Rounds

STANDINGS = """() => Object.fromEntries([...document.querySelectorAll('.side [data-seat-panel]')].map((seat) => {
  const shown = seat.querySelector('[data-holding="standing"]');
  return [seat.dataset.seatPanel, [shown.textContent, shown.title, shown.dataset.ahead === 'true']];
}))"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_seat_shows_its_standing(open_page: OpenPage, running: Rounds, language: str) -> None:
    """What each seat would have if the game ended now: one's own exactly, at least so much for coins face down."""
    visitor = open_page(language=language)
    visitor.go(running.link)
    visitor.await_turn()
    visitor.see(".side [data-holding='standing']")
    seats = running.get()["view"]["seats"]
    most = max(seat["standing"] for seat in seats)
    for seat in seats:
        text, title, is_ahead = visitor.page.evaluate(STANDINGS)[seat["seat"]]
        key = "table.standing_at_least" if seat["coins"] is None else "table.standing"
        assert text == f"{seat['standing']}{'+' if seat['coins'] is None else ''}"
        assert title.startswith(words(key, language, coins=seat["standing"]))
        assert is_ahead == (seat["standing"] == most) == (words("table.ahead", language) in title)
    assert seats[0]["coins"] is not None and seats[1]["coins"] is None


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_final_account_says_the_own_place_first(open_page: OpenPage, finished: Rounds, size: str) -> None:
    """The heading is one's own place, in the window without scrolling; the winner is named below it."""
    visitor = open_page(size=size)
    visitor.go(finished.link)
    title = visitor.see("#account-title")
    coins = finished.get()["view"]["result"]["coins"]
    place = 1 + len([other for other in coins.values() if other > coins["a"]])
    own = {1: "table.account.you_win"}.get(place, f"table.account.place.{place}")
    box = title.bounding_box()
    assert box is not None and box["y"] + box["height"] < 600
    if place > 1 or list(coins.values()).count(coins["a"]) == 1:
        assert title.inner_text() == words(own, "en")
    assert (place == 1) == (not visitor.has(".account-winners"))
