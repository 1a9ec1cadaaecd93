"""A position as text."""

import pytest

from rheinlaender.drawing.text import picture_of, plain
from tests.setting import ARCHBISHOP, game_of, random_game


def rows(text: str) -> list[str]:
    """The lines of a picture."""
    return text.split("\n")


def test_bands() -> None:
    """The river runs in three bands of eighteen regions, with its banks above and below."""
    lines = rows(plain(picture_of(game_of("rh1 seats=3 knights=a:L1/b:W1/c:R1 bastions=L2 left=2,3,3").view())))
    assert [line[:2] for line in lines[:5]] == ["  ", "L ", "~ ", "R ", "  "]
    assert lines[1].startswith("L   a   # ") and lines[2].startswith("~ ~ 1b~ 2~") and lines[3].startswith("R   c   .")
    assert sum(line.startswith("~ ") for line in lines) == 3
    assert lines[14].startswith("~ ~37~~38~")


def test_arms_are_apart() -> None:
    """Where consecutive regions are no neighbours a bar stands between them: region 43 follows 36, not 42."""
    lines = rows(plain(picture_of(game_of("rh1 seats=3").view())))
    river = next(line for line in lines if "43" in line and line.startswith("~"))
    assert "42~|43~" in river and "48~~49~" in river


def test_sites_and_garrisons() -> None:
    """A site shows its letter, its landmark and its garrison."""
    castle = "rh1 seats=3 landmarks=2+43..C................... knights=a:L11,L12 garrisons=G:a dukes=L11:a"
    text = plain(picture_of(game_of(castle).view()))
    assert "GCa" in text and "A2" in text and "B+" in text


def test_seats_and_duchies() -> None:
    """Each seat is shown with knights, bastions, bishops and coins, each duchy with duke, knights and worth."""
    view = game_of(ARCHBISHOP).view("a")
    text = plain(picture_of(view))
    assert "a     23         3        1      0   to move, archbishop" in text
    assert "b     22         3        0      ?" in text
    assert "a  L50  knights a:2   worth 2   Y" in text
    assert text.endswith("Hand: 12 13 20 23 50")


def test_watcher_and_end() -> None:
    """A watcher sees no hand; at the end nobody is to move; without duchies there is no list of them."""
    text = plain(picture_of(random_game(3, seed=4).view()))
    assert "Hand" not in text and "to move" not in text and "?" not in text
    assert "duke  duchy" not in plain(picture_of(game_of("rh1").view()))


def test_duchy_without_duke() -> None:
    """A duchy without a duke is shown with a dash."""
    assert "\n-  L11  knights a:1 b:1   worth 0" in plain(picture_of(game_of("rh1 knights=a:L11/b:L12").view()))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_styles(seats: int) -> None:
    """Every piece carries its seat's style, so that a terminal can colour it."""
    game = random_game(seats, seed=1)
    styles = {style for line in picture_of(game.view()) for _, style in line}
    assert set(game.seats) <= styles and {"river", "land", "bastion", "castle", "church", "city4"} <= styles
