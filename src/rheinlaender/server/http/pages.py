"""Pages: the files of the browser, the board, the catalogue, and how the server is."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response

import rheinlaender
from rheinlaender.board import rhine
from rheinlaender.bots.warm import is_warm
from rheinlaender.drawing.picture import draw_sheet
from rheinlaender.drawing.places import board_places
from rheinlaender.drawing.symbols import symbols_document
from rheinlaender.game.options import all_presets, all_values
from rheinlaender.i18n import catalogue
from rheinlaender.server.contract.answers import BotList, Health, Readiness, Seen
from rheinlaender.server.contract.board import BoardPlaces, OptionList
from rheinlaender.server.contract.refusals import RefusalAnswer
from rheinlaender.server.contract.words import CataloguePart, Language
from rheinlaender.server.errors import NoSuchPage, SecretMissing
from rheinlaender.server.http.answering import BUSY, FOUND, JSON, SCRIPT, SVG, TEXT, answer, kept
from rheinlaender.server.http.asked import Sender, TheRoom, count_file
from rheinlaender.server.http.limits import address_of
from rheinlaender.server.http.static import KEEP_NOT, Content, Files
from rheinlaender.server.live.refusals import LobbyOff
from rheinlaender.server.measures import CONTENT_TYPE, is_token, measures_text

REVIEWS = ("/review", "/review/{id}")
PAGES = (
    "/",
    "/table/{id}",
    "/replay",
    "/replay/{id}",
    *REVIEWS,
    "/verify",
    "/verify/{id}",
    "/rules",
    "/rules/{page}",
    "/learn",
    "/learn/{lesson}",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/me",
    "/today",
    "/today/{date}",
    "/today/{date}/compare",
    "/history",
    "/history/statistics",
)
LOBBY = "/lobby"
WORKER = "js/calling/worker.js"
KEPT_OFFLINE = ("calling/offline.html", "calling/calling.css", "js/calling/offline.js", "pictures/favicon.svg")
"""What the service worker keeps for when the server cannot be reached: a page, and what it needs."""
UNKNOWN = 404
WRONG: dict[int | str, dict[str, Any]] = {422: {"model": RefusalAnswer}}
Turned = Annotated[bool, Query(description="Whether the sheet is turned by a quarter to the left")]
pages = APIRouter(dependencies=[Depends(count_file)])


UNSENT = (
    *("backup.", "doctor.", "erase.", "mail.", "mail_page.", "serve."),
    *("play.help", "play.hint", "play.opponents", "play.phase.", "play.prompt", "play.refused", "play.saved"),
    *("play.thinking", "play.warming", "play.welcome", "play.won"),
    *("picture.duch", "picture.hand", "picture.legend", "picture.seats", "picture.to_move", "refusal.engine_failed"),
    *("board_problem.", "position_problem.", "record_problem.", "statement."),
    *("refusal.backup_", "refusal.database_", "refusal.wrong_database", "refusal.no_such_database"),
    *("refusal.traces_", "refusal.workers_", "refusal.thinkers_", "refusal.port_", "refusal.worker_lost"),
    *("refusal.wrong_public_url", "refusal.wrong_proxy", "refusal.wrong_choice", "refusal.wrong_setting"),
    *("refusal.no_torch", "refusal.no_ray", "refusal.no_cuda", "refusal.no_parquet", "refusal.no_trace"),
    *(
        "refusal.parquet_",
        "refusal.trace_",
        "refusal.match_",
        "refusal.mine_",
        "refusal.other_",
        "refusal.too_little_gpu_memory",
    ),
    *("refusal.calls_off", "refusal.wrong_contact", "refusal.wrong_endpoint", "refusal.wrong_smtp"),
    *("refusal.wrong_array", "refusal.wrong_number", "refusal.wrong_reward", "refusal.wrong_training"),
    *("refusal.bad_network", "refusal.board_", "refusal.bot_unusable", "refusal.unknown_bot", "refusal.wrong_bot_"),
    *("refusal.illegal_action", "refusal.not_set_up", "refusal.nothing_to_undo", "refusal.seed_out_"),
    *("refusal.unknown_section", "refusal.wrong_players"),
)
"""Groups of texts that no browser needs: the command line says them, or the server sends them as sentences."""
PARTS: dict[str, tuple[str, ...]] = {
    "calls": ("calls.",),
    "lessons": (
        *("learn.", "lesson.", "refusal.no_such_lesson", "refusal.no_such_step"),
        *("refusal.nothing_to_play", "refusal.nothing_to_tap"),
    ),
    "after": ("fair.", "review.", "what_if.", "refusal.record_hides", "refusal.not_verifiable"),
    "company": (
        *("company.", "table.away_", "table.come_back", "table.go_on", "table.night", "table.nudge"),
        "table.waiting_for",
        *("refusal.already_nudged", "refusal.end_declined", "refusal.nobody_to_wait_for", "refusal.not_away"),
        *("refusal.nothing_proposed", "refusal.nothing_said", "refusal.nudge_first", "refusal.said_"),
        *("refusal.talk_off", "refusal.unknown_zone"),
    ),
    "puzzles": ("puzzle.", "theme.", "lesson.colour.", "refusal.no_such_puzzle"),
    "today": (
        *("today.", "refusal.attempt_first", "refusal.day_over", "refusal.finish_first"),
        *("refusal.practised_enough", "refusal.today_off"),
    ),
    "compare": ("compare.",),
    "lobby": ("lobby.", "refusal.lobby_", "refusal.published_"),
    "identity": ("identity.", "refusal.identity_", "refusal.passkey", "refusal.phrase_"),
    "history": ("history.", "theme.", "refusal.opponent_"),
}
"""Texts that one page needs and others do not, by the part of the catalogue that it fetches besides."""


@cache
def board_content(is_turned: bool) -> Content:
    """The places of the board."""
    return Content.of(orjson.dumps(board_places(rhine(), is_turned)), JSON)


@cache
def sheet_content(is_turned: bool) -> Content:
    """The empty sheet of the board; a browser has its symbols already."""
    return Content.of(draw_sheet(rhine(), is_turned, has_symbols=False).encode(), SVG)


@cache
def symbols_content() -> Content:
    """The symbols of pieces and ornaments."""
    return Content.of(symbols_document().encode(), SVG)


@cache
def catalogue_content(language: str) -> Content:
    """The catalogue of a language, without what no browser needs and what only single pages do."""
    apart = (*UNSENT, *(group for groups in PARTS.values() for group in groups))
    texts = {key: text for key, text in catalogue(language).items() if not key.startswith(apart)}
    return Content.of(orjson.dumps(texts), JSON)


@cache
def part_content(language: str, part: str) -> Content:
    """The texts of one page in a language."""
    texts = {key: text for key, text in catalogue(language).items() if key.startswith(PARTS[part])}
    return Content.of(orjson.dumps(texts), JSON)


@cache
def options_content() -> Content:
    """The options with their values, the usual one first, and what each preset says of them."""
    return Content.of(orjson.dumps({"options": all_values(), "presets": all_presets()}), JSON)


@lru_cache(1)
def worker_content(program: bytes, digests: str) -> Content:
    """The service worker, after what it keeps: browsers compare it with theirs, and so see when that has changed."""
    return Content.of(f"self.kept = {digests};\n".encode() + program, SCRIPT)


@lru_cache(1)
def page_without_lobby(page: bytes, media_type: str) -> Content:
    """The page of the browser where there is no lobby, which it says so that nobody asks for one."""
    return Content.of(page.replace(b"<html ", b'<html data-lobby="off" ', 1), media_type)


@pages.get("/api/board", response_model=BoardPlaces, responses=kept() | WRONG)
def board(request: Request, turned: Turned = False) -> Response:
    """Where everything on the board has its place."""
    return board_content(turned).answer(request)


@pages.get("/api/board.svg", response_class=Response, responses=kept(content={SVG: TEXT}) | WRONG)
def sheet(request: Request, turned: Turned = False) -> Response:
    """The empty sheet of the board."""
    return sheet_content(turned).answer(request)


@pages.get("/api/symbols.svg", response_class=Response, responses=kept(content={SVG: TEXT}))
def symbols(request: Request) -> Response:
    """The symbols of pieces and ornaments."""
    return symbols_content().answer(request)


@pages.get("/api/options", response_model=OptionList, responses=kept())
def options(request: Request) -> Response:
    """The options of a game and the presets."""
    return options_content().answer(request)


@pages.get("/api/bots", response_model=BotList)
async def bots(room: TheRoom) -> Response:
    """The computer players that this server has besides the levels."""
    return answer({"bots": list(room.settings.bots)})


@pages.get("/api/catalogue/{language}", response_model=dict[str, str], responses=kept() | WRONG)
def words(request: Request, language: Annotated[Language, Path()]) -> Response:
    """All texts of a language, but those that only single pages need."""
    return catalogue_content(language).answer(request)


@pages.get("/api/catalogue/{language}/{part}", response_model=dict[str, str], responses=kept() | WRONG)
def words_of_part(
    request: Request, language: Annotated[Language, Path()], part: Annotated[CataloguePart, Path()]
) -> Response:
    """The texts that some pages need besides: lessons, puzzles, what is after a game, company, identity, the lobby."""
    return part_content(language, part).answer(request)


@pages.get("/healthz", response_model=Health)
async def health() -> Response:
    """That the server runs; the trade calls this liveness."""
    engine = "compiled" if is_warm() else "interpreted"
    return answer({"status": "ok", "engine": engine, "version": rheinlaender.__version__})


@pages.get("/readyz", response_model=Readiness, responses={503: {"model": Readiness}})
async def readiness(room: TheRoom) -> Response:
    """Whether tables can be played, which needs a database that can be written; the trade calls this readiness."""
    is_ready = await room.store.is_well()
    return answer({"status": "ready" if is_ready else "failing", "database": is_ready}, FOUND if is_ready else BUSY)


@pages.get("/api/seen", response_model=Seen)
async def seen(request: Request) -> Response:
    """How the server sees whoever asks: through a proxy it should be the address of the client, not of the proxy."""
    return answer({"address": address_of(request), "scheme": request.url.scheme, "host": request.headers["host"]})


def metrics(request: Request, sender: Sender) -> Response:
    """The measures, for whoever shows the operator's token; without one nothing is here."""
    token = request.app.state.settings.metrics_token
    if not token:
        raise NoSuchPage()
    if sender is None or not is_token(sender.credentials, token):
        raise SecretMissing()
    return Response(measures_text(), FOUND, {"Cache-Control": KEEP_NOT}, CONTENT_TYPE)


