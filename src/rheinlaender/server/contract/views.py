"""Views: a game as its receiver may see it."""

from typing import Annotated, Literal

from pydantic import Field

from rheinlaender.server.contract.words import Field_, Letters, Message, MoveText, SeatLetter, Site


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
    standing: int
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


class AccountPart(Message):
    """What a line of the final account is made of: a duke, or a landmark with its site."""

    kind: Literal["duke", "castle", "church", "city2", "city3", "city4"]
    coins: int
    site: Site | None


class AccountLine(Message):
    """A line of the final account."""

    kind: Literal["paid", "duke", "archbishop"]
    coins: int
    parts: list[AccountPart]
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
    turns_left: Annotated[int, Field(description="How many turns are probably left, by the supplies.")]
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
