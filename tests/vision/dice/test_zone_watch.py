"""Dice in several zones of one mat: which one is read, what is told of each, and what begins anew."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.table.devices import DeviceHealth
from companion.table.dice import DiceZone, RollSighting
from companion.table.layout import Layout, Zone
from companion.table.sightings import Reading
from vision.camera_pose import PosedCamera
from vision.cameras.frames import Pixels
from vision.dice.records import DiceReading, Die
from vision.dice.rolls import GONE_AFTER_S
from vision.dice.tray import PX_PER_MM, Tray
from vision.dice.zone_watch import FIRST_READS, Seen, ZoneWatch
from vision.looks import Look, Picture
from vision.mat import Mat

LAYOUT = Layout(
    "small",
    320,
    240,
    (
        Zone("tray", 10, 10, 120, 100),
        Zone("nest.0", 150, 10, 100, 40),
        Zone("nest.1", 150, 70, 100, 40),
        Zone("board.0", 10, 130, 130, 100, private=True),
    ),
)
TRAY, NEST, OTHER, BOARD = (DiceZone(zone.zone) for zone in LAYOUT.zones)
ALL = (TRAY, NEST, OTHER)
MAT = Mat(np.eye(3), (0, 1, 2, 3), 0.1, 0.0)
HEALTHY = DeviceHealth("camera", "ok", "It looks.")
DIE_PX = 16 * PX_PER_MM
RESTS_S = 1.0


class Table:
    """A mat of which the readings are told, ten pictures a second, one pixel a millimetre."""

    def __init__(self) -> None:
        self.dice: dict[str, list[tuple[int, float, float]]] = {zone.zone: [] for zone in LAYOUT.zones}
        """By zone: what each die shows, and where its middle is from the zone's corner, in mm."""
        self.asked: tuple[DiceZone, ...] = ALL
        self.closed = frozenset[str]()
        self.reads = Counter[str]()
        self.at_s = 0.0
        self.frame = 0
        self.flickers = False
        """Whether the tray looks otherwise in each picture."""
        self.watch = ZoneWatch(LAYOUT, "tray", self._read)

    def _read(self, pixels: Pixels, camera: PosedCamera, tray: Tray) -> DiceReading:
        zone = next(zone for zone in LAYOUT.zones if (zone.x_mm, zone.y_mm) == (tray.left_mm, tray.top_mm))
        self.reads[zone.zone] += 1
        return DiceReading("read", tuple(_die(*each) for each in self.dice[zone.zone]), DIE_PX, 1.0, "")

    def look(self) -> Seen:
        self.at_s, self.frame = round(self.at_s + 0.1, 3), self.frame + 1
        return self.watch.look(self._picture(), self.asked)

    def told(self, time_s: float = RESTS_S) -> list[tuple[str, list[int | None]]]:
        """What is told within a time: of each roll its zone and values."""
        return [(roll.zone, [die.value for die in roll.dice]) for roll in self.rolls(time_s)]

    def rolls(self, time_s: float = RESTS_S) -> list[RollSighting]:
        seen = [self.look() for _ in range(round(time_s * 10))]
        return [each.roll for each in seen if each.roll is not None]

    def _picture(self) -> Picture:
        pixels = np.full((240, 320, 3), 120, np.uint8)
        for zone in LAYOUT.zones:
            for _, right, down in self.dice[zone.zone]:
                x, y = round(zone.x_mm + right), round(zone.y_mm + down)
                pixels[y - 8 : y + 8, x - 8 : x + 8] = 20
        if self.flickers:
            pixels[80:100, 20:40] = 30 + 60 * (self.frame % 3)
        look = Look(self.frame, "in view", Reading(self.at_s, frame=self.frame), "", HEALTHY)
        return Picture(look, LAYOUT, pixels, MAT, closed=self.closed)


def _die(value: int, right_mm: float, down_mm: float) -> Die:
    x_px, y_px = right_mm * PX_PER_MM - 0.5, down_mm * PX_PER_MM - 0.5
    half = DIE_PX / 2
    return Die(value, "red", (x_px - half, y_px - half, x_px + half, y_px + half), 0.99, "read", value)


@pytest.fixture
def table() -> Table:
    """A mat that was seen empty and at rest."""
    made = Table()
    assert made.told(3.0) == []
    return made


def test_dice_are_told_with_their_zone_and_those_of_the_tray_without(table: Table) -> None:
    table.dice["tray"] = [(3, 30, 40)]
    table.dice["nest.1"] = [(6, 20, 20), (2, 60, 20)]
    assert sorted(table.told(2.0)) == [("", [3]), ("nest.1", [6, 2])]


