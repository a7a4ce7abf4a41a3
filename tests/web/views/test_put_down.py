"""A piece that is put down beside the places comes to the one that wants it; between two of them nobody guesses."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.language.message import written
from companion.live.room import Room
from companion.referee.mismatch import Fix
from companion.referee.sight import Sight
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.web.conftest import sit
from tests.web.sights import show
from tests.web.views.test_virtual_table import app as app
from tests.web.views.test_virtual_table import post, world
from tests.web.world import SmallWorld

__all__ = ["app", "world"]
SIZE = KIT.size("card:2")


def asks(kind: str, *targets: str) -> Sight:
    fixes = tuple(Fix(kind, "", target, written(f"Lay the {kind} at {target}.")) for target in targets)
    return Sight("in_progress", "Still to do.", fixes=fixes, is_told=True)


def first(zone: str) -> tuple[float, float]:
    """Where the middle of a card lies that lies there alone."""
    spot = LAYOUT.find(zone).first
    assert spot is not None
    return spot.x_mm + SIZE.width_mm / 2, spot.y_mm + SIZE.height_mm / 2


def middle(world: SmallWorld) -> tuple[float, float]:
    """Where the middle of the newest piece is."""
    piece = world.lying()[-1]
    return piece.x_mm, piece.y_mm


@pytest.fixture
def ada(app: Flask) -> FlaskClient:
    return sit(app, 0)


def test_a_card_dropped_beside_its_pile_comes_to_lie_squarely_on_it(
    ada: FlaskClient, world: SmallWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(monkeypatch, asks("card:2", "discard"))
    x, y = first("discard")
    # Its marker is 18 mm above the place.
    beside = {"x_mm": x, "y_mm": y - 35}
    said = post(ada, "/seat/1/virtual/play", kind="card:2", face_up=True, **beside)
    assert said == (200, "Laid squarely at the discard pile.")
    assert middle(world) == pytest.approx((x, y))
    # Nobody asks for another card, which stays where it was laid.
    assert post(ada, "/seat/1/virtual/play", kind="card:5", face_up=True, **beside) == (200, "Done.")
    assert middle(world) == (x, y - 35)


def test_between_two_places_it_lies_where_it_was_dropped_and_both_are_named(
    ada: FlaskClient, world: SmallWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(monkeypatch, asks("card:1", "prize", "discard"))
    between = {"x_mm": 191 + SIZE.width_mm / 2 - SIZE.marker_x_mm, "y_mm": first("prize")[1]}
    status, text = post(ada, "/seat/1/virtual/move", piece=1, **between)
    assert (status, text) == (
        200,
        "It lies between the places. Lay it squarely at the prize or the discard pile.",
    )
    assert middle(world) == (between["x_mm"], between["y_mm"])
    # Dropped in a place, however wrong, it stays there: the camera tells of it.
    x, y = first("deck")
    assert post(ada, "/seat/1/virtual/move", piece=1, x_mm=x + 9, y_mm=y + 7) == (200, "Done.")
    assert middle(world) == (x + 9, y + 7)
    # A finger that points at the place means it.
    assert post(ada, "/seat/1/virtual/move", piece=1, x_mm=x + 9, y_mm=y + 7, squarely=True) == (200, "Done.")
    assert middle(world) == pytest.approx((x, y))


def test_where_no_move_is_asked_for_the_acts_on_offer_tell_which_places_want_it(
    ada: FlaskClient, world: SmallWorld, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lot for the start token is drawn: it may come to any seat, and a card is wanted nowhere."""
    show(monkeypatch, replace(asks("card:2", "prize"), fixes=()))
    at = LAYOUT.find("token.1")
    beside = {"x_mm": at.x_mm + 20, "y_mm": at.y_mm + at.height_mm + 25}
    assert post(ada, "/seat/1/virtual/move", piece=3, **beside)[1].startswith("Laid squarely at ")
    where = world.where(3)
    assert at.first is not None
    assert (where.x_mm, where.y_mm) == pytest.approx((at.first.x_mm + 17, at.first.y_mm + 17))
    assert post(ada, "/seat/1/virtual/move", piece=1, **beside) == (200, "Done.")
