"""Routes for e-mail: who wants it, and the pages to which its links lead."""

from html import escape
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from rheinlaender.i18n import DEFAULT_LANGUAGE, words
from rheinlaender.server.contract.calls import Done, MailWish, OwnCalls
from rheinlaender.server.http.answering import FOUND, answer, refusals
from rheinlaender.server.http.asked import Holder, Limited, Live, TheRoom, count_request
from rheinlaender.server.http.limits import address_of
from rheinlaender.server.http.static import KEEP_NOT, Files
from rheinlaender.server.live.judging import must_have_seat
from rheinlaender.server.live.mails import CONFIRM
from rheinlaender.server.live.refusals import CallsOff
from rheinlaender.server.store.subscriptions import MAIL, Subscription
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.secret import digest_of

DONE = {"ok": True}
HTML = "text/html; charset=utf-8"
PAGE = "calling/mail.html"
NO_SUCH_LINK = 404
ASKED = {"confirm": "mail_page.confirm", "stop": "mail_page.stop"}
BUTTONS = {"confirm": "mail_page.confirm_button", "stop": "mail_page.stop_button"}
SAID = {"confirm": "mail_page.confirm_done", "stop": "mail_page.stop_done"}
"""What a page asks, on its button, and says when it is done, by what a link is for."""
Name = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Token = Annotated[str, Path(pattern="^[0-9a-f]{40}$")]
What = Annotated[str, Path(pattern="^(confirm|stop)$")]
mails = APIRouter(dependencies=[Depends(count_request)])


@mails.get("/api/tables/{table}/calls", response_model=OwnCalls, responses=refusals(401, 403, 404, 409))
async def own_calls(live: Live, holder: Holder, room: TheRoom) -> Response:
    """By which ways the sender is called at a table."""
    must_have_seat(live.table, holder)
    return answer({"mail": await own_mail(room, live.table.id, str(holder))})


async def own_mail(room: TheRoom, table: str, holder: str) -> Parts | None:
    """The address by which somebody is called at a table."""
    found = [one for one in await room.calling.own(table, holder) if one.way == MAIL]
    return {"address": found[0].address, "is_confirmed": found[0].is_confirmed} if found else None


@mails.post("/api/tables/{table}/mail", response_model=OwnCalls, responses=refusals(401, 403, 404, 409))
async def want_mail(
    request: Request, asked: MailWish, live: Live, holder: Holder, room: TheRoom, gate: Limited
) -> Response:
    """Be called by e-mail at a table where one has a seat; an address that is new has to be confirmed first."""
    must_have_seat(live.table, holder)
    if not room.settings.has_mail:
        raise CallsOff()
    proof = str(digest_of(asked.proof))
    wanted = Subscription(live.table.id, str(holder), MAIL, asked.address, proof, asked.language)
    is_confirmed = await room.calling.knows(wanted)
    if not is_confirmed:
        gate.mails.take(address_of(request))
        gate.mails.take(asked.address.lower())
    await room.calling.subscribe_by_mail(wanted, is_confirmed)
    return answer({"mail": await own_mail(room, live.table.id, str(holder))})


@mails.post("/api/tables/{table}/mail/stop", response_model=Done, responses=refusals(401, 403, 404, 409))
async def want_no_mail(live: Live, holder: Holder, room: TheRoom) -> Response:
    """Be called by e-mail at a table no more."""
    must_have_seat(live.table, holder)
    for one in await room.calling.own(live.table.id, str(holder)):
        if one.way == MAIL:
            await room.calling.unsubscribe(one)
    return answer(DONE)


def add_links(router: APIRouter, files: Files) -> None:
    """Add the pages to which links of mails lead: a question, since programs follow links too, and what was done."""

    async def question(room: TheRoom, what: What, name: Name, token: Token) -> Response:
        found = await room.calling.by_token(what, name, token)
        return page(files, found, ASKED[what], BUTTONS[what])

    async def decision(room: TheRoom, what: What, name: Name, token: Token) -> Response:
        found = await room.calling.by_token(what, name, token)
        if found is not None:
            await (room.calling.confirm(found) if what == CONFIRM else room.calling.unsubscribe(found))
        return page(files, found, SAID[what])

    path = "/mail/{what}/{name}/{token}"
    for method, endpoint in (("GET", question), ("POST", decision)):
        router.add_api_route(path, endpoint, methods=[method], include_in_schema=False, response_class=Response)


def page(files: Files, about: Subscription | None, key: str, button: str = "") -> Response:
    """A page that asks or says something, in the language of whoever gets the mail; or that a link leads nowhere."""
    language = DEFAULT_LANGUAGE if about is None else about.language
    said = words("mail_page.unknown") if about is None else words(key, language, address=about.address)
    parts = {"language": language, "title": words("drawing.title", language), "text": said}
    parts["button"] = words(button, language) if button and about is not None else ""
    text = files.content(PAGE).body.decode()
    for name, value in parts.items():
        text = text.replace(f"{{{name}}}", escape(value))
    return Response(text.encode(), NO_SUCH_LINK if about is None else FOUND, {"Cache-Control": KEEP_NOT}, HTML)
