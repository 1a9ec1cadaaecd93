"""A whole game by keyboard alone, with the keys that the help tells of."""

from rheinlaender.i18n import words
from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG
from tests.browser.rounds import Rounds, get
from tests.browser.visitor import Visitor
from tests.server.player import bots, person
from tests.server.process import ServerProcess

WATCH_POINTER = """for (const kind of ['pointerdown', 'pointermove', 'mousedown', 'touchstart']) {
  addEventListener(kind, ({ type, movementX, movementY }) => {
    globalThis.hasPointed ||= type !== 'pointermove' || movementX !== 0 || movementY !== 0;
  }, true);
}"""
"""Browsers tell of a pointer that rests, too, when the page moves under it."""
FOCUSED = "() => document.activeElement?.dataset.{name} ?? ''"
CELLS = """words => [...document.querySelectorAll('[data-cell]')].filter((cell) => cell.textContent.includes(words))
  .map((cell) => cell.dataset.cell)"""
SYMBOLS = """place => [...document.querySelectorAll(`${place} use, ${place} :is(.clock, .coins)`)]
  .filter((one) => !one.closest('.board-sheet'))
  .map((one) => one.getAttribute('href')?.slice(1).split('-')[0] ?? one.className)"""
FOCUS = "place => { document.activeElement.blur(); document.querySelector(place).focus(); }"
BANKS = "LWR"
MOST_TABS = 40
BY_KEYBOARD = 100 if IS_LONG else 4
"""So many turns are played by keyboard: all of them by `make browser-test`; the rest of the game by requests."""


def press(visitor: Visitor, key: str, times: int = 1) -> None:
    """Press a key."""
    for _ in range(times):
        visitor.page.keyboard.press(key)


def tab_to(visitor: Visitor, name: str, value: str) -> None:
    """Go on by Tab until something has the focus."""
    for _ in range(MOST_TABS):
        if visitor.page.evaluate(FOCUSED.format(name=name)) == value:
            return
        press(visitor, "Tab")
    raise AssertionError(f"Tab does not lead to {name} {value}")


def sit_down(visitor: Visitor) -> None:
    """Choose two Squires and play now."""
    visitor.go("/")
    visitor.see('[data-action="play-now"]')
    tab_to(visitor, "pick", "seats")
    press(visitor, "ArrowUp")
    tab_to(visitor, "pick", "level")
    press(visitor, "ArrowUp")
    assert visitor.find('[data-pick="seats"]').input_value() == "3"
    assert visitor.find('[data-pick="level"]').input_value() == "squire"
    press(visitor, "Shift+Tab", 2)
    assert visitor.page.evaluate(FOCUSED.format(name="action")) == "play-now"
    press(visitor, "Enter")
    visitor.see(".hand")


def place_of(cell: str) -> tuple[int, int]:
    """Region and bank of a cell."""
    return int(cell[1:]), BANKS.index(cell[0])


def walk(visitor: Visitor, cell: str) -> None:
    """Walk over the grid to a cell by arrows and pages."""
    region, bank = place_of(visitor.page.evaluate(FOCUSED.format(name="cell")))
    wanted_region, wanted_bank = place_of(cell)
    while region != wanted_region:
        way = wanted_region - region
        is_far = abs(way) >= 10
        press(visitor, ("PageDown" if way > 0 else "PageUp") if is_far else ("ArrowRight" if way > 0 else "ArrowLeft"))
        region += (10 if is_far else 1) * (1 if way > 0 else -1)
    press(visitor, "ArrowDown" if wanted_bank > bank else "ArrowUp", abs(wanted_bank - bank))
    visitor.page.locator(f'[data-cell="{cell}"]:focus').wait_for(state="attached")


def nearest(visitor: Visitor, cells: list[str]) -> str:
    """The cell with the shortest way."""
    region, bank = place_of(visitor.page.evaluate(FOCUSED.format(name="cell")))
    return min(cells, key=lambda cell: abs(place_of(cell)[0] - region) + abs(place_of(cell)[1] - bank))


def place_knight(visitor: Visitor) -> None:
    """Choose a card by its digit and place a knight from the grid; or change a card where nothing can be placed."""
    for digit, card in enumerate(visitor.cards, start=1):
        press(visitor, str(digit))
        if visitor.has(".consequences"):
            return
        cells = visitor.page.evaluate(CELLS, words("table.cell.target", "en", card=card))
        if cells:
            press(visitor, "g")
            visitor.page.locator("[data-cell]:focus").wait_for(state="attached")
            walk(visitor, nearest(visitor, cells))
            press(visitor, "Enter")
            visitor.see("[data-consequences]")
            return
    raise AssertionError("no card can be used")


