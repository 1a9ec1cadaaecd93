"""Routes of identities: a name of one's own without a password, known by a key that a browser has made.

Whoever shows the key is told everything, and nobody else is told anything.
"""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from rheinlaender.server import errors
from rheinlaender.server.contract.identities import (
    FarewellBody,
    IdentityBody,
    IdentityExport,
    IdentityWish,
    KeyBody,
    PasskeyName,
    PhraseBody,
    PhraseQuestion,
    SealedKey,
)
from rheinlaender.server.contract.words import Id
from rheinlaender.server.http.answering import answer, refusals
from rheinlaender.server.http.asked import Limited, Sender, Spend, TheRoom, count_request
from rheinlaender.server.http.limits import address_of
from rheinlaender.server.live.farewell import say_farewell
from rheinlaender.server.live.identities import Identities
from rheinlaender.server.values.identity import KEY, identity_of, key_of_phrase, phrase_of

SEATS_FOR_COST = 10
EXPORT_COST, FAREWELL_COST = 30, 60
MAKING_COST = 0.2
"""What making an identity costs of that which an address has for opening tables."""
FILE = 'attachment; filename="rheinlaender.json"'
identities = APIRouter(prefix="/api/identity", dependencies=[Depends(count_request)])


def key_of(sender: Sender) -> str:
    """The key that the sender shows."""
    if sender is None:
        raise errors.SecretMissing()
    if not KEY.fullmatch(sender.credentials):
        raise errors.Malformed(problem="Authorization")
    return sender.credentials


def identities_of(room: TheRoom) -> Identities:
    """The identities of the room's store."""
    return Identities(room.store)


OwnKey = Annotated[str, Depends(key_of)]
Known = Annotated[Identities, Depends(identities_of)]


@identities.get("", response_model=IdentityBody, responses=refusals(401, 404, 410))
async def own_identity(key: OwnKey, known: Known, spend: Spend) -> Response:
    """Who one is, and one's tables with their secrets."""
    spend(1)
    return answer(await known.tell(key))


@identities.put("", response_model=IdentityBody, responses=refusals(401, 409, 410))
async def save(
    request: Request, asked: IdentityWish, key: OwnKey, known: Known, gate: Limited, spend: Spend
) -> Response:
    """Be somebody, take another name, or let seats belong to one; the same again changes nothing."""
    spend(1 + len(asked.seats) / SEATS_FOR_COST)
    is_known = await known.is_known(key)
    if not is_known:
        gate.openings.take(address_of(request), MAKING_COST)
    if asked.seats or asked.name is not None or not is_known:
        await known.save(key, asked)
    return answer(await known.tell(key))


@identities.delete("", response_model=FarewellBody, responses=refusals(401, 404, 410))
async def delete(request: Request, key: OwnKey, known: Known, room: TheRoom, spend: Spend) -> Response:
    """Delete oneself: the names go out of all that is shown, seats are left or given to a computer player."""
    spend(FAREWELL_COST)
    await known.known(key)
    return answer({"tables": await say_farewell(room, request.app.state.chores.keeping, identity_of(key))})


@identities.delete("/tables/{table}", response_model=IdentityBody, responses=refusals(401, 404, 410))
async def put_away(key: OwnKey, known: Known, spend: Spend, table: Annotated[Id, Path()]) -> Response:
    """Take a table from one's list, on all devices; letting its seat belong to one again brings it back."""
    spend(1)
    await known.put_away(key, table)
    return answer(await known.tell(key))


@identities.get("/export", response_model=IdentityExport, responses=refusals(401, 404, 410))
async def export(key: OwnKey, known: Known, spend: Spend) -> Response:
    """All that the server keeps about one, as a file."""
    spend(EXPORT_COST)
    found = answer(await known.export(key))
    found.headers["Content-Disposition"] = FILE
    return found


@identities.get("/phrase", response_model=PhraseBody, responses=refusals(401))
def phrase(key: OwnKey, spend: Spend) -> Response:
    """One's key as twelve words; nothing is kept of it."""
    spend(1)
    return answer({"phrase": phrase_of(key)})


@identities.post("/key", response_model=KeyBody, responses=refusals())
def key(asked: PhraseQuestion, spend: Spend) -> Response:
    """The key of twelve words; nothing is kept of it."""
    spend(1)
    return answer({"key": key_of_phrase(asked.phrase)})


@identities.put("/passkeys/{passkey}", response_model=IdentityBody, responses=refusals(401, 404, 409, 410))
async def add_passkey(
    asked: SealedKey, key: OwnKey, known: Known, spend: Spend, passkey: Annotated[PasskeyName, Path()]
) -> Response:
    """Let a passkey open one's identity; the same again changes nothing."""
    spend(1)
    await known.add_passkey(key, passkey, asked.sealed)
    return answer(await known.tell(key))


@identities.delete("/passkeys/{passkey}", response_model=IdentityBody, responses=refusals(401, 404, 410))
async def remove_passkey(key: OwnKey, known: Known, spend: Spend, passkey: Annotated[PasskeyName, Path()]) -> Response:
    """Let a passkey open one's identity no more."""
    spend(1)
    await known.remove_passkey(key, passkey)
    return answer(await known.tell(key))


@identities.get("/passkeys/{passkey}", response_model=SealedKey, responses=refusals(404))
async def sealed_key(known: Known, spend: Spend, passkey: Annotated[PasskeyName, Path()]) -> Response:
    """What a passkey has sealed; whoever has the passkey opens it, and nobody else can use it."""
    spend(1)
    return answer({"sealed": await known.sealed_by(passkey)})
