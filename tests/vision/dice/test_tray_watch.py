"""The tray from picture to picture: when it is read, and when what lies there is a roll. The reading itself is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.table.devices import DeviceHealth
from companion.table.dice import RollSighting
from companion.table.layout import Layout, Spot
from companion.table.sightings import Reading
from vision.camera_pose import PosedCamera
from vision.cameras.frames import Pixels
from vision.dice.records import DiceReading, Die
from vision.dice.tray import PX_PER_MM, Tray
from vision.dice.tray_watch import ARM_S, MOVES_S, UNSTEADY_S, TrayWatch
from vision.lens import Lens
from vision.looks import Look, Picture
from vision.mat import Mat

TRAY = Tray(10, 20, 100, 80)
LAYOUT = Layout("small", 200, 150, ())
MAT = Mat(np.eye(3), (0, 1, 2, 3), 0.1, 0.0)
"""A picture of one pixel a millimetre."""
HEALTHY = DeviceHealth("camera", "ok", "It looks.")
DIE_PX = 16 * PX_PER_MM


def die(value: int | None, x_mm: float, y_mm: float, state: str = "read") -> Die:
    """A die whose middle lies so far from the tray's corner; a place in mm is (px + 0.5) / PX_PER_MM."""
    x_px, y_px = x_mm * PX_PER_MM - 0.5, y_mm * PX_PER_MM - 0.5
    box = (x_px - DIE_PX / 2, y_px - DIE_PX / 2, x_px + DIE_PX / 2, y_px + DIE_PX / 2)
    return Die(value, "red", box, 0.99, state, value or 5)  # type: ignore[arg-type]


class Table:
    """A tray of which the reading is told, and a watch over it; ten pictures a second."""

    def __init__(self) -> None:
        self.dice: tuple[Die, ...] = ()
        self.verdict = "read"
        self.light = 120
        self.reaching = False
        self.at_s = 0.0
        self.frame = 0
        self.lens: Lens | None = None
        self.watch = TrayWatch(TRAY, self._read)

    def _read(self, pixels: Pixels, camera: PosedCamera, tray: Tray) -> DiceReading:
        assert tray == TRAY
        self.camera = camera
        return DiceReading(self.verdict, self.dice, DIE_PX, 1.0, "")  # type: ignore[arg-type]

    def lay(self, *dice: Die) -> None:
        """Let these dice lie there, which the picture shows as dark squares."""
        self.dice = dice

    def look(self, pictures: int = 1, has_mat: bool = True, step_s: float = 0.1) -> list[RollSighting]:
        """So many pictures; the rolls they tell of."""
        told = list[RollSighting]()
        for _ in range(pictures):
            self.at_s, self.frame = round(self.at_s + step_s, 3), self.frame + 1
            roll = self.watch.look(self._picture(has_mat))
            told += [roll] if roll is not None else []
        return told

    def _picture(self, has_mat: bool) -> Picture:
        pixels = np.full((150, 200, 3), self.light, np.uint8)
        for each in self.dice:
            left, top, right, bottom = (round(side / PX_PER_MM) for side in each.box)
            pixels[20 + top : 20 + bottom, 10 + left : 10 + right] = 20
        reaching = (Spot(0, 0),) if self.reaching else ()
        look = Look(self.frame, "in view", Reading(self.at_s, reaching=reaching, frame=self.frame), "", HEALTHY)
        return Picture(look, LAYOUT, pixels, MAT if has_mat else None, self.lens)


@pytest.fixture
def table() -> Table:
    """A tray that was seen empty and at rest."""
    made = Table()
    assert made.look(8) == []
    return made


def test_dice_that_come_to_rest_are_a_roll_with_their_places_on_the_mat(table: Table) -> None:
    table.lay(die(3, 30, 40), die(6, 60, 50))
    (roll,) = table.look(10)
    assert (roll.verdict, roll.text) == ("read", "2 dice: 3, 6.")
    assert [(each.value, each.colour, round(each.x_mm, 6), round(each.y_mm, 6)) for each in roll.dice] == [
        (3, "red", 40.0, 60.0),
        (6, "red", 70.0, 70.0),
    ]
    assert roll.at_s == pytest.approx(table.at_s, abs=1.0)
    assert 8 < roll.frame <= table.frame


def test_where_the_camera_is_follows_from_its_lens_where_that_is_known(table: Table) -> None:
    """Seen straight from above, which alone does not tell its focal length."""
    table.look(1)
    assert table.camera.focal_px == pytest.approx(0.9 * 200)
    table.lens = Lens("c", 200, 150, 300.0, 300.0, 99.5, 74.5, 0.0)
    table.lay(die(3, 30, 40))
    table.look(2)
    assert table.camera.focal_px == pytest.approx(300)


def test_how_likely_a_die_is_there_at_all_is_told_too(table: Table) -> None:
    table.lay(replace(die(None, 30, 40), existence=0.2))
    (roll,) = table.look(30)
    assert [(each.value, each.existence) for each in roll.dice] == [(None, 0.2)]


