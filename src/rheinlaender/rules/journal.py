"""The journal: events are written where a rule acts. Without a journal the writing compiles away.

A journal is an array of rows of int16; row 0 counts the events, each further row is an event: its kind and up to four
numbers, whose meaning `game/event.py` states.
"""

from typing import Any

from rheinlaender.rules.compile import rule

(
    CARD_PLAYED,
    KNIGHT_SETTLED,
    KNIGHT_REINFORCED,
    KNIGHT_CONVERTED,
    CARD_CHANGED,
    GARRISON_PLACED,
    CASTLE_LEFT_EMPTY,
    GARRISON_REPLACED,
    DUCHY_FOUNDED,
    DUCHY_GREW,
    DUCHY_MERGED,
    DUKE_INSTALLED,
    DUKE_DEPOSED,
    DUKE_WITHDRAWN,
    BISHOP_INSTALLED,
    BISHOP_LOST,
    ARCHBISHOP_NAMED,
    ARCHBISHOP_LOST,
    BASTION_PLACED,
    LAST_KNIGHT_PLACED,
    DECK_SHUFFLED,
    CARD_DRAWN,
    GAME_ENDED,
) = range(23)

MOST_EVENTS = 64
EVENT_NUMBERS = 5


@rule
def write(journal: Any, kind: int, first: int, second: int, third: int, fourth: int) -> None:
    """Add an event to the journal, if there is one."""
    if journal is not None:
        journal[0, 0] += 1
        row = journal[0, 0]
        journal[row, 0] = kind
        journal[row, 1] = first
        journal[row, 2] = second
        journal[row, 3] = third
        journal[row, 4] = fourth
