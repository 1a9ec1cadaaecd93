"""No text of the table is cut or covered, whatever is planned: many positions, sizes, zooms and languages."""

from collections.abc import Iterator
from itertools import count

import pytest

from rheinlaender.i18n import LANGUAGES
from tests.browser.clipping import FAULTS
from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG
from tests.browser.rounds import Rounds
from tests.browser.test_preview import WINDOWS, ZOOMED, Plan, richest, show
from tests.browser.test_tour import SPEAK
from tests.browser.visitor import Visitor
from tests.server import asking
from tests.server.player import bearer, bots, person
from tests.server.process import ServerProcess

POSITIONS, PARTS = 200, 4
OPPONENTS = (2, 3, 4)
REST_MILLISECONDS = (60, 600)
SOME = [(360, 640), (844, 390), (1280, 720), (640, 360)]


def faults_of(visitor: Visitor, plan: Plan, language: str, windows: list[tuple[int, int]]) -> Iterator[str]:
    """What cannot be read in windows of these sizes."""
    visitor.page.evaluate(SPEAK, language)
    for width, height in windows:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.see("[data-consequences]")
        for fault in lasting_faults(visitor):
            yield f"{plan.move['move']} in {language} at {width}x{height}: {fault}"


def lasting_faults(visitor: Visitor) -> list[str]:
    """What still cannot be read after a moment in which cards may move to their places."""
    found: list[str] = []
    for rest in REST_MILLISECONDS:
        visitor.page.wait_for_timeout(rest)
        found = visitor.page.evaluate(FAULTS)
        if not found:
            break
    return found


def rich_plans(server: ServerProcess, part: int) -> Iterator[Plan]:
    """The richest plan of every turn of real games, against two, three and four, until a part has enough."""
    found, games, most = 0, count(part), POSITIONS // PARTS
    while found < most:
        game = next(games)
        table = Rounds.open(server.http, [person(f"Anna {part}/{game}"), *bots(OPPONENTS[game % len(OPPONENTS)])])
        while found < most:
            table.play(1)
            if table.get()["table"]["stage"] == "over":
                break
            plan = richest(table)
            if plan.move["field"] is None:
                continue
            found += 1
            yield plan
            end(plan)


def end(plan: Plan) -> None:
    """End the planned turn, without a bastion."""
    table = plan.table
    with asking.client(base_url=table.http, headers=bearer(table.secret), timeout=10) as client:
        table.end_turn(client, [plan.move["move"], *(["."] if not plan.preview["is_complete"] else [])], plan.turn)


def test_some_texts_are_whole(open_page: OpenPage, running: Rounds) -> None:
    """On a small phone, on its side, on a laptop and at 200 %, in the longest of the languages."""
    visitor, plan = open_page(), richest(running)
    show(visitor, plan)
    faults = [fault for language in ("de", "hu") for fault in faults_of(visitor, plan, language, SOME)]
    assert not faults, "\n".join(faults)


@pytest.mark.skipif(not IS_LONG, reason="two hundred positions are tried by make browser-test")
@pytest.mark.parametrize("part", range(PARTS))
def test_all_texts_are_whole(open_page: OpenPage, server: ServerProcess, part: int) -> None:
    """Two hundred rich turns in all, each at every size and zoom, in turn in the four languages."""
    faults: list[str] = []
    for place, plan in enumerate(rich_plans(server, part)):
        visitor = open_page()
        show(visitor, plan)
        faults += faults_of(visitor, plan, [*LANGUAGES][place % len(LANGUAGES)], [*WINDOWS, *ZOOMED])
        visitor.page.close()
    assert not faults, f"{len(faults)} faults, such as\n" + "\n".join(faults[:40])
