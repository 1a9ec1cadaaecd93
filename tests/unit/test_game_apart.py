"""Games apart: copies, considered turns, known decks, positions in notation."""

from random import Random

import pytest

from rheinlaender.game.errors import CardNotInHand, GameOver, SeedOutOfRange, WrongRecord
from rheinlaender.game.game import Game
from rheinlaender.notation.position import game_at, write_position
from rheinlaender.notation.record import read_record, write_record


def written(game: Game) -> str:
    return write_position(game.engine, game.position)


def play_to_end(game: Game, random: Random) -> Game:
    while not game.is_over:
        game.play(random.choice(game.legal_moves()))
    return game


def test_a_copy_is_apart() -> None:
    """What is played in a copy changes nothing in the game, and cannot be undone further than the copy."""
    game = Game.new(3, seed=4)
    game.play(game.legal_moves()[0])
    before, apart = written(game), game.copy()
    assert written(apart) == before and apart.turns == game.turns and not apart.can_undo
    apart.play(".")
    assert written(game) == before and apart.turns != game.turns
    apart.undo()
    assert written(apart) == before and game.can_undo


def test_a_copy_knows_its_record() -> None:
    """The record of a finished copy is that of the whole game."""
    game = Game.new(3, seed=4)
    for _ in range(9):
        game.play(game.legal_moves()[0])
    apart = play_to_end(game.copy(), Random(1))
    assert read_record(write_record(apart)).game.result() == apart.result()


def test_considering_decisions() -> None:
    """They are carried out up to the draw, in a copy; nothing is drawn."""
    game = Game.new(3, seed=4)
    before, move = written(game), game.legal_moves()[0]
    considered, events = game.consider([move])
    assert events[0].name == "card_played" and not considered.is_turn_decided
    decided, events = game.consider([move, "."], seat="a")
    assert decided.is_turn_decided and "card_drawn" not in [event.name for event in events]
    assert decided.deck == game.deck and written(game) == before
    with pytest.raises(GameOver):
        game.consider([move, ".", "."])
    missing = next(card for card in range(1, 55) if card not in game.view("a").hand)
    with pytest.raises(CardNotInHand):
        game.consider([f"{missing}L"])


def test_chance_that_is_known_needs_no_generator() -> None:
    """Draws, and the order of the deck after a shuffle, make the same game, whatever the generator gives."""
    random, game = Random(2), Game.new(4, seed=5)
    other, shuffles = game_at(written(game)), 0
    while not game.is_over:
        before, moves = len(game.turns), []
        while len(game.turns) == before or game.turns[-1].draw is None:
            moves.append(random.choice(game.legal_moves()))
            game.play(moves[-1])
        draw = game.turns[-1].draw
        assert draw is not None
        other.reseed(random.getrandbits(64))
        for move in moves:
            other.play(move, draw)
        if draw.was_shuffled:
            other.order_deck(game.deck)
            shuffles += 1
        assert written(other) == written(game)
    assert shuffles and other.result() == game.result()


def test_a_deck_of_other_cards_is_refused() -> None:
    """A known order has exactly the cards of the deck."""
    game = Game.new(4, seed=5)
    with pytest.raises(WrongRecord, match="other cards"):
        game.order_deck(game.deck[1:])


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5])
def test_wrong_seeds_are_refused(seed: int) -> None:
    """A seed is a whole number of 64 bits."""
    with pytest.raises(SeedOutOfRange):
        Game.new(3).reseed(seed)


@pytest.mark.parametrize("seat", [None, "b", "-"])
def test_a_record_knows_whose_it_is(seat: str | None) -> None:
    """The record of a seat, of a watcher, or of nobody in particular."""
    game = Game.new(3, seed=6)
    for _ in range(8):
        game.play(game.legal_moves()[0])
    assert read_record(write_record(game, seat=seat)).seat == seat
