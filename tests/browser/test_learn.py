"""The lessons in a real browser: all of them, by mouse and by keyboard, in every language; and "why?" in a game."""

from itertools import islice
from typing import Any

import pytest

from rheinlaender.book.reading import sections_of
from rheinlaender.i18n import words
from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG, LOOKS, SPOKEN, SPOKEN_BY_KEYBOARD
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.pupil import KeyPupil, MousePupil, Pupil, course, touch_field, wrong_tries
from tests.browser.rounds import Rounds
from tests.browser.test_keyboard import WATCH_POINTER, press
from tests.browser.visitor import Visitor, at_rest
from tests.server.player import bots, person
from tests.server.process import ServerProcess

LESSONS = 12
HALF = slice(None) if IS_LONG else slice(LESSONS // 2)
OTHER_HALF = slice(None) if IS_LONG else slice(LESSONS // 2, None)
"""The lessons that are taken by mouse, and by keyboard: `make browser-test` takes all of them by both."""
SIZES = [(360, 640), (390, 844), (768, 1024), (1280, 720), (2560, 1440)] if IS_LONG else [(360, 640), (1280, 720)]

MIDDLE = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}"""
OUTSIDE = """() => {
  const around = document.querySelector('[data-account]').getBoundingClientRect();
  return [...document.querySelectorAll('[data-account] :is(h1, h2, [data-total], .account-bar, button)')]
    .filter((one) => one.getClientRects().length > 0)
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left < around.left || right > around.right || top < around.top - 1 || bottom > around.bottom + 1;
    })
    .map((one) => one.outerHTML.slice(0, 80));
}"""

LINES_SEEN = """() => {
  const sheet = document.querySelector('.speech-sheet').getBoundingClientRect();
  const main = document.querySelector('.speech-main');
  const { top, bottom } = main.getBoundingClientRect();
  const line = parseFloat(getComputedStyle(main).lineHeight);
  return [Math.floor((Math.min(bottom, sheet.bottom) - top) / line + 0.01), Math.round((bottom - top) / line)];
}"""
"""How many lines of what the herald says are seen at first, and how many there are."""


def take(pupil: Pupil, part: slice) -> None:
    """Take a part of the course; one that begins with the first lesson is begun from the list."""
    lessons = course(pupil.http)
    assert len(lessons) == LESSONS
    if part.start:
        pupil.visitor.go(f"/learn/{lessons[part.start]['name']}")
    else:
        pupil.begin()
    for lesson in lessons[part]:
        pupil.take(lesson)
        assert faults_of(pupil.visitor, pupil.language) == []
        if lesson["next"]:
            pupil.go_on("next-lesson")


@pytest.mark.parametrize("language", SPOKEN)
def test_all_lessons_by_mouse(open_page: OpenPage, server: ServerProcess, language: str) -> None:
    """Every lesson is played to its end by mouse; the herald asks and praises in the language of the browser."""
    take(MousePupil(open_page(language=language), server.http, language), HALF)


@pytest.mark.parametrize("language", SPOKEN_BY_KEYBOARD)
def test_all_lessons_by_keyboard(open_page: OpenPage, server: ServerProcess, language: str) -> None:
    """Every lesson is played to its end by keys alone."""
    visitor = open_page(language=language)
    visitor.page.add_init_script(WATCH_POINTER)
    take(KeyPupil(visitor, server.http, language), OTHER_HALF)
    assert not visitor.page.evaluate("() => Boolean(globalThis.hasPointed)")


@pytest.mark.skipif(not IS_LONG, reason="in `make browser-test`")
def test_all_lessons_on_a_phone(open_page: OpenPage, server: ServerProcess) -> None:
    """Every lesson is played to its end by taps on a phone that is held upright."""
    take(MousePupil(open_page(size="phone"), server.http, "en"), slice(None))


def try_wrong(pupil: Pupil, tried: dict[str, Any], step: dict[str, Any]) -> None:
    """Try something by mouse."""
    attempt = tried.get("attempt")
    if attempt and not pupil.visitor.has(f'.card.is-chosen[data-card="{attempt["card"]}"]'):
        pupil.choose(step, attempt["card"])
    pupil.touch(attempt["field"] if attempt else tried["fields"][0])


def err(pupil: Pupil, lesson: dict[str, Any], step: dict[str, Any]) -> None:
    """Be wrong twice, then be shown how it is done."""
    visitor = pupil.visitor
    pupil.await_stage(lesson, step, "asked")
    for count, tried in enumerate(islice(wrong_tries(pupil.http, lesson, step), 2), 1):
        try_wrong(pupil, tried, step)
        visitor.see(f'[data-step="{step["name"]}"][data-stage="wrong"][data-tries="{count}"] [data-say="wrong"]')
        assert visitor.find("[data-hint]").inner_text().endswith(words(step["hint"], "en"))
        assert visitor.has('[data-action="solution"]') == (count > 1)
    visitor.press('[data-action="solution"]')
    pupil.await_stage(lesson, step, "right")
    pupil.go_on("next")


def test_the_herald_has_room_on_a_low_phone(open_page: OpenPage, server: ServerProcess) -> None:
    """Four lines of the first words of every lesson are seen there without scrolling, or all of them."""
    visitor = open_page(language="de", size="phone")
    visitor.page.set_viewport_size({"width": 360, "height": 640})
    for lesson in course(server.http):
        visitor.go(f"/learn/{lesson['name']}")
        visitor.see(".speech-main")
        visitor.find(".lesson-board .board-sheet").wait_for(state="attached")
        seen, said = visitor.page.evaluate(at_rest(LINES_SEEN))
        assert seen >= min(4, said), lesson["name"]


def test_whoever_is_wrong_is_helped(open_page: OpenPage, server: ServerProcess) -> None:
    """In every step: after a wrong try there is a hint, after the second the solution is offered; nobody gets stuck.

    `make test` tries the lesson that comes first.
    """
    pupil = MousePupil(open_page(), server.http, "en")
    pupil.begin()
    for lesson in course(server.http)[: None if IS_LONG else 1]:
        for step in lesson["steps"]:
            err(pupil, lesson, step)
        pupil.visitor.see(f'[data-lesson-end="{lesson["name"]}"][data-done="true"]')
        if lesson["next"]:
            pupil.go_on("next-lesson")


def test_every_step_can_be_left_out(open_page: OpenPage, server: ServerProcess) -> None:
    """There is always a way on, and a lesson that was left out is not taken as done.

    `make test` leaves out the last lessons.
    """
    visitor = open_page()
    lessons = course(server.http)[0 if IS_LONG else -2 :]
    visitor.go(f"/learn/{lessons[0]['name']}")
    for lesson in lessons:
        for step in lesson["steps"]:
            visitor.see(f'[data-step="{step["name"]}"]')
            visitor.press('[data-action="skip"]')
        visitor.see(f'[data-lesson-end="{lesson["name"]}"][data-done="false"]')
        if lesson["next"]:
            visitor.press('[data-action="next-lesson"]')
    visitor.press('[data-action="left"]')
    visitor.see('[data-stage="asked"]')


def asked(visitor: Visitor, step: str) -> Visitor:
    """Somebody who is asked a step of a lesson."""
    visitor.go(f"/learn/{step}")
    visitor.see('[data-stage="asked"]')
    return visitor


def test_wrong_moves_explain_themselves(open_page: OpenPage) -> None:
    """An illegal move is answered by the herald, by the refusal and by a link to the clause; the card stays chosen."""
    visitor = asked(open_page(language="de"), "place#banks")
    visitor.choose_card(23)
    touch_field(visitor, "W23")
    assert visitor.see('[data-say="wrong"]').inner_text() == words("lesson.place.banks.river", "de")
    refusal = visitor.find('[data-refusal="river_not_open"]')
    assert words("refusal.river_not_open", "de", field="W23") in refusal.inner_text()
    assert refusal.locator("a").get_attribute("href") == "/rules#2.1.1"
    touch_field(visitor, "R23")
    visitor.see('[data-stage="right"]')


def test_a_legal_move_that_is_wrong_is_seen_and_taken_back(open_page: OpenPage) -> None:
    """What was done is shown with what it brought about, and taken back."""
    visitor = asked(open_page(), "found#beside")
    visitor.choose_card(31)
    touch_field(visitor, "R31")
    visitor.see('[data-stage="wrong"] .board-play [data-field="R31"], [data-stage="wrong"] .knight')
    assert visitor.find('.speech [data-event="knight_settled"]').is_visible()
    visitor.page.keyboard.press("Escape")
    visitor.see('[data-stage="asked"]')
    assert visitor.find(".speech-main").inner_text() == words("lesson.found.beside.say", "en")


def test_a_bastion_before_the_knight(open_page: OpenPage) -> None:
    """A bastion can be tried first, and the herald says why not; afterwards knight and bastion are a turn."""
    visitor = asked(open_page(), "bastion#wall")
    visitor.press('[data-action="bastion"]')
    touch_field(visitor, "L23")
    assert visitor.see('[data-say="wrong"]').inner_text() == words("lesson.bastion.wall.early", "en")
    visitor.choose_card(25)
    touch_field(visitor, "L25")
    visitor.see('[data-action="no-bastion"]')
    touch_field(visitor, "W23")
    assert visitor.see('[data-refusal="bastion_on_river"]')
    touch_field(visitor, "L23")
    visitor.see('[data-stage="right"]')


def test_turns_of_others_are_shown_first(open_page: OpenPage) -> None:
    """Before the question the opponent's turn is shown, and it can be watched again or cut short."""
    visitor = open_page(reduced_motion=False)
    visitor.go("/learn/castle#gift")
    visitor.see('[data-stage="shown"]')
    visitor.press('[data-action="skip-shown"]')
    visitor.see('[data-stage="asked"]')
    assert visitor.find('.speech [data-event="garrison_placed"]').is_visible()
    visitor.press('[data-action="watch-again"]')
    visitor.see('[data-stage="shown"]')
    visitor.see('[data-stage="asked"]')


