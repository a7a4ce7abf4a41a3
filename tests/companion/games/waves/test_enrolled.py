"""The pieces of Waves that a marker may be enrolled for, of which some are called alike."""

from __future__ import annotations

from companion.live.enrolment import offered, why_not_enrolled
from companion.table.sightings import MarkerId
from tests.companion.games.waves.positions import GAME


def test_every_kind_of_the_kit_is_offered_once_and_no_two_are_called_alike() -> None:
    groups, pieces = offered(GAME), GAME.mat.kit.pieces
    assert [each.title for each in groups] == ["Cards", "Tiles", "Discs"]
    kinds = [(look.kind, label) for each in groups for look, label in each.kinds]
    assert {kind for kind, _ in kinds} == set(pieces)
    assert len({label for _, label in kinds}) == len(kinds) == len(pieces)
    assert ("card:3", "Knight") in kinds
    assert all(why_not_enrolled(GAME, {}, MarkerId(300), kind) == "" for kind, _ in kinds)


def test_of_two_sides_that_are_called_alike_each_has_its_own_name_beside_it() -> None:
    assert why_not_enrolled(GAME, {}, MarkerId(124), "card:4") == (
        "Marker 124 stands for Calm (KNI-C) in this game's own kit. Give the piece another marker."
    )
