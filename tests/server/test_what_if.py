"""What if: games that are over are played on from any turn, with cards dealt anew or as they were; others never."""

import asyncio
from typing import Any

import httpx
import pytest

from rheinlaender.game.game import Game
from rheinlaender.game.view import discard_of, hand_of
from rheinlaender.notation.position import game_at, line_of
from rheinlaender.notation.record import read_record
from tests.server.house import (
    OPEN,
    Guest,
    House,
    bearer,
    bots,
    new_id,
    new_secret,
    person,
    played_in_private,
    refusal_of,
)

TURN = 7
TEXT = {"Content-Type": "text/plain"}
ALONE = [person("Anna"), person("Bert"), person("Cleo")]
BASTION = "rh1 seats=3 to=a phase=bastion knights=a:L9,L10 dukes=L9:a hands=a:11,12,13,14/b:?5/c:?5 deck=?41"

BASTION_OF_B = "rh1 seats=3 to=b phase=bastion knights=b:L9,L10 dukes=L9:b hands=a:?5/b:?4/c:?5 deck=?41"


@pytest.fixture(scope="module")
def over(house: House) -> Guest:
    """The owner of a finished game of three, at which nobody may watch."""
    return played_in_private(house)


def ask_to_play_on(house: House, beginning: dict[str, Any], seats: list[Any], secret: str | None) -> httpx.Response:
    """Ask for a table that begins at a position, with the secret for the former game."""
    body = {"id": new_id(), "secret": new_secret(), "seats": seats, "beginning": beginning}
    return house.client.post("/api/tables", json=body, headers=bearer(secret))


def play_on(over: Guest, seen: str, turn: int = TURN, seats: list[Any] | None = None) -> Guest:
    """The owner of a table at which a finished game is played on."""
    secret = new_secret()
    beginning = {"of": "table", "table": over.table, "turn": turn, "seen": seen}
    body = {"id": new_id(), "secret": secret, "seats": seats or ALONE, "beginning": beginning}
    answer = over.house.client.post("/api/tables", json=body, headers=bearer(over.secret))
    assert answer.status_code == 201, answer.text
    return Guest(over.house, answer.json()["table"], secret)


def game_of(guest: Guest) -> Game:
    """The game of a table, with everything."""
    game = guest.house.server.app.state.room.in_use[guest.table].table.game
    assert isinstance(game, Game)
    return game


def was(over: Guest, turn: int = TURN) -> Game:
    """The finished game as it was after a turn."""
    live = over.house.server.app.state.room.in_use[over.table]
    states = asyncio.run_coroutine_threadsafe(live.states(), over.house.loop).result()
    game = next(state.begun_game for state in states if state.game is not None and state.turn == turn)
    assert isinstance(game, Game)
    return game


def hands(game: Game) -> list[tuple[int, ...]]:
    """All hands."""
    return [hand_of(game.position, number) for number in range(len(game.seats))]


def test_as_it_was(over: Guest) -> None:
    """Every card lies where it lay; whoever plays alone for all seats plays on, and the former game stays."""
    before = over.get("/record", seat="*").text
    table = play_on(over, "*")
    assert line_of(game_of(table)) == line_of(was(over)) == over.get("/position", turn=TURN).text.strip()
    frame = table.frame()
    assert frame["table"]["beginning"] == {"table": over.table, "turn": TURN, "is_dealt": False}
    assert frame["table"]["you"]["seats"] == "abc" and frame["table"]["options"] == "short"
    assert (frame["view"]["turn"], frame["view"]["to_move"]) == (TURN, was(over).to_move)
    assert table.play().status_code == 200
    assert table.frame()["entry"]["turn"] == table.frame()["view"]["turn"] == TURN + 1
    assert over.get("/record", seat="*").text == before


