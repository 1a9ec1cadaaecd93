"""Worth, payment and the final account."""

from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import CASTLE, CHURCH, CITY_2, CITY_3, CITY_4, MOST_DUCHIES, NOBODY, Position
from rheinlaender.rules.primitives import count, wide

DUKE_WORTH = 1
DUKE_WORTH_AT_END = 5


@rule
def worth_of_landmarks(position: Position, duchy: int) -> int:
    """What the landmarks that a duchy touches are worth. Section 5.1."""
    return worth_of_sites(position, position.duchy_sites[duchy])


@rule
def worth_of_sites(position: Position, sites: int) -> int:
    """1 for each castle and church among some sites, and the number on each city. Section 5.1."""
    return (
        count(sites & (position.landmark[CASTLE] | position.landmark[CHURCH]))
        + 2 * count(sites & position.landmark[CITY_2])
        + 3 * count(sites & position.landmark[CITY_3])
        + 4 * count(sites & position.landmark[CITY_4])
    )


@rule
def worth_of(position: Position, duchy: int) -> int:
    """What a duchy is worth now: its landmarks, and 1 for the duke if it has one. Section 5.1."""
    if position.duke[duchy] == NOBODY:
        return worth_of_landmarks(position, duchy)
    return worth_to_duke(position, duchy)


@rule
def worth_to_duke(position: Position, duchy: int) -> int:
    """What a duke is paid for his duchy: 1 for himself and its landmarks. Sections 5.1, 5.2."""
    return DUKE_WORTH + worth_of_landmarks(position, duchy)


@rule
def worth_at_end(position: Position, duchy: int) -> int:
    """What a duke has of his duchy in the final account: 5 for himself and its landmarks. Section 6.3."""
    return DUKE_WORTH_AT_END + worth_of_landmarks(position, duchy)


@rule
def final_coins(position: Position, seat: int) -> int:
    """A seat's coins after the final account: 5 for each duke, his landmarks, the archbishop. Sections 6.3, 9.5."""
    coins = wide(position.coins[seat])
    for duchy in range(MOST_DUCHIES):
        if position.duke[duchy] == seat:
            coins += worth_at_end(position, duchy)
    if position.archbishop == seat:
        coins += position.archbishop_bonus
    return coins
