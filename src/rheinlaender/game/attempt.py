"""Attempts: a card and a field that somebody points at, or a field for a bastion, as the move that they mean."""

from rheinlaender.board.board import BANKS
from rheinlaender.game.game import Game
from rheinlaender.game.move import Convert, Move, PlaceBastion, Reinforce, Settle, canonical_name


def attempted_move(game: Game, card: int | None, field: str) -> Move:
    """The move that a card on a field stands for: the legal one, of which there is at most one.

    If there is none it is the one whose refusal says most: settling in the card's own region, else reinforcing.
    Without a card it is a bastion.
    """
    name = canonical_name(game.board, field)
    if card is None:
        return PlaceBastion(name)
    meant = _moves(game, card, name)
    legal = game.legal_moves()
    return next((move for move in meant if move in legal), meant[-1])


def _moves(game: Game, card: int, field: str) -> list[Move]:
    """What a card can mean on a field; the last is meant if none is legal."""
    reinforce = Reinforce(card, field)
    banks = [bank for bank in BANKS if Settle(card, bank).target(game.board) == field]
    return [reinforce, Convert(card, banks[0]), Settle(card, banks[0])] if banks else [reinforce]
