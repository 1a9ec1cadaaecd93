"""The browser of the tests: which of those that are installed, and with which words it is started."""

import os
import shutil

IS_FIREFOX = os.environ.get("RHEINLAENDER_BROWSER") == "firefox"
FIREFOX = ("firefox-esr", "firefox")
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell draws the same pages without windows around them, and so opens one sooner."""
NAMES = FIREFOX if IS_FIREFOX else CHROMIUM
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def installed() -> str | None:
    """The program, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)
