"""A finished game, looked back at: the graph, the ledger, mistakes that are tried again, and records."""

import time
from typing import Any

import pytest

from rheinlaender.i18n import words
from rheinlaender.review.warm import compile_review
from tests.browser.clipping import cut_texts_of
from tests.browser.conftest import OpenPage
from tests.browser.extent import BROWSER_TEST, LOOKS, SPOKEN_BY_KEYBOARD
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.test_keyboard import WATCH_POINTER, press, tab_to
from tests.browser.test_puzzles import touch_until_planned
from tests.browser.test_tour import SPEAK
from tests.browser.visitor import Visitor
from tests.long import others_long
from tests.server import asking

PATIENCE_SECONDS = 240
GROUPS = {"luck": ("start", "cards", "hidden"), "mistakes": ("mistakes",), "others": ("others",)}
"""Which lines of the picture each of the three figures sums up."""
TENTHS = (
    """rows => rows.map((row) => Math.round(10 * Number(row.textContent.replace('−', '-').replace(/[+% ]/g, ''))))"""
)


@pytest.fixture(scope="package")
def review(finished: Rounds) -> dict[str, Any]:
    """The review of the finished game, when what judges it is compiled."""
    compile_review()
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        found: dict[str, Any] | None = finished.get("/review")["review"]
        if found is not None:
            return found
        time.sleep(0.5)
    raise AssertionError("the review is never done")


def place(visitor: Visitor, turn: int) -> None:
    """Wait until a turn is shown; the address says so too."""
    visitor.see(f'.graph[data-place="{turn}"]')
    assert visitor.page.url.endswith(f"#{turn}")


def mistake_of(review: dict[str, Any]) -> tuple[str, int, dict[str, Any]]:
    """A seat, the number of one of its worst mistakes, and the decision, which was about a card on a field."""
    for seat in review["seats"]:
        for number in seat["worst"]:
            decision = review["decisions"][number]
            if decision["played"]["card"] is not None and decision["moves"][0]["field"] is not None:
                return seat["seat"], number, decision
    raise AssertionError("nobody has made a mistake with a card")


def test_the_end_leads_to_the_review(open_page: OpenPage, finished: Rounds, review: dict[str, Any]) -> None:
    """One click; then the graph is stepped by keys, clicks and turning points, and the figures are the server's."""
    visitor = open_page()
    visitor.go(finished.link)
    visitor.press('[data-account] [data-action="review"]')
    visitor.see('[data-page="review"] .review-columns')
    last = len(review["chances"]) - 1
    place(visitor, 0)
    visitor.find(".graph").focus()
    for key, turn in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        visitor.page.keyboard.press(key)
        place(visitor, turn)
    for point in review["turning_points"]:
        visitor.page.keyboard.press("PageDown")
        place(visitor, point["turn"])
    for point in review["turning_points"]:
        visitor.press(f'[data-turning="{point["turn"]}"]')
        place(visitor, point["turn"])
    box = visitor.see(".graph").bounding_box()
    assert box is not None
    visitor.page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)
    place(visitor, last)
    visitor.press('[data-step="-1"]')
    place(visitor, last - 1)
    for seat, share in review["chances"][last - 1].items():
        assert abs(int(visitor.find(f'[data-chance="{seat}"]').inner_text().split()[0]) - 100 * share) <= 0.51
    assert visitor.find(".graph").get_attribute("aria-valuenow") == str(last - 1)
    for seat in finished.get("/replay", seat="*")["frames"][last - 1]["view"]["seats"]:
        counts = visitor.page.locator(f'.chances-now [data-seat="{seat["seat"]}"] td').all_inner_texts()[1:]
        assert counts == [str(seat[name]) for name in ("coins", "worth", "supply", "bastions")]


