"""Discs of 22 mm with markers of 12 mm beside cards with markers of 18: on a mat of 1160 x 652 mm both are read."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.games.shared.mats import corners
from companion.table.kit import Kit, MarkedPiece, PieceSize, check_kit
from companion.table.layout import Layout, Zone
from companion.table.pieces import PieceKind
from companion.table.sightings import MarkerId
from vision.cameras.frames import Frame
from vision.looks import Looker
from vision.virtual.painter import Painter
from vision.virtual.scene import PhysicalPiece, Scene
from vision.virtual.shot import LARGEST_PX, CameraPose, Light, Shot, large_enough

WIDE, HIGH, FIRST, DISCS, CARDS = 1160.0, 652.0, 20, 80, 4
LAYOUT = Layout("small", WIDE, HIGH, (Zone("all", 0, 0, WIDE, HIGH, bare=0),), corners(WIDE, HIGH, 20, 18))
KIT = check_kit(
    Kit(
        18,
        {
            "disc": PieceSize(22, 22, 11, 11, is_round=True, marker_side_mm=12),
            "card": PieceSize(63, 88, 12.75, 12.75),
        },
        {"attack:1": MarkedPiece("disc", FIRST, DISCS), "card": MarkedPiece("card", FIRST + DISCS, CARDS)},
    ),
    LAYOUT,
)
KINDS = {
    "attack:1": PieceKind("attack:1", "attack 1", "disc", "#b5202b", "1"),
    "card": PieceKind("card", "card", "card", "#eeeeee", "1"),
}
TURNS_DEG = (0, 33, 77, 118, 164, 205, 251, 299, 342)


def scattered(seed: int) -> Scene:
    """Discs all over the mat, its corners included, each turned at random, and a card in each quarter."""
    draw = np.random.default_rng(seed)
    pieces = []
    for index in range(DISCS):
        row, column = divmod(index, 10)
        x_mm, y_mm = 60 + column * 115 + draw.uniform(-20, 20), 55 + row * 76 + draw.uniform(-20, 20)
        marker = MarkerId(FIRST + index)
        pieces.append(PhysicalPiece("attack:1", marker, x_mm, y_mm, float(draw.choice(TURNS_DEG)), True, 1))
    for index in range(CARDS):
        x_mm, y_mm = 300 + index % 2 * 560, 180 + index // 2 * 300
        pieces.append(PhysicalPiece("card", MarkerId(FIRST + DISCS + index), x_mm, y_mm, 0.0, True, 0))
    return Scene(tuple(pieces))


def shot(seed: int) -> Shot:
    """The camera leans by up to 15 degrees, in good light or a dim one, as sharp as a lens of some wear."""
    draw = np.random.default_rng(100 + seed)
    light = Light(draw.uniform(0.75, 1.0), draw.uniform(0.1, 0.4), draw.uniform(0, 360))
    return Shot(CameraPose(draw.uniform(0, 15)), light, draw.uniform(2, 4), draw.uniform(0.4, 0.8), *LARGEST_PX)


def read(seed: int) -> tuple[int, int, list[float], int]:
    """Discs read as facts in one picture, of how many; their sides in mm as measured; and what was read wrongly."""
    scene, taken = scattered(seed), shot(seed)
    pixels = Painter(LAYOUT, KIT, KINDS, taken).render(scene, seed)
    look = Looker(LAYOUT, KIT.printed).look(Frame(pixels, 0.0, 1), "Camera test")
    truth = {each.marker: each for each in scene.pieces if each.kind == "attack:1"}
    facts = [each for each in look.sightings if each.marker in truth]
    wrong = [
        each
        for each in facts
        if math.dist((each.x_mm, each.y_mm), (truth[each.marker].x_mm, truth[each.marker].y_mm)) > 2
    ]
    return len(facts), len(truth), [each.side_mm for each in facts], len(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_discs_with_small_markers_are_read_all_over_a_large_mat(seed: int) -> None:
    found, shown, sides, wrong = read(seed)
    assert wrong == 0
    assert found >= 0.95 * shown
    assert all(side == pytest.approx(12, rel=0.08) for side in sides)


def test_a_kit_with_small_markers_is_drawn_as_large_as_a_real_camera_takes_it() -> None:
    usual = Shot(width_px=1536, height_px=1024)
    near, small = Layout("near", 600, 400, ()), LAYOUT
    assert large_enough(usual, near, KIT) is usual
    drawn = large_enough(usual, small, KIT)
    assert (drawn.width_px, drawn.height_px) == LARGEST_PX
    plain = Kit(18, {"card": KIT.sizes["card"]}, {"card": KIT.pieces["card"]})
    drawn = large_enough(usual, small, plain)
    assert (drawn.width_px, drawn.height_px) == (1920, 1080)


if __name__ == "__main__":
    # The figures in docs/markers.md.
    results = [read(seed) for seed in range(30)]
    read_, shown_ = sum(each[0] for each in results), sum(each[1] for each in results)
    sides_mm = [side for each in results for side in each[2]]
    print(f"{read_} of {shown_} discs are facts; wrong: {sum(each[3] for each in results)}")
    print(f"sides {min(sides_mm):.2f} to {max(sides_mm):.2f} mm, mean {np.mean(sides_mm):.2f}")
