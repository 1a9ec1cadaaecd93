"""Explanations: reasons for moves, in words, from what the seat can know."""

import pytest

from rheinlaender.bots.explain import explain
from rheinlaender.game.game import Game
from rheinlaender.game.move import read_move
from rheinlaender.i18n import LANGUAGES
from rheinlaender.notation.position import read_position
from rheinlaender.rules.compile import interpreted
from tests.bots.positions import random_games, redealt


def reasons(text: str, move: str) -> dict[str, dict[str, object]]:
    """The reasons for a move by name."""
    engine = interpreted()
    game = Game(read_position(engine, text), engine)
    return {reason.name: reason.arguments for reason in explain(game.view(game.to_move), read_move(move))}


def test_taking_over_a_duchy_is_told_with_its_payment() -> None:
    """Figure 9: yellow takes the duchy at L24 from red, who is paid 4."""
    text = (
        "rh1 seats=3 landmarks=.............32........... to=b knights=a:L24,L25/b:L26,L27 dukes=L24:a "
        "hands=b:1,2,3,4,5"
    )
    assert reasons(text, "5>L28")["takes_duchy"] == {"duchy": "L24", "other": "a", "coins": 4}


def test_castles_bishops_and_archbishop_are_told() -> None:
    """A first knight at a castle mans it; a duchy with a church brings a bishop and the archbishop's power."""
    text = "rh1 seats=3 landmarks=......................C... hands=a:43,2,3,4,5"
    assert {"mans_castle", "becomes_duke"} <= set(reasons(text, "43R"))
    text = "rh1 seats=3 landmarks=...........4.+............ knights=a:L23,L24 dukes=L23:a hands=a:25,2,3,4,5"
    assert {"gets_bishop", "becomes_archbishop", "adds_worth"} <= set(reasons(text, "25L"))


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("rh1 seats=3 knights=a:L21,L22 dukes=L21:a hands=a:23,2,3,4,5", "23L", "strengthens"),
        ("rh1 seats=3 knights=a:L21,L22 dukes=L21:a hands=a:50,2,3,4,5", "50L", "waits"),
        ("rh1 seats=3 phase=bastion knights=a:L30/b:L21,L22 dukes=L21:b hands=a:2,3,4,5", "@L23", "bars_way"),
        ("rh1 seats=3 phase=bastion knights=a:L30 hands=a:2,3,4,5", "@L50", "guards"),
        ("rh1 seats=3 phase=bastion knights=a:L30 hands=a:2,3,4,5", ".", "keeps_bastion"),
    ],
)
def test_other_reasons(text: str, move: str, reason: str) -> None:
    """Growing, waiting and bastions have their reasons."""
    assert reason in reasons(text, move)


def test_every_move_has_a_reason_in_every_language_and_reveals_nothing() -> None:
    """Any legal move can be explained, in all languages, the same whatever the hidden cards are."""
    for game in random_games(12, seed=3):
        other = redealt(game, seed=5)
        for move in game.legal_moves()[:15]:
            told = explain(game.view(game.to_move), move)
            assert told and told == explain(other.view(other.to_move), move)
            for language in LANGUAGES:
                assert all(reason.words(language) for reason in told)
