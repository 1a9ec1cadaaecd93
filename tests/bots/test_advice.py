"""Advice: what a move is for, what it risks, and how much worse the next-best one is, in at most three lines."""

import pytest

from rheinlaender.board import rhine
from rheinlaender.bots.advice import advise, lines_of
from rheinlaender.bots.bot import Candidate
from rheinlaender.game.game import Game
from rheinlaender.game.move import read_move
from rheinlaender.i18n import LANGUAGES, words
from rheinlaender.notation.position import read_position
from rheinlaender.rules.compile import interpreted
from tests.bots.positions import random_games, redealt

BANK = ",".join(f"L{number}" for number in range(1, 25))
LAST = f"rh1 seats=3 knights=a:{BANK} dukes=L1:a coins={{}} hands=a:40,2,3,4,5"


def game_of(text: str) -> Game:
    """A game from its position."""
    engine = interpreted()
    return Game(read_position(engine, text), engine)


def risks(text: str, move: str) -> dict[str, dict[str, object]]:
    """The risks of a move by name."""
    game = game_of(text)
    return {reason.name: reason.arguments for reason in advise(game.view(game.to_move), read_move(move)).risks}


@pytest.mark.parametrize(
    ("coins", "told"),
    [("0,90,0", {"ends_behind": {"other": "b"}}), ("80,85,0", {"ends_level": {"other": "b"}}), ("84,85,0", {})],
)
def test_the_end_is_told_with_who_has_more(coins: str, told: dict[str, object]) -> None:
    """A move that ends the game says so first; that another has more then is a risk, being ahead is an aim."""
    game = game_of(LAST.format(coins))
    advice = advise(game.view("a"), read_move("40R"))
    assert {reason.name: reason.arguments for reason in advice.risks} == told
    assert ("ends_ahead" in [reason.name for reason in advice.aims[:1]]) == (not told)
    assert "ends_game" not in [reason.name for reason in advice.aims]


def test_gifts_and_narrow_leads_are_risks() -> None:
    """Another who becomes duke, a rival who is one knight behind."""
    text = "rh1 seats=3 knights=a:L21,L22/b:L24 dukes=L21:a hands=a:23,2,3,4,5"
    assert risks(text, "23L") == {}
    text = "rh1 seats=3 knights=a:L21,L22/b:L24,L25 dukes=L21:a,L24:b hands=a:23,2,3,4,5"
    assert risks(text, "23L") == {"leads_by_one": {"other": "b", "duchy": "L21"}}
    text = "rh1 seats=3 knights=a:L30/b:L22,L24,L25 dukes=L24:b hands=a:23,2,3,4,5"
    assert "crowns_other" not in risks(text, "23L")


def test_how_much_worse_the_next_best_move_is() -> None:
    """Shares come from what was considered; moves that were never tried are not named."""
    game = game_of("rh1 seats=3 hands=a:23,2,3,4,5")
    found = [Candidate(read_move(text), share, (share, 0, 0), visits) for text, share, visits in FOUND]
    advice = advise(game.view("a"), read_move("23L"), found)
    assert advice.best.share == 0.41 and [str(other.move) for other in advice.others] == ["23R", "2L"]
    assert advice.worse == pytest.approx(0.03) and advice.others[1].share == 0
    for language in LANGUAGES:
        *_, last = lines_of(advice, rhine(), language)
        move = words("advice.move.knight", language, card=23, field="R23")
        assert last == words("advice.next_worse", language, share="41 ± 5", worse=3, move=move)


def test_how_sure_a_share_is() -> None:
    """The more a move was tried, the surer; also of one that always lost something is left to doubt, of none all."""
    errors = [
        Candidate(read_move("23L"), share, (), visits).error for share, visits in ((0.5, 98), (0.5, 9998), (0, 8))
    ]
    assert errors == [pytest.approx(0.05), pytest.approx(0.005), pytest.approx(0.0949, abs=1e-4)]
    assert Candidate(read_move("23L"), 0.0, (), 0).error is None


FOUND = [("23L", 0.41, 90), ("23R", 0.38, 40), ("2L", -0.01, 3), ("3L", 0.0, 0)]


def test_nothing_is_said_about_chances_where_nobody_searched() -> None:
    """Without a search there is no share of victory and no other move."""
    game = game_of("rh1 seats=3 hands=a:23,2,3,4,5")
    advice = advise(game.view("a"), read_move("23L"))
    assert (advice.best.share, advice.others, advice.worse) == (None, [], None)
    assert len(lines_of(advice, rhine())) == 1


def test_advice_fits_into_three_lines_in_every_language_and_reveals_nothing() -> None:
    """Any legal move, the same whatever the hidden cards are."""
    for game in random_games(8, seed=4):
        other = redealt(game, seed=6)
        for move in game.legal_moves()[:10]:
            advice = advise(game.view(game.to_move), move)
            assert advice == advise(other.view(other.to_move), move)
            for language in LANGUAGES:
                lines = lines_of(advice, game.board, language)
                assert 1 <= len(lines) <= 3 and not any("{" in line for line in lines)
