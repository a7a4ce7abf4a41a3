"""Each signal that the ledger names for the strip (section 7), on a strip with one pixel a cell."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import PublicTable
from companion.games.game import public_view
from companion.games.manawave.screen.strip import ManawaveTable, lights, place_cells, places
from companion.lights.render import Pixel, render
from companion.lights.scene import Scene
from tests.said import said

NAMES = ("Ann", "Ben")
CLANS = ManawaveTable(edition="clans", count=3, phase="open")
NEXUS = ManawaveTable(edition="nexus", count=5, phase="wave", at=4)
PULSE = (191, 227, 255)


def scene(told: ManawaveTable) -> Scene:
    return lights(public_view(told, NAMES))


def shown(told: ManawaveTable, at_s: float = 0.0) -> tuple[Pixel, ...]:
    return render(scene(told), 60, at_s)


def where(told: ManawaveTable, colour: Pixel, at_s: float = 0.0) -> list[int]:
    return [place for place, pixel in enumerate(shown(told, at_s)) if pixel == colour]


def test_there_are_three_monuments_or_nine_lines_between_source_and_sink() -> None:
    """M-221: with 5 Nexus tiles there are 2 x 5 - 1 lines."""
    assert (places("clans"), places("nexus")) == (3, 9)
    for edition, length in (("clans", 13), ("nexus", 3)):
        taken = [place_cells(edition, place) for place in range(1, places(edition) + 1)]  # type: ignore[arg-type]
        assert {each for _, each in taken} == {length}
        assert all(after[0] - before[0] == length + 2 for before, after in pairwise(taken))
        assert taken[-1][0] + length == 56
        assert taken[0][0] == 13


@pytest.mark.parametrize(("count", "lamps"), [(0, 0), (1, 1), (3, 3), (8, 8), (11, 8)])
def test_the_rounds_are_purple_lights_beside_the_source(count: int, lamps: int) -> None:
    told = replace(CLANS, count=count)
    purple = [place for place, (red, green, blue) in enumerate(shown(told)) if blue > red > 2 * green > 0]
    assert purple == list(range(3, 3 + lamps))
    assert (f"Round {count}" in str(scene(told).text())) == bool(count)


def test_the_pulse_starts_at_the_source_stops_at_each_position_and_ends_at_the_sink() -> None:
    at = [where(replace(CLANS, phase="wave", at=place), PULSE) for place in range(5)]
    assert at[0] == [0, 1]
    assert [(first[0], len(first)) for first in at[1:4]] == [(13, 13), (28, 13), (43, 13)]
    assert at[4] == [57, 58]
    assert "The wave starts at the Source." in str(scene(replace(CLANS, phase="wave")).text())
    assert "The wave stands at Monument 2: work off its list." in str(scene(replace(CLANS, phase="wave", at=2)).text())
    assert "The wave has reached the Sink." in str(scene(replace(CLANS, phase="wave", at=4)).text())


@pytest.mark.parametrize("strength", [1, 3, 5, 40, 99])
def test_in_nexus_the_pulse_is_as_long_as_the_wave_is_strong_capped_by_the_strip(strength: int) -> None:
    told = replace(NEXUS, count=strength)
    first, length = place_cells("nexus", 4)
    assert where(told, PULSE) == list(range(max(0, first + length - strength), first + length))
    assert "line N1.5" in str(scene(told).text()), "M-221: line 4 from the Source: N0, N0.5, N1, N1.5"
    assert f"Strength {strength}" in str(scene(told).text())


@pytest.mark.parametrize("place", [1, 2, 3])
def test_the_position_that_is_resolved_breathes_gold(place: int) -> None:
    told = replace(CLANS, phase="resolution", at=place)
    gold = where(told, (255, 197, 61))
    first, length = place_cells("clans", place)
    assert gold == list(range(first, first + length))
    assert shown(told)[gold[0]] != shown(told, 1.0)[gold[0]]
    assert f"Gold breathes at Monument {place}: it is resolved now." in str(scene(told).text())


@pytest.mark.parametrize(
    ("phase", "colour", "words"),
    [
        ("war", (255, 32, 32), "Red flashes at Monument 2 on Ben's side: population is lost."),
        ("sacrifice", (141, 19, 51), "Dim maroon at Monument 2 on Ben's side: a sacrifice."),
        ("growth", (31, 177, 85), "Green at Monument 2 on Ben's side: population grows."),
    ],
)
def test_conflicts_shine_on_the_side_whose_population_changes(phase: Any, colour: Pixel, words: str) -> None:
    """A position has 13 cells: six towards the Source for the first seat, six for the second, one between."""
    told = replace(CLANS, phase=phase, at=2, sides=(1,))
    assert where(told, colour) == list(range(35, 41))
    assert where(replace(told, sides=(0,)), colour) == list(range(28, 34))
    assert where(replace(told, sides=(0, 1)), colour) == [*range(28, 34), *range(35, 41)]
    assert words in str(scene(told).text())
    assert f"nobody's population changes in {phase}" in str(scene(replace(told, sides=())).text())


def test_war_flashes_slower_than_three_times_a_second() -> None:
    (glow,) = [each for each in scene(replace(CLANS, phase="war", at=1, sides=(0,))).glows if "Red" in str(each.text)]
    assert glow.motion == "breathe"
    assert glow.period_s >= 1 / 3


@pytest.mark.parametrize("committed", [(), (0,), (1,), (0, 1)])
def test_secret_phases_breathe_violet_and_one_pixel_a_seat_turns_solid(committed: tuple[int, ...]) -> None:
    asked = tuple(seat for seat in (0, 1) if seat not in committed)
    told = replace(CLANS, phase="secret", committed=committed, asked=asked)
    assert where(told, (255, 255, 255)) == [(15, 45)[seat] for seat in committed]
    assert where(told, (255, 255, 255), 2.5) == where(told, (255, 255, 255)), "solid"
    for seat, name in enumerate(NAMES):
        assert (f"A steady light before {name}: locked in." in str(scene(told).text())) == (seat in committed)
        assert (f"A faint light before {name}: still choosing." in str(scene(told).text())) == (seat not in committed)
    violet, later = shown(told)[20], shown(told, 2.5)[20]
    assert violet[2] > violet[0] > violet[1] > later[1]


def test_the_winners_side_is_gold_and_a_draw_is_white() -> None:
    over = replace(CLANS, phase="over")
    assert where(replace(over, winners=(0,)), (255, 197, 61)) == list(range(30))
    assert where(replace(over, winners=(1,)), (255, 197, 61)) == list(range(30, 60))
    assert where(replace(over, winners=(0, 1)), (255, 197, 61)) == list(range(60)), "both may win"
    assert len({*shown(over)}) == 1
    assert said(scene(over).text()) == "A draw: the whole ring is white."


def test_what_was_chosen_in_secret_is_not_in_the_record() -> None:
    assert set(ManawaveTable.__struct_fields__) - set(PublicTable.__struct_fields__) == {
        *("edition", "count", "phase", "at", "committed", "sides", "winners", "asked")
    }