def test_dealt_anew(over: Guest) -> None:
    """A seat keeps its hand and all that everybody saw; hidden cards are dealt otherwise each time, each card once."""
    former, games = was(over), [game_of(play_on(over, "b")) for _ in range(3)]
    for game in games:
        assert game.view("b") == former.view("b") and game.view("b").counted == former.view("b").counted
        assert discard_of(game.position) == discard_of(former.position)
        dealt = [*game.deck, *discard_of(game.position), *(card for hand in hands(game) for card in hand)]
        assert sorted(dealt) == list(range(55))
    assert len({line_of(game) for game in (*games, former)}) == 4


def test_what_a_seat_could_know_is_all_that_is_dealt_from(over: Guest) -> None:
    """The position of a seat names its own hand, no other card that is hidden, and the coins that all saw paid."""
    former = was(over)
    line = over.get("/position", turn=TURN, seat="c").text
    parts = dict(part.split("=", 1) for part in line.split()[1:])
    sizes = [f"{seat}:?{len(hand)}" for seat, hand in zip("ab", hands(former), strict=False)]
    assert parts["hands"] == "/".join([*sizes, f"c:{','.join(map(str, hands(former)[2]))}"])
    assert parts["deck"] == f"?{len(former.deck)}"
    assert parts.get("coins", "0,0,0") == ",".join(map(str, former.view().counted.values()))


def test_an_unfinished_game_is_not_played_on(house: House, over: Guest) -> None:
    """Neither by those who play nor by watchers, from no seat; and not where one may not watch."""
    playing = house.open(person("Anna"), *bots(2))
    waiting = house.open(person("Anna"), OPEN, OPEN)
    for guest in (playing, waiting, playing.another(), waiting.another()):
        for seen in "abc-*":
            beginning = {"of": "table", "table": guest.table, "turn": 0, "seen": seen}
            assert refusal_of(ask_to_play_on(house, beginning, ALONE, guest.secret)) == (409, "not_over")
            assert refusal_of(guest.get("/position", turn=0, seat=seen)) == (409, "not_over")
    beginning = {"of": "table", "table": over.table, "turn": 0, "seen": "-"}
    assert refusal_of(ask_to_play_on(house, beginning, ALONE, None)) == (403, "watchers_off")
    assert refusal_of(over.another().get("/position", turn=0)) == (403, "watchers_off")


def test_what_cannot_be_played_on(house: House, over: Guest) -> None:
    """The end, turns and seats that there are not, other numbers of seats, and what is no position: each by name."""
    last = over.frame()["view"]["turn"]
    former: dict[str, Any] = {"of": "table", "table": over.table, "turn": TURN, "seen": "*"}
    cases: list[tuple[dict[str, Any], int, tuple[int, str]]] = [
        (former | {"turn": last}, 3, (409, "game_over")),
        (former | {"turn": last + 1}, 3, (404, "no_such_turn")),
        (former | {"seen": "e"}, 3, (422, "unknown_seat")),
        (former, 4, (422, "other_seats")),
        (former | {"table": "nosuchtable1"}, 3, (404, "no_such_table")),
        ({"of": "position", "position": "rh2"}, 3, (400, "bad_notation")),
        ({"of": "position", "position": "rh1 seats=3 phase=over"}, 3, (409, "game_over")),
        ({"of": "position", "position": "rh1 seats=3 knights=a:W1"}, 3, (400, "impossible_position")),
        ({"of": "nothing"}, 3, (422, "wrong_value")),
        ({"of": "position", "position": "x" * 2001}, 3, (422, "wrong_value")),
    ]
    for beginning, seats, expected in cases:
        seated = [person(name) for name in ("Anna", "Bert", "Cleo", "Dora")[:seats]]
        assert refusal_of(ask_to_play_on(house, beginning, seated, over.secret)) == expected, beginning


def test_a_position_is_played_on(house: House) -> None:
    """What a line leaves out is dealt anew; between knight and bastion the turn is finished first."""
    for line, sizes in (("rh1 seats=3", [5, 5, 5]), (BASTION, [4, 5, 5])):
        table = play_at(house, line, ALONE)
        game = game_of(table)
        assert [len(hand) for hand in hands(game)] == sizes and list(game.deck) != sorted(game.deck)
        assert table.frame()["table"]["beginning"] == {"table": None, "turn": 0, "is_dealt": True}
    view = table.frame()["view"]
    assert view["phase"] == "bastion" and {move["kind"] for move in view["moves"]} == {"bastion", "none"}
    assert table.command("play", moves=["."], turn=0).status_code == 200
    assert table.frame()["view"]["to_move"] == "b"


