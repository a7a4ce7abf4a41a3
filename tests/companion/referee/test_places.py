"""Pieces out of their places, without pixels: named beyond what game and eyes allow, steadily, and never unseen."""

from __future__ import annotations

import random

import pytest

from companion.referee.placement import squarely
from companion.referee.places import EYES_MM, LEAST_LOOKS, STEADY_MM, Misplaced, Off, Rests, WrongSide, misplaced
from companion.table.contact import Lie
from companion.table.expected import At, ExpectedZone, InOrder, Pieces, Place, Touching
from companion.table.sightings import MarkerId, Sighting
from companion.table.world import LyingPiece
from tests.games.sealed_bid.layout import KIT, MATS

LAYOUT = MATS["props-3"]
PLACE = At("tile:1", 462, 414, 3.0)
TOUCH = Touching("tile:2", "line", "tile:1", 3.0)


def tile(number: int, x_mm: float, y_mm: float = 414) -> Lie:
    return Lie(f"tile:{number}", "line", x_mm, y_mm)


def off(lies: list[Lie], *places: Place, before: tuple[Off, ...] = ()) -> tuple[Off, ...]:
    zones = [ExpectedZone("line", Pieces(("tile:1", "tile:2")), places=places)]
    return tuple(each for each in misplaced(zones, lies, LAYOUT, KIT, before) if isinstance(each, Off))


def test_only_what_is_seen_beyond_the_games_allowance_and_the_eyes_is_named() -> None:
    limit = 3.0 + EYES_MM
    assert off([tile(1, 462 + limit - 0.1)], PLACE) == ()
    (far,) = off([tile(1, 462 + 12)], PLACE)
    assert (far.kind, far.other, far.right_mm, far.down_mm) == ("tile:1", "", -12, 0)
    assert off([tile(1, 462), tile(2, 502 + limit - 0.1)], PLACE, TOUCH) == ()
    (apart,) = off([tile(1, 462), tile(2, 502 + 12)], PLACE, TOUCH)
    assert (apart.kind, apart.other) == ("tile:2", "tile:1")
    assert apart.mm == pytest.approx(12)
    # Of one that is not seen nothing follows, nor of one that must touch it.
    assert off([], PLACE, TOUCH) == ()
    assert off([tile(2, 560)], TOUCH) == ()
    assert off([tile(1, 500)], At("tile:1", 462, 414)) == ()  # drawn there, and not asked for


def test_what_was_named_keeps_its_figure_and_stays_named_at_the_very_limit() -> None:
    first = off([tile(1, 462 + 12)], PLACE)
    assert off([tile(1, 462 + 12.4)], PLACE, before=first) == first
    (moved,) = off([tile(1, 462 + 9)], PLACE, before=first)
    assert moved.mm == 9
    assert off([tile(1, 466.8)], PLACE) == ()
    assert len(off([tile(1, 466.8)], PLACE, before=first)) == 1
    assert off([tile(1, 466)], PLACE, before=first) == ()


def sighting(x_mm: float, at_s: float, angle_deg: float = 0.0, kind: str = "tile:1") -> Sighting:
    return Sighting(MarkerId(KIT.markers(kind)[0]), x_mm, 414, angle_deg, 18, 1.0, at_s)


def test_where_a_piece_lies_is_the_mean_of_some_looks_and_anew_once_it_is_moved() -> None:
    rng, rests = random.Random(1), Rests()
    for look in range(30):
        rests = rests.next(look / 10, [sighting(462 + rng.gauss(0, 0.3), look / 10, rng.choice((-2, 2)) % 360)], KIT)
        assert len(rests.lies(LAYOUT, KIT)) == (look + 1 >= LEAST_LOOKS)
    (lie,) = rests.lies(LAYOUT, KIT)
    assert (lie.kind, lie.zone) == ("tile:1", "line")
    assert lie.x_mm == pytest.approx(462, abs=0.3)
    assert abs((lie.angle_deg + 180) % 360 - 180) < 1.5
    # Slid by 12 mm it lies there alone.
    for look in range(30, 30 + LEAST_LOOKS):
        rests = rests.next(look / 10, [sighting(474, look / 10)], KIT)
    assert [each.x_mm for each in rests.lies(LAYOUT, KIT)] == [474]
    # Hidden for a moment it is taken to lie there still, and then no more.
    assert len(rests.next(3.5, [], KIT).lies(LAYOUT, KIT)) == 1
    assert rests.next(4.5, [], KIT).lies(LAYOUT, KIT) == ()


