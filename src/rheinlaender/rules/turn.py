"""The turn: play a card and place a knight, perhaps a bastion, draw."""

from typing import Any

from rheinlaender.rules.bastions import can_place_bastion, place_bastion
from rheinlaender.rules.cards import draw_card, spend_card
from rheinlaender.rules.castles import follow_duke, man_castle
from rheinlaender.rules.church import has_bishop, install_bishop, name_archbishop
from rheinlaender.rules.compile import rule
from rheinlaender.rules.duchies import (
    close_duchy,
    count_knights,
    duchies_beside,
    first_field_of,
    join_fields,
    join_knights,
    leader_of,
)
from rheinlaender.rules.dukes import duchy_whose_duke_stays, remove_dukes
from rheinlaender.rules.journal import (
    CARD_CHANGED,
    DUCHY_FOUNDED,
    DUCHY_GREW,
    DUCHY_MERGED,
    DUKE_INSTALLED,
    GAME_ENDED,
    KNIGHT_CONVERTED,
    KNIGHT_REINFORCED,
    KNIGHT_SETTLED,
    write,
)
from rheinlaender.rules.knights import exchange_knight, put_knight
from rheinlaender.rules.legal import find_reinforceable
from rheinlaender.rules.moves import CHANGE, CONVERT, NO_BASTION, PLACE_BASTION, REINFORCE, card_of, field_of, kind_of
from rheinlaender.rules.options import ROUND, YES
from rheinlaender.rules.position import (
    BASTION_PHASE,
    DRAW_PHASE,
    KNIGHT_PHASE,
    MOST_TURNS,
    NO_DUCHY,
    NOBODY,
    OVER,
    Position,
)
from rheinlaender.rules.primitives import count, lowest, only, without_lowest


@rule
def play(position: Position, move: int, journal: Any) -> None:
    """Carry out one decision of the acting seat: a card with its knight, or a bastion. Section 2."""
    kind = kind_of(move)
    if kind == PLACE_BASTION or kind == NO_BASTION:
        play_bastion(position, kind, field_of(move), journal)
    else:
        play_card(position, kind, card_of(move), field_of(move), journal)


@rule
def play_card(position: Position, kind: int, card: int, field: int, journal: Any) -> None:
    """Play a card and place a knight with it. Section 2.1."""
    spend_card(position, card, journal)
    if kind == CHANGE:
        change_card(position, card, journal)
        return
    position.idle_turns = 0
    if kind == CONVERT:
        convert_knight(position, field, journal)
    else:
        write(journal, KNIGHT_REINFORCED if kind == REINFORCE else KNIGHT_SETTLED, position.seat, field, card, 0)
        place_knight(position, field, journal)
    position.phase = BASTION_PHASE if can_place_bastion(position) else DRAW_PHASE


@rule
def change_card(position: Position, card: int, journal: Any) -> None:
    """Nothing can be placed: one card is changed, and there is no bastion. Section 2.4."""
    position.idle_turns += 1
    write(journal, CARD_CHANGED, position.seat, card, 0, 0)
    position.phase = DRAW_PHASE


@rule
def play_bastion(position: Position, kind: int, field: int, journal: Any) -> None:
    """Place a bastion, or do without. Section 2.2."""
    if kind == PLACE_BASTION:
        place_bastion(position, field, journal)
    position.phase = DRAW_PHASE


@rule
def place_knight(position: Position, field: int, journal: Any) -> None:
    """Do everything that one placed knight does, once, in the order of the rules. Sections 4, 4.8."""
    old = duchies_beside(position, field)
    put_knight(position, field, position.seat, journal)
    joined = join_knights(position, field, old)
    man_castle(position, field, joined, old, journal)
    if count_knights(position, joined) == 1:
        close_duchy(position, joined)
    else:
        tell_joining(position, field, old, journal)
        decide_duchy(position, field, joined, old, journal)


@rule
def convert_knight(position: Position, field: int, journal: Any) -> None:
    """Exchange another seat's knight and decide its duchy again, as growth. Section 4.7."""
    other = position.piece[field]
    write(journal, KNIGHT_CONVERTED, position.seat, field, other, 0)
    exchange_knight(position, field, position.seat, journal)
    duchy = position.duchy[field]
    if duchy != NO_DUCHY:
        position.duchy_knights[duchy, other] -= 1
        position.duchy_knights[duchy, position.seat] += 1
        decide_duchy(position, field, duchy, only(duchy), journal)


@rule
def decide_duchy(position: Position, field: int, duchy: int, old: int, journal: Any) -> None:
    """Decide who rules what the knight has joined; castles and bishops follow. Sections 4.4, 4.4.1, 4.5, 4.6."""
    leader = leader_of(position, duchy)
    staying = duchy_whose_duke_stays(position, old, leader)
    ruler = leader if staying == NO_DUCHY else position.duke[staying]
    had_bishop = staying != NO_DUCHY and has_bishop(position, staying)
    remove_dukes(position, old, staying, leader, journal)
    join_fields(position, field, duchy, old)
    position.duke[duchy] = ruler
    if ruler != NOBODY and staying == NO_DUCHY:
        tell_installation(position, duchy, journal)
    follow_duke(position, duchy, journal)
    if has_bishop(position, duchy) and not had_bishop:
        install_bishop(position, duchy, journal)
    name_archbishop(position, journal)


@rule
def finish_turn(position: Position, journal: Any) -> None:
    """Draw, then pass the turn clockwise or end the game. Sections 2, 2.3, 6."""
    draw_card(position, journal)
    position.turn += 1
    position.seat = (position.seat + 1) % position.seats
    if is_over(position):
        position.phase = OVER
        write(journal, GAME_ENDED, position.turn, 0, 0, 0)
    else:
        start_turn(position)


@rule
def start_turn(position: Position) -> None:
    """The seat to move has its first decision."""
    position.phase = KNIGHT_PHASE
    find_reinforceable(position)


@rule
def is_over(position: Position) -> bool:
    """Whether the game is over before the next seat moves. Sections 6.1, 6.2, 9.1."""
    if position.idle_turns >= position.seats or position.turn >= MOST_TURNS:
        return True
    return is_decided(position, position.seat)


@rule
def is_decided(position: Position, next_seat: int) -> bool:
    """Whether a last knight has been placed, and nobody moves after it, not even the next seat. Sections 6.1, 9.1."""
    if position.end == ROUND:
        return position.ending == YES and next_seat == position.first
    return position.ending == YES


@rule
def ends_game(position: Position) -> bool:
    """Whether the turn whose knight has been placed is the game's last. Section 6.1."""
    return position.phase != KNIGHT_PHASE and is_decided(position, (position.seat + 1) % position.seats)


@rule
def tell_joining(position: Position, field: int, old: int, journal: Any) -> None:
    """Write what the new knight has founded, enlarged or joined."""
    if journal is not None:
        if old == 0:
            write(journal, DUCHY_FOUNDED, field, 0, 0, 0)
        kind = DUCHY_GREW if count(old) == 1 else DUCHY_MERGED
        while old != 0:
            duchy = lowest(old)
            write(journal, kind, field, first_field_of(position, duchy), position.duke[duchy], 0)
            old = without_lowest(old)


@rule
def tell_installation(position: Position, duchy: int, journal: Any) -> None:
    """Write that a duke was installed."""
    if journal is not None:
        write(journal, DUKE_INSTALLED, position.duke[duchy], first_field_of(position, duchy), 0, 0)