def test_the_ledger_adds_up(open_page: OpenPage, finished: Rounds, review: dict[str, Any]) -> None:
    """What is seen adds up to what is seen, in the picture of each seat and in the table of all."""
    visitor = open_page()
    visitor.go(f"/review/{finished.table}")
    visitor.see(".review-columns")
    for seat in review["seats"]:
        visitor.press(f'[data-choice="seat"] label:has([value="{seat["seat"]}"])')
        visitor.see(f'[data-ledger="{seat["seat"]}"]')
        *parts, total = visitor.page.locator(".ledger-picture li > b").evaluate_all(TENTHS)
        assert sum(parts) == total == round(1000 * seat["result"])
        for part, groups in GROUPS.items():
            (figure,) = visitor.page.locator(f'.ledger-three [data-part="{part}"] dd').evaluate_all(TENTHS)
            lines = [visitor.page.locator(f'[data-line="{group}"] > b').evaluate_all(TENTHS)[0] for group in groups]
            assert figure == sum(lines)
    visitor.press('[data-action="meanings"]')
    assert visitor.page.locator(".ledger-meanings dd").count() == 6
    visitor.press('[data-action="ledger-table"]')
    for column in range(len(review["seats"])):
        cells = f".ledger-table tr > td:nth-of-type({column + 1})"
        *lines, total = visitor.page.locator(cells).evaluate_all(TENTHS)
        assert sum(lines) == total and len(lines) == 7 + len(review["seats"]) + 1
    for seat in review["seats"]:
        shown = visitor.find(f'[data-accuracy][data-seat="{seat["seat"]}"]').get_attribute("data-accuracy")
        assert float(shown or -1) == seat["accuracy"]
    assert visitor.page.locator("[data-mark]").count() == 4


def test_a_mistake_is_tried_again(open_page: OpenPage, finished: Rounds, review: dict[str, Any]) -> None:
    """On the live board and without the answer; the judge says what the move is worth, then the answer is shown."""
    seat, number, decision = mistake_of(review)
    best = decision["moves"][0]
    visitor = open_page()
    visitor.go(f"/review/{finished.table}")
    visitor.press(f'[data-choice="seat"] label:has([value="{seat}"])')
    visitor.press(f'[data-mistake="{number}"] [data-action="mistake-turn"]')
    place(visitor, decision["turn"])
    assert not visitor.has(f'[data-decision="{number}"] [data-answer]')
    visitor.press(f'[data-mistake="{number}"] [data-action="try-again"]')
    visitor.press(f'.again [data-card="{best["card"]}"]')
    assert not visitor.has("[data-answer]") and not visitor.has("[data-verdict]")
    visitor.find('.again [data-pick="field"]').select_option(best["field"])
    visitor.press('.again [data-action="judge"]:not([disabled])')
    assert visitor.see("[data-verdict]").inner_text() == words("review.verdict.best", "en")
    visitor.press('.again [data-action="show-answer"]')
    answer = visitor.see(f'[data-decision="{number}"] [data-answer]')
    assert answer.locator("tbody tr").first.get_attribute("data-move") == best["move"]
    assert answer.locator('tr[data-played="true"]').get_attribute("data-move") == decision["played"]["move"]
    assert visitor.page.locator(".target-signs .sign").count() == 1, "the best move is marked on the board"


def test_a_move_that_was_not_weighed_is_weighed_then(
    open_page: OpenPage, finished: Rounds, review: dict[str, Any]
) -> None:
    """While it is weighed that is said, and if it cannot be, why; then what it costs, as for the others."""
    number, card, field, move = other_move_of(finished, review)
    visitor, held = open_page(), list[Any]()
    visitor.tolerate("status of 503")
    visitor.page.route("**/review/move?*", lambda route: held.append(route))
    visitor.go(f"/review/{finished.table}")
    visitor.press(f'[data-choice="seat"] label:has([value="{review["decisions"][number]["seat"]}"])')
    visitor.press(f'[data-mistake="{number}"] [data-action="try-again"]')
    visitor.press(f'.again [data-card="{card}"]')
    visitor.find('.again [data-pick="field"]').select_option(field)
    visitor.press('.again [data-action="judge"]:not([disabled])')
    assert visitor.see('[data-verdict="asking"]').inner_text() == words("review.verdict.asking", "en")
    assert visitor.has('.again [data-action="judge"][disabled]')
    busy = {"refusal": {"code": "server_busy", "arguments": {"seconds": 10}, "section": None}}
    held.pop().fulfill(status=503, json=busy)
    assert visitor.see('[data-verdict="refused"]').inner_text() == words("refusal.server_busy", "en", seconds=10)
    visitor.press('.again [data-action="judge"]:not([disabled])')
    visitor.see('[data-verdict="asking"]')
    held.pop().continue_()
    told = visitor.see('[data-verdict="found"]').inner_text()
    assert told == verdict_on(
        review["decisions"][number], finished.get("/review/move", decision=str(number), move=move)
    )


