"""Routes for invitations: where links lead, and links as QR codes."""

from fastapi import APIRouter, Depends, Request, Response

from rheinlaender.drawing.qr import qr_code
from rheinlaender.server.addresses import invited
from rheinlaender.server.contract.answers import Invitation, QrCode
from rheinlaender.server.contract.questions import QrQuestion
from rheinlaender.server.http.answering import answer, refusals
from rheinlaender.server.http.asked import Spend, TheRoom, count_request

QR_COST = 6
invitations = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


@invitations.get("/invitation", response_model=Invitation, responses=refusals())
async def invitation(request: Request, room: TheRoom) -> Response:
    """Where the links of whoever asks should lead, and who can follow them."""
    settings = room.settings
    asker = request.client.host if request.client else ""
    _, own_port = request.scope["server"]
    found = invited(settings.public_url, settings.host, request.headers.get("host", ""), asker, own_port)
    return answer({"address": found.address, "reach": found.reach})


@invitations.post("/qr", response_model=QrCode, responses=refusals())
def qr(asked: QrQuestion, spend: Spend) -> Response:
    """A link as a QR code. It is asked for by POST, because a link may hold a secret; nothing is kept of it."""
    spend(QR_COST)
    size, path = qr_code(asked.link)
    return answer({"size": size, "path": path})
