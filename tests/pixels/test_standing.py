"""Through pixels: a pawn hides what it stands on and costs no mismatch, and a piece out of its place is named."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest

from companion.language.message import Text
from companion.table.expected import Pieces
from companion.table.layout import Spot
from companion.table.world import LyingPiece
from tests.companion.referee.positions import after, legal, until, where
from tests.companion.tables import tap_of
from tests.games.sealed_bid.layout import KIT
from tests.games.sealed_bid.model import GUARD, MoveGuard, Phase, SealBid
from tests.pixels.conftest import SetTable
from tests.pixels.table import PixelTable

SETTLES = 10
"""Looks: a view settles in 0.3 s, and the rim must have been free for as long."""
LINE = Spot(442.0, 394.0)
"""Top left corner of the first tile's place, as layouts.toml has it."""
CALM = {"settled", "reaching", "looking", "open", "in_progress"}


def piece(table: PixelTable, kind: str) -> LyingPiece:
    return next(each for each in table.world.lying() if each.kind == kind)


def read(table: PixelTable) -> set[str]:
    """Kinds of the pieces that the newest look reads."""
    return {KIT.kinds[each.marker] for each in table.eyes.look().sightings if each.marker in KIT.kinds}


def said(texts: Iterable[Text]) -> list[str]:
    return [str(each) for each in texts]


def slide(table: PixelTable, kind: str, right_mm: float, down_mm: float = 0.0) -> None:
    at = piece(table, kind)
    table.world.move(at.piece, at.x_mm + right_mm, at.y_mm + down_mm)
    table.look(SETTLES)


@pytest.mark.slow
def test_the_game_goes_on_beside_a_card_that_a_pawn_hides(set_table: SetTable) -> None:
    state = until(SealBid, pawn=True)
    table = set_table(state)
    assert f"card:{state.table.prize}" not in read(table)
    assert table.sight.text == "Every piece that shows lies where the game has it."
    assert said(table.sight.covered) == ["the prize"]
    bid = next(act for act in legal(state, SealBid) if len(act.cards) == 2)
    table.lay(after(state, bid), bid.seat)
    table.look(SETTLES)
    assert table.acts == [bid.public()]
    assert {sight.state for sight in table.sights} <= CALM
    # Put down beside the card's marker it hides nothing there, and what is read counts as ever.
    slide(table, GUARD, 40.0, 55.0)
    assert f"card:{state.table.prize}" in read(table)
    assert table.sight.text == "Every piece lies where the game has it."
    other = f"card:{state.table.prize % 6 + 1}"
    table.lay(table.state, None, {"prize": Pieces((other,))})
    table.look(SETTLES)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [("prize", "B-003")]


@pytest.mark.slow
def test_a_card_exchanged_under_a_pawn_is_named_once_the_pawn_has_left(set_table: SetTable) -> None:
    state = next(where(lambda state: state.table.phase is Phase.RELEASE, pawn=True))
    table, other = set_table(state), f"card:{state.table.prize % 6 + 1}"
    table.lay(state, None, {"prize": Pieces((other,))})
    table.look(SETTLES)
    assert table.is_in("settled")
    assert {sight.state for sight in table.sights} <= CALM
    # It is told, and waited for until it has gone.
    assert table.ask(tap_of([MoveGuard(False)], table.live.timeline.revision)).accepted
    table.look(SETTLES)
    assert table.acts == [MoveGuard(False)]
    assert table.is_in("looking")
    assert str(table.sight.text) == "Something hides the prize. Take it away, or tap what you do there."
    table.lay(table.state, None, {"prize": Pieces((other,))})
    table.look(SETTLES)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [("prize", "B-003")]
    table.lay(table.state)
    table.look(SETTLES)
    assert table.is_in("settled")


@pytest.mark.slow
def test_a_tile_that_touches_nothing_and_one_out_of_its_place_are_named_in_millimetres(set_table: SetTable) -> None:
    state = next(where(lambda state: state.table.phase is Phase.PEARLS and state.table.tiles_laid == 3, line=True))
    table = set_table(state)
    slide(table, "tile:3", 12.0)
    assert [(each.zone, each.rule, str(each.text)) for each in table.sight.mismatches] == [
        ("line", "B-019", "The tile 3 at the line lies 12 mm from the tile 2; they should touch.")
    ]
    told = "Slide the tile 3 12 mm to the left, until it touches the tile 2."
    assert said(each.text for each in table.sight.fixes) == [told]
    slide(table, "tile:3", -12.0)
    assert table.is_in("settled")

    slide(table, "tile:1", 0.0, 12.0)
    # It was laid by hand, a little off its place.
    at, place = piece(table, "tile:1"), LINE
    off_mm = math.dist((at.x_mm, at.y_mm), (place.x_mm + KIT.sizes["tile"].width_mm / 2, place.y_mm + 20))
    assert off_mm == pytest.approx(12.0, abs=2.0)
    words = [
        (f"The tile 1 at the line lies {mm} mm from its place.", f"Slide the tile 1 {mm} mm up the mat, to its place.")
        for mm in (math.floor(off_mm), math.ceil(off_mm))
    ]
    assert (str(table.sight.mismatches[0].text), str(table.sight.fixes[0].text)) in words
    # Hands put right what is named.
    table.lay(state)
    table.look(SETTLES)
    assert table.is_in("settled")
    assert table.acts == []


@pytest.mark.slow
def test_where_a_piece_lies_is_read_to_a_millimetre(set_table: SetTable) -> None:
    """The figure beside `EYES_MM` of companion/referee/places.py."""
    state = next(where(lambda state: state.table.phase is Phase.PEARLS and state.table.tiles_laid == 3, line=True))
    table = set_table(state)
    truth = {each.kind: each for each in table.world.lying()}
    seen = [each for each in table.eyes.look().sightings if KIT.kinds.get(each.marker, "").startswith("tile")]
    assert len(seen) == 3
    for each in seen:
        true = truth[KIT.kinds[each.marker]]
        # Its marker is in its middle.
        assert max(abs(each.x_mm - true.x_mm), abs(each.y_mm - true.y_mm)) < 1.0
