"""What all games print: no two mats say that they are the same one, and each is known by its mark through pixels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.prints import known_prints
from companion.printing.kits import KITS
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.sightings import MAT_MARKS, MarkerId
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.many import one_quick
from vision.cameras.frames import Frame
from vision.looks import Looker
from vision.virtual.painter import Painter
from vision.virtual.scene import Scene
from vision.virtual.shot import CameraPose, Shot


def mats() -> Iterator[tuple[str, str, Layout, Kit]]:
    for game, kit in KITS.items():
        yield from ((game, name, layout, kit.kit) for name, layout in kit.mats.items())


ALL = tuple(mats())


def test_every_mat_of_every_game_has_a_mark_and_no_two_have_the_same() -> None:
    marks = [layout.mark.id if layout.mark else None for _, _, layout, _ in ALL]
    assert len(set(marks)) == len(marks) > 14
    assert all(mark in MAT_MARKS for mark in marks)
    assert set(known_prints().mats) == set(marks)


def test_the_marks_of_mats_that_somebody_may_have_printed_stay_as_they_are() -> None:
    marks = {f"{game} {name}": layout.mark.id for game, name, layout, _ in ALL if layout.mark}
    assert (
        marks.items()
        >= {
            "waves head-to-head-2": 500,
            "waves all-vs-all-3-gap-0": 501,
            "waves all-vs-all-3-gap-1": 502,
            "waves all-vs-all-3": 503,
            "waves all-vs-all-4": 504,
            "waves all-vs-all-5": 505,
            "waves all-vs-all-6": 506,
            "waves teams-4": 507,
            "waves teams-5": 508,
            "waves teams-6": 509,
            "rolling_with_the_waves harbour": 510,
            "atlantis_rising island": 511,
            "rolling_with_the_waves harbour-side": 514,
            "manawave clans": 515,
            "manawave nexus": 516,
        }.items()
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "layout", "kit"),
    one_quick([(game, layout, kit) for game, _, layout, kit in ALL if layout != LAYOUT], 6),
)
def test_every_mat_is_known_at_the_first_look_of_another_game(game: str, layout: Layout, kit: Kit) -> None:
    pixels = Painter(layout, kit, {}, Shot(CameraPose(4.0), width_px=1536, height_px=1024)).render(Scene(), 0)
    assert layout.mark
    called = known_prints().mats[MarkerId(layout.mark.id)]
    seen = Looker(LAYOUT, KIT.printed, prints=known_prints()).look(Frame(pixels, 1.0, 1), "Camera test")
    assert seen.reading.unseen == (
        f"This is the mat of {called}. Lay that of Sealed Bid (plain 3), or start the game that this one belongs to; "
        "nothing is read until then."
    )
    assert called.startswith(KITS[game].title)


def test_mats_and_pieces_have_the_names_that_people_use() -> None:
    prints = known_prints()
    assert prints.mats[MarkerId(504)] == "Waves (all vs all 4)"
    assert prints.mats[MarkerId(511)] == "Atlantis Rising"
    assert prints.stranger(MarkerId(4)) == ""
    assert prints.stranger(MarkerId(270)) == "Marker 270 is of another game: “Councilor 1” of Atlantis Rising."
    # The kits of three games have that number: nobody can tell whose it is.
    assert prints.stranger(MarkerId(85)) == (
        "Marker 85 is of another game: “Seer” of Waves, “flooded Forges 5” of Atlantis Rising "
        "or “Kelp Tenders” of Manawave."
    )
    assert prints.stranger(MarkerId(499)) == ""
