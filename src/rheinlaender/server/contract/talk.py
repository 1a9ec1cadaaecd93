"""Talk: what people say to each other at a table, and how it is sent."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rheinlaender.server.contract.commands import TurnNumber
from rheinlaender.server.contract.words import Id, Message, SeatLetter, Time

Reaction = Literal[
    "hello",
    "good_luck",
    "a_moment",
    "take_your_time",
    "well_played",
    "bold",
    "lucky",
    "ouch",
    "revenge",
    "phew",
    "sorry",
    "laugh",
    "exciting",
    "thanks",
    "good_game",
    "congratulations",
    "again",
]
"""What can be said ready-made: a key, which everybody reads in their own language."""
Room = Literal["players", "watchers", "all"]
"""Among whom something was said: those who play, those who watch, or everybody after the game."""


class SayText(Message):
    """Say something in one's own words."""

    id: Id
    text: Annotated[str, StringConstraints(min_length=1, max_length=16_000)]


class SayReaction(Message):
    """Say something ready-made, perhaps about a turn."""

    id: Id
    reaction: Reaction
    about: TurnNumber | None = None


Say = SayText | SayReaction


class RemarkBody(Message):
    """Something that was said. Of what was erased neither text nor reaction is left."""

    room: Room
    number: Annotated[int, Field(description="Its number among those who hear it, from 1 on.")]
    at: Time
    seat: SeatLetter | None
    watcher: Annotated[int | None, Field(description="Where no seat speaks: which of the watchers, from 1 on.")]
    is_yours: bool
    text: str | None
    reaction: Reaction | None
    about: Annotated[int | None, Field(description="The turn that a reaction is about.")]


class Talk(Message):
    """What was said at a table, as far as the sender hears it: the newest of each room, in order."""

    said: list[RemarkBody]
