"""Markers in zones become a table, what is hidden is not taken for gone, and a zone counts once it has stood still."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.referee.comparison import look_of
from companion.referee.fuse import COVERED_AFTER_S, SETTLED_AFTER_S, Settling, table_view, zone_at
from companion.table.expected import Backs, Content, ExpectedTable, ExpectedZone, Pieces
from companion.table.geometry import Area, lay_table
from companion.table.kit import Kit, MarkedPiece, PieceSize
from companion.table.layout import Fan, Layout, Spot, Zone, check_layout
from companion.table.seen import TableView, ZoneView, fits
from companion.table.sightings import MarkerId, Rejection, Sighting
from tests.companion.referee.perfect import look_at, sightings
from tests.companion.referee.positions import GAME, positions, varied
from tests.games.sealed_bid.layout import KIT, LAYOUT


def seen_of(
    content: Mapping[str, Content], *covers: Area, layout: Layout = LAYOUT, kit: Kit = KIT
) -> dict[str, ZoneView]:
    """What is seen of a mat with these pieces on it, a zone each."""
    table = ExpectedTable(tuple(ExpectedZone(zone, what) for zone, what in content.items()))
    found = sightings(lay_table(table, layout, kit), layout, kit, 0.0, covers)
    return by_zone(table_view(found, [], layout, kit))


def by_zone(view: TableView) -> dict[str, ZoneView]:
    return {zone.zone: zone for zone in view.zones}


def covered(looks: dict[str, ZoneView]) -> set[str]:
    return {name for name, zone in looks.items() if zone.covered}


def over(zone: str, layout: Layout = LAYOUT) -> Area:
    """Something that lies over a whole zone and nothing else."""
    place = layout.find(zone)
    return Area(place.x_mm + 1, place.y_mm + 1, place.width_mm - 2, place.height_mm - 2)


def test_faces_and_backs_are_counted_in_the_zone_of_their_marker() -> None:
    seen = seen_of({"won.1": Pieces(("card:2",)), "bid.0": Backs("back", 2)})
    assert seen["won.1"] == ZoneView("won.1", ("card:2",), markers=KIT.markers("card:2")[:1])
    assert seen["bid.0"] == ZoneView("bid.0", (), 2)
    assert seen["won.0"] == ZoneView("won.0")
    assert list(seen) == [zone.zone for zone in LAYOUT.zones]


@pytest.mark.parametrize("seed", range(6))
def test_of_every_position_all_zones_are_seen_and_none_is_covered(seed: int) -> None:
    states = positions(seed, **varied(seed))
    layout = GAME.mat.layout(GAME.view(states[0], None))
    for state in states[::7]:
        reading, content = look_at(GAME, state, 0.0), look_of(GAME, state)
        seen = by_zone(table_view(reading.sightings, reading.rejected, layout, KIT))
        assert covered(seen) == set()
        assert [name for name, zone in seen.items() if not fits(content[name], zone)] == []


BEFORE_A_SEAT: dict[str, Content] = {
    "bid.0": Backs("back", 1),
    "won.0": Pieces(("card:1",)),
    "token.0": Pieces(("token",)),
}


@pytest.mark.parametrize("zone", ["bid.0", "won.0", "token.0", "deck", "discard", "prize", "bowl"])
def test_a_zone_under_a_hand_is_covered_whether_a_piece_lies_there_or_not(zone: str) -> None:
    assert covered(seen_of(BEFORE_A_SEAT, over(zone))) == {zone}
    assert zone in covered(seen_of({}, over(zone)))


def test_a_hand_over_the_end_of_a_fan_hides_that_another_card_may_lie_there() -> None:
    bids: dict[str, Content] = {"bid.0": Backs("back", 2)}
    first = LAYOUT.find("bid.0").first
    assert first is not None
    end = Area(first.x_mm + 2 * 26, first.y_mm, 26, 26)
    assert covered(seen_of(bids)) == set()
    assert covered(seen_of(bids, end)) == {"bid.0"}


LAYERS = check_layout(
    Layout(
        "below and above",
        200,
        200,
        (
            Zone("below", 20, 20, 60, 40, Spot(30, 30), bare=1),
            Zone("above", 20, 60, 60, 40, Spot(30, 66), Fan(dx_mm=26), layer=1, bare=0),
        ),
    )
)
"""A mat on which the cards of one zone lie over those of another, that shows bare ground where they come to lie."""
CARD = PieceSize(63, 88, 12.75, 12.75, bare=(Spot(12.75, 50),))
OVER_ANOTHER = Kit(18, {"card": CARD}, {"back": MarkedPiece("card", 4, is_shared=True), "low": MarkedPiece("card", 7)})


def test_a_hand_over_a_cards_body_hides_that_others_of_a_higher_layer_may_lie_there() -> None:
    low: dict[str, Content] = {"below": Pieces(("low",))}

    def seen(content: dict[str, Content], *covers: Area) -> dict[str, ZoneView]:
        return seen_of(content, *covers, layout=LAYERS, kit=OVER_ANOTHER)

    assert covered(seen(low)) == set()
    assert covered(seen(low, over("above", LAYERS))) == {"above"}
    # Where a card of the higher layer lies over it, nothing is hidden: that one is seen.
    both = seen({**low, "above": Backs("back", 1)})
    assert (both["below"].kinds, both["above"].backs, covered(both)) == (("low",), 1, set())


def around(layer: int) -> Layout:
    """A mat with a zone at each side of one in the middle, of that layer; those of layer 0 show bare ground."""
    places = {"right": (190, 150), "below": (150, 190), "left": (110, 150), "above": (150, 110)}
    sides = (
        Zone(name, x_mm - 15, y_mm - 15, 30, 30, layer=layer, bare=0 if layer else 1)
        for name, (x_mm, y_mm) in places.items()
    )
    return check_layout(Layout("around", 300, 300, (Zone("here", 135, 135, 30, 30, bare=0), *sides)))


@pytest.mark.parametrize(
    ("angle_deg", "hides", "carries"),
    [
        (0, {"right", "below"}, "below"),
        (90, {"below", "left"}, "left"),
        (180, {"left", "above"}, "above"),
        (270, {"above", "right"}, "right"),
        (15, {"right", "below"}, "below"),
    ],
)
def test_a_turned_card_hides_what_its_body_lies_over_and_carries_its_bare_ground_with_it(
    angle_deg: float, hides: set[str], carries: str
) -> None:
    card = Sighting(MarkerId(7), 150.0, 150.0, angle_deg, 18.0, 1.0, 0.0)
    seen = by_zone(table_view([card], [], around(layer=0), OVER_ANOTHER))
    assert seen["here"].kinds == ("low",)
    assert covered(seen) == {"right", "below", "left", "above"} - hides
    # In zones of a higher layer nothing but the ground on the card is looked for.
    assert covered(by_zone(table_view([card], [], around(layer=1), OVER_ANOTHER))) == {carries}


def test_a_marker_between_the_zones_or_of_no_piece_is_left_out() -> None:
    assert zone_at(LAYOUT, -5, -5) is None
    lost = Sighting(MarkerId(20), -5.0, -5.0, 0.0, 18.0, 1.0, 0.0)
    stranger = Sighting(MarkerId(580), 150.0, 80.0, 0.0, 18.0, 1.0, 0.0)
    assert table_view([lost, stranger], [], LAYOUT, KIT) == table_view([], [], LAYOUT, KIT)


def test_a_marker_that_is_no_fact_leaves_its_zone_in_doubt() -> None:
    place = LAYOUT.find("won.2")
    held = Rejection(MarkerId(20), "size", place.x_mm + 30, place.y_mm + 10, "It is held above the mat.")
    bare = sightings((), LAYOUT, KIT, 0.0)
    assert covered(by_zone(table_view(bare, [held], LAYOUT, KIT))) == {"won.2"}


ONE, OTHER = ZoneView("won.1"), ZoneView("won.1", ("card:2",))


def rest(*looks: tuple[float, ZoneView]) -> ZoneView:
    """What a zone has come to after looks at these times."""
    settling = Settling()
    for at_s, zone in looks:
        settling = settling.next(TableView((zone,)), at_s)
    return settling.table().zones[0]


def test_a_zone_counts_once_it_has_looked_the_same_for_long_enough() -> None:
    unsettled = ZoneView("won.1", covered=True)
    steady = [(at / 10, ONE) for at in range(3)]
    assert rest(*steady) == unsettled
    assert rest(*steady, (SETTLED_AFTER_S, ONE)) == ONE
    assert rest(*steady, (SETTLED_AFTER_S, OTHER)) == unsettled


def test_two_looks_far_apart_are_not_enough() -> None:
    assert rest((0.0, ONE), (5.0, ONE)).covered


def test_a_card_that_is_hidden_for_a_moment_lies_where_it_lay() -> None:
    hidden, steady = ZoneView("won.1", covered=True), [(at / 10, OTHER) for at in range(5)]
    assert rest(*steady, (0.5, hidden)) == OTHER
    assert rest(*steady, (0.5, hidden), (0.6, OTHER), (0.7, hidden)) == OTHER
    longer = [(0.5 + at / 10, hidden) for at in range(int(COVERED_AFTER_S * 10) + 6)]
    assert rest(*steady, *longer) == hidden
