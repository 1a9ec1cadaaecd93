"""A log that is set back under running servers, as by a backup put back into PostgreSQL: they read it anew."""

from collections.abc import Iterator

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.house import Guest, House, bots, person, refusal_of
from tests.server.postgres import new_address
from tests.server.several import two_houses

RESTART = 1012
OTHERS_ENDED = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return new_address("postgresql", tmp_path_factory.mktemp("set-back"))


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[list[House]]:
    """Two servers on one database."""
    with two_houses(tmp_path_factory.mktemp("houses"), address) as running:
        yield running


def set_back(address: str, table: str, last: int, is_noticed: bool = False) -> None:
    """Let a log end with an entry, as an older copy would; a real one ends the servers' connections too."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        for name in ("entries", "commands"):
            connection.execute(f"DELETE FROM {name} WHERE table_id = %s AND number > %s", [table, last])
        if last < 0:
            connection.execute("DELETE FROM tables WHERE table_id = %s", [table])
        if is_noticed:
            connection.execute(OTHERS_ENDED)


def played(house: House, turns: int) -> Guest:
    """The owner of a table at which so many turns were played."""
    owner = house.open(person("A"), person("B"), person("C"))
    for _ in range(turns):
        assert owner.play().status_code == 200
    return owner


def wait_for_turn(guest: Guest, turn: int, after: int | None = None) -> None:
    """Wait until it is a turn."""
    with guest.socket(after) as line:
        line.frame_when(lambda frame: frame["view"]["turn"] == turn)


def test_whoever_asks_sees_the_older_evening(houses: list[House], address: str) -> None:
    """The table is read anew, and the game goes on from there at both servers."""
    one, two = houses
    owner = played(one, 6)
    there = Guest(two, owner.table, owner.secret)
    assert there.frame()["seq"] == owner.frame()["seq"] == 7
    set_back(address, owner.table, 4)
    assert owner.frame()["view"]["turn"] == 3
    assert owner.play().status_code == 200
    assert there.frame() == owner.frame()
    assert there.play().status_code == 200


def test_a_turn_of_an_evening_that_is_gone_is_told_to_come_back(houses: list[House], address: str) -> None:
    """A server that has not noticed yet says 503 with Retry-After, never 500, and has read the log the next time."""
    owner = played(houses[0], 6)
    view = owner.frame()["view"]
    with owner.socket(after=7) as line:
        line.next("presence")
        set_back(address, owner.table, 4)
        line.send(command={"id": "come-back", "name": "rename", "seat": "a", "player": "Anna"})
        with pytest.raises(ConnectionClosed) as closed:
            line.next("nothing")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTART
    with owner.socket(after=7) as line:
        frame = line.next("frame")
    assert (frame["seq"], frame["view"]["turn"]) == (4, 3) and frame["epoch"]
    late = owner.command("play", moves=[view["moves"][0]["move"]], turn=view["turn"])
    assert refusal_of(late)[0] in (409, 422)


def test_another_history_is_not_mixed_with_the_one_in_memory(houses: list[House], address: str) -> None:
    """Where the older copy went on elsewhere, a server that knew the first history takes the second one as a whole."""
    one, two = houses
    owner = played(one, 6)
    there = Guest(two, owner.table, owner.secret)
    set_back(address, owner.table, 2)
    for number in range(7):
        assert there.play(-1 - number % 2).status_code == 200
    assert owner.frame() == there.frame()
    assert owner.play().status_code == 200


def test_connected_people_are_told_at_once(houses: list[House], address: str) -> None:
    """They come back by themselves, to what there is; a table that is in no copy is not there."""
    one, _ = houses
    owner, gone = played(one, 6), played(one, 2)
    with owner.socket(after=7) as line, gone.socket(after=3) as lost:
        for connected in (line, lost):
            connected.next("presence")
        set_back(address, gone.table, -1)
        set_back(address, owner.table, 4, is_noticed=True)
        for connected in (line, lost):
            with pytest.raises(ConnectionClosed):
                connected.next("nothing")
    with owner.socket(after=7) as line:
        assert line.next("frame")["seq"] == 4
    assert refusal_of(gone.get()) == (404, "no_such_table")


def test_computer_players_go_on_from_there(houses: list[House], address: str) -> None:
    """Nobody has to wake them."""
    one, _ = houses
    owner = one.open(person("A"), *bots(2))
    for turn in (0, 3, 6):
        wait_for_turn(owner, turn)
        assert turn == 6 or owner.play().status_code == 200
    set_back(address, owner.table, 3)
    wait_for_turn(owner, 3, after=7)
    assert owner.play().status_code == 200