def add_files(router: APIRouter, files: Files) -> None:
    """Add the page of the browser under all its addresses, its files, its worker, and the operator's measures."""

    def page(request: Request) -> Response:
        return page_content(request, files).answer(request)

    def lobby(request: Request) -> Response:
        if has_lobby(request):
            return page(request)
        if not is_by_person(request, LOBBY):
            raise LobbyOff()
        return lost_page(request, files)

    def worker(request: Request) -> Response:
        digests = orjson.dumps({f"/{name}": files.content(name).tag for name in KEPT_OFFLINE})
        return worker_content(files.content(WORKER).body, digests.decode()).answer(request)

    def file(request: Request, name: str) -> Response:
        try:
            return files.content(name).answer(request)
        except NoSuchPage:
            if not is_by_person(request, name):
                raise
        return lost_page(request, files)

    for path in PAGES:
        add(router, path, page)
    add(router, LOBBY, lobby)
    add(router, "/metrics", metrics)
    add(router, "/worker.js", worker)
    add(router, "/{name:path}", file)


def page_content(request: Request, files: Files) -> Content:
    """The page of the browser, as this server has it."""
    found = files.content("index.html")
    return found if has_lobby(request) else page_without_lobby(found.body, found.media_type)


def lost_page(request: Request, files: Files) -> Response:
    """The same where nothing is, which it says itself."""
    found = page_content(request, files).answer(request, KEEP_NOT)
    found.status_code = UNKNOWN
    return found


def has_lobby(request: Request) -> bool:
    """Whether the operator lets people find each other."""
    return bool(request.app.state.settings.has_lobby)


def is_by_person(request: Request, name: str) -> bool:
    """Whether somebody opened an address in a browser: the page itself then says that nothing is there."""
    return "text/html" in request.headers.get("accept", "") and not name.startswith("api/")


def add(router: APIRouter, path: str, endpoint: Callable[..., Response]) -> None:
    """Add something for people that is no part of the specification for programs."""
    router.add_api_route(path, endpoint, methods=["GET", "HEAD"], include_in_schema=False, response_class=Response)
