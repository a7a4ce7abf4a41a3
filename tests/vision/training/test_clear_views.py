"""Clear dice to learn from: ray-cast ones and rendered ones, cut as a tray's camera shows them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training.clear import cache as kept
from vision.training.clear.cache import SCENES, cut, drawn
from vision.training.clear.rays import any_make, any_sight, draw_rays
from vision.training.clear.rendered import DIE_MM, MM, cut_rendered, rendered, sight_of
from vision.training.clear.views import FACTS, UNTOLD, VIEW_PX, Views
from vision.training.cycles.clear_plan import RECIPE, plan_clear
from vision.training.cycles.marks import marks
from vision.training.cycles.plan import SIZE_PX
from vision.training.cycles.render import names, store
from vision.training.figures import TrainingError
from vision.virtual.dice.makes import MAKES

SEED = 8


@pytest.fixture(scope="module")
def some() -> Views:
    return draw_rays(SEED)


@pytest.mark.slow
def test_the_same_seed_draws_the_same_dice(some: Views) -> None:
    again, of_the_table = draw_rays(SEED), draw_rays(SEED, is_table=True)
    assert np.array_equal(some.crops, again.crops)
    assert np.array_equal(some.slopes, again.slopes)
    assert not np.array_equal(some.crops[:1], of_the_table.crops[:1])
    assert (of_the_table.facts[:, FACTS.index("make")] >= 0).any()


def test_views_have_a_value_or_none_and_what_is_known_of_them(some: Views) -> None:
    assert some.crops.shape == (len(some), VIEW_PX, VIEW_PX, 3)
    assert some.facts.shape == (len(some), len(FACTS))
    assert set(some.values.tolist()) <= set(range(UNTOLD + 1))
    assert (some.slopes >= 0).all()
    assert (some.facts[:, FACTS.index("make")] == -1).all()


def test_makers_leave_no_gap_about_those_of_the_table() -> None:
    """All lengths of theirs lie within those drawn, and each maker is near to some that are."""
    rng = np.random.default_rng(1)
    drawn_ones = np.array(
        [(make.pip, make.apart, make.edge, make.deep) for make in (any_make(rng) for _ in range(2000))]
    )
    for make in MAKES:
        apart = np.abs(drawn_ones - (make.pip, make.apart, make.edge, make.deep))
        assert apart.max(axis=1).min() < 0.035, make.name


def test_a_camera_sees_the_middle_of_the_area_straight_on() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        sight, (width, height) = any_sight(rng, 60.0)
        seen = sight.to_px @ (0, 0, 8, 1)
        x_px, y_px = seen[:2] / seen[2]
        assert 0 < x_px < width
        assert 0 < y_px < height
        assert seen[2] > 0
        assert np.allclose(sight.to_px @ np.append(sight.from_mm, 1), 0, atol=1e-6)


def test_a_rendered_scenes_camera_is_the_plans() -> None:
    """In mm, y downwards, and with a pixel's 0 in its middle."""
    plan = plan_clear(3)
    sight = sight_of(plan)
    for die in plan.dice:
        corners = die.face()
        in_mm = np.column_stack([corners * (MM, -MM, MM), np.ones(4)])
        seen = in_mm @ sight.to_px.T
        assert seen[:, :2] / seen[:, 2:] == pytest.approx(plan.camera.project(corners) - 0.5, abs=1e-6)
    assert sight.from_mm[2] > 20 * DIE_MM


def _stored(folder: Path, seed: int) -> None:
    """A scene whose dice are white squares on black, as Cycles never made it."""
    plan = plan_clear(seed)
    pixels = np.zeros((SIZE_PX, SIZE_PX, 3), np.uint8)
    for die in plan.dice:
        if not die.pose.is_cocked and die.pose.middle[2] < die.pose.side:
            cv2.fillConvexPoly(
                pixels, (plan.camera.project(die.face()) - 0.5).round().astype(np.int32), (255, 255, 255)
            )
    store(folder, seed, (pixels, marks(plan, pixels), []), RECIPE)


def test_rendered_dice_are_cut_out_with_their_tops_in_the_middle(tmp_path: Path) -> None:
    _stored(tmp_path, 3)
    views = cut_rendered(rendered(tmp_path)[0], 0)
    flat = views.of((views.values != UNTOLD).nonzero()[0])
    assert len(flat) >= 5
    middle = slice(VIEW_PX // 2 - 8, VIEW_PX // 2 + 8)
    # Boxes are off by some tenths of a die at most, and a top is 41 px wide.
    assert np.median(flat.crops[:, middle, middle].mean(axis=(1, 2, 3))) > 200


def test_a_folder_without_such_pictures_says_how_to_make_some(tmp_path: Path) -> None:
    store(tmp_path, 1, (np.zeros((4, 4, 3), np.uint8), [], []))
    with pytest.raises(TrainingError, match=r"holds no rendered clear dice\. Make some: .* --clear --out"):
        rendered(tmp_path)


def test_a_picture_that_is_none_is_named(tmp_path: Path) -> None:
    _stored(tmp_path, 3)
    names(tmp_path, 3)[0].write_bytes(b"")
    with pytest.raises(TrainingError, match=r"00000003\.png is no whole picture"):
        cut_rendered(rendered(tmp_path)[0], 0)


def test_the_plan_of_a_seed_is_always_the_same() -> None:
    assert plan_clear(5) == plan_clear(5)
    assert len(plan_clear(3).dice) >= 2


def test_what_was_drawn_is_not_drawn_again(some: Views, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[int]()

    def none(seed: int, is_table: bool) -> Views:
        calls.append(seed)
        return some

    class Here:
        """In place of processes."""

        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> Here:
            return self

        def __exit__(self, *_: object) -> None: ...
        def map(self, work: object, tasks: list[object]) -> list[object]:
            return [kept._make(task) for task in tasks]  # type: ignore[arg-type,func-returns-value]

    monkeypatch.setattr(kept, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(kept, "draw_rays", none)
    monkeypatch.setattr(kept, "SCENES", 2)
    assert SCENES > 2
    first = drawn(tmp_path, 10, 4, 1)
    assert calls == [10, 11, 12, 13]
    assert np.array_equal(drawn(tmp_path, 10, 4, 1).crops, first.crops)
    assert len(calls) == 4
    _stored(tmp_path, 3)
    assert len(cut(tmp_path, rendered(tmp_path), 1, 2)) > 0
