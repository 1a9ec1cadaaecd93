"""One's earlier games: all of them, some of them, with somebody; on every screen and for nobody else."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rheinlaender.i18n import words
from rheinlaender.server.contract.identities import IdentityWish
from rheinlaender.server.live.identities import Identities
from rheinlaender.server.store.log import Store
from tests.browser.clipping import cut_texts_of
from tests.browser.conftest import OpenPage
from tests.browser.extent import SPOKEN
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.visitor import Visitor
from tests.long import others_long
from tests.server import asking
from tests.server.ended import Ended, agreed, level, resigned, somebody
from tests.server.player import bearer
from tests.server.process import ServerProcess, serving
from tests.server.reviewed import keep_review

KEYS = {"Anna": "A" * 21 + "A", "Bert": "B" * 21 + "A"}
SECRETS = {name: f"secret-of-{name}-00000000000000" for name in (*KEYS, "Cleo")}
ANNA, BERT, CLEO = (somebody(name, secret) for name, secret in SECRETS.items())
GAMES = [
    *(Ended(f"with-bert-{number}", [ANNA, BERT, CLEO], seed=number) for number in range(12)),
    *(Ended(f"alone-{number:03}", [level("squire"), ANNA, level("duke")], seed=number) for number in range(9)),
    Ended("given-up", [ANNA, BERT, CLEO], happened=[agreed("abc")], is_given_up=True),
    Ended("resigned-bert", [ANNA, level("knight"), BERT, CLEO], happened=[resigned("c")], after=60, options="short"),
]
RATED = 22
PAGE = 20


async def write(address: str) -> None:
    """Write the games, and who Anna and Bert are."""
    store = Store(address)
    await store.open()
    for game in GAMES:
        await game.write(store)
    for name, key in KEYS.items():
        own = [game.table for game in GAMES if any(seat["name"] == name for seat in game.seats)]
        seats = [{"table": table, "secret": SECRETS[name]} for table in own]
        await Identities(store).save(key, IdentityWish.model_validate({"name": name, "seats": seats}))
    for number in range(6):
        keep_review(store.engine, f"with-bert-{number}", "a", 50 + 5 * number, luck=(number - 3) / 10)
    await store.close()


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server at which Anna and Bert have played."""
    folder: Path = tmp_path_factory.mktemp("past")
    address = f"sqlite:///{folder / 'tables.db'}"
    with ThreadPoolExecutor(1) as apart:  # the browser has a loop in this thread
        apart.submit(lambda: asyncio.run(write(address))).result()
    with serving(address, folder) as server:
        wait_until_noted(server)
        yield server


def wait_until_noted(server: ServerProcess) -> None:
    """Wait until the server has caught up on all games."""
    path, headers = f"{server.http}/api/identity/ratings", bearer(KEYS["Anna"])
    while True:
        told = asking.get(path, headers=headers, timeout=60).json()
        if sum(told[pool]["games"] if told[pool] else 0 for pool in ("people", "computers")) == RATED:
            return
        time.sleep(0.1)


def arrive(visitor: Visitor, name: str) -> None:
    """Come as somebody to the page of one's games."""
    own = json.dumps(json.dumps({"key": KEYS[name], "name": name}))
    visitor.page.add_init_script(f"if (location.host) localStorage.setItem('rheinlaender.identity', {own})")
    visitor.go("/history")
    visitor.see(".past-game")


def shown(visitor: Visitor) -> list[str]:
    """The tables of the games that are shown."""
    return [str(line.get_attribute("data-table")) for line in visitor.page.locator(".past-game").all()]


def test_one_s_games_are_found(open_page: OpenPage, past: ServerProcess, axe: str) -> None:
    """All, a page at a time; some, by choosing; those with somebody, by a name; each leads back into itself."""
    anna = open_page(address=past.http)
    arrive(anna, "Anna")
    assert len(shown(anna)) == PAGE
    anna.press('[data-action="older"]')
    anna.see(f".past-game:nth-child({len(GAMES)})")
    assert sorted(shown(anna)) == sorted(game.table for game in GAMES)
    assert anna.see('[data-pool="computers"]').get_attribute("data-new") == "false"
    assert faults_of(anna, "en") + violations_of(anna, axe) == []
    anna.page.select_option('[data-filter="against"]', "computers")
    anna.miss('[data-table="with-bert-1"]')
    assert sorted(shown(anna)) == [f"alone-{number:03}" for number in range(9)]
    anna.page.select_option('[data-filter="edition"]', "hungarian")
    anna.see(".history-nothing")
    anna.press('[data-action="show-all"]')
    anna.press('[data-table="resigned-bert"] [data-opponent]:has-text("Bert")')
    assert "13" in anna.see('[data-against="Bert"] p').inner_text()
    anna.miss('[data-table="alone-001"]')
    assert faults_of(anna, "en") + violations_of(anna, axe) == []
    anna.press('[data-table="with-bert-1"] [data-action="replay"]')
    anna.see('[data-page="replay"]')


