"""The preview of a planned turn: whole at every size, beside the board and never on it, folded if one likes."""

import json
import time
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG, SPOKEN
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server import asking
from tests.server.player import bearer, bots, person
from tests.server.process import ServerProcess

WINDOWS = [(360, 640), (390, 844), (768, 1024), (844, 390), (1000, 700), (1024, 768), (1280, 720), (1440, 900)]
WINDOWS += [(1920, 1080), (2560, 1440)]
ZOOMED = [(640, 360), (720, 450), (960, 540), (512, 384)]
"""The windows from 1280 x 720 to 1920 x 1080, and 1024 x 768, at 200 %: half as many pixels of a page."""
TRIED = [*WINDOWS, *ZOOMED] if IS_LONG else [(360, 640), (768, 1024), (844, 390), (1280, 720), (512, 384)]
"""The narrowest, the lowest, one that stands, one of a laptop, and one at 200 %, unless it is all of them."""
TABLES = [(2, 12), (4, 8)] + ([(3, 8), (2, 16), (4, 6), (3, 10)] if IS_LONG else [])
"""How many computer players there are, and how many turns are played before."""
SIDE, TABLET = 1000, (700, 900)
"""The least width of a window with a side panel, and the least size of one that stands and has one too."""
TOO_MANY, PAUSE_SECONDS, MOVES = 429, 0.2, 12
TRIES, RICH, FEW = 3, 3, 5
"""How often another turn is tried for so many lines; not where a seat has so few knights that the end is near."""
UNTOLD = {"card_played", "knight_settled", "duchy_grew", "duchy_founded", "duchy_merged", "knight_reinforced"}
CUT = """() => {
  const shown = document.querySelector('[data-consequences]');
  const holder = shown.closest('.side, .tray').getBoundingClientRect();
  const isOut = ({ left, right, top, bottom }) => left < holder.left - 1 || right > holder.right + 1
    || top < holder.top - 1 || bottom > holder.bottom + 1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const isCut = (one) => getComputedStyle(one).overflowY !== 'visible'
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
  const around = [];
  for (let one = shown; !one.matches('.side, .tray'); one = one.parentElement) around.push(one.parentElement);
  const isShown = (one) => one.getClientRects().length > 0 && !one.closest('.unseen, svg');
  const inside = [shown, ...shown.querySelectorAll('*')].filter(isShown);
  return [...around.filter(isCut), ...inside.filter((one) => isOut(one.getBoundingClientRect()) || isCut(one))]
    .map((one) => `${one.className || one.tagName}: ${one.scrollWidth}x${one.scrollHeight} in `
      + `${one.clientWidth}x${one.clientHeight}`);
}"""
COVERED = """(fields) => {
  const shown = document.querySelector('[data-consequences]').getBoundingClientRect();
  const board = document.querySelector('.board-place').getBoundingClientRect();
  const isOver = shown.left < board.right - 1 && shown.right > board.left + 1
    && shown.top < board.bottom - 1 && shown.bottom > board.top + 1;
  const isHidden = (field) => {
    const { left, top, width, height } = document.querySelector(`.board-sheet [data-field="${field}"]`)
      .getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return x < board.left || x > board.right || y < board.top || y > board.bottom;
  };
  const isLow = board.height < 100;
  return [...(isOver ? ['the board'] : []), ...(isLow ? ['a board so low'] : []), ...fields.filter(isHidden)];
}"""


@dataclass(frozen=True)
class Plan:
    """A table with a move of its owner, and the fields of the duchies that the move changes."""

    table: Rounds
    turn: int
    move: dict[str, Any]
    preview: dict[str, Any]

    @property
    def richness(self) -> int:
        """How many lines the preview has."""
        return len([event for event in self.preview["events"] if event["name"] not in UNTOLD])

    @property
    def fields(self) -> list[str]:
        """The fields of the duchy that the move makes, or the move's own."""
        outcome = self.preview["outcome"]
        found = [one for one in self.preview["view"]["duchies"] if outcome and one["name"] == outcome["duchy"]]
        return [field for duchy in found for field in duchy["fields"]] or [self.move["field"]]


