"""Who obeys is not called wrong: what a pile lacks is named, and a card that lies askew on it or beside its place."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.table.expected import Pile
from companion.table.geometry import Area
from companion.table.sightings import BARE, MarkerId, Reading, Sighting
from tests.companion.referee.perfect import look_at
from tests.companion.referee.positions import GAME, AnyState, until, where, with_content
from tests.companion.referee.table import Table
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.games.sealed_bid.model import Discard, Phase, TurnUpPrize
from tests.said import said

TOP, NEXT = 2, 5


def discarding() -> AnyState:
    """Somebody is to discard, and a 2 lies on the discard pile."""
    return next(
        where(lambda each: each.table.phase is Phase.DISCARD and each.table.top == TOP and any(each.table.owes))
    )


def owing(state: AnyState) -> int:
    return next(seat for seat, owes in enumerate(state.table.owes) if owes)


def beside(zone: str, kind: str, right_mm: float, down_mm: float) -> Sighting:
    """A card whose marker lies so far from the upper left corner of a zone."""
    at, marker = LAYOUT.find(zone), KIT.markers(kind)[0]
    return Sighting(MarkerId(marker), at.x_mm + right_mm, at.y_mm + down_mm, 0.0, KIT.marker_side_mm, 1.0, 0.0)


def test_a_card_to_be_laid_on_a_pile_is_named_and_not_the_one_below_it() -> None:
    state = discarding()
    table = Table(state)
    assert table.tap(Discard(owing(state), NEXT)) == "in_progress"
    assert said(table.watcher.sight.text) == "Still to do: Lay the card 5 at the discard pile."
    assert [fix.target for fix in table.watcher.sight.fixes] == ["discard"]


def test_a_card_that_covers_a_pile_is_taken_away_and_nothing_is_laid_for_it() -> None:
    state = next(where(lambda each: each.table.phase is Phase.REVEAL and each.table.top == TOP))
    table = Table(state)
    wrong = with_content(state, {"discard": Pile("back", sum(state.table.discard) + 1, "card:6")})
    assert table.show_table(wrong) == "mismatch"
    assert said([fix.text for fix in table.watcher.sight.fixes]) == ["Take the card 6 away from the discard pile."]


def askew(state: AnyState, kind: str, right_mm: float, down_mm: float) -> Reading:
    """The table with a card laid on the discard pile, so far from the one below it, whose marker still shows."""
    looks, size, pile = look_at(GAME, state, 0.0), KIT.size(kind), LAYOUT.find("discard")
    assert pile.first is not None
    x_mm, y_mm = pile.first.x_mm + right_mm, pile.first.y_mm + down_mm
    laid = beside("discard", kind, x_mm - pile.x_mm + size.marker_x_mm, y_mm - pile.y_mm + size.marker_y_mm)
    half = KIT.marker_area_mm / 2
    body = Area(x_mm, y_mm, size.width_mm, size.height_mm)
    left = (
        each
        for each in looks.sightings
        if not body.overlaps(Area(each.x_mm - half, each.y_mm - half, 2 * half, 2 * half))
    )
    bare = replace(laid, marker=BARE, x_mm=laid.x_mm + size.bare[0].x_mm - size.marker_x_mm)
    return replace(looks, sightings=(*left, laid, bare))


@pytest.mark.parametrize(("right_mm", "down_mm"), [(25, 0), (25, 25), (0, 30)])
def test_a_card_laid_askew_on_its_pile_counts_though_the_card_below_shows(right_mm: float, down_mm: float) -> None:
    state = discarding()
    table, reading = Table(state), askew(state, f"card:{NEXT}", right_mm, down_mm)
    assert f"card:{TOP}" in {KIT.kinds.get(each.marker) for each in reading.sightings if each.y_mm < 100}
    act = Discard(owing(state), NEXT)
    if sum(state.table.owes) > 1:
        assert table._show(reading, 5) == "question"
        table.tap(act)
    assert table._show(reading, 5) == "settled", table.watcher.sight
    assert table.acts in ([], [act])
    assert table.state.table.top == NEXT


def test_where_it_is_not_sure_which_card_is_on_top_it_is_to_be_laid_squarely() -> None:
    state = discarding()
    table, looks = Table(state), look_at(GAME, state, 0.0)
    # Neither marker lies inside the other card.
    reading = replace(looks, sightings=(*looks.sightings, beside("discard", f"card:{NEXT}", 2, 30)))
    assert table._show(reading, 5) == "mismatch"
    assert table.acts == []
    assert said([fix.text for fix in table.watcher.sight.fixes]) == [
        "Lay the card 5 squarely on the discard pile, or take it away."
    ]
    # Where it was tapped there is no doubt what is meant, and it is done once it lies squarely.
    table.tap(Discard(owing(state), NEXT))
    assert said([fix.text for fix in table.watcher.sight.fixes]) == [
        "Lay the card 5 squarely on the discard pile, over the card 2."
    ]
    table.show(table.state)
    assert table.watcher.sight.state == "settled"


def test_a_card_slid_under_a_pile_changes_nothing() -> None:
    """The marker on top shows inside the outline of the other card, which is below it."""
    state = discarding()
    table, looks = Table(state), look_at(GAME, state, 0.0)
    below = beside("discard", f"card:{NEXT}", 2, 17)
    assert table._show(replace(looks, sightings=(*looks.sightings, below)), 5) == "settled"
    assert table.acts == []


def test_a_card_that_lies_beside_its_pile_is_to_be_laid_squarely_on_it() -> None:
    state = discarding()
    table = Table(state)
    table.tap(Discard(owing(state), NEXT))
    dropped = beside("discard", f"card:{NEXT}", 17, -20)
    looks = look_at(GAME, state, 0.0)
    table._show(replace(looks, sightings=(*looks.sightings, dropped)), 15)
    sight = table.watcher.sight
    assert sight.state == "in_progress"
    assert said(sight.note) == "The card 5 lies beside its place. Lay it squarely at the discard pile."
    # A card that lies there while nothing is asked for: the places near it are named, and nothing is guessed.
    table = Table(state)
    dropped = beside("prize", f"card:{NEXT}", 75, 17)
    table._show(replace(looks, sightings=(*looks.sightings, dropped)), 15)
    assert table.watcher.sight.state == "settled"
    assert table.acts == []
    assert said(table.watcher.sight.note) == (
        "The card 5 lies between the places and counts nowhere. "
        "Lay it squarely at the prize or the discard pile, or take it off the mat."
    )


def test_a_card_on_its_way_or_far_from_every_place_is_not_spoken_of() -> None:
    state = until(TurnUpPrize)
    table, looks = Table(state), look_at(GAME, state, 0.0)
    for step in range(30):
        moving = beside("prize", "card:5", 75, 100 + 15 * step % 100)
        table._show(replace(looks, sightings=(*looks.sightings, moving)), 1)
        assert table.watcher.sight.note == ""
    far = beside("deck", "card:5", 540, 360)
    table._show(replace(looks, sightings=(*looks.sightings, far)), 15)
    assert table.watcher.sight.note == ""
