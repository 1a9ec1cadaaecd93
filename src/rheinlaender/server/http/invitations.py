"""Routes for invitations: links as QR codes."""

from fastapi import APIRouter, Depends, Response

from rheinlaender.drawing.qr import qr_code
from rheinlaender.server.contract.answers import QrCode
from rheinlaender.server.contract.questions import QrQuestion
from rheinlaender.server.http.answering import answer, refusals
from rheinlaender.server.http.asked import Spend, count_request

QR_COST = 6
invitations = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


@invitations.post("/qr", response_model=QrCode, responses=refusals())
def qr(asked: QrQuestion, spend: Spend) -> Response:
    """A link as a QR code. It is asked for by POST, because a link may hold a secret; nothing is kept of it."""
    spend(QR_COST)
    size, path = qr_code(asked.link)
    return answer({"size": size, "path": path})
