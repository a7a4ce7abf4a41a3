"""How the network that reads clear dice learns: varied pictures, steps, and means of its weights. Any torch device."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional

from vision.dice.clear import CLEAR_PX
from vision.training.clear.views import VIEW_PX, Views
from vision.training.learner import AVERAGE, STEEPEST, has_bfloat16
from vision.training.network import make_clear
from vision.training.optimiser import Optimiser, rate

SMOOTHING = 0.004
SHIFT_PX, TURN, SCALE = 1.0, math.radians(1.5), 0.015
"""Deviations of what a picture is moved, turned and scaled by, beside what it was drawn with."""
GAIN, TINT, GAMMA = 0.18, 0.05, 0.2
SHARE_GREY, SHARE_SWAPPED, SHARE_SOFT = 0.06, 0.3, 0.25
NOISE = 0.02
"""Of full light, at most; half of the pictures get some."""


@dataclass(frozen=True, eq=False)
class Lot:
    """Views where they are learned from."""

    crops: Any
    slopes: Any
    values: Any

    @classmethod
    def of(cls, views: Views, device: str) -> Lot:
        """These views on a device."""
        return cls(
            torch.from_numpy(views.crops).to(device),
            torch.from_numpy(views.slopes).to(device),
            torch.from_numpy(views.values).to(device),
        )

    def __len__(self) -> int:
        return len(self.slopes)


class Learner:
    """The network, its average and its optimiser."""

    def __init__(self, seed: int, device: str) -> None:
        torch.manual_seed(seed)
        self._device = device
        self.network = make_clear().to(device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).eval()
        self._optimiser = Optimiser(self.network)
        self.steps = 0

    def learn(self, lots: list[tuple[Lot, int]], seed: int, done: float) -> float:
        """One step on so many pictures of each lot; which ones `seed` and the step's number say. The loss."""
        generator = torch.Generator(self._device).manual_seed(seed * 1_000_003 + self.steps)
        chosen = [
            (lot, torch.randint(len(lot), (count,), generator=generator, device=self._device)) for lot, count in lots
        ]
        crops = torch.cat([lot.crops[at] for lot, at in chosen])
        slopes = torch.cat([lot.slopes[at] for lot, at in chosen])
        values = torch.cat([lot.values[at] for lot, at in chosen])
        given = network_input(varied(crops, generator), slopes)
        self.network.train()
        kind = self._device.split(":")[0]
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=kind != "cpu" or has_bfloat16()):
            said = self.network(given.contiguous(memory_format=torch.channels_last)).float()
        loss = functional.cross_entropy(said, values, label_smoothing=SMOOTHING)
        self._optimiser.step(loss, rate(self.steps, done), STEEPEST)
        self.steps += 1
        keep = min(AVERAGE, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for mean, now in zip(
                self.average.state_dict().values(), self.network.state_dict().values(), strict=True
            ):  # fmt: skip
                if mean.is_floating_point():
                    mean.lerp_(now, 1 - keep)
                else:
                    mean.copy_(now)
        return float(loss.detach()) if self.steps % 50 == 0 else math.nan

    def begin_with(self, state: dict[str, Any]) -> None:
        """Take the averaged weights of what another learner's `state` gave, and nothing else."""
        self.network.load_state_dict(state["average"])
        self.average.load_state_dict(state["average"])

    def state(self) -> dict[str, Any]:
        """Everything that goes on from here needs."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self._optimiser.state(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self._optimiser.restore(state["optimiser"])
        self.steps = state["steps"]


def network_input(pictures: Any, slopes: Any) -> Any:
    """(N, 4, H, W) of pictures (N, 3, H, W), 0 to 1, and slopes (N,)."""
    plane = slopes.view(-1, 1, 1, 1).expand(-1, 1, *pictures.shape[2:])
    return torch.cat([pictures, plane.to(pictures.dtype)], 1)


def varied(crops: Any, generator: Any) -> Any:
    """Pictures (N, 3, `CLEAR_PX`, `CLEAR_PX`), 0 to 1, of crops (N, `VIEW_PX`, `VIEW_PX`, 3): moved, mirrored about the
    way of sight, and in other light."""
    count, device = len(crops), crops.device

    def normal(*shape: int) -> Any:
        return torch.randn(count, *shape, generator=generator, device=device)

    def uniform(*shape: int) -> Any:
        return torch.rand(count, *shape, generator=generator, device=device)

    pictures = crops.permute(0, 3, 1, 2).float() / 255
    turn, part = normal() * TURN, CLEAR_PX / VIEW_PX * torch.exp(normal() * SCALE)
    mirror = torch.where(uniform() < 0.5, -1.0, 1.0)
    shift = normal(2) * (SHIFT_PX * 2 / VIEW_PX)
    cosine, sine = part * torch.cos(turn), part * torch.sin(turn)
    rows = [torch.stack([mirror * cosine, -sine, shift[:, 0]], 1), torch.stack([mirror * sine, cosine, shift[:, 1]], 1)]
    grid = functional.affine_grid(torch.stack(rows, 1), [count, 3, CLEAR_PX, CLEAR_PX], align_corners=False)
    pictures = functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)
    light = torch.exp(normal(1, 1, 1) * GAIN + normal(3, 1, 1) * TINT)
    pictures = (pictures * light).clamp(1e-4, 1) ** torch.exp(normal(1, 1, 1) * GAMMA)
    # Colours in another order: of pips and bodies there are more than were drawn.
    order = torch.argsort(uniform(3), 1)
    order = torch.where(uniform(1) < SHARE_SWAPPED, order, torch.arange(3, device=device).expand(count, 3))
    pictures = torch.gather(pictures, 1, order[:, :, None, None].expand_as(pictures))
    grey = pictures.mean(1, keepdim=True).expand_as(pictures)
    pictures = torch.where(uniform(1, 1, 1) < SHARE_GREY, grey, pictures)
    soft = functional.avg_pool2d(functional.pad(pictures, (1, 1, 1, 1), mode="replicate"), 3, 1)
    pictures = torch.lerp(pictures, soft, uniform(1, 1, 1) * (uniform(1, 1, 1) < SHARE_SOFT))
    strength = NOISE * uniform(1, 1, 1) * (uniform(1, 1, 1) < 0.5)
    return (pictures + normal(3, CLEAR_PX, CLEAR_PX) * strength).clamp(0, 1)
