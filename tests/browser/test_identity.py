"""A name of one's own: carried to another device by words or by link, got back, saved, deleted; and no two alike."""

import json
from pathlib import Path

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OPEN, OpenPage
from tests.browser.extent import LONG
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.program import IS_FIREFOX
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server import asking
from tests.server.player import person
from tests.server.process import ServerProcess

OWN = "() => JSON.parse(localStorage.getItem('rheinlaender.identity'))"
NAME = "Rumpelstiltskin"


def begin(visitor: Visitor, name: str) -> str:
    """Play at a table of one's own, under a name; its id."""
    visitor.go("/")
    visitor.see('[data-field="name"]').fill(name)
    visitor.press('[data-action="play-now"]')
    visitor.see(".hand [data-card]")
    return visitor.table


def shown_words(visitor: Visitor) -> str:
    """The twelve words of one's key, with the link beside them."""
    visitor.go("/me")
    visitor.see(f'[data-told="tables"]:has-text("{words("identity.tables", "en", count=1)}")')
    visitor.press('[data-action="show-link"]')
    visitor.see(".qr path")
    visitor.press('[data-action="show-words"]')
    return str(visitor.see("[data-phrase]").get_attribute("data-phrase"))


def type_words(visitor: Visitor, phrase: str) -> None:
    """Type the words, and see whose they are."""
    visitor.go("/me")
    visitor.see('[data-field="phrase"]').fill(phrase)
    visitor.press('[data-action="get-back"]')
    visitor.see('[data-dialog="be-somebody"]')


def name_at(server: ServerProcess, table: str) -> str:
    """The name of the first seat, as a stranger sees it."""
    return str(asking.get(f"{server.http}/api/tables/{table}").json()["table"]["seats"][0]["name"])


def test_a_name_is_carried_to_another_device_and_deleted_there(
    open_page: OpenPage, server: ServerProcess, axe: str, tmp_path: Path
) -> None:
    """By words: both devices have the same tables, the second one plays; whoever is deleted on one is on both."""
    laptop, phone = open_page(), open_page(language="de", size="phone")
    table = begin(laptop, NAME)
    phrase = shown_words(laptop)
    assert faults_of(laptop, "en") + violations_of(laptop, axe) == []
    type_words(phone, phrase)
    assert words("identity.take_over", "de", name=NAME) in phone.see('[data-dialog="be-somebody"]').inner_text()
    assert faults_of(phone, "de") + small_buttons_of(phone) + violations_of(phone, axe) == []
    phone.press('[data-action="be-somebody"]')
    phone.see(f'[data-told="tables"]:has-text("{words("identity.tables", "de", count=1)}")')
    assert phone.see('[data-field="name"]').input_value() == NAME
    assert phone.page.evaluate(OWN) == laptop.page.evaluate(OWN)
    phone.go("/")
    phone.press(f'[data-table="{table}"] .table-line-link')
    phone.await_turn()
    phone.play()
    with_file = Path(save(phone, tmp_path)).read_text(encoding="utf-8")
    assert [len(one["turns"]) for one in json.loads(with_file)["tables"]] == [1] and NAME in with_file
    phone.press('[data-action="delete"]')
    phone.press('[data-action="delete-sure"]')
    phone.see('[data-action="make-identity"]')
    assert name_at(server, table) == "" and phone.page.evaluate(OWN) is None
    laptop.tolerate("410")
    laptop.go("/me")
    laptop.see('[data-action="make-identity"]')
    laptop.go("/")
    assert laptop.see('[data-field="name"]').input_value() == "" and not laptop.has(".table-line")


def save(visitor: Visitor, folder: Path) -> str:
    """Save what the server knows; the path of the file."""
    visitor.go("/me")
    visitor.see('[data-action="export"]')
    with visitor.page.expect_download() as download:
        visitor.press('[data-action="export"]')
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return str(file)


def test_nobody_is_replaced_unasked(open_page: OpenPage) -> None:
    """A link with somebody's key asks; Escape stays, and a seat of this browser goes along only where it is said."""
    anna, bert = open_page(), open_page()
    begin(anna, "Anna")
    shown_words(anna)
    link = anna.see('[data-field="identity-link"]').input_value()
    own = begin(bert, "Bert")
    bert.go("/me")
    bert.see(f'[data-told="tables"]:has-text("{words("identity.tables", "en", count=1)}")')
    before = bert.page.evaluate(OWN)
    bert.go(link)
    bert.see('[data-dialog="be-somebody"]')
    assert "key" not in bert.page.url
    bert.page.keyboard.press("Escape")
    bert.miss('[data-dialog="be-somebody"]')
    assert bert.page.evaluate(OWN) == before
    bert.go(link)
    bert.press('[data-dialog="be-somebody"] [data-field="bring"]')
    bert.press('[data-action="be-somebody"]')
    bert.see(f'[data-told="tables"]:has-text("{words("identity.tables", "en", count=2)}")')
    assert bert.see('[data-field="name"]').input_value() == "Anna"
    anna.go("/")
    anna.see(f'[data-table="{own}"]')
    bert.go("/me#key=nonsense")
    assert words("identity.wrong_link", "en") in bert.see(".notice").inner_text()