def test_a_phone_and_a_keyboard_are_enough(open_page: OpenPage, past: ServerProcess, axe: str) -> None:
    """In German, with nothing too small or too wide; a filter is reached by Tab and chosen by keys."""
    bert = open_page(language="de", size="phone", address=past.http)
    arrive(bert, "Bert")
    assert faults_of(bert, "de") + small_buttons_of(bert) + violations_of(bert, axe) == []
    assert cut_texts_of(bert, "main") == []
    bert.page.locator('[data-filter="result"]').focus()
    bert.page.keyboard.press("End")
    bert.page.keyboard.press("Tab")
    bert.miss('[data-table="with-bert-1"]')
    assert shown(bert) == ["given-up"]
    assert words("history.unrated.agreement", "de") in bert.see('[data-table="given-up"]').inner_text()


def test_who_has_played_nothing_is_told_so(open_page: OpenPage, past: ServerProcess, axe: str) -> None:
    """With a way to a first game, in every language."""
    for language in SPOKEN:
        nobody = open_page(language=language, address=past.http)
        nobody.go("/history")
        assert words("history.empty", language) in nobody.see('[data-empty="true"]').inner_text()
        assert faults_of(nobody, language) == []
    assert violations_of(nobody, axe) == []
    nobody.press('[data-empty="true"] [data-action="home"]')
    nobody.see('[data-page="home"]')


COVERED = """() => {
  const boxes = [...document.querySelectorAll('.rating-mark')].map((label) => {
    const range = document.createRange();
    range.selectNodeContents(label);
    return range.getBoundingClientRect();
  });
  return [boxes.length, boxes.some((box, place) => box.right > innerWidth || boxes.slice(place + 1).some((other) =>
    box.bottom > other.top && other.bottom > box.top && box.right > other.left && other.right > box.left))];
}"""
"""How many names of levels stand at the scale of ratings, and whether they lie over each other or stick out."""
CROSSED = """() => {
  const right = document.querySelector('.course svg').getBoundingClientRect().right;
  return [...document.querySelectorAll('.course-label')].map((label) => label.getBoundingClientRect())
    .flatMap((box, place, all) => [box.left < right || box.right > innerWidth,
      ...all.slice(place + 1).map((other) => box.bottom > other.top && other.bottom > box.top)]);
}"""
"""Whether the names of levels lie on the curve, outside the window, or over each other."""


@pytest.mark.parametrize(
    ("language", "size"), others_long([("nl", "phone"), ("en", "phone"), ("hu", "desktop"), ("de", "desktop")], [])
)
def test_statistics_in_every_language(
    open_page: OpenPage, past: ServerProcess, axe: str, language: str, size: str
) -> None:
    """All words are there, nothing sticks out or lies over another; the page is reached by keys alone on a desk."""
    anna = open_page(language=language, size=size, address=past.http)
    arrive(anna, "Anna")
    assert anna.page.evaluate(COVERED) == [4, False]
    if anna.is_touching:
        anna.press('[data-action="to-statistics"]')
    else:
        anna.find('[data-action="to-statistics"]').focus()
        anna.page.keyboard.press("Enter")
    anna.see('[data-part="luck"]')
    assert faults_of(anna, language) + small_buttons_of(anna) + violations_of(anna, axe) == []
    assert cut_texts_of(anna, "main") == []
    assert not any(anna.page.evaluate(CROSSED))


def test_statistics_are_pictures_with_tables(open_page: OpenPage, past: ServerProcess, axe: str) -> None:
    """Results, accuracy, luck and what is missed, seen and read aloud, on a phone; lessons and puzzles are near."""
    anna = open_page(language="de", size="phone", address=past.http)
    arrive(anna, "Anna")
    assert anna.page.evaluate(COVERED) == [4, False]
    anna.press('[data-action="to-statistics"]')
    anna.see('[data-part="luck"]')
    assert faults_of(anna, "de") + small_buttons_of(anna) + violations_of(anna, axe) == []
    assert cut_texts_of(anna, "main") == []
    assert not any(anna.page.evaluate(CROSSED))
    parts = [part.get_attribute("data-part") for part in anna.page.locator(".statistics-part").all()]
    assert parts == ["results", "accuracy", "luck", "themes", "unreviewed"]
    assert anna.page.locator('[data-part="accuracy"] tbody tr').count() == 6
    anna.press('[data-theme-missed="found"] [data-action="lesson"]')
    anna.see('[data-page="lesson"]')
    anna.page.go_back()
    anna.press('[data-theme-missed="found"] [data-action="puzzles"]')
    assert anna.see('[data-theme-choice="found"] input').is_checked()


def test_the_list_of_tables_leads_there(open_page: OpenPage, past: ServerProcess) -> None:
    """Once there are tables of one's own; the page of one's name does, too."""
    anna = open_page(address=past.http)
    arrive(anna, "Anna")
    anna.go("/")
    anna.press('[data-action="history"]')
    anna.see(".past-game")
    anna.go("/me")
    anna.press('main [data-action="history"]')
    anna.see(".past-game")
