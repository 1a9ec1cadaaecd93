"""Puzzles in a real browser: by mouse, by keyboard and by touch; rating, row, themes, and every language."""

import pytest

from rheinlaender.game.move import read_move
from rheinlaender.i18n import words
from rheinlaender.review.puzzles.puzzle import Puzzle
from rheinlaender.review.puzzles.shipped import shipped_puzzles
from tests.browser.clipping import cut_texts_of
from tests.browser.conftest import OpenPage
from tests.browser.extent import LOOKS, SPOKEN
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.pupil import touch_field
from tests.browser.test_keyboard import WATCH_POINTER, press, walk
from tests.browser.test_tour import SPEAK
from tests.browser.visitor import Visitor

ALL = list(shipped_puzzles().values())
PLANNED = '[data-action="judge"]:not([disabled])'
MOST_TOUCHES, LOOK_MILLISECONDS = 4, 3000
KNIGHTS = [one for one in ALL if one.place.view().phase == "knight"]


def open_puzzle(visitor: Visitor, puzzle: Puzzle) -> None:
    """Open a puzzle at its address."""
    visitor.go(f"/puzzles/{puzzle.id}")
    visitor.see(f'[data-puzzle="{puzzle.id}"][data-stage="asked"] .knight')


def target_of(puzzle: Puzzle, move: str) -> tuple[int, str]:
    """The card and the field of a move."""
    chosen = read_move(move)
    assert chosen.card is not None
    return chosen.card, str(chosen.target(puzzle.place.view().board))


def plan(visitor: Visitor, puzzle: Puzzle, move: str) -> None:
    """Put a knight where a move says, by mouse or by touch."""
    card, field = target_of(puzzle, move)
    visitor.press(f'.hand [data-card="{card}"]')
    visitor.see(f'.card.is-chosen[data-card="{card}"]')
    touch_until_planned(visitor, field)


def touch_until_planned(visitor: Visitor, field: str) -> None:
    """Touch a field; where targets lie close together on a phone, the map comes nearer first."""
    from playwright.sync_api import TimeoutError as NotInTime

    for _ in range(MOST_TOUCHES):
        touch_field(visitor, field)
        try:
            visitor.find(PLANNED).wait_for(timeout=LOOK_MILLISECONDS)
            return
        except NotInTime:
            continue
    visitor.see(PLANNED)


def test_a_wrong_try_then_the_right_one(open_page: OpenPage) -> None:
    """What a move loses is said without the answer; then the right one, why, and the next. The first try counts."""
    visitor, puzzle = open_page(), KNIGHTS[0]
    open_puzzle(visitor, puzzle)
    plan(visitor, puzzle, puzzle.greedy)
    visitor.press('[data-action="judge"]')
    visitor.see('[data-stage="judged"] [data-grade]:is([data-grade="wrong"], [data-grade="nearly"])')
    assert not visitor.has("[data-solution]")
    rating = int(visitor.see("[data-rating]").get_attribute("data-rating") or 0)
    assert rating < 1500
    visitor.press('[data-action="again"]')
    visitor.see('[data-stage="asked"]')
    plan(visitor, puzzle, puzzle.right[0])
    visitor.press('[data-action="judge"]')
    visitor.see(f'[data-stage="solved"] [data-solution="{puzzle.right[0]}"]')
    visitor.see('[data-grade="right"]')
    visitor.miss("[data-counted]")
    assert int(visitor.see("[data-rating]").get_attribute("data-rating") or 0) == rating
    visitor.press(".puzzle-proof summary")
    assert visitor.page.locator(".puzzle-proof tbody tr").count() == 4
    visitor.press('[data-action="next"]')
    visitor.see(f'[data-page="puzzle"]:not([data-puzzle="{puzzle.id}"])')
    open_puzzle(visitor, puzzle)
    visitor.press('[data-action="show"]')
    visitor.see('[data-counted="no"]')


def test_by_keyboard_alone(open_page: OpenPage) -> None:
    """A number chooses the card, arrows walk to the field, Enter plays and leads on; the row grows."""
    visitor, puzzle = open_page(), KNIGHTS[1]
    visitor.page.add_init_script(WATCH_POINTER)
    open_puzzle(visitor, puzzle)
    card, field = target_of(puzzle, puzzle.right[0])
    press(visitor, str(puzzle.place.view().hand.index(card) + 1))
    visitor.see(f'.card.is-chosen[data-card="{card}"]')
    press(visitor, "g")
    walk(visitor, field)
    press(visitor, "Enter")
    visitor.see('[data-action="judge"]:not([disabled])')
    press(visitor, "Escape")
    visitor.see('[data-action="judge"][disabled]')
    press(visitor, "Enter")
    visitor.see('[data-action="judge"]:not([disabled])')
    visitor.find('[data-action="judge"]').focus()
    press(visitor, "Enter")
    visitor.see('[data-stage="solved"] [data-grade="right"]')
    visitor.see('[data-row="1"]')
    visitor.see('[data-counted="yes"]')
    press(visitor, "n")
    visitor.see(f'[data-page="puzzle"]:not([data-puzzle="{puzzle.id}"])')
    assert not visitor.page.evaluate("() => Boolean(globalThis.hasPointed)")