def other_move_of(finished: Rounds, review: dict[str, Any]) -> tuple[int, int, str, str]:
    """A mistake by its number, and a move that was not weighed there, with its card and its field."""
    for number in (number for seat in review["seats"] for number in seat["worst"]):
        decision = review["decisions"][number]
        wish = {"position": decision["position"], "played": [], "moves": [], "attempt": None}
        weighed = {(each["card"], each["field"]) for each in decision["moves"]}
        for move in asking.post(f"{finished.http}/api/rules/try", json=wish).json()["view"]["moves"]:
            if decision["played"]["card"] and move["field"] and (move["card"], move["field"]) not in weighed:
                return number, move["card"], move["field"], move["move"]
    raise AssertionError("every mistake was weighed with all other moves")


def verdict_on(decision: dict[str, Any], found: dict[str, Any]) -> str:
    """What is to be said about a move that is not the best."""
    cost, figures = decision["moves"][0]["share"] - found["share"], {}
    for name, share in (("loss", cost), ("was", decision["loss"])):
        figures[name] = f"{int(1000 * share + 0.5) / 10:.1f}"
    if cost <= 2 * found["error"]:
        return words("review.verdict.level", "en")
    return words(f"review.verdict.{'better' if cost < decision['loss'] else 'worse'}", "en", **figures)


@pytest.mark.parametrize("language", SPOKEN_BY_KEYBOARD)
def test_a_mistake_is_tried_again_by_keyboard(
    open_page: OpenPage, finished: Rounds, review: dict[str, Any], language: str
) -> None:
    """From the graph to the seat, to the mistake, to a better move and to its answer, without a pointer."""
    seat, number, decision = mistake_of(review)
    best, visitor = decision["moves"][0], open_page(language=language)
    visitor.page.add_init_script(WATCH_POINTER)
    visitor.go(f"/review/{finished.table}")
    visitor.see(".review-columns")
    tab_to(visitor, "field", "place")
    press(visitor, "PageDown")
    place(visitor, review["turning_points"][0]["turn"] if review["turning_points"] else len(review["chances"]) - 1)
    visitor.find('[data-choice="seat"] :checked').focus()
    while visitor.find('[data-choice="seat"] :checked').get_attribute("value") != seat:
        press(visitor, "ArrowRight")
    visitor.see(f'[data-mistake="{number}"] [data-action="try-again"]').focus()
    press(visitor, "Enter")
    visitor.see(f'.again [data-card="{best["card"]}"]').focus()
    press(visitor, "Enter")
    visitor.see('.again [data-pick="field"]').focus()
    for _ in visitor.page.locator('.again [data-pick="field"] option').all():
        if visitor.find('.again [data-pick="field"]').input_value() == best["field"]:
            break
        press(visitor, "ArrowDown")
    visitor.see('.again [data-action="judge"]:not([disabled])').focus()
    press(visitor, "Enter")
    assert visitor.see("[data-verdict]").inner_text() == words("review.verdict.best", language)
    tab_to(visitor, "action", "show-answer")
    press(visitor, "Enter")
    visitor.see(f'[data-decision="{number}"] [data-answer]:focus')
    assert not visitor.page.evaluate("() => Boolean(globalThis.hasPointed)")


def test_a_mistake_is_tried_again_by_touch(open_page: OpenPage, finished: Rounds, review: dict[str, Any]) -> None:
    """On a phone: the board comes into sight, a card and a field are tapped, and the judge speaks."""
    seat, number, decision = mistake_of(review)
    best, visitor = decision["moves"][0], open_page(size="phone", language="nl")
    visitor.go(f"/review/{finished.table}")
    visitor.see(".review-columns")
    visitor.press(f'[data-choice="seat"] label:has([value="{seat}"])')
    visitor.press(f'[data-mistake="{number}"] [data-action="try-again"]')
    visitor.press(f'.again [data-card="{best["card"]}"]')
    touch_until_planned(visitor, best["field"])
    visitor.press('.again [data-action="judge"]')
    assert visitor.see("[data-verdict]").inner_text() == words("review.verdict.best", "nl")


