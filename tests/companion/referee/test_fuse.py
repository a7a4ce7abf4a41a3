"""Markers in zones become a table, and a table counts once it has stood still."""

from __future__ import annotations

from companion.games.waves.mat import KIT, LAYOUT
from companion.referee.fuse import SETTLED_AFTER_S, Settling, table_view, zone_at
from companion.table.layout import Zone
from companion.table.seen import TableView, ZoneView
from companion.table.sightings import MarkerId, Rejection, Sighting


def at(zone: str, marker: int, right_mm: float = 0.0) -> Sighting:
    """A marker seen in the middle of a zone, or to the right of it."""
    place = LAYOUT.find(zone)
    x_mm, y_mm = middle(place)
    return Sighting(MarkerId(marker), x_mm + right_mm, y_mm, 0.0, 18.0, 1.0, 0.0)


def middle(zone: Zone) -> tuple[float, float]:
    return zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2


def looks(view: TableView) -> dict[str, ZoneView]:
    return {zone.zone: zone for zone in view.zones}


CARD_2, BACK = KIT.markers("card:2")[3], KIT.markers("back")[0]


def test_faces_and_backs_are_counted_in_the_zone_of_their_marker() -> None:
    seen = looks(table_view([at("elder.1", CARD_2), at("rebel.0", BACK), at("rebel.0", BACK, 20)], [], LAYOUT, KIT))
    assert seen["elder.1"] == ZoneView("elder.1", ("card:2",))
    assert seen["rebel.0"] == ZoneView("rebel.0", (), 2)
    assert seen["elder.0"] == ZoneView("elder.0")
    assert list(seen) == [zone.zone for zone in LAYOUT.zones]


def test_a_marker_between_the_zones_or_of_no_piece_is_left_out() -> None:
    assert zone_at(LAYOUT, -5, -5) is None
    lost = Sighting(MarkerId(CARD_2), -5.0, -5.0, 0.0, 18.0, 1.0, 0.0)
    stranger = at("elder.0", 580)
    assert table_view([lost, stranger], [], LAYOUT, KIT) == table_view([], [], LAYOUT, KIT)


def test_a_marker_that_is_no_fact_leaves_its_zone_in_doubt() -> None:
    x_mm, y_mm = middle(LAYOUT.find("elder.2"))
    held = Rejection(MarkerId(CARD_2), "size", x_mm, y_mm, "It is held above the mat.")
    assert looks(table_view([], [held], LAYOUT, KIT))["elder.2"] == ZoneView("elder.2", covered=True)


def test_a_table_counts_once_it_has_looked_the_same_for_long_enough() -> None:
    one, other = table_view([], [], LAYOUT, KIT), table_view([at("elder.1", CARD_2)], [], LAYOUT, KIT)
    settling = Settling()
    for at_s in (0.0, 0.1, 0.2):
        settling = settling.next(one, at_s)
        assert settling.settled(at_s) is None
    assert settling.next(one, SETTLED_AFTER_S).settled(SETTLED_AFTER_S) == one
    moved = settling.next(other, SETTLED_AFTER_S)
    assert moved.settled(SETTLED_AFTER_S) is None


def test_two_looks_far_apart_are_not_enough() -> None:
    view = table_view([], [], LAYOUT, KIT)
    assert Settling().next(view, 0.0).next(view, 5.0).settled(5.0) is None
