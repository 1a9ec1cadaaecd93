"""The network's weights in a file: one line of JSON that says what they are, then the numbers, four bytes each."""

import hashlib
import json
import logging
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from rheinlaender.i18n import Refusal
from rheinlaender.thinking.network import NETWORK

SHIPPED = Path(__file__).parent / "network.weights"
"""The network by which games are reviewed: another one would change what was said of games already."""
PLAYERS = Path(__file__).parent / "foresight.weights"
"""The network of the players: of the same form, fitted to what foresight found, and stronger."""
FORMAT = "rheinlaender network 1"
MOST_BYTES = 4_000_000
log = logging.getLogger("rheinlaender.bots")


class BadNetwork(Refusal):
    """A file that does not hold the weights of a network of this form."""

    code = "bad_network"


def write_network(path: Path, network: Any, card: dict[str, Any]) -> None:
    """Write weights with their card: what they were trained on, by which command, how long, how strong they are."""
    body = _numbers(network).tobytes()
    head = {"format": FORMAT, "form": _form(), "sha256": hashlib.sha256(body).hexdigest(), "card": card}
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(json.dumps(head, ensure_ascii=True).encode() + b"\n" + body)
    part.replace(path)


def read_network(path: Path) -> tuple[Any, dict[str, Any]]:
    """The weights of a file and their card; what is damaged or of another form is refused."""
    if not path.is_file() or path.stat().st_size > MOST_BYTES:
        raise BadNetwork(file=str(path), problem="no file of at most 4 MB")
    first, _, body = path.read_bytes().partition(b"\n")
    head = _head(path, first)
    if head.get("form") != _form():
        raise BadNetwork(file=str(path), problem="weights of another form of network")
    if head.get("sha256") != hashlib.sha256(body).hexdigest():
        raise BadNetwork(file=str(path), problem="damaged weights")
    return _record(np.frombuffer(body, "<f4")), dict(head["card"])


def _head(path: Path, line: bytes) -> dict[str, Any]:
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(head.get("card"), dict):
        raise BadNetwork(file=str(path), problem="not a file of weights")
    return head


def _form() -> dict[str, list[int]]:
    """The layers' names and sizes."""
    return {name: list(NETWORK[name].shape) for name in NETWORK.names or ()}


def _numbers(network: Any) -> Any:
    parts = [np.asarray(network[name], "<f4").reshape(-1) for name in NETWORK.names or ()]
    return np.concatenate(parts)


def _record(numbers: Any) -> Any:
    network, start = np.zeros(1, NETWORK), 0
    for name in NETWORK.names or ():
        shape = NETWORK[name].shape
        stop = start + int(np.prod(shape))
        network[name][0] = numbers[start:stop].reshape(shape)
        start = stop
    return network[0]


@cache
def shipped_network(path: Path | None = None) -> Any:
    """Weights that come with the package, or None, said once, where they cannot be read."""
    try:
        return read_network(path or SHIPPED)[0]
    except Refusal as refusal:
        log.error("the network cannot be used; the evaluation judges instead: %s", refusal)
        return None
