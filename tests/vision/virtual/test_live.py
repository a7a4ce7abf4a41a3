"""The table of a running companion: its camera waits for the first table, and goes on when another is set."""

from __future__ import annotations

import gc
from weakref import ref

import numpy as np
import pytest

from companion.table.expected import ExpectedTable, Pieces
from tests.vision.fakes import FakeClock
from tests.vision.virtual.mats import KIT, LAYOUT, PIECES, small
from tests.vision.virtual.tables import look
from tests.vision.virtual.worlds import table
from vision.cameras.frames import Camera, Frame
from vision.cameras.reconnect import ReconnectingCamera
from vision.virtual.hands import Manners
from vision.virtual.live import FRAME_EVERY_S, LiveTable
from vision.virtual.tabletop import Tabletop

SHOT = small()


@pytest.fixture
def live(clock: FakeClock) -> LiveTable:
    return LiveTable(clock, seed=1, manners=Manners(), speed=2.0, shot=SHOT)


def put(live: LiveTable, wanted: ExpectedTable) -> Tabletop:
    return live.set_table(LAYOUT, KIT, PIECES, wanted)


def frame(camera: Camera) -> Frame:
    taken = camera.read(1.0)
    assert taken is not None
    return taken


def kinds(taken: Frame) -> set[str]:
    """Which cards a picture shows."""
    shown = {KIT.kinds[found.marker] for found in look(taken.pixels)}  # type: ignore[index]  # a number is a marker's
    return {kind for kind in shown if kind.startswith("card:")}


def test_before_a_table_is_set_there_is_nothing_to_see(live: LiveTable, clock: FakeClock) -> None:
    camera: Camera = live.camera()
    assert (live.world, live.wait(0.0), camera.read(0.0)) == (None, None, None)
    assert (camera.name, camera.notes) == ("Virtual camera", ())
    world = put(live, table(prize=Pieces(("card:3",))))
    assert live.world is world
    first = frame(camera)
    assert (first.number, first.at_s) == (1, clock.now())
    assert kinds(first) == {"card:3"}
    camera.close()
    camera.close()


def test_a_camera_that_was_gone_for_a_while_keeps_nothing_of_an_earlier_table(
    live: LiveTable, clock: FakeClock
) -> None:
    put(live, table())
    camera = ReconnectingCamera(live.camera, clock)
    assert camera.read(1.0) is not None
    now = live.wait(0.0)
    assert now is not None
    drawn_by = ref(now.painter)
    gc.disable()
    try:
        live.faults.is_away = True
        assert camera.read(1.0) is None
        live.faults.is_away = False
        live.set_table(LAYOUT, KIT, {}, table())  # other pieces: another painter
        del now
        assert drawn_by() is None
    finally:
        gc.enable()


def test_what_is_drawn_of_a_mat_and_its_pieces_stays_for_the_next_game_of_them(live: LiveTable) -> None:
    put(live, table(prize=Pieces(("card:3",))))
    first = live.wait(0.0)
    put(live, table(won_1=Pieces(("card:5",))))
    second = live.wait(0.0)
    live.set_table(LAYOUT, KIT, {}, table())
    other = live.wait(0.0)
    assert first is not None
    assert second is not None
    assert other is not None
    assert first.painter is second.painter
    assert first.painter is not other.painter


def test_pictures_come_at_their_rate(live: LiveTable, clock: FakeClock) -> None:
    put(live, table())
    camera = live.camera()
    frame(camera)
    assert camera.read(FRAME_EVERY_S / 2) is None
    second = frame(camera)
    assert second.number == 2
    assert second.at_s == pytest.approx(100.0 + FRAME_EVERY_S)


def test_the_camera_goes_on_when_the_table_is_set_anew(live: LiveTable, clock: FakeClock) -> None:
    put(live, table(prize=Pieces(("card:3",))))
    camera = live.camera()
    taken = [frame(camera), frame(camera)]
    put(live, table(won_1=Pieces(("card:5",))))
    taken += [frame(camera), frame(camera)]
    put(live, table(won_1=Pieces(("card:4",))))
    taken.append(frame(camera))
    assert [each.number for each in taken] == [1, 2, 3, 4, 5]
    times = [each.at_s for each in taken]
    assert times == sorted(times)
    assert [kinds(each) for each in taken] == [{"card:3"}, {"card:3"}, {"card:5"}, {"card:5"}, {"card:4"}]


def test_a_new_table_is_as_it_was_asked_for_and_the_hands_of_the_old_one_are_gone(
    live: LiveTable, clock: FakeClock
) -> None:
    old = put(live, table())
    old.lay(table(prize=Pieces(("card:3",))), 0)
    clock.pause(0.3)
    assert old.busy()
    new = put(live, table(prize=Pieces(("card:3",))))
    assert not new.busy()
    assert new is not old
    assert new.scene().hands == ()
    assert [piece.kind for piece in new.lying() if piece.kind.startswith("card:")] == ["card:3"]


def test_two_cameras_over_one_table_see_the_same(live: LiveTable, clock: FakeClock) -> None:
    put(live, table(prize=Pieces(("card:3",))))
    one, other = frame(live.camera()), frame(live.camera())
    assert np.array_equal(one.pixels, other.pixels)


def test_hands_work_as_fast_as_asked(clock: FakeClock) -> None:
    def took_s(speed: float) -> float:
        live = LiveTable(clock, seed=1, manners=Manners(), speed=speed, shot=SHOT)
        world, began_s = put(live, table()), clock.now()
        world.lay(table(prize=Pieces(("card:3",))), 0)
        while world.busy():
            clock.pause(0.01)
        return clock.now() - began_s

    assert took_s(1.0) == pytest.approx(2 * took_s(2.0), abs=0.05)
