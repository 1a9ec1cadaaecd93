"""A finished game, stepped through, linked, saved and opened again."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from rheinlaender.board import rhine
from rheinlaender.drawing.places import board_places
from tests.browser.conftest import OpenPage
from tests.browser.looks import small_buttons_of
from tests.browser.program import IS_FIREFOX
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor, at_rest

TOTALS = """seats => seats.map((seat) => (
  [seat.dataset.accountSeat, Number(seat.querySelector('[data-total]').textContent)]))"""
COVERED = """() => {
  const box = document.querySelector('.board-buttons').getBoundingClientRect();
  const covered = new Set();
  for (let x = box.left; x <= box.right; x += 2)
    for (let y = box.top; y <= box.bottom; y += 2)
      for (const one of document.elementsFromPoint(x, y)) {
        const { field, site, action } = one.closest('[data-field], [data-site], [data-action]')?.dataset ?? {};
        if (field ?? site ?? action) covered.add(field ?? site ?? action);
      }
  return [...covered];
}"""
"""What lies under the buttons of the map."""
PNG = b"\x89PNG\r\n\x1a\n"
PNG_WIDTH = 3000
PLACES = board_places(rhine())
SHEET = (PLACES["width"] + 2 * PLACES["margin"]) / (PLACES["height"] + 2 * PLACES["margin"])


def place(visitor: Visitor) -> int:
    """The turn that is shown."""
    return int(visitor.find("[data-place]").get_attribute("data-place") or -1)


def at(visitor: Visitor, turn: int) -> None:
    """Wait until a turn is shown; the address says so too."""
    visitor.see(f'[data-place="{turn}"]')
    assert visitor.page.url.endswith(f"#{turn}")


def save(visitor: Visitor, name: str, folder: Path) -> Path:
    """Press a button that saves something; the file."""
    with visitor.page.expect_download() as waiting:
        visitor.press(f'[data-action="{name}"]')
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_a_replay_is_stepped_sought_and_linked(open_page: OpenPage, finished: Rounds) -> None:
    """Buttons, slider, keys, the list of turns and the address all lead to a turn."""
    visitor = open_page()
    visitor.go(f"/replay/{finished.table}")
    last = finished.get()["view"]["turn"]
    at(visitor, 0)
    steps: list[tuple[Callable[[], None], int]] = [
        (lambda: visitor.press('[data-action="replay-forward"]'), 1),
        (lambda: visitor.press('[data-action="replay-forward"]'), 2),
        (lambda: visitor.press('[data-action="replay-back"]'), 1),
        (lambda: visitor.press('[data-action="replay-last"]'), last),
        (lambda: visitor.press('[data-action="replay-first"]'), 0),
        (lambda: visitor.find('[data-field="turn"]').fill("17"), 17),
        (lambda: visitor.press('[data-turn="5"]'), 5),
        (lambda: visitor.page.keyboard.press("ArrowRight"), 6),
        (lambda: visitor.page.keyboard.press("ArrowLeft"), 5),
        (lambda: visitor.page.keyboard.press("End"), last),
        (lambda: visitor.page.keyboard.press("Home"), 0),
    ]
    for step, turn in steps:
        step()
        at(visitor, turn)
    visitor.go(f"/replay/{finished.table}#23")
    at(visitor, 23)
    knights = finished.get("/replay", seat="*")["frames"][23]["view"]["knights"]
    assert visitor.page.locator(".board-play .knight").count() == len(knights)
    visitor.page.evaluate("() => { location.hash = '#7'; }")
    at(visitor, 7)


def test_a_replay_is_seen_from_each_seat(open_page: OpenPage, finished: Rounds) -> None:
    """From a seat one sees its hand; a watcher sees none; nobody who asks by the link alone is refused."""
    visitor = open_page()
    visitor.go(f"/replay/{finished.table}#12")
    visitor.see('[data-pick="seen-from"]')
    for seat in "abc":
        visitor.find('[data-pick="seen-from"]').select_option(seat)
        hand = finished.get("/replay", seat=seat)["frames"][12]["view"]["hand"]
        visitor.see(f'.replay-hand[data-seat="{seat}"]')
        assert [int(text) for text in visitor.page.locator(".replay-hand .card-number").all_inner_texts()] == hand
        at(visitor, 12)
    visitor.find('[data-pick="seen-from"]').select_option("-")
    visitor.miss(".replay-hand")


def test_a_replay_plays_by_itself(open_page: OpenPage, finished: Rounds) -> None:
    """The button starts and stops it."""
    visitor = open_page()
    visitor.go(f"/replay/{finished.table}#3")
    at(visitor, 3)
    visitor.find('[data-pick="speed"]').select_option("fast")
    visitor.press('[data-action="replay-play"]')
    visitor.see('[data-place]:not([data-place="3"]):not([data-place="4"])')
    visitor.press('[data-action="replay-play"]')
    stopped = place(visitor)
    visitor.page.wait_for_timeout(700)
    assert place(visitor) == stopped


@pytest.mark.skipif(IS_FIREFOX, reason="FIREFOX TEST SKIPPED: a phone of Firefox has no finger")
@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (360, 640), (320, 568)])
def test_a_finger_finds_the_button_of_the_map(open_page: OpenPage, finished: Rounds, width: int, height: int) -> None:
    """It brings the map nearer and shows it whole again, and covers no field, no site and nothing that is pressed."""
    visitor = open_page(size="phone")
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.go(f"/replay/{finished.table}#40")
    at(visitor, 40)
    visitor.find(".board-sheet [data-field]").wait_for(state="attached")
    visitor.see(".board-buttons .closer")
    assert visitor.page.evaluate(at_rest(COVERED)) == [] and small_buttons_of(visitor) == []
    visitor.press(".board-buttons .closer")
    visitor.see(".board-window.is-near")
    visitor.press(".board-buttons .whole")
    visitor.see(".board-window:not(.is-near)")


def test_a_record_is_saved_and_opened_again(open_page: OpenPage, finished: Rounds, tmp_path: Path) -> None:
    """The `.rhg` of a table shows the same game when it is uploaded, and is saved again as it was."""
    visitor = open_page()
    visitor.go(f"/replay/{finished.table}")
    record = save(visitor, "save-record", tmp_path)
    assert record.suffix == ".rhg" and record.read_text().startswith("[Format")
    visitor.go("/replay")
    visitor.find('[data-field="file"]').set_input_files(record)
    last = finished.get()["view"]["turn"]
    visitor.see(f'[data-page="replay"] [data-turn="{last}"]')
    visitor.press('[data-action="replay-last"]')
    visitor.press('[data-action="account"]')
    coins = finished.get()["view"]["result"]["coins"]
    assert dict(visitor.page.locator("[data-account-seat]").evaluate_all(TOTALS)) == coins
    visitor.page.keyboard.press("Escape")
    assert save(visitor, "save-record", tmp_path / "again").read_text() == record.read_text()


def test_an_unreadable_record_is_refused_in_words(open_page: OpenPage) -> None:
    """What is no record says why, and another can be tried."""
    visitor = open_page()
    visitor.tolerate(r"/api/replay\)")
    visitor.go("/replay")
    visitor.find('[data-field="record"]').fill('[Format "rhg1"]\nnonsense')
    visitor.press('[data-action="open-record"]')
    visitor.page.locator(".upload-problem:not(:empty)").wait_for()
    assert len(visitor.find(".upload-problem").inner_text().split()) >= 3


def test_a_board_is_saved_as_a_picture(open_page: OpenPage, finished: Rounds, tmp_path: Path) -> None:
    """As SVG and as PNG, from a table and from a file; the PNG is as wide as a good print needs."""
    visitor = open_page()
    visitor.go(f"/replay/{finished.table}#20")
    at(visitor, 20)
    record = save(visitor, "save-record", tmp_path)
    assert_pictures(visitor, tmp_path)
    visitor.go("/replay")
    visitor.find('[data-field="file"]').set_input_files(record)
    visitor.see(".board-play")
    assert_pictures(visitor, tmp_path)


def assert_pictures(visitor: Visitor, folder: Path) -> None:
    """What is saved is an SVG of the board and a PNG of the right size."""
    svg = save(visitor, "save-svg", folder)
    assert svg.suffix == ".svg" and "<svg" in svg.read_text()[:300] and "shield-a" in svg.read_text()
    png = save(visitor, "save-png", folder).read_bytes()
    width, height = struct.unpack(">II", png[16:24])
    assert png.startswith(PNG) and width == PNG_WIDTH
    assert abs(width / height - SHEET) < 0.01
    assert len(png) > 200_000, "the picture is not empty"
