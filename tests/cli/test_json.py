"""JSON for other programs: the page's examples, part by part."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.cli.main import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sh\nrheinlaender (.+)\n```\n\n```json\n(.+)\n```", PAGE)
OPEN = {"view", "problems"}
"""Parts of which the page shows only the beginning."""


def assert_like(found: Any, shown: Any, name: str = "") -> None:
    """What is printed has the parts that the page shows, no others, with values of the same kinds."""
    if name == "parts":  # every event has its own
        assert isinstance(found, dict)
    elif isinstance(shown, dict):
        assert isinstance(found, dict) and (set(shown) <= set(found) if name in OPEN else set(shown) == set(found)), (
            name
        )
        for key, value in shown.items():
            assert_like(found[key], value, key)
    elif isinstance(shown, list):
        assert isinstance(found, list)
        for value in found if shown else ():
            assert_like(value, shown[0], name)
    elif shown is not None and found is not None:
        assert type(found) is type(shown) or {type(found), type(shown)} == {int, float}, name


@pytest.mark.parametrize(("call", "shown"), EXAMPLES, ids=[call.split()[0] for call, _ in EXAMPLES])
def test_the_page(call: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A command prints one JSON value of the shape on the page, in any language of its words."""
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(call)) == 0
    assert_like(json.loads(capsys.readouterr().out), json.loads(shown))


def test_every_command_that_prints_json_is_on_the_page() -> None:
    """Whatever takes `--json` has its place on the page."""
    takes = {path.stem for path in (ROOT / "src" / "rheinlaender" / "cli").glob("*.py") if has_json(path)}
    assert takes <= set(re.findall(r"\w+", PAGE)) and len(EXAMPLES) >= 7


def has_json(path: Path) -> bool:
    source = path.read_text(encoding="utf-8")
    return "def configure" in source and ("--json" in source or "add_json(" in source)


def test_json_hides_what_is_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    """What a watcher and a seat may not know is not in the JSON of a position."""
    text = "rh1 seats=3 coins=1,2,3 hands=a:1,2,3,4,5/b:6,7,8,9,10/c:11,12,13,14,15"
    assert main(["show", text, "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["hand"] == [] and "hands=a:?5/b:?5/c:?5" in seen["position"]
    assert [seat["coins"] for seat in seen["seats"].values()] == [None, None, None]
    assert main(["show", text, "--json", "--seat", "b"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["hand"] == [6, 7, 8, 9, 10] and seen["seats"]["b"]["coins"] == 2 and seen["seats"]["a"]["coins"] is None
