"""The benchmarks find the sources and the packages they need, however they are started."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import home

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["batches", "judge", "peers", "server"])
@pytest.mark.parametrize("is_file", [True, False])
def test_benchmarks_start(name: str, is_file: bool, tmp_path: Path) -> None:
    """A benchmark is run as a file from anywhere, or as a module in the root of the repository."""
    words = [str(ROOT / "benchmarks" / f"{name}.py")] if is_file else ["-m", f"benchmarks.{name}"]
    done = subprocess.run(
        [sys.executable, *words, "--help"], cwd=tmp_path if is_file else ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0 and "usage:" in done.stdout, done.stderr


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where a package is missing and there is no environment to run in, it is named with the command that helps."""
    monkeypatch.setattr(home, "ENVIRONMENT", tmp_path)
    with pytest.raises(SystemExit, match="needs no_such_package; `make test`"):
        home.come_home("sys", "no_such_package")
