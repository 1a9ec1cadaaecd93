"""Refusals of what people ask of each other at a table, each with the status that it is answered with."""

from rheinlaender.server.errors import ServerRefusal, TooManyRequests


class NobodyToWaitFor(ServerRefusal):
    """It is not the turn of a person whom others wait for."""

    code = "nobody_to_wait_for"


class AlreadyNudged(ServerRefusal):
    """Whoever is to move was nudged by the same person in this turn."""

    code = "already_nudged"


class NudgeFirst(ServerRefusal):
    """Whoever is to move has to be nudged first, and then has a while."""

    code = "nudge_first"


class NothingProposed(ServerRefusal):
    """Nobody wants to end the game, or not any more."""

    code = "nothing_proposed"


class EndDeclined(ServerRefusal):
    """Somebody has declined in this turn to end the game."""

    code = "end_declined"


class NotAway(ServerRefusal):
    """Nobody plays for the seats of this secret."""

    code = "not_away"


class HasResigned(ServerRefusal):
    """Whoever has resigned plays no more in this game."""

    code = "has_resigned"


class UnknownZone(ServerRefusal):
    """The server knows no such time zone."""

    code, status = "unknown_zone", 422


class CallsOff(ServerRefusal):
    """This server calls nobody in that way."""

    code = "calls_off"


class WrongEndpoint(ServerRefusal):
    """A push service that is not a public one, or keys for it that are none."""

    code, status = "wrong_endpoint", 422


class LobbyOff(ServerRefusal):
    """The operator of this server has switched the lobby off."""

    code = "lobby_off"


class PublishedTooOften(TooManyRequests):
    """An address has made so many tables public that it has to wait; `seconds` later it may again."""

    code = "published_too_often"


class TalkOff(ServerRefusal):
    """Somebody at the table wants quiet."""

    code = "talk_off"


class NothingSaid(ServerRefusal):
    """A text in which there is nothing to be seen."""

    code, status = "nothing_said", 422


class SaidTooLong(ServerRefusal):
    """A text that is longer than `most` characters."""

    code, status = "said_too_long", 422


class TodayOff(ServerRefusal):
    """This server has no deal of the day, or had none on that day."""

    code, status = "today_off", 404


class DayOver(ServerRefusal):
    """The day has passed whose deal was to be played."""

    code = "day_over"


class AttemptFirst(ServerRefusal):
    """One practises when the attempt that counts is over."""

    code = "attempt_first"


class FinishFirst(ServerRefusal):
    """On a day only those look at its games who have played it to the end themselves."""

    code, status = "finish_first", 403


class PractisedEnough(ServerRefusal):
    """The deal of a day is practised `most` times at most."""

    code = "practised_enough"


class NotReviewed(ServerRefusal):
    """The review of the game is not there, has no such decision, or nothing was to be decided there."""

    code = "not_reviewed"
