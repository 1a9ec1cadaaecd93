"""What can be wrong with a board file."""

from rheinlaender.i18n import Refusal


class BoardError(Refusal):
    """A board file that cannot be used."""

    code = "board"


class BoardUnreadable(BoardError):
    """The file cannot be opened or is not JSON of the expected form."""

    code = "board_unreadable"


class BoardWrong(BoardError):
    """The file is a board, but not one that this game can be played on."""

    code = "board_wrong"
