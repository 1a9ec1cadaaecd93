"""The network judges alike wherever it runs, whoever sits where, and by nothing that the observer cannot know."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rheinlaender.bots.net import NetBot
from rheinlaender.bots.network import MOST_BYTES, SHIPPED, BadNetwork, read_network, shipped_network, write_network
from rheinlaender.game.game import Game
from rheinlaender.rules.compile import compiled, interpreted
from rheinlaender.rules.position import Position
from rheinlaender.thinking.network import JUDGING, NETWORK, judge
from tests.bots.positions import random_games, redealt
from tests.setting import game_of

TOLERANCE = 2e-4


def judged(position: Position, observer: int, network: Any = None) -> tuple[Any, Any]:
    """Shares and leads by the compiled network."""
    judging = np.zeros(1, JUDGING)[0]
    compiled().of(judge)(position.record, observer, shipped_network() if network is None else network, judging)
    return judging["share"].copy(), judging["lead"].copy()


def test_interpreted_and_compiled_judge_alike() -> None:
    """The same numbers come out interpreted and compiled, to two parts in ten thousand."""
    network = np.array([shipped_network()], NETWORK).view(np.recarray)[0]
    for game in random_games(9, seed=4):
        judging = np.zeros(1, JUDGING).view(np.recarray)[0]
        interpreted().of(judge)(game.position, game.position.seat, network, judging)
        shares, leads = judged(game.position, game.position.seat)
        assert np.allclose(judging.share, shares, atol=TOLERANCE) and np.allclose(judging.lead, leads, atol=0.01)


def test_shares_add_up() -> None:
    """Each seat has a share of victory, all together one; seats that are not there have none."""
    for game in random_games(24, seed=5):
        shares, _ = judged(game.position, game.position.seat)
        seats = game.position.seats
        assert shares[:seats].min() >= 0 and shares.sum() == pytest.approx(1.0, abs=1e-5)
        assert not shares[seats:].any()


def test_hidden_cards_do_not_matter() -> None:
    """Cards dealt anew to those whom the observer cannot see change no bit of the judgement."""
    for game in random_games(24, seed=6):
        other = redealt(game, seed=11)
        for one, two in zip(*(judged(each.position, game.position.seat) for each in (game, other)), strict=True):
            assert one.tobytes() == two.tobytes()


def turned(position: Position) -> Position:
    """The same position with every seat one further."""
    other, seats = position.copy(), position.seats
    for name in ("hand", "coins", "supply", "bastions", "bishops", "beside"):
        part = position.array[name][0]
        other.array[name][0][:seats] = np.roll(part[:seats], 1, axis=0)
    other.array["duchy_knights"][0][:, :seats] = np.roll(position.array["duchy_knights"][0][:, :seats], 1, axis=1)
    for name in ("piece", "duke", "garrison", "archbishop", "first", "seat"):
        part = position.array[name][0]
        other.array[name][0] = np.where(part >= 0, (part + 1) % seats, part)
    return other


def test_seats_are_alike() -> None:
    """Which seat is which does not matter: turning the table turns the judgement."""
    for game in random_games(24, seed=7):
        seats, seat = game.position.seats, game.position.seat
        shares, leads = judged(game.position, seat)
        others = judged(turned(game.position), (seat + 1) % seats)
        assert np.allclose(np.roll(shares[:seats], 1), others[0][:seats], atol=TOLERANCE)
        assert np.allclose(np.roll(leads[:seats], 1), others[1][:seats], atol=0.01)


def test_the_end_is_certain() -> None:
    """When the game is over, or its last knight is placed, the judgement is the result."""
    for game in random_games(6, seed=8):
        while not game.is_over:
            last = game.copy()
            game.play(game.legal_moves()[0])
        result = game.result()
        assert result is not None
        for position in (game.position, after(last)):
            shares, _ = judged(position, 0)
            for number, seat in enumerate(game.seats):
                assert shares[number] == pytest.approx((seat in result.winners) / len(result.winners))


def after(last: Game) -> Position:
    """The position after the game's last decision, before the draw."""
    last.decide(last.legal_moves()[0])
    return last.position


def test_a_whole_round_is_still_to_be_played() -> None:
    """Where the round is played to its end, a last knight does not decide the game yet."""
    knights = ",".join(f"L{number}" for number in range(1, 25))
    text = f"rh1 seats=3 options={{}} first=a to=a knights=a:{knights} dukes=L1:a hands=a:40,41,42,43,44"
    certain = []
    for options in ("parker", "hungarian"):
        game = game_of(text.format(options))
        game.decide(game.check("40R"))
        certain.append(float(judged(game.position, 0)[0].max()) == 1.0)
    assert certain == [True, False]


def test_damaged_and_foreign_files_are_refused(tmp_path: Path) -> None:
    """A file that is missing, huge, foreign, of another form or damaged is refused in words, and says which it is."""
    whole = SHIPPED.read_bytes()
    head, _, body = whole.partition(b"\n")
    files = {
        "no file": None,
        "4 MB": whole + b"\0" * MOST_BYTES,
        "not a file of weights": b"PK\x03\x04" + body,
        "another form": head.replace(b"[38, 32]", b"[37, 32]") + b"\n" + body,
        "damaged": head + b"\n" + body[:-4] + b"\0\0\0\1",
    }
    for problem, content in files.items():
        path = tmp_path / "weights"
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(BadNetwork, match=problem):
            read_network(path)


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    """What is written is read again, number by number, with its card; the file of the package is small."""
    network = np.zeros(1, NETWORK)[0]
    for name in NETWORK.names or ():
        network[name] = np.random.default_rng(3).normal(size=NETWORK[name].shape)
    write_network(tmp_path / "weights", network, {"name": "ä"})
    again, card = read_network(tmp_path / "weights")
    assert again.tobytes() == network.tobytes() and card == {"name": "ä"}
    assert SHIPPED.stat().st_size < 100_000 and read_network(SHIPPED)[1]["name"]


def test_without_a_network_the_game_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the weights cannot be read the old judge plays, and the log says so."""
    monkeypatch.setattr("rheinlaender.bots.net.PLAYERS", tmp_path / "none")
    shipped_network.cache_clear()
    try:
        game = Game.new(3, seed=2)
        assert NetBot(wait=True).network is None
        assert NetBot(wait=True).choose(game.view("a"), game.legal_moves()) in game.legal_moves()
    finally:
        shipped_network.cache_clear()
