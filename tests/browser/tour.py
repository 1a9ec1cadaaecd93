"""A tour through every page and state of the browser's table."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor


@dataclass(frozen=True)
class Places:
    """The tables that the tour visits; nobody changes them."""

    running: Rounds
    finished: Rounds
    shared: Rounds
    waiting: Rounds


def tour(visitor: Visitor, places: Places) -> Iterator[str]:
    """Go from state to state; each is named when it is reached."""
    yield from home(visitor)
    yield from own_name(visitor)
    yield from waiting_room(visitor, places.waiting)
    yield from table(visitor, places.running)
    yield from device_in_turns(visitor, places.shared)
    yield from end(visitor, places.finished)
    yield from replay(visitor, places.finished)
    yield from home_with_tables(visitor)


def home(visitor: Visitor) -> Iterator[str]:
    """The home page, its settings and its dialogs."""
    visitor.go("/")
    visitor.see(".plate .board-play .knight, .board-play .knight")
    yield "home"
    visitor.press('[data-action="settings"]')
    visitor.see(".settings-sheet")
    yield "settings"
    visitor.page.keyboard.press("Escape")
    visitor.press('[data-action="invite"]')
    visitor.see('[data-dialog="new-table"]')
    yield "new-table"
    visitor.press('[data-action="further"]')
    visitor.press('[data-action="single-options"]')
    yield "new-table-further"
    visitor.press('[data-dialog="new-table"] [data-action="close"]')
    visitor.press('[data-action="pass-and-play"]')
    visitor.see('[data-dialog="new-table"]')
    yield "new-table-pass"
    visitor.press('[data-dialog="new-table"] [data-action="close"]')


def show_own_name(visitor: Visitor) -> None:
    """Open the page of one's name, with all that carries it."""
    visitor.go("/me")
    visitor.press('[data-action="make-identity"]')
    visitor.press('[data-action="show-link"]')
    visitor.see(".qr path")
    visitor.press('[data-action="show-words"]')
    visitor.see("[data-phrase]")


def own_name(visitor: Visitor) -> Iterator[str]:
    """The page of one's name: before there is a key, and with all that carries it."""
    show_own_name(visitor)
    yield "own-name"
    visitor.press('[data-action="delete"]')
    visitor.see('[data-dialog="delete"]')
    yield "delete"


def waiting_room(visitor: Visitor, waiting: Rounds) -> Iterator[str]:
    """The waiting room, as a guest and as the owner; and a table that is not there."""
    visitor.go(waiting.path)
    visitor.see('[data-action="sit"]')
    visitor.see(".qr path")
    yield "waiting-guest"
    visitor.go(waiting.link)
    visitor.see('[data-action="start"]')
    visitor.see(".qr path")
    yield "waiting-owner"
    visitor.go("/table/not-a-table")
    visitor.see('[data-page="lost"]')
    yield "lost"


def table(visitor: Visitor, running: Rounds) -> Iterator[str]:
    """A table that is being played: watched, and in all states of one's own turn."""
    visitor.go(running.path)
    visitor.see('[data-banner="watching"]')
    visitor.see(".board-play .knight")
    yield "watching"
    visitor.go(running.link)
    visitor.await_turn()
    visitor.see(".board-play .knight")
    yield "turn"
    yield from own_turn(visitor)
    yield from over_the_table(visitor)


def own_turn(visitor: Visitor) -> Iterator[str]:
    """A turn until it could be ended."""
    visitor.choose_card(visitor.useful_cards[0])
    visitor.see(".target-signs .sign")
    yield "card"
    visitor.touch_far_field()
    visitor.see(".refusal")
    yield "refused"
    visitor.press('[data-action="take-back"]')
    visitor.press('[data-action="take-back"]')
    visitor.plan()
    yield "planned"
    visitor.press('[data-action="bastion"]')
    visitor.see(".target-signs .sign")
    yield "bastion"
    visitor.press_target(visitor.targets()[0])
    visitor.see(".ghosts use[href='#bastion']")
    yield "planned-bastion"
    for _ in range(4):
        visitor.page.keyboard.press("Escape")
    visitor.press('[data-action="hint"]')
    visitor.see("[data-hint]")
    yield "hint"
    visitor.page.keyboard.press("Escape")
    visitor.press('[data-action="step-back"]')
    visitor.see("[data-caption]")
    yield "past"
    visitor.page.keyboard.press("Escape")


def over_the_table(visitor: Visitor) -> Iterator[str]:
    """What lies over the table: help, the seat's link, settings, the cursor and the sheets of a phone."""
    visitor.page.keyboard.press("g")
    visitor.page.locator("[data-cell]:focus").wait_for(state="attached")
    yield "cursor"
    visitor.press('[data-action="help"]')
    visitor.see('[data-dialog="help"]')
    yield "help"
    visitor.press('[data-dialog="help"] [data-action="close"]')
    visitor.press('[data-action="share"]')
    visitor.see('[data-dialog="share-seat"] .qr path')
    yield "share-seat"
    visitor.press('[data-dialog="share-seat"] [data-action="close"]')
    for sheet in ("seats", "log") if visitor.is_touching else ():
        visitor.press(f'[data-action="{sheet}"]')
        visitor.see(f'.side[data-sheet="{sheet}"]')
        yield f"sheet-{sheet}"
        visitor.press('[data-action="close-sheet"]')


def device_in_turns(visitor: Visitor, shared: Rounds) -> Iterator[str]:
    """Pass and play: covered and uncovered."""
    visitor.go(shared.link)
    visitor.see('[data-action="cover"]')
    visitor.see(".board-play .knight")
    yield "covered"
    visitor.press('[data-action="cover"]')
    visitor.see(".hand")
    yield "uncovered"


def end(visitor: Visitor, finished: Rounds) -> Iterator[str]:
    """The final account, and the board behind it."""
    visitor.go(finished.link)
    visitor.see("[data-account]")
    yield "account"
    visitor.press('[data-action="view-board"]')
    visitor.see(".board-play .knight")
    yield "after"


def replay(visitor: Visitor, finished: Rounds) -> Iterator[str]:
    """A replay in its middle and at its end, and the page that takes a record."""
    visitor.go(f"/replay/{finished.table}#30")
    visitor.see('[data-place="30"]')
    visitor.see(".board-play .knight")
    yield "replay"
    visitor.find('[data-pick="seen-from"]').select_option("a")
    visitor.see(".replay-hand")
    visitor.press('[data-action="replay-last"]')
    yield "replay-end"
    visitor.press('[data-action="account"]')
    visitor.see('[data-dialog="account"]')
    yield "replay-account"
    visitor.go("/replay")
    visitor.see('[data-page="replay-upload"]')
    yield "replay-upload"


def home_with_tables(visitor: Visitor) -> Iterator[str]:
    """The home page of somebody who has tables, and the question before one is forgotten."""
    visitor.go("/")
    visitor.see('.table-line[data-your-turn="true"]')
    yield "home-with-tables"
    visitor.press('.table-line[data-your-turn="true"] [data-action="forget"]')
    visitor.see('[data-dialog="forget"]')
    yield "forget"
