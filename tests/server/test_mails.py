"""People who are not at their table are called by e-mail, once they have confirmed it, and until they end it."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from rheinlaender.i18n import words
from rheinlaender.server.settings import Settings, WrongSmtp
from rheinlaender.server.store import subscriptions
from tests.server.house import OPEN, Guest, House, new_secret, person, refusal_of, running
from tests.server.mail_server import MailServer, mail_server

BERT = "bert@example.org"
SITE = "https://play.example.org"
LINK = re.compile(rf"{SITE}(/mail/\w+/\w+/\w+)")
UNKNOWN = f"/mail/confirm/{'0' * 32}/{'0' * 40}"


@pytest.fixture
def mailbox() -> Iterator[MailServer]:
    """A server for e-mail."""
    with mail_server() as mailbox:
        yield mailbox


@pytest.fixture
def mailing(tmp_path: Path, mailbox: MailServer) -> Iterator[House]:
    """A house that sends e-mail."""
    with running(tmp_path, smtp=mailbox.address, contact="house@example.org", public_url=SITE) as house:
        yield house


def three(house: House) -> list[Guest]:
    """Anna, Bert and Cleo at a table; it is Anna's turn."""
    anna = house.open(person("Anna"), OPEN, OPEN)
    return [anna, anna.sit("Bert", "b"), anna.sit("Cleo", "c")]


def wish(proof: str | None = None) -> dict[str, Any]:
    return {"address": BERT, "proof": proof or new_secret(), "language": "de"}


def links_of(mail: EmailMessage) -> list[str]:
    """The links of a mail, without the address of the house."""
    return LINK.findall(mail.get_content())


def state(guest: Guest) -> Any:
    return guest.get("/calls").json()["mail"]


def test_nothing_comes_before_it_is_confirmed(mailing: House, mailbox: MailServer) -> None:
    """The first mail asks; a program that follows its link changes nothing, a person who presses the button does."""
    anna, bert, cleo = three(mailing)
    assert mailing.client.get("/api/calls").json()["mail"] is True
    assert bert.ask("/mail", wish()).json() == {"mail": {"address": BERT, "is_confirmed": False}}
    (asked,) = mailbox.wait(1)
    assert asked["To"] == BERT and asked["Subject"] == words("mail.confirm_subject", "de")
    anna.play()
    confirm, _ = links_of(asked)
    page = mailing.client.get(confirm)
    assert page.status_code == 200 and BERT in page.text and '<html lang="de">' in page.text
    assert state(bert) == {"address": BERT, "is_confirmed": False}
    assert BERT in mailing.client.post(confirm).text
    assert state(bert) == {"address": BERT, "is_confirmed": True}
    assert cleo.command("nudge", turn=1).status_code == 200
    _, nudged = mailbox.wait(2)
    assert nudged["Subject"] == words("call.nudged", "de") and "Anna, Bert, Cleo" in nudged.get_content()
    assert f"{SITE}/table/{bert.table}" in nudged.get_content()
    assert mailbox.recipients == [BERT, BERT]


def test_one_touch_ends_it(mailing: House, mailbox: MailServer) -> None:
    """Programs for mail post to the address in the head of each mail, and nothing comes after that."""
    anna, bert, cleo = three(mailing)
    bert.ask("/mail", wish())
    (asked,) = mailbox.wait(1)
    mailing.client.post(links_of(asked)[0])
    anna.play()
    _, called = mailbox.wait(2)
    assert called["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = urlsplit(called["List-Unsubscribe"].strip("<>")).path
    assert stop == links_of(called)[-1]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert mailing.client.post(stop, content="List-Unsubscribe=One-Click", headers=form).status_code == 200
    assert state(bert) is None
    assert mailing.client.post(stop).status_code == 404
    assert cleo.command("nudge", turn=1).status_code == 200
    assert state(bert) is None and len(mailbox.mails) == 2


def test_a_confirmed_address_is_not_asked_again(mailing: House, mailbox: MailServer) -> None:
    """The same browser shows its proof at another table; another browser is asked."""
    proof = new_secret()
    _, bert, _ = three(mailing)
    bert.ask("/mail", wish(proof))
    (asked,) = mailbox.wait(1)
    mailing.client.post(links_of(asked)[0])
    _, again, other = three(mailing)
    assert again.ask("/mail", wish(proof)).json()["mail"]["is_confirmed"] is True
    assert other.ask("/mail", wish()).json()["mail"]["is_confirmed"] is False
    assert again.ask("/mail/stop", None).status_code == 200
    assert state(again) is None and state(bert)["is_confirmed"] is True
    assert len(mailbox.wait(2)) == 2


def test_there_is_only_so_much_of_it(mailing: House, mailbox: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """On one day, to one address, about one table."""
    monkeypatch.setattr(subscriptions, "MOST_MAILS_A_DAY", 1)
    anna, bert, cleo = three(mailing)
    bert.ask("/mail", wish())
    (asked,) = mailbox.wait(1)
    mailing.client.post(links_of(asked)[0])
    anna.play()
    mailbox.wait(2)
    cleo.command("nudge", turn=1)
    anna.command("nudge", turn=1)
    wish_of_cleo = {**wish(), "address": "cleo@example.org"}
    cleo.ask("/mail", wish_of_cleo)
    mailbox.wait(3)
    assert mailbox.recipients == [BERT, BERT, "cleo@example.org"]


def test_nobody_is_flooded_with_questions(tmp_path: Path, mailbox: MailServer) -> None:
    """One address, or one asker, is asked a few times and then refused."""
    from rheinlaender.server.settings import Limits

    parts = {"smtp": mailbox.address, "contact": "house@example.org", "public_url": SITE}
    with running(tmp_path, **parts, limits=Limits()) as house:
        _, bert, _ = three(house)
        statuses = [bert.ask("/mail", wish()).status_code for _ in range(6)]
    assert statuses[:2] == [200, 200] and statuses[-1] == 429


@pytest.mark.parametrize(
    "address", ["", "bert", "bert@example", "a@b.c\r\nBcc: d@e.f", "bert@example.org, x@y.z", "<bert@example.org>"]
)
def test_what_is_no_address_is_refused(mailing: House, address: str) -> None:
    """Nothing gets into the head of a mail but one address."""
    _, bert, _ = three(mailing)
    assert refusal_of(bert.ask("/mail", {**wish(), "address": address})) == (422, "wrong_value")


def test_links_that_are_not_ours_lead_nowhere(mailing: House) -> None:
    """They are pages that say so."""
    for answer in (mailing.client.get(UNKNOWN), mailing.client.post(UNKNOWN)):
        assert answer.status_code == 404 and words("mail_page.unknown", "en") in answer.text
    assert refusal_of(mailing.client.get("/mail/other/1/2"))[0] in (404, 422)


def test_without_a_server_for_it_there_is_none(house: House) -> None:
    """Nobody is offered what cannot be sent."""
    _, bert, _ = three(house)
    assert house.client.get("/api/calls").json()["mail"] is False
    assert refusal_of(bert.ask("/mail", wish())) == (409, "calls_off")
    assert mailless(house) == 404


def mailless(house: House) -> int:
    return house.client.get(UNKNOWN).status_code


def test_a_wrong_server_is_refused_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not understood is not repeated."""
    monkeypatch.setenv("RHEINLAENDER_SMTP", "mail.example.org:secret")
    with pytest.raises(WrongSmtp) as refused:
        Settings(database="sqlite:///x.db")
    assert "secret" not in str(refused.value)
