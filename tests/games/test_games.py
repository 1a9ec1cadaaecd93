"""Finished games replay to their recorded results; what is truncated or edited is never half-read."""

import re
from functools import cache
from pathlib import Path

import pytest

from rheinlaender.game import event as events
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.i18n import Refusal
from rheinlaender.notation.record import Record, read_record, write_record
from tests.games.make_games import RARITIES, random_games, rare_games
from tests.setting import PRESETS, SEATS, STYLES

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.rhg"))
WHOLE = ("3-parker-cluster", "4-short-uniform", "5-hungarian-cluster", "third-seat-takes-over", "turn-400")


@cache
def text_of(name: str) -> str:
    """The text of a recorded game."""
    return (FOLDER / f"{name}.rhg").read_text(encoding="ascii")


@cache
def replayed(name: str) -> tuple[Record, tuple[Event, ...]]:
    """A recorded game, and everything that happens when it is played again."""
    record = read_record(text_of(name))
    game, told = Game(record.game.first_position.copy(), record.game.engine), []
    for turn in record.game.turns:
        moves = turn.moves
        for move in moves:
            told += game.play(move, turn.draw if move is moves[-1] else None)
            assert broken_facts(game.board, game.position) == []
    assert game.result() == record.game.result()
    return record, tuple(told)


def test_enough_games() -> None:
    """At least thirty games: every number of seats, every preset, either style, and every rarity."""
    assert len(NAMES) >= 30
    assert {f"{seats}-{preset}-{style}" for seats in SEATS for preset in PRESETS for style in STYLES} <= set(NAMES)
    assert set(RARITIES) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_replay(name: str) -> None:
    """A finished game replays to its recorded result, and is written as it was."""
    record, told = replayed(name)
    result = record.game.result()
    assert result is not None and told
    assert record.headers["Result"] == "".join(result.winners)
    assert record.headers["Coins"] == ",".join(str(coins) for coins in result.coins.values())
    assert write_record(record.game, record.headers) == text_of(name)


def test_every_kind_of_event_occurs() -> None:
    """Across the games everything happens that can happen."""
    found = {type(event) for name in NAMES for event in replayed(name)[1]}
    assert found == set(events.kinds_of_events())


def test_games_are_what_the_script_makes() -> None:
    """The script of this folder makes these games: the engine still plays them alike."""
    made = random_games() | rare_games()
    assert sorted(made) == NAMES
    for name, (game, shows) in made.items():
        assert write_record(game, {"Event": name, "Shows": shows}) == text_of(name)


def kinds(name: str) -> list[type[Event]]:
    """The kinds of events of a game in their order."""
    return [type(event) for event in replayed(name)[1]]


def test_rarities_show_what_they_say() -> None:
    """Each game from a hand-made beginning shows what it says."""
    told = {name: list(replayed(name)[1]) for name in RARITIES}
    assert kinds("nothing-to-place").count(events.CardChanged) == 3
    assert kinds("change-then-place").index(events.KnightSettled) < kinds("change-then-place").index(events.CardChanged)
    assert events.CastleLeftEmpty("a", "G") in told["castle-left-empty"]
    assert told["castle-manned-later"].index(events.CastleLeftEmpty("a", "W")) < told["castle-manned-later"].index(
        events.GarrisonPlaced("b", "W")
    )
    assert events.GarrisonReplaced("b", "L", "a") in told["garrison-shortage"]
    assert events.GarrisonReplaced("b", "N", "a") not in told["garrison-shortage"]
    assert events.DukeDeposed("b", "L30", 1, "c") in told["third-seat-takes-over"]
    assert events.KnightConverted("c", "L30", "a") in told["duke-without-knights"]
    assert not isinstance(told["duke-without-knights"][2], events.DukeDeposed)
    assert events.GarrisonPlaced("c", "N") in told["castle-between-dukes"]
    assert events.GarrisonPlaced("a", "N") in told["castle-of-the-leader"]
    assert events.DukeWithdrawn("a", "L21", 3, "a") in told["dukes-withdrawn"]
    assert events.DukeDeposed("b", "L11", 4, None) in told["merger-without-leader"]
    assert events.DukeDeposed("a", "L15", 3, None) in told["merger-without-leader"]
    assert events.LastKnightPlaced("a") in told["last-knight-out-of-turn"]
    assert events.GameEnded(400) in told["turn-400"]
    assert replayed("between-knight-and-bastion")[0].game.turns[0].card_move is None
    assert kinds("shuffled-twice").count(events.DeckShuffled) > 3
    assert events.KnightConverted("a", "R38", "b") in told["settled-or-converted-by-two-cards"]


