"""A real server and a real browser for each worker; every page is watched for errors."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.browser.program import ARGUMENTS, IS_FIREFOX, NAMES, installed
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server.player import bots, person
from tests.server.process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

OpenPage = Callable[..., Visitor]

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1400, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
PATIENCE_MILLISECONDS = 30_000
TURNS_PLAYED = 9
OPEN = {"kind": "open"}
DEALING = "tests.browser.dealing"


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """The browser. Its loop must not outlive the tests of this folder: others start loops of their own."""
    program = installed()
    if program is None:
        pytest.skip(f"BROWSER TESTS SKIPPED: {NAMES[0]} is not installed (apt-get install {NAMES[0]})")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("BROWSER TESTS SKIPPED: Playwright is not installed (pip install playwright)")
    with sync_playwright() as playwright:
        folder = tmp_path_factory.mktemp("program")
        started = launch_firefox(playwright, program, folder) if IS_FIREFOX else launch_chromium(playwright, program)
        yield started
        started.close()


def launch_chromium(playwright: "Playwright", program: str) -> "Browser":
    """Chromium, as it is installed."""
    return playwright.chromium.launch(executable_path=program, args=ARGUMENTS)


def launch_firefox(playwright: "Playwright", program: str, folder: Path) -> "Browser":
    """Firefox, as it is installed; it shows moves at once, which contexts of Chromium are told one by one."""
    script = folder / "firefox"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m tests.browser.firefox {program} "$@"\n')
    script.chmod(0o755)
    return playwright.firefox.launch(
        executable_path=script,
        channel="moz-firefox",
        firefox_user_prefs={"ui.prefersReducedMotion": 1},
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose computer players do not pause, and where tables with the same seats are dealt the same cards."""
    folder = tmp_path_factory.mktemp("browser")
    started = ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder, program=DEALING)
    started.environment["RHEINLAENDER_REVIEW_PLAYOUTS"] = "2"
    started.start()
    yield started
    assert started.stop(), started.told()


@pytest.fixture
def open_page(browser: "Browser", server: ServerProcess) -> Iterator[OpenPage]:
    """Opens a browser of somebody's own; afterwards none of them may have reported an error.

    A service worker is kept out, unless it is allowed: each would be one more process for as long as the test lasts.
    A phone of Firefox is a small window with a mouse: Playwright's taps do nothing there, by WebDriver BiDi.
    """
    visitors: list[Visitor] = []

    def opened(
        language: str = "en-GB",
        size: str = "desktop",
        theme: str = "light",
        reduced_motion: bool = True,
        address: str = server.http,
        worker: Literal["allow", "block"] = "block",
    ) -> Visitor:
        if IS_FIREFOX and not reduced_motion:
            pytest.skip("FIREFOX TEST SKIPPED: motion is a setting of the whole browser there, and is reduced")
        context = browser.new_context(
            base_url=address,
            locale=language,
            color_scheme="dark" if theme == "dark" else "light",
            contrast="more" if theme == "contrast" else "no-preference",
            reduced_motion="reduce" if reduced_motion else "no-preference",
            accept_downloads=True,
            service_workers=worker,
            **SIZES[size],
        )
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        is_touching = size == "phone" and not IS_FIREFOX
        visitors.append(Visitor(context, f"{size}-{theme}-{language[:2]}", is_touching))
        return visitors[-1]

    yield opened
    problems = [problem for visitor in visitors for problem in visitor.problems]
    for visitor in visitors:
        visitor.context.close()
    assert not problems, "\n".join(problems)


@pytest.fixture(scope="package")
def running(server: ServerProcess) -> Rounds:
    """A game against two Squires after some rounds; it is Anna's turn. Nobody ends that turn."""
    rounds = Rounds.open(server.http, [person("Anna"), *bots(2)])
    rounds.play(TURNS_PLAYED)
    return rounds


@pytest.fixture(scope="package")
def finished(server: ServerProcess) -> Rounds:
    """A finished game of Anna against two Squires."""
    rounds = Rounds.open(server.http, [person("Anna"), *bots(2)])
    rounds.play()
    return rounds


@pytest.fixture(scope="package")
def shared(server: ServerProcess) -> Rounds:
    """Anna, Ben and Cleo with one device between them, after a round. Nobody plays on."""
    rounds = Rounds.open(server.http, [person("Anna"), person("Ben"), person("Cleo")])
    rounds.play(3)
    return rounds


@pytest.fixture(scope="package")
def waiting(server: ServerProcess) -> Rounds:
    """A table of Anna's that waits for two friends. Nobody comes."""
    return Rounds.open(server.http, [person("Anna"), OPEN, OPEN])


@pytest.fixture(scope="session")
def axe() -> str:
    """The program that finds what keeps people out."""
    program = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
    if not program.exists():
        pytest.skip("ACCESSIBILITY TESTS SKIPPED: axe-core is not installed (npm ci)")
    return program.read_text()
