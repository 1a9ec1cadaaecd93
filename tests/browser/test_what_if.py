"""What if: a game that is over is played on from any turn, by mouse, keyboard and touch, from tables and from texts."""

import pytest

from tests.browser.clipping import cut_texts_of
from tests.browser.conftest import OpenPage
from tests.browser.extent import BROWSER_TEST, LOOKS
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.test_tour import SPEAK
from tests.browser.visitor import Visitor
from tests.long import others_long
from tests.server import asking

TURN = 7


def arrive(visitor: Visitor, turn: int) -> None:
    """Wait for the table that begins after a turn."""
    visitor.see(f'.table-page[data-turn="{turn}"][data-mine="true"]')
    visitor.find(f'[data-began="{turn}"]').wait_for(state="attached")


def frame_of(visitor: Visitor, finished: Rounds) -> dict[str, object]:
    """The table that is shown, as its owner sees it."""
    headers = {"Authorization": f"Bearer {visitor.secret}"}
    frame: dict[str, object] = asking.get(f"{finished.http}/api/tables/{visitor.table}", headers=headers).json()
    return frame


def test_a_replay_is_played_on(open_page: OpenPage, finished: Rounds) -> None:
    """By two clicks one sits at a table that begins there, plays a turn, and finds the way to the former game."""
    visitor = open_page()
    visitor.go(f"/replay/{finished.table}#{TURN}")
    visitor.press('[data-action="play-on"]')
    visitor.press('[data-action="play-on-now"]')
    arrive(visitor, TURN)
    former = finished.get("/replay", seat="*")["frames"][TURN]["view"]
    assert visitor.cards == former["hand"]
    visitor.play()
    visitor.await_turn(TURN)
    assert visitor.turn > TURN
    visitor.press('[data-action="former"]')
    visitor.see(f'[data-page="replay"] [data-place="{TURN}"]')
    assert visitor.page.url.endswith(f"/replay/{finished.table}#{TURN}")
    visitor.press('[data-action="replay-last"]')
    visitor.see(".replay-ending")
    assert not visitor.has('[data-action="play-on"]'), "the end is not played on"


def test_all_seats_are_played_by_the_keyboard(open_page: OpenPage, finished: Rounds) -> None:
    """As it was, for all seats, without a pointer."""
    visitor = open_page(language="de-DE")
    visitor.go(f"/replay/{finished.table}#{TURN}")
    visitor.see('[data-action="play-on"]').focus()
    visitor.page.keyboard.press("Enter")
    visitor.see('[data-dialog="play-on"]')
    visitor.find('[data-choice="play-as"] input:checked').focus()
    while visitor.find('[data-choice="play-as"] input:checked').get_attribute("value") != "all":
        visitor.page.keyboard.press("ArrowRight")
    visitor.miss('[data-dialog="play-on"] [data-pick="level"]')
    visitor.find('[data-choice="unseen"] input:checked').focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.see('[data-choice="unseen"] [value="false"]:checked')
    visitor.find('[data-action="play-on-now"]').focus()
    visitor.page.keyboard.press("Enter")
    visitor.find(f'[data-began="{TURN}"]').wait_for(state="attached")
    table = frame_of(visitor, finished)["table"]
    assert isinstance(table, dict) and table["you"]["seats"] == "abc"
    assert table["beginning"] == {"table": finished.table, "turn": TURN, "is_dealt": False}


@pytest.mark.parametrize(("size", "theme"), others_long([("desktop", "light"), ("phone", "dark")], LOOKS, BROWSER_TEST))
def test_the_question_is_for_everybody(open_page: OpenPage, finished: Rounds, axe: str, size: str, theme: str) -> None:
    """axe-core finds no violation, fingers can press everything, all words fit; then one plays on."""
    visitor = open_page(size=size, theme=theme)
    visitor.go(f"/replay/{finished.table}#{TURN}")
    visitor.press('[data-action="play-on"]')
    visitor.see('[data-dialog="play-on"]')
    faults = violations_of(visitor, axe) + small_buttons_of(visitor)
    for language in ("de", "nl", "hu", "en"):
        visitor.page.evaluate(SPEAK, language)
        faults += faults_of(visitor, language) + cut_texts_of(visitor, '[data-dialog="play-on"]')
    visitor.press('[data-action="play-on-now"]')
    arrive(visitor, TURN)
    visitor.play()
    assert visitor.await_turn(TURN) and visitor.turn > TURN
    assert not faults, "\n".join(faults)


def test_records_and_positions_are_played_on(open_page: OpenPage, finished: Rounds) -> None:
    """What is pasted, a whole record or one line of notation, is played on like a table."""
    visitor = open_page()
    headers = {"Authorization": f"Bearer {finished.secret}"}
    address = f"{finished.http}/api/tables/{finished.table}"
    record = asking.get(f"{address}/record", params={"seat": "*"}, headers=headers).text
    line = asking.get(f"{address}/position", params={"seat": "b", "turn": str(TURN)}, headers=headers).text
    for text, turn in ((record, 4), (line, TURN)):
        visitor.go("/replay")
        visitor.find('[data-field="record"]').fill(text)
        visitor.press('[data-action="open-record"]')
        visitor.see('[data-page="replay"]')
        if text is record:
            visitor.press(f'[data-turn="{turn}"]')
        visitor.press('[data-action="play-on"]')
        visitor.press('[data-choice="play-as"] label:has([value="b"])')
        visitor.press('[data-action="play-on-now"]')
        visitor.find(f'[data-began="{turn}"]').wait_for(state="attached")
        assert visitor.await_turn()
        frames = asking.get(f"{address}/replay", params={"seat": "b"}, headers=headers).json()["frames"]
        assert visitor.cards == frames[turn]["view"]["hand"], "nobody has drawn for this seat since"
