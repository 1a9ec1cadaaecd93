"""Missing packages: what to install, by a command that works for whoever runs us."""

import sys
from importlib.metadata import PackageNotFoundError

import pytest

from rheinlaender.i18n import extras

REQUIRED = ["numpy>=1.26", 'gymnasium>=1.4; extra == "rl"', 'pettingzoo>=1.27; extra == "rl"', 'torch>=2; extra == "x"']


def test_packages_of_an_extra_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages themselves, for this very Python."""
    monkeypatch.setattr(extras, "requires", lambda _name: REQUIRED)
    told = str(extras.missing("This environment", "Gymnasium", "rl"))
    command = f'{sys.executable} -m pip install "gymnasium>=1.4" "pettingzoo>=1.27"'
    assert told == f"This environment needs Gymnasium; install it with `{command}`."


def test_the_extra_is_named_where_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sources that are run without being installed say nothing of their packages."""

    def unknown(_name: str) -> list[str]:
        raise PackageNotFoundError

    monkeypatch.setattr(extras, "requires", unknown)
    assert extras.command_for("rl").endswith('-m pip install "rheinlaender[rl]"')
