"""Talk in front of browsers: hostile text does no harm, everybody reads ready-made words in their own language."""

import json

from rheinlaender.i18n import words
from tests.browser.conftest import OPEN, OpenPage
from tests.browser.hostile import HOSTILE, SHOWN
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server.player import bots, new_secret, person
from tests.server.process import ServerProcess

REFUSED = r"status of 422"
TOO_LONG = """(field) => {
  field.value = 'x'.repeat(10_000);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}"""
"""As somebody writes who has another browser: the field itself takes no more than may be said."""
BESIDE = """() => {
  const place = (one) => document.querySelector(one).getBoundingClientRect();
  const [talk, board] = [place('[data-talk]'), place('.board-window')];
  return Math.max(0, Math.min(talk.right, board.right) - Math.max(talk.left, board.left))
    * Math.max(0, Math.min(talk.bottom, board.bottom) - Math.max(talk.top, board.top)) / (board.width * board.height);
}"""
"""The share of the board that the talk lies on."""


def friends(server: ServerProcess) -> tuple[Rounds, str]:
    """A running table of Anna and Bert; Bert's link."""
    rounds, secret = Rounds.open(server.http, [person("Anna"), OPEN, *bots(1)]), new_secret()
    rounds.command(secret, name="sit", secret=secret, player="Bert", seat="b")
    return rounds, f"{rounds.path}#secret={secret}"


def say(visitor: Visitor, text: str) -> None:
    """Type something and send it with the keyboard."""
    visitor.see('[data-field="talk"]').fill(text)
    visitor.page.keyboard.press("Enter")


def test_hostile_text_does_no_harm(open_page: OpenPage, server: ServerProcess, axe: str) -> None:
    """It is shown as it is, without what is not seen; too much is refused in words, and the board stays in sight."""
    rounds, link = friends(server)
    anna, bert, watcher = open_page(), open_page(language="de-DE", size="phone"), open_page()
    anna.tolerate(REFUSED)
    for visitor, path in ((anna, rounds.link), (bert, link), (watcher, rounds.path)):
        visitor.go(path)
        visitor.see('[data-action="talk"]')
    anna.press('[data-action="talk"]')
    assert anna.page.evaluate("() => document.activeElement.dataset.field") == "talk"
    say(anna, HOSTILE)
    anna.see('[data-said="players 1"][data-yours="true"]')
    anna.find('[data-field="talk"]').evaluate(TOO_LONG)
    anna.press('[data-action="say"]')
    anna.see(f".notice:has-text('{words('refusal.said_too_long', 'en', most=300)}')")
    anna.press('[data-reaction="hello"]')
    anna.see('[data-said="players 2"]')
    assert bert.see('[data-unread="2"]').inner_text() == "2"
    assert words("company.say.hello", "de") in str(bert.find("[data-said-aloud]").text_content())
    bert.press('[data-action="talk"]')
    shown = bert.see('[data-said="players 1"] .talk-words')
    assert shown.text_content() == SHOWN
    assert shown.locator("*").count() == 0
    assert bert.find('[data-said="players 2"] .talk-words').inner_text() == words("company.say.hello", "de")
    assert bert.page.evaluate(BESIDE) == anna.page.evaluate(BESIDE) == 0
    bert.shoot("talk")
    anna.shoot("talk")
    assert faults_of(bert, "de") + small_buttons_of(bert) + violations_of(bert, axe) + violations_of(anna, axe) == []
    watcher.press('[data-action="talk"]')
    assert watcher.see("[data-talk]").inner_text().count("alert") == 0
    assert not any("talk" in message for message in watcher.received), json.dumps(watcher.received)[:500]
    have_quiet(anna, bert)


def have_quiet(anna: Visitor, bert: Visitor) -> None:
    """Whoever wants quiet has it: nobody can say anything; the keys of the table are not those of the talk."""
    bert.press(".talk-settings summary")
    bert.press('[data-pick="quiet"]')
    assert "Bert" in anna.see("[data-quiet]").inner_text()
    anna.miss('[data-field="talk"]')
    anna.find(".talk-lines").focus()
    anna.page.keyboard.press("Escape")
    anna.miss("[data-talk]")
    assert anna.page.evaluate("() => document.activeElement.dataset.action") == "talk"
