"""How weights move: kernels by Muon, everything else by AdamW, both at a rate that rises and then falls.

Muon (Jordan and others 2024, the code in public) takes its momentum as a matrix, of outputs against all that one of
them sees, and steps along the nearest one whose rows are at right angles: no direction that pictures seldom ask for is
drowned by those that they ask for always. `torch.optim.Muon` does the same in bfloat16 alone, one kernel after the
other: 0.5 s for the 20 kernels of one step where the processor has no bfloat16, and here as much as the step itself.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import torch

RATE = 2e-3
"""Length of a step at the start, after `WARM_UP` steps; the usual one for small networks with normalisation."""
DECAY = 1e-2
WARM_UP = 100
LEAST_RATE = 0.01
"""Part of `RATE` that is left in the end."""

MOMENTUM = 0.95
QUINTIC = (3.4445, -4.7750, 2.0315)
"""Of odd powers 1, 3, 5: five times over they bring every singular value from 0.01 to 1 near 1 (Muon's own)."""
ROUNDS = 5
KERNEL_STEP = 0.5
"""Root mean square of a kernel's step in units of the rate. 0.2 is about what AdamW's is (Liu and others 2025, Muon is
Scalable for LLM Training). The last 100 of 400 steps of the posture network had a mean loss of 0.66 with that, of 0.61
with 0.5, and of 0.62 with 1.2."""
KIND = "Muon and AdamW"
"""Told beside what is kept: a state of another optimiser cannot be gone on with."""
RAW_INPUTS = 4
"""A layer with so few channels sees the picture itself; its kernels AdamW moves, as those of the last layer."""


class Optimiser:
    """Moves the weights of a network; made anew it knows of no step before."""

    def __init__(self, network: Any) -> None:
        kernels, others = defaultdict[tuple[int, ...], list[Any]](list), list[Any]()
        for weight in network.parameters():
            if weight.ndim == 4 and weight.shape[1] > RAW_INPUTS and weight.shape[2] > 1:
                kernels[tuple(weight.shape)].append(weight)
            else:
                others.append(weight)
        # Kernels of one shape take their steps together, in a quarter of the time.
        self._kernels = list(kernels.values())
        self._momenta = [torch.zeros(len(alike), *alike[0].flatten(1).shape) for alike in self._kernels]
        self._adamw = torch.optim.AdamW(others, weight_decay=DECAY)
        self._network = network

    def step(self, loss: Any, rate: float, steepest: float = math.inf) -> None:
        """One step against the gradients of `loss`, which are cut to the norm `steepest` first."""
        self._network.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), steepest)
        for group in self._adamw.param_groups:
            group["lr"] = rate
        self._adamw.step()
        with torch.no_grad():
            for alike, momenta in zip(self._kernels, self._momenta, strict=True):
                self._step_alike(alike, momenta, rate)

    def _step_alike(self, alike: list[Any], momenta: Any, rate: float) -> None:
        gradients = torch.stack([torch.zeros_like(each) if each.grad is None else each.grad for each in alike])
        gradients = gradients.flatten(2)
        momenta.mul_(MOMENTUM).add_(gradients)
        ahead = gradients + MOMENTUM * momenta
        steps = orthogonal(ahead) * (KERNEL_STEP * math.sqrt(max(ahead.shape[1:])))
        for weight, step in zip(alike, steps, strict=True):
            weight.mul_(1 - rate * DECAY).sub_(rate * step.reshape(weight.shape))

    def state(self) -> dict[str, Any]:
        """Everything that goes on from here needs."""
        return {"adamw": self._adamw.state_dict(), "momenta": self._momenta}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self._adamw.load_state_dict(state["adamw"])
        for momenta, kept in zip(self._momenta, state["momenta"], strict=True):
            momenta.copy_(kept)


def orthogonal(matrices: Any) -> Any:
    """N x rows x columns: the same with all singular values between 0.7 and 1.2, those that were tiny excepted.

    Newton and Schulz's iteration: products alone, where a decomposition would take long.
    """
    is_tall = matrices.shape[1] > matrices.shape[2]
    x = matrices.mT if is_tall else matrices
    x = x / (x.flatten(1).norm(dim=1)[:, None, None] + 1e-7)
    first, third, fifth = QUINTIC
    for _ in range(ROUNDS):
        gram = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=third, alpha=fifth), x, beta=first)
    return x.mT if is_tall else x


def rate(steps: int, done: float) -> float:
    """Length of a step: rising over the first steps, then falling like half a cosine until `done` is 1."""
    falling = LEAST_RATE + (1 - LEAST_RATE) * (1 + math.cos(math.pi * min(1.0, done))) / 2
    return RATE * falling * min(1.0, (steps + 1) / WARM_UP)