def test_put_down_squarely_a_piece_comes_to_its_point_or_against_what_it_is_to_touch() -> None:
    zone = LAYOUT.find("line")
    first = squarely(zone, "tile:1", [], LAYOUT, KIT, [At("tile:1", 470, 410, 3.0)])
    assert (first.x_mm, first.y_mm) == (470, 410)
    # The first lies 4 mm too far to the left: the next follows it, and not the fan.
    others = [LyingPiece(1, "tile:1", True, 458, 414, 0)]
    second = squarely(zone, "tile:2", others, LAYOUT, KIT, [TOUCH])
    assert second.x_mm == pytest.approx(498, abs=0.1)
    assert second.y_mm == 414
    assert squarely(zone, "tile:2", others, LAYOUT, KIT).x_mm == 502
    # What stands has no marker: its middle comes over the marker of what lies there.
    prize = LAYOUT.find("prize")
    foot = squarely(prize, "guard", others, LAYOUT, KIT)
    assert (foot.x_mm, foot.y_mm) == (132.75, 48.75)


def row(*kinds: str, step_mm: float = 26.0) -> list[Lie]:
    """Cards in the row of a seat's prizes, from left to right."""
    return [Lie(f"card:{kind}", "won.1", 200 + step_mm * index, 312) for index, kind in enumerate(kinds)]


def wrong_side(lies: list[Lie], *order: str, before: tuple[Misplaced, ...] = ()) -> list[tuple[str, str]]:
    """Which card is told to lie on the wrong side of which."""
    asked = InOrder(tuple(f"card:{kind}" for kind in order))
    zones = [ExpectedZone("won.1", Pieces(asked.kinds), places=(asked,))]
    found = misplaced(zones, lies, LAYOUT, KIT, before)
    assert all(isinstance(each, WrongSide) and each.zone == "won.1" for each in found)
    return [(each.kind[-1], each.other[-1]) for each in found]


@pytest.mark.parametrize(
    ("lie", "order", "told"),
    [
        ("123", "123", []),
        ("21", "12", [("1", "2")]),  # the upper one is to be moved
        ("312", "123", [("3", "2")]),  # past both, next to the last
        ("231", "123", [("1", "2")]),
        ("1324", "1234", [("2", "3")]),
        ("4321", "1234", [("3", "4")]),  # the first of several
        ("1221", "1122", [("1", "2")]),
        ("1212", "1212", []),
    ],
)
def test_a_card_on_the_wrong_side_of_another_is_named_and_as_few_as_can_be(
    lie: str, order: str, told: list[tuple[str, str]]
) -> None:
    assert wrong_side(row(*lie), *order) == told


def test_two_cards_of_a_kind_may_change_places_and_of_what_is_not_seen_nothing_follows() -> None:
    assert wrong_side(row("1", "1", "2"), "1", "1", "2") == []
    assert wrong_side(row("1", "3"), "1", "2", "3") == []
    assert wrong_side(row("3"), "1", "2", "3") == []
    assert wrong_side([], "1", "2") == []
    # One of two of a kind is seen: it may be either.
    assert wrong_side(row("2", "1"), "1", "2", "1") == []
    # What is seen of them may lie wrong for all that.
    assert wrong_side(row("3", "1"), "1", "2", "3") == [("1", "3")]
    # A card that is none of them is not the order's business.
    assert wrong_side(row("5", "1", "2"), "1", "2") == []
    assert wrong_side(row("1", "1", "2"), "1", "2") == []


def test_cards_as_far_along_as_eyes_can_tell_lie_in_either_order() -> None:
    assert wrong_side(row("2", "1", step_mm=EYES_MM - 0.1), "1", "2") == []
    named = wrong_side(row("2", "1", step_mm=EYES_MM + 0.1), "1", "2")
    assert named == [("1", "2")]
    # Named it stays so until they are surely no longer the wrong way round.
    before = (WrongSide("won.1", "card:1", "card:2"),)
    assert wrong_side(row("2", "1", step_mm=EYES_MM - 0.1), "1", "2", before=before) == named
    assert wrong_side(row("2", "1", step_mm=EYES_MM - STEADY_MM - 0.1), "1", "2", before=before) == []
