"""The mesh of a die: closed, of the right size, with as many pips on each face as it has."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from vision.training.cycles.looks import Look, any_look
from vision.training.cycles.shapes import die_mesh

LOOKS = [any_look(np.random.default_rng(seed)) for seed in range(3)]


def sharp(roundness: float = 2.0) -> Look:
    return replace(LOOKS[0], model=replace(LOOKS[0].model, corner_radius=0.02, recess=0.0), roundness=roundness)


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_every_edge_joins_two_quads_that_go_round_the_same_way(look: Look) -> None:
    quads = die_mesh(look).quads
    edges = np.stack([quads, np.roll(quads, -1, axis=1)], axis=2).reshape(-1, 2)
    times = Counter(map(tuple, edges[edges[:, 0] != edges[:, 1]].tolist()))
    assert set(times.values()) == {1}
    assert all((b, a) in times for a, b in times)


def volume(look: Look) -> float:
    """By the divergence theorem: a third of every triangle's corner times its area vector."""
    mesh = die_mesh(look)
    a, b, c, d = (mesh.points[mesh.quads[:, index]] for index in range(4))
    return float(sum((x * np.cross(y, z)).sum() for x, y, z in ((a, b, c), (a, c, d))) / 6)


def test_a_die_fills_nearly_its_cube_and_less_when_tumbled() -> None:
    # A cube of side 2 holds 8. Rounding 12 edges by r takes (1 - pi / 4) r^2 of each length of 2: 0.008 for r = 0.04.
    assert volume(sharp()) == pytest.approx(8.0, abs=0.05)
    assert volume(sharp()) < 8.0
    # Cube and ball of radius sqrt(2): its six caps lie beyond the cube, 4.18879 * 2.82843 - 6 * pi * h^2 * (R - h / 3).
    r = 2**0.5
    h = r - 1
    ball = 4 / 3 * np.pi * r**3 - 6 * np.pi * h**2 * (r - h / 3)
    assert volume(sharp(r)) == pytest.approx(ball, abs=0.06)


@pytest.mark.parametrize("look", LOOKS)
def test_faces_have_as_many_pips_as_their_value(look: Look) -> None:
    mesh = die_mesh(look)
    for value in range(1, 7):
        middles = mesh.points[mesh.quads[mesh.pips == value]].mean(axis=1)
        right, up = look.model.face_axes(value)
        places = 2 * np.array(look.model.pip_places(value))
        flat = np.stack([middles @ right, middles @ up], axis=1)
        far = np.linalg.norm(flat[:, None] - places, axis=2)
        radius = 2 * (look.model.one_radius if value == 1 else look.model.pip_radius)
        assert np.all(far.min(axis=1) < radius)
        assert set(far.argmin(axis=1)) == set(range(value))
        assert np.all(middles @ look.model.normal(value) > 0)


def test_deep_bowls_take_more_of_the_body_than_flat_pips() -> None:
    assert volume(replace(sharp(), model=replace(sharp().model, recess=1.0))) < volume(sharp()) - 0.02
