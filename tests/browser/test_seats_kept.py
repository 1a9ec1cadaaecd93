"""A seat is never lost: a link is judged before it is kept, what works stays, and nothing pushes a seat out."""

from typing import Any

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OPEN, OpenPage
from tests.browser.extent import SIZES, SPOKEN
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server import asking
from tests.server.player import new_id, new_secret, person
from tests.server.process import ServerProcess

KEPT = "() => JSON.parse(localStorage.getItem('rheinlaender.tables') ?? '[]')"
KEEP = "tables => localStorage.setItem('rheinlaender.tables', JSON.stringify(tables))"
WATCHED = 100


def secrets_kept(visitor: Visitor, table: str) -> list[str]:
    """The secrets that the browser keeps of a table, the one in use first."""
    kept = next(one for one in visitor.page.evaluate(KEPT) if one["table"] == table)
    return [kept["secret"], *kept.get("others", [])]


def sit(rounds: Rounds, name: str) -> str:
    """Let somebody else sit down; their secret."""
    secret = new_secret()
    command = {"id": new_id(), "name": "sit", "secret": secret, "player": name}
    asking.post(f"{rounds.http}/api/tables/{rounds.table}/commands", json=command, timeout=10).raise_for_status()
    return secret


def kept_table(table: str, secret: str | None) -> dict[str, Any]:
    """A table as the browser keeps it."""
    return {"table": table, "secret": secret, "title": "", "at": "2026-01-31T12:00:00Z"}


def test_a_wrong_link_takes_nothing(open_page: OpenPage, running: Rounds, waiting: Rounds) -> None:
    """Whoever opens a wrong link to a table at which they sit keeps their seat, and is told so; also when reloading."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.see(".hand [data-card]")
    hand = visitor.cards
    for wrong in ("x" * 24, running.secret[:9], ""):
        visitor.go(f"{running.path}#secret={wrong}")
        assert words("table.wrong_link_kept", "en") in visitor.see('[data-banner="misled"]').inner_text()
        assert "secret" not in visitor.page.url
        visitor.see(".hand [data-card]")
        assert visitor.cards == hand
    visitor.press('[data-action="close-misled"]')
    visitor.miss('[data-banner="misled"]')
    visitor.page.reload()
    visitor.see(".hand [data-card]")
    assert (visitor.cards, secrets_kept(visitor, running.table)) == (hand, [running.secret])
    visitor.go(waiting.link)
    visitor.see('.waiting-seat[data-yours="true"]')
    visitor.go(f"{waiting.path}#secret={'x' * 24}")
    assert visitor.see('[data-warning="link"]').inner_text() == words("table.wrong_link_kept", "en")
    visitor.see('.waiting-seat[data-yours="true"]')


def test_a_link_that_the_server_cannot_judge_is_kept_for_later(open_page: OpenPage, running: Rounds) -> None:
    """While the server does not answer, a link is neither believed nor thrown away."""
    visitor = open_page()
    visitor.tolerate("Failed to load|ERR_")
    question = f"**/api/tables/{running.table}"
    visitor.context.route(question, lambda route: route.abort())
    visitor.go(running.link)
    visitor.see('[data-page="lost"]')
    assert visitor.page.evaluate(KEPT) == []
    visitor.context.unroute(question)
    visitor.press('[data-action="again"]')
    visitor.see(".hand [data-card]")
    assert secrets_kept(visitor, running.table) == [running.secret]


@pytest.mark.parametrize("size", SIZES)
def test_anothers_link_is_asked_about(open_page: OpenPage, server: ServerProcess, axe: str, size: str) -> None:
    """Another's link takes over only where the person says so; the own seat is then kept, and one can go back to it."""
    rounds = Rounds.open(server.http, [person("Anna"), OPEN, OPEN])
    other = sit(rounds, "Ben")
    visitor = open_page(size=size)
    visitor.go(rounds.link)
    visitor.see('.waiting-seat[data-seat="a"][data-yours="true"]')
    visitor.go(f"{rounds.path}#secret={other}")
    told = visitor.see('[data-dialog="take-over"]').inner_text()
    assert words("table.take_over_about", "en", own="Anna", other="Ben") in told
    assert faults_of(visitor, "en") + small_buttons_of(visitor) + violations_of(visitor, axe) == []
    visitor.page.keyboard.press("Enter")
    visitor.miss('[data-dialog="take-over"]')
    assert secrets_kept(visitor, rounds.table) == [rounds.secret]
    visitor.go(f"{rounds.path}#secret={other}")
    visitor.press('[data-action="take-over"]')
    visitor.see('.waiting-seat[data-seat="b"][data-yours="true"]')
    assert secrets_kept(visitor, rounds.table) == [other, rounds.secret]
    visitor.press('[data-choice="own-seats"] label:has-text("Anna")')
    visitor.see('.waiting-seat[data-seat="a"][data-yours="true"]')
    assert secrets_kept(visitor, rounds.table) == [rounds.secret, other]


@pytest.mark.parametrize("language", SPOKEN)
def test_the_question_is_asked_in_every_language(open_page: OpenPage, server: ServerProcess, language: str) -> None:
    """Closing the question by Escape stays at the own seat."""
    rounds = Rounds.open(server.http, [person("Anna"), OPEN, OPEN])
    other = sit(rounds, "Ben")
    visitor = open_page(language=language, size="phone")
    visitor.go(rounds.link)
    visitor.see('.waiting-seat[data-yours="true"]')
    visitor.go(f"{rounds.path}#secret={other}")
    assert words("table.take_over", language) in visitor.see('[data-dialog="take-over"]').inner_text()
    assert faults_of(visitor, language) == []
    visitor.page.keyboard.press("Escape")
    visitor.miss('[data-dialog="take-over"]')
    visitor.see('.waiting-seat[data-seat="a"][data-yours="true"]')


def test_a_seat_in_use_gives_way_where_it_is_none_any_more(open_page: OpenPage, server: ServerProcess) -> None:
    """A secret that holds nothing is replaced by a link that opens a seat, without a question."""
    rounds = Rounds.open(server.http, [person("Anna"), OPEN, OPEN])
    visitor = open_page()
    visitor.go("/")
    visitor.page.evaluate(KEEP, [kept_table(rounds.table, "x" * 24)])
    visitor.go(rounds.link)
    visitor.see('.waiting-seat[data-seat="a"][data-yours="true"]')
    assert secrets_kept(visitor, rounds.table)[0] == rounds.secret


def test_watched_tables_push_no_seat_out(open_page: OpenPage, running: Rounds, waiting: Rounds) -> None:
    """After a hundred watched tables one more is opened: the oldest seat is still there, and on the home page."""
    visitor = open_page()
    visitor.go("/")
    watched = [kept_table(f"watched-table-{number}", None) for number in range(WATCHED)]
    visitor.page.evaluate(KEEP, [*watched, kept_table(running.table, running.secret)])
    visitor.go(waiting.path)
    visitor.see('[data-action="sit"]')
    assert secrets_kept(visitor, running.table) == [running.secret]
    visitor.go("/")
    visitor.see(f'[data-list="your-turn"] [data-table="{running.table}"]')
