"""Faults of a virtual table reach the real vision: wrong sleeves, a sheet before the lens, a frozen picture."""

from __future__ import annotations

import numpy as np

from companion.soak.faulty_table import FaultyEyes
from companion.table.expected import Pieces
from companion.table.faults import HEALTHY, Faults, Sheet
from companion.table.sightings import MarkerId, Reading
from tests.vision.virtual.mats import KIT, LAYOUT, PIECES, small
from tests.vision.virtual.worlds import table
from vision.cameras.frozen_feed import FROZEN_AFTER_S
from vision.virtual.hands import Manners
from vision.virtual.headless import LOOK_EVERY_S, HeadlessTable
from vision.virtual.shot import CameraPose

TABLE = table(prize=Pieces(("card:3",)), won_2=Pieces(("card:5",)), token_1=Pieces(("token",)))


def eyes() -> HeadlessTable:
    made = HeadlessTable(LAYOUT, KIT, PIECES, 1, manners=Manners(), shot=small(CameraPose(5)))
    made.world.set_out(TABLE)
    return made


def kinds(reading: Reading) -> dict[str, tuple[float, float]]:
    """Where each of the two cards and the token is read, to the centimetre."""
    seen = {KIT.single.get(each.marker, ""): each for each in reading.sightings}
    return {kind: (round(at.x_mm, -1), round(at.y_mm, -1)) for kind, at in seen.items() if kind[:4] in ("card", "toke")}


def markers(reading: Reading) -> list[MarkerId]:
    return [each.marker for each in reading.sightings if KIT.single.get(each.marker, "").startswith("card")]


def test_a_headless_table_is_a_pair_of_eyes_that_can_be_spoilt() -> None:
    made: FaultyEyes = eyes()
    made.spoil(HEALTHY)
    assert made.look().unseen == ""


def test_cards_in_each_others_sleeves_are_read_as_each_other_until_they_are_put_right() -> None:
    made = eyes()
    before = kinds(first := made.look())
    one, other = markers(first)
    made.spoil(Faults(exchanged=((one, other),)))
    wrong = kinds(made.look())
    assert wrong == {"card:3": before["card:5"], "card:5": before["card:3"], "token": before["token"]}
    made.spoil(HEALTHY)
    assert kinds(made.look()) == before


def test_a_sheet_hides_its_part_of_the_picture_or_all_of_it() -> None:
    made = eyes()
    everything = made.look()
    made.spoil(Faults(Sheet(0.0, 0.0, 1.0, 1.0)))
    assert made.look().unseen == (
        "Virtual camera sees no marker. The picture shows one even surface. Take away what covers the lens or the mat."
    )
    made.spoil(Faults(Sheet(0.3, 0.3, 0.4, 0.4)))
    part = made.look()
    assert part.unseen == ""
    assert set(part.sightings) != set(everything.sightings)
    assert 0 < len(part.sightings) < len(everything.sightings)
    picture = made.frame().pixels
    height, width = picture.shape[:2]
    middle = picture[round(height * 0.32) : round(height * 0.68), round(width * 0.32) : round(width * 0.68)]
    assert middle.std(axis=(0, 1)).max() < 25  # light and noise, and no print
    assert middle.std() > 0


def test_a_frozen_camera_gives_one_picture_with_new_times_and_is_found_out() -> None:
    made = eyes()
    made.look()
    last = made.frame()
    made.spoil(Faults(is_frozen=True))
    frozen = [made.frame() for _ in range(3)]
    assert all(np.array_equal(each.pixels, last.pixels) for each in frozen)
    assert [each.number - last.number for each in frozen] == [1, 2, 3]
    assert frozen[-1].at_s > last.at_s
    looks = [made.look() for _ in range(round(FROZEN_AFTER_S / LOOK_EVERY_S) + 2)]
    assert looks[0].unseen == ""
    assert looks[-1].unseen.startswith("Virtual camera gives the same picture again and again.")
    assert looks[-1].frame == 0  # a recording has the sentence and needs no picture
    made.spoil(HEALTHY)
    assert made.look().unseen == ""
