"""Messages: everything that is sent and received, with its types and limits. `/openapi.json` is made from this."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from rheinlaender.game.options import read_options
from rheinlaender.i18n import Refusal
from rheinlaender.server.values.secret import SECRET_PATTERN

_UNSEEN = r"\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff"
"""Characters that a name may not have: they are not seen, or they turn the text around."""

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Secret = Annotated[str, StringConstraints(pattern=SECRET_PATTERN)]
Name = Annotated[str, StringConstraints(pattern=rf"^[^\s{_UNSEEN}]([^{_UNSEEN}]{{0,38}}[^\s{_UNSEEN}])?$")]
SeatLetter = Literal["a", "b", "c", "d", "e"]
Letters = Annotated[str, StringConstraints(pattern="^[a-e]{0,5}$")]
Level = Literal["squire", "knight", "duke", "archbishop"]
Stage = Literal["waiting", "playing", "over"]
Pace = Literal["live", "days"]
Card = Annotated[int, Field(ge=1, le=54)]
MoveText = Annotated[str, StringConstraints(pattern=r"^[0-9LWRx>@.\-]{1,8}$")]
Field_ = Annotated[str, StringConstraints(pattern="^[LWR][0-9]{1,2}$")]
Site = Annotated[str, StringConstraints(pattern="^[A-Z]$")]
SeatOrAll = Literal["a", "b", "c", "d", "e", "-", "*"]
Language = Literal["en", "de", "nl", "hu"]
Time = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]


class Message(BaseModel):
    """A message: exactly its parts, with exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True)


# What is asked


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
    level: Level


SeatWish = Annotated[PersonWish | OpenWish | BotWish, Field(discriminator="kind")]
ChangedSeat = Annotated[OpenWish | BotWish, Field(discriminator="kind")]


class OpenTable(Message):
    """Open a table."""

    id: Id
    secret: Secret
    seats: Annotated[list[SeatWish], Field(min_length=3, max_length=5)]
    options: Annotated[str, StringConstraints(max_length=300)] = "parker"
    first: SeatLetter | Literal["chance"] = "chance"
    pace: Pace = "live"
    stand_in: Level | None = None
    grace: Annotated[int, Field(ge=5, le=86400)] = 60
    hints: bool = True

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


class Start(Message):
    """Start the game; open seats become computer players."""

    id: Id
    name: Literal["start"]
    level: Level = "knight"


class Play(Message):
    """Play a whole turn."""

    id: Id
    name: Literal["play"]
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=4)]
    turn: Annotated[int, Field(ge=0, le=1000)]


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


class Rematch(Message):
    """Play again."""

    id: Id
    name: Literal["rematch"]


Command = Annotated[
    Sit | Leave | Rename | ChangeSeat | Start | Play | ChangeStandIn | ChangeHints | Rematch,
    Field(discriminator="name"),
]


class Attempt(Message):
    """A card on a field, or without a card a bastion on it, legal or not; the server knows which move that is."""

    card: Card | None = None
    field: Field_


class PreviewQuestion(Message):
    """What would these decisions do, and after them an attempt?"""

    moves: Annotated[list[MoveText], Field(max_length=4)]
    attempt: Attempt | None = None
    turn: Annotated[int, Field(ge=0, le=1000)] | None = None


class HintQuestion(Message):
    """What would a good player do after these decisions?"""

    moves: Annotated[list[MoveText], Field(max_length=4)] = []
    turn: Annotated[int, Field(ge=0, le=1000)] | None = None


class KnownTable(Message):
    """A table that somebody knows, with the secret for it."""

    table: Id
    secret: Secret | None = None


class StatusQuestion(Message):
    """How do these tables stand?"""

    tables: Annotated[list[KnownTable], Field(max_length=100)]


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


# What is answered


class RefusalBody(Message):
    """Why something was refused; its words are `refusal.<code>` in the catalogue."""

    code: str
    arguments: dict[str, Any]
    section: str | None


class RefusalAnswer(Message):
    """The answer to whatever is refused."""

    refusal: RefusalBody


class Opened(Message):
    """The answer to opening a table."""

    table: Id
    seats: Letters


class Reply(Message):
    """The answer to a command that was carried out."""

    id: Id
    ok: Literal[True]
    seats: Letters | None = None
    """The seats that are held now: of `sit`."""
    turn: int | None = None
    """The number of the turn that was played: of `play`."""
    table: Id | None = None
    """The next table: of `rematch`."""


class TableSeat(Message):
    """A seat of a table."""

    seat: SeatLetter
    kind: Literal["person", "open", "bot"]
    name: str
    level: Level | None


class OwnTableSeat(TableSeat):
    """A seat of a table, and whether it is the receiver's."""

    is_yours: bool


class You(Message):
    """What the receiver is to the table."""

    seats: Letters
    is_owner: bool


class TableBody(Message):
    """Everything about a table but the game."""

    id: str
    stage: Stage
    seats: list[OwnTableSeat]
    you: You
    options: str
    option_values: dict[str, str | int | bool]
    first: SeatLetter | Literal["chance"]
    pace: Pace
    stand_in: Level | None
    grace: int
    hints: bool
    rematch: Id | None
    opened: Time


class Event(BaseModel):
    """Something that happened; its words are `event.<name>`, filled by its other parts."""

    model_config = ConfigDict(extra="allow", strict=True)
    name: str


class Reason(BaseModel):
    """Why a move is good; its words are `reason.<name>`, filled by its other parts."""

    model_config = ConfigDict(extra="allow", strict=True)
    name: str


