"""Reviews in the database: how far each is, who works on it, and what was found."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Engine, delete, select
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.store.database import writing
from rheinlaender.server.store.schema import reviews
from rheinlaender.server.values.clock import earlier

RECORD = "record:"
"""How the subject of a review begins that is about a record; no id of a table begins so."""
MOST_OF_RECORDS = 1_000
"""So many reviews of records are kept; then the oldest go."""
GONE_SECONDS = 20.0
"""After so long a silence, whoever worked on a review has gone."""


@dataclass(frozen=True)
class KeptReview:
    """A review as far as it is: of how many questions how many are answered, who works on it, or what was found."""

    subject: str
    judge: str
    questions: int = 0
    answered: int = 0
    review: str = ""
    server: str = ""
    at: str = ""

    def is_free(self, server: str, now: str) -> bool:
        """Whether a server may work on it: nobody else does, or has for long said nothing."""
        return self.server in ("", server) or self.at < earlier(now, GONE_SECONDS)


def _this(kept: KeptReview) -> Any:
    return (reviews.c.subject == kept.subject) & (reviews.c.judge == kept.judge)


def read_kept(connection: Connection, sought: KeptReview) -> KeptReview | None:
    """A review of a subject by a judge as it is kept; its answers are not read."""
    columns = [reviews.c[name] for name in ("questions", "answered", "review", "server", "at")]
    row = connection.execute(select(*columns).where(_this(sought))).first()
    return None if row is None else KeptReview(sought.subject, sought.judge, *row)


def read_judges(connection: Connection, subjects: Sequence[str]) -> dict[str, str]:
    """The judges of the newest whole reviews of subjects that have one."""
    question = select(reviews.c.subject, reviews.c.judge).where(reviews.c.subject.in_(subjects))
    rows = connection.execute(question.where(reviews.c.review != "").order_by(reviews.c.at, reviews.c.judge))
    return {subject: judge for subject, judge in rows}  # noqa: C416 - rows are no pairs to the type checker


def read_whole(connection: Connection, subject: str, judge: str) -> str:
    """A whole review."""
    this = _this(KeptReview(subject, judge))
    return str(connection.execute(select(reviews.c.review).where(this)).scalar_one())


def read_answers(connection: Connection, sought: KeptReview) -> list[Any]:
    """The answers that are kept of a review that is not whole."""
    found = connection.execute(select(reviews.c.answers).where(_this(sought))).scalar()
    return list(json.loads(found)) if found else []


def take_review(engine: Engine, wanted: KeptReview) -> bool:
    """Let a server work on a review, unless another does."""
    try:
        with writing(engine) as connection:
            found = read_kept(connection, wanted)
            if found is None:
                connection.execute(reviews.insert().values(**vars(wanted), answers=""))
                return True
            free = _this(wanted) & (reviews.c.server == found.server) & (reviews.c.at == found.at)
            if not found.is_free(wanted.server, wanted.at):
                return False
            taken = connection.execute(reviews.update().where(free).values(server=wanted.server, at=wanted.at))
            return bool(taken.rowcount)
    except IntegrityError:
        return False


def save_answers(engine: Engine, kept: KeptReview, answers: list[Any]) -> None:
    """Keep how far a review is; without a server nobody works on it any more."""
    written = json.dumps(answers, separators=(",", ":"))
    values = {"answered": len(answers), "answers": written, "server": kept.server, "at": kept.at}
    with writing(engine) as connection:
        connection.execute(reviews.update().where(_this(kept)).values(**values))


def save_review(engine: Engine, kept: KeptReview, review: str) -> None:
    """Keep a whole review in the place of its answers; of those of records the oldest may go."""
    whole = replace(kept, answered=kept.questions, review=review, server="")
    with writing(engine) as connection:
        connection.execute(reviews.update().where(_this(kept)).values(**vars(whole), answers=""))
        is_record = reviews.c.subject.startswith(RECORD)
        newest = select(reviews.c.at).where(is_record).order_by(reviews.c.at.desc()).offset(MOST_OF_RECORDS).limit(1)
        connection.execute(delete(reviews).where(is_record & (reviews.c.at <= newest.scalar_subquery())))


def erase_old_reviews(engine: Engine, before: str) -> None:
    """Erase the reviews of records that are older than a time; those of tables go with their tables."""
    with writing(engine) as connection:
        connection.execute(delete(reviews).where(reviews.c.subject.startswith(RECORD) & (reviews.c.at < before)))
