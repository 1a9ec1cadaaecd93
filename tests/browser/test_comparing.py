"""Two games of a day side by side: turn by turn, where they part, and whose; by mouse, keyboard and touch."""

import json
import time
from collections.abc import Iterator

import pytest

from rheinlaender.i18n import words
from tests.browser.clipping import cut_texts_of
from tests.browser.conftest import OpenPage
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.long import others_long
from tests.server.days import Clock, Solver
from tests.server.house import House, bearer, running
from tests.server.test_comparing import let_archbishop_play

LOOKS = [(language, size) for language in ("en", "de", "nl", "hu") for size in ("desktop", "phone")]
ALWAYS = [("de", "phone")]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with quick computer players, at which it is always noon; one has played in the Archbishop's place."""
    with running(tmp_path_factory.mktemp("comparing"), today=("squire", "squire"), today_edition="short") as house:
        Clock(house)
        let_archbishop_play(house)
        yield house


@pytest.fixture(scope="module")
def bert(house: House) -> Solver:
    """Somebody who has played today's deal to its end; the Archbishop has too."""
    solver = Solver(house, "Bert")
    seat = solver.seat()
    Rounds(house.http, seat.table, str(seat.secret)).play()
    while solver.day()["archbishop"] is None:
        time.sleep(0.1)
    return solver


def be(visitor: Visitor, solver: Solver) -> None:
    """Let a browser have somebody's key."""
    kept = json.dumps(json.dumps({"key": solver.key, "name": solver.name}))
    visitor.page.add_init_script(f"if (location.host) localStorage.setItem('rheinlaender.identity', {kept})")


def turn_of(visitor: Visitor) -> int:
    """The turn that both boards show."""
    return int(visitor.see(".replay-place").get_attribute("data-place") or -1)


def parted_of(steps: tuple[list[dict[str, object]], ...]) -> int:
    """The first turn in which two games differ, as the server has them."""
    moves = [[step["entry"] and step["entry"]["moves"] for step in one] for one in steps]  # type: ignore[index]
    return next(turn for turn, pair in enumerate(zip(*moves, strict=False)) if pair[0] != pair[1])


@pytest.mark.parametrize(("language", "size"), others_long(LOOKS, ALWAYS))
def test_two_games_of_a_day_side_by_side(
    open_page: OpenPage, house: House, bert: Solver, axe: str, language: str, size: str
) -> None:
    """From the list of the day to the turn in which the lines part, through it, and with the games exchanged."""
    visitor = open_page(language=language, size=size, address=house.http)
    be(visitor, bert)
    visitor.go("/today")
    visitor.see(".today-marks")
    assert cut_texts_of(visitor, "main") == []
    visitor.press('.today-table tr:not([data-you="true"]) [data-look="compare"]')
    visitor.see(".compare-board .knight, .compare-board .board-sheet")
    assert faults_of(visitor, language) + small_buttons_of(visitor) + violations_of(visitor, axe) == []
    assert cut_texts_of(visitor, "main") == []
    come_closer(visitor)
    day = bert.day()
    own, other = day["results"][0], day["archbishop"]
    paths = [f"/api/today/{day['date']}/games/{one['game']}" for one in (own, other)]
    games = [house.client.get(path, headers=bearer(bert.key)) for path in paths]
    parted = parted_of(tuple(game.json()["steps"] for game in games))
    visitor.press('[data-action="parting"]')
    assert turn_of(visitor) == parted
    step_through(visitor, own["line"], other["line"])
    visitor.find('[data-pick="left"]').select_option(other["game"])
    visitor.see('[data-parted="never"]')
    assert words("compare.never_parted", language) in visitor.seen_text()


def come_closer(visitor: Visitor) -> None:
    """The map is enlarged by its button, on a phone too, and seen whole again."""
    board = '.compare-board[data-hand="left"]'
    visitor.press(f"{board} .board-buttons .closer")
    visitor.press(f"{board} .board-buttons .whole:not([disabled])")
    visitor.find(f"{board} .board-buttons .whole[disabled]").wait_for(state="attached")


def step_through(visitor: Visitor, own: list[int], other: list[int]) -> None:
    """Forward by a button or a key; what each would have is what the lines of the day say; then a turn of the list."""
    before = turn_of(visitor)
    if visitor.is_touching:
        visitor.press('[data-action="replay-forward"]')
        visitor.press('[data-choice="front"] label:nth-of-type(2)')
        visitor.see('.compare-board[data-hand="right"]')
        visitor.miss('.compare-board[data-hand="left"]')
    else:
        visitor.page.keyboard.press("ArrowRight")
    visitor.see(f'.replay-place[data-place="{before + 1}"]')
    for hand, line in (("left", own), ("right", other)):
        assert str(line[before + 1]) in visitor.see(f'[data-coins="{hand}"]').inner_text()
    last = visitor.page.locator(".compare-turns [data-turn]").last
    turn = int(last.get_attribute("data-turn") or 0)
    if visitor.is_touching:
        last.tap()
    else:
        last.focus()
        visitor.page.keyboard.press("Enter")
    visitor.see(f'.replay-place[data-place="{turn}"]')


def test_whoever_has_not_finished_is_told_so(open_page: OpenPage, house: House, bert: Solver, axe: str) -> None:
    """No game, no name; a link to the deal."""
    visitor = open_page(address=house.http)
    date = bert.day()["date"]
    visitor.go(f"/today/{date}/compare")
    assert words("refusal.finish_first", "en") in visitor.see('[data-told="none"]').inner_text()
    assert "Bert" not in visitor.seen_text() and violations_of(visitor, axe) == []
    visitor.press('[data-action="day"]')
    visitor.see('[data-page="today"][data-state="new"]')
