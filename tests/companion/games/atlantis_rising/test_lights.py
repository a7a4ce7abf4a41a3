"""Each signal of the ledger's table for the strip (section 7.3), on a strip with one pixel a cell."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.screen.lights import ARM_COLOURS, PENINSULAS, lights, ring_cells
from companion.games.atlantis_rising.state.model import TEAM, Deck, Phase, Setup, Table
from companion.games.atlantis_rising.state.steps import Flooding
from companion.games.game import public_view
from companion.lights.render import Pixel, render
from companion.lights.scene import Scene

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
FOUR = Setup(players=4, level=1)
BEGIN = Table(setup=FOUR, phase=Phase.PLACE, misfortunes=Deck(()), library=Deck(()), drawn=4)
LATER = replace(BEGIN, dry=(4, 6, 3, 5, 0, 2), wrath=3)
CENTRE, WRATH = 42, 44
"""Six arms of seven cells; the centre; one cell; the bar."""


def scene(table: Table, danger: tuple[int, ...] = ()) -> Scene:
    return lights(public_view(table, NAMES[: table.setup.players]), in_danger=danger)


def shown(table: Table, at_s: float = 0.0, danger: tuple[int, ...] = ()) -> tuple[Pixel, ...]:
    return render(scene(table, danger), ring_cells(table), at_s)


def text(danger: tuple[int, ...] = (), **changes: Any) -> str:
    return str(scene(replace(LATER, **changes), danger).text())


def track(*values: int) -> Setup:
    """A set-up with another wrath track."""
    return replace(FOUR, typed=(("wrath.values", values),))


def naming(peninsula: str) -> dict[str, Any]:
    """The last misfortune names it, and none of its tiles is dry."""
    discards = Deck((), discards=(f"basic_{peninsula}",))
    return {"phase": Phase.MISFORTUNE, "why": ("A-042",), "misfortunes": discards}


def flooding(left: int) -> tuple[Flooding, ...]:
    """So many floods of the wrath are still to be chosen."""
    return (Flooding(TEAM, left, "wrath"),) if left else ()


def turn(seat: int, players: int = 4) -> Table:
    """The turn to draw a misfortune comes to a seat."""
    setup = replace(FOUR, players=players)
    return replace(LATER, setup=setup, phase=Phase.MISFORTUNE, starter=seat, drawn=0)


def is_blue(pixel: Pixel) -> bool:
    red, green, blue = pixel
    return blue > 150 and blue > 2 * green and red < 60


def lit(pixels: tuple[Pixel, ...]) -> list[bool]:
    return [max(pixel) > 0 for pixel in pixels]


@pytest.mark.parametrize("arm", range(6))
@pytest.mark.parametrize("dry", range(7))
def test_depth_lights_are_blue_from_the_tip_and_the_rest_has_the_arms_colour(arm: int, dry: int) -> None:
    """depth(p) = 6 - dry(p) lights from the tip inward; ring 6, the tip, is the first of an arm (A-040, A-101)."""
    pixels = shown(replace(BEGIN, dry=tuple(dry if each == arm else 6 for each in range(6))))[7 * arm : 7 * arm + 7]
    depth = 6 - dry
    assert [is_blue(pixel) for pixel in pixels] == [True] * depth + [False] * (dry + 1)
    assert pixels[6] == (0, 0, 0), "one dark between two arms"
    own = tuple(int(ARM_COLOURS[arm][at : at + 2], 16) for at in (1, 3, 5))
    assert all(max(pixel) < max(own) * 0.6 for pixel in pixels[depth:6]), "dim"
    assert all(max(pixel) > 60 for pixel in pixels[depth:6]), "and to be seen"


@pytest.mark.parametrize("dry", [0, 2, 4, 6])
def test_a_shorter_strip_scales_the_depth(dry: int) -> None:
    """lit = round(n * depth / 6), here with three pixels an arm: half as many cells as the full map."""
    told = replace(BEGIN, dry=(dry, 6, 6, 6, 6, 6))
    pixels = render(scene(told), ring_cells(told) // 2)
    assert sum(is_blue(pixel) for pixel in pixels[:3]) == round(3 * (6 - dry) / 6)


def test_the_full_map_needs_no_more_than_an_usual_strip() -> None:
    """36 tiles, the centre and the wrath spaces all have a pixel of their own on 60."""
    assert ring_cells(BEGIN) == 60
    assert ring_cells(replace(BEGIN, setup=track(0, 1, 1, 2, 2, 3, 3, 4))) > 60


def test_a_barrier_is_white_at_the_border_of_water_and_land() -> None:
    with_one = replace(LATER, barriers=(0, 1))
    assert shown(with_one)[2] == (255, 255, 255), "Mountains: rings 6 and 5 are water, the border is ring 4"
    assert shown(with_one)[7] == (255, 255, 255), "Hills: all dry, the border is the tip"
    assert "Mountains 4 and a barrier (white), Hills 6 and a barrier (white), Forests 3," in text(barriers=(0, 1))


def test_a_discarded_barrier_flashes_at_the_border_slower_than_three_times_a_second() -> None:
    told = replace(LATER, broken=(3,))
    (glow,) = [each for each in scene(told).glows if str(each.text).startswith("A white light flashes")]
    assert (glow.motion, glow.period_s >= 1 / 3) == ("breathe", True)
    assert shown(told)[21 + 1] == (255, 255, 255)
    assert "A white light flashes on the Cities: the barrier is gone." in text(broken=(3,))


def test_a_barrier_that_goes_with_the_last_tile_flashes_there() -> None:
    """A Controlled Flood takes both (A-044); there is no border of water and land any more."""
    told = replace(LATER, dry=(4, 6, 3, 0, 0, 2), broken=(3,), tide=(0, 0, 0, -1, 0, 0))
    assert shown(told)[21 + 5] == (255, 255, 255)
    assert "Water runs up the Cities: ring 1 floods." in str(scene(told).text())


def test_an_arm_in_danger_pulses_slowly_at_the_next_tile_to_flood() -> None:
    still, before, after = shown(LATER), shown(LATER, danger=(2,)), shown(LATER, 1.5, danger=(2,))
    changed = [place for place in range(60) if before[place] != still[place]]
    assert changed == [14 + 3], "Forests: three are dry, ring 3 is the fourth cell"
    assert before[17] != after[17]
    assert "The outermost land pulses where a tile may flood next: Forests 3." in text(danger=(2,))


def test_of_arms_in_danger_one_sentence_tells_and_a_barrier_hides_the_pulse() -> None:
    said = text(danger=(0, 2, 3), barriers=(3,))
    assert "The outermost land pulses where a tile may flood next: Mountains 4, Forests 3." in said
    assert shown(replace(LATER, barriers=(3,)), danger=(0, 2, 3))[21 + 1] == (255, 255, 255)
    assert "pulses" not in text(danger=(3,), barriers=(3,))


def test_a_tile_that_floods_makes_all_its_water_run_and_then_it_stays() -> None:
    told = replace(LATER, tide=(0, 0, -1, 0, 0, 0))
    assert "Water runs up the Forests: ring 4 floods." in str(scene(told).text())
    assert {place for place in range(60) if shown(told)[place] != shown(LATER)[place]} == {14, 15, 16}
    assert [is_blue(pixel) for pixel in shown(LATER)[14:20]] == [True] * 3 + [False] * 3
    assert "Water runs up the Forests: rings 5 and 4 flood." in text(tide=(0, 0, -2, 0, 0, 0))


def test_unflooding_brings_the_arms_colour_back_where_it_was_blue() -> None:
    flooded, dried = replace(LATER, dry=(3, 6, 3, 5, 0, 2)), replace(LATER, tide=(1, 0, 0, 0, 0, 0))
    assert is_blue(shown(flooded)[2])
    assert shown(dried)[2] == (255, 122, 42), "Mountains at full level"
    assert "ring 4 is dry again" in str(scene(dried).text())


def test_a_depleted_arm_is_blue_and_pulses_red_where_a_card_names_it() -> None:
    arm = slice(28, 34)
    assert all(map(is_blue, shown(LATER)[arm]))
    named = shown(replace(LATER, **naming("libraries")))[arm]
    assert all(red > 180 > green + blue for red, green, blue in named)
    assert "red pulses, two floods elsewhere" in text(**naming("libraries"))
    assert text(**naming("mountains")) == text(phase=Phase.MISFORTUNE), "an arm that has dry tiles is not depleted"


@pytest.mark.parametrize(
    ("space", "colour"), [(0, "green"), (1, "yellow"), (2, "yellow"), (3, "orange"), (4, "orange"), (5, "red")]
)
def test_the_wrath_bar_is_filled_to_the_counter_in_the_colour_of_the_value(space: int, colour: str) -> None:
    """By value: 0 green, 1 yellow, 2 orange, 3 and more red (A-051); the last space blinks (A-055)."""
    told = replace(BEGIN, wrath=space)
    bar = shown(told)[WRATH : WRATH + 6]
    bright = [max(pixel) > 120 for pixel in bar]
    assert bright == [True] * (space + 1) + [False] * (5 - space)
    red, green, _ = bar[0]
    hue = "green" if green > 2 * red else "yellow" if green > 0.8 * red else "orange" if green > 0.4 * red else "red"
    assert hue == colour
    moves = [place for place in range(6) if shown(told, 0.5)[WRATH + place] != bar[place]]
    assert moves == ([5] if space == 5 else [])
    value = (0, 1, 1, 2, 2, 3)[space]
    assert f"Wrath bar: space {space + 1} of 6, {value} flood" in str(scene(told).text())


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_floods_left_are_red_points_with_dark_between(left: int) -> None:
    told = replace(LATER, phase=Phase.COUNTER, steps=flooding(left))
    points = [pixel == (255, 32, 32) for pixel in shown(told)[WRATH + 7 :]]
    assert points.count(True) == left
    assert not any(both == (True, True) for both in pairwise(points))
    assert (f"{left} red point" in str(scene(told).text())) == bool(left)
    assert "red point" not in str(scene(replace(told, phase=Phase.ACTIONS)).text())


def test_the_phase_has_its_tone_and_its_words() -> None:
    """Place white, misfortune violet, actions amber, wrath red (A-022)."""
    tones = {}
    for phase in (Phase.PLACE, Phase.MISFORTUNE, Phase.ACTIONS, Phase.WRATH):
        tones[phase] = shown(replace(LATER, phase=phase))[56]
    white, violet, amber, red = tones.values()
    assert white[0] == white[1] == white[2] > 100
    assert violet[2] > violet[0] > violet[1]
    assert amber[0] > amber[1] > 2 * amber[2]
    assert red[0] > 100 > red[1] + red[2]
    assert "Phase: Suffer misfortunes." in text(phase=Phase.MISFORTUNE)


def test_before_and_after_the_four_phases_their_tone_is_fainter_or_pulses() -> None:
    begin, end = shown(replace(LATER, phase=Phase.SETUP))[56], shown(replace(LATER, phase=Phase.END))[56]
    assert 20 < max(begin) < 100
    assert 20 < max(end) < 100
    assert (begin[0] == begin[1] == begin[2], end[0] > 2 * end[1]) == (True, True)
    first, later = (shown(replace(LATER, phase=Phase.REVEAL), at_s)[56] for at_s in (0.0, 2.0))
    assert first == shown(replace(LATER, phase=Phase.PLACE))[56] != later
    assert "Phase: Choose the Hologram." in text(phase=Phase.REVEAL)


@pytest.mark.parametrize("spaces", range(4, 21))
@pytest.mark.parametrize("most", [1, 4, 9])
def test_every_track_has_a_cell_a_space_and_room_for_its_floods_and_the_tone(spaces: int, most: int) -> None:
    told = replace(BEGIN, setup=track(*(0,) * (spaces - 1), most), wrath=spaces - 1, phase=Phase.WRATH)
    pixels = shown(told)
    assert all(lit(pixels[WRATH : WRATH + spaces]))
    points = [pixel == (255, 32, 32) for pixel in pixels[WRATH + spaces + 1 :]]
    assert points.count(True) == most
    assert max(pixels[-2]) > 60, "the tone"
    assert all(lit(pixels[:6])), "the first arm is not covered"


@pytest.mark.parametrize("players", range(1, 8))
def test_the_chase_keeps_to_the_side_of_its_seat_and_covers_little(players: int) -> None:
    for seat in range(players):
        told = turn(seat, players)
        before, after = (render(scene(each), 840) for each in (replace(told, drawn=len(told.drawers)), told))
        changed = {place for place in range(840) if before[place] != after[place]}
        side = range(840 * seat // players, -(-840 * (seat + 1) // players))
        assert changed <= {*side}
        assert 0 < len(changed) <= 8 * 14, "eight of sixty"


@pytest.mark.parametrize("seat", range(4))
def test_the_chase_runs_up_to_the_seat_whose_turn_it_is(seat: int) -> None:
    told = turn(seat)
    pixels = shown(told)
    middle = int((seat + 0.5) / 4 * 60)
    levels = [max(pixels[(middle + place) % 60]) for place in range(-6, 2)]
    peaks = [level for level in levels if level]
    assert peaks[0] < peaks[-1]
    assert f"Lights run up to {NAMES[seat]}" in str(scene(told).text())


@pytest.mark.parametrize(("dry", "is_red"), [((1, 0, 0, 2, 0, 0), False), ((1, 0, 0, 1, 0, 0), True), ((0,) * 6, True)])
def test_the_centre_is_white_and_red_at_two_tiles_or_fewer(dry: tuple[int, ...], is_red: bool) -> None:
    red, green, blue = shown(replace(BEGIN, dry=dry))[CENTRE]
    assert (red > 200 and green < 60) == is_red
    assert (red == green == blue) == (not is_red)


def test_the_end_lights_up_all_from_the_centre_or_lets_it_grow_dark_in_blue() -> None:
    won, lost = replace(LATER, ended="won"), replace(LATER, ended="lost")
    assert all(lit(shown(won)))
    bright = [place for place, pixel in enumerate(shown(won)) if pixel == (255, 255, 255)]
    assert bright == [41, 42, 43], "begins at the centre …"
    later = [place for place, pixel in enumerate(shown(won, 0.5)) if pixel == (255, 255, 255)]
    assert min(later) < 41
    assert max(later) > 43, "… and runs out both ways"
    first, dim = shown(lost), shown(lost, 4.0)
    assert all(blue > red + green for red, green, blue in first)
    assert max(map(max, dim)) < max(map(max, first)) / 2
    assert "Atlantis rises" in str(scene(won).text())
    assert "Atlantis is lost" in str(scene(lost).text())


@pytest.mark.parametrize("table", [replace(LATER, phase=Phase.COUNTER, steps=flooding(2)), turn(1)])
def test_all_that_is_told_is_told_once_and_nothing_is_secret_or_mute(table: Table) -> None:
    told = replace(table, barriers=(1,), broken=(3,), tide=(1, 0, -1, 0, 0, 0))
    shining = scene(told, danger=(0, 2))
    texts = [glow.text for glow in shining.glows if glow.text]
    assert len(texts) == len(set(texts))
    assert all(name in str(shining.text()) for name in PENINSULAS)