def test_a_tray_that_has_told_all_is_not_read_again_until_it_changes(table: Table) -> None:
    table.lay(die(3, 30, 40))
    table.look(10)
    reads = table.watch.reads
    assert table.look(50) == []
    assert table.watch.reads == reads
    table.lay(die(3, 50, 40))
    (roll,) = table.look(10)
    assert roll.dice[0].x_mm == pytest.approx(60)
    assert table.watch.reads > reads


def test_dice_that_roll_are_not_read_until_they_lie_still(table: Table) -> None:
    reads = table.watch.reads
    for number in range(12):
        table.lay(die(3, 30 + 4 * number, 40))
        assert table.look(1) == []
    assert table.watch.reads == reads
    (roll,) = table.look(5)
    assert roll.dice[0].x_mm == pytest.approx(84)
    assert table.watch.reads == reads + 5


def test_a_tray_that_never_stands_still_is_read_all_the_same(table: Table) -> None:
    reads = table.watch.reads
    for number in range(round(MOVES_S * 10) + 3):
        table.lay(die(3, 30 + 2 * (number % 2), 40))
        table.look(1)
    assert table.watch.reads > reads


def test_an_empty_tray_costs_no_reading(table: Table) -> None:
    reads = table.watch.reads
    table.look(100)
    assert table.watch.reads == reads


def test_what_lies_there_at_the_beginning_is_no_roll() -> None:
    table = Table()
    table.lay(die(3, 30, 40))
    assert table.look(30) == []
    assert table.watch.count == 1
    table.lay(die(3, 30, 40), die(4, 60, 40))
    (roll,) = table.look(10)
    assert [each.value for each in roll.dice] == [3, 4]


def test_dice_that_are_taken_away_are_no_roll(table: Table) -> None:
    table.lay(die(3, 30, 40), die(6, 60, 50))
    assert len(table.look(10)) == 1
    table.lay(die(3, 30, 40))
    assert table.look(40) == []


def test_a_die_in_doubt_is_told_after_a_while_without_a_value(table: Table) -> None:
    table.lay(die(3, 30, 40), die(None, 60, 50, "cocked"))
    (roll,) = table.look(30)
    assert roll.verdict == "doubtful"
    assert [(each.value, each.state, each.likely) for each in roll.dice] == [(3, "read", (3,)), (None, "cocked", (5,))]
    assert roll.text == "1 die: 3. One die leans: roll it again?"
    assert table.look(50) == []


def test_what_is_read_is_known_before_the_doubtful_is_told(table: Table) -> None:
    assert table.watch.so_far() == ((), 0)
    table.lay(die(6, 30, 40), die(None, 60, 50, "doubtful"), die(2, 80, 60))
    assert table.look(2) == []
    assert table.watch.so_far() == ((2, 6), 1)
    assert len(table.look(30)) == 1
    assert table.watch.so_far() == ((), 0)


def test_under_a_hand_nothing_is_read_but_for_one_that_stays(table: Table) -> None:
    table.lay(die(3, 30, 40))
    table.reaching = True
    reads = table.watch.reads
    assert table.look(round(ARM_S * 10)) == []
    assert table.watch.reads == reads
    assert len(table.look(10)) == 1  # somebody leans there
    table.reaching = False
    table.look()
    table.reaching = True
    table.lay(die(3, 50, 40))
    assert table.look(10) == []


def test_a_picture_that_cannot_be_judged_or_has_no_mat_tells_nothing(table: Table) -> None:
    table.lay(die(3, 30, 40))
    table.verdict = "failed"
    assert table.look(20) == []
    table.verdict = "read"
    assert table.look(20, has_mat=False) == []
    assert len(table.look(10)) == 1


def test_a_lamp_that_flickers_is_no_change(table: Table) -> None:
    table.lay(die(3, 30, 40))
    table.look(10)
    reads = table.watch.reads
    table.light = 126
    table.look(5)
    assert table.watch.reads == reads


def test_readings_that_differ_over_a_still_tray_are_told_as_doubtful(table: Table) -> None:
    three, six = die(3, 30, 40), die(6, 60, 50)
    told = list[RollSighting]()
    table.lay(three, six)
    for number in range(round(UNSTEADY_S / 0.5) + 2):
        # The picture stays as it is, and one die is seen in every other reading only; looks are rare, as on a Pi.
        seen = (three, six) if number % 2 else (three,)
        table.watch._read = lambda pixels, to_mm, tray, seen=seen: DiceReading("read", seen, DIE_PX, 1.0, "")  # type: ignore[misc]
        told += table.look(step_s=0.5)
    (roll,) = told
    assert roll.verdict == "doubtful"
    assert {each.value for each in roll.dice} == {None}
    assert table.look(50) == []


def test_a_camera_that_begins_its_time_again_is_read_anew(table: Table) -> None:
    table.lay(die(3, 30, 40))
    table.look(10)
    table.at_s = 0.0
    reads = table.watch.reads
    assert table.look(10) == []  # the same dice where they lay
    assert table.watch.reads > reads


def test_grey_pictures_are_read_too(table: Table) -> None:
    table.lay(die(3, 30, 40))
    colour = table._picture
    table._picture = lambda has_mat: replace(colour(has_mat), pixels=colour(has_mat).pixels[:, :, 0])  # type: ignore[index,method-assign]
    assert len(table.look(10)) == 1
