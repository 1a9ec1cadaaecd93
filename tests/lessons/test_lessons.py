"""Lessons: every solution is right, every wrong answer has its words, and what is said to be a fact is one."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rheinlaender.board import rhine
from rheinlaender.book.reading import BLOCK
from rheinlaender.game.errors import BadNotation, IllegalMove, UnknownField
from rheinlaender.i18n import LANGUAGES, catalogue
from rheinlaender.lessons import (
    Answer,
    Lesson,
    Reply,
    Step,
    judge_taps,
    judge_turn,
    lesson as lesson_module,
    read_lessons,
)
from rheinlaender.lessons.lesson import LOOK, PLAY
from rheinlaender.notation.figure import check_figure
from rheinlaender.notation.statement import Moment, holds, read_statement
from tests.book.book import clauses_of, pages_of

LESSONS = list(read_lessons().values())
STEPS = [step for lesson in LESSONS for step in lesson.steps]
PLAYED = [step for step in STEPS if step.kind == PLAY]
LOOKED = [step for step in STEPS if step.kind == LOOK]
REPLIES = [(step, reply) for step in STEPS for reply in step.replies]
FIGURES = [step for step in STEPS if step.figure is not None]
MOST_WORDS = 45
FILES = sorted(Path(lesson_module.__file__).parent.glob("*.toml"))
DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "lessons.md"
MOVE_FIELD = re.compile(r"(?:[>@]([LWR]\d+)|^(\d+)x?([LWR]))$")


def name_of(value: Step | Lesson | Reply) -> str:
    return f"{value.lesson}.{value.name}" if isinstance(value, Step) else value.name


def answer_to(step: Step, tried: tuple[str, ...]) -> Answer:
    """The answer to moves, or to taps."""
    return judge_turn(step, tried) if step.kind == PLAY else judge_taps(step, tried)


def moment_of(answer: Answer) -> Moment:
    """The game after an answer, and what was done."""
    return Moment(answer.game, answer.events)


def turns_of(step: Step) -> Iterator[tuple[str, ...]]:
    """Every legal turn without a bastion, and one bastion after each where a bastion is asked for."""
    for move in step.game.legal_moves():
        yield (str(move),)
        if step.has_bastion:
            after, _ = step.game.consider([move])
            yield from ((str(move), str(bastion)) for bastion in after.legal_moves())


def figure_blocks() -> dict[int, str]:
    """The first position block of each figure of the rule book."""
    page = pages_of("en")["8-figures.md"]
    parts = re.split(r"^### Figure (\d+): .+$", page, flags=re.MULTILINE)[1:]
    found = {int(number): BLOCK.search(text) for number, text in zip(parts[::2], parts[1::2], strict=True)}
    return {number: block["text"] for number, block in found.items() if block}


def test_course() -> None:
    """Twelve lessons stand in the order in which the game is learned; only after the last comes a real game."""
    order = "place found tie reinforce bastion worth takeover merge castle bishops convert end"
    assert list(read_lessons()) == order.split()
    assert [lesson.number for lesson in LESSONS] == list(range(1, 13))
    assert [lesson.level for lesson in LESSONS] == [None] * 11 + ["squire"]


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_lessons_are_small(lesson: Lesson) -> None:
    """A lesson has three to six steps, each with a name of its own."""
    assert 3 <= len(lesson.steps) <= 6
    assert len({step.name for step in lesson.steps}) == len(lesson.steps)


def test_every_figure_is_a_step() -> None:
    """Each of the eighteen figures of section 8 is played or looked at."""
    assert {step.figure for step in FIGURES} == set(range(1, 19)) == set(figure_blocks())


@pytest.mark.parametrize("step", [step for step in FIGURES if step.name != "blocked"], ids=name_of)
def test_figures_are_those_of_the_rule_book(step: Step) -> None:
    """All that the rule book says of a figure holds in the position of its step."""
    assert step.figure is not None
    _, *statements = figure_blocks()[step.figure].splitlines()
    assert check_figure("\n".join([step.position, *statements])) == []


def test_figure_after_its_turn() -> None:
    """Figure 7 goes on as red finds it after yellow's turn."""
    wall, blocked = (step for step in FIGURES if step.figure == 7)
    after, found = judge_turn(wall, wall.solution).game.view(), blocked.game.view()
    assert (after.knights, after.bastions, after.duchies) == (found.knights, found.bastions, found.duchies)


@pytest.mark.parametrize("step", STEPS, ids=name_of)
def test_solution_is_right(step: Step) -> None:
    """The solution is right and is answered by the words for it."""
    answer = answer_to(step, step.solution)
    assert answer.is_right and answer.say.key == step.key("after")
    assert answer.refusal is None and answer.missing is None


@pytest.mark.parametrize("step", STEPS, ids=name_of)
def test_facts(step: Step) -> None:
    """Whatever reaches the goal, the facts hold of which the words speak; in a step to look they hold as it stands."""
    assert step.facts
    answers = (
        [judge_turn(step, turn) for turn in turns_of(step)] if step.kind == PLAY else [answer_to(step, step.solution)]
    )
    right = [answer for answer in answers if answer.is_right]
    assert right
    for answer in right:
        for fact in step.facts:
            assert holds(fact, moment_of(answer)), fact


