"""Packages that only some environments need: what is missing is named, with the command that installs it."""

import re
import sys
from importlib.metadata import PackageNotFoundError, requires

REQUIREMENT = re.compile(r"(?P<package>[^;]+?)\s*;.*extra == ['\"](?P<extra>[^'\"]+)['\"]")


def missing(what: str, packages: str, extra: str) -> ImportError:
    """That packages are missing, and how to get them into the environment that runs."""
    return ImportError(f"{what} needs {packages}; install it with `{command_for(extra)}`.")


def command_for(extra: str) -> str:
    """The command that installs what an extra names: the packages themselves, so that it works for whoever has us."""
    wanted = " ".join(f'"{package}"' for package in packages_of(extra))
    return f"{sys.executable} -m pip install {wanted}"


def packages_of(extra: str) -> list[str]:
    """The packages of an extra with their versions, as our installation names them."""
    try:
        found = [REQUIREMENT.match(line) for line in requires("rheinlaender") or ()]
    except PackageNotFoundError:  # run from the sources
        found = []
    named = [match["package"] for match in found if match and match["extra"] == extra]
    return named or [f"rheinlaender[{extra}]"]
