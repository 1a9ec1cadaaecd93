"""What cannot be reviewed."""

from rheinlaender.i18n import Refusal


class GameGoesOn(Refusal):
    """A game is reviewed when it is over; before, a review would tell what nobody may know."""

    code = "game_goes_on"


class NoResult(Refusal):
    """The game was ended by agreement: there is no result to be explained."""

    code = "no_result"


class RecordHides(Refusal):
    """The record is what one seat saw; a review needs every hand."""

    code = "record_hides"
