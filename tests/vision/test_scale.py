"""Prints of another scale than 100 % are told, with the cure, after some looks; good prints never are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.table.layout import Layout
from companion.table.sightings import BARE, MarkerId, PrintedMarker
from tests.many import one_quick
from tests.vision.render import Printed, Shot, corner_markers, render
from vision.cameras.frames import Frame
from vision.looks import Looker
from vision.scale import OF_THEM

PRINTED = {MarkerId(each): PrintedMarker(18.0) for each in range(20, 60)} | {
    BARE: PrintedMarker(18.0, shared=True, ground=True)
}
FINE = Shot(1536, 864)
ROOM_MM = 35.0
"""A marker, however it is turned, and a little more."""
CURE = "at 100 %, without “fit to page”; the line on each sheet must then measure 100 mm."


def scaled(printed: Iterable[Printed], scale: float) -> list[Printed]:
    return [replace(each, side_mm=each.side_mm * scale) for each in printed]


def spread(layout: Layout) -> list[Printed]:
    """As many markers side by side in every zone as have room there, each turned differently."""
    places = [
        (zone.x_mm + zone.width_mm * (place + 0.5) / room, zone.y_mm + zone.height_mm / 2)
        for zone in layout.zones
        for room in [int(zone.width_mm // ROOM_MM)]
        for place in range(room)
    ]
    return [Printed(20 + number, x_mm, y_mm, 37.0 * number % 360) for number, (x_mm, y_mm) in enumerate(places)]


def table(layout: Layout, ground: float = 1.0, pieces: float = 1.0) -> list[Printed]:
    """Corners and half of the places bare, the mat's at one scale; pieces on the other places, at another."""
    lying = spread(layout)
    bare = [replace(each, marker=int(BARE), angle_deg=0.0) for each in lying[::2]]
    return [*scaled([*corner_markers(layout), *bare], ground), *scaled(lying[1::2], pieces)]


def told(layout: Layout, printed: list[Printed], shot: Shot, looks: int = OF_THEM) -> str:
    """What the camera's health says after so many looks at the same picture."""
    looker, pixels = Looker(layout, PRINTED), render(layout, printed, shot).pixels
    return [looker.look(Frame(pixels, float(at), at), "Camera").health.text for at in range(looks)][-1]


SHOTS = [
    FINE,
    replace(FINE, tilt_deg=25, turn_deg=90, noise=4),
    replace(FINE, tilt_deg=35, blur_px=0.8),
    replace(FINE, turn_deg=180, light=0.5),
]


@pytest.mark.parametrize("shot", one_quick(SHOTS))
def test_good_prints_are_never_told_of(layout: Layout, shot: Shot) -> None:
    assert "100 %" not in told(layout, table(layout), shot)


@pytest.mark.parametrize("shot", one_quick(SHOTS))
def test_pieces_printed_at_97_percent_are_told(layout: Layout, shot: Shot) -> None:
    text = told(layout, table(layout, pieces=0.97), shot)
    said = "The pieces' markers measure about 3 % smaller beside the mat's: they were printed at about 97 %."
    assert f"{said} Print them again {CURE}" in text


def test_a_mat_printed_at_97_percent_is_told_by_full_pieces(layout: Layout) -> None:
    # The mat fits itself; on its scale everything else is larger.
    text = told(layout, table(layout, pieces=1 / 0.97), FINE)
    found = re.search(r"The pieces' markers measure about ([34]) % larger beside the mat's: (.*)", text)
    assert found is not None, text
    assert found[2].startswith(
        f"the mat was printed at about {100 - int(found[1])} %, or the pieces too large. "
        f"Measure the line of 100 mm on both, and print that one again {CURE}"
    )


def test_sheets_of_97_percent_laid_as_far_apart_as_full_ones_are_told(layout: Layout) -> None:
    text = told(layout, table(layout, ground=0.97), FINE)
    assert (
        "The mat's markers measure about 3 % smaller than they should: its sheets were printed at about 97 % and laid "
        f"as far apart as full ones. Print them again {CURE}"
    ) in text


def test_it_takes_some_looks_and_some_pieces(layout: Layout) -> None:
    small = table(layout, pieces=0.97)
    assert "100 %" not in told(layout, small, FINE, looks=OF_THEM - 1)
    few = [*table(layout)[: -len(spread(layout)) // 2], *small[-3:]]
    assert "100 %" not in told(layout, few, FINE)


def test_a_few_markers_held_up_or_bent_say_nothing_of_the_print(layout: Layout) -> None:
    lying = table(layout)
    mixed = [replace(each, side_mm=each.side_mm * (0.95 if at % 3 == 0 else 1)) for at, each in enumerate(lying[4:])]
    assert "100 %" not in told(layout, [*lying[:4], *mixed], FINE)


def test_thick_pieces_say_nothing_of_the_print(layout: Layout) -> None:
    # Three in five pieces are 20 mm thick and measure 2.5 % more.
    lying = table(layout)
    mixed = [replace(each, z_mm=20.0 if at % 5 > 1 else 0.4) for at, each in enumerate(lying[4:])]
    assert "100 %" not in told(layout, [*lying[:4], *mixed], FINE)


def test_small_blurred_markers_measure_too_small_and_are_not_judged(layout: Layout) -> None:
    assert "100 %" not in told(layout, table(layout, pieces=0.97), Shot(853, 480))
