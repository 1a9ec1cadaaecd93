"""The guide to the environments: its programs run."""

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "environments.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
NEEDED = {"rheinlaender_v0": "pettingzoo", "gymnasium": "gymnasium", "pyspiel": "pyspiel"}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_program_runs(program: str) -> None:
    """Every program of the guide runs."""
    for word, package in NEEDED.items():
        if word in program:
            pytest.importorskip(package, reason=f"this program of the guide needs {package}, which is not installed")
    exec(compile(program, str(GUIDE), "exec"), {})
