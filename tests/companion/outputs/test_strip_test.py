"""The measuring of the strip's light, step by step by a clock: what shines when, what is said, and that it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.live.room import Room
from companion.outputs.strip import FRAME_S
from companion.outputs.strip_test import BUSY, FRAMES, IDLE, PATIENCE_S, SETTLE_S, StripMeasurer
from companion.table.fitness import Check
from tests.companion.outputs.test_strip import Table, shine
from tests.companion.tables import open_room, own

FIT = Check("strip", "The strip's light", "fit", "2 grey levels", "It does not disturb.")


class Rig:
    """A lit table whose camera tells how bright the strip is in each frame that it takes."""

    def __init__(self, room: Room) -> None:
        self.table = Table(room)
        self.trouble = ""
        self.unfit = ""
        self.number = 0
        self.judged: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self.broken: Exception | None = None
        self.is_frozen = False
        lighting = self.table.lighting
        self.measurer = StripMeasurer[int](
            lighting, lambda: self.trouble, self._frame, self._judge, self.table.clock, by_hand=True
        )

    def _frame(self) -> tuple[int, int] | str:
        self.number += not self.is_frozen
        return self.unfit or (self.number, max(self.light()))

    def _judge(self, dark: Sequence[int], light: Sequence[int]) -> Check:
        if self.broken:
            raise self.broken
        self.judged.append((tuple(dark), tuple(light)))
        return FIT

    def light(self) -> bytes:
        """What was sent to the strip last."""
        return self.table.recorder.shown()[-1].pixels

    def run(self, seconds: float) -> list[str]:
        """The stages passed through meanwhile, each once."""
        stages = [self.measurer.now().stage]
        for _ in range(round(seconds / FRAME_S)):
            self.table.clock.now_s += FRAME_S
            self.table.lighting.step()
            self.measurer.step()
            if self.measurer.now().stage != stages[-1]:
                stages.append(self.measurer.now().stage)
        return [str(each) for each in stages]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with open_room(tmp_path) as room:
        own(room)
        shine(room)
        made = Rig(room)
        made.run(2.0)
        yield made


def test_dark_then_full_light_then_the_game_s_light_again(rig: Rig) -> None:
    before = rig.light()
    assert set(before) != {0}
    assert (rig.measurer.now().stage, rig.measurer.now().text) == ("idle", IDLE)
    assert rig.measurer.begin() == ""
    assert rig.measurer.now().text == (
        "Step 1 of 2: the strip is dark, and the camera takes a picture. Keep hands off the mat."
    )
    assert rig.run(8.0) == ["dark", "light", "done"]
    # The plain strip of these tests sends colours as they are: 255 is all its light.
    assert rig.judged == [((0,) * FRAMES, (255,) * FRAMES)]
    assert (rig.measurer.now().check, rig.measurer.now().text) == (FIT, FIT.text)
    assert rig.light() == before


def test_no_pixel_turns_oftener_than_once_a_settling_time(rig: Rig) -> None:
    shown = len(rig.table.recorder.shown())
    for _ in range(3):
        assert rig.measurer.begin() == ""
        rig.run(5.0)
    turns, way, last = list[float](), 0, 0
    for each in rig.table.recorder.shown()[shown:]:
        bright = max(each.pixels)
        now_way = (bright > last) - (bright < last)
        if now_way and now_way != way:
            turns.append(each.at_s)
            way = now_way
        last = bright
    # Three flashes a second would be six turns.
    assert all(len([each for each in turns if at <= each < at + 1.0]) <= 2 for at in turns)


def test_a_second_one_waits_until_the_first_is_done(rig: Rig) -> None:
    assert rig.measurer.begin() == ""
    rig.run(1.0)
    assert rig.measurer.begin() == BUSY
    rig.run(8.0)
    assert rig.measurer.begin() == ""


def test_without_a_strip_nothing_begins(rig: Rig) -> None:
    rig.trouble, before = "No strip is fitted to the board, so there is no light to be measured.", rig.light()
    assert rig.measurer.begin() == rig.trouble
    rig.run(2.0)
    assert (rig.measurer.now().stage, rig.light()) == ("idle", before)


def test_a_camera_that_is_of_no_use_ends_it_with_its_own_sentence(rig: Rig) -> None:
    before, rig.unfit = rig.light(), "A hand reached over the mat. Keep hands off the mat."
    rig.measurer.begin()
    assert rig.run(PATIENCE_S + 2) == ["dark", "failed"]
    assert rig.measurer.now().text == (
        "The measuring was given up. A hand reached over the mat. Keep hands off the mat. Then measure again."
    )
    rig.run(1.0)
    assert rig.light() == before


def test_a_camera_that_gives_no_new_picture_ends_it_too(rig: Rig) -> None:
    rig.is_frozen = True
    rig.measurer.begin()
    assert rig.run(PATIENCE_S + 2)[-1] == "failed"
    assert "The camera sent no new picture. Look at its cable." in rig.measurer.now().text


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (CompanionError("A piece was moved meanwhile. Measure again."), "A piece was moved meanwhile. Measure again."),
        (ValueError("secret"), "The measuring failed in a way that was not foreseen. Measure again."),
    ],
)
def test_what_goes_wrong_ends_it_in_words_and_with_the_game_s_light(rig: Rig, error: Exception, text: str) -> None:
    before, rig.broken = rig.light(), error
    rig.measurer.begin()
    assert rig.run(8.0)[-1] == "failed"
    assert rig.measurer.now().text == text
    rig.run(1.0)
    assert rig.light() == before


def test_a_strip_that_nobody_lets_go_of_goes_back_by_itself(rig: Rig) -> None:
    before = rig.light()
    rig.measurer.begin()
    # The thread that measures is gone; only the lights go on.
    sent = rig.table.run(30.0)
    assert any(set(each.pixels) == {0} for each in sent)
    assert sent[-1].pixels == before


def test_closing_lets_go_at_once(rig: Rig) -> None:
    before = rig.light()
    rig.measurer.begin()
    rig.run(SETTLE_S / 2)
    rig.measurer.close()
    assert rig.table.run(1.5)[-1].pixels == before
