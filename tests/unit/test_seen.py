"""A view leads back to a position that looks like it, and to the same one as the view's text."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from rheinlaender.board import Board
from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.game.options import Options
from rheinlaender.game.possible import cards_problem
from rheinlaender.game.seen import position_of_view
from rheinlaender.game.view import View, view_of
from rheinlaender.notation.position import read_seen_position, write_view
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.position import NOBODY
from tests.long import LONG_TEST, others_long
from tests.setting import KINDS, SOME_KINDS, board_with_exchanged_sites, bytes_of

COINS = ("hidden", "open")
CASES = [(*kind, coins) for kind, coins in product(KINDS, COINS)]
SOME_CASES = [(*kind, coins) for kind, coins in zip(SOME_KINDS, COINS * 2, strict=True)]


def views(game: Game, random: Random) -> Iterator[View]:
    """What everybody sees in a game before each bastion, now and then before a knight, and at its end."""
    while not game.is_over:
        if game.view().phase == "bastion" or random.random() < 0.15:
            yield from (game.view(seat) for seat in (None, *game.seats))
        game.play(random.choice(game.legal_moves()))
    yield from (game.view(seat) for seat in (None, *game.seats))


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "preset", "coins"), others_long(CASES, SOME_CASES, LONG_TEST))
def test_view_and_its_text_lead_to_the_same_position(seats: int, preset: str, coins: str) -> None:
    """In all phases, for every seat and a watcher, the position is that of the text, byte for byte."""
    game = Game.new(seats, Options.preset(preset, coins=coins), seats, first="c")
    phases = set()
    for view in views(game, Random(preset)):
        phases.add(view.phase)
        read, _ = read_seen_position(game.engine, write_view(view))
        assert bytes_of(position_of_view(game.engine, view)) == bytes_of(read)
    assert phases == {"knight", "bastion", "over"}


@pytest.mark.parametrize("board", [None, board_with_exchanged_sites()])
def test_position_looks_like_the_view(board: Board | None) -> None:
    """Seen from the same seat the position is the same view; its facts are sound and it holds each card once."""
    game = Game.new(4, seed=5, board=board)
    for view in views(game, Random(5)):
        position = position_of_view(interpreted(board), view)
        seat = NOBODY if view.seat is None else view.seats.index(view.seat)
        assert view_of(interpreted(board), position, seat) == view
        assert broken_facts(game.board, position) == [] and cards_problem(position) is None
