"""Refusals about a table that cannot be set up: seats, options, seed. Game and batches share them."""

from rheinlaender.i18n import Refusal


class WrongSeats(Refusal):
    """The game is for 3, 4 or 5 seats."""

    code, section = "wrong_seats", "1.1"


class WrongOptions(Refusal):
    """Something that is no options in any form."""

    code, section = "wrong_options", "9"


class UnknownOption(Refusal):
    """There is no such option."""

    code, section = "unknown_option", "9"


class WrongOptionValue(Refusal):
    """The option has no such value."""

    code, section = "wrong_option_value", "9"


class UnknownPreset(Refusal):
    """There is no such preset."""

    code, section = "unknown_preset", "9.8"


class SeedOutOfRange(Refusal):
    """A seed is a number of 64 bits."""

    code = "seed_out_of_range"
