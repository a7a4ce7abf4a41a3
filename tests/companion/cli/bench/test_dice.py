"""`companion bench dice`: its pictures, its report, and what it prints."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner

from companion.bench.dice import DiceReport, DiceStretch, DiceTook, RollsTook
from companion.bench.figures import Figures
from companion.cli import cli
from companion.cli.bench.dice import COUNTS, dice_text
from companion.cli.bench.dice_pictures import SHOWN, TRAY, rolled, straight_down, tray_pictures
from tests.vision.dice.drawn import write_model
from vision.dice.model import NoModel
from vision.dice.tray import PX_PER_MM

REPORT = DiceReport(
    seed=7,
    machine="Python 3.11.4, aarch64",
    width_px=440,
    height_px=320,
    model="models",
    made="2026-01-31",
    frames=2,
    stretches=(
        DiceStretch(0, (DiceTook("the networks alone", Figures(2, 20000.0, 21000.0, 22000, 22000), 1.0, 1.05, 0.0),)),
        DiceStretch(
            9,
            (
                DiceTook("the networks alone", Figures(2, 20000.0, 20000.0, 22000, 22000), 1.0, 1.1, 0.0),
                DiceTook("a reading of ours", Figures(2, 25000.0, 26000.0, 30000, 30000), 1.3, 1.5, 8.5),
            ),
        ),
    ),
    rolls=RollsTook(9, Figures(4, 550000.0, 560000.0, 590000, 590000), 2.1, 4.25, 3),
)


def test_the_report_is_told_in_tables() -> None:
    assert dice_text(REPORT).splitlines() == [
        "dice: 2 pictures of each number of dice, 440 x 320; seed 7; model of 2026-01-31; Python 3.11.4, aarch64; "
        "processor time, one core",
        "",
        "no die",
        "                                       median     mean     95 %  ms       ×   95 % ×    right",
        "  the networks alone                    20.00    21.00    22.00        1.00     1.05      0.0",
        "",
        "9 dice",
        "                                       median     mean     95 %  ms       ×   95 % ×    right",
        "  the networks alone                    20.00    20.00    22.00        1.00     1.10      0.0",
        "  a reading of ours                     25.00    26.00    30.00        1.30     1.50      8.5",
        "",
        "a roll of 9 dice, from the last at rest to the page: 0.55 s (95 %: 0.59 s), as long as 2.10 readings; "
        "3 of 4 told with every value",
        "",
        "× is the mean, and 95 % ×, to the mean of the first line, on the same pictures.",
    ]


def test_a_report_says_by_which_clock_it_is() -> None:
    """Under a quota the processor's time would tell nothing of those who wait."""
    slow = msgspec.structs.replace(REPORT, clock="wall")
    assert (
        dice_text(slow, 25)
        .splitlines()[0]
        .endswith("; time on the wall, with 25 % of a core, which imitates a slow machine")
    )


def test_the_dice_of_a_roll_come_to_lie_on_the_same_felt() -> None:
    empty, moving, lying = rolled(3, 2, 1)
    assert (len(moving), len(lying.values)) == (2, 3)
    differs = [np.abs(each.astype(int) - empty).max(axis=2) > 25 for each in (*moving, lying.pixels)]
    assert all(0.01 < each.mean() < 0.2 for each in differs)
    assert not (differs[0] & differs[1] & differs[2]).any() or differs[0].sum() != differs[1].sum()


def test_top_faces_are_seen_at_the_networks_scale_and_the_mat_a_little_smaller() -> None:
    """Two points 100 mm apart at the height of the dice are 200 px apart; the tray's middle is the picture's."""
    matrix = straight_down()

    def seen(x_mm: float, y_mm: float, z_mm: float) -> npt.NDArray[np.float64]:
        x, y, depth = matrix @ (x_mm, y_mm, z_mm, 1)
        assert depth > 0
        return np.array([x / depth, y / depth])

    assert np.hypot(*(seen(150, 60, 16) - seen(50, 60, 16))) == pytest.approx(200)
    assert np.hypot(*(seen(150, 60, 0) - seen(50, 60, 0))) < 200
    assert seen(TRAY.width_mm / 2, TRAY.height_mm / 2, 0) == pytest.approx([267.5, 207.5])


def test_pictures_are_those_of_their_seed_and_show_their_dice() -> None:
    one, two = tray_pictures(3, 2, 1)
    (again, _), (other, _) = tray_pictures(3, 2, 1), tray_pictures(3, 2, 2)
    assert np.array_equal(one.pixels, again.pixels)
    assert not np.array_equal(one.pixels, two.pixels)
    assert not np.array_equal(one.pixels, other.pixels)
    assert one.pixels.shape == (SHOWN.height_mm * PX_PER_MM, SHOWN.width_mm * PX_PER_MM, 3)
    assert one.padded.shape == (416, 544, 3)
    assert len(one.values) == 3
    assert one.crops is not None
    assert one.crops.shape == (3, 64, 64, 3)
    (empty,) = tray_pictures(0, 1, 1)
    assert one.surroundings is not None
    assert one.surroundings.shape == (3, 80, 80, 3)
    assert (empty.values, empty.crops, empty.surroundings) == ((), None, None)
    # A felt with a die in it varies more than a felt alone.
    assert one.crops.std() > 2 * empty.pixels.std()


@pytest.mark.slow
def test_every_way_is_measured_on_every_number_of_dice(tmp_path: Path) -> None:
    threads = cv2.getNumThreads()
    asked = ["bench", "dice", "--frames", "1", "--rolls", "1", "--json", "--quota", "90"]
    asked += ["--model", str(write_model(tmp_path / "model"))]
    result = CliRunner().invoke(cli, asked, prog_name="companion")
    assert result.exit_code == 0, result.output
    report, slow = msgspec.json.decode(result.stdout, type=list[DiceReport])
    assert (report.clock, slow.clock) == ("processor", "wall")
    assert [each.rolls.dice for each in (report, slow) if each.rolls is not None] == [9, 9]
    assert [stretch.dice for stretch in report.stretches] == list(COUNTS)
    for stretch in report.stretches:
        assert [each.way for each in stretch.took] == [
            "the networks alone",
            "a reading of ours",
            "blobs and clusters, as taught",
        ]
        assert stretch.took[0].ratio == 1
        assert all(0 <= each.right <= stretch.dice and each.figures.count == 1 for each in stretch.took)
    assert cv2.getNumThreads() == threads


def test_without_a_model_nothing_is_measured(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["bench", "dice", "--model", str(tmp_path)])
    assert isinstance(result.exception, NoModel)
    assert str(result.exception) == (
        f"The dice model is not there: {tmp_path}/detector.onnx is missing. Install the companion again, or name a "
        "folder with a model."
    )
