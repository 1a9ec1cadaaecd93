"""The referee alone: the rule book's figures and hand-worked cases."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.oracle.oracle import (
    FIELDS,
    LAND_FIELDS,
    LANDMARK_NUMBERS,
    NEIGHBOURS,
    REGIONS,
    SITES,
    Duchy,
    Referee,
)
from tests.oracle.play import PARKER

COLOURS = {"R": "a", "Y": "b", "P": "c"}


def pieces(text: str) -> dict[str, str]:
    """Read places by colour: "R L21 L22, Y L24"."""
    parts = [part.split() for part in text.split(", ") if part]
    return {place: COLOURS[colour] for colour, *places in parts for place in places}


def spread_landmarks(text: str) -> dict[str, str]:
    """Put the named landmarks ("N castle, L city4") on their sites, the rest in order, castles last."""
    named = dict(part.split() for part in text.split(", ") if part)
    kinds = [kind for kind in reversed(LANDMARK_NUMBERS) for _ in range(LANDMARK_NUMBERS[kind])]
    for kind in named.values():
        kinds.remove(kind)
    return named | dict(zip([site for site in SITES if site not in named], kinds, strict=True))


def position(knights: str = "", dukes: str = "", garrisons: str = "", named: str = "", **options: Any) -> Referee:
    """Set up a position of three seats; a duke stands beside one field of his duchy."""
    setup = {"seats": 3, "options": PARKER | options, "first": "a", "landmarks": spread_landmarks(named)}
    referee = Referee(setup | {"hands": {"a": [], "b": [], "c": []}, "deck": [*REGIONS, 0]})
    referee.knights, referee.dukes, referee.garrisons = pieces(knights), pieces(dukes), pieces(garrisons)
    return referee


def legal(referee: Referee, colour: str, *cards: int) -> list[str]:
    """List the legal moves of a colour that holds these cards."""
    referee.to_move = COLOURS[colour]
    referee.hands[referee.to_move] = list(cards)
    return referee.legal_knight_moves()


def play(referee: Referee, colour: str, move: str, bastion: str = ".") -> None:
    """Let a colour that holds just the card play it, with or without a bastion."""
    assert move in legal(referee, colour, int(re.split(r"\D", move)[0]))
    referee.play_knight(move)
    referee.play_bastion(bastion)


def duchy_at(referee: Referee, field: str) -> Duchy:
    """Find the duchy that holds a field."""
    (duchy,) = [duchy for duchy in referee.duchies() if field in duchy.fields]
    return duchy


def reign(referee: Referee, field: str) -> tuple[Any, int, list[int], list[int]]:
    """Tell a duchy's duke and worth, its knights by seat, and everybody's coins."""
    duchy = duchy_at(referee, field)
    count = referee.count_knights(duchy.fields)
    return duchy.duke, duchy.worth, [count[seat] for seat in "abc"], list(referee.coins.values())


def test_figure_1() -> None:
    """A card settles either bank of its free region and not its river."""
    assert legal(position(), "R", 23) == ["23L", "23R"]


# figure | knights | dukes | garrisons | landmarks | move || duke, worth | knights | coins (R:Y:P) | garrisons
FIGURE_TABLE = """
2 | R L30 | | | | R 31L | R 1 | 2:0:0 | 0:0:0 |
3 | R L7, Y L8 | | | C city2, E city3 | R 6L | R 6 | 2:1:0 | 0:0:0 |
4 | Y L13 | | | | R 14L | - 0 | 1:1:0 | 0:0:0 |
5 | R L21, Y L24 | | | L city2 | R 14>L22 | R 3 | 2:0:0 | 0:0:0 |
8 | R L23 L24 | R L23 | | L city4, N church | R 25L | R 6 | 3:0:0 | 0:0:0 |
9 | R L24 L25, Y L26 L27 | R L24 | | N city3, O city2 | Y 1>L28 | Y 6 | 2:3:0 | 4:0:0 |
10 | R L22 L23, Y L25 L26 | R L22, Y L26 | | N church, L city2 | R 24L | R 4 | 3:2:0 | 0:2:0 |
11 | R L21 L22 L24 L25 | R L21 L25 | | L city2, N city4 | R 23L | R 7 | 5:0:0 | 3:0:0 |
12 | Y L11 L12 L13, R L15 L16 | Y L13, R L16 | | G city3, I city2 | R 14L | - 5 | 3:3:0 | 3:4:0 |
13 | R L9 L10 | R L9 | | G castle, E city2 | Y 11L | R 4 | 3:1:0 | 0:0:0 | R G
14 | R L27, Y L28 | | | N castle, O city2 | Y 26L | Y 4 | 1:3:0 | 0:0:0 | Y N
15 | | | | W castle | Y 43R | Y 2 | 0:2:0 | 0:0:0 | Y W
16 | Y L21 L22, R L23 L24 | Y L21 | | L city2, N castle | R 1>L25 | Y 4 | 3:3:0 | 0:0:0 | Y N
17 | R L21 L23 L25 L26, Y L22 L24 | Y L22 | Y L N | L castle, N castle | R 27L | R 3 | 7:2:0 | 0:3:0 | R L N
18 | P L5 L7, R L6 L8 L33 L34 | P L5, R L33 | | C city2, E city4, Q church | R 7xL | R 7 | 3:0:1 | 0:0:7 |
"""
FIGURES = [[cell.strip() for cell in row.split("|")] for row in FIGURE_TABLE.strip().splitlines()]


def figure(number: int) -> tuple[Referee, str, str]:
    """Set up what a figure gives, with the colour and the move."""
    (row,) = [row for row in FIGURES if row[0] == str(number)]
    return position(*row[1:5]), row[5].split()[0], row[5].split()[1]


@pytest.mark.parametrize("row", FIGURES, ids=lambda row: f"figure {row[0]}")
def test_figures_with_a_move(row: list[str]) -> None:
    """Each figure's move leads to the duke, worth, majority, payment and garrisons of its caption."""
    referee, colour, move = figure(int(row[0]))
    before = dict(referee.knights)
    play(referee, colour, move)
    (field,) = [field for field, seat in referee.knights.items() if before.get(field) != seat]
    duke, worth = row[6].split()
    knights, coins = ([int(number) for number in cell.split(":")] for cell in row[7:9])
    assert reign(referee, field) == (COLOURS.get(duke), int(worth), knights, coins)
    assert referee.garrisons == pieces(row[9])


