"""Why a move is illegal: the refusal that names the rule."""

from rheinlaender.board.board import is_river
from rheinlaender.game import errors
from rheinlaender.game.move import ChangeCard, Convert, Move, NoBastion, PlaceBastion, Reinforce, Settle, number_of_move
from rheinlaender.game.seat import LETTERS, read_seat
from rheinlaender.i18n import Refusal
from rheinlaender.rules.compile import Engine
from rheinlaender.rules.knights import is_beside
from rheinlaender.rules.legal import can_reinforce, is_legal
from rheinlaender.rules.options import YES
from rheinlaender.rules.position import BASTION_PHASE, FREE, KNIGHT_PHASE, Position


def why_illegal(engine: Engine, position: Position, move: Move, seat: str | None = None) -> Refusal | None:
    """The refusal of an illegal move, or None if it is legal."""
    number = number_of_move(engine.board, move)
    if position.phase not in (KNIGHT_PHASE, BASTION_PHASE):
        return errors.GameOver()
    if seat is not None and read_seat(seat, position.seats) != position.seat:
        return errors.NotYourTurn(seat=seat, to_move=LETTERS[position.seat])
    if engine.of(is_legal)(position, number):
        return None
    return _why_illegal(engine, position, move)


def _why_illegal(engine: Engine, position: Position, move: Move) -> Refusal:
    if isinstance(move, (PlaceBastion, NoBastion)):
        if position.phase == KNIGHT_PHASE:
            return errors.KnightFirst()
        assert isinstance(move, PlaceBastion)
        return _why_no_bastion(engine, move)
    if position.phase == BASTION_PHASE:
        return errors.KnightAlreadyPlaced()
    if not position.hand[position.seat] >> move.card & 1:
        return errors.CardNotInHand(card=move.card)
    if isinstance(move, ChangeCard):
        return errors.PlacementPossible()
    if position.supply[position.seat] == 0:
        return errors.NoKnightInSupply()
    return _why_no_placement(engine, position, move)


def _why_no_bastion(engine: Engine, move: PlaceBastion) -> Refusal:
    if is_river(move.target(engine.board)):
        return errors.BastionOnRiver(field=move.field)
    return errors.BastionFieldOccupied(field=move.field)


def _why_no_placement(engine: Engine, position: Position, move: Settle | Convert | Reinforce) -> Refusal:
    if isinstance(move, Reinforce):
        return _why_no_reinforcement(engine, position, move)
    name = move.target(engine.board)
    if isinstance(move, Settle):
        is_free = position.piece[engine.board.numbers[name]] == FREE
        return errors.RiverNotOpen(field=name) if is_free else errors.FieldOccupied(field=name)
    if position.archbishop != position.seat:
        return errors.NotArchbishop()
    return errors.NoKnightToConvert(field=name)


def _why_no_reinforcement(engine: Engine, position: Position, move: Reinforce) -> Refusal:
    name = move.target(engine.board)
    field = engine.board.numbers[name]
    if position.piece[field] != FREE:
        return errors.FieldOccupied(field=name)
    if is_river(name) and position.reinforce_on_river != YES:
        return errors.RiverNotReinforced(field=name)
    if engine.of(can_reinforce)(position, field):
        return errors.SettleInstead(field=name, card=move.card)
    if not engine.of(is_beside)(position, field, position.seat):
        return errors.NoKnightBeside(field=name)
    return errors.OtherKnightBeside(field=name)
