"""One look at a tray, and all looks at what it leaves in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tests.vision.dice.drawn import cloth, table
from tests.vision.dice.trays import Counting, counted
from vision.cameras.frames import Pixels
from vision.dice.network import Floats
from vision.dice.records import Candidate, Posture
from vision.dice.triage import gather, glance, is_sure

FACE_PX = 32.0
FLAT = Posture(0.99, 0.99, 0.01)


class Lying:
    """How each candidate lies, and with how much care that was asked."""

    def __init__(self, posture: Posture = FLAT) -> None:
        self.posture = posture
        self.careful = list[bool]()

    def __call__(self, seen: Sequence[Candidate], is_careful: bool) -> list[tuple[Candidate, Posture]]:
        self.careful += [is_careful] * len(seen)
        return [(each, self.posture) for each in seen]


def test_what_one_look_tells_beyond_doubt_is_looked_at_once() -> None:
    model, networks = counted()
    pixels, lying = table([3, 6]), Lying()
    known = gather(pixels, FACE_PX, model, lying)
    assert sorted(place.seen.likely for place in known) == [3, 6]
    assert networks.asked()[1] == 2 * 2
    assert lying.careful == [False, False]


def test_what_it_leaves_in_doubt_is_looked_at_in_mirrors_and_turns_besides() -> None:
    """A value between two. Its surroundings alone are shown to the detector once more, four times."""
    model, networks = counted()
    pixels, lying = table([3, 4.5]), Lying()
    glance(pixels, FACE_PX, model, Lying())
    once_px, _ = networks.asked()
    known = gather(pixels, FACE_PX, model, lying)
    detected_px, classified = networks.asked()
    assert classified == 2 * 2 + 8
    assert once_px < detected_px < 2 * once_px
    assert lying.careful == [False, False, True]
    assert [is_sure(place, model.figures) for place in known] == [True, False]


def test_what_may_be_clear_and_what_may_lean_is_never_sure_by_one_look() -> None:
    model, _ = counted()
    (place,) = glance(table([3]), FACE_PX, model, Lying())
    assert is_sure(place, model.figures)
    for posture in (replace(FLAT, clear=0.3), replace(FLAT, flat=0.4)):
        assert not is_sure(replace(place, posture=posture), model.figures)


def test_what_is_one_even_surface_is_shown_to_no_other_network() -> None:
    """Whatever the detector sees in it: on felt it sees scores of places that hardly may be dice."""
    model, networks = counted()
    pixels = cloth(320, 320)
    pixels[100:220, 100:220] = (60, 90, 60)
    pixels[160:164, 160:164] = (0, 90, 70)
    lying = Lying()
    assert glance(pixels, FACE_PX, model, lying) == ()
    assert networks.asked()[1] == 0
    assert lying.careful == []


def test_a_part_of_a_picture_is_seen_in_the_pictures_own_px() -> None:
    model, _ = counted()
    pixels = table([3, 6])
    whole = glance(pixels, FACE_PX, model, Lying())
    right = max(whole, key=lambda place: place.seen.x_px)
    left = int(right.seen.x_px - 64) // 8 * 8
    (part,) = glance(pixels, FACE_PX, model, Lying(), [(left, 0, 640, 280)])
    assert (part.seen.x_px, part.seen.y_px) == (right.seen.x_px, right.seen.y_px)
    assert np.array_equal(part.logits, right.logits)


class Fading(Counting):
    """Sees dice in its first look at a picture, and none in any later one."""

    def detect(self, picture: Pixels) -> Floats:
        output = super().detect(picture)
        if self.looks:
            output[0] = -12
        self.looks += 1
        return output

    looks = 0


def test_a_body_that_one_look_knows_is_not_lost_by_further_ones() -> None:
    model, _ = counted()
    faded = replace(model, networks=Fading())
    assert gather(table([4.5]), FACE_PX, faded, Lying(replace(FLAT, flat=0.4, there=0.9))) == ()
    faded = replace(model, networks=Fading())
    assert len(gather(table([4.5]), FACE_PX, faded, Lying(replace(FLAT, flat=0.4, there=0.9995)))) == 1
