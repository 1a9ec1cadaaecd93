"""Whatever is asked, right or wrong, makes no answer a failure."""

from contextlib import suppress
from typing import Any

import httpx
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from tests.server import asking
from tests.server.process import ServerProcess
from tests.server.several import IS_LONG
from tests.server.strangers.stranger import new_client

EXAMPLES = 15 if IS_LONG else 4
"""Of every operation, right ones and as many wrong ones; `make server-test` tries more."""


def operations(server: ServerProcess) -> list[Any]:
    """All operations that the server describes, but the stream that never ends."""
    import schemathesis

    schema = schemathesis.openapi.from_dict(asking.get(f"{server.http}/openapi.json").json())
    found: list[Any] = list(schema.get_all_operations())
    return [result.ok() for result in found if not result.ok().path.endswith("/events")]


def test_no_request_makes_the_server_fail(server: ServerProcess, playing: str) -> None:
    """Whatever schemathesis makes of the server's description, right or wrong, no answer is a failure.

    Where nothing is to be sent, nothing wrong can be.
    """
    from schemathesis import GenerationMode

    for operation in operations(server):
        for mode in GenerationMode:
            with suppress(Unsatisfiable):
                try_operation(server, operation.as_strategy(generation_mode=mode), playing)


def try_operation(server: ServerProcess, cases: Any, table: str) -> None:
    """Try some cases of one operation, at a table that is there."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def attempt(case: Any) -> None:
        if "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table
        request = case.as_transport_kwargs(base_url=server.http)
        try:
            with new_client(server) as client:
                answer = client.send(as_request(client, request))
        except httpx.LocalProtocolError:
            return
        assert answer.status_code < 500, f"{request} {answer.status_code} {answer.text}"

    attempt()


def as_request(client: httpx.Client, request: dict[str, Any]) -> httpx.Request:
    """A request of schemathesis as one of httpx."""
    parts = {name: request[name] for name in ("params", "cookies", "json") if request.get(name) is not None}
    headers = {name: value.encode("latin-1", "replace") for name, value in dict(request.get("headers") or {}).items()}
    content = request.get("data")
    if isinstance(content, str | bytes):
        parts["content"] = content
    return client.build_request(request["method"], request["url"], headers=headers, **parts)
