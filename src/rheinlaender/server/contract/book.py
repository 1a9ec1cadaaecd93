"""The rule book: its pages with their figures, and what is tried in a position."""

from typing import Annotated

from pydantic import Field, StringConstraints

from rheinlaender.notation.position import LONGEST_POSITION
from rheinlaender.server.contract.entries import EventBody
from rheinlaender.server.contract.questions import Attempt
from rheinlaender.server.contract.views import ViewBody
from rheinlaender.server.contract.words import Field_, Language, Letters, Message, MoveText, SeatLetter

MOST_PLAYED = 60


class TryQuestion(Message):
    """What would these decisions, and then an attempt, do in a position, after moves that were played in it before?"""

    position: Annotated[str, StringConstraints(max_length=LONGEST_POSITION, pattern=r"^rh1[ -~]*$")]
    played: Annotated[list[MoveText], Field(default_factory=list, max_length=MOST_PLAYED)]
    moves: Annotated[list[MoveText], Field(default_factory=list, max_length=4)]
    attempt: Attempt | None = None


class StatementBody(Message):
    """Something that holds in a stage of a figure, in words."""

    kind: str
    words: str
    fields_: Annotated[list[Field_], Field(alias="fields")]
    seat: Annotated[Letters | None, Field(description="The seat that it is about, or all of them.")]
    section: Annotated[str | None, Field(description="The section of the rules that forbids it, if one does.")]


class StageBody(Message):
    """A stage of a figure: who moved, what that did, and what holds then."""

    seat: SeatLetter | None
    moves: list[MoveText]
    events: list[EventBody]
    view: ViewBody
    statements: list[StatementBody]


class BlockBody(Message):
    """A figure: its position in the notation, the fields that show it, and its stages."""

    text: str
    position: str
    crop: list[Field_]
    stages: list[StageBody]


class SectionBody(Message):
    """A section: its heading, and its text with places for its figures."""

    anchor: str
    number: str | None
    level: int
    title: str
    is_ruling: bool
    html: str
    blocks: list[BlockBody]


class PageBody(Message):
    """A page; `language` is the one that it is written in."""

    name: str
    number: str | None
    language: Language
    sections: list[SectionBody]


class GlossaryWord(Message):
    """A word of the glossary with its meaning, and the section that it stands in."""

    word: str
    html: str
    anchor: str


class BookBody(Message):
    """The rule book of a language; `why` names the clauses behind each event and fact."""

    language: Language
    pages: list[PageBody]
    glossary: list[GlossaryWord]
    why: dict[str, list[str]]
