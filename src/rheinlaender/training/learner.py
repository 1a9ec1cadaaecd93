"""The learner: the network as PyTorch sees it, what it should have said, and one step of learning."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from rheinlaender.rules.position import MOST_SEATS
from rheinlaender.thinking.description import DUCHY_NUMBERS
from rheinlaender.thinking.network import (
    COINS_OF_LEAD,
    DUCHY_WIDTH,
    FIRST_WIDTH,
    HEAD_NUMBERS,
    NETWORK,
    OUTPUTS,
    SECOND_WIDTH,
)

LAYERS = {"duchy": (DUCHY_NUMBERS, DUCHY_WIDTH), "first": (HEAD_NUMBERS, FIRST_WIDTH)}
LAYERS |= {"second": (FIRST_WIDTH, SECOND_WIDTH), "last": (SECOND_WIDTH, OUTPUTS)}


class Network(nn.Module):  # type: ignore[misc]
    """The network of `thinking/network.py`, weight by weight."""

    def __init__(self) -> None:
        super().__init__()
        for name, (numbers, width) in LAYERS.items():
            scale = 0.01 if name == "last" else (2.0 / numbers) ** 0.5
            self.register_parameter(f"{name}_weights", nn.Parameter(torch.randn(numbers, width) * scale))
            self.register_parameter(f"{name}_bias", nn.Parameter(torch.zeros(width)))

    def forward(self, rows: Tensor, owners: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of victory and leads over 16 coins, for five seats; those beyond the table's are to be left out."""
        spare = rows.shape[-1] - DUCHY_NUMBERS
        bent = functional.relu(rows @ functional.pad(self.duchy_weights, (0, 0, 0, spare)) + self.duchy_bias)
        owned = owners[:, None, :] == torch.arange(MOST_SEATS, device=owners.device)[:, None]
        sums = torch.bmm(owned.to(bent.dtype), bent)
        there = seats[..., -1:]
        sums = sums * there
        others = (sums.sum(1, keepdim=True) - sums) / (there.sum(1, keepdim=True) - 1)
        hidden = torch.cat([seats, sums, others], -1)
        hidden = functional.relu(hidden @ self.first_weights + self.first_bias)
        hidden = functional.relu(hidden @ self.second_weights + self.second_bias)
        last = hidden @ self.last_weights + self.last_bias
        return last[..., 0], last[..., 1]

    def write(self) -> Any:
        """The weights as the record that plays."""
        record = np.zeros(1, NETWORK)
        for name, weights in self.named_parameters():
            record[name][0] = weights.detach().float().cpu().numpy()
        return record

    def read(self, record: Any) -> "Network":
        """Take the weights of a record."""
        with torch.no_grad():
            for name, weights in self.named_parameters():
                weights.copy_(torch.as_tensor(np.array(record[name]).reshape(weights.shape)))
        return self


def losses_of(network: Network, rows: Tensor, owners: Tensor, seats: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
    """How far the shares (cross-entropy above the least possible) and the leads are from what they should be."""
    logits, leads = network(rows, owners, seats)
    there = seats[..., -1] > 0
    logits = logits.masked_fill(~there, -1e9)
    wanted = targets[:, 0] * there
    entropy = -(wanted * wanted.clamp(min=1e-9).log()).sum(1)
    shares = -(wanted * logits.log_softmax(1).masked_fill(~there, 0.0)).sum(1) - entropy
    apart = functional.smooth_l1_loss(leads, targets[:, 1] / COINS_OF_LEAD, reduction="none") * there
    return shares.mean(), apart.sum(1).mean()


def targets_of(found: Tensor, results: Tensor, ended: Tensor, trace: float) -> tuple[Tensor, Tensor]:
    """What the positions after each turn should have been worth, TD(lambda), and how much of that is a real result.

    `found` and `results` are turns x games x 2 x 5. The last turn's target is what was found there itself.
    """
    targets, certain = torch.empty_like(found), torch.zeros(found.shape[:2], device=found.device)
    following, sure = found[-1], torch.zeros_like(certain[0])
    for turn in reversed(range(len(found))):
        if turn + 1 < len(found):
            following = (1 - trace) * found[turn + 1] + trace * targets[turn + 1]
            sure = trace * certain[turn + 1]
        over = ended[turn].bool()
        targets[turn] = torch.where(over[:, None, None], results[turn], following)
        certain[turn] = torch.where(over, torch.ones_like(sure), sure)
    return targets, certain
