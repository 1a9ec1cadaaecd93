"""A training run: play, learn, measure, keep; it can be broken off and taken up again."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from rheinlaender.rules.options import PRESETS
from rheinlaender.thinking.network import NETWORK
from rheinlaender.training.fields import CpuField, Field, Table, habits_of
from rheinlaender.training.learner import Network, losses_of, targets_of
from rheinlaender.training.self_play import GREEDY, SEARCH
from rheinlaender.training.settings import TrainingSettings, next_time
from rheinlaender.training.stages import CudaField
from rheinlaender.training.yardsticks import Yardstick

SEATS_SHARES = {3: 0.25, 4: 0.5, 5: 0.25}
PARKER_SHARE = 0.7
MOST_FORMER = 6
Tell = Callable[[dict[str, Any]], None]


def tables_of(games: int) -> list[Table]:
    """All numbers of seats and presets, in fixed parts of the games."""
    tables, start = list[Table](), 0
    for seats, share in SEATS_SHARES.items():
        for preset in PRESETS:
            part = PARKER_SHARE if preset == "parker" else (1 - PARKER_SHARE) / (len(PRESETS) - 1)
            stop = min(games, start + max(1, round(games * share * part)))
            tables.append((seats, preset, start, stop))
            start = stop
    seats, preset, first, _ = tables[-1]
    return [*tables[:-1], (seats, preset, first, games)]


class Run:
    """One network that learns from games, most of which it plays itself."""

    def __init__(
        self,
        settings: TrainingSettings,
        folder: Path,
        device: str,
        tell: Tell,
        start: Any = None,
        is_profiled: bool = False,
    ) -> None:
        self.settings, self.folder, self.tell = settings, folder, tell
        make: Callable[[int, int], Field] = CudaField if device == "cuda" else CpuField
        torch.manual_seed(settings.seed)
        self.chance = np.random.default_rng(settings.seed)
        self.network, self.average = Network().to(device), Network().to(device)
        if start is not None:
            self.network.read(start)
        self.average.load_state_dict(self.network.state_dict())
        self.optimiser = torch.optim.AdamW(self.network.parameters(), settings.rate, (0.9, 0.98), weight_decay=1e-4)
        self.former: list[Any] = []
        self.spent, self.decisions, self.rounds, self.parts = 0.0, 0, 0, {"play": 0.0, "learn": 0.0, "measure": 0.0}
        self.field = make(settings.games, settings.turns)
        self.field.spent = {} if is_profiled else None
        self.field.search_by(settings.search, settings.simulations)
        self.yardstick = Yardstick(make, settings.yardstick_games, 4)
        self.yardstick.field.search_by(settings.search, settings.yardstick_simulations)
        self.field.set_up(tables_of(settings.games), self._words(settings.games))

    def _words(self, number: int) -> Any:
        return self.chance.integers(0, 2**63, number).astype(np.uint64)

    def go(self) -> None:
        """Train until the time is spent."""
        next_former, next_measure = self._next_former(), self._next_measure()
        while self.spent < self.settings.seconds:
            began = time.monotonic()
            self.play()
            self.learn(began)
            self.spent += time.monotonic() - began
            if self.spent >= next_former:
                self.former = [*self.former, self.average.write()][-MOST_FORMER:]
                next_former = self._next_former()
            if self.spent >= next_measure or self.spent >= self.settings.seconds:
                self.measure()
                next_measure = self._next_measure()
                self.keep()

    def _next_former(self) -> float:
        return next_time(self.spent, self.settings.teacher_seconds, self.settings.former_every)

    def _next_measure(self) -> float:
        return next_time(self.spent, self.settings.yardstick_every, self.settings.yardstick_every)

    def is_taught(self) -> bool:
        """Whether the games are still the teacher's."""
        return self.spent < self.settings.teacher_seconds

    def progress(self) -> float:
        """The part of the run that is done, from 0 to 1."""
        return min(1.0, self.spent / self.settings.seconds)

    def between(self, first: float, last: float) -> float:
        """A setting that goes from one value to another during the run."""
        return float(first * (last / first) ** self.progress())

    def seat_players(self) -> None:
        """Who plays which seat: the network, at some tables also the greedy player, what it was, or a search."""
        settings, shape = self.settings, (self.settings.games, 5)
        players = np.zeros(shape, np.int8)
        if self.is_taught():
            players[:] = SEARCH if settings.teacher == "search" else GREEDY
        else:
            mixed_tables = self.chance.random((settings.games, 1)) < 2 * (settings.greedy_seats + settings.former_seats)
            draw = self.chance.random(shape)
            players[mixed_tables & (draw < settings.greedy_seats * 2)] = GREEDY
            if self.former:
                chosen = self.chance.integers(1, len(self.former) + 1, shape)
                is_former = mixed_tables & (draw > 1 - settings.former_seats * 2)
                players[is_former] = chosen[is_former]
            if settings.search_seats > 0:
                players[self.chance.random(shape) < settings.search_seats] = SEARCH
        self.field.players.copy_(torch.from_numpy(players))

    def play(self) -> None:
        """Play some turns of all games, in full precision, which is quicker for so small layers."""
        torch.backends.cuda.matmul.allow_tf32 = False
        began, settings = time.monotonic(), self.settings
        self.seat_players()
        habits = habits_of(
            greed=settings.greed,
            temperature=self.between(settings.temperature, settings.last_temperature),
            blunders=0.05 if self.is_taught() else settings.blunders,
            moves=settings.moves,
            bastions=settings.bastions,
            restart=1,
        )
        self.field.use(np.concatenate([self.average.write(), *self.former]), habits)
        for turn in range(settings.turns):
            self.field.play(turn)
        self._wait()
        self.decisions += settings.turns * settings.games
        self.parts["play"] += time.monotonic() - began

    def _wait(self) -> None:
        if self.field.device == "cuda":
            torch.cuda.synchronize()

    def learn(self, round_began: float) -> None:
        """Learn from the turns that were played."""
        torch.backends.cuda.matmul.allow_tf32 = True
        began, settings, field = time.monotonic(), self.settings, self.field
        trace = 1.0 if self.is_taught() else settings.trace
        targets, certain = targets_of(field.found, field.results, field.ended, trace)
        flat = targets.reshape(-1, 2, 5)
        usable = torch.arange(len(flat), device=flat.device)
        last = (settings.turns - 1) * settings.games
        usable = usable[certain.reshape(-1) > 0] if self.is_taught() else usable[:last]
        order = usable[torch.randperm(len(usable), device=usable.device)]
        steps = int(settings.passes * len(order) / settings.minibatch)
        for group in self.optimiser.param_groups:
            group["lr"] = self.between(settings.rate, settings.last_rate)
        losses = torch.zeros(2, device=flat.device)
        for step in range(steps):
            at = (step * settings.minibatch) % max(1, len(order) - settings.minibatch)
            chosen = order[at : at + settings.minibatch].contiguous()
            losses += self._step(chosen, flat[chosen])
        self._wait()
        self.rounds += 1
        self.parts["learn"] += time.monotonic() - began
        shares, leads = (losses / max(1, steps)).tolist()
        spent = self.spent + time.monotonic() - round_began
        self.tell(
            {
                "round": self.rounds,
                "seconds": round(spent, 1),
                "decisions": self.decisions,
                "share_loss": round(shares, 5),
                "lead_loss": round(leads, 5),
                "ended": int(field.ended.sum()),
                "parts": {name: round(part / (sum(self.parts.values()) or 1), 3) for name, part in self.parts.items()},
                **self.stages(),
            }
        )

    def stages(self) -> dict[str, Any]:
        """The nanoseconds that each stage of playing took for a turn, if that is known."""
        spent = self.field.spent or {}
        return (
            {"stages": {name: round(seconds * 1e9 / self.decisions) for name, seconds in spent.items()}}
            if spent
            else {}
        )

    def _step(self, chosen: Any, targets: Any) -> Any:
        described = self.field.describe(chosen)
        shares, leads = losses_of(self.network, *described, targets)
        self.optimiser.zero_grad(set_to_none=True)
        (shares + self.settings.lead_loss * leads).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        with torch.no_grad():
            for slow, quick in zip(self.average.parameters(), self.network.parameters(), strict=True):
                slow.lerp_(quick, 1 - self.settings.average)
        return torch.stack([shares.detach(), leads.detach()])

    def measure(self) -> None:
        """Measure against the greedy player, against a search if it is asked for, and against what the network was."""
        began, settings = time.monotonic(), self.settings
        now = self.average.write()
        against = {"greedy": self.yardstick.measure([0, GREEDY, GREEDY, GREEDY], now, greed=settings.greed)}
        if settings.yardstick_simulations:
            share = self.yardstick.measure([0, SEARCH, SEARCH, SEARCH], now, greed=settings.greed)
            against[f"{settings.search} with {settings.yardstick_simulations}"] = share
        if self.former:
            pair = np.concatenate([now, self.former[0]])
            against["first"] = self.yardstick.measure([0, 1, 1, 1], pair, greed=settings.greed)
        self.parts["measure"] += time.monotonic() - began
        shares = {name: [round(share, 4), round(error, 4)] for name, (share, error) in against.items()}
        self.tell({"measured": shares, "seconds": round(self.spent, 1), "decisions": self.decisions})

    def card(self) -> dict[str, Any]:
        """What the network was trained on."""
        return {"turns": self.decisions, "seconds": round(self.spent), "settings": self.settings.write()}

    def take_up(self) -> None:
        """Go on from the checkpoint in the folder."""
        state = torch.load(self.folder / "checkpoint.pt", weights_only=True)
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.spent, self.decisions = state["spent"], state["decisions"]
        self.former = [former.numpy().view(NETWORK).copy() for former in state["former"]]

    def keep(self) -> None:
        """Write everything that is needed to go on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        state = {"network": self.network.state_dict(), "average": self.average.state_dict()}
        state |= {"optimiser": self.optimiser.state_dict(), "spent": self.spent, "decisions": self.decisions}
        state["former"] = [torch.from_numpy(former.view(np.uint8).copy()) for former in self.former]
        part = self.folder / "checkpoint.part"
        torch.save(state, part)
        part.replace(self.folder / "checkpoint.pt")
