"""Traces: where the time of a request goes, told to OpenTelemetry where an operator wants it; otherwise nothing."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import rheinlaender
from rheinlaender.i18n import Refusal
from rheinlaender.i18n.extras import command_for

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

SERVICE = "rheinlaender"
NEEDED = ("opentelemetry", "opentelemetry.sdk", "opentelemetry.exporter")
TELL_SECONDS = 2
_tracers: list["Tracer"] = []
"""The one who traces, while somebody does."""


class TracesMissing(Refusal):
    """The package that tells traces is not installed."""

    code = "traces_missing"


@contextmanager
def span(name: str, headers: Mapping[str, str] | None = None, **parts: Any) -> Iterator[Any]:
    """A part of a trace, which takes as long as what is done in it; None if nobody traces.

    With headers of somebody who is trusted it goes on with their trace.
    """
    if not _tracers:
        yield None
        return
    from opentelemetry.propagate import extract

    context = None if headers is None else extract(headers)
    with _tracers[0].start_as_current_span(name, context, attributes=parts) as part:
        yield part


@contextmanager
def tracing(url: str) -> Iterator[None]:
    """Tell traces to a collector, by OTLP over HTTP, if there is one; at the end what still waits is told."""
    if not url:
        yield
        return
    provider = provider_for(url)
    _tracers.append(provider.get_tracer(SERVICE))
    try:
        yield
    finally:
        _tracers.clear()
        provider.shutdown()


def provider_for(url: str) -> "TracerProvider":
    """Who makes traces and tells them to a collector."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    about = {"service.name": SERVICE, "service.version": rheinlaender.__version__}
    provider = TracerProvider(resource=Resource.create(about))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(url, timeout=TELL_SECONDS)))
    return provider


def check_traces(url: str) -> None:
    """Refuse to tell traces where the package for it is missing."""
    if url and not all(find_spec(name) for name in NEEDED):
        raise TracesMissing(command=command_for("traces"))