def test_progress_is_kept(open_page: OpenPage) -> None:
    """After a reload the lesson goes on where it was, and the list shows what is done; it can be forgotten."""
    visitor = open_page()
    visitor.go("/learn/place")
    visitor.see('[data-step="banks"][data-stage="asked"]')
    visitor.choose_card(23)
    touch_field(visitor, "L23")
    visitor.press('[data-action="next"]')
    visitor.see('[data-step="other_bank"]')
    visitor.go("/learn/place")
    visitor.see('[data-step="other_bank"] [data-dot="banks"][data-done="true"]')
    visitor.go("/learn")
    assert words("learn.part", "en", done=1, all=4) in visitor.see('[data-entry="place"]').inner_text()
    visitor.press('[data-action="forget"]')
    visitor.miss('[data-action="forget"]')
    visitor.page.reload()
    assert visitor.see('[data-action="begin"]').inner_text() == words("learn.begin", "en")


def test_the_last_lesson_leads_to_a_table(open_page: OpenPage, server: ServerProcess) -> None:
    """From its end one sits down at a real table with two Squires, and may ask for hints."""
    visitor = open_page()
    visitor.go("/learn/end#done")
    visitor.press('[data-action="real-game"]')
    visitor.see(".hand")
    frame = Rounds(server.http, visitor.table, visitor.secret).get()
    assert [seat["level"] for seat in frame["table"]["seats"]] == [None, "squire", "squire"]
    visitor.await_turn()
    visitor.press('[data-action="hint"]')
    visitor.see("[data-hint]")