def test_themes_are_chosen_and_kept(open_page: OpenPage) -> None:
    """Only puzzles of the theme come; what was solved is kept in the browser until it is to be forgotten."""
    visitor = open_page()
    visitor.go("/puzzles")
    visitor.see(f'[data-page="puzzles"][data-count="{len(ALL)}"]')
    theme = ALL[0].themes[0]
    visitor.press(f'[data-theme-choice="{theme}"]')
    visitor.see(f'[data-theme-choice="{theme}"] :checked')
    visitor.press('[data-action="solve"]')
    name = visitor.see('[data-page="puzzle"]').get_attribute("data-puzzle")
    assert theme in shipped_puzzles()[str(name)].themes
    visitor.press('[data-action="show"]')
    visitor.see('[data-stage="solved"] [data-grade="shown"]')
    visitor.go("/puzzles")
    visitor.see(f'[data-theme-choice="{theme}"] :checked')
    visitor.press('[data-action="forget"]')
    visitor.miss('[data-action="forget"]')
    assert "1500" in visitor.see('[data-figure="rating"]').inner_text()


def test_parts_of_the_game_are_chosen_by_keyboard(open_page: OpenPage) -> None:
    """Only puzzles of that part come; what has none together cannot be chosen; a link to a theme leads to all parts."""
    visitor = open_page(language="hu")
    visitor.go("/puzzles")
    visitor.see('[data-time-choice="all"] :checked').focus()
    press(visitor, "ArrowRight")
    visitor.see('[data-time-choice="opening"] :checked')
    for theme in ("found", "end", "bastion"):
        both = [one for one in ALL if one.time == "opening" and theme in one.themes]
        assert visitor.find(f'[data-theme-choice="{theme}"] input').is_disabled() == (not both)
        assert visitor.find(f'[data-theme-choice="{theme}"] .soft').inner_text() == f"0 / {len(both)}"
    visitor.find('[data-action="solve"]').focus()
    press(visitor, "Enter")
    name = visitor.see('[data-page="puzzle"]').get_attribute("data-puzzle")
    assert shipped_puzzles()[str(name)].time == "opening"
    visitor.go("/puzzles#theme=end")
    visitor.see('[data-theme-choice="end"] :checked')
    visitor.see('[data-time-choice="all"] :checked')


def test_similar_ones_are_led_to(open_page: OpenPage) -> None:
    """From a solution, by touch: another puzzle that shares a theme."""
    visitor, puzzle = open_page(size="phone"), KNIGHTS[0]
    open_puzzle(visitor, puzzle)
    visitor.press('[data-action="show"]')
    visitor.see("[data-similar] a").scroll_into_view_if_needed()
    visitor.press("[data-similar] a")
    other = visitor.see(f'[data-page="puzzle"]:not([data-puzzle="{puzzle.id}"])').get_attribute("data-puzzle")
    assert set(shipped_puzzles()[str(other)].themes) & set(puzzle.themes)


def test_a_bastion_puzzle(open_page: OpenPage) -> None:
    """A bastion is placed, or none is, and that is judged."""
    puzzle = next(one for one in ALL if one.place.view().phase == "bastion")
    visitor = open_page()
    open_puzzle(visitor, puzzle)
    visitor.press('[data-action="no-bastion"]')
    visitor.press('[data-action="judge"]:not([disabled])')
    visitor.see('[data-page="puzzle"]:not([data-stage="asked"])')


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_looks(open_page: OpenPage, axe: str, size: str, theme: str) -> None:
    """Everybody can read and press it, in every language, before and after a try."""
    visitor = open_page(size=size, theme=theme)
    faults = []
    visitor.go("/puzzles")
    visitor.see('[data-page="puzzles"]')
    faults += violations_of(visitor, axe) + small_buttons_of(visitor) + cut_texts_of(visitor, ".learn-body")
    open_puzzle(visitor, KNIGHTS[0])
    faults += violations_of(visitor, axe) + small_buttons_of(visitor) + cut_texts_of(visitor, ".lesson-main")
    plan(visitor, KNIGHTS[0], KNIGHTS[0].right[0])
    visitor.press('[data-action="judge"]')
    visitor.see('[data-stage="solved"] [data-solution]')
    faults += violations_of(visitor, axe) + small_buttons_of(visitor)
    for language in ("de", "nl", "hu", "en"):
        visitor.page.evaluate(SPEAK, language)
        faults += faults_of(visitor, language) + cut_texts_of(visitor, ".lesson-main")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", SPOKEN)
def test_spoken(open_page: OpenPage, language: str) -> None:
    """The task is told in the language of the browser."""
    visitor = open_page(language=language)
    open_puzzle(visitor, KNIGHTS[0])
    seat = words(f"lesson.colour.{KNIGHTS[0].place.view().seat}", language)
    assert visitor.find('[data-say="ask"]').inner_text() == words("puzzle.find", language, seat=seat)


def test_no_such_puzzle(open_page: OpenPage) -> None:
    """An address of no puzzle leads to the page that says so."""
    visitor = open_page()
    visitor.tolerate("404")
    visitor.go("/puzzles/00000000")
    visitor.see('[data-page="lost"]')
