"""Random games that only the referee conducts, as trace records for somebody else's engine to check."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.oracle.oracle import (
    HAND_SIZE,
    LANDMARK_NUMBERS,
    NEIGHBOURS,
    OPTION_VALUES,
    REGIONS,
    SEATS,
    SHUFFLE_CARD,
    SITES,
    Record,
    Referee,
)

PARKER: Record = {option: values[0] for option, values in OPTION_VALUES.items()}
PRESETS: dict[str, Record] = {
    "parker": PARKER,
    "dutch": PARKER | {"reinforcement_neighbours": "land"},
    "hungarian": PARKER | {"end": "round"},
    "short": PARKER | {"reinforce_on_river": True, "merger": "with_duke", "archbishop_bonus": 0},
}
NO_BASTION_WEIGHT = 400  # of about a hundred free land fields, so that a cluster game builds now and then


def deal_cards(seats: str, rng: random.Random) -> tuple[dict[str, list[int]], list[int]]:
    """Deal the hands; a shuffle card goes back into the deck, which is shuffled again (section 1)."""
    deck = shuffled([SHUFFLE_CARD, *REGIONS], rng)
    hands: dict[str, list[int]] = {seat: [] for seat in seats}
    for seat in seats:
        while len(hands[seat]) < HAND_SIZE:
            if deck[0] == SHUFFLE_CARD:
                deck = shuffled(deck, rng)
            else:
                hands[seat].append(deck.pop(0))
    return {seat: sorted(hand) for seat, hand in hands.items()}, deck


def shuffled(cards: list[int], rng: random.Random) -> list[int]:
    """Return the cards in a new order by chance."""
    return rng.sample(cards, len(cards))


def set_up(game: int, seats: str, options: Record, rng: random.Random) -> Record:
    """Lay out the landmarks, deal and choose the first seat by chance (section 1)."""
    landmarks = [landmark for landmark, number in LANDMARK_NUMBERS.items() for _ in range(number)]
    hands, deck = deal_cards(seats, rng)
    return {
        "type": "setup",
        "game": game,
        "seats": len(seats),
        "options": dict(options),
        "first": rng.choice(seats),
        "landmarks": dict(zip(SITES, rng.sample(landmarks, len(landmarks)), strict=True)),
        "hands": hands,
        "deck": deck,
    }


def closeness(referee: Referee, field: str) -> int:
    """Weigh a field by other seats' knights beside it, a castle or church, most of all a conversion."""
    seats = [referee.knights[neighbour] for neighbour in NEIGHBOURS[field] & referee.knights.keys()]
    others = len([seat for seat in seats if seat != referee.to_move])
    landmarks = [referee.landmarks[site] for site in SITES if field in SITES[site]]
    weight = 1 + len(seats) + 60 * others + (500 if field in referee.knights else 0)
    return weight * (3 if "castle" in landmarks or "church" in landmarks else 1)


def choose_knight_move(referee: Referee, style: str, rng: random.Random) -> str:
    """Choose a legal way to play a card, alike or by closeness."""
    legal, moves = referee.legal_knight_moves(), referee.knight_moves()
    if style == "uniform" or not any(moves.values()):
        return rng.choice(legal)
    return rng.choices(legal, [closeness(referee, moves[move]) for move in legal])[0]


def choose_bastion_move(referee: Referee, style: str, rng: random.Random) -> str:
    """Choose a bastion or none: alike, or mostly none."""
    legal = referee.legal_bastion_moves()
    weights = [NO_BASTION_WEIGHT if move == "." and style == "cluster" else 1 for move in legal]
    return rng.choices(legal, weights)[0]


def play_turn(referee: Referee, style: str, rng: random.Random) -> Iterator[Record]:
    """Play one turn: its decisions, one draw, one state (section 2)."""
    seat, legal = referee.to_move, referee.legal_knight_moves()
    move = choose_knight_move(referee, style, rng)
    referee.play_knight(move)
    yield {"type": "decision", "seat": seat, "phase": "knight", "legal": legal, "move": move}
    if referee.has_bastion_decision():
        legal = referee.legal_bastion_moves()
        move = choose_bastion_move(referee, style, rng)
        referee.play_bastion(move)
        yield {"type": "decision", "seat": seat, "phase": "bastion", "legal": legal, "move": move}
    yield referee.draw(lambda cards: shuffled(cards, rng))
    yield referee.state()


def play_games(games: int, seats: int, preset: str, seed: int, style: str) -> Iterator[Record]:
    """Play random games to the end and yield their trace records."""
    rng = random.Random(seed)
    for game in range(games):
        setup = set_up(game, SEATS[:seats], PRESETS[preset], rng)
        yield setup
        referee = Referee(setup)
        while not referee.is_over:
            yield from play_turn(referee, style, rng)
        yield referee.result()
