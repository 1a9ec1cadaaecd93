"""Ending by agreement in front of browsers: proposed by one, agreed to by the other, and played again."""

from rheinlaender.i18n import words
from tests.browser.conftest import OPEN, OpenPage
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.server.player import bots, new_secret, person
from tests.server.process import ServerProcess


def test_two_people_agree_to_end_a_game(open_page: OpenPage, server: ServerProcess, axe: str) -> None:
    """Anna proposes it and Bert agrees on the phone; it ends without a result, nobody can play, and they play again."""
    rounds, secret = Rounds.open(server.http, [person("Anna"), OPEN, *bots(1)]), new_secret()
    rounds.command(secret, name="sit", secret=secret, player="Bert", seat="b")
    anna, bert = open_page(), open_page(language="de-DE", size="phone")
    anna.go(rounds.link)
    bert.go(f"{rounds.path}#secret={secret}")
    bert.see(".hand")
    anna.see('.table-page[data-mine="true"]')
    anna.press('[data-action="settings"]')
    anna.press('[data-action="propose-end"]')
    anna.press('[data-action="propose-end-sure"]')
    assert "Bert" in anna.see('[data-banner="end-proposed"]').inner_text()
    assert "Anna" in bert.see('[data-banner="end-proposed"]').inner_text()
    assert faults_of(bert, "de") + small_buttons_of(bert) + violations_of(bert, axe) == []
    bert.shoot("ending")
    bert.press('[data-action="agree-end"]')
    assert words("company.ended", "de") in bert.see('[data-banner="ended"]').inner_text()
    anna.see('[data-banner="ended"]')
    anna.miss(".hand")
    assert not anna.is_mine and not anna.has('[data-action="end-turn"]')
    assert faults_of(bert, "de") + small_buttons_of(bert) + violations_of(bert, axe) == []
    bert.shoot("ended")
    anna.shoot("ended")
    bert.press('[data-banner="ended"] [data-action="rematch"]')
    bert.see('.table-page[data-stage="playing"]')
    anna.press('[data-banner="rematch"] a')
    anna.see('.table-page[data-stage="playing"]')
    assert anna.table == bert.table != rounds.table