def test_figure_6() -> None:
    """No card reinforces a field beside another seat's knight, its own card settles it."""
    referee = position("R L24, Y L26")
    legal(referee, "R", *REGIONS)
    assert [move for move, field in referee.knight_moves().items() if field == "L25"] == ["25L"]


def test_figure_7() -> None:
    """Nobody can place a knight on a bastion, by any card; a lone knight has no duke."""
    referee = position("R L21 L22", "R L21")
    play(referee, "Y", "25L", "@L23")
    for colour in COLOURS:
        legal(referee, colour, *REGIONS)
        assert "L23" not in referee.knight_moves().values()
    assert (referee.bastions, referee.bastions_left["b"], referee.dukes) == ({"L23"}, 2, {"L21": "a"})


def test_figures_8_and_10_bishops() -> None:
    """The bishop is the duke's: figure 8 makes red archbishop, figure 10 passes yellow's bishop to red."""
    for number, archbishop_before in ((8, None), (10, "b")):
        given, colour, move = figure(number)
        assert given.archbishop() == archbishop_before
        play(given, colour, move)
        assert (given.bishops(), given.archbishop()) == ({"a": 1}, "a")


def test_figure_17_knights_return() -> None:
    """Yellow has both garrisons back in its supply, red gave one knight and two garrisons."""
    given, colour, move = figure(17)
    supplies = given.supply("a"), given.supply("b")
    play(given, colour, move)
    assert (given.supply("a"), given.supply("b")) == (supplies[0] - 3, supplies[1] + 2)


def test_board() -> None:
    """The board has 158 fields, 104 on land, 26 sites at two neighbours each, and the island's joints."""
    assert (len(FIELDS), len(LAND_FIELDS), len(SITES)) == (158, 104, 26)
    assert all(one in NEIGHBOURS[other] for one, other in SITES.values())
    assert NEIGHBOURS["R38"] == {"W38", "W44", "R37", "L43", "R39"}
    assert NEIGHBOURS["R41"] == {"W41", "W47", "R40", "R42", "L48"}
    assert NEIGHBOURS["W36"] == {"L36", "R36", "W35", "W37", "W43"}
    assert NEIGHBOURS["L48"] == {"W48", "R41", "R42"}
    assert NEIGHBOURS["W42"] == {"L42", "R42", "W41", "W49"}
    assert sum(map(len, NEIGHBOURS.values())) == 2 * (108 + 150 - 3 + 10)


def test_island_fields_have_two_cards() -> None:
    """44L and 38R settle one field, which neither of them reinforces; either converts its knight."""
    referee = position("R R37 L33 L34", "R L33", named="Q church")
    moves = legal(referee, "R", 38, 44, 9)
    assert {"38R", "44L", "9>R38"} <= set(moves) and "44>R38" not in moves and "38>R38" not in moves
    play(referee, "Y", "44L")
    assert referee.state()["knights"]["R38"] == "b"
    assert {"38xR", "44xL"} <= set(legal(referee, "R", 38, 44))
    play(referee, "R", "44xL")
    assert duchy_at(referee, "R38").duke == "a"


