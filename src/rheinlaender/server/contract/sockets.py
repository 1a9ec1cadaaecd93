"""Sockets: what is said on them, both ways."""

from typing import Annotated, Literal

from pydantic import Field

from rheinlaender.server.contract.answers import ReplyBody
from rheinlaender.server.contract.commands import Command
from rheinlaender.server.contract.frames import Frame
from rheinlaender.server.contract.refusals import RefusalBody
from rheinlaender.server.contract.talk import RemarkBody
from rheinlaender.server.contract.words import Id, Message, SeatLetter, Secret


class Hello(Message):
    """The first message of a socket."""

    secret: Secret | None = None
    after: Annotated[int, Field(ge=-1, le=1_000_000)] | None = None


class HelloMessage(Message):
    """The first message of a socket, in its envelope."""

    hello: Hello


class SocketMessage(Message):
    """A message that a client sends on a socket: a command or a ping."""

    command: Command | None = None
    ping: int | None = None


class RefusedReply(Message):
    """The answer to a command that was refused, on a socket."""

    id: Id
    ok: Literal[False]
    refusal: RefusalBody


class FrameSaid(Message):
    """A frame, on a socket."""

    frame: Frame


class PresenceSaid(Message):
    """Which of the people are connected, by their seats."""

    presence: dict[SeatLetter, bool]


class WatchersSaid(Message):
    """How many are connected who have no seat."""

    watchers: int


class Clocks(Message):
    """What everybody has left, in milliseconds, and whose clock runs from now on, but not before `delay`."""

    left: dict[SeatLetter, int]
    running: SeatLetter | None
    delay: Annotated[int, Field(description="The milliseconds that cost nothing yet.")]
    is_night: Annotated[bool, Field(description="Whether whoever is to move sleeps, so that no clock runs.")]


class ClocksSaid(Message):
    """The clocks, after every frame of a table that has them."""

    clocks: Clocks


class TalkSaid(Message):
    """Something that was said at the table, to those who hear it."""

    talk: RemarkBody


class ReplySaid(Message):
    """The answer to a command, on a socket."""

    reply: ReplyBody | RefusedReply


class PongSaid(Message):
    """The answer to a ping: the same number."""

    pong: int


class FailureSaid(Message):
    """Why the server closes a socket."""

    failure: RefusalBody


Said = FrameSaid | ClocksSaid | PresenceSaid | WatchersSaid | TalkSaid | ReplySaid | PongSaid | FailureSaid
"""Whatever the server says on a socket."""