def is_refused_or_whole(text: str) -> bool:
    """Whether a text is refused; if it is read, it must be a whole record that is written as it stands."""
    try:
        record = read_record(text)
    except Refusal as refusal:
        return len(refusal.words()) > 20
    assert write_record(record.game, record.headers) == text, "half-read"
    return False


@pytest.mark.parametrize("name", NAMES)
def test_truncated_games(name: str) -> None:
    """A game that stops at any line before its last is refused."""
    lines = text_of(name).split("\n")
    assert lines[-2:] == ["over", ""]
    every = 1 if name in WHOLE else 4
    for number in [*range(NAMES.index(name) % every, len(lines) - 2, every), len(lines) - 2]:
        assert is_refused_or_whole("\n".join(lines[:number])), number
        assert is_refused_or_whole("\n".join([*lines[:number], ""])), number


def edited(text: str, found: re.Match[str], new: str) -> str:
    """The text with one place replaced."""
    return text[: found.start()] + new + text[found.end() :]


def other_card(card: str) -> str:
    """Another card."""
    return str(int(card) % 54 + 1)


def places(name: str, pattern: str) -> list[re.Match[str]]:
    """Some places of a pattern in a game, others for each game."""
    first = text_of(name).index("\n1. ")
    found = list(re.compile(pattern).finditer(text_of(name), first))
    every = 5 if name in WHOLE else 21
    return found[NAMES.index(name) % every :: every] or found[:1]


@pytest.mark.parametrize("name", NAMES)
def test_changed_cards(name: str) -> None:
    """A game with another card played is refused, unless it is another whole game with the same end."""
    for found in places(name, r"(?<= )\d+(?=[LWR>x-])"):
        is_refused_or_whole(edited(text_of(name), found, other_card(found[0])))


@pytest.mark.parametrize("name", NAMES)
def test_changed_draws(name: str) -> None:
    """A game with another card drawn is refused while the order of the deck is known, and later never half-read."""
    text = text_of(name)
    shuffle = text.index("(*") if "(*" in text else len(text)
    for found in places(name, r"(?<=\()\d+(?=\))"):
        was_refused = is_refused_or_whole(edited(text, found, other_card(found[0])))
        assert was_refused or found.start() > shuffle
        assert is_refused_or_whole(edited(text, found, "?"))
        assert is_refused_or_whole(edited(text, found, "0"))


@pytest.mark.parametrize("name", NAMES)
def test_changed_seats(name: str) -> None:
    """A game in which another seat moves is refused."""
    for found in places(name, r"(?<= )[a-e](?= )"):
        assert is_refused_or_whole(edited(text_of(name), found, "abcde"["abcde".index(found[0]) - 1]))


@pytest.mark.parametrize("name", NAMES)
def test_changed_words(name: str) -> None:
    """A game with a number of a round, a decision or a draw left out or doubled is refused."""
    for found in places(name, r"(?<=[ \n])\S+(?=[ \n])")[::2]:
        assert is_refused_or_whole(edited(text_of(name), found, ""))
        assert is_refused_or_whole(edited(text_of(name), found, f"{found[0]} {found[0]}"))


@pytest.mark.parametrize("name", NAMES)
def test_changed_headers(name: str) -> None:
    """A game with another result, other coins, another board or another format is refused."""
    text = text_of(name)
    for header, new in (
        ("Result", "abc"),
        ("Result", "*"),
        ("Coins", "99,99,99"),
        ("Board", "Rhine 0"),
        ("Format", ""),
    ):
        changed = re.sub(rf'\[{header} "[^"]*"\]', f'[{header} "{new}"]', text)
        assert changed == text or is_refused_or_whole(changed)
        assert is_refused_or_whole(text.replace(f"[{header}", f"[{header}"[1:]))


@pytest.mark.parametrize("name", NAMES)
def test_changed_first_position(name: str) -> None:
    """A game with other landmarks, hands, first seat or options does not come to the recorded end, or is refused."""
    text = text_of(name)
    for part in ("hands=a:", "seats=", "deck="):
        found = re.search(rf"(?<= {part})\d+", text)
        if found:
            assert is_refused_or_whole(edited(text, found, other_card(found[0])))
