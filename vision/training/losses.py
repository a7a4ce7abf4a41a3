"""How far the networks' answers are from what they should be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch.nn import functional

from vision.training.targets import MIDDLE, NO_VALUE, OFFSET, SIZE, UNREADABLE, VALUES

SMOOTHING = 0.02
"""Share of certainty that is spread over the other values: some labels are wrong, and a network that may never be sure
of everything stays calibrated more easily."""

OFFSET_WEIGHT = SIZE_WEIGHT = 1.0
VALUE_WEIGHT = 1.0
UNREADABLE_WEIGHT = 0.5
"""Half: dice that cannot be read are few, and the classifier looks at them again."""


def detector_losses(answer: Any, targets: Mapping[str, Any]) -> dict[str, Any]:
    """Losses by name, weighted, of a batch N x 12 x h x w in float32; their sum is what is learned from."""
    top = targets["top"]
    near = top.sum().clamp(min=1.0)
    value_known = targets["value"] != NO_VALUE
    values = functional.cross_entropy(
        answer[:, VALUES], targets["value"].clamp(min=0), reduction="none", label_smoothing=SMOOTHING
    )
    unreadable = functional.binary_cross_entropy_with_logits(
        answer[:, UNREADABLE], targets["unreadable"], reduction="none"
    )
    known = top * value_known
    return {
        "middle": middle_loss(answer[:, MIDDLE], targets["hill"]),
        "offset": OFFSET_WEIGHT * _mean(answer[:, OFFSET], targets["offset"], top),
        "size": SIZE_WEIGHT * _mean(answer[:, SIZE], targets["size"], top),
        "value": VALUE_WEIGHT * (values * known).sum() / known.sum().clamp(min=1.0),
        "unreadable": UNREADABLE_WEIGHT * (unreadable * top).sum() / near,
    }


def middle_loss(logits: Any, hill: Any) -> Any:
    """Focal loss as in CornerNet (2018): cells that are right already count little, those on a hill's slope too."""
    chance = torch.sigmoid(logits)
    is_middle = (hill == 1).float()
    hit = is_middle * (1 - chance) ** 2 * functional.softplus(-logits)
    miss = (1 - is_middle) * (1 - hill) ** 4 * chance**2 * functional.softplus(logits)
    return (hit.sum() + miss.sum()) / is_middle.sum().clamp(min=1.0)


def classifier_loss(logits: Any, classes: Any) -> Any:
    """Cross entropy of N x 8 logits against N classes: 0 to 5 for the values, then `ILLEGIBLE` and `NOTHING`."""
    return functional.cross_entropy(logits, classes, label_smoothing=SMOOTHING)


def _mean(answer: Any, wanted: Any, top: Any) -> Any:
    return ((answer - wanted).abs().mean(1) * top).sum() / top.sum().clamp(min=1.0)
