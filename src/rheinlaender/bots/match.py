"""Matches: computer players against each other, fairly.

Every deal is played once for every rotation of the players over the seats (duplicate deals), so that luck cancels.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from statistics import fmean
from typing import Any

from rheinlaender.board import Board
from rheinlaender.bots.bot import WrongBotSetting
from rheinlaender.bots.confidence import mean_interval, share_interval
from rheinlaender.bots.guard import PATIENCE_SECONDS, Guarded
from rheinlaender.bots.registry import close_bot, make_bot
from rheinlaender.bots.warm import Kinds, kinds_of, warm_up_bots
from rheinlaender.game.errors import WrongSeats
from rheinlaender.game.game import Game
from rheinlaender.game.options import Options, read_options
from rheinlaender.i18n import Refusal
from rheinlaender.notation.record import header_text, write_record
from rheinlaender.rules.compile import compiled


class WrongPlayers(Refusal):
    """A match needs one player for each seat."""

    code = "wrong_players"


@dataclass(frozen=True)
class MatchPlan:
    """What is played: the players by name, the number of games, the options and the seed."""

    players: tuple[str, ...]
    games: int
    preset: str = "parker"
    seed: int = 0
    patience: float = PATIENCE_SECONDS
    """How many seconds a player may think about a move before greedy plays it."""

    def __post_init__(self) -> None:
        if not 3 <= len(self.players) <= 5:
            raise WrongSeats(seats=len(self.players))
        if self.games < 1:
            raise WrongPlayers(games=self.games, players=len(self.players))
        if not self.patience > 0:
            raise WrongBotSetting(setting="patience", value=self.patience)
        read_options(self.preset)
        for name in self.players:
            close_bot(make_bot(name, threads=1))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.players)

    @property
    def numbers(self) -> range:
        """The numbers of all games: whole deals, so that every player has every seat of each."""
        return range(-(-self.games // self.seats) * self.seats)


@dataclass(frozen=True)
class Played:
    """One game of a match; everything is by player, in the order in which they were named.

    A failure is a decision that greedy took, because the player crashed, did not answer in time or answered nonsense.
    """

    number: int
    coins: tuple[int, ...]
    shares: tuple[float, ...]
    seconds: tuple[float, ...]
    moves: tuple[int, ...]
    failures: tuple[int, ...] = ()
    record: str = ""


class Seated:
    """The players of one game in their seats, with the time they took."""

    def __init__(self, plan: MatchPlan, number: int, game: Game) -> None:
        bots = [make_bot(name, plan.seed + number, wait=True, threads=1) for name in plan.players]
        _compile(game.board, kinds_of(bots))
        self.bots = [Guarded(bot, patience=plan.patience) for bot in bots]
        rotation = number % plan.seats
        self.player = {game.seats[(player + rotation) % plan.seats]: player for player in range(plan.seats)}
        self.seconds, self.moves = [0.0] * plan.seats, [0] * plan.seats

    def decide(self, game: Game) -> None:
        """Let the player decide whose seat is to move."""
        player = self.player[str(game.to_move)]
        start = time.perf_counter()
        move = self.bots[player].choose(game.view(game.to_move), game.legal_moves())
        self.seconds[player] += time.perf_counter() - start
        self.moves[player] += 1
        game.play(move)

    def leave(self) -> None:
        """The game is over, or broken off."""
        for guarded in self.bots:
            close_bot(guarded.bot)


@cache
def _compile(board: Board, kinds: Kinds) -> None:
    """Compile before somebody's time runs."""
    if kinds:
        warm_up_bots(compiled(board), kinds)


def kinds_in(plan: MatchPlan) -> Kinds:
    """The kinds of our own players that play in a match."""
    bots = [make_bot(name, threads=1) for name in plan.players]
    for bot in bots:
        close_bot(bot)
    return kinds_of(bots)


