"""The words of the contract: what ids, names, seats, moves and times look like, and what a message is."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from rheinlaender.server.settings import BOT_PATTERN
from rheinlaender.server.values.seat import REGISTERED
from rheinlaender.server.values.secret import SECRET_PATTERN

_CONTROL = r"\u0000-\u001f\u007f-\u009f"
"""Characters that no text has; which others a name may not have, and why, `values.naming` says."""
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Secret = Annotated[str, StringConstraints(pattern=SECRET_PATTERN)]
Name = Annotated[str, StringConstraints(pattern=rf"^[^\s{_CONTROL}]([^{_CONTROL}]{{0,38}}[^\s{_CONTROL}])?$")]
SeatLetter = Literal["a", "b", "c", "d", "e"]
Letters = Annotated[str, StringConstraints(pattern="^[a-e]{0,5}$")]
Level = Literal["squire", "knight", "duke", "archbishop"]
Registered = Annotated[str, StringConstraints(pattern=f"^{REGISTERED}{BOT_PATTERN}$")]
"""A computer player that the operator of the server has added."""
Stage = Literal["waiting", "playing", "over"]
Pace = Literal["live", "days"]
Why = Literal["time", "vote", "resigned"]
"""Why a computer player plays for a person: the time has run out, the others wait no longer, or they have resigned."""
GivenString = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""What somebody gives for the deal."""
Ended = Literal["agreement"]
"""Why a game is over without a result."""
Card = Annotated[int, Field(ge=1, le=54)]
MoveText = Annotated[str, StringConstraints(pattern=r"^[0-9LWRx>@.\-]{1,8}$")]
Field_ = Annotated[str, StringConstraints(pattern="^[LWR][0-9]{1,2}$")]
Site = Annotated[str, StringConstraints(pattern="^[A-Z]$")]
SeatOrAll = Literal["a", "b", "c", "d", "e", "-", "*"]
Language = Literal["en", "de", "nl", "hu"]
CataloguePart = Literal[
    "lessons", "after", "company", "identity", "calls", "today", "compare", "lobby", "history", "puzzles"
]
Time = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
Share = Annotated[float, Field(ge=0, le=1, description="How much of its time a search had; less under load.")]


class Message(BaseModel):
    """A message: exactly its parts, with exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True)
