"""Chance is even: numbers below a bound, shuffles, landmarks, deals."""

from collections import Counter
from itertools import permutations

from rheinlaender.rules.cards import bring_to_top, make_new_deck, shuffle_deck
from rheinlaender.rules.chance import following, mixed, random_below, within
from rheinlaender.rules.position import Position
from rheinlaender.rules.setup import set_up
from tests.setting import ENGINE, bytes_of

# The chi-square that one of a thousand fair samples exceeds, by degrees of freedom.
LIMITS = {2: 13.82, 4: 18.47, 5: 20.52, 9: 27.88, 23: 49.73, 25: 52.62, 53: 90.57, 54: 91.87}


def chi_square(counted: Counter[object], kinds: int) -> float:
    """How far a sample is from an even one."""
    expected = counted.total() / kinds
    missing = kinds - len(counted)
    return sum((number - expected) ** 2 for number in counted.values()) / expected + missing * expected


def generator(seed: int) -> Position:
    """A position whose generator begins with a seed."""
    position = Position()
    position.rng = seed
    return position


def test_first_words() -> None:
    """The generator is SplitMix64: from seed 1234567 it gives the words that its authors publish."""
    state, words = 1234567, []
    for _ in range(5):
        state = ENGINE.of(following)(state)
        words.append(ENGINE.of(mixed)(state))
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_numbers_below_a_bound_are_even() -> None:
    """Every number below the bound has the same chance, and no other occurs."""
    for bound in (3, 5, 6, 10, 26, 54, 55):
        position = generator(bound)
        counted: Counter[object] = Counter(ENGINE.of(random_below)(position, bound) for _ in range(200 * bound))
        assert set(counted) == set(range(bound))
        assert chi_square(counted, bound) < LIMITS[bound - 1]


def test_one_number_below_one() -> None:
    """Below 1 there is only 0, and the largest word stays below the bound."""
    assert ENGINE.of(random_below)(generator(3), 1) == 0
    assert ENGINE.of(within)(2**64 - 1, 55) == 54 and ENGINE.of(within)(0, 55) == 0


def test_shuffles_are_even() -> None:
    """Every order of a small deck has the same chance."""
    position, counted = generator(7), Counter[object]()
    for _ in range(4800):
        position.deck = 4
        for place in range(4):
            position.pile[place] = place
        ENGINE.of(shuffle_deck)(position)
        counted[tuple(position.pile[:4])] += 1
    assert set(counted) == set(permutations(range(4)))
    assert chi_square(counted, 24) < LIMITS[23]


def test_new_deck_holds_deck_discard_and_shuffle_card() -> None:
    """Deck, discard and shuffle card are shuffled together, each order with the same chance. Section 2.3."""
    position, counted = generator(8), Counter[object]()
    for _ in range(1200):
        position.deck, position.discard = 1, 1
        position.pile[0], position.pile[54] = 7, 9
        ENGINE.of(make_new_deck)(position)
        assert (position.deck, position.discard) == (3, 0)
        counted[tuple(position.pile[:3])] += 1
    assert set(counted) == set(permutations((0, 7, 9)))
    assert chi_square(counted, 6) < LIMITS[5]


def test_landmarks_and_deal_are_even() -> None:
    """Each landmark lies on each site, and each card is dealt to each seat, equally often."""
    position = Position()
    castles, first_cards = Counter[object](), Counter[object]()
    for seed in range(780):
        ENGINE.of(set_up)(position, 3, 0, ENGINE.of(mixed)(ENGINE.of(following)(seed)))
        castles.update(site for site in range(26) if position.landmark[0] >> site & 1)
        first_cards.update(card for card in range(55) if position.hand[0] >> card & 1)
    assert set(castles) == set(range(26)) and chi_square(castles, 26) < LIMITS[25]
    assert set(first_cards) == set(range(1, 55)) and chi_square(first_cards, 54) < LIMITS[53]


def test_seeds_decide_everything() -> None:
    """The same seed gives the same game, another seed another one."""
    one, same, other = Position(), Position(), Position()
    for position, seed in ((one, 5), (same, 5), (other, 6)):
        ENGINE.of(set_up)(position, 4, 0, seed)
    assert bytes_of(one) == bytes_of(same) != bytes_of(other)


def test_known_card_to_top() -> None:
    """A card of the deck can be brought to its top; one that is not there cannot."""
    position = generator(1)
    position.deck = 3
    for place, card in enumerate((4, 5, 6)):
        position.pile[place] = card
    assert ENGINE.of(bring_to_top)(position, 4) and position.pile[2] == 4
    assert sorted(position.pile[:3]) == [4, 5, 6]
    assert not ENGINE.of(bring_to_top)(position, 7)
