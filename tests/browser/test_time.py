"""Tables with clocks in front of browsers: chosen, shown, run out, taken back; and what others do about waiting."""

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OPEN, OpenPage
from tests.browser.extent import BROWSER_TEST, IS_LONG
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.long import others_long
from tests.server.player import new_secret, person
from tests.server.process import ServerProcess

LONG_WAIT = 90_000
SHORTEST = {"bank": 10, "increment": 0}


def seated(server: ServerProcess, **parts: object) -> tuple[Rounds, list[str]]:
    """A running table of Anna, Bert and Cleo; their links."""
    rounds = Rounds.open(server.http, [person("Anna"), OPEN, OPEN], **parts)
    links = [rounds.link]
    for seat, name in (("b", "Bert"), ("c", "Cleo")):
        secret = new_secret()
        rounds.command(secret, name="sit", secret=secret, player=name, seat=seat)
        links.append(f"{rounds.path}#secret={secret}")
    return rounds, links


def secret_of(link: str) -> str:
    return link.partition("secret=")[2]


def seconds_of(visitor: Visitor, seat: str) -> int:
    """What a clock that is seen shows."""
    minutes, seconds = visitor.find(f'[data-time-left="{seat}"]:visible').inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_a_clock_is_chosen_with_the_table(open_page: OpenPage) -> None:
    """Live with a bank and an increment, or over days with so much for each turn; the waiting room says it."""
    owner = open_page(language="de-DE")
    owner.go("/")
    owner.press('[data-action="invite"]')
    owner.find('[data-pick="clock"]').select_option("1")
    owner.press('[data-action="open-table"]')
    assert owner.see('[data-agreed="clock"] b').inner_text() == "10 Minuten + 10 Sekunden je Zug"
    owner.go("/")
    owner.press('[data-action="invite"]')
    owner.press('[data-choice="pace"] label:has([value="days"])')
    owner.press('[data-action="open-table"]')
    assert owner.see('[data-agreed="clock"] b').inner_text() == "1 Tag für jeden Zug"


def test_whoever_idles_is_played_for_and_takes_the_seat_back(
    open_page: OpenPage, server: ServerProcess, axe: str
) -> None:
    """The clock runs on the phone; when it is at nothing a Knight plays, until one wants to play oneself."""
    _, links = seated(server, clock=SHORTEST)
    anna = open_page(language="de-DE", size="phone")
    anna.go(links[0])
    assert seconds_of(anna, "a") <= 10
    anna.see('[data-banner="away"]')
    assert words("table.away_time", "de", level="Ritter") in anna.find('[data-banner="away"]').inner_text()
    assert faults_of(anna, "de") + small_buttons_of(anna) + violations_of(anna, axe) == []
    anna.press('[data-action="come-back"]')
    anna.miss('[data-banner="away"]')
    assert 0 < seconds_of(anna, "a") <= 15


def test_whoever_is_nudged_sees_by_whom(open_page: OpenPage, server: ServerProcess) -> None:
    """And whoever waits sees that somebody was nudged; nobody is nudged twice by the same."""
    rounds, links = seated(server)
    rounds.command(secret_of(links[1]), name="nudge", turn=0)
    anna, cleo = open_page(), open_page(size="phone")
    anna.go(links[0])
    assert "Bert" in anna.see('[data-banner="nudged"]').inner_text()
    cleo.go(links[2])
    cleo.see('[data-banner="waiting-for"]')
    cleo.press('[data-action="nudge"]')
    cleo.miss('[data-action="nudge"]')
    anna.see('[data-banner="nudged"]:has-text("Cleo")')


def test_one_sleeps_at_night(open_page: OpenPage, server: ServerProcess) -> None:
    """At a table over days one says from when to when; it is kept."""
    rounds, links = seated(server, pace="days", clock={"bank": 86_400, "increment": 0})
    anna = open_page()
    anna.go(links[0])
    anna.press('[data-action="settings"]')
    anna.find('[data-pick="night"]').check()
    anna.see('[data-pick="night-begins"]').select_option("23")
    anna.page.wait_for_selector('[data-pick="night-ends"] option:last-child[value="11"]', state="attached")
    assert rounds.get()["table"]["night"]["begins"] == 23


def test_resigning_is_asked_twice_and_stays(open_page: OpenPage, server: ServerProcess) -> None:
    """A Knight plays on for Anna, who looks on; she is offered nothing more to resign."""
    rounds, links = seated(server)
    anna = open_page(language="de-DE", size="phone")
    anna.go(links[0])
    anna.press('[data-action="settings"]')
    anna.press('[data-action="resign"]')
    anna.press('[data-action="resign-sure"]')
    assert words("table.away_resigned", "de", level="Ritter") == anna.see('[data-banner="away"]').inner_text()
    anna.miss('[data-action="resign"]')
    assert faults_of(anna, "de") + small_buttons_of(anna) == []
    assert rounds.get()["table"]["away"] == {"a": "resigned"}


@pytest.mark.parametrize("question", others_long(["resign", "propose-end"], ["resign"], BROWSER_TEST))
def test_nothing_is_done_while_one_is_asked(open_page: OpenPage, server: ServerProcess, question: str) -> None:
    """The question lies over the table as others do: the keys of the table do not end the turn behind it."""
    rounds, links = seated(server)
    anna = open_page()
    anna.go(links[0])
    anna.see('.table-page[data-mine="true"]')
    anna.plan()
    anna.press('[data-action="settings"]')
    anna.press(f'[data-action="{question}"]')
    anna.see(f'.table-page > [data-dialog="{question}"]')
    anna.page.keyboard.press("e")
    anna.page.keyboard.press("Escape")
    anna.miss(f'[data-dialog="{question}"]')
    anna.see("[data-consequences]")
    assert rounds.get()["view"]["turn"] == anna.turn == 0


@pytest.mark.skipif(not IS_LONG, reason="waits for half a minute: make browser-test")
def test_the_others_go_on_without_waiting(open_page: OpenPage, server: ServerProcess) -> None:
    """Half a minute after a nudge both others want to, and a Knight plays; Anna is told and takes the seat back."""
    _, links = seated(server)
    anna, bert, cleo = open_page(), open_page(), open_page(size="phone")
    for visitor, link in zip((anna, bert, cleo), links, strict=True):
        visitor.context.set_default_timeout(LONG_WAIT)
        visitor.go(link)
    bert.press('[data-action="nudge"]')
    for visitor in (bert, cleo):
        visitor.press('[data-action="go-on"]')
    anna.press('[data-banner="away"] [data-action="come-back"]')
    anna.miss('[data-banner="away"]')
