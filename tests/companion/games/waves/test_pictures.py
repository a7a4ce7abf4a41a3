"""The mats of Waves in pictures: what lies there is read as it lies, however full they are, in hard light too."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from companion.games.waves.mat.mat import KIT, PIECES
from companion.soak.runner import Light
from companion.table.expected import Backs, Content, ExpectedTable, ExpectedZone, Pieces
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.games.waves.positions import GAME, game_of
from tests.companion.games.waves.test_geometry import worst
from tests.vision.virtual.tables import any_free, check_read
from vision.markers import MarkerFinder
from vision.virtual.headless import HeadlessTable
from vision.virtual.painter import Painter
from vision.virtual.scene import lay_out
from vision.virtual.shot import CameraPose, Shot
from vision.virtual.shot import Light as Lamp

TABLES = 5
HARD = Lamp(level=0.75, falloff=0.5, angle_deg=250)


def check(table: ExpectedTable, shot: Shot, seed: int) -> int:
    """All that lies there is read where it belongs, and nothing else; how many pieces."""
    scene = lay_out(table, LAYOUT, KIT, any_free(random.Random(seed)))
    return check_read(painter(shot).render(scene, seed), scene, table, LAYOUT, KIT)


@cache
def painter(shot: Shot) -> Painter:
    return Painter(LAYOUT, KIT, PIECES, shot)


def fullest(face_up: bool) -> ExpectedTable:
    """Every zone as full as the rules allow, within the pieces of one kit: 100 cards, 5 shells, one Wave token."""
    content: dict[str, Content] = {**worst((1, 1, 5, face_up)), "supply": Pieces(())}
    content |= {f"token.{seat}": Pieces(()) for seat in range(1, 4)}
    content["tablets"] = Pieces(("tablet:KEE-B", "tablet:KNI-C", "tablet:SEE-B1", "tablet:NOB-C"))
    for seat, cls in enumerate((1, 2, 4, 5)):
        content[f"collection.{seat}"] = Pieces((f"card:{cls}",) * 6)
        if face_up:
            content[f"rebel.{seat}"] = Pieces((f"card:{cls}",) * 5)
    return ExpectedTable(tuple(ExpectedZone(zone.zone, content[zone.zone]) for zone in LAYOUT.zones))


@pytest.mark.slow
@pytest.mark.parametrize(
    "shot",
    [
        pytest.param(Shot(CameraPose(25), HARD, noise=4, blur_px=0.8), id="hard"),
        pytest.param(Shot(CameraPose(35)), id="leaning", marks=pytest.mark.slow),
        pytest.param(Shot(CameraPose(10, turn_deg=180)), id="turned", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("face_up", [False, True])
def test_the_fullest_mat_is_read_whole(shot: Shot, face_up: bool) -> None:
    assert check(fullest(face_up), shot, 1) == 4 * (1 + 1 + 5 + 6) + 5 + 5 + 1 + 2


@pytest.mark.slow
@pytest.mark.parametrize("tilt_deg", [0, 12, 25])
def test_positions_of_whole_games_are_found_again(tilt_deg: int) -> None:
    rng, shot = random.Random(tilt_deg), Shot(CameraPose(tilt_deg, fill=0.9))
    states = [state for state, _ in game_of(tilt_deg + 1)]
    tables = [GAME.mat.expected(GAME.view(rng.choice(states), None)) for _ in range(TABLES)]
    assert sum(check(table, shot, tilt_deg + 1) for table in tables) > 10 * TABLES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("light", "seed"),
    [
        ("normal", 0),
        ("hard", 0),
        *(pytest.param(light, seed, marks=pytest.mark.slow) for light in ("normal", "hard") for seed in (1, 2)),
    ],
)
def test_markers_are_large_enough_to_be_read_in_every_frame(light: Light, seed: int) -> None:
    """From 28 px on every marker is read at a blur of 1.0, from 22 px at 0.5 (the table in vision/markers.py)."""
    eyes = HeadlessTable(LAYOUT, KIT, PIECES, seed, light)
    laid: dict[str, Content] = {
        "elder.0": Pieces(("card:3",)),
        "follower.0": Backs("back", 1),
        "centre": Pieces(("shell",) * 2),
    }
    eyes.world.set_out(
        ExpectedTable(tuple(ExpectedZone(zone.zone, laid.get(zone.zone, Pieces(()))) for zone in LAYOUT.zones))
    )
    markers = MarkerFinder().find(eyes.frame().pixels)
    edges = np.linalg.norm(markers.corners_px - np.roll(markers.corners_px, 1, axis=1), axis=2).mean(axis=1)
    anchors = [anchor.id for anchor in LAYOUT.anchors]
    assert edges[~np.isin(markers.ids, anchors)].min() > 24
