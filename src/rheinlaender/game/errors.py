"""Refusals of the game: each has a code, the section of the rules that forbids it, and words in the catalogue."""

from rheinlaender.i18n import Refusal
from rheinlaender.rules.refusals import (
    SeedOutOfRange as SeedOutOfRange,
    UnknownOption as UnknownOption,
    UnknownPreset as UnknownPreset,
    WrongOptions as WrongOptions,
    WrongOptionValue as WrongOptionValue,
    WrongSeats as WrongSeats,
)


class IllegalMove(Refusal):
    """A move that the rules forbid."""


class GameOver(IllegalMove):
    """The game is over."""

    code, section = "game_over", "6"


class NotYourTurn(IllegalMove):
    """Another seat is to move."""

    code, section = "not_your_turn", "2"


class KnightFirst(IllegalMove):
    """A bastion, or its absence, before a knight was placed."""

    code, section = "knight_first", "2.2"


class KnightAlreadyPlaced(IllegalMove):
    """A second card in one turn."""

    code, section = "knight_already_placed", "2.1"


class CardNotInHand(IllegalMove):
    """The card is not in the seat's hand."""

    code, section = "card_not_in_hand", "2.1"


class NoKnightInSupply(IllegalMove):
    """The seat has no knight left to place."""

    code, section = "no_knight_in_supply", "2.4"


class FieldOccupied(IllegalMove):
    """A knight or bastion is on the field already."""

    code, section = "field_occupied", "2.1"


class RiverNotOpen(IllegalMove):
    """The river field is settled only when both banks are taken."""

    code, section = "river_not_open", "2.1.1"


class RiverNotReinforced(IllegalMove):
    """Reinforcements go on land."""

    code, section = "river_not_reinforced", "2.1.2"


class NoKnightBeside(IllegalMove):
    """A reinforcement needs a neighbouring knight of one's own."""

    code, section = "no_knight_beside", "2.1.2"


class OtherKnightBeside(IllegalMove):
    """A reinforcement must not neighbour another seat's knight."""

    code, section = "other_knight_beside", "2.1.2"


class SettleInstead(IllegalMove):
    """A field that the card can settle is settled, not reinforced."""

    code, section = "settle_instead", "2.1.2"


class NotArchbishop(IllegalMove):
    """Only the archbishop converts."""

    code, section = "not_archbishop", "2.1.3"


class NoKnightToConvert(IllegalMove):
    """There is no knight of another seat on the field."""

    code, section = "no_knight_to_convert", "2.1.3"


class PlacementPossible(IllegalMove):
    """A card is changed only when nothing can be placed."""

    code, section = "placement_possible", "2.4"


class BastionOnRiver(IllegalMove):
    """Bastions stand on land."""

    code, section = "bastion_on_river", "2.2"


class BastionFieldOccupied(IllegalMove):
    """A bastion needs a free field."""

    code, section = "bastion_field_occupied", "2.2"


class UnknownField(Refusal):
    """No field has this name."""

    code = "unknown_field"


class UnknownSeat(Refusal):
    """The game has no such seat."""

    code = "unknown_seat"


class NothingToUndo(Refusal):
    """No move has been made."""

    code = "nothing_to_undo"


class BadNotation(Refusal):
    """A text that is not in notation: where, what was found, what was expected."""

    code = "bad_notation"


class ImpossiblePosition(Refusal):
    """A position that no game can reach."""

    code = "impossible_position"


class NotVerifiable(Refusal):
    """A record that lacks something by which its deal could be checked."""

    code = "not_verifiable"


class WrongRecord(Refusal):
    """A record of a game that does not replay."""

    code = "wrong_record"