def test_a_mistake_is_played_on(open_page: OpenPage, finished: Rounds, review: dict[str, Any]) -> None:
    """From the position before it, while it is tried again."""
    seat, number, decision = mistake_of(review)
    visitor = open_page()
    visitor.go(f"/review/{finished.table}")
    visitor.press(f'[data-choice="seat"] label:has([value="{seat}"])')
    visitor.press(f'[data-mistake="{number}"] [data-action="try-again"]')
    visitor.see(".again [data-card]")
    visitor.press('[data-action="play-on"]')
    visitor.press('[data-action="play-on-now"]')
    visitor.see(f'.table-page[data-turn="{decision["turn"] - 1}"][data-mine="true"]')
    assert decision["played"]["card"] in visitor.cards


@pytest.mark.parametrize(("size", "theme"), others_long([("desktop", "light"), ("phone", "dark")], LOOKS, BROWSER_TEST))
def test_the_review_is_for_everybody(
    open_page: OpenPage, finished: Rounds, review: dict[str, Any], axe: str, size: str, theme: str
) -> None:
    """axe-core finds no violation, fingers can press everything, and all words of all languages fit."""
    seat, number, decision = mistake_of(review)
    visitor = open_page(size=size, theme=theme)
    visitor.go(f"/review/{finished.table}#{decision['turn']}")
    visitor.see(".review-columns")
    visitor.press(f'[data-choice="seat"] label:has([value="{seat}"])')
    visitor.press(f'[data-mistake="{number}"] [data-action="show-answer"]')
    visitor.see("[data-answer]")
    visitor.press('[data-action="ledger-table"]')
    visitor.press('[data-action="meanings"]')
    faults = violations_of(visitor, axe) + small_buttons_of(visitor)
    for language in ("de", "nl", "hu", "en"):
        visitor.page.evaluate(SPEAK, language)
        faults += faults_of(visitor, language) + cut_texts_of(visitor, ".review-main")
    visitor.press(f'[data-mistake="{number}"] [data-action="try-again"]')
    visitor.see(".again [data-card]")
    faults += violations_of(visitor, axe) + small_buttons_of(visitor) + faults_of(visitor, "en")
    faults += cut_texts_of(visitor, ".review-main")
    assert not faults, "\n".join(faults)


@pytest.mark.usefixtures("review")
def test_a_record_is_reviewed(open_page: OpenPage, finished: Rounds) -> None:
    """From its replay by one click, or pasted; what is no whole game is refused in words."""
    visitor = open_page()
    visitor.tolerate(r"/api/(replay|review)")
    address = f"{finished.http}/api/tables/{finished.table}/record"
    record = asking.get(address, params={"seat": "*"}, headers={"Authorization": f"Bearer {finished.secret}"}).text
    visitor.go("/replay")
    visitor.find('[data-field="record"]').fill(record)
    visitor.press('[data-action="open-record"]')
    visitor.press('[data-action="replay-last"]')
    visitor.press('[data-action="review"]')
    visitor.page.locator(".review-columns").wait_for(timeout=PATIENCE_SECONDS * 1000)
    assert visitor.page.url.split("#")[0].endswith("/review")
    visitor.press('[data-action="other-record"]')
    visitor.see('[data-field="record"]')
    rounds = record.index("\n1. ")
    visitor.go("/review")
    visitor.find('[data-field="record"]').fill(record[: record.index("\n", rounds + 1)])
    visitor.press('[data-action="open-record"]')
    told = visitor.see('[data-page="lost"], .upload-problem:not(:empty)').inner_text()
    assert len(told.split()) > 5


def test_a_running_game_shows_no_review(open_page: OpenPage, running: Rounds) -> None:
    """Not even to those who play it."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    visitor.go(f"/review/{running.table}")
    assert words("refusal.not_over", "en") in visitor.see('[data-page="lost"]').inner_text()
