"""Which clauses of the rule book answer "why?": for every kind of event, and for what is seen at the table."""

from rheinlaender.game.event import sections_of_events

SUBJECTS = {
    "turn": ("2",),
    "leader": ("3.3",),
    "worth": ("5.1",),
    "payment": ("5.2",),
    "account": ("6.3", "6.4"),
}
"""What can be asked about besides events."""


def answering_sections() -> dict[str, tuple[str, ...]]:
    """The clauses that answer, by the name of the event or of the subject."""
    return {**sections_of_events(), **SUBJECTS}
