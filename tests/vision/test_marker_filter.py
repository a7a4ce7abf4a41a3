"""Which markers count: through rendered pictures, each refusal with its sentence."""

from __future__ import annotations

import pytest

from companion.table.layout import Layout
from companion.table.sightings import BARE, MarkerId, PrintedMarker, Rejection, Sighting
from tests.vision.fakes import cards
from tests.vision.render import Printed, Shot, corner_markers, render
from tests.vision.virtual.mats import BESIDE, middle
from vision.marker_filter import judge_sightings
from vision.markers import MarkerFinder
from vision.mat import Mat, find_mat

ONE, OTHER, THIRD = middle("bowl"), middle("won.1"), middle("bid.0")
PRINTED = {MarkerId(each): PrintedMarker(18.0) for each in range(20, 60)} | {
    MarkerId(100): PrintedMarker(18.0, shared=True),
    BARE: PrintedMarker(18.0, shared=True, ground=True),
}


def judge(
    layout: Layout, printed: list[Printed], shot: Shot | None = None
) -> tuple[tuple[Sighting, ...], tuple[Rejection, ...]]:
    markers = MarkerFinder().find(render(layout, [*corner_markers(layout), *printed], shot).pixels)
    mat = find_mat(markers, layout)
    assert isinstance(mat, Mat)
    return judge_sightings(markers, mat, layout, PRINTED, at_s=4.5)


def refused(layout: Layout, *printed: Printed, shot: Shot | None = None) -> list[Rejection]:
    facts, rejected = judge(layout, list(printed), shot)
    assert facts == ()
    return list(rejected)


@pytest.mark.parametrize("shot", [Shot(), Shot(tilt_deg=25, turn_deg=180, noise=4), Shot(tilt_deg=35, light=0.5)])
def test_cards_are_sighted_where_they_lie(layout: Layout, shot: Shot) -> None:
    truth = {each.marker: each for each in cards(layout)}
    facts, rejected = judge(layout, list(truth.values()), shot)
    assert rejected == ()
    assert [each.marker for each in facts] == sorted(truth)
    for each in facts:
        lies = truth[each.marker]
        assert abs(each.x_mm - lies.x_mm) < 0.5
        assert abs(each.y_mm - lies.y_mm) < 0.5
        assert abs((each.angle_deg - lies.angle_deg + 180) % 360 - 180) < 2
        assert 0 <= each.angle_deg < 360
        assert abs(each.side_mm - 18) < 0.36
        assert each.confidence > 0.7
        assert each.at_s == 4.5


def test_a_marker_beside_every_zone(layout: Layout) -> None:
    (no,) = refused(layout, Printed(20, *BESIDE))
    assert (no.marker, no.reason) == (20, "outside")
    assert no.text == "Marker 20 lies beside every zone of the mat. Move its piece into one, if it counts."
    assert abs(no.x_mm - BESIDE[0]) < 0.5


def test_an_unknown_marker(layout: Layout) -> None:
    (no,) = refused(layout, Printed(400, *ONE))
    assert (no.reason, no.text) == (
        "unknown",
        "Marker 400 belongs to no piece of this game. Take it off the mat, or say under “Unknown cards” what it is.",
    )


def test_a_marker_seen_twice_is_no_fact_and_named_each_time(layout: Layout) -> None:
    both = refused(layout, Printed(20, *ONE), Printed(20, *OTHER))
    assert [each.reason for each in both] == ["twice", "twice"]
    assert both[0].text == "Marker 20 is seen twice, but only one piece carries it. Take the copy off the mat."


def test_a_marker_seen_three_times(layout: Layout) -> None:
    three = refused(layout, *(Printed(20, *place) for place in (ONE, OTHER, THIRD)))
    assert "is seen 3 times" in three[0].text


def test_backs_share_a_marker(layout: Layout) -> None:
    facts, rejected = judge(layout, [Printed(100, *ONE), Printed(100, *OTHER)])
    assert ([each.marker for each in facts], rejected) == ([100, 100], ())


def test_a_card_held_above_the_mat_is_no_fact(layout: Layout) -> None:
    # The camera is about 70 cm up; at 92 mm a marker measures 15 % larger.
    (no,) = refused(layout, Printed(20, *ONE, z_mm=92))
    assert no.reason == "size"
    assert no.text.startswith("Marker 20 measures 20.")
    assert no.text.endswith(
        " mm and is printed with 18.0 mm. Lay it down, if it is held up; otherwise print it again at full size."
    )


@pytest.mark.parametrize(("side_mm", "counts"), [(18 * 1.05, True), (18 * 1.12, False), (18 * 0.95, True), (16, False)])
def test_a_marker_printed_at_the_wrong_scale(layout: Layout, side_mm: float, counts: bool) -> None:
    facts, rejected = judge(layout, [Printed(20, *ONE, side_mm=side_mm)])
    assert bool(facts) is counts
    if side_mm == 16:
        assert rejected[0].text.endswith(
            "Lay it flat, if it is bent or leaning; otherwise print it again at full size."
        )


def test_a_card_on_a_pile_of_thirty_still_counts(layout: Layout) -> None:
    # 30 sleeved cards are about 15 mm high.
    deck = layout.find("deck")
    facts, _ = judge(layout, [Printed(20, deck.x_mm + deck.width_mm / 2, deck.y_mm + 46, z_mm=15)])
    assert len(facts) == 1


def test_the_mat_s_own_markers_are_in_neither(layout: Layout) -> None:
    assert judge(layout, []) == ((), ())


def test_bare_ground_is_a_fact_in_a_zone_and_nothing_elsewhere(layout: Layout) -> None:
    beside, small = Printed(BARE, *BESIDE), Printed(BARE, *THIRD, side_mm=16)
    ground = [beside, small, Printed(BARE, *ONE), Printed(BARE, *OTHER)]
    facts, rejected = judge(layout, ground)
    assert rejected == ()
    assert {each.marker for each in facts} == {BARE}
    assert sorted((each.x_mm, each.y_mm) for each in facts) == [
        pytest.approx(place, abs=0.5) for place in sorted((ONE, OTHER))
    ]