def play_game(plan: MatchPlan, number: int, keep: bool = False, board: Board | None = None) -> Played:
    """Play one game of a match."""
    game = Game.new(plan.seats, match_options(plan), _deal_seed(plan, number // plan.seats), board=board)
    seated = Seated(plan, number, game)
    try:
        while not game.is_over:
            seated.decide(game)
    finally:
        seated.leave()
    return _played(plan, number, game, seated, keep)


def _played(plan: MatchPlan, number: int, game: Game, seated: Seated, keep: bool) -> Played:
    result = game.result()
    assert result is not None
    by_player = sorted(game.seats, key=lambda seat: seated.player[seat])
    headers = {"Seed": str(_deal_seed(plan, number // plan.seats))}
    headers |= {f"Player{seat.upper()}": header_text(plan.players[seated.player[seat]]) for seat in game.seats}
    return Played(
        number=number,
        coins=tuple(result.coins[seat] for seat in by_player),
        shares=tuple((seat in result.winners) / len(result.winners) for seat in by_player),
        seconds=tuple(round(second, 4) for second in seated.seconds),
        moves=tuple(seated.moves),
        failures=tuple(bot.failures for bot in seated.bots),
        record=write_record(game, headers) if keep else "",
    )


def match_options(plan: MatchPlan) -> Options:
    """The options of a match."""
    return read_options(plan.preset)


def _deal_seed(plan: MatchPlan, deal: int) -> int:
    return (plan.seed * 1_000_003 + deal) % 2**64


def play_match(plan: MatchPlan) -> list[Played]:
    """Play all games of a match, one after the other; `standing` adds them up."""
    return [play_game(plan, number) for number in plan.numbers]


@dataclass(frozen=True)
class Row:
    """One player's standing: share of victories and mean coins with 95 % confidence, rating, time, failures.

    One deal alone says nothing about how far coins spread: they have no interval then.
    """

    name: str
    share: float
    low: float
    high: float
    coins: float
    coins_low: float | None
    coins_high: float | None
    rating: float
    seconds_per_move: float
    failures: int


def standing(plan: MatchPlan, played: Sequence[Played]) -> list[Row]:
    """The standing after some games, a row for each named player in the order given."""
    games = sorted(played, key=lambda game: game.number)
    ratings = _ratings(plan, games)
    return [_row(plan, games, player, ratings[player]) for player in range(plan.seats)]


def _row(plan: MatchPlan, games: Sequence[Played], player: int, rating: float) -> Row:
    shares = _by_deal(plan, games, [game.shares[player] for game in games])
    coins = _by_deal(plan, games, [float(game.coins[player]) for game in games])
    (low, high), coins_between = share_interval(shares), mean_interval(coins)
    moves = sum(game.moves[player] for game in games)
    return Row(
        name=plan.players[player],
        share=round(_mean(shares), 4),
        low=round(low, 4),
        high=round(high, 4),
        coins=round(_mean(coins), 2),
        coins_low=None if coins_between is None else round(max(0.0, coins_between[0]), 2),
        coins_high=None if coins_between is None else round(coins_between[1], 2),
        rating=round(rating, 2),
        seconds_per_move=round(sum(game.seconds[player] for game in games) / max(1, moves), 4),
        failures=sum(game.failures[player] for game in games if game.failures),
    )


def _by_deal(plan: MatchPlan, games: Sequence[Played], values: Sequence[float]) -> list[list[float]]:
    """The values of the games, those of one deal together."""
    deals: dict[int, list[float]] = {}
    for game, value in zip(games, values, strict=True):
        deals.setdefault(game.number // plan.seats, []).append(value)
    return list(deals.values())


def _mean(deals: Sequence[Sequence[float]]) -> float:
    """The mean over all games."""
    return fmean(value for deal in deals for value in deal) if deals else 0.0


def _ratings(plan: MatchPlan, games: Sequence[Played]) -> list[float]:
    """Plackett-Luce ratings after all games in their order; 25 is where everybody begins."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(plan.seats)]
    for game in games:
        ranks = [sum(other > coins for other in game.coins) for coins in game.coins]
        ratings = [
            team[0] for team in model.rate([[rating] for rating in ratings], ranks=[float(rank) for rank in ranks])
        ]
    return [float(rating.mu) for rating in ratings]


def write_standing(plan: MatchPlan, played: Sequence[Played]) -> dict[str, Any]:
    """The standing as JSON."""
    return {"games": len(played), "players": [asdict(row) for row in standing(plan, played)]}


def left_to_play(plan: MatchPlan, played: Iterable[Played]) -> list[int]:
    """The numbers of the games that have not been played."""
    done = {game.number for game in played}
    return [number for number in plan.numbers if number not in done]