def test_no_two_guests_are_called_the_same(open_page: OpenPage, server: ServerProcess) -> None:
    """Whoever gives no name is told apart; whoever gives one that is taken is told so, and takes another."""
    rounds = Rounds.open(server.http, [person("Guest"), OPEN, OPEN, OPEN])
    ben, cleo = open_page(size="phone"), open_page()
    for visitor in (ben, cleo):
        visitor.go(rounds.path)
        visitor.see('[data-action="sit"]')
    ben.press('[data-action="sit"]')
    assert "Guest 2" in ben.see('.waiting-seat[data-yours="true"]').inner_text()
    cleo.see('[data-field="name"]').fill("guest 2")
    cleo.press('[data-action="sit"]')
    assert words("refusal.name_taken", "en", name="guest 2") in cleo.see(".notice").inner_text()
    cleo.see('[data-field="name"]').fill("Cleo")
    cleo.press('[data-action="sit"]')
    assert "Cleo" in cleo.see('.waiting-seat[data-yours="true"]').inner_text()


def by_name(server: ServerProcess) -> str:
    """The address of the server by a name, as passkeys need it."""
    return server.http.replace("127.0.0.1", "localhost")


def test_a_table_that_was_put_away_comes_back(open_page: OpenPage, axe: str) -> None:
    """From the page of one's name, with its seat, on all devices; the list of tables says so before it is put away."""
    phone = open_page(language="de", size="phone")
    table = begin(phone, NAME)
    phone.go("/me")
    phone.see(f'[data-told="tables"]:has-text("{words("identity.tables", "de", count=1)}")')
    phone.go("/")
    phone.press(f'[data-table="{table}"] [data-action="forget"]')
    assert words("home.forget_sure", "de") in phone.see('[data-dialog="forget"]').inner_text()
    with phone.page.expect_response(lambda answer: answer.request.method == "DELETE") as answered:
        phone.press('[data-action="forget-sure"]')
    assert answered.value.ok
    phone.miss(f'[data-table="{table}"]')
    phone.go("/me")
    phone.see(f'[data-away="{table}"]')
    assert faults_of(phone, "de") + small_buttons_of(phone) + violations_of(phone, axe) == []
    phone.press('[data-action="put-back"]')
    phone.miss("[data-away]")
    phone.go("/")
    phone.press(f'[data-table="{table}"] .table-line-link')
    phone.await_turn()
    phone.play()


def with_authenticator(visitor: Visitor, **changes: bool) -> None:
    """Give a browser an authenticator of its own, which says yes to everything."""
    if IS_FIREFOX:
        pytest.skip("FIREFOX TEST SKIPPED: it has no authenticator for tests that is reached by WebDriver BiDi")
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasPrf": True, **changes}
    verified = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, **verified}})


def forget(visitor: Visitor) -> None:
    """The browser loses what it kept, while no page of it is open that keeps more; its passkeys are the device's."""
    visitor.go("/healthz")
    visitor.page.evaluate("() => localStorage.clear()")
    visitor.go("/me")
    visitor.see('[data-action="make-identity"]')


def test_a_passkey_opens_ones_name(open_page: OpenPage, server: ServerProcess, axe: str) -> None:
    """A browser that has forgotten everything gets the name back; a passkey that was removed opens nothing."""
    visitor = open_page(language="de", address=by_name(server))
    with_authenticator(visitor)
    begin(visitor, NAME)
    visitor.go("/me")
    visitor.press('[data-action="add-passkey"]')
    visitor.see("[data-passkey]")
    assert faults_of(visitor, "de") + violations_of(visitor, axe) == []
    own = visitor.page.evaluate(OWN)
    forget(visitor)
    visitor.press('[data-action="by-passkey"]')
    visitor.press('[data-action="be-somebody"]')
    visitor.see(f'[data-told="tables"]:has-text("{words("identity.tables", "de", count=1)}")')
    assert visitor.page.evaluate(OWN) == own
    visitor.press('[data-action="remove-passkey"]')
    visitor.miss("[data-passkey]")
    forget(visitor)
    visitor.tolerate("404")
    visitor.press('[data-action="by-passkey"]')
    assert words("refusal.passkey_unknown", "de") in visitor.see(".notice").inner_text()


@LONG
def test_a_passkey_that_keeps_nothing_is_no_way(open_page: OpenPage, server: ServerProcess) -> None:
    """Without the extension by which it seals there is nothing to keep, and nothing is told to the server."""
    visitor = open_page(address=by_name(server))
    with_authenticator(visitor, hasPrf=False)
    begin(visitor, NAME)
    visitor.go("/me")
    visitor.press('[data-action="add-passkey"]')
    assert words("identity.passkey_too_old", "en") in visitor.see(".notice").inner_text()
    assert not visitor.has("[data-passkey]")
