"""Other worlds that look the same to one seat: what it has not seen is dealt and drawn anew, with equal chances.

A card that lies unseen now may be any of those that nobody showed since it was dealt or drawn. Its places are filled
from the earliest on; what could lie in an earlier place could lie in every later one, so that choosing evenly at each
place gives every possible world the same chance. A world in which somebody could not have done what they did, by
changing a card although something could be placed, is thrown away.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from rheinlaender.envs.unrolled import SHUFFLE, UNDECIDED, UnrolledGame
from rheinlaender.rules.position import CARDS, NO_CARD

TRIES = 1000

Random = Callable[[], float]


class World(Protocol):
    """A game that is replayed: OpenSpiel's state."""

    unrolled: UnrolledGame

    def apply_action(self, action: int) -> None:
        """Take an outcome of chance or an action."""


Made = TypeVar("Made", bound=World)


def resampled(game: UnrolledGame, seat: int, random: Random, begin: Callable[[], Made]) -> Made:
    """Another world that looks the same to a seat, played from its beginning to the present."""
    for _ in range(TRIES):
        world = begin()
        if _is_replayed(game, _cards_anew(game, seat, random), world):
            return world
    raise RuntimeError(f"No other world was found in {TRIES} tries in which everybody could have played as they did.")


def _cards_anew(game: UnrolledGame, seat: int, random: Random) -> list[int]:
    """The cards as dealt and then as drawn, where those that the seat has not seen are others by chance."""
    cards = [*game.dealt, *(turn.drawn for turn in game.turns)]
    unseen = _unseen_places(game, seat)
    shown = _last_shown(game)
    left = set(range(1, CARDS + 1)) - _seen_cards(game, seat)
    for place in unseen:
        possible = sorted(card for card in left if _came_back(game, shown.get(card)) <= place)
        cards[place] = possible[int(random() * len(possible))]
        left.remove(cards[place])
    return cards


def _unseen_places(game: UnrolledGame, seat: int) -> list[int]:
    """The places, among all that were dealt and drawn, of cards that others still hold."""
    held: list[dict[int, int]] = [{} for _ in range(game.seats)]
    for place, card in enumerate(game.dealt):
        held[place % game.seats][card] = place
    for number, turn in enumerate(game.turns):
        del held[turn.seat][turn.card]
        if turn.drawn != NO_CARD:
            held[turn.seat][turn.drawn] = len(game.dealt) + number
    return sorted(place for other in range(game.seats) if other != seat for place in held[other].values())


def _last_shown(game: UnrolledGame) -> dict[int, int]:
    """The turn in which each card was played last."""
    return {turn.card: number for number, turn in enumerate(game.turns)}


def _seen_cards(game: UnrolledGame, seat: int) -> set[int]:
    """The cards in the own hand and in the discard."""
    record = game.positions[0]
    discard = int(record["discard"])
    own = {card for card in range(1, CARDS + 1) if int(record["hand"][seat]) >> card & 1}
    return own | {int(card) for card in record["pile"][CARDS + 1 - discard :]}


def _came_back(game: UnrolledGame, shown: int | None) -> int:
    """The first place in which a card can lie again that was shown in a turn: the draw after the next shuffle."""
    if shown is None:
        return 0
    for number in range(shown, len(game.turns)):
        if game.turns[number].was_shuffled:
            return len(game.dealt) + number
    return len(game.dealt) + len(game.turns)


def _is_replayed(game: UnrolledGame, cards: list[int], world: World) -> bool:
    """Play the same turns with other cards; whether everybody could have played as they did."""
    for outcome in (*game.landmarks, *(card - 1 for card in cards[: len(game.dealt)])):
        world.apply_action(outcome)
    for turn, drawn in zip(game.turns, cards[len(game.dealt) :], strict=True):
        for is_bastion in (False, True) if turn.bastion != UNDECIDED else (False,):
            action = world.unrolled.action_of_turn(turn, is_bastion)
            if action is None:
                return False
            world.apply_action(action)
        if turn.was_shuffled:
            world.apply_action(SHUFFLE)
        if drawn != NO_CARD:
            world.apply_action(drawn - 1)
    return True