@pytest.mark.parametrize("step", PLAYED, ids=name_of)
def test_goal_is_not_reached_by_everything(step: Step) -> None:
    """A step to play states a goal, and unless only the banks of one card are open, something legal misses it."""
    assert step.goal or step.turns
    assert all(f"lesson.missing.{statement.name}" in catalogue("en") for statement in step.goal)
    misses = [turn for turn in turns_of(step) if not judge_turn(step, turn).is_right]
    assert misses or any(reply.refusal for reply in step.replies)


@pytest.mark.parametrize("step", PLAYED, ids=name_of)
def test_learner_is_to_move(step: Step) -> None:
    """In a step to play the learner's seat is to move, as yellow only where the figure is yellow's."""
    assert step.game.to_move == step.seat
    assert step.seat == "a" or step.figure in (7, 9, 14, 15)


@pytest.mark.parametrize(("step", "reply"), REPLIES, ids=lambda value: name_of(value))
def test_reply(step: Step, reply: Reply) -> None:
    """Something wrong that a step has words for is answered by them; a refusal comes along."""
    answer = answer_to(step, reply.example)
    assert not answer.is_right
    assert answer.say.key == step.key(reply.name)
    assert (answer.refusal.code if answer.refusal else None) == reply.refusal


@pytest.mark.parametrize("step", PLAYED, ids=name_of)
def test_every_legal_turn_is_answered(step: Step) -> None:
    """A legal turn is right, or its answer says something of the step's own, or which part of the goal is missing."""
    for turn in turns_of(step):
        answer = judge_turn(step, turn)
        assert answer.refusal is None and answer.events
        assert answer.is_right or answer.missing is not None or answer.say.key in step.keys, turn


@pytest.mark.parametrize("step", PLAYED, ids=name_of)
def test_any_card_on_any_field_is_answered(step: Step) -> None:
    """Whatever card is put on whatever shown field, there is an answer, and the step stays as it was."""
    before = step.game.view(step.seat)
    for card in step.game.view(step.seat).hand:
        for move in (f"{card}>{field}" for field in step.crop):
            answer = judge_turn(step, [move])
            assert answer.is_right or answer.say.key.startswith("lesson.")
    assert step.game.view(step.seat) == before


def test_the_first_lesson_cites_no_later_rule() -> None:
    """Whatever is tried before reinforcing is taught, no refusal is cited that speaks of reinforcements."""
    for step in (step for step in PLAYED if step.lesson == "place"):
        for card in step.game.view("a").hand:
            for field in rhine().fields:
                answer = judge_turn(step, (f"{card}>{field}",))
                assert answer.refusal is None or answer.is_enough or answer.refusal.section != "2.1.2", (
                    step.name,
                    field,
                )


@pytest.mark.parametrize("step", LOOKED, ids=name_of)
def test_any_tap_is_answered(step: Step) -> None:
    """A tap on any shown field or site is right if it is a place of the target, and otherwise has words."""
    for place in (*step.crop, *rhine().sites):
        answer = judge_taps(step, [place])
        assert answer.is_right == any(place in target for target in step.targets)
        assert answer.say.key in (*step.keys, "lesson.missed_tap")


def test_random_turns() -> None:
    """Whatever decisions are sent, legal or not, the judge answers or refuses by name."""
    random = Random(7)
    for step in PLAYED:
        for _ in range(40):
            field = f"{random.choice('LWR')}{random.randrange(1, 56)}"
            card = random.choice([*step.game.view(step.seat).hand, random.randrange(0, 56)])
            forms = [f"{card}L", f"{card}xR", f"{card}>{field}", f"@{field}", f"{card}-", ".", "x", ""]
            moves = random.choices(forms, k=random.randrange(0, 4))
            try:
                answer = judge_turn(step, moves)
            except BadNotation:
                continue
            assert answer.refusal is None or isinstance(answer.refusal, IllegalMove)


def test_taps() -> None:
    """Each target must be tapped, in any of its places, and nothing else; an alias is the field itself."""
    step = next(step for step in LOOKED if step.name == "island")
    assert judge_taps(step, ["L44"]).is_right
    assert judge_taps(step, ["R38", "L44"]).is_right
    assert not judge_taps(step, []).is_right
    assert judge_taps(step, ["R38", "L38"]).say.key == step.key("one_number")
    assert judge_taps(step, ["L1"]).say.key == "lesson.missed_tap"
    with pytest.raises(UnknownField):
        judge_taps(step, ["L77"])


def test_several_targets() -> None:
    """A step may ask for several taps."""
    step = Step("place", "both", "rh1 seats=3", ("L23",), ("L23", "R23"), ("2.1.1",), targets=(("L23",), ("R23", "M")))
    assert judge_taps(step, ["M", "L23"]).is_right
    assert not judge_taps(step, ["L23"]).is_right
    assert not judge_taps(step, ["R23", "M"]).is_right