@pytest.mark.parametrize(("opens", "moves"), [(True, ["23W"]), (False, ["23-"])])
def test_bastion_opens_river(opens: bool, moves: list[str]) -> None:
    """The river is settled once both banks are taken; by option only knights take them."""
    referee = position("Y L23", bastion_opens_river=opens)
    referee.bastions = {"R23"}
    assert legal(referee, "R", 23) == moves


def test_reinforcement_on_rivers() -> None:
    """By option a river field is reinforced too; its knights are neighbours unless only land counts."""
    assert "40>W9" not in legal(position("R L9"), "R", 40)
    assert {"40>W9", "40>L10"} <= set(legal(position("R L9", reinforce_on_river=True), "R", 40))
    assert legal(position("R W9", reinforce_on_river=True), "R", 9) == ["9>W10", "9>W8", "9L", "9R"]
    land: dict[str, Any] = {"reinforcement_neighbours": "land", "reinforce_on_river": True}
    assert legal(position("R W9", **land), "R", 9) == ["9L", "9R"]
    assert "1>L8" in legal(position("R L9, Y W8", **land), "R", 1)
    assert "1>L8" not in legal(position("R L9, Y W8"), "R", 1)


def test_garrison_neither_helps_nor_blocks() -> None:
    """A garrison is no neighbour for reinforcements: yellow's in N stops not red, red's helps not red."""
    assert "1>L25" in legal(position("R L24 L26", garrisons="Y N", named="N castle"), "R", 1)
    assert "1>L25" not in legal(position("Y L26", garrisons="R N", named="N castle"), "R", 1)


def test_only_the_archbishop_converts() -> None:
    """One bishop each is a tie: nobody converts."""
    referee = position("R L33 L34 W40, Y L50 L51", "R L33, Y L50", named="Q church, Y church")
    assert referee.archbishop() is None
    assert not [move for colour in "RY" for move in legal(referee, colour, *REGIONS) if "x" in move]


@pytest.mark.parametrize(("red", "then", "coins"), [("L27 L28", "c", [4, 1, 0]), ("L27 L28 L29", "a", [0, 1, 0])])
def test_castle_between_dukes_of_several_seats(red: str, then: str, coins: list[int]) -> None:
    """The leader of the joined group mans the castle, or who acts if nobody leads."""
    referee = position(f"R {red}, Y W26 R26, P L25", "R L27, Y R26", named="N castle, O city3")
    play(referee, "P", "26L")
    assert referee.garrisons == {"N": then}
    assert list(referee.coins.values()) == coins


def test_castle_without_supply_stays_empty() -> None:
    """The entitled seat has no knight: nobody mans the castle until its other field is taken."""
    referee = position("R L9 L10", "R L9", named="G castle, E city2")
    referee.knights_owned["a"] = 2
    play(referee, "Y", "11L")
    assert referee.garrisons == {} and reign(referee, "L11") == ("a", 4, [2, 1, 0], [0, 0, 0])
    referee.knights_owned["a"] = 3
    play(referee, "P", "12L")
    assert referee.garrisons == {"G": "a"} and referee.is_last_knight_placed


def test_castles_follow_as_far_as_supply_lasts() -> None:
    """The lowest site follows the new duke first, the other one at a later placement."""
    referee, colour, move = figure(17)
    referee.knights_owned["a"] = 6
    play(referee, colour, move)
    assert referee.garrisons == {"L": "a", "N": "b"} and referee.is_last_knight_placed
    referee.knights_owned["a"] = 7
    play(referee, "P", "28L")
    assert referee.garrisons == {"L": "a", "N": "a"}


def test_duke_stays_when_castles_make_another_seat_the_leader() -> None:
    """The steps run once: yellow leads only after red's garrison went to the duke, who stays."""
    referee = position("P L22, R L23 L24, Y L25 L26", "P L22", "R N", "L city2, N castle")
    play(referee, "Y", "27L")
    assert reign(referee, "L27") == ("c", 4, [2, 3, 2], [0, 0, 0])
    play(referee, "Y", "1>L28")
    assert (duchy_at(referee, "L27").duke, referee.garrisons, referee.coins["c"]) == ("b", {"N": "b"}, 4)


