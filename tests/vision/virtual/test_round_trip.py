"""What is laid out, drawn and photographed is found again: every piece, in its zone, under its own id, nothing else."""

from __future__ import annotations

import math
import random

import pytest

from companion.table.expected import ExpectedTable
from tests.games.sealed_bid.model import LARGEST_BID, PEARLS, ROUNDS
from tests.vision.virtual.mats import BESIDE, GAME, KIT, LAYOUT, large, painter, shown
from tests.vision.virtual.tables import any_free, check_read, fullest, look, random_tables
from vision.virtual.scene import PhysicalPiece, Scene, lay_out
from vision.virtual.shot import CameraPose, Light, Shot

TABLES = 5
HARD = Light(level=0.75, falloff=0.5, angle_deg=250)


def check(table: ExpectedTable, shot: Shot, seed: int) -> int:
    """Everything expected is found where it belongs, and nothing else; how many pieces were expected."""
    scene = lay_out(table, LAYOUT, KIT, any_free(random.Random(seed)))
    return check_read(painter(shot).render(scene, seed), scene, table, LAYOUT, KIT)


def shot_of(tilt_deg: int) -> Shot:
    """Some ordinary light, lens and sensor, and the mat straight, a little askew or upside down."""
    rng = random.Random(tilt_deg)
    light = Light(rng.uniform(0.7, 1.1), rng.uniform(0, 0.4), rng.uniform(0, 360))
    pose = CameraPose(tilt_deg, rng.choice((0, 0, 180, 3)), (rng.uniform(-8, 8), rng.uniform(-8, 8)), 0.9)
    return large(pose, light=light, noise=rng.uniform(1, 4), blur_px=rng.uniform(0.4, 0.8))


@pytest.mark.slow
@pytest.mark.parametrize("tilt_deg", [25, *(pytest.param(tilt, marks=pytest.mark.slow) for tilt in (0, 5, 10, 15, 20))])
def test_positions_of_whole_games_are_found_again(tilt_deg: int) -> None:
    tables = random_tables(tilt_deg + 1, TABLES)
    assert sum(check(table, shot_of(tilt_deg), tilt_deg + 1) for table in tables) > 5 * TABLES


@pytest.mark.parametrize("face_up", [False, True])
@pytest.mark.parametrize(
    "shot",
    [
        large(CameraPose(25), light=HARD, noise=4, blur_px=0.8),
        large(CameraPose(35)),
        large(CameraPose(10, turn_deg=180)),
    ],
    ids=["hard", "leaning", "turned"],
)
def test_the_fullest_mat_is_read_whole(shot: Shot, face_up: bool) -> None:
    seats = GAME.seat_count(GAME.new_game({}, {}).table)
    assert check(fullest(face_up), shot, 1) == seats * (LARGEST_BID + ROUNDS) + PEARLS + 4


def test_pieces_laid_askew_are_found_where_they_lie() -> None:
    rng = random.Random(1)
    straight = lay_out(random_tables(3, 1)[0], LAYOUT, KIT)
    askew = [
        PhysicalPiece(
            each.kind,
            each.marker,
            each.x_mm + rng.uniform(-1.5, 1.5),
            each.y_mm + rng.uniform(-1.5, 1.5),
            rng.uniform(-2, 2),
            each.face_up,
            each.layer,
        )
        for each in straight.pieces
    ]
    # A card across its place, as nobody minds at a table.
    askew[-1] = PhysicalPiece("card:1", KIT.markers("card:1")[-1], *BESIDE, 117)
    found = look(shown(large(CameraPose(12)), Scene(tuple(askew)), 1))
    assert len(found) == len(askew)
    for piece in askew:
        size = KIT.size(piece.kind)
        turn = math.radians(piece.angle_deg)
        right, down = size.marker_x_mm - size.width_mm / 2, size.marker_y_mm - size.height_mm / 2
        x_mm = piece.x_mm + right * math.cos(turn) - down * math.sin(turn)
        y_mm = piece.y_mm + right * math.sin(turn) + down * math.cos(turn)
        near = [each for each in found if math.hypot(each.x_mm - x_mm, each.y_mm - y_mm) < 0.5]
        assert [each.marker for each in near] == [piece.marker]
        assert near[0].angle_deg == pytest.approx(piece.angle_deg, abs=1)
