"""Turns: whole ones are played, half ones never; what chance gives comes from the table's key."""

from collections.abc import Sequence

from rheinlaender.game.chance import Draw
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.server.errors import TurnDecided, TurnUnfinished
from rheinlaender.server.values.chance import draw_anew
from rheinlaender.server.values.entry import Parts

Last = tuple[str, tuple[str, ...]] | None
"""The seat that moved last, and the fields on which it put something."""
PLACED = ("knight_settled", "knight_reinforced", "knight_converted", "bastion_placed")


def placed_fields(events: Sequence[Event]) -> tuple[str, ...]:
    """The fields on which a turn put something."""
    return tuple(event.arguments["field"] for event in events if event.name in PLACED)


def play_turn(game: Game, moves: Sequence[str], seat: str, draw: Draw | None = None) -> list[Event]:
    """Play a whole turn in a game; one that is not whole, or more than whole, is refused."""
    before, events = len(game.turns), list[Event]()
    for move in moves:
        if is_finished(game, before):
            raise TurnDecided(move=move)
        events += game.play(move, draw, seat)
    if not is_finished(game, before):
        raise TurnUnfinished()
    return events


def is_finished(game: Game, before: int) -> bool:
    """Whether the turn is finished that began when so many turns had been entered."""
    return len(game.turns) > before and game.turns[-1].draw is not None


def decide_turn(game: Game, key: bytes, moves: Sequence[str], seat: str, by: str) -> tuple[Parts, bool]:
    """The parts of the entry of the next turn, with what chance gives, and whether it ends the game."""
    played = game.copy()
    play_turn(played, moves, seat)
    if _draw(played).was_shuffled:
        card, deck = draw_anew(game, [_draw(played).card or 0, *played.deck], key)
        played = game.copy()
        play_turn(played, moves, seat, Draw(card, was_shuffled=True))
        played.order_deck(deck)
    draw = _draw(played)
    parts = {"seat": seat, "by": by, "moves": [str(move) for move in played.turns[-1].moves], "turn": game.turn + 1}
    parts |= {"card": draw.card, "was_shuffled": draw.was_shuffled}
    if draw.was_shuffled:
        parts["deck"] = list(played.deck)
    return parts, played.is_over


def _draw(game: Game) -> Draw:
    """What chance gave in the last turn."""
    draw = game.turns[-1].draw
    assert draw is not None
    return draw
