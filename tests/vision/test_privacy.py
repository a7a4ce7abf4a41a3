"""Private zones: whatever leaves the eye is the same to the last bit whether or not a board with dice lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import msgspec
import numpy as np
import pytest

from companion.table.geometry import zone_area
from tests.vision.fakes import FakeClock, ToldCamera
from tests.vision.private_places import BLACK_MOST, BOARD, BOARDS, KIT, LAYOUT, board_in, brightest, laden, painter
from vision.cameras.frames import CameraEnded, Pixels
from vision.crops import crop
from vision.eye import Eye
from vision.fitness.checkup import Checkup
from vision.lens import Lenses
from vision.looks import Look, Picture
from vision.recorded import RecordedFrames, RecordedReadings
from vision.store import FrameStore
from vision.virtual.scene import Hand, PhysicalPiece, Scene
from vision.virtual.shot import CameraPose, Light, Shot, lens_of

CLOSED = "board.1"
taken = partial(Shot, width_px=1536, height_px=1024, noise=0.0)
ABOVE = taken(CameraPose(8.0))
SHOTS = [
    taken(CameraPose(0.0)),
    taken(CameraPose(14.0, 178.0), light=Light(0.9, 0.2, 200.0)),
    taken(CameraPose(28.0, 5.0), light=Light(0.5, 0.5, 80.0)),
    taken(CameraPose(12.0, 90.0)),
    taken(CameraPose(9.0, -2.0, fill=0.86), k1=-0.12),
]


@dataclass(frozen=True)
class Gave:
    """All that left an eye: its looks, its last picture, and that as a JPEG."""

    looks: list[Look]
    picture: Picture | None
    page: bytes

    def left(self) -> tuple[object, ...]:
        """What is to be the same whatever lies in a closed zone."""
        pixels = self.picture.pixels if self.picture is not None else None
        crops = [crop(self.picture, [zone_area(LAYOUT.find(zone))]) for zone in BOARDS] if self.picture else []
        return self.looks, None if pixels is None else pixels.tobytes(), self.page, crops


def eyed(
    pictures: Iterable[Pixels],
    opened: Callable[[], frozenset[str]] = frozenset,
    store: FrameStore | None = None,
    shot: Shot = ABOVE,
) -> Gave:
    """What leaves an eye that is shown these pictures."""
    camera, looks, lens = ToldCamera(), list[Look](), lens_of(shot, "Camera test")
    keep, lenses = store.keep if store else None, Lenses((lens,) if lens else ())
    eye = Eye(lambda: camera, FakeClock(), look_every_s=0, keep=keep, lenses=lenses, opened=opened)
    eye.start(LAYOUT, KIT.printed, looks.append)
    for each in pictures:
        camera.told.put(each)
    camera.told.put(CameraEnded("All was shown."))
    eye.wait(10**6, 60.0)
    eye.close()
    if store is not None:
        store.close()
    picture = eye.picture_of(looks[-2].reading.at_s, looks[-2].number)
    drawn = eye.jpeg({}, 1280)
    return Gave(looks, picture, drawn[1] if drawn else b"")


@lru_cache(maxsize=8)
def of(scene: Scene, shot: Shot = ABOVE) -> Pixels:
    """The picture of a scene, without noise."""
    return painter(shot).render(scene)


@pytest.mark.parametrize(("shot", "angle_deg"), list(zip(SHOTS, (3.0, 178.0, -2.0, 181.0, 0.0), strict=True)))
def test_nothing_of_a_board_in_a_closed_zone_leaves_the_eye(shot: Shot, angle_deg: float) -> None:
    there, bare = eyed([of(laden(*BOARDS, angle_deg=angle_deg), shot)], shot=shot), eyed([of(Scene(), shot)], shot=shot)
    assert there.looks[0].state == "in view"
    assert there.picture is not None
    assert there.picture.pixels is not None
    assert there.left() == bare.left()
    lens = lens_of(shot)
    assert {zone: brightest(there.picture.pixels, zone, lens=lens) for zone in BOARDS} == dict.fromkeys(BOARDS, 0)


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.looks.blacked_out", lambda pixels, screen: pixels)
    there, bare = eyed([of(laden(CLOSED))]), eyed([of(Scene())])
    assert there.left() != bare.left()
    assert there.picture is not None
    assert there.picture.pixels is not None
    assert brightest(there.picture.pixels, CLOSED) > BLACK_MOST


def test_what_is_opened_is_seen_and_read_and_the_others_stay_closed() -> None:
    gave = eyed([of(laden(*BOARDS))], lambda: frozenset({CLOSED}))
    assert gave.picture is not None
    assert gave.picture.pixels is not None
    assert gave.picture.closed == frozenset(BOARDS) - {CLOSED}
    seen = {zone: brightest(gave.picture.pixels, zone) for zone in BOARDS}
    assert seen.pop(CLOSED) > 150
    assert set(seen.values()) == {0}
    board = KIT.markers(BOARD)[BOARDS.index(CLOSED)]
    assert [each.marker for each in gave.looks[0].sightings if each.marker in KIT.markers(BOARD)] == [board]


def test_what_lies_beside_a_closed_zone_is_seen() -> None:
    at, size, marker = LAYOUT.find("map.0"), KIT.size("map"), KIT.markers("map")[0]
    assert at.first is not None
    sheet = PhysicalPiece("map", marker, at.first.x_mm + size.width_mm / 2, at.first.y_mm + size.height_mm / 2)
    look = eyed([of(Scene((sheet, board_in("board.1"))))]).looks[0]
    assert marker in [each.marker for each in look.sightings]
    assert look.reading.reaching == ()


@pytest.mark.parametrize("seen", ["lost", "held"])
def test_a_frame_in_which_the_mat_is_not_surely_found_is_shown_to_nobody(seen: str, tmp_path: Path) -> None:
    whole, hidden = of(laden(*BOARDS)), of(laden(*BOARDS)).copy()
    across = hidden.shape[1]
    hidden[:, : across // 2 if seen == "held" else across] = 90
    if seen == "lost":
        hidden[300:700, 300:900] = whole[300:700, 300:900]
    gave = eyed([whole, hidden])
    assert [look.state for look in gave.looks[:2]] == ["in view", seen]
    assert gave.picture is None or gave.picture.look.number == 1
    store = FrameStore(tmp_path / "kept")
    kept = eyed([whole, hidden], store=store)
    assert [look.number for look in kept.looks[:2]] == [1, 0]
    assert kept.looks[1].verdict == gave.looks[1].verdict
    assert len(RecordedFrames(tmp_path / "kept").notes) == 1


def test_the_fitness_of_a_table_is_told_by_what_may_be_seen() -> None:
    told = []
    for scene in (laden(*BOARDS), Scene()):
        gave = eyed([of(scene)])
        told.append(Checkup(lambda gave=gave: gave.picture, FakeClock()).newest(KIT, {}))  # type: ignore[misc]
    assert told[0] is not None
    assert told[0] == told[1]


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_frames_are_kept_without_what_is_closed_and_read_again_as_in_the_game(ending: str, tmp_path: Path) -> None:
    kept = {}
    for name, scene in (("there", laden(*BOARDS)), ("bare", Scene())):
        hand = Scene(scene.pieces, (Hand(300, 500),), scene.dice)
        pictures = [of(scene), of(hand), of(Scene(scene.pieces, dice=scene.dice, hands=(Hand(700, 480),)))]
        store = FrameStore(tmp_path / name, png=ending == "png")
        looks = eyed(pictures, store=store).looks[:3]
        again = RecordedReadings(RecordedFrames(tmp_path / name), LAYOUT, KIT.printed)
        assert [again(look.number) for look in looks] == [look.reading for look in looks]
        kept[name] = {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
    assert len(kept["there"]) == 4
    assert kept["there"] == kept["bare"]


def test_a_zone_must_be_open_before_the_frame_and_after_it() -> None:
    """Closed for one frame each: by what is said before it, and by what is said after it."""
    said = iter([{"board.1"}, {"board.1"}, set(), {"board.1"}, {"board.1"}, set()])
    picture, closed = of(laden(CLOSED)), list[frozenset[str]]()
    camera = ToldCamera()
    eye = Eye(lambda: camera, FakeClock(), look_every_s=0, opened=lambda: frozenset(next(said, set())))
    for _ in range(3):
        camera.told.put(picture)
    camera.told.put(CameraEnded("All was shown."))

    def hear(look: Look) -> None:
        if (shown := eye.picture()) is not None and look.number:
            closed.append(shown.closed)

    eye.start(LAYOUT, KIT.printed, hear)
    eye.wait(10**6, 60.0)
    eye.close()
    assert [CLOSED in each for each in closed] == [False, True, True]


def test_who_cannot_say_what_is_open_opens_nothing() -> None:
    def broken() -> frozenset[str]:
        raise KeyError("no game")

    gave = eyed([of(laden(CLOSED))], broken)
    assert gave.picture is not None
    assert gave.picture.closed == frozenset(BOARDS)


def test_a_mat_without_private_zones_is_not_asked_about() -> None:
    asked = list[int]()
    layout = msgspec.structs.replace(
        LAYOUT, zones=tuple(msgspec.structs.replace(each, private=False) for each in LAYOUT.zones)
    )
    camera = ToldCamera()
    eye = Eye(lambda: camera, FakeClock(), look_every_s=0, opened=lambda: asked.append(1) or frozenset())  # type: ignore[func-returns-value]
    shown = of(laden(CLOSED))
    camera.told.put(shown)
    camera.told.put(CameraEnded("All was shown."))
    eye.start(layout, KIT.printed)
    eye.wait(10**6, 60.0)
    eye.close()
    picture = eye.picture_of(1.0, 1)
    assert picture is not None
    assert picture.pixels is not None
    assert np.array_equal(picture.pixels, shown)
    assert asked == []
