"""Two worlds that a viewer cannot tell apart: the same course of a game, with all that it has not seen dealt anew."""

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rheinlaender.game.game import Game
from rheinlaender.game.view import deck_of, hand_of
from rheinlaender.notation.position import write_position
from rheinlaender.rules.position import Position

SHUFFLE_CARD = 0


@dataclass
class Course:
    """How a game went: its first position and its turns, as the log of a table keeps them."""

    game: Game
    first: Position
    turns: list[dict[str, Any]]
    decks: list[tuple[int, ...]]
    hands: list[dict[str, tuple[int, ...]]]
    """The deck and the hands after so many turns."""

    def write_first(self) -> str:
        """The first position in notation."""
        return write_position(self.game.engine, self.first)


def play_course(seats: int, seed: int, length: int) -> Course:
    """Play so many turns by chance, without changing cards: whether that is legal depends on a whole hand."""
    game, random = Game.new(seats, seed=seed), Random(seed)
    course = Course(game, game.position.copy(), [], [game.deck], [hands_of(game)])
    while len(course.turns) < length:
        seat, moves = game.to_move, []
        assert seat is not None
        while len(game.turns) == len(course.turns) or game.turns[-1].draw is None:
            move = random.choice([move for move in game.legal_moves() if not str(move).endswith("-")])
            moves.append(str(move))
            game.play(move)
        draw = game.turns[-1].draw
        assert draw is not None
        turn = {"seat": seat, "by": "person", "moves": moves, "turn": len(game.turns)}
        turn |= {"card": draw.card, "was_shuffled": draw.was_shuffled}
        course.turns.append(turn | ({"deck": list(game.deck)} if draw.was_shuffled else {}))
        course.decks.append(game.deck)
        course.hands.append(hands_of(game))
    return course


def hands_of(game: Game) -> dict[str, tuple[int, ...]]:
    """All hands."""
    return {seat: hand_of(game.position, number) for number, seat in enumerate(game.seats)}


def other_world(course: Course, viewer: str | None, length: int, random: Random) -> Course:
    """The course up to a turn with everything dealt otherwise that the viewer has not seen since the last shuffle."""
    shuffles = [number for number, turn in enumerate(course.turns[:length]) if turn["was_shuffled"]]
    begin = shuffles[-1] if shuffles else 0
    pool = set(course.decks[begin + 1] if shuffles else course.decks[0])
    if shuffles:
        pool.add(course.turns[begin]["card"])
    else:
        pool |= {card for cards in course.hands[0].values() for card in cards}
    unseen = sorted(pool - seen_cards(course, viewer, begin, length) - {SHUFFLE_CARD})
    other = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))
    rest = random.sample(course.decks[length], len(course.decks[length]))
    return relabelled(course, begin if shuffles else None, length, other, rest)


def seen_cards(course: Course, viewer: str | None, begin: int, length: int) -> set[int]:
    """The cards that a viewer has seen: those in its own hand and those that anybody played."""
    seen = set(course.hands[begin].get(viewer or "", ()))
    for turn in course.turns[begin:length]:
        seen.add(played_card(turn))
        if turn["seat"] == viewer:
            seen.add(turn["card"])
    return seen


def played_card(turn: dict[str, Any]) -> int:
    """The card that a turn used."""
    found = re.match(r"\d+", turn["moves"][0])
    assert found is not None
    return int(found[0])


def relabelled(course: Course, shuffle: int | None, length: int, other: dict[int, int], rest: list[int]) -> Course:
    """The course with other cards in the places of those that nobody has seen; the deck that is left is `rest`."""
    world = replace(course, first=course.first.copy(), turns=[dict(turn) for turn in course.turns[:length]])
    rest = [other.get(card, card) for card in rest]
    if shuffle is None:
        relabel_position(world.first, other, rest)
    else:
        deck = [other.get(card, card) for card in world.turns[shuffle]["deck"]]
        world.turns[shuffle]["deck"] = deck[: len(deck) - len(rest)] + rest
    for turn in world.turns[shuffle or 0 :]:
        turn["card"] = other.get(turn["card"], turn["card"])
    return world


def relabel_position(position: Position, other: dict[int, int], rest: list[int]) -> None:
    """Deal other cards in a first position."""
    for seat in range(position.seats):
        position.hand[seat] = sum(1 << other.get(card, card) for card in hand_of(position, seat))
    deck = [other.get(card, card) for card in deck_of(position)]
    deck[len(deck) - len(rest) :] = rest
    for place, card in enumerate(reversed(deck)):
        position.pile[place] = card
