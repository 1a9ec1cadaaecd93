"""WebKit by its own driver: Debian's webkit2gtk-driver, asked in the W3C's WebDriver, in a window that nobody sees."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from glob import glob
from typing import Any

import httpx

from tests.server.process import free_port

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
PATIENCE_SECONDS, PAUSE_SECONDS = 30.0, 0.1
MIDDLE = """const one = document.querySelector(arguments[0]);
if (!one) return null;
one.scrollIntoView({ block: 'nearest' });
const { left, top, width, height } = one.getBoundingClientRect();
return width > 0 ? { x: Math.round(left + width / 2), y: Math.round(top + height / 2) } : null;"""
WATCH = """globalThis.errors ??= []; addEventListener('error', (event) => errors.push(event.message));
addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));"""


def missing() -> str | None:
    """What has to be installed before WebKit can be driven."""
    if shutil.which(DRIVER) and shutil.which(SCREEN) and glob(BROWSERS):
        return None
    return "WEBKIT TESTS SKIPPED: apt-get install webkit2gtk-driver xvfb"


class WebKit:
    """A window of WebKit with somebody in front of it."""

    def __init__(self, driver: httpx.Client, session: str, address: str) -> None:
        self.driver, self.session, self.address = driver, session, address

    def ask(self, command: str, **parts: Any) -> Any:
        """Ask the driver."""
        answer = self.driver.post(f"/session/{self.session}/{command}", json=parts)
        assert answer.status_code == httpx.codes.OK, answer.text
        return answer.json()["value"]

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page."""
        return self.ask("execute/sync", script=script, args=arguments)

    def go(self, path: str) -> None:
        """Open an address in a new document; its errors are noted from then on."""
        self.ask("url", url="about:blank")
        self.ask("url", url=self.address + path)
        self.run(WATCH)

    def wait(self, asked: Callable[[], Any], what: str) -> Any:
        """Wait until there is an answer."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            if found := asked():
                return found
            time.sleep(PAUSE_SECONDS)
        raise AssertionError(f"{what} is not seen; errors: {self.errors()}")

    def see(self, selector: str) -> dict[str, int]:
        """Wait until something is seen; where its middle is."""
        found: dict[str, int] = self.wait(lambda: self.run(MIDDLE, selector), selector)
        return found

    def text(self, selector: str) -> str:
        """The words of something."""
        self.see(selector)
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def press(self, selector: str) -> None:
        """Click something with the pointer."""
        self.press_at(self.see(selector))

    def press_at(self, place: dict[str, Any]) -> None:
        """Click at a place of the window."""
        moves = [
            {"type": "pointerMove", "x": round(place["x"]), "y": round(place["y"])},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask("actions", actions=[{"type": "pointer", "id": "mouse", "actions": moves}])

    def type(self, keys: str) -> None:
        """Press keys, one after another."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("actions", actions=[{"type": "key", "id": "keys", "actions": strokes}])

    def errors(self) -> list[str]:
        """The errors that nobody caught since the page was opened."""
        found: list[str] = self.run("return globalThis.errors ?? []")
        return found


@contextmanager
def driven() -> Iterator[httpx.Client]:
    """The driver on a screen of its own."""
    read, write = os.pipe()
    screen = subprocess.Popen(
        [SCREEN, "-displayfd", str(write), "-screen", "0", "1600x1100x24"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    display = os.read(read, 16).decode().strip()
    port = free_port()
    setting = {"DISPLAY": f":{display}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    driver = subprocess.Popen([DRIVER, f"--port={port}"], env={**os.environ, **setting}, stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            await_driver(client)
            yield client
    finally:
        for process in (driver, screen):
            process.terminate()
            process.wait()


def await_driver(client: httpx.Client) -> None:
    """Wait until the driver answers."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            if client.get("/status").status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            time.sleep(PAUSE_SECONDS)
    raise AssertionError(f"{DRIVER} does not answer")


@contextmanager
def opened(driver: httpx.Client, address: str) -> Iterator[WebKit]:
    """A window."""
    options = {"binary": glob(BROWSERS)[0], "args": ["--automation"]}
    wish = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
    answer = driver.post("/session", json=wish)
    assert answer.status_code == httpx.codes.OK, answer.text
    window = WebKit(driver, answer.json()["value"]["sessionId"], address)
    try:
        window.ask("window/rect", width=1400, height=950)
        yield window
    finally:
        driver.delete(f"/session/{window.session}")
