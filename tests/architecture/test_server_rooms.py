"""The rooms of the server: dependencies point one way, lowest room first."""

from itertools import pairwise

import pytest

from tests.architecture.test_layers import SOURCE, imports, modules

ROOMS = {
    "ground": set[str](),
    "values": {"ground"},
    "store": {"ground", "values"},
    "contract": {"ground", "values"},
    "writing": {"ground", "values", "contract"},
    "thinkers": {"ground", "values", "store", "contract", "writing"},
    "calling": {"ground"},
    "live": {"ground", "values", "store", "contract", "writing", "thinkers", "calling"},
    "http": {"ground", "values", "store", "contract", "writing", "thinkers", "calling", "live"},
    "checks": {"ground", "values", "store", "http"},
    "workers": set[str](),
    "run": {"ground", "values", "store", "contract", "writing", "thinkers", "calling", "live", "http", "workers"},
}
"""What each room may import besides itself."""
GROUND = {"addresses", "errors", "settings", "logs", "measures", "traces"}
"""What every room may stand on: addresses, refusals, settings, logs, measures, traces."""
TRADE = {
    "store": {"sqlalchemy", "alembic"},
    "checks": {"sqlalchemy"},
    "http": {"fastapi", "starlette"},
    "contract": {"pydantic"},
    "ground": {"prometheus_client", "opentelemetry"},
    "thinkers": {"procrastinate"},
    "calling": {"http_ece", "py_vapid", "smtplib"},
}
"""Who alone may use what is made for one room; `run` puts the parts together."""
EXCEPTIONS = {("http/asked.py", "pydantic"), ("http/sockets.py", "pydantic"), ("run.py", "fastapi")}
"""Requests are read by the contract's own library."""
SERVER = {path.removeprefix("server/"): tree for path, tree in modules().items() if path.startswith("server/")}


def room_of(module: str) -> str:
    """The room of a module of the server, by its path or its dotted name without `rheinlaender.server`."""
    first = module.replace("/", ".").split(".")[0]
    return "ground" if first in GROUND else first


PATHS = [path for path in SERVER if path != "__init__.py"]


@pytest.mark.parametrize("path", PATHS)
def test_rooms_point_one_way(path: str) -> None:
    """`errors, settings <- values <- store, contract <- writing <- live <- http <- run`."""
    room = room_of(path)
    for name in imports(SERVER[path]):
        if name.startswith("rheinlaender.server."):
            other = room_of(name.removeprefix("rheinlaender.server."))
            assert other == room or other in ROOMS[room], f"{path} imports {name}"


@pytest.mark.parametrize("path", PATHS)
def test_each_trade_has_its_room(path: str) -> None:
    """Only the store knows the database, only `http` the web, only the contract describes messages."""
    for name in imports(SERVER[path]):
        package = name.split(".")[0]
        homes = [room for room, packages in TRADE.items() if package in packages]
        assert not homes or room_of(path) in homes or (path, package) in EXCEPTIONS, f"{path} imports {name}"


def test_every_module_has_its_room() -> None:
    """No module of the server stands beside the rooms, and each room is told where it stands."""
    assert {room_of(path) for path in PATHS} == set(ROOMS)


def test_rooms_have_no_circle() -> None:
    """Each room may use what the ones below it may use, and never the other way round."""
    for lower, higher in pairwise(["ground", "values", "contract", "writing", "live", "http", "run"]):
        assert ROOMS[lower] < ROOMS[higher] and lower in ROOMS[higher] and higher not in ROOMS[lower]


def test_modules_of_the_server_are_small() -> None:
    """Under 300 lines each."""
    for path in PATHS:
        assert len((SOURCE / "server" / path).read_text(encoding="utf-8").splitlines()) < 300, path
