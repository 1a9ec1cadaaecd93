"""Reviews in the database: one server works on each, what was answered stays, and of records only the newest stay."""

import asyncio

import pytest

from rheinlaender.server.store import reviews as kept_reviews
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.reviews import (
    GONE_SECONDS,
    RECORD,
    KeptReview,
    erase_old_reviews,
    read_answers,
    read_kept,
    save_answers,
    save_review,
    take_review,
)
from rheinlaender.server.values.clock import earlier
from tests.server.stores.stories import within

NOW = "2026-01-31T12:00:00Z"
ANSWERS = [[{"kind": "deal", "before": [0.1, 1 / 3]}], []]


def asked(subject: str, server: str = "one", at: str = NOW) -> KeptReview:
    """A review of ten questions that a server takes."""
    return KeptReview(subject, "judge 1", questions=10, server=server, at=at)


def test_one_server_works_on_a_review(address: str) -> None:
    """Of many that take a review at the same moment one does; others when it has let go of it, or has gone."""

    async def story(store: Store) -> None:
        many = [asyncio.to_thread(take_review, store.engine, asked("table-1", f"server-{n}")) for n in range(8)]
        assert sum(await asyncio.gather(*many)) == 1
        kept = await store.read(lambda connection: read_kept(connection, asked("table-1")))
        assert kept is not None and kept.server.startswith("server-") and kept.review == ""
        assert not take_review(store.engine, asked("table-1", "late"))
        assert take_review(store.engine, asked("table-1", "late", earlier(NOW, -GONE_SECONDS - 1)))
        save_answers(store.engine, asked("table-1", ""), ANSWERS)
        assert take_review(store.engine, asked("table-1", "next"))
        assert await store.read(lambda connection: read_answers(connection, asked("table-1"))) == ANSWERS
        assert await store.read(lambda connection: read_kept(connection, asked("table-2"))) is None

    within(address, story)


def test_a_whole_review_takes_the_place_of_its_answers(address: str) -> None:
    """And is nobody's work any more."""

    async def story(store: Store) -> None:
        assert take_review(store.engine, asked("table-1"))
        save_answers(store.engine, asked("table-1"), ANSWERS)
        save_review(store.engine, asked("table-1"), '{"whole": "ß"}')
        kept = await store.read(lambda connection: read_kept(connection, asked("table-1")))
        assert kept == KeptReview("table-1", "judge 1", 10, 10, '{"whole": "ß"}', "", NOW)
        assert await store.read(lambda connection: read_answers(connection, asked("table-1"))) == []

    within(address, story)


def test_only_the_newest_reviews_of_records_stay(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When there are too many, or they are too old; those of tables stay with their tables."""
    monkeypatch.setattr(kept_reviews, "MOST_OF_RECORDS", 2)

    async def story(store: Store) -> None:
        for number in range(4):
            for subject in (f"{RECORD}{number}", f"record-{number}"):
                review = asked(subject, at=earlier(NOW, -number))
                assert take_review(store.engine, review)
                save_review(store.engine, review, "{}")
        assert await subjects(store) == ["record-0", "record-1", "record-2", "record-3", f"{RECORD}2", f"{RECORD}3"]
        erase_old_reviews(store.engine, earlier(NOW, -3))
        assert await subjects(store) == ["record-0", "record-1", "record-2", "record-3", f"{RECORD}3"]

    async def subjects(store: Store) -> list[str]:
        wanted = [f"{name}{number}" for name in ("record-", RECORD) for number in range(4)]
        found = [await store.read(lambda connection, name=name: read_kept(connection, asked(name))) for name in wanted]  # type: ignore[misc]
        return [kept.subject for kept in found if kept is not None]

    within(address, story)
