"""Markers in zones become a table, what is hidden is not taken for gone, and a zone counts once it has stood still."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.games.registry import GAMES
from companion.games.waves.mat import KIT
from companion.referee.explain import look_of
from companion.referee.fuse import COVERED_AFTER_S, SETTLED_AFTER_S, Settling, table_view, zone_at
from companion.table.expected import Backs, Content, ExpectedTable, ExpectedZone, Pieces
from companion.table.laying import Area, lay_table
from companion.table.seen import TableView, ZoneView, fits
from companion.table.sightings import MarkerId, Rejection, Sighting
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.referee.perfect import look_at, sightings
from tests.companion.referee.test_explain import positions

WAVES = GAMES["waves"]


def seen_of(content: Mapping[str, Content], *covers: Area) -> dict[str, ZoneView]:
    """What is seen of a mat with these pieces on it, a zone each."""
    table = ExpectedTable(tuple(ExpectedZone(zone, what) for zone, what in content.items()))
    found = sightings(lay_table(table, LAYOUT, KIT), LAYOUT, KIT, 0.0, covers)
    return by_zone(table_view(found, [], LAYOUT, KIT))


def by_zone(view: TableView) -> dict[str, ZoneView]:
    return {zone.zone: zone for zone in view.zones}


def covered(looks: dict[str, ZoneView]) -> set[str]:
    return {name for name, zone in looks.items() if zone.covered}


def over(zone: str) -> Area:
    """Something that lies over a whole zone and nothing else."""
    place = LAYOUT.find(zone)
    return Area(place.x_mm + 1, place.y_mm + 1, place.width_mm - 2, place.height_mm - 2)


def test_faces_and_backs_are_counted_in_the_zone_of_their_marker() -> None:
    seen = seen_of({"elder.1": Pieces(("card:2",)), "rebel.0": Backs("back", 2)})
    assert seen["elder.1"] == ZoneView("elder.1", ("card:2",), markers=KIT.markers("card:2")[:1])
    assert seen["rebel.0"] == ZoneView("rebel.0", (), 2)
    assert seen["elder.0"] == ZoneView("elder.0")
    assert list(seen) == [zone.zone for zone in LAYOUT.zones]


@pytest.mark.parametrize("seed", range(4))
def test_of_every_position_all_zones_are_seen_and_none_is_covered(seed: int) -> None:
    for state in positions(seed)[::7]:
        reading, content = look_at(WAVES, state, 0.0), look_of(WAVES, state)
        seen = by_zone(table_view(reading.sightings, reading.rejected, LAYOUT, KIT))
        assert covered(seen) == set()
        assert [name for name, zone in seen.items() if not fits(content[name], zone)] == []


SLOT: dict[str, Content] = {
    "elder.0": Pieces(("card:1",)),
    "follower.0": Backs("back", 1),
    "token.0": Pieces(("token",)),
}


@pytest.mark.parametrize("zone", ["elder.0", "follower.0", "token.0", "deck", "discard", "centre", "tablets"])
def test_a_zone_under_a_hand_is_covered_whether_a_piece_lies_there_or_not(zone: str) -> None:
    assert zone in covered(seen_of(SLOT, over(zone)))
    assert zone in covered(seen_of({}, over(zone)))


def test_a_hand_over_the_end_of_a_fan_hides_that_another_card_may_lie_there() -> None:
    rebels: dict[str, Content] = {"elder.0": Pieces(("card:1",)), "rebel.0": Backs("back", 2)}
    first = LAYOUT.find("rebel.0").first
    assert first is not None
    end = Area(first.x_mm + 2 * 26, first.y_mm, 26, 26)
    assert covered(seen_of(rebels)) == set()
    assert covered(seen_of(rebels, end)) == {"rebel.0"}


def test_a_hand_over_the_elders_crab_hides_that_rebels_may_lie_there() -> None:
    elder: dict[str, Content] = {"elder.0": Pieces(("card:1",))}
    assert covered(seen_of(elder)) == set()
    assert "rebel.0" in covered(seen_of(elder, over("rebel.0")))
    assert "elder.0" not in covered(seen_of(elder, over("rebel.0")))


def test_a_marker_between_the_zones_or_of_no_piece_is_left_out() -> None:
    assert zone_at(LAYOUT, -5, -5) is None
    lost = Sighting(MarkerId(20), -5.0, -5.0, 0.0, 18.0, 1.0, 0.0)
    stranger = Sighting(MarkerId(580), 300.0, 500.0, 0.0, 18.0, 1.0, 0.0)
    assert table_view([lost, stranger], [], LAYOUT, KIT) == table_view([], [], LAYOUT, KIT)


def test_a_marker_that_is_no_fact_leaves_its_zone_in_doubt() -> None:
    place = LAYOUT.find("elder.2")
    held = Rejection(MarkerId(20), "size", place.x_mm + 30, place.y_mm + 10, "It is held above the mat.")
    bare = sightings((), LAYOUT, KIT, 0.0)
    assert covered(by_zone(table_view(bare, [held], LAYOUT, KIT))) == {"elder.2"}


ONE, OTHER = ZoneView("elder.1"), ZoneView("elder.1", ("card:2",))


def rest(*looks: tuple[float, ZoneView]) -> ZoneView:
    """What a zone has come to after looks at these times."""
    settling = Settling()
    for at_s, zone in looks:
        settling = settling.next(TableView((zone,)), at_s)
    return settling.table().zones[0]


def test_a_zone_counts_once_it_has_looked_the_same_for_long_enough() -> None:
    unsettled = ZoneView("elder.1", covered=True)
    steady = [(at / 10, ONE) for at in range(3)]
    assert rest(*steady) == unsettled
    assert rest(*steady, (SETTLED_AFTER_S, ONE)) == ONE
    assert rest(*steady, (SETTLED_AFTER_S, OTHER)) == unsettled


def test_two_looks_far_apart_are_not_enough() -> None:
    assert rest((0.0, ONE), (5.0, ONE)).covered


def test_a_card_that_is_hidden_for_a_moment_lies_where_it_lay() -> None:
    hidden, steady = ZoneView("elder.1", covered=True), [(at / 10, OTHER) for at in range(5)]
    assert rest(*steady, (0.5, hidden)) == OTHER
    assert rest(*steady, (0.5, hidden), (0.6, OTHER), (0.7, hidden)) == OTHER
    longer = [(0.5 + at / 10, hidden) for at in range(int(COVERED_AFTER_S * 10) + 6)]
    assert rest(*steady, *longer) == hidden