def test_places_are_those_of_the_mat(table: Table) -> None:
    table.dice["nest.1"] = [(6, 20, 25)]
    (roll,) = table.rolls()
    assert [(round(die.x_mm, 6), round(die.y_mm, 6)) for die in roll.dice] == [(170.0, 95.0)]


def test_one_zone_a_look_and_none_that_has_not_changed(table: Table) -> None:
    table.reads.clear()
    assert [table.look() for _ in range(5)] == [Seen()] * 5
    table.dice["nest.0"] = [(4, 20, 20)]
    table.dice["nest.1"] = [(5, 20, 20)]
    read = [table.look().zone for _ in range(9)]
    assert read[0] is None  # it may still move
    assert read[1:7] == ["nest.0", "nest.1"] * 3
    assert set(table.reads) == {"nest.0", "nest.1"}


def test_the_tray_is_read_before_all_else(table: Table) -> None:
    for zone in ("nest.0", "tray", "nest.1"):
        table.dice[zone] = [(4, 20, 20)]
    assert [table.look().zone for _ in range(1 + FIRST_READS)][1:] == ["tray"] * FIRST_READS


def test_a_tray_in_which_something_changes_all_evening_does_not_keep_the_others_waiting(table: Table) -> None:
    table.flickers = True
    table.told(3.0)
    table.dice["nest.0"] = [(4, 20, 20)]
    assert ("nest.0", [4]) in table.told(2.0)
    assert table.reads["tray"] > table.reads["nest.0"]


def test_dice_that_lie_there_first_are_told_where_they_count() -> None:
    table = Table()
    table.dice = {zone: [(4, 20, 20)] for zone in table.dice}
    table.asked = (TRAY, NEST, DiceZone("nest.1", counts_first=True))
    assert table.told(4.0) == [("nest.1", [4])]


def test_what_is_left_in_a_nest_is_told_and_taking_dice_out_of_the_tray_is_not(table: Table) -> None:
    for zone in ("tray", "nest.0"):
        table.dice[zone] = [(4, 20, 20), (5, 60, 20)]
    assert sorted(table.told(2.0)) == [("", [4, 5]), ("nest.0", [4, 5])]
    for zone in ("tray", "nest.0"):
        table.dice[zone].pop(0)
    assert table.told(2.0) == [("nest.0", [5])]
    for zone in ("tray", "nest.0"):
        table.dice[zone].clear()
    (empty,) = table.rolls(2.0)
    assert (empty.zone, empty.dice, empty.verdict, empty.text) == ("nest.0", (), "read", "No die.")
    assert table.told(4.0) == []
    table.dice["nest.0"] = [(5, 60, 20)]
    assert table.told() == [("nest.0", [5])]


def test_a_hand_that_is_quick_takes_nothing_away(table: Table) -> None:
    table.dice["nest.0"] = [(4, 20, 20)]
    assert table.told() == [("nest.0", [4])]
    table.dice["nest.0"] = []
    assert table.told(GONE_AFTER_S) == []
    table.dice["nest.0"] = [(4, 20, 20)]
    assert table.told(3.0) == []


def test_a_zone_that_was_not_asked_for_begins_anew(table: Table) -> None:
    first = DiceZone("nest.0", counts_first=True)
    table.dice["nest.0"] = [(4, 20, 20)]
    assert table.told() == [("nest.0", [4])]
    table.asked = (TRAY,)
    assert table.told() == []
    table.asked = (TRAY, first)
    assert table.told() == [("nest.0", [4])]
    assert table.told(3.0) == []
    table.asked = (TRAY,)
    table.told(0.1)
    table.asked = (TRAY, NEST)
    assert table.told(3.0) == []


def test_a_closed_zone_is_passed_over_until_it_is_opened(table: Table) -> None:
    table.asked, table.closed = (TRAY, DiceZone("board.0", counts_first=True)), frozenset({"board.0"})
    table.dice["board.0"] = [(4, 20, 20)]
    assert table.told(3.0) == []
    assert not table.reads["board.0"]
    table.closed = frozenset()
    assert table.told() == [("board.0", [4])]
    table.closed = frozenset({"board.0"})
    table.dice["board.0"] = []
    assert table.told(3.0) == []


def test_a_zone_that_the_mat_has_not_is_passed_over(table: Table) -> None:
    table.asked = (TRAY, DiceZone("nest.9"))
    assert table.look() == Seen()
    assert table.watch.tray is not None
    table.asked = ()
    assert table.look() == Seen()
    assert table.watch.tray is None
