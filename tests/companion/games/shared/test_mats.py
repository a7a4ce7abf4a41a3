"""Kits and mats out of a game's own files: zones that are repeated, mats for several numbers of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.errors import BadData
from companion.games.shared.mats import corners, read_kit, read_kit_for, read_mats
from companion.table.kit import BadKit
from companion.table.layout import Anchor, BadLayout, Spot, Zone
from tests.companion.games.shared.packages import package_with

MAT = """
[mats.table]
name = "small"
width_mm = 300
height_mm = 200
rim_mm = 6
anchor_mm = 20
anchor_side_mm = 18
"""
ZONE = """
[[mats.table.{where}]]
zone = "{zone}"
x_mm = {x_mm}
y_mm = 60
width_mm = 30
height_mm = 30
"""
KIT = """
marker_side_mm = 18
[sizes.{size}]
width_mm = 63
height_mm = 88
marker_x_mm = 20
marker_y_mm = 20
[pieces]
"card:1" = {{ size = "{size}", first = 10, count = 3 }}
"""


def test_the_corners_run_clockwise_from_the_top_left() -> None:
    assert corners(300, 200, 20, 18) == (
        Anchor(0, 20, 20, 18),
        Anchor(1, 280, 20, 18),
        Anchor(2, 280, 180, 18),
        Anchor(3, 20, 180, 18),
    )


def test_a_mat_has_its_zones_and_repeats_those_that_say_so(tmp_path: Path) -> None:
    row = (
        ZONE.format(where="zones", zone="row", x_mm=80)
        + "first = { x_mm = 82, y_mm = 61 }\nrepeat = [{ count = 2, dx_mm = 40 }]"
    )
    files = {"layouts.toml": MAT + ZONE.format(where="zones", zone="deck", x_mm=40) + row}
    with package_with(tmp_path, files) as package:
        mats = read_mats(package)
    assert list(mats) == ["table"]
    assert mats["table"].name == "small"
    assert mats["table"].anchors == corners(300, 200, 20, 18)
    assert mats["table"].zones == (
        Zone("deck", 40, 60, 30, 30),
        Zone("row.0", 80, 60, 30, 30, Spot(82, 61)),
        Zone("row.1", 120, 60, 30, 30, Spot(122, 61)),
    )


def test_a_mat_for_several_numbers_of_players_comes_once_for_each(tmp_path: Path) -> None:
    mat = MAT + "players = [2, 3]\nseat_dx_mm = 70\n"
    zones = ZONE.format(where="seats", zone="bid", x_mm=40) + ZONE.format(where="seats", zone="won", x_mm=72)
    with package_with(tmp_path, {"layouts.toml": f"{mat}zones = []\n{zones}"}) as package:
        mats = read_mats(package)
    assert {key: mat.name for key, mat in mats.items()} == {"table-2": "small-2", "table-3": "small-3"}
    assert [(zone.zone, zone.x_mm, zone.seat) for zone in mats["table-3"].zones] == [
        ("bid.0", 40, 0),
        ("won.0", 72, 0),
        ("bid.1", 110, 1),
        ("won.1", 142, 1),
        ("bid.2", 180, 2),
        ("won.2", 212, 2),
    ]
    assert mats["table-2"].zones == mats["table-3"].zones[:4]


def test_a_mat_that_cannot_be_is_named_with_its_zone(tmp_path: Path) -> None:
    zone = ZONE.format(where="zones", zone="deck", x_mm=290)
    with package_with(tmp_path, {"layouts.toml": MAT + zone}) as package:
        with pytest.raises(BadLayout, match="Zone 'deck' of layout 'small' leaves the mat"):
            read_mats(package)
        (tmp_path / package / "data" / "layouts.toml").write_text(f"{MAT}{zone}widht_mm = 3", encoding="utf-8")
        with pytest.raises(BadData, match=r"unknown field `widht_mm` - at `\$\.mats\[\.\.\.\]\.zones\[0\]`"):
            read_mats(package)


def test_a_kit_is_read_once_and_must_fit_every_mat(tmp_path: Path) -> None:
    files = {
        "layouts.toml": MAT + ZONE.format(where="zones", zone="deck", x_mm=40),
        "kit.toml": KIT.format(size="card"),
    }
    with package_with(tmp_path, files) as package:
        kit = read_kit_for(package, read_mats(package).values())
        assert kit is read_kit(package)
        assert kit.markers("card:1") == (10, 11, 12)
    files["kit.toml"] = KIT.format(size="tile")
    with package_with(tmp_path, files) as package, pytest.raises(BadKit, match="'deck' is for pieces of size 'card'"):
        read_kit_for(package, read_mats(package).values())