def play_at(house: House, line: str, seats: list[Any]) -> Guest:
    """The owner of a table that begins at a line of notation."""
    secret = new_secret()
    body = {"id": new_id(), "secret": secret, "seats": seats, "beginning": {"of": "position", "position": line}}
    answer = house.client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return Guest(house, answer.json()["table"], secret)


def test_computer_players_play_on(house: House) -> None:
    """They finish a turn that was begun, too."""
    table = play_at(house, BASTION_OF_B, [person("Anna"), *bots(2)])
    with table.socket() as line:
        frame = line.frame_when(lambda frame: bool(frame["view"] and frame["view"]["moves"]))
    assert frame["view"]["to_move"] == "a" and frame["view"]["turn"] == 2


def test_a_record_says_where_it_began_and_is_read_back(house: House, over: Guest) -> None:
    """The record begins at the position, names the former table, and its replay does too; a rematch begins there."""
    table = play_on(over, "a", seats=[person("Anna"), *bots(2)])
    table.play_to_the_end()
    text = table.get("/record", seat="*").text
    record = read_record(text)
    assert record.headers["FromTable"] == over.table
    assert (record.headers["FromTurn"], record.headers["Unseen"]) == (str(TURN), "dealt anew")
    first = Game(record.game.first_position, record.game.engine)
    assert first.view("a") == was(over).view("a")
    replay = house.client.post("/api/replay", content=text, headers=TEXT).json()
    assert replay["table"]["beginning"] == {"table": over.table, "turn": TURN, "is_dealt": True}
    frames = table.get("/replay", seat="*").json()["frames"]
    assert [frame["view"] for frame in replay["frames"]] == [frame["view"] for frame in frames]
    assert frames[1]["entry"]["turn"] == TURN + 1 == replay["frames"][1]["entry"]["turn"]
    again = Guest(house, table.command("rematch").json()["table"], table.secret)
    assert again.frame()["table"]["beginning"] == frames[0]["table"]["beginning"]
    assert table.get("/board.svg", turn=TURN + 1).status_code == 200


def test_a_record_is_played_on(house: House, over: Guest) -> None:
    """From a record of all hands any seat's knowledge or everything; from that of a seat only its own."""
    whole, own = over.get("/record", seat="*").text, over.get("/record", seat="a").text

    def position(text: str, seat: str | None) -> httpx.Response:
        query = {"turn": str(TURN)} | ({} if seat is None else {"seat": seat})
        return house.client.post("/api/position", content=text, params=query, headers=TEXT)

    assert without_deck(position(whole, None).text) == without_deck(over.get("/position", turn=TURN, seat="*").text)
    drawn = read_record(whole).game.turns[TURN].draw
    top = game_at(position(whole, "*").text.strip()).deck[0]
    assert drawn is not None and top == (0 if drawn.was_shuffled else drawn.card), "the next card lies on top"
    assert position(whole, "b").text == over.get("/position", turn=TURN, seat="b").text
    assert position(own, None).text == position(own, "a").text == position(whole, "a").text
    assert refusal_of(position(own, "b")) == refusal_of(position(own, "*")) == (403, "still_hidden")
    line = position(whole, "b").text.strip()
    assert game_of(play_at(house, line, ALONE)).view("b") == was(over).view("b")
    seen = house.client.post("/api/replay", content=line, headers=TEXT).json()
    assert [frame["view"]["hand"] for frame in seen["frames"]] == [list(hands(was(over))[1])]


def without_deck(line: str) -> list[str]:
    """A position but for the order of its deck, of which a record tells only what was drawn."""
    return [part if not part.startswith("deck=") else str(sorted(part[5:].split(","))) for part in line.split()]
