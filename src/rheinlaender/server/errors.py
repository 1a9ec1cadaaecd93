"""Refusals of the server, each with the status that it is answered with."""

from typing import Any, ClassVar

from rheinlaender.game import errors as game
from rheinlaender.i18n import Refusal

AGAINST_STATE = 409
STATUS_OF_GAME: dict[type[Refusal], int] = {
    game.BadNotation: 400,
    game.ImpossiblePosition: 400,
    game.WrongRecord: 400,
    game.UnknownField: 422,
    game.UnknownSeat: 422,
    game.UnknownOption: 422,
    game.UnknownPreset: 422,
    game.WrongOptionValue: 422,
}


class ServerRefusal(Refusal):
    """A refusal of the server."""

    status: ClassVar[int] = AGAINST_STATE


class Malformed(ServerRefusal):
    """A message that cannot be read."""

    code, status = "malformed", 400


class SecretMissing(ServerRefusal):
    """Something that needs a secret was asked without one."""

    code, status = "secret_missing", 401


class NotYourSeat(ServerRefusal):
    """The secret does not hold the seat."""

    code, status = "not_your_seat", 403


class NotOwner(ServerRefusal):
    """The secret is not that of the table's owner."""

    code, status = "not_owner", 403


class StillHidden(ServerRefusal):
    """What other seats hold is shown when the game is over."""

    code, status = "still_hidden", 403


class NoSuchTable(ServerRefusal):
    """No table has this id."""

    code, status = "no_such_table", 404


class NoSuchPage(ServerRefusal):
    """Nothing is found under this address."""

    code, status = "no_such_page", 404


class NoSuchBot(ServerRefusal):
    """The server has no such computer player."""

    code, status = "no_such_bot", 422


class NoSuchTurn(ServerRefusal):
    """The game has no such turn yet."""

    code, status = "no_such_turn", 404


class WrongMethod(ServerRefusal):
    """The address exists, but not for this kind of request."""

    code, status = "wrong_method", 405


class SeatTaken(ServerRefusal):
    """Somebody else sits there."""

    code = "seat_taken"


class SeatNotTaken(ServerRefusal):
    """Nobody sits there who could be sent away."""

    code = "seat_not_taken"


class OwnSeat(ServerRefusal):
    """Owners give their own seats back by leaving them."""

    code = "own_seat"


class Unseated(ServerRefusal):
    """The owner has taken the seat of this secret back."""

    code, status = "unseated", 403


class WatchersOff(ServerRefusal):
    """The owner lets nobody watch."""

    code, status = "watchers_off", 403


class NotReady(ServerRefusal):
    """Somebody has not said yet that the game may start."""

    code = "not_ready"


class TooFewSeats(ServerRefusal):
    """Without the open seats too few would be left to play."""

    code = "too_few_seats"


class OtherSeats(ServerRefusal):
    """The position has another number of seats."""

    code, status = "other_seats", 422


class NoOpenSeat(ServerRefusal):
    """Every seat is taken."""

    code = "no_open_seat"


class AlreadyStarted(ServerRefusal):
    """The game has started."""

    code = "already_started"


class NotStarted(ServerRefusal):
    """The game has not started yet."""

    code = "not_started"


class NotOver(ServerRefusal):
    """The game is still going on."""

    code = "not_over"


class TurnOver(ServerRefusal):
    """The message is about another turn than the one that is being played."""

    code = "turn_over"


class TurnUnfinished(ServerRefusal):
    """A decision of the turn is missing."""

    code = "turn_unfinished"


class TurnDecided(ServerRefusal):
    """More decisions than the turn has."""

    code = "turn_decided"


class HintsOff(ServerRefusal):
    """There are no hints at this table."""

    code = "hints_off"


class SaidEnough(ServerRefusal):
    """So much has been said at the table that nothing more is kept."""

    code = "said_enough"


class NoSuchLesson(ServerRefusal):
    """No lesson has this name."""

    code, status = "no_such_lesson", 404


class NoSuchStep(ServerRefusal):
    """The lesson has no step of this number."""

    code, status = "no_such_step", 404


class NothingToPlay(ServerRefusal):
    """A move in a step in which one only looks."""

    code = "nothing_to_play"


class NothingToTap(ServerRefusal):
    """Taps in a step in which a move is to be made."""

    code = "nothing_to_tap"


class ChangedTooOften(ServerRefusal):
    """The same has been changed at the table so often that it may not be changed any more."""

    code = "changed_too_often"


class TableBusy(ServerRefusal):
    """Others wrote to the table again and again while this was being carried out."""

    code, status = "table_busy", 503


class EntryTooNew(ServerRefusal):
    """A newer version of the server has written to the table, in a way that this one does not know."""

    code, status = "entry_too_new", 503


class ServerBusy(ServerRefusal):
    """The server cannot do this now; `seconds` later it may."""

    code, status = "server_busy", 503


class LengthMissing(ServerRefusal):
    """A message that does not say before it how long it is."""

    code, status = "length_missing", 411


class TooLarge(ServerRefusal):
    """A message that is longer than it may be."""

    code, status = "too_large", 413


class WrongValue(ServerRefusal):
    """A part of a message has a wrong type or value."""

    code, status = "wrong_value", 422


class TooManyRequests(ServerRefusal):
    """An address asks too often."""

    code, status = "too_many_requests", 429


class TooManyConnections(ServerRefusal):
    """A table or an address has too many open connections."""

    code, status = "too_many_connections", 429


class TooSlow(ServerRefusal):
    """A connection that does not take what is sent to it."""

    code, status = "too_slow", 408


class ServerFailed(ServerRefusal):
    """Something went wrong inside; it is in the server's log."""

    code, status = "server_failed", 500


class PortTaken(Refusal):
    """Another program listens at the address already."""

    code = "port_taken"


def status_of(refusal: Refusal) -> int:
    """The status that a refusal is answered with."""
    if isinstance(refusal, ServerRefusal):
        return refusal.status
    return STATUS_OF_GAME.get(type(refusal), AGAINST_STATE)


def write_refusal(refusal: Refusal) -> dict[str, Any]:
    """A refusal as it is sent."""
    return {"code": refusal.code, "arguments": refusal.arguments, "section": refusal.section or None}
