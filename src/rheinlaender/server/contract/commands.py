"""Commands: what people ask a table to do."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, field_validator

from rheinlaender.game.options import read_options
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import LONGEST_POSITION
from rheinlaender.server.contract.publishing import ChangePublic
from rheinlaender.server.contract.quiet import Hush
from rheinlaender.server.contract.times import ClockWish, NightWish
from rheinlaender.server.contract.words import (
    GivenString,
    Id,
    Language,
    Level,
    Message,
    MoveText,
    Name,
    Pace,
    Registered,
    SeatLetter,
    SeatOrAll,
    Secret,
)


class PersonWish(Message):
    """A seat for a person who uses the device on which the table is opened."""

    kind: Literal["person"]
    name: Name | Literal[""] = ""


class OpenWish(Message):
    """A seat that waits for somebody."""

    kind: Literal["open"]


class BotWish(Message):
    """A seat for a computer player."""

    kind: Literal["bot"]
    level: Level | Registered


SeatWish = Annotated[PersonWish | OpenWish | BotWish, Field(discriminator="kind")]
TurnNumber = Annotated[int, Field(ge=0, le=1000)]
ChangedSeat = Annotated[OpenWish | BotWish, Field(discriminator="kind")]


class GivenPosition(Message):
    """A position in notation: what it hides or leaves out is dealt anew."""

    of: Literal["position"]
    position: Annotated[str, StringConstraints(max_length=LONGEST_POSITION)]


class FormerGame(Message):
    """A game that is over, after so many turns: as a seat saw it then, the rest dealt anew, or as it was (`*`)."""

    of: Literal["table"]
    table: Id
    turn: TurnNumber
    seen: SeatOrAll = "*"


WishedBeginning = Annotated[GivenPosition | FormerGame, Field(discriminator="of")]


class OpenTable(Message):
    """Open a table."""

    id: Id
    secret: Secret
    seats: Annotated[list[SeatWish], Field(min_length=3, max_length=5)]
    options: Annotated[str, StringConstraints(max_length=300)] = "parker"
    first: SeatLetter | Literal["chance"] = "chance"
    pace: Pace = "live"
    clock: ClockWish | None = None
    stand_in: Level | None = None
    grace: Annotated[int, Field(ge=5, le=86400)] = 60
    hints: bool = True
    is_public: bool = False
    """Whether everybody finds the table in the lobby."""
    language: Language | None = None
    """The language of whoever opens it, for those who look for a table."""
    ready_check: bool = False
    """Whether everybody says that they are ready before the game starts."""
    gives_string: bool = False
    """Whether the opener gives a string before the deal; the game does not start before it comes."""
    beginning: WishedBeginning | None = None
    """The position at which the game begins; its options and who begins are those of the position."""

    @field_validator("options")
    @classmethod
    def options_can_be_read(cls, options: str) -> str:
        """Options that are not in the notation are refused."""
        try:
            read_options(options)
        except Refusal as refusal:
            raise ValueError(str(refusal)) from refusal
        return options


class Sit(Message):
    """Take an open seat, with a new seat secret."""

    id: Id
    name: Literal["sit"]
    secret: Secret
    player: Name
    seat: SeatLetter | None = None
    string: GivenString | None = None


class GiveString(Message):
    """Give a string for the deal, before it."""

    id: Id
    name: Literal["give_string"]
    string: GivenString


class Leave(Message):
    """Give a seat back before the start."""

    id: Id
    name: Literal["leave"]
    seat: SeatLetter


class Rename(Message):
    """Change the name on a seat."""

    id: Id
    name: Literal["rename"]
    seat: SeatLetter
    player: Name


class ChangeSeat(Message):
    """Make an open seat a computer player's, or the other way round, before the start."""

    id: Id
    name: Literal["change_seat"]
    seat: SeatLetter
    to: ChangedSeat


class Unseat(Message):
    """Take a seat back from whoever sits there, before the start."""

    id: Id
    name: Literal["unseat"]
    seat: SeatLetter
    to: ChangedSeat


class Ready(Message):
    """Say that the game may start, or may not yet."""

    id: Id
    name: Literal["ready"]
    is_ready: bool = True


class Start(Message):
    """Start the game; open seats become computer players, or without a level are left out."""

    id: Id
    name: Literal["start"]
    level: Level | None = "knight"


class Play(Message):
    """Play a whole turn."""

    id: Id
    name: Literal["play"]
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=4)]
    turn: TurnNumber


class ChangeStandIn(Message):
    """Change who plays for absent people."""

    id: Id
    name: Literal["change_stand_in"]
    level: Level | None


class ChangeHints(Message):
    """Allow hints, or don't."""

    id: Id
    name: Literal["change_hints"]
    hints: bool


class ChangeWatchers(Message):
    """Let others watch, or don't."""

    id: Id
    name: Literal["change_watchers"]
    watchers: bool


class SetNight(Message):
    """Say in which hours one sleeps; null for none."""

    id: Id
    name: Literal["set_night"]
    night: NightWish | None


class Nudge(Message):
    """Remind whoever is to move."""

    id: Id
    name: Literal["nudge"]
    turn: TurnNumber


class Vote(Message):
    """Want to go on without waiting for whoever is to move, or to end the game without a result; or not (any more)."""

    id: Id
    name: Literal["vote"]
    what: Literal["go_on", "end"]
    is_agreed: bool = True
    turn: TurnNumber | None = None


class ComeBack(Message):
    """Play oneself again where a computer player has played."""

    id: Id
    name: Literal["come_back"]


class Resign(Message):
    """Let a computer player play to the end."""

    id: Id
    name: Literal["resign"]


class Rematch(Message):
    """Play again; the next seat begins, or the one that has the fewest coins."""

    id: Id
    name: Literal["rematch"]
    first: Literal["clockwise", "loser"] = "clockwise"
    gives_string: bool = False


Command = Annotated[
    Sit
    | GiveString
    | Leave
    | Rename
    | ChangeSeat
    | Unseat
    | Ready
    | Start
    | Play
    | ChangeStandIn
    | ChangeHints
    | ChangeWatchers
    | ChangePublic
    | Hush
    | SetNight
    | Nudge
    | Vote
    | ComeBack
    | Resign
    | Rematch,
    Field(discriminator="name"),
]
