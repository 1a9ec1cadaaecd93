"""Chance at a table: all that is hidden comes from a secret of 256 bits, and from nothing that is shown."""

from random import Random
from typing import Any

import pytest

from rheinlaender.game.game import Game
from rheinlaender.game.view import hand_of
from rheinlaender.notation.position import game_at, write_position
from rheinlaender.server.contract.commands import OpenTable, PersonWish
from rheinlaender.server.live.commands import opening_parts, started
from rheinlaender.server.values import beginning
from rheinlaender.server.values.changes import after
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.table import Table, opened_table
from rheinlaender.server.values.turn import decide_turn
from tests.server.house import House, bots, person

AT = "2026-01-31T12:00:00Z"
ONE, OTHER = "1" * 64, "2" * 64
LEAST_BITS = 128


def opened() -> Table:
    """A table of three people, of whom chance lets one begin."""
    asked = OpenTable(id="opening1", secret="s" * 22, seats=[PersonWish(kind="person")] * 3)
    return opened_table("rhine", Entry(0, "opened", opening_parts(asked), AT))


def begun(seed: Any) -> Table:
    """The table after its start."""
    table = opened()
    return after(table, Entry(1, "started", started(table, None, seed).parts, AT))


def hidden(game: Game) -> Any:
    """What nobody is shown: all hands, and the order of the deck."""
    return [hand_of(game.position, number) for number in range(len(game.seats))], game.deck


def test_no_stream_tells_both_landmarks_and_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds out all that the landmarks came from knows no card: others go with the same ones."""
    games = [begun(seed).begun_game for seed in (ONE, OTHER)]
    assert games[0].view().landmarks != games[1].view().landmarks and hidden(games[0]) != hidden(games[1])
    monkeypatch.setattr(beginning, "shuffled", lambda tiles, *_: list(tiles))
    monkeypatch.setattr(beginning, "first_seat", lambda *_: 0)
    games = [begun(seed).begun_game for seed in (ONE, OTHER)]
    assert games[0].view() == games[1].view(), "all that is shown is the same"
    assert hidden(games[0])[0] != hidden(games[1])[0] and hidden(games[0])[1] != hidden(games[1])[1]


def test_a_shuffle_comes_from_the_secret_alone() -> None:
    """The deck after a shuffle and the card that is drawn differ with the seed, and with it alone."""
    drawn = [parts_of_shuffle(seed) for seed in (ONE, OTHER, ONE)]
    assert drawn[0] == drawn[2] != drawn[1]
    assert {len(parts["deck"]) for parts in drawn} == {len(drawn[0]["deck"])}


def parts_of_shuffle(seed: str) -> dict[str, Any]:
    """The entry of the first turn of a certain game that makes a new deck."""
    game, random = Game.new(3, seed=5), Random(5)
    while True:
        turn = whole_turn(game, random)
        parts, _ = decide_turn(game, bytes.fromhex(seed), turn, str(game.to_move), "person")
        if parts["was_shuffled"]:
            assert 0 in parts["deck"] and parts["card"] not in (0, *parts["deck"])
            return parts
        for move in turn:
            game.play(move)


def whole_turn(game: Game, random: Random) -> list[str]:
    """The decisions of a turn, by chance."""
    apart, moves = game.copy(), list[str]()
    while not apart.is_turn_decided:
        move = random.choice(apart.legal_moves())
        apart.decide(move)
        moves.append(str(move))
    return moves


def test_every_card_is_dealt_once() -> None:
    """The hands and the deck have all cards; the same seed deals the same."""
    game = begun(ONE).begun_game
    hands, deck = hidden(game)
    assert sorted([*deck, *(card for hand in hands for card in hand)]) == list(range(55))
    assert [len(hand) for hand in hands] == [5, 5, 5]
    assert hidden(begun(ONE).begun_game) == hidden(game)


def test_any_card_may_be_anywhere() -> None:
    """Over many tables the first seat has held every card, and the shuffle card has lain in every place."""
    dealt = [hidden(begun(f"{number:064x}").begun_game) for number in range(250)]
    assert {card for hands, _ in dealt for card in hands[0]} == set(range(1, 55))
    assert len({deck.index(0) for _, deck in dealt}) > 35


def test_a_table_has_a_long_secret(house: House) -> None:
    """A table that is started draws it from the system, another one each time."""
    live = house.server.app.state.room.in_use
    seeds = [live[house.open(person("Anna"), *bots(2)).table].table.seed for _ in range(2)]
    assert all(len(bytes.fromhex(seed)) * 8 >= LEAST_BITS for seed in seeds)
    assert len(set(seeds)) == 2


def test_older_tables_go_on() -> None:
    """A log whose seed is a number of 64 bits and whose cards came from it is read as it was, and played on."""
    game = Game.new(3, seed=7)
    parts = {"seats": [seat.write() for seat in opened().seats], "first": "a", "seed": 7}
    table = after(opened(), Entry(1, "started", parts | {"position": line(game)}, AT))
    assert hidden(table.begun_game) == hidden(game)
    turn, _ = decide_turn(table.begun_game, table.key, whole_turn(game, Random(1)), "a", "person")
    assert after(table, Entry(2, "turn", turn, AT)).turn == 1


def line(game: Game) -> str:
    """A game in notation, which is read again as it is."""
    text = write_position(game.engine, game.position)
    assert hidden(game_at(text)) == hidden(game)
    return text