def test_home_leads_to_the_lessons(open_page: OpenPage) -> None:
    """The home page leads to the list, and an unknown lesson is said to be none."""
    visitor = open_page()
    visitor.tolerate("404")
    visitor.go("/")
    visitor.see('[data-action="learn"]')
    visitor.press('[data-action="learn"]')
    visitor.see('[data-page="learn"]')
    assert visitor.page.locator("[data-entry]").count() == LESSONS
    visitor.go("/learn/unknown")
    visitor.see(".lost")


def states(visitor: Visitor) -> Any:
    """Go through what the pages of the lessons can show."""
    visitor.go("/learn")
    visitor.see("[data-entry]")
    yield "list"
    visitor.go("/learn/takeover#depose")
    visitor.see('[data-stage="asked"] .board-play')
    yield "asked"
    visitor.choose_card(14)
    touch_field(visitor, "W27")
    visitor.see('[data-stage="wrong"]')
    yield "wrong"
    touch_field(visitor, "L28")
    visitor.see('[data-stage="right"]')
    yield "right"
    visitor.press('.speech [data-why="duke_deposed"]')
    visitor.see('[data-clause="5.2"]')
    yield "why"
    visitor.page.keyboard.press("Escape")
    visitor.miss(".why-answer")
    visitor.go("/learn/end#finale")
    visitor.see('[data-stage="asked"] .board-play')
    yield "finale"
    visitor.go("/learn/end#done")
    visitor.see("[data-lesson-end]")
    yield "end"


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_nobody_is_kept_from_learning(open_page: OpenPage, axe: str, size: str, theme: str) -> None:
    """axe-core finds no violation in any state of the lessons; nothing scrolls to the side; buttons fit fingers."""
    visitor = open_page(size=size, theme=theme)
    faults: list[str] = []
    for state in states(visitor):
        visitor.shoot(f"learn-{state}")
        found = faults_of(visitor, "en") + small_buttons_of(visitor) + violations_of(visitor, axe)
        faults += [f"{state}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


# In a game


@pytest.mark.parametrize("language", SPOKEN)
def test_a_card_says_what_it_can_do(open_page: OpenPage, running: Rounds, language: str) -> None:
    """A chosen card tells its uses, and why they are allowed, with the clauses in the language of the browser."""
    visitor = open_page(language=language)
    visitor.go(running.link)
    visitor.await_turn()
    moves = running.get()["view"]["moves"]
    card = visitor.useful_cards[0]
    visitor.choose_card(card)
    fields = [move["field"] for move in moves if move["card"] == card and move["kind"] == "settle"]
    prompt = visitor.see(".prompt").inner_text()
    assert all(field in prompt for field in fields)
    visitor.press(".prompt-line .why")
    clause = {"settle": "2.1.1", "reinforce": "2.1.2", "convert": "2.1.3"}
    for kind in {move["kind"] for move in moves if move["card"] == card}:
        answer = visitor.see(f'[data-clause="{clause[kind]}"]')
        assert sections_of(language)[clause[kind]].title in answer.inner_text()
        assert answer.locator("p > a").last.get_attribute("href") == f"/rules#{clause[kind]}"
    visitor.page.keyboard.press("Escape")
    visitor.miss(".why-answer")
    assert visitor.has(f'.card.is-chosen[data-card="{card}"]')


def test_everything_that_happened_can_be_asked_about(open_page: OpenPage, running: Rounds) -> None:
    """Each event of the log and of what would happen has its question, and each question an answer."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    visitor.plan()
    told = visitor.page.locator(".log-turn li, .log-deed, .happenings li").count()
    assert visitor.page.locator(":is(.log, .happenings) .why").count() == told
    for about in visitor.page.locator(".why").evaluate_all("all => [...new Set(all.map((one) => one.dataset.why))]"):
        visitor.find(f'.why[data-why="{about}"]').dispatch_event("click")
        visitor.see(f'.why-answer[data-answer="{about}"] [data-clause] a')
        visitor.press('.why-answer [data-action="close"]')
        visitor.miss(".why-answer")


def test_a_duchy_can_be_asked_about(open_page: OpenPage, running: Rounds) -> None:
    """A click on a duke lets his card stay, with questions on who leads and what it is worth; W does the same."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    visitor.see(".board-play [data-duchy]").dispatch_event("click")
    visitor.press('[data-pinned="true"] [data-why="worth"]')
    visitor.see('[data-clause="5.1"]')
    press(visitor, "Escape")
    visitor.miss(".why-answer")
    press(visitor, "Escape")
    visitor.miss('[data-pinned="true"]')
    field = running.get()["view"]["duchies"][0]["name"]
    visitor.find(f'[data-cell="{field}"]').focus()
    press(visitor, "w")
    visitor.page.locator('[data-pinned="true"] .why:focus').wait_for()
    press(visitor, "Enter")
    visitor.see('[data-clause="3.3"]')


def test_the_owner_switches_hints_off(open_page: OpenPage, server: ServerProcess) -> None:
    """In the settings of the table the owner decides whether hints may be asked for; others have no such setting."""
    table = Rounds.open(server.http, [person("Anna"), *bots(2)])
    visitor = open_page()
    visitor.go(table.link)
    visitor.await_turn()
    visitor.see('[data-action="hint"]')
    visitor.press('[data-action="settings"]')
    visitor.press('[data-choice="hints"] label:has([value="false"])')
    visitor.miss('[data-action="hint"]')
    assert table.get()["table"]["hints"] is False
    visitor.press('[data-choice="hints"] label:has([value="true"])')
    visitor.see('[data-action="hint"]')
    watcher = open_page()
    watcher.go(table.path)
    watcher.see(".table-page")
    watcher.press('[data-action="settings"]')
    assert not watcher.has('[data-choice="hints"]')


def test_the_account_of_the_last_lesson_is_whole(open_page: OpenPage) -> None:
    """When the last lesson's game is over, all three sums are seen at once at every size; the board is a click away."""
    visitor = open_page(language="de")
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.go("/learn/end#finale")
        visitor.choose_card(14)
        visitor.press_at(visitor.see('.board-sheet [data-field="R50"]').evaluate(MIDDLE))
        visitor.see("[data-account] [data-total]")
        assert visitor.page.evaluate(OUTSIDE) == [], (width, height)
        visitor.press('[data-action="view-board"]')
        visitor.see('[data-action="view-account"]')
        assert not visitor.has("[data-account]")
