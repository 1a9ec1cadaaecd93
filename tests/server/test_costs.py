"""Limits count what something costs: one who asks for much does not use up what others have."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rheinlaender.server.http import replays
from rheinlaender.server.http.limits import REFUSED_SECONDS, Gate
from rheinlaender.server.settings import Limits, Settings, WrongSetting
from tests.server.house import LIMITS, House, bots, person, refusal_of, running

PUPILS = 30
SCHOOL = "192.0.2.1"


@pytest.fixture(scope="module")
def dear(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server where a person may have two pictures, an address five, and anybody twenty files."""
    picture = replays.PICTURE_COST
    limits = replace(LIMITS, work_of_person=(2 * picture, 0.01), work=(5 * picture, 0.01), files=(20, 0.01))
    with running(tmp_path_factory.mktemp("dear"), limits=limits) as house:
        yield house


def test_pictures_cost_more_than_usual_questions(dear: House) -> None:
    """Whoever has spent what a person has waits, and is answered all else; others of the address are answered."""
    anna, bert = (dear.open(person(name), *bots(2)) for name in ("Anna", "Bert"))
    first = anna.get("/board.svg")
    assert first.status_code == anna.get("/board.svg", language="de").status_code == 200
    refused = anna.get("/board.svg", language="nl")
    assert refusal_of(refused) == (429, "too_many_requests") and int(refused.headers["retry-after"]) > 1
    assert anna.get("/board.svg").content == first.content, "what was drawn already costs nothing"
    assert refusal_of(anna.get("/replay")) == (429, "too_many_requests")
    assert anna.command("rename", seat="a", player="Änne").status_code == anna.get().status_code == 200
    assert bert.get("/board.svg").status_code == 200


def test_whoever_goes_on_waits_for_the_next_refusal(tmp_path: Path) -> None:
    """The first refusals come at once; then each keeps its line for a while, and others are answered meanwhile."""
    with running(tmp_path, limits=replace(LIMITS, files=(1, 0.001), refused=(2, 0.001))) as house:
        house.client.get("/healthz")
        codes = [refusal_of(house.client.get("/healthz")) for _ in range(2)]
        began = time.monotonic()
        codes.append(refusal_of(house.client.get("/healthz")))
        assert time.monotonic() - began >= REFUSED_SECONDS
        assert codes == [(429, "too_many_requests")] * 3


def test_an_address_has_a_limit_of_its_own(dear: House) -> None:
    """However many people somebody pretends to be."""
    statuses = [dear.open(person("Anna"), *bots(2)).get("/board.svg").status_code for _ in range(6)]
    assert set(statuses) == {200, 429} and statuses == sorted(statuses)


def test_limits_can_be_widened(monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator allows so many times as much of what is regained; sizes and counts of connections stay."""
    monkeypatch.setenv("RHEINLAENDER_LIMITS", "3")
    wide, usual = Settings().limits, Limits()
    assert wide.buckets() == {name: (3 * burst, 3 * rate) for name, (burst, rate) in usual.buckets().items()}
    assert len(usual.buckets()) == 13 and wide.record_size == usual.record_size
    monkeypatch.setenv("RHEINLAENDER_LIMITS", "many")
    with pytest.raises(WrongSetting):
        Settings()


def test_files_and_health_have_limits(dear: House) -> None:
    """What is only handed out is counted, too."""
    paths = ("/", "/healthz", "/api/rules/en", "/api/board")
    statuses = [dear.client.get(path).status_code for _ in range(6) for path in paths]
    assert set(statuses) == {200, 429} and statuses[-len(paths) :] == [429] * len(paths)


def test_a_school_behind_one_address_can_play() -> None:
    """Thirty people load the page, play and look ahead in the same moment, and nobody is refused."""
    gate = Gate(Limits())
    for pupil in range(PUPILS):
        for _ in range(120):
            gate.files.take(SCHOOL)
        for _ in range(15):
            gate.requests.take(SCHOOL)
        for _ in range(10):
            gate.spend(SCHOOL, f"pupil {pupil}", 2)
        gate.openings.take(SCHOOL)
        gate.hints.take(f"pupil {pupil}")
