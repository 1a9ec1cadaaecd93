"""Somebody who takes the lessons, by mouse or by keyboard; the server's solutions say what is right."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cache
from typing import Any

from rheinlaender.i18n import words
from tests.browser.test_keyboard import press, walk
from tests.browser.visitor import Visitor
from tests.server import asking

Try = dict[str, Any]

FREE_PLACE = """async ([name]) => {
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const field = document.querySelector(`.board-sheet [data-field="${name}"]`);
  const { left, top, width, height } = field.getBoundingClientRect();
  const steps = [...Array(11).keys()].map((step) => (step + 1) / 12);
  const places = steps.flatMap((down) => steps.map((along) => ({
    x: left + width * along, y: top + height * down, far: Math.hypot(width * (along - 0.5), height * (down - 0.5)),
  })));
  places.sort((one, other) => one.far - other.far);
  return places.find(({ x, y }) => document.elementFromPoint(x, y) === field) ?? null;
}"""
"""The place nearest to the middle of a field where nothing covers it, once the page has been laid out anew."""


def touch_field(visitor: Visitor, field: str) -> None:
    """Click or tap on a field."""
    visitor.find(f'.board-sheet [data-field="{field}"]').wait_for(state="attached")
    place = visitor.page.evaluate(FREE_PLACE, [field])
    assert place, f"{field} is covered everywhere"
    visitor.press_at(place)


@cache
def course(http: str) -> list[dict[str, Any]]:
    """All lessons as the server sends them."""
    names = [line["name"] for line in asking.get(f"{http}/api/lessons").json()["lessons"]]
    return [asking.get(f"{http}/api/lessons/{name}").json() for name in names]


def knight_of(step: dict[str, Any]) -> tuple[int, str]:
    """Card and field of the solution's knight."""
    move = next(move for move in step["view"]["moves"] if move["move"] == step["solution"][0])
    return move["card"], move["field"]


class Pupil(ABC):
    """Takes the lessons in one language. How something is chosen and touched is up to the kind of pupil."""

    def __init__(self, visitor: Visitor, http: str, language: str) -> None:
        self.visitor, self.http, self.language = visitor, http, language

    @abstractmethod
    def begin(self) -> None:
        """Open the first lesson from the list."""

    @abstractmethod
    def choose(self, step: dict[str, Any], card: int) -> None:
        """Choose a card."""

    @abstractmethod
    def touch(self, field: str) -> None:
        """Touch a field."""

    @abstractmethod
    def go_on(self, action: str) -> None:
        """Go to what comes next."""

    def await_stage(self, lesson: dict[str, Any], step: dict[str, Any], stage: str) -> None:
        """Wait until a step has come so far."""
        self.visitor.see(f'[data-lesson="{lesson["name"]}"][data-step="{step["name"]}"][data-stage="{stage}"]')

    def hears(self, mood: str, key: str) -> None:
        """The herald says it in the pupil's language."""
        assert self.visitor.find(f'[data-say="{mood}"]').inner_text() == words(key, self.language)

    def take(self, lesson: dict[str, Any]) -> None:
        """Take a whole lesson, and see its end."""
        for step in lesson["steps"]:
            self.await_stage(lesson, step, "asked")
            self.hears("ask", step["say"])
            self.solve(step)
            self.await_stage(lesson, step, "right")
            self.hears("right", step["say"].removesuffix("say") + "after")
            self.go_on("next")
        self.visitor.see(f'[data-lesson-end="{lesson["name"]}"][data-done="true"]')

    def solve(self, step: dict[str, Any]) -> None:
        """Do what the solution says, as one does it on the board."""
        if step["kind"] == "look":
            self.touch(shown_field(self.http, step["solution"][0]))
            return
        card, field = knight_of(step)
        self.choose(step, card)
        self.touch(field)
        if step["has_bastion"]:
            self.visitor.see('[data-action="no-bastion"]')
            self.touch(step["solution"][1].removeprefix("@"))


def shown_field(http: str, place: str) -> str:
    """A field, or the first field of a site."""
    sites: dict[str, Any] = asking.get(f"{http}/api/board").json()["sites"]
    return str(sites[place]["fields"][0]) if place in sites else place


class MousePupil(Pupil):
    """Takes the lessons by clicks or taps."""

    def begin(self) -> None:
        self.visitor.go("/learn")
        self.visitor.see('[data-action="begin"]')
        self.visitor.press('[data-action="begin"]')

    def choose(self, step: dict[str, Any], card: int) -> None:
        self.visitor.choose_card(card)

    def touch(self, field: str) -> None:
        touch_field(self.visitor, field)

    def go_on(self, action: str) -> None:
        self.visitor.press(f'[data-action="{action}"]')


class KeyPupil(Pupil):
    """Takes the lessons by keys alone."""

    def begin(self) -> None:
        self.visitor.go("/learn")
        self.visitor.see('[data-action="begin"]')
        self.visitor.find('[data-action="begin"]').focus()
        press(self.visitor, "Enter")

    def choose(self, step: dict[str, Any], card: int) -> None:
        press(self.visitor, str(step["view"]["hand"].index(card) + 1))

    def touch(self, field: str) -> None:
        press(self.visitor, "g")
        walk(self.visitor, field)
        press(self.visitor, "Enter")

    def go_on(self, action: str) -> None:
        press(self.visitor, "Enter")


def wrong_tries(http: str, lesson: dict[str, Any], step: dict[str, Any]) -> Iterator[Try]:
    """Things that can be tried in a step and are not right."""
    for tried in tries_of(step):
        if not asking.post(f"{http}/api/lessons/{lesson['name']}/{step['number']}", json=tried).json()["right"]:
            yield tried


def tries_of(step: dict[str, Any]) -> Iterator[Try]:
    """A tap on each field, or the first and the last card on each field."""
    fields = [field for field in step["crop"] if field[0] != "W"]
    if step["kind"] == "look":
        yield from ({"fields": [field]} for field in fields)
        return
    hand = step["view"]["hand"]
    legal = {(move["card"], move["field"]) for move in step["view"]["moves"]}
    for field in fields:
        for card in {hand[0], hand[-1]}:
            if not step["has_bastion"] or (card, field) not in legal:
                yield {"attempt": {"card": card, "field": field}}
