"""Time: what a table may say of its clocks, and a person of their nights."""

from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from rheinlaender.server.contract.words import Message
from rheinlaender.server.values.clock import LONGEST_NIGHT


class ClockWish(Message):
    """So many seconds for all turns of a person, and so many more with each; at pace `days` so many for each turn."""

    bank: Annotated[int, Field(ge=10, le=14 * 86400)]
    increment: Annotated[int, Field(ge=0, le=600)] = 0


class NightWish(Message):
    """Hours of a person's day in which no time passes: from a full hour to another, at most twelve."""

    zone: Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_+\-]{0,30}(/[A-Za-z0-9_+\-]{1,30}){0,2}$")]
    begins: Annotated[int, Field(ge=0, le=23)]
    ends: Annotated[int, Field(ge=0, le=23)]

    @model_validator(mode="after")
    def is_not_all_day(self) -> "NightWish":
        """A night that hardly ends is refused."""
        if (self.ends - self.begins) % 24 > LONGEST_NIGHT:
            raise ValueError(f"a night has at most {LONGEST_NIGHT} hours")
        return self
