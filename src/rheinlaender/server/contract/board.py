"""The board: where everything on it has its place, and the options of a game."""

from typing import Annotated, Literal

from pydantic import Field

from rheinlaender.server.contract.words import Field_, Message, Site

Point = Annotated[list[float], Field(min_length=2, max_length=2, description="x and y on the sheet")]


class FieldPlace(Message):
    """A field: its outline, where a piece, its number and a second piece stand, and what it belongs to."""

    outline: list[Point]
    piece: Point
    label: Point
    beside: Point
    sites: list[Site]
    region: int
    bank: Literal["L", "W", "R"]


class SitePlace(Message):
    """A site, and the fields that touch it."""

    at: Point
    radius: float
    fields_: Annotated[list[Field_], Field(alias="fields")]


class Cartouche(Message):
    """The place for the name of the board."""

    x: float
    y: float
    width: float
    height: float


class BoardPlaces(Message):
    """Everything that a browser needs to draw on the sheet of the board."""

    name: str
    note: str
    width: float
    height: float
    margin: float
    is_turned: Annotated[bool, Field(description="Whether all places are those of the sheet turned to the left")]
    cartouche: Cartouche
    river: Annotated[list[list[Point]], Field(description="The middle of the stream and of each arm")]
    fields_: Annotated[dict[Field_, FieldPlace], Field(alias="fields")]
    sites: dict[Site, SitePlace]
    regions: dict[str, list[Field_]]
    aliases: Annotated[dict[Field_, Field_], Field(description="Other names of island fields")]


class OptionList(Message):
    """The values of each option, the usual one first, and what each preset says of them."""

    options: dict[str, list[str]]
    presets: dict[str, dict[str, str]]
