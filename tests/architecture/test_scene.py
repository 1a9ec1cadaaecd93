"""The picture on the home page shows a position that the rules know."""

import json
import shutil
import subprocess
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import rheinlaender
from rheinlaender.drawing.picture import duke_places
from rheinlaender.game.game import Game
from rheinlaender.notation.position import read_position
from rheinlaender.rules.compile import interpreted
from rheinlaender.server.writing.views import write_duchies

SCENE = Path(rheinlaender.__file__).parent / "web" / "js" / "home" / "scene.js"
LETTERS = {"castle": "C", "church": "+", "city2": "2", "city3": "3", "city4": "4"}


def scene() -> dict[str, Any]:
    """The view that the browser has of it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("THE HOME PAGE'S POSITION IS NOT CHECKED: Node is not here")
    program = f"import {{ SCENE }} from {json.dumps(SCENE.as_uri())}; console.log(JSON.stringify(SCENE));"
    asked = [node, "--input-type=module", "--eval", program]
    found: dict[str, Any] = json.loads(subprocess.run(asked, check=True, capture_output=True).stdout)
    return found


def notation(view: dict[str, Any]) -> str:
    """What stands there as a position."""
    owners = groupby(view["knights"].items(), key=lambda knight: knight[1])
    parts = {
        "landmarks": "".join(LETTERS[view["landmarks"][site]] for site in sorted(view["landmarks"])),
        "turn": view["turn"],
        "to": view["to_move"],
        "knights": "/".join(f"{seat}:{','.join(field for field, _ in knights)}" for seat, knights in owners),
        "garrisons": ",".join(f"{site}:{seat}" for site, seat in sorted(view["garrisons"].items())),
        "bastions": ",".join(view["bastions"]),
        "dukes": ",".join(f"{duchy['name']}:{duchy['duke']}" for duchy in view["duchies"] if duchy["duke"]),
        "left": "1,1,2,2,2",
    }
    return " ".join(["rh1 seats=5", *(f"{name}={value}" for name, value in parts.items())])


def test_its_duchies_are_those_of_the_rules() -> None:
    """Fields, knights, leaders, worth, bishops and dukes' places are what the server would send of this position."""
    view = scene()
    game = Game(read_position(interpreted(), notation(view)), interpreted())
    places = {name: (round(x), round(y)) for name, (x, y) in duke_places(game.view()).items()}
    assert json.loads(json.dumps(write_duchies(game.view(), places))) == view["duchies"]
