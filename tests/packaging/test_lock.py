"""The lock: the versions of everything that tests and checks need, and nothing else about where they come from."""

import re
import tomllib
from pathlib import Path

from tools.write_lock import EXTRAS, LOCK, lines

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = re.compile(r"[A-Za-z0-9_-]+")


def test_everything_that_is_asked_for_is_locked() -> None:
    """Whatever pyproject.toml asks for has a version; after adding something, run `make lock`."""
    extras = PROJECT["optional-dependencies"]
    asked = PROJECT["dependencies"] + [line for extra in ("test", *EXTRAS.split(",")) for line in extras[extra]]
    wanted = {found[0].lower().replace("_", "-") for found in map(NAME.match, asked) if found} - {PROJECT["name"]}
    locked = dict(line.split("==") for line in LOCK.read_text(encoding="utf-8").splitlines()[1:])
    assert wanted <= set(locked)
    assert all(re.fullmatch(r"\d[\w.]*", version) for version in locked.values())


def test_lines_of_the_lock() -> None:
    """A line for each package that pip chose, by name, without the project itself."""
    chosen = [{"metadata": {"name": name, "version": "1.2"}} for name in ("Py_Test", "rheinlaender", "numpy")]
    assert lines(chosen) == ["numpy==1.2\n", "py-test==1.2\n"]
