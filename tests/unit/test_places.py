"""The places that a browser draws by are those of the board."""

import json

import pytest

from rheinlaender.board import board_from, rhine
from rheinlaender.board.errors import BoardWrong
from rheinlaender.drawing.picture import draw_sheet
from rheinlaender.drawing.places import board_places
from tests.setting import board_document


def test_every_field_has_its_places() -> None:
    """Each field is given with its outline, its places, its region, its bank and its sites."""
    places = board_places(rhine())
    assert list(places["fields"]) == list(rhine().fields)
    for name, field in places["fields"].items():
        assert len(field["outline"]) > 2
        assert all(len(field[place]) == 2 for place in ("piece", "label", "beside"))
        assert f"{field['bank']}{field['region']}" == name
        assert all(name in places["sites"][site]["fields"] for site in field["sites"])


def test_sites_and_regions_are_those_of_the_board() -> None:
    """Sites, regions and aliases are the board's own."""
    places = board_places(rhine())
    assert {site: tuple(place["fields"]) for site, place in places["sites"].items()} == dict(rhine().sites)
    assert {int(region): tuple(names) for region, names in places["regions"].items()} == dict(rhine().regions)
    assert places["aliases"] == dict(rhine().aliases)
    assert all(place["radius"] > 0 and len(place["at"]) == 2 for place in places["sites"].values())


def test_river_runs_through_both_arms() -> None:
    """The stream above, the two arms and the stream below are lines over the sheet."""
    places = board_places(rhine())
    assert len(places["river"]) == 4
    assert all(len(line) > 4 for line in places["river"])


def test_turned_places_are_the_same_after_a_quarter_turn() -> None:
    """On the turned sheet everything is where a quarter turn to the left brings it, and lies on the sheet."""
    lying, turned = board_places(rhine()), board_places(rhine(), is_turned=True)
    assert (turned["width"], turned["height"]) == (lying["height"], lying["width"])
    assert (turned["is_turned"], lying["is_turned"]) == (True, False)
    for name, field in lying["fields"].items():
        assert turned["fields"][name]["piece"] == [field["piece"][1], pytest.approx(1500 - field["piece"][0])]
        assert len(turned["fields"][name]["outline"]) == len(field["outline"])
    for site, place in lying["sites"].items():
        assert turned["sites"][site]["at"] == [place["at"][1], pytest.approx(1500 - place["at"][0])]
    box = turned["cartouche"]
    assert 0 < box["x"] < box["x"] + box["width"] < 1000 and 0 < box["y"] < box["y"] + box["height"] < 1500


def test_the_turned_sheet_shows_every_field() -> None:
    """The turned sheet is drawn like the other one, higher than wide."""
    drawn = draw_sheet(rhine(), is_turned=True)
    assert all(f'data-field="{name}"' in drawn for name in rhine().fields)
    assert 'id="shield-a"' in drawn and 'id="shield-a"' not in draw_sheet(rhine(), has_symbols=False)
    assert 'viewBox="-40 -40 1080 1580"' in drawn and 'viewBox="-40 -40 1580 1080"' in draw_sheet(rhine())


def test_places_are_json() -> None:
    """The places can be sent as JSON and come back the same."""
    places = board_places(rhine())
    assert json.loads(json.dumps(places)) == places


def test_board_without_drawing_has_no_places() -> None:
    """A board that cannot be drawn is refused."""
    document = board_document()
    del document["drawing"]
    with pytest.raises(BoardWrong):
        board_places(board_from(document))