class OpenedEntry(Message):
    """The table was opened."""

    kind: Literal["opened"]
    at: Time


class SatEntry(Message):
    """Somebody took an open seat."""

    kind: Literal["sat"]
    at: Time
    seat: SeatLetter
    name: str


class LeftEntry(Message):
    """Somebody gave a seat back."""

    kind: Literal["left"]
    at: Time
    seat: SeatLetter


class RenamedEntry(Message):
    """Somebody has another name now."""

    kind: Literal["renamed"]
    at: Time
    seat: SeatLetter
    name: str


class SeatChangedEntry(Message):
    """The owner made a seat open, or a computer player's."""

    kind: Literal["seat_changed"]
    at: Time
    seat: SeatLetter
    to: ChangedSeat


class StartedEntry(Message):
    """The game began."""

    kind: Literal["started"]
    at: Time
    seats: list[TableSeat]
    first: SeatLetter


class TurnEntry(Message):
    """A turn was played."""

    kind: Literal["turn"]
    at: Time
    seat: SeatLetter
    by: Literal["person"] | Level
    moves: list[MoveText]
    turn: int
    events: list[Event]


class StandInChangedEntry(Message):
    """The owner changed who plays for absent people."""

    kind: Literal["stand_in_changed"]
    at: Time
    level: Level | None


class HintsChangedEntry(Message):
    """The owner allowed hints, or not."""

    kind: Literal["hints_changed"]
    at: Time
    hints: bool


class RematchEntry(Message):
    """The next table was opened."""

    kind: Literal["rematch"]
    at: Time
    table: Id


Entry = Annotated[
    OpenedEntry
    | SatEntry
    | LeftEntry
    | RenamedEntry
    | SeatChangedEntry
    | StartedEntry
    | TurnEntry
    | StandInChangedEntry
    | HintsChangedEntry
    | RematchEntry,
    Field(discriminator="kind"),
]


class SeatView(Message):
    """What a seat has, as far as the receiver may know."""

    seat: SeatLetter
    supply: int
    bastions: int
    coins: int | None
    bishops: int
    is_archbishop: bool
    dukes: int
    worth: int
    hand_size: int


class DuchyView(Message):
    """A duchy; `at` is where the drawing puts its duke."""

    name: Field_
    fields_: Annotated[list[Field_], Field(alias="fields")]
    knights: dict[SeatLetter, int]
    sites: list[Site]
    duke: SeatLetter | None
    leader: SeatLetter | None
    worth: int
    has_bishop: bool
    at: Annotated[list[float], Field(min_length=2, max_length=2)] | None


class LegalMove(Message):
    """A legal move."""

    move: MoveText
    kind: Literal["settle", "reinforce", "convert", "change", "bastion", "none"]
    card: int | None
    field: Field_ | None


class LastMove(Message):
    """Who moved last, and where."""

    seat: SeatLetter
    fields_: Annotated[list[Field_], Field(alias="fields")]


class AccountLine(Message):
    """A line of the final account."""

    kind: Literal["paid", "duke", "archbishop"]
    coins: int
    duchy: Field_ | None = None
    sites: list[Site] | None = None


class ResultBody(Message):
    """The end of a game."""

    coins: dict[SeatLetter, int]
    winners: Letters
    account: dict[SeatLetter, list[AccountLine]]


class ViewBody(Message):
    """The game as the receiver may see it."""

    seat: SeatLetter | None
    turn: int
    to_move: SeatLetter
    phase: Literal["knight", "bastion", "draw", "over"]
    is_over: bool
    is_ending: bool
    landmarks: dict[Site, Literal["castle", "church", "city2", "city3", "city4"]]
    knights: dict[Field_, SeatLetter]
    garrisons: dict[Site, SeatLetter]
    bastions: list[Field_]
    seats: list[SeatView]
    duchies: list[DuchyView]
    hand: list[int]
    deck_size: int
    discard: list[int]
    moves: list[LegalMove]
    last: LastMove | None
    result: ResultBody | None


class Frame(Message):
    """All that a receiver may know after an entry of the table's log."""

    seq: int
    table: TableBody
    entry: Entry
    view: ViewBody | None


class Changes(Message):
    """What each seat would gain or lose."""

    supply: dict[SeatLetter, int]
    coins: dict[SeatLetter, int]
    worth: dict[SeatLetter, int]


class Preview(Message):
    """What decisions would do, up to the draw."""

    decisions: Annotated[list[LegalMove], Field(description="What was asked about, the attempt as its move.")]
    events: list[Event]
    view: ViewBody
    moves: Annotated[list[LegalMove], Field(description="The legal moves of the next decision.")]
    is_complete: bool
    changes: Changes


class Hint(LegalMove):
    """A good move and why."""

    reasons: list[Reason]


class TableStatus(Message):
    """How a table stands."""

    table: Id
    exists: bool
    stage: Stage
    seats: list[OwnTableSeat]
    held: Letters
    to_move: SeatLetter | None
    your_turn: bool
    turn: int
    changed: Time | None
    winners: Letters
    pace: Pace


class StatusAnswer(Message):
    """How tables stand."""

    tables: list[TableStatus]


class Replay(Message):
    """A game from its opening on."""

    table: TableBody
    frames: list[Frame]


class Health(Message):
    """How the server is."""

    status: Literal["ok", "failing"]
    database: bool
    engine: Literal["interpreted", "compiled"]
    version: str
