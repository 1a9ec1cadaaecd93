"""The application: routes, limits, refusals and headers, put together for one set of settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, Depends, FastAPI

import rheinlaender
from rheinlaender.bots.warm import start_warming
from rheinlaender.server.http.asked import count_file
from rheinlaender.server.http.book import book
from rheinlaender.server.http.calls import calls
from rheinlaender.server.http.connections import Lines
from rheinlaender.server.http.history import history
from rheinlaender.server.http.identities import identities
from rheinlaender.server.http.invitations import invitations
from rheinlaender.server.http.lessons import lessons
from rheinlaender.server.http.limits import BodyLimit, Gate
from rheinlaender.server.http.lobby import lobby
from rheinlaender.server.http.mails import add_links, mails
from rheinlaender.server.http.outside import Outside
from rheinlaender.server.http.pages import add_files, pages
from rheinlaender.server.http.playing import playing
from rheinlaender.server.http.puzzles import puzzles
from rheinlaender.server.http.refusing import add_refusing
from rheinlaender.server.http.replays import replays
from rheinlaender.server.http.reviews import reviews
from rheinlaender.server.http.static import Files
from rheinlaender.server.http.talk import talk
from rheinlaender.server.http.today import today
from rheinlaender.server.live.chores import Chores
from rheinlaender.server.live.room import Room
from rheinlaender.server.measures import BUILD
from rheinlaender.server.settings import Settings
from rheinlaender.server.store.log import Store
from rheinlaender.server.traces import tracing

ABOUT = "Tables of Rheinländer. docs/reference/protocol.md says how a client talks to the server."


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application for some settings."""
    chosen = settings or Settings()
    app = FastAPI(
        title="Rheinländer",
        version=rheinlaender.__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    BUILD.info({"version": rheinlaender.__version__})
    app.state.settings = chosen
    app.state.gate = Gate(chosen.limits)
    app.state.lines = Lines(chosen.limits, chosen.is_proxy)
    files = APIRouter(dependencies=[Depends(count_file)])
    web = Files(chosen.web)
    add_links(files, web)
    add_files(files, web)
    answering = (
        playing,
        lobby,
        talk,
        identities,
        today,
        history,
        calls,
        mails,
        invitations,
        replays,
        reviews,
        puzzles,
        book,
        lessons,
        pages,
        files,
    )
    for router in answering:
        app.include_router(router)
    add_refusing(app)
    app.add_middleware(BodyLimit, limits=chosen.limits)
    app.add_middleware(Outside, is_proxied=bool(chosen.trusted_proxies))
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store and the room; at the end, finish writing."""
    settings: Settings = app.state.settings
    store = Store(settings.database)
    await store.open()
    app.state.room = Room(settings, store)
    await app.state.room.begin()
    app.state.chores = Chores(app.state.room)
    app.state.chores.begin()
    warming = start_warming() if settings.is_compiling else None
    try:
        with tracing(settings.traces):
            yield
    finally:
        if warming is not None:
            warming.stop()
        await close_room(app)
        await app.state.room.end()
        await store.close()


async def close_room(app: FastAPI) -> None:
    """Begin nothing more, and say goodbye to everybody."""
    app.state.chores.stop()
    await app.state.room.stop()