@pytest.mark.parametrize(("merger", "duke", "coins"), [("any_duchy", None, 3), ("with_duke", "a", 0)])
def test_merger_with_a_duchy_without_duke(merger: str, duke: str | None, coins: int) -> None:
    """A tie deposes the only duke of a merger; by option two duchies with one duke merely grow."""
    referee = position("R L21 L22, Y L24, P L25", "R L21", named="L city2", merger=merger)
    play(referee, "Y", "23L")
    assert (duchy_at(referee, "L23").duke, referee.coins["a"]) == (duke, coins)


def test_merger_led_by_a_seat_without_duke() -> None:
    """Yellow leads over two old dukes of others, who are paid without the landmark of the new knight."""
    referee = position("R L13, Y L12 L11, P L15 W15, Y L16", "R L13, P W15", named="G city2, I city4")
    play(referee, "Y", "14L")
    assert reign(referee, "L14") == ("b", 7, [1, 4, 2], [3, 0, 5])
    referee = position("R L24, Y L23", "R L24", named="L city4, N city3")
    play(referee, "Y", "25L")
    assert referee.coins["a"] == 5


def test_conversion_makes_a_third_seat_duke() -> None:
    """Red converts purple's knight: yellow leads, purple is paid, yellow has the duke and the castle."""
    referee = position("P L5 L6, Y L7 L8, R L33 L34", "P L5, R L33", "P C", "C castle, E city2, Q church")
    referee.knights["L4"] = "b"
    play(referee, "R", "5xL")
    assert reign(referee, "L5") == ("b", 4, [1, 4, 1], [0, 0, 4])
    assert referee.garrisons == {"C": "b"}


def test_duke_stays_without_knights() -> None:
    """A duke whose last knight is converted stays while nobody leads; conversion mans no empty castle."""
    referee = position("P L5, Y L6, R L33 L34", "P L5, R L33", named="C castle, Q church")
    play(referee, "R", "5xL")
    assert reign(referee, "L5") == ("c", 2, [1, 1, 0], [0, 0, 0])
    assert referee.garrisons == {} and referee.has_bastion_decision()


@pytest.mark.parametrize(("end", "next_seats"), [("turn", [None]), ("round", ["c", None])])
def test_last_knight_counts_though_one_returns(end: str, next_seats: list[str | None]) -> None:
    """Yellow's last knight ends the game though its garrison returns; by option the round is finished."""
    referee = position("Y L25, R L27 L28 L29 L30", "R L28, Y L25", "Y N", "N castle, O city2", end=end)
    referee.knights_owned["b"] = 3
    play(referee, "Y", "26L")
    assert (referee.garrisons, referee.supply("b")) == ({"N": "a"}, 1)
    for turn, next_seat in enumerate(next_seats):
        if turn > 0:
            play(referee, "P", "1L")
        referee.draw(list)
        assert (referee.state()["next"], referee.is_over) == (next_seat, next_seat is None)


def test_changes_end_the_game() -> None:
    """Seats without knights change a card without a bastion; as many changes as seats end the game."""
    referee = position("R L1")
    referee.knights_owned = {"a": 1, "b": 0, "c": 0}
    for turn, colour in enumerate("RYP", start=1):
        assert legal(referee, colour, 14, 5) == ["14-", "5-"]
        referee.play_knight("14-")
        assert not referee.has_bastion_decision()
        referee.draw(list)
        assert referee.is_over == (turn == 3)


def test_game_ends_after_turn_400() -> None:
    """Turn 400 is the last, even within a round."""
    referee = position(end="round")
    referee.turns_played = 398
    for move, is_over in (("1L", False), ("2L", True)):
        play(referee, "P", move)
        referee.draw(list)
        assert referee.is_over == is_over


def test_shuffle_card() -> None:
    """Deck, discard and shuffle card make the new deck, again if need be; a wrong deck is refused."""
    referee = position()
    referee.deck, referee.discard = [0, 7], [9]
    new_decks = iter([[0, 9, 7], [9, 0, 7]])
    record = referee.draw(lambda cards: next(new_decks))
    assert (record["card"], record["shuffled"]) == (9, [[0, 9, 7], [9, 0, 7]])
    assert (referee.deck, referee.discard) == ([0, 7], [])
    with pytest.raises(ValueError, match="no shuffle"):
        referee.draw(lambda cards: [7, 9, 0])


def test_final_account() -> None:
    """Dukes count 5 and the archbishop his bonus; equal coins share the victory."""
    referee = position("R L33 L34, Y L1 L2 L50 L51", "R L33, Y L50 L1", named="Q church, Y city2, A city2")
    assert referee.result() == {"type": "result", "coins": [11, 14, 0], "winners": ["b"]}
    referee.coins["a"] = 3
    assert referee.result()["winners"] == ["a", "b"]
    referee.options["archbishop_bonus"] = 0
    assert referee.result()["coins"] == [9, 14, 0]
