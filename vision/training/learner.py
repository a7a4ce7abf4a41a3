"""One step of both networks, and what they have learned so far."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from vision.training.losses import classifier_loss, detector_losses
from vision.training.network import make_classifier, make_detector
from vision.training.optimiser import Optimiser, rate
from vision.training.records import LabelledPicture
from vision.training.samples import blob, cut, mistaken, small_pictures, vary
from vision.training.targets import MIDDLE, make_targets, stack

TILE_PX = 256
"""Side of the part of a picture that a step sees: eight faces, as far as the detector looks."""

SMALL_PICTURES = 128
"""For the classifier at each step: some 80 of them show a readable face, each die that the detector sees twice."""

AVERAGE = 0.998
"""How much of the averaged weights stays at each step: a mean of the last 500 steps, smoother than the last weights."""

STEEPEST = 5.0
"""Norm to which gradients are cut: a picture with a wrong label must not throw everything over."""


class Learner:
    """Both networks, their averages and their optimiser."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        networks = torch.nn.ModuleDict({"detector": make_detector(), "classifier": make_classifier()})
        # Channels side by side in memory: a step took two thirds of the time.
        self.networks = networks.to(memory_format=torch.channels_last)
        self.averages = copy.deepcopy(self.networks).eval()
        self._optimiser = Optimiser(self.networks)
        self.steps = 0

    def learn(
        self, pictures: Sequence[LabelledPicture], chance: np.random.Generator, done: float
    ) -> dict[str, float]:  # fmt: skip
        """One step on these pictures; `done` is the part of the training that has passed, 0 to 1. Losses by name."""
        self.networks.train()
        losses = self._losses([vary(cut(picture, TILE_PX, chance), chance) for picture in pictures], chance)
        self._optimiser.step(sum(losses.values()), rate(self.steps, done), STEEPEST)
        self.steps += 1
        self._average()
        return {name: float(loss.detach()) for name, loss in losses.items()}

    def _losses(self, pictures: Sequence[LabelledPicture], chance: np.random.Generator) -> dict[str, Any]:
        targets = {
            name: torch.from_numpy(maps)
            for name, maps in stack([make_targets(each.labels, TILE_PX, TILE_PX) for each in pictures]).items()
        }
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16()):
            seen = self.networks["detector"](_tensor(np.stack([each.pixels for each in pictures]))).float()
            middles = torch.sigmoid(seen[:, MIDDLE].detach()).numpy()
            also = mistaken(middles, pictures, chance)
            small, kinds = small_pictures(pictures, SMALL_PICTURES, chance, also)
            judged = self.networks["classifier"](_tensor(small)) if len(small) > 1 else None
        losses = detector_losses(seen, targets)
        if judged is not None:
            losses["classifier"] = classifier_loss(judged.float(), torch.from_numpy(kinds))
        return losses

    def _average(self) -> None:
        # Young averages forget quickly, or the untrained start would stay in them.
        keep = min(AVERAGE, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for mean, now in zip(
                self.averages.state_dict().values(), self.networks.state_dict().values(), strict=True
            ):  # fmt: skip
                if mean.is_floating_point():
                    mean.lerp_(now, 1 - keep)
                else:
                    mean.copy_(now)

    def state(self) -> dict[str, Any]:
        """Everything that goes on from here needs."""
        return {
            "networks": self.networks.state_dict(),
            "averages": self.averages.state_dict(),
            "optimiser": self._optimiser.state(),
            "steps": self.steps,
        }

    def begin_with(self, state: dict[str, Any]) -> None:
        """Take the averaged weights of what another learner's `state` gave, and nothing else."""
        self.networks.load_state_dict(state["averages"])
        self.averages.load_state_dict(state["averages"])

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.networks.load_state_dict(state["networks"])
        self.averages.load_state_dict(state["averages"])
        self._optimiser.restore(state["optimiser"])
        self.steps = state["steps"]


def _tensor(pixels: npt.NDArray[Any]) -> Any:
    """Pictures (N, H, W, 3) as the networks learn from them."""
    return torch.from_numpy(blob(pixels)).contiguous(memory_format=torch.channels_last)


def has_bfloat16() -> bool:
    """Whether the processor multiplies in bfloat16 itself; 47 pictures a second then instead of 25."""
    known: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    return bool(known.get("avx512_bf16") or known.get("amx_bf16") or known.get("bf16"))
