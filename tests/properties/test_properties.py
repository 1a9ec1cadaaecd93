"""What holds in every game, whatever the seats, the options and the moves."""

from hypothesis import given, strategies as st

from rheinlaender.game.errors import GameOver
from rheinlaender.game.facts import KNIGHTS_PER_SEAT
from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.game.possible import cards_problem, impossibilities
from rheinlaender.notation.record import read_record, write_record
from rheinlaender.rules.legal import count_moves
from rheinlaender.rules.position import MOST_TURNS
from tests.properties.strategies import Course, bounded, courses
from tests.setting import content


@bounded(30)
@given(courses())
def test_knights_are_conserved(course: Course) -> None:
    """Supply, fields and garrisons together are always the knights that a seat began with."""
    for game in course.played():
        view = game.view()
        for seat in game.seats:
            placed = [*view.knights.values(), *view.garrisons.values()].count(seat)
            assert view.supply[seat] + placed == KNIGHTS_PER_SEAT[course.seats] and view.supply[seat] >= 0


@bounded(30)
@given(courses())
def test_coins_never_fall(course: Course) -> None:
    """Coins are only ever paid, and the final account only adds."""
    game = course.begin()
    coins = list(game.position.coins)
    for move in course.moves(game):
        game.play(move)
        assert all(now >= before for now, before in zip(game.position.coins, coins, strict=True))
        coins = list(game.position.coins)
    result = game.result()
    assert result is not None
    assert all(total >= coins["abcde".index(seat)] for seat, total in result.coins.items())


@bounded(30)
@given(courses())
def test_castles_follow_the_duke(course: Course) -> None:
    """After a placement in it, a duchy with a duke holds only his garrisons as long as his supply lasts."""
    game = course.begin()
    for move in course.moves(game):
        garrisons = game.view().garrisons
        game.play(move)
        view = game.view()
        for duchy in view.duchies:
            foreign = [site for site in duchy.garrisons if view.garrisons[site] != duchy.duke]
            if duchy.duke is not None and foreign:
                assert view.is_ending
        assert set(garrisons) <= set(view.garrisons), "a castle once garrisoned is never empty again"


@bounded(30)
@given(courses())
def test_archbishop_has_strictly_most_bishops(course: Course) -> None:
    """The seat with strictly more bishops than every other is the archbishop; with none or a tie nobody is."""
    for game in course.played():
        view = game.view()
        for seat in game.seats:
            others = [number for other, number in view.bishops.items() if other != seat]
            assert (view.archbishop == seat) == (view.bishops[seat] > max(others))
            assert view.bishops[seat] == sum(duchy.has_bishop and duchy.duke == seat for duchy in view.duchies)


@bounded(30)
@given(courses())
def test_kept_facts_hold(course: Course) -> None:
    """After every decision all kept facts are as recomputed from nothing, and the position is a possible one."""
    for game in course.played():
        assert broken_facts(game.board, game.position) == []
        assert cards_problem(game.position) is None
        assert list(impossibilities(game.board, game.position)) == []


@bounded(25)
@given(courses())
def test_undo_restores_every_byte(course: Course) -> None:
    """Undo after play is the position before, byte for byte, and the record is what it was."""
    game = course.begin()
    for move in course.moves(game):
        before = content(game)
        game.play(move)
        game.undo()
        assert content(game) == before
        game.play(move)


@bounded(25)
@given(courses())
def test_duchies_grow_and_never_split(course: Course) -> None:
    """Duchies grow and merge, never split: fields of one duchy stay together; a bastion stays for ever."""
    game = course.begin()
    view = game.view()
    for move in course.moves(game):
        before, view = view, game.view()
        for duchy in before.duchies:
            assert any(set(duchy.fields) <= set(now.fields) for now in view.duchies)
        assert set(before.bastions) <= set(view.bastions) and set(before.knights) <= set(view.knights)
        game.play(move)


@bounded(40)
@given(courses())
def test_every_game_ends(course: Course) -> None:
    """Every game ends by turn 400, with a result, and then there is no legal move."""
    game = course.finished()
    assert game.is_over and game.position.turn <= MOST_TURNS and game.to_move is None
    assert game.legal_moves() == [] and game.engine.of(count_moves)(game.position) == 0
    result = game.result()
    assert result is not None and result.winners
    before = content(game)
    for text in ("1L", "1>L1", "1xL", "1-", "@L1", "."):
        try:
            game.play(text)
        except GameOver:
            continue
        raise AssertionError(f"{text} was played after the end")
    assert content(game) == before


def rotated(text: str, seats: str, by: int) -> str:
    """A record with every seat replaced by the one that sits so many places on."""
    turned = {seat: seats[(number + by) % len(seats)] for number, seat in enumerate(seats)}
    lines = []
    for line in text.split("\n"):
        if line.startswith("[Result"):
            line = f'[Result "{"".join(sorted(turned[seat] for seat in line.split(chr(34))[1]))}"]'
        elif line.startswith("[Coins"):
            coins = line.split('"')[1].split(",")
            line = f'[Coins "{",".join(coins[(number - by) % len(seats)] for number in range(len(seats)))}"]'
        elif line.startswith("rh1"):
            line = rotated_first(line, turned)
        elif line[:1].isdigit():
            line = " ".join(turned.get(word, word) for word in line.split(" "))
        lines.append(line)
    return "\n".join(lines)


def rotated_first(line: str, turned: dict[str, str]) -> str:
    """The first position of a game with its seats replaced."""
    parts = dict(part.partition("=")[::2] for part in line.split(" ")[1:])
    parts["first"] = turned[parts.get("first", "a")]
    parts["hands"] = "/".join(turned[hand[0]] + hand[1:] for hand in parts["hands"].split("/"))
    order = ("seats", "options", "landmarks", "first", "hands", "deck")
    return " ".join(["rh1", *(f"{name}={parts[name]}" for name in order if name in parts)])


@bounded(25)
@given(courses(), st.integers(1, 4))
def test_seats_rotated_result_rotated(course: Course, by: int) -> None:
    """No seat is privileged: the same game with the seats rotated has the result rotated."""
    game = course.finished()
    text = rotated(write_record(game), game.seats, by)
    other = read_record(text).game
    result, turned = game.result(), other.result()
    assert result is not None and turned is not None
    for number, seat in enumerate(game.seats):
        assert result.coins[seat] == turned.coins[game.seats[(number + by) % course.seats]]


@bounded(20)
@given(courses())
def test_consequences_are_what_happens(course: Course) -> None:
    """What the consequences of a move tell is what it does when it is played, up to the draw; asking changes none."""
    game = course.begin()
    for move in course.moves(game):
        before = content(game)
        told = game.consequences(move)
        assert content(game) == before
        events = game.play(move)
        assert tuple(events[: len(told.events)]) == told.events and told.duchies == game.view().duchies


@bounded(20)
@given(courses())
def test_same_course_same_bytes(course: Course) -> None:
    """A game is decided by its seed and its moves alone."""
    one, other = course.middle(), course.middle()
    assert isinstance(one, Game) and content(one) == content(other)
