"""Games on an NVIDIA GPU, of which a turn is played in stages: each is done for all games before the next begins."""

import time
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from rheinlaender.batches.arguments import template_of
from rheinlaender.batches.cuda_games import cuda_or_refuse
from rheinlaender.batches.kernels import set_up_games
from rheinlaender.bots.foresight import shipped_glance
from rheinlaender.rules.compile import compiled_for_cuda, numba_cuda
from rheinlaender.rules.position import BASTION_PHASE, KNIGHT_PHASE, MOST_SEATS, OVER, POSITION
from rheinlaender.thinking.description import DUCHY_NUMBERS, OF_SEAT_ALWAYS, SEAT_NUMBERS
from rheinlaender.thinking.glance import GLANCE
from rheinlaender.thinking.judged import judged_worth
from rheinlaender.thinking.network import COINS_OF_LEAD, DUCHY_WIDTH, HEAD_NUMBERS, NETWORK
from rheinlaender.training import cuda
from rheinlaender.training.fields import MOST_ROWS, ROW, SEARCHER, Table, habits_of, weights_of_greedy
from rheinlaender.training.searches import MOST_TREES, Forest
from rheinlaender.training.self_play import TRYING

AT_A_TIME = 262144
"""The most moves that are described before they are judged."""
HEAD = -(-HEAD_NUMBERS // 8) * 8


class Described:
    """Room for the rows of so many positions."""

    def __init__(self, *shape: int) -> None:
        self.rows = torch.zeros(*shape, MOST_ROWS, ROW, device="cuda")
        self.owners = torch.zeros(*shape, MOST_ROWS, dtype=torch.int8, device="cuda")
        self.seats = torch.zeros(*shape, MOST_SEATS, SEAT_NUMBERS, device="cuda")

    def parts(self) -> tuple[Tensor, Tensor, Tensor]:
        """The arrays."""
        return self.rows, self.owners, self.seats


class Layers:
    """The layers of a network, which judge many described positions at once by matrix products."""

    def __init__(self, record: Any) -> None:
        weights = {name: torch.from_numpy(np.array(record[name])).cuda() for name in NETWORK.names or ()}
        self.bias = weights["duchy_bias"]
        self.duchy = functional.pad(weights["duchy_weights"], (0, 0, 0, ROW - DUCHY_NUMBERS))
        first = functional.pad(weights["first_weights"], (0, 0, 0, HEAD - HEAD_NUMBERS))
        self.layers = [(first, weights["first_bias"])]
        self.layers += [(weights[f"{name}_weights"], weights[f"{name}_bias"]) for name in ("second", "last")]

    def answer(self, rows: Tensor, owners: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """Shares of victory and leads in coins of all seats of each position."""
        products = (rows.flatten(0, 1) @ self.duchy).view(*rows.shape[:2], DUCHY_WIDTH)
        heads = torch.zeros(len(rows), MOST_SEATS, HEAD, device="cuda")
        given = [
            numba_cuda().as_cuda_array(tensor, sync=False) for tensor in (products, self.bias, owners, seats, heads)
        ]
        cuda.launch_wide(cuda.adding_kernel(), len(rows), *given)
        hidden = heads.flatten(0, 1)
        for weights, bias in self.layers[:-1]:
            hidden = torch.addmm(bias, hidden, weights).relu_()
        weights, bias = self.layers[-1]
        last = torch.addmm(bias, hidden, weights).view(len(rows), MOST_SEATS, -1)
        there = seats[..., OF_SEAT_ALWAYS]
        shares = last[..., 0].masked_fill(there == 0, -torch.inf).softmax(1)
        return shares, last[..., 1] * there * COINS_OF_LEAD


class CudaField:
    """Games on an NVIDIA GPU."""

    device = "cuda"

    def __init__(self, games: int, turns: int) -> None:
        self.cuda = cuda_or_refuse()
        self.engine, self.games, self.turns = compiled_for_cuda(), games, turns
        self.positions = self.cuda.to_device(np.zeros(games, POSITION))
        self.found, self.results = (torch.zeros(turns, games, 2, MOST_SEATS, device="cuda") for _ in range(2))
        self.ended = torch.zeros(turns, games, dtype=torch.uint8, device="cuda")
        self.players = torch.zeros(games, MOST_SEATS, dtype=torch.int8, device="cuda")
        self.randoms = self.cuda.device_array(games, np.uint64)
        self.weights = self.cuda.to_device(weights_of_greedy())
        self.glance = self.cuda.to_device(np.array([shipped_glance()], GLANCE))
        self.trying = self.cuda.device_array(games, TRYING)
        self.counts = torch.zeros(3, games, dtype=torch.int64, device="cuda")
        self.kept, self.tried = Described(turns, games), Described(min(AT_A_TIME, games * 16))
        self.movers, self.whos = (torch.zeros(len(self.tried.rows), dtype=torch.int8, device="cuda") for _ in range(2))
        self.known = torch.zeros(games, dtype=torch.uint8, device="cuda")
        self.spent: dict[str, float] | None = None
        """The seconds of each stage, if they are to be known: then every stage is waited for."""
        self.use(np.zeros(1, NETWORK), habits_of())
        self.search_by(*SEARCHER)

    def set_up(self, tables: list[Table], seeds: Any) -> None:
        """Set all games up."""
        device_seeds = self.cuda.to_device(seeds)
        chosen = self.cuda.to_device(np.ones(self.games, np.uint8))
        firsts = self.cuda.to_device(np.zeros(self.games, np.int8))
        kernel: Any = self.engine.of(set_up_games)
        for seats, preset, start, stop in tables:
            template = self.cuda.to_device(template_of(preset))
            kernel[-(-(stop - start) // 128), 128](
                self.positions, template, device_seeds, firsts, chosen, seats, start, stop
            )
        self.randoms.copy_to_device(seeds * np.uint64(0x9E3779B97F4A7C15))

    def use(self, networks: Any, habits: Any) -> None:
        """Let these networks play, the first of which judges, with these habits."""
        self.judges, self.greed = [Layers(network) for network in networks], float(habits["greed"][0])
        self.habits = self.cuda.to_device(habits)

    def search_by(self, name: str, simulations: int) -> None:
        """Let this search decide in the seats of a search, with so many simulations each time."""
        self.forest = Forest(name, simulations, min(self.games, MOST_TREES))

    def _given(self, *tensors: Tensor) -> list[Any]:
        return [self.cuda.as_cuda_array(tensor, sync=False) for tensor in tensors]

    def _note(self, stage: str, began: float) -> float:
        """Note how long a stage took, if that is to be known; the time now."""
        if self.spent is None:
            return began
        torch.cuda.synchronize()
        self.spent[stage] = self.spent.get(stage, 0.0) + time.perf_counter() - began
        return time.perf_counter()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, turn: int) -> None:
        """Play a turn of each game and keep it under a number."""
        for phase in (KNIGHT_PHASE, BASTION_PHASE):
            self._decide(phase)
        self._keep(turn)
        began = time.perf_counter()
        results, ended = self._given(self.results[turn], self.ended[turn])
        cuda.launch(cuda.finishing_kernel(), self.games, self.positions, self.habits, results, ended, self.randoms)
        self._note("finish", began)

    def _decide(self, phase: int) -> None:
        """Make one decision of every game that has it to make."""
        began, positions, trying = time.perf_counter(), self.positions, self.trying
        players, counts = self._given(self.players, self.counts)
        listed = (positions, phase, players, self.habits, self.glance, trying, self.randoms, counts)
        cuda.launch(cuda.listing_kernel(), self.games, *listed)
        began = self._note("list", began)
        games, places = self._tried(self.counts[0])
        for start in range(0, len(games), len(self.tried.rows)):
            stop = min(len(games), start + len(self.tried.rows))
            self._judge(games[start:stop], places[start:stop])
        began = time.perf_counter()
        games, places = self._tried(self.counts[1])
        if len(games):
            cuda.launch(cuda.valuing_kernel(), len(games), positions, *self._given(games, places), trying, self.weights)
        began = self._note("greedy", began)
        games = self.counts[2].nonzero()[:, 0].int()
        if len(games):
            self._search(games)
        began = self._note("search", began)
        cuda.launch(cuda.deciding_kernel(), self.games, positions, self.habits, trying)
        self._note("make", began)

    def _tried(self, counts: Tensor) -> tuple[Tensor, Tensor]:
        """The game, and the place among those it tries, of every move that has to be judged."""
        ends = counts.cumsum(0)
        total, numbers = int(ends[-1]), torch.arange(self.games, device="cuda")
        games = torch.repeat_interleave(numbers, counts, output_size=total)
        places = torch.arange(total, device="cuda") - (ends - counts)[games]
        return games.int(), places.int()

    def _judge(self, games: Tensor, places: Tensor) -> None:
        """Write what these moves are worth by the networks of those who try them."""
        began, number = time.perf_counter(), len(games)
        of_moves = (*self._given(games, places), self.trying)
        described = [part[:number] for part in self.tried.parts()]
        movers, whos = self.movers[:number], self.whos[:number]
        rows = self._given(*described, movers, whos)
        cuda.launch(cuda.describing_kernel(), number, self.positions, *of_moves, self.habits, *rows)
        began = self._note("describe", began)
        shares, leads = self.judges[0].answer(*described)
        for who, judge in enumerate(self.judges[1:], 1):
            chosen = (whos == who).nonzero()[:, 0]
            if len(chosen):
                shares[chosen], leads[chosen] = judge.answer(*(part[chosen] for part in described))
        worths = judged_worth(shares, leads, self.greed).gather(1, movers.long()[:, None])[:, 0]
        cuda.launch(cuda.noting_kernel(), number, *of_moves, *self._given(worths.double()))
        self._note("judge", began)

    def _search(self, games: Tensor) -> None:
        """Let the search decide in these games, as many at a time as there is room for trees."""
        for some in games.split(self.forest.most):
            (numbers,) = self._given(some)
            self.forest.decide(self.positions, numbers, self.trying)

    def _keep(self, turn: int) -> None:
        """Keep the rows of all positions and what the first network finds there."""
        began, kept = time.perf_counter(), [part[turn] for part in self.kept.parts()]
        rows = self._given(self.found[turn], self.known, *kept)
        cuda.launch(cuda.keeping_kernel(), self.games, self.positions, *rows)
        began = self._note("describe", began)
        for start in range(0, self.games, AT_A_TIME):
            part = slice(start, start + AT_A_TIME)
            found = torch.stack(self.judges[0].answer(*(rows[part] for rows in kept)), 1)
            known = self.known[part, None, None] != 0
            self.found[turn, part] = torch.where(known, self.found[turn, part], found)
        self._note("judge", began)

    def describe(self, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The rows of kept positions."""
        rows, owners, seats = (part.flatten(0, 1)[chosen] for part in self.kept.parts())
        return rows, owners, seats

    def is_over(self) -> bool:
        """Whether all games are over."""
        return bool((self.positions.copy_to_host()["phase"] == OVER).all())