def richest(table: Rounds) -> Plan:
    """The move with the most consequences, of some that lie far apart."""
    view = table.get()["view"]
    moves = view["moves"][:: 1 + len(view["moves"]) // MOVES]
    return max((planned(table, view["turn"], move) for move in moves), key=lambda plan: plan.richness)


def planned(table: Rounds, turn: int, move: dict[str, Any]) -> Plan:
    """A plan with its preview; whoever asks too much waits."""
    address, body = f"{table.http}/api/tables/{table.table}/preview", {"moves": [move["move"]], "turn": turn}
    while True:
        answer = asking.post(address, json=body, headers=bearer(table.secret), timeout=10)
        if answer.status_code != TOO_MANY:
            return Plan(table, turn, move, answer.json())
        time.sleep(PAUSE_SECONDS)


@pytest.fixture(scope="module")
def plans(server: ServerProcess) -> list[Plan]:
    """Rich turns, which nobody ends."""
    return [rich_turn(server, number, turns) for number, turns in TABLES]


def rich_turn(server: ServerProcess, number: int, turns: int) -> Plan:
    """A rich turn against so many computer players."""
    table = Rounds.open(server.http, [person("Anna"), *bots(number)])
    table.play(turns)
    found = richest(table)
    for _ in range(TRIES):
        if found.richness >= RICH or min(seat["supply"] for seat in found.preview["view"]["seats"]) < FEW:
            break
        table.play(1)
        found = richest(table)
    return found


def show(visitor: Visitor, plan: Plan) -> None:
    """Open a table with a turn that was planned before."""
    draft = {"turn": plan.turn, "seat": "a", "card": plan.move["card"], "moves": [plan.move]}
    name, text = f"rheinlaender.plan.{plan.table.table}", json.dumps(draft)
    visitor.page.add_init_script(f"if (location.host) sessionStorage.setItem({name!r}, {text!r})")
    visitor.go(plan.table.link)
    visitor.see("[data-consequences]")
    visitor.find(".board-sheet [data-field]").wait_for(state="attached")


def has_side(width: int, height: int) -> bool:
    """Whether a window has a side panel."""
    is_tablet = width >= TABLET[0] and height >= TABLET[1] and width / height <= 0.8
    return width >= SIDE or is_tablet


def faults_of(visitor: Visitor, plan: Plan, windows: list[tuple[int, int]]) -> list[str]:
    """What is cut or covered in windows of these sizes."""
    faults = []
    for width, height in windows:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.see(f"{'.side' if has_side(width, height) else '.tray'} [data-consequences]")
        visitor.page.wait_for_timeout(120)
        found = visitor.page.evaluate(CUT) + visitor.page.evaluate(COVERED, plan.fields)
        faults += [f"{visitor.name} {plan.move['move']} at {width}x{height}: {fault}" for fault in found]
    return faults


@pytest.mark.parametrize("language", SPOKEN)
def test_nothing_is_cut_or_covered(open_page: OpenPage, plans: list[Plan], language: str) -> None:
    """From a phone to a big screen, also at 200 %: every line is whole, and the duchy that changes is seen."""
    faults = []
    for plan in plans:
        visitor = open_page(language=language)
        show(visitor, plan)
        faults += faults_of(visitor, plan, TRIED)
    assert not faults, "\n".join(faults)


def test_the_preview_folds_to_one_line(open_page: OpenPage, plans: list[Plan]) -> None:
    """By a click and by the keyboard; this is remembered, and folded it is whole at every size too."""
    visitor = open_page(language="de")
    show(visitor, plans[0])
    assert visitor.has("[data-consequences] [data-event]")
    visitor.press('[data-action="fold"]')
    visitor.miss("[data-consequences] [data-event]")
    line = visitor.see("[data-consequences] header").bounding_box()
    assert line is not None and line["height"] < 60
    assert faults_of(visitor, plans[0], TRIED if IS_LONG else TRIED[:2]) == []
    visitor.page.reload()
    visitor.see('[data-consequences][data-folded="true"]')
    visitor.find('[data-action="fold"]').focus()
    visitor.page.keyboard.press("Enter")
    visitor.see("[data-consequences] [data-event]")
    assert visitor.turn == plans[0].turn


def test_a_hint_that_is_followed_is_not_told_twice(open_page: OpenPage, plans: list[Plan]) -> None:
    """Once the advised knight is planned, the preview alone tells what it does."""
    visitor = open_page()
    visitor.go(plans[0].table.link)
    visitor.await_turn()
    visitor.press('[data-action="hint"]')
    visitor.press('[data-action="follow-hint"]')
    visitor.see("[data-consequences]")
    visitor.miss("[data-hint]:has([data-action='follow-hint'])")
    told = visitor.see("[data-consequences]").inner_text()
    assert not visitor.has("[data-hint]") or visitor.see("[data-hint] p").inner_text() not in told


def test_the_buttons_of_a_turn_lie_in_the_tray(open_page: OpenPage, plans: list[Plan]) -> None:
    """Also on a laptop with a low window, no button rises over the board."""
    visitor = open_page()
    show(visitor, plans[0])
    for width, height in [(1280, 720), (1440, 900), (1920, 1080)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_timeout(120)
        tray, buttons = visitor.see(".tray").bounding_box(), visitor.see(".turn-buttons").bounding_box()
        assert tray is not None and buttons is not None and buttons["y"] >= tray["y"], (width, height)
