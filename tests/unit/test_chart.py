"""A match as a picture."""

from xml.etree import ElementTree

from rheinlaender.bots.match import MatchPlan, Played, standing
from rheinlaender.drawing.chart import draw_match

PLAN = MatchPlan(("random", "random", "random"), games=3)


def test_picture_names_every_player() -> None:
    """The picture is well-formed and has a name, a bar and a hill for every player; no game at all is drawn too."""
    games = [Played(number, (30, 20, 10), (1.0, 0.0, 0.0), (0.1,) * 3, (1,) * 3) for number in range(3)]
    drawn = draw_match(PLAN.preset, standing(PLAN, games), [game.coins for game in games])
    texts = [element.text for element in ElementTree.fromstring(drawn).iter() if element.text]
    assert texts.count("random") == 3 and "3 games, 3 seats, parker" in texts and "100.0%" in texts
    assert ElementTree.fromstring(draw_match(PLAN.preset, [], [])).tag.endswith("svg")