def add_bastion(visitor: Visitor) -> None:
    """Build a bastion from the grid."""
    press(visitor, "b")
    cells = visitor.page.evaluate(CELLS, words("table.cell.can_bastion", "en"))
    walk(visitor, nearest(visitor, cells))
    press(visitor, "Enter")
    visitor.see(".ghosts use[href='#bastion']")


def test_a_whole_game_by_keyboard(open_page: OpenPage, server: ServerProcess) -> None:
    """From the home page to the final account nobody touches a mouse: digits, arrows, Enter, B, E, Escape and ?."""
    visitor = open_page()
    visitor.context.add_init_script(WATCH_POINTER)
    sit_down(visitor)
    visitor.await_turn()
    press(visitor, "?")
    visitor.see("[data-dialog='help']")
    press(visitor, "Escape")
    visitor.miss("[data-dialog='help']")
    own = 0
    while visitor.await_turn():
        place_knight(visitor)
        if own == 1:
            add_bastion(visitor)
        if own == 2:
            press(visitor, "Escape")
            visitor.miss("[data-consequences]")
            press(visitor, "Escape")
            place_knight(visitor)
        before = visitor.turn
        press(visitor, "e")
        visitor.see(f'.table-page:not([data-turn="{before}"])')
        own += 1
        if own == BY_KEYBOARD:
            Rounds(server.http, visitor.table, visitor.secret).play()
            visitor.see("[data-account]")
    assert get(server.http, visitor.table, visitor.secret)["table"]["stage"] == "over"
    tab_to(visitor, "action", "replay")
    press(visitor, "Enter")
    visitor.see('[data-page="replay"]')
    assert not visitor.page.evaluate("() => globalThis.hasPointed ?? false")


def test_moves_are_said_to_those_who_listen(open_page: OpenPage) -> None:
    """The live region says what to do, what a plan would do, and what others did."""
    visitor = open_page()
    sit_down(visitor)
    visitor.await_turn()
    said = visitor.find("[data-announcer]")
    assert words("table.prompt.choose", "en") in (said.text_content() or "")
    place_knight(visitor)
    assert words("table.would_happen", "en") in (said.text_content() or "")
    before = visitor.turn
    press(visitor, "e")
    visitor.await_turn(before)
    grid = visitor.find("[data-grid]")
    assert grid.get_attribute("role") == "grid"
    assert visitor.page.locator("[data-cell]").count() == 54 * 3
    assert words("table.cell.knight", "en", name="Guest") in (grid.text_content() or "")


def test_enter_alone_does_not_end_a_turn(open_page: OpenPage, running: Rounds) -> None:
    """A turn that is ended is final: Enter ends none from the page, the map, the grid, a card or a seat."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    place_knight(visitor)
    before = visitor.turn
    for place in ("body", ".board-place", "[data-cell][tabindex='0']", ".hand [data-card]", ".side .seat-name"):
        visitor.page.evaluate(FOCUS, place)
        press(visitor, "Enter")
    visitor.page.wait_for_timeout(300)
    assert visitor.turn == before == running.get()["view"]["turn"]


def test_enter_presses_the_button_with_the_focus(open_page: OpenPage, server: ServerProcess) -> None:
    """Tab leads to End turn, and Enter presses it; Ctrl and Enter end a turn from everywhere."""
    visitor = open_page()
    visitor.go(Rounds.open(server.http, [person("Anna"), *bots(2)]).link)
    for end in ("Enter", "Control+Enter"):
        visitor.await_turn()
        place_knight(visitor)
        before = visitor.turn
        if end == "Enter":
            tab_to(visitor, "action", "end-turn")
        press(visitor, end)
        visitor.see(f'.table-page:not([data-turn="{before}"])')
        visitor.await_turn(before)


def test_the_help_explains_every_symbol(open_page: OpenPage, running: Rounds) -> None:
    """Each symbol on the board, in the seats and in the tray is drawn in the legend, by the same drawing."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    visitor.see(".board-play .knight")
    shown = set(visitor.page.evaluate(SYMBOLS, ".table-page"))
    press(visitor, "?")
    visitor.see("[data-dialog='help']")
    explained = set(visitor.page.evaluate(SYMBOLS, ".legend")) | {"clock", "coins"}
    assert {"castle", "church", "city2", "duke", "shield", "bastion", "bishop", "clock", "coins"} <= shown
    assert shown <= explained
    assert "archbishop" in explained
