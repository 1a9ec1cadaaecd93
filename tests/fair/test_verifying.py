"""Records that are checked without a server: what was not left to chance, and what a record does not hold."""

from dataclasses import replace
from pathlib import Path

from rheinlaender.game.fair import VERSION, commitment_of
from rheinlaender.notation.position import game_at
from rheinlaender.notation.record import Record, read_record
from rheinlaender.notation.verifying import verify_record
from tests.fair.games import verified_record

GAMES = Path(__file__).parents[1] / "games"
SEED = bytes(32)
HEADERS = {"Deal": VERSION, "Table": "t", "Commitment": commitment_of(SEED), "ServerSeed": SEED.hex()}


def names_of(record: Record) -> dict[str, bool]:
    """What was checked, and whether it is right."""
    return {check.name: check.is_right for check in verify_record(record)}


def test_a_whole_record() -> None:
    """Everything is right; who began is checked only where chance decided it."""
    record = read_record(verified_record())
    found = names_of(record)
    assert all(found.values()) and "shuffle/1" in found
    chosen = {name: value for name, value in record.headers.items() if name != "First"}
    assert found.keys() - names_of(replace(record, headers=chosen)).keys() == {"first"}


def test_a_turn_of_which_only_the_bastion_is_told() -> None:
    """A game that begins between a knight and a bastion has a turn without a card; other deals are found wrong."""
    record = read_record((GAMES / "between-knight-and-bastion.rhg").read_text(encoding="ascii"))
    assert record.game.turns[0].card_move is None
    found = names_of(replace(record, headers={**record.headers, **HEADERS}))
    assert found["commitment"] and found["draws"] and not (found["deal"] or found["shuffle/1"])


def test_a_turn_that_is_not_over() -> None:
    """Whoever broke off before a draw has all draws up to there checked."""
    game = game_at("rh1 seats=3 hands=a:2,11,21,32,45/b:1,3,4,5,6/c:7,8,9,10,12")
    game.play("2L")
    assert game.turns[-1].draw is None
    assert names_of(Record(game, headers={**HEADERS}))["draws"]
