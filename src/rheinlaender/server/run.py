"""Running the server: it listens, says where, and stops gracefully."""

import asyncio
import errno
import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import partial

import uvicorn
from fastapi import FastAPI

from rheinlaender.server.errors import PortTaken
from rheinlaender.server.http.app import close_room, create_app
from rheinlaender.server.http.connections import HttpLine, SocketLine
from rheinlaender.server.logs import start_logging
from rheinlaender.server.measures import serving_measures
from rheinlaender.server.settings import Settings
from rheinlaender.server.store.holding import holding, is_shared
from rheinlaender.server.store.log import Store
from rheinlaender.server.traces import check_traces
from rheinlaender.server.workers import Workers, WorkersNeedSharing

GRACEFUL_SECONDS = 5
"""For the database, the files of the browser and the log."""
PING_SECONDS = 20.0
SWITCH_SECONDS = 0.001
"""How soon the event loop gets its turn while computer players think in other threads."""
COLLECTOR = (10_000, 10, 1_000)
"""How often Python looks for circles of dead objects. Through the oldest, hundreds of tables, it would search for a
third of a second while everybody waits, so it does that when nobody is connected (`Room`)."""
ACCEPTED_AT_ONCE = 4
"""So many new connections are taken before whoever is connected has a turn again: a flood of them waits outside."""
WAITING_OUTSIDE = 2048
"""So many the system keeps for us, until they are taken (the trade calls it the backlog)."""
log = logging.getLogger("rheinlaender.server")


class TableServer(uvicorn.Server):
    """A server that says goodbye to everybody who is connected before it stops."""

    def __init__(self, app: FastAPI, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self.app, self.on_start = app, on_start

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gently also when the terminal is closed, if that is not ignored, as by `nohup`."""
        with super().capture_signals():
            number = getattr(signal, "SIGHUP", None)
            is_main = threading.current_thread() is threading.main_thread()
            if number is None or not is_main or signal.getsignal(number) == signal.SIG_IGN:
                yield
                return
            before = signal.signal(number, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(number, before)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING_OUTSIDE)  # asyncio has one number for both: it listened with ACCEPTED_AT_ONCE
        if self.started:
            self.on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is being done, close every connection, then everything else."""
        await close_room(self.app)
        await super().shutdown(sockets)
        if self.force_exit:  # Ctrl-C came twice: uvicorn would leave the application open, and a traceback would say so
            await self.lifespan.shutdown()


def run(
    settings: Settings,
    on_start: Callable[[int], None],
    unbroken: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> None:
    """Serve until the process is told to stop; whoever waits for it is told the port."""
    start_logging(settings.log_level, settings.log_format)
    check_traces(settings.traces)
    if settings.processes > 1 and not is_shared(settings.database):
        raise WorkersNeedSharing(workers=settings.processes)
    with holding(settings.database):
        with unbroken():
            asyncio.run(try_database(settings.database))
        listening = listen(settings.host, settings.port)
        port = int(listening.getsockname()[1])
        if settings.processes > 1:
            Workers(settings.processes, partial(work, settings, listening)).run(lambda: on_start(port))
        else:
            serve(settings, listening, lambda: on_start(port))


def work(settings: Settings, listening: socket.socket, number: int, on_start: Callable[[], None]) -> None:
    """Serve as one of several processes; each has its share of the threads that think, and a port for its measures."""
    start_logging(settings.log_level, settings.log_format)
    own = settings.metrics_port + number if settings.metrics_port else None
    threads = max(1, settings.workers // settings.processes)
    serve(replace(settings, workers=threads, metrics_port=own), listening, on_start)


def serve(settings: Settings, listening: socket.socket, on_start: Callable[[], None]) -> None:
    """Serve in this process until it is told to stop."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*COLLECTOR)
    gc.enable()
    allow_descriptors(settings.limits.descriptors)
    with serving_measures(settings.metrics_host, settings.metrics_port):
        asyncio.run(make_server(settings, on_start).serve([listening]))


def allow_descriptors(wanted: int) -> None:
    """Let this process open so many connections and files, as far as the system allows it."""
    try:
        import resource
    except ImportError:
        return
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if allowed < wanted:
        log.warning("only %d connections and files can be open at once, not %d", allowed, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, allowed), most))


async def try_database(url: str) -> None:
    """Open the database once, so that one that cannot be used is refused before anything is served."""
    store = Store(url)
    try:
        await store.open()
    finally:
        await store.close()


def make_server(settings: Settings, on_start: Callable[[], None] = lambda: None) -> TableServer:
    """A server with its application; nothing listens yet."""
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=HttpLine,
        ws=SocketLine,
        backlog=ACCEPTED_AT_ONCE,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=[str(network) for network in settings.trusted_proxies],
        ws_max_size=settings.limits.message_size,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )
    return TableServer(app, config, on_start)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address, or a refusal if somebody else does."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(host=host, port=port) from error
        raise
    return listening
