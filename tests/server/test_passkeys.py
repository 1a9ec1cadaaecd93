"""Passkeys: what a browser has sealed is kept for whoever has the passkey, and goes with the identity."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.server.contract.identities import IdentityBody, IdentityExport
from rheinlaender.server.store.identities import erase_old_identities, save_identity
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.passkeys import MOST_PASSKEYS, Passkey, read_passkey, read_passkeys, save_passkey
from rheinlaender.server.values.refusals import PasskeysFull, PasskeyTaken
from tests.server.house import House, refusal_of
from tests.server.postgres import DATABASES, new_address
from tests.server.stores.stories import within
from tests.server.test_identities import PATH, Device

SEALED, OTHER = "s" * 67, "t" * 67
AT = "2026-01-01T00:00:00Z"


def name_of(passkey: str) -> str:
    """What the server knows a passkey by: a digest, as browsers write it."""
    return base64.urlsafe_b64encode(hashlib.sha256(passkey.encode()).digest()).decode().rstrip("=")


def keep(device: Device, passkey: str, sealed: str = SEALED) -> Any:
    """Let a passkey open an identity; the answer."""
    return device.ask("PUT", f"/passkeys/{name_of(passkey)}", {"sealed": sealed})


def sealed_by(house: House, passkey: str) -> Any:
    """What anybody is told who names a passkey."""
    return house.client.get(f"{PATH}/passkeys/{name_of(passkey)}")


def test_what_is_sealed_comes_back(house: House) -> None:
    """By the passkey's name alone, the same again changes nothing, and its owner sees since when it is there."""
    device = Device(house)
    device.keep(name="Anna")
    told = keep(device, "yubi").json()
    IdentityBody.model_validate_json(json.dumps(told))
    assert [one["passkey"] for one in told["passkeys"]] == [name_of("yubi")]
    assert sealed_by(house, "yubi").json() == {"sealed": SEALED}
    assert keep(device, "yubi").json() == told == device.ask("GET").json()
    exported = device.ask("GET", "/export").json()
    IdentityExport.model_validate_json(json.dumps(exported))
    assert exported["passkeys"] == [told["passkeys"][0]["at"]]
    assert SEALED not in json.dumps([told, exported])


def test_a_passkey_is_taken_away(house: House) -> None:
    """Then it opens nothing; nobody else can take it away, or put something else in its place."""
    anna, bert = Device(house), Device(house)
    for device in (anna, bert):
        device.keep(name="Somebody")
    keep(anna, "phone")
    assert bert.ask("DELETE", f"/passkeys/{name_of('phone')}").json()["passkeys"] == []
    for device, sealed in ((bert, SEALED), (anna, OTHER)):
        assert refusal_of(keep(device, "phone", sealed)) == (409, "passkey_taken")
    assert sealed_by(house, "phone").json() == {"sealed": SEALED}
    assert anna.ask("DELETE", f"/passkeys/{name_of('phone')}").json()["passkeys"] == []
    assert refusal_of(sealed_by(house, "phone")) == (404, "passkey_unknown")


def test_whoever_is_deleted_has_no_passkeys(house: House) -> None:
    """What they had sealed is gone, and their key adds none."""
    device = Device(house)
    device.keep(name="Anna")
    keep(device, "face")
    assert device.ask("DELETE").status_code == 200
    assert refusal_of(sealed_by(house, "face")) == (404, "passkey_unknown")
    assert refusal_of(keep(device, "face")) == (410, "identity_deleted")


def test_what_is_no_passkey_is_refused(house: House) -> None:
    """No identity, no key, a name that is no digest, and something that is nothing sealed."""
    device = Device(house)
    assert refusal_of(keep(device, "finger")) == (404, "identity_unknown")
    assert refusal_of(house.client.put(f"{PATH}/passkeys/{name_of('finger')}", json={"sealed": SEALED}))[0] == 401
    device.keep(name="Anna")
    for name, sealed in (("short", SEALED), (name_of("finger"), "s"), (name_of("finger"), "s" * 161)):
        assert refusal_of(device.ask("PUT", f"/passkeys/{name}", {"sealed": sealed}))[0] in (400, 422)
    assert device.ask("GET").json()["passkeys"] == []


@pytest.mark.parametrize("kind", DATABASES)
def test_so_many_passkeys_open_one_identity(kind: str, tmp_path: Path) -> None:
    """One more is refused, and changes nothing; those of whoever was not there for long go with them."""

    async def story(store: Store) -> tuple[int, Passkey | None]:
        save_identity(store.engine, "anna", "Anna", [], AT)
        for number in range(MOST_PASSKEYS):
            save_passkey(store.engine, Passkey(str(number), "anna", SEALED, AT))
        with pytest.raises(PasskeysFull):
            save_passkey(store.engine, Passkey("more", "anna", SEALED, AT))
        with pytest.raises(PasskeyTaken):
            save_passkey(store.engine, Passkey("0", "anna", OTHER, AT))
        with store.engine.connect() as connection:
            count = len(read_passkeys(connection, "anna"))
        erase_old_identities(store.engine, "2026-02-01T00:00:00Z")
        with store.engine.connect() as connection:
            return count, read_passkey(connection, "0")

    assert within(new_address(kind, tmp_path), story) == (MOST_PASSKEYS, None)
