"""How weights move: which by Muon, how far, and the same again after a stop."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from vision.training.network import make_classifier, make_detector, make_posture
from vision.training.optimiser import DECAY, KERNEL_STEP, LEAST_RATE, RATE, WARM_UP, Optimiser, orthogonal, rate


def some(*shape: int, seed: int = 1) -> Any:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("shape", [(64, 576), (48, 32), (20, 20)])
def test_what_is_orthogonal_keeps_its_directions_and_loses_their_lengths(shape: tuple[int, int]) -> None:
    matrix = some(*shape)
    u, lengths, v = torch.linalg.svd(matrix, full_matrices=False)
    after = u.mT @ orthogonal(matrix) @ v.mT
    # Where a direction has a tiny part of the whole, five rounds do not bring it all the way.
    is_long = lengths > 0.02 * lengths.norm()
    assert ((after.diagonal()[is_long] > 0.65) & (after.diagonal()[is_long] < 1.25)).all()
    beside = after - after.diagonal().diag()
    assert float(beside.abs().max()) < 0.01


def test_no_gradient_is_no_step() -> None:
    assert torch.equal(orthogonal(torch.zeros(4, 6)), torch.zeros(4, 6))


@pytest.mark.parametrize("make", [make_detector, make_classifier, make_posture])
def test_every_weight_of_every_network_moves(make: Any) -> None:
    network = make().to(memory_format=torch.channels_last)
    before = [weight.detach().clone() for weight in network.parameters()]
    Optimiser(network).step(sum((weight * some(*weight.shape)).sum() for weight in network.parameters()), 0.01)
    for old, new in zip(before, network.parameters(), strict=True):
        assert not torch.equal(old, new)
        # AdamW's first step is the rate for each weight, Muon's half of that on average.
        assert 0.003 < float((new.detach() - old).square().mean().sqrt()) < 0.0105


def test_a_kernel_steps_as_far_in_directions_that_are_seldom_asked_for() -> None:
    layer = torch.nn.Conv2d(8, 6, 3)
    weight = layer.weight
    u, _, v = torch.linalg.svd(some(6, 72), full_matrices=False)
    gradient = (u * torch.tensor([10.0, 1.0, 1.0, 1.0, 1.0, 1.0])) @ v
    before = weight.detach().clone()
    Optimiser(layer).step((weight * gradient.reshape(weight.shape)).sum(), 0.01)
    step = (before * (1 - 0.01 * DECAY) - weight.detach()).flatten(1)
    along = torch.diagonal(u.mT @ step @ v.mT)
    assert along.tolist() == pytest.approx([0.01 * KERNEL_STEP * 72**0.5] * 6, rel=0.35)


def test_layers_that_see_the_picture_or_give_the_answer_are_not_steps_of_muon() -> None:
    layers = torch.nn.Sequential(torch.nn.Conv2d(4, 6, 3), torch.nn.Conv2d(6, 5, 1))
    before = [layer.weight.detach().clone() for layer in layers]
    Optimiser(layers).step(sum((layer.weight * some(*layer.weight.shape)).sum() for layer in layers), 0.01)
    for old, layer in zip(before, layers, strict=True):
        # AdamW's first step is as long for each weight, whatever its gradient.
        step = old * (1 - 0.01 * DECAY) - layer.weight.detach()
        assert step.abs().flatten().tolist() == pytest.approx([0.01] * step.numel(), rel=1e-3)


def test_what_was_learned_before_weighs_on_the_next_step() -> None:
    layer = torch.nn.Conv2d(8, 6, 3)
    optimiser, push = Optimiser(layer), some(6, 8, 3, 3)
    optimiser.step((layer.weight * push).sum(), 0.01)
    before = layer.weight.detach().clone()
    optimiser.step((layer.weight * 0).sum(), 0.01)
    moved = before - layer.weight.detach()
    assert float((moved * push).sum()) > 0


def test_gradients_are_cut() -> None:
    layer = torch.nn.Linear(3, 2)
    Optimiser(layer).step((layer.weight * 1000).sum(), 0.0, steepest=5.0)
    assert float(layer.weight.grad.norm()) == pytest.approx(5.0, rel=1e-3)


def test_restored_it_takes_the_same_next_step() -> None:
    layers = [torch.nn.Sequential(torch.nn.Conv2d(8, 6, 3), torch.nn.BatchNorm2d(6)) for _ in range(2)]
    first, second = (Optimiser(layer) for layer in layers)
    first.step((layers[0][0].weight * some(6, 8, 3, 3)).sum(), 0.01)
    layers[1].load_state_dict(layers[0].state_dict())
    second.restore(first.state())
    for layer, optimiser in zip(layers, (first, second), strict=True):
        optimiser.step((layer[0].weight * some(6, 8, 3, 3, seed=2)).sum(), 0.01)
    assert torch.equal(layers[0][0].weight, layers[1][0].weight)


def test_the_rate_rises_then_falls_to_a_hundredth() -> None:
    assert rate(0, 0.0) == pytest.approx(RATE / WARM_UP)
    assert rate(WARM_UP, 0.0) == pytest.approx(RATE)
    assert rate(10_000, 1.0) == pytest.approx(RATE * LEAST_RATE)