def test_missing_goals_are_named() -> None:
    """The answer to a legal turn without words of its own says which statement of the goal does not hold yet."""
    position = "rh1 seats=3 landmarks=....C..................... knights=a:L30,L31 dukes=L30:a hands=a:1"
    for text in ("duke L30 b", "duke L30 -", "worth L30 9", "knights L30 b:1", "garrison E a", "archbishop a"):
        statement = read_statement(text)
        goal = (read_statement("duke L31 a"), statement)
        step = Step("place", "any", position, ("L1",), ("1L",), ("2.1",), goal=goal)
        missing = judge_turn(step, ["1L"]).missing
        assert missing is not None and missing.key in catalogue("en")
        assert missing.arguments == statement.parts
    named = {key.removeprefix("lesson.missing.") for key in catalogue("en") if key.startswith("lesson.missing.")}
    assert named == {"duke", "no_duke", "worth", "knights", "garrison", "archbishop", "winners"}


def test_shown_turns() -> None:
    """A turn of an opponent is shown with what it did, and leaves the opening as it was."""
    step = next(step for step in LOOKED if step.name == "gift")
    (shown,) = step.shown_turns
    assert shown.seat == "b" and shown.moves == ("11L", ".")
    assert "garrison_placed" in [event.name for event in shown.events]
    assert "L11" not in step.opening.view().knights and step.game.view().garrisons == {"G": "a"}


@pytest.mark.parametrize("step", STEPS, ids=name_of)
def test_crop_shows_the_step(step: Step) -> None:
    """All pieces, all sites with something on them and all fields that are spoken of lie in the part that is shown."""
    board, view = rhine(), step.game.view()
    sites = [site for site in board.sites if site in view.landmarks or site in view.garrisons]
    shown = {*view.knights, *view.bastions, *(field for site in sites for field in board.sites[site])}
    tried = [step.solution, *(reply.example for reply in step.replies if not is_far(step, reply.example))]
    shown |= {field for turn in tried for text in turn for field in fields_of(text)}
    shown |= {field for target in step.targets for place in target for field in fields_of(place)}
    shown |= {field for key in step.keys for text in texts_of(key) for field in re.findall(r"\b[LWR]\d+\b", text)}
    assert shown <= set(step.crop)


def is_far(step: Step, turn: tuple[str, ...]) -> bool:
    """Whether a turn settles the region of a card that comes from elsewhere on the river."""
    far = [card for card in step.game.view(step.seat).hand if not set(rhine().regions[card]) & set(step.crop)]
    return turn[0] in [f"{card}{bank}" for card in far for bank in "LR"]


def fields_of(text: str) -> list[str]:
    """The fields of a move, or of a place."""
    board = rhine()
    if text in board.sites:
        return list(board.sites[text])
    if text in board.numbers:
        return [board.fields[board.numbers[text]]]
    found = MOVE_FIELD.search(text)
    if found is None:
        return []
    return [found[1]] if found[1] else [board.regions[int(found[2])]["LWR".index(found[3])]]


def texts_of(key: str) -> list[str]:
    """The texts of a key in all languages."""
    texts = [catalogue(language)[key] for language in LANGUAGES]
    assert all(isinstance(text, str) for text in texts)
    return [str(text) for text in texts]


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_clauses_exist(lesson: Lesson) -> None:
    """Every clause that a lesson shows is one of the rule book."""
    assert set(lesson.clauses) <= {clause.number for clause in clauses_of("en")}
    assert all(step.clauses for step in lesson.steps)


def test_keys() -> None:
    """Every text of a lesson exists, and none of the catalogue belongs to no lesson."""
    used = {key for lesson in LESSONS for key in lesson.keys}
    known = {key for key in catalogue("en") if re.match(r"lesson\.\w+\.", key)}
    known -= {key for key in known if key.startswith(("lesson.missing.", "lesson.colour."))}
    assert used == known


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short(language: str) -> None:
    """Nothing that is said in a lesson is longer than a breath, and it is filled by nothing."""
    for key in (key for lesson in LESSONS for key in lesson.keys):
        text = catalogue(language)[key]
        assert isinstance(text, str) and len(text.split()) <= MOST_WORDS, key
        assert "{" not in text, key


@pytest.mark.parametrize("step", STEPS, ids=name_of)
def test_numbers_are_the_same_in_all_languages(step: Step) -> None:
    """Cards, coins and fields that are spoken of do not depend on the language."""
    for key in step.keys:
        english, *others = (set(re.findall(r"[LWR]?\d+", text)) for text in texts_of(key))
        assert all(other == english for other in others), key


def test_document() -> None:
    """The example of a file is in a file, and the example in Python does what it says."""
    blocks = dict(
        re.findall(r"^```(toml|python)\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    )
    assert any(blocks["toml"] in path.read_text(encoding="utf-8") for path in FILES)
    exec(blocks["python"], {})
