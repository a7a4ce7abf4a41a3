"""Scores, intervals and thresholds against figures worked out by hand; labels and errors in words."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.dice.drawn import cloth, coded, table, write_model
from vision.dice.confidence import Opinion, opinion, presence
from vision.dice.model import Figures, load_model
from vision.dice.network import CLASSES, NOTHING
from vision.dice.records import Box, Candidate, DiceReading, Die, State, Verdict
from vision.training.calibrate import LEAST_READ, MOST_READ, Case, calibrated, fitted, reading_threshold, weighed
from vision.training.evaluate import measure, measure_side_by_side, px_per_mm_of, summed_up, told
from vision.training.figures import TrainingError, write_figures
from vision.training.labels import SQUARE_AT_ANY_ANGLE, LabelledDie, load_pixels, read_labels
from vision.training.metrics import JudgedDie, Score, matches, overlap, reliability, risk_coverage, score, wilson

pytestmark = pytest.mark.slow

HERE: Box = (100, 100, 140, 140)
THERE: Box = (300, 100, 340, 140)


def die(value: int, box: Box = HERE, confidence: float = 0.99, state: State = "read") -> Die:
    return Die(value if state == "read" else None, "white", box, confidence, state, value)


def reading(*dice: Die, verdict: Verdict = "read") -> DiceReading:
    return DiceReading(verdict, dice, 32.0, 1.0, "")


def scored(*outcomes: tuple[bool, float]) -> list[Score]:
    dice = [JudgedDie(confidence, right, True) for right, confidence in outcomes]
    return [Score("a", "b", "asked", one.is_right, one.confidence, (one,), 1) for one in dice]


LABELLED = (LabelledDie(3, HERE), LabelledDie(5, THERE))


@pytest.mark.parametrize(
    ("seen", "outcome"),
    [
        ((die(3), die(5, THERE)), "right"),
        ((die(3), die(6, THERE)), "wrong"),
        ((die(3),), "wrong"),
        ((die(3), die(5, THERE), die(1, (500, 500, 540, 540))), "wrong"),
        ((die(5), die(3, THERE)), "wrong"),  # the same values in each other's place
        ((), "wrong"),
    ],
)
def test_read_is_right_only_where_every_die_is(seen: tuple[Die, ...], outcome: str) -> None:
    assert score("a", "b", reading(*seen), LABELLED).outcome == outcome


@pytest.mark.parametrize("verdict", ["doubtful", "failed"])
def test_what_is_not_read_is_never_silent(verdict: Verdict) -> None:
    unsure = die(6, THERE, 0.4, "doubtful")
    told_of = score("a", "b", reading(die(3), unsure, verdict=verdict), LABELLED)
    assert (told_of.outcome, told_of.would_be_right, told_of.confidence) == ("asked", False, 0.4)


def test_labels_without_boxes_are_a_bag_of_values() -> None:
    bag = (LabelledDie(5, None), LabelledDie(3, None))
    assert score("a", "b", reading(die(3), die(5, THERE)), bag).outcome == "right"
    assert score("a", "b", reading(die(3), die(3, THERE)), bag).outcome == "wrong"


def test_boxes_match_by_overlap_or_within_half_a_face_and_once_the_surest_first() -> None:
    assert overlap((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert matches([(119, 100, 159, 140)], [HERE], [0.9]) == {0: 0}  # 19 px of 40: under half
    assert matches([(121, 100, 161, 140)], [HERE], [0.9]) == {}
    assert matches([(102, 100, 142, 140), HERE], [HERE], [0.9, 0.9]) == {1: 0}
    assert matches([(112, 100, 152, 140), HERE], [HERE], [0.9, 0.1]) == {0: 0}


def test_known_faults_of_published_labels_are_put_right(tmp_path: Path) -> None:
    wrong, other = [320, 372, 345, 400], [10, 10, 60, 60]
    dice = [{"value": 5, "box": wrong}, {"value": 5, "box": other}]
    entries = {
        "nell_IMG_20191209_095439.jpg": {"source": "nell", "dice": dice},
        "nell_IMG_20191208_112342.jpg": {"source": "nell", "dice": dice},
    }
    (photograph,) = read_labels(folder_with(tmp_path, entries))
    assert photograph.file.name == "nell_IMG_20191209_095439.jpg"
    assert [die.value for die in photograph.dice] == [4, 5]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_wilson_is_the_published_interval(count: int, of: int, low: float, high: float) -> None:
    interval = wilson(count, of)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=2e-4)


def test_ten_bins_tell_how_far_confidence_is_off() -> None:
    dice = [JudgedDie(0.95, number < 8, True) for number in range(10)] + [JudgedDie(0.25, False, False)] * 10
    bins, error = reliability(dice)
    assert [(one.low, one.dice, one.right) for one in bins] == [(0.2, 10, 0.0), (0.9, 10, 0.8)]
    assert error == pytest.approx((10 * 0.25 + 10 * 0.15) / 20)


def test_risk_grows_as_less_sure_photographs_are_covered() -> None:
    points = risk_coverage(scored((True, 0.9), (False, 0.5), (True, 0.8), (True, 0.5)))
    assert [(one.confidence, one.coverage, one.risk) for one in points] == [
        (0.9, 0.25, 0),
        (0.8, 0.5, 0),
        (0.5, 1, 0.25),
    ]


def test_the_report_says_shares_with_their_intervals() -> None:
    scores = [score("x.jpg", "b", reading(die(3), die(6, THERE)), LABELLED), score("y", "b", reading(), ())]
    text = told(summed_up(scores, "folder", "boxes", Figures("2026-01-01", "none")))
    assert "2 photographs of folder, scale by boxes" in text
    assert "silently wrong: x.jpg" in text
    assert [line.split()[1:4] for line in text.splitlines() if "recall" in line] == [["recall", "1", "of"]]


def test_a_thousandth_of_what_is_read_may_be_wrong_beside_two_labels_in_a_thousand() -> None:
    right = [(True, 0.99)] * 996
    assert reading_threshold(scored(*right, (False, 0.97), (False, 0.96), (False, 0.95), (True, 0.94))) == 0.96
    assert reading_threshold(scored(*right, (True, 0.97), (True, 0.96), (True, 0.95), (True, 0.94))) == 0.94
    assert reading_threshold(scored((True, 0.999), (True, 0.2))) == LEAST_READ
    assert reading_threshold(scored((False, 1.0))) == MOST_READ


def test_one_wrong_label_in_five_hundred_moves_no_threshold() -> None:
    dice = [*[(True, 0.95)] * 498, (False, 0.999), (False, 0.92)]
    assert reading_threshold(scored(*dice)) == 0.95
    assert reading_threshold(scored(*dice[1:])) == MOST_READ


def test_slope_and_offset_are_found_again() -> None:
    rng = np.random.default_rng(2)
    raw = rng.uniform(0.05, 0.95, 40_000)
    odds = np.exp(2.0 * np.log(raw / (1 - raw)) - 1.0)
    found = fitted(raw, rng.random(40_000) < odds / (1 + odds))
    assert found.slope == pytest.approx(2, abs=0.1)
    assert found.offset == pytest.approx(-1, abs=0.1)


def test_what_each_network_s_word_counts_for_is_found_again() -> None:
    rng = np.random.default_rng(6)
    chances = rng.uniform(0.05, 0.95, (20_000, 2))
    odds = chances / (1 - chances)
    both = 3.0 * odds[:, 0] ** 1.5 * odds[:, 1] ** 0.5
    readable = rng.random(20_000) < both / (1 + both)
    case = seen_die(0.9, 0)
    found = weighed(
        [
            (Opinion(one, 0.0, 1 - other, 0.0, case.seen.values), replace(case, value=3 if each else None))
            for (one, other), each in zip(chances.tolist(), readable.tolist(), strict=True)
        ]
    )
    assert found.detector == pytest.approx(1.5, abs=0.1)
    assert found.classifier == pytest.approx(0.5, abs=0.1)
    assert found.offset == pytest.approx(math.log(3), abs=0.1)


def test_a_constant_confidence_is_not_calibrated() -> None:
    rng = np.random.default_rng(3)
    sure = rng.beta(4, 1, 4000)
    right = rng.random(4000) < sure
    honest = scored(*zip(right.tolist(), sure.tolist(), strict=True))
    constant = scored(*((each, 0.99) for each in right.tolist()))
    assert reliability([die for each in honest for die in each.dice])[1] <= 0.02
    assert reliability([die for each in constant for die in each.dice])[1] > 0.02


def test_networks_that_are_too_sure_are_cooled_down() -> None:
    rng = np.random.default_rng(5)
    cases = []
    for number in range(300):
        value, says = int(rng.integers(6)), int(rng.integers(6))
        seen = value if number % 10 < 7 else says  # right about three times in four, and always sure
        values = np.full(6, 1e-4)
        values[seen] = 1 - 5e-4
        logits = np.zeros(CLASSES, np.float32)
        logits[seen] = 10
        candidate = Candidate(50, 50, 40, 40, 0.9, tuple(values.tolist()), 0.01)
        cases.append(Case(candidate, logits, value + 1, 32.0, f"{number}.jpg"))
    figures = calibrated(cases, Figures("2026-01-01", "none"))
    assert figures.temperatures.value > 2
    assert figures.temperatures.classifier > 2
    assert figures.box_faces == 1.25


def seen_die(objectness: float, photograph: int, nothing: float = 0.0) -> Case:
    """A 3 that the detector sees so strongly, and the classifier takes for that value or for `nothing`, in logits."""
    values = (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    logits = np.eye(CLASSES, dtype=np.float32)[2] * 12
    logits[NOTHING] = nothing
    return Case(Candidate(50, 50, 40, 40, objectness, values, 0.01), logits, 3, 32.0, f"{photograph}.jpg")


def ground(photographs: int, keys: int) -> list[Case]:
    """What is no die on as many photographs, each after the other; `keys` of them resemble one."""
    like = [replace(seen_die(0.3, number, nothing=13.0), value=None) for number in range(keys)]
    return like + [replace(seen_die(0.1, number, nothing=20.0), value=None) for number in range(keys, photographs)]


def calibrated_with(dice: list[Case], photographs: int, keys: int = 10) -> tuple[Figures, list[float]]:
    """The figures by these dice and as much ground, and how present each of the dice is."""
    cases = sorted([*dice, *ground(photographs, keys)], key=lambda case: case.photograph)
    figures = calibrated(cases, Figures("2026-01-01", "none"))
    return figures, [presence(opinion(case.seen, case.logits, figures), figures) for case in dice]


def test_a_die_may_be_missed_in_silence_on_one_photograph_in_five_hundred() -> None:
    lone = [seen_die(0.9, number) for number in range(997)]
    weak = [seen_die(0.3, 997 + number, nothing=nothing) for number, nothing in enumerate((18.0, 16.0, 14.0))]
    figures, present = calibrated_with([*weak, *lone], 300)
    assert [each < figures.thresholds.near for each in present[:3]] == [True, True, False]


def test_a_die_that_is_missed_beside_one_that_is_asked_about_is_not_missed_in_silence() -> None:
    lone = [seen_die(0.9, number) for number in range(100)]
    weak = [seen_die(0.3, number, nothing=18.0) for number in (100, 101)]
    clear = [seen_die(0.9, number) for number in (100, 101)]
    asked = [replace(each, seen=replace(each.seen, unreadable=0.9999)) for each in clear]
    figures, present = calibrated_with([*weak, seen_die(0.3, 102, nothing=14.0), *asked, *lone], 100)
    assert [each < figures.thresholds.near for each in present[:3]] == [True, True, False]


def test_where_dice_and_what_is_none_lie_apart_the_threshold_lies_amid_them() -> None:
    lone = [seen_die(0.9, number) for number in range(300)]
    figures, (weak, *_) = calibrated_with([seen_die(0.3, 300, nothing=14.0), *lone], 300, keys=0)
    # No ground has more than the least that a threshold may be.
    odds = [each / (1 - each) for each in (0.02, weak)]
    middle = math.sqrt(odds[0] * odds[1])
    assert figures.thresholds.near == pytest.approx(middle / (1 + middle), abs=1e-3)


def test_where_every_die_is_surer_than_even_the_threshold_lies_amid_even_odds_and_what_is_none() -> None:
    figures, present = calibrated_with([seen_die(0.9, number) for number in range(300)], 300, keys=0)
    assert min(present) > 0.5
    # Neither ground below the least that a threshold may be nor dice above even odds draw it on: 0.02 and 0.5.
    middle = math.sqrt(0.02 / 0.98)
    assert figures.thresholds.near == pytest.approx(middle / (1 + middle), abs=1e-3)


def test_witnesses_that_are_nearly_always_right_are_weighed_all_the_same() -> None:
    """Whole steps of Newton's lead beyond all numbers here."""
    figures, present = calibrated_with([seen_die(0.9, number) for number in range(400)], 300, keys=0)
    assert 0 < figures.witnesses.detector < 10
    assert 0 < figures.witnesses.classifier < 10
    assert min(present) > 0.95


def test_too_few_dice_are_not_calibrated_with() -> None:
    with pytest.raises(TrainingError, match=r"Only 0 labelled dice were found.*Train longer"):
        calibrated([], Figures("2026-01-01", "none"))


def folder_with(tmp_path: Path, entries: object) -> Path:
    (tmp_path / "labels.json").write_text(json.dumps(entries))
    return tmp_path


def test_a_known_source_gives_the_top_face_of_its_boxes(tmp_path: Path) -> None:
    entry = {"source": "nell", "width": 9, "height": 9, "dice": [{"value": 2, "box": [10, 10, 60, 60]}]}
    (photograph,) = read_labels(folder_with(tmp_path, {"a.jpg": entry}))
    assert photograph.dice == (LabelledDie(2, (15, 15, 55, 55)),)
    assert px_per_mm_of(photograph) == pytest.approx(40 / SQUARE_AT_ANY_ANGLE / 16)


def test_what_cannot_be_measured_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"labels.json cannot be read"):
        read_labels(tmp_path)
    folder = folder_with(tmp_path, {"a.jpg": {"source": "x", "dice": [{"value": 2}]}})
    with pytest.raises(TrainingError, match=r"no photograph of nell; its sources are: x"):
        read_labels(folder, "nell")
    (photograph,) = read_labels(folder)
    with pytest.raises(TrainingError, match=r"a.jpg has no boxes.*--scale search"):
        px_per_mm_of(photograph)
    with pytest.raises(TrainingError, match=r"a.jpg is no picture"):
        load_pixels(photograph)
    (folder / "labels.json").write_text("{")
    with pytest.raises(TrainingError, match=r"cannot be used.*Mend it"):
        read_labels(folder)


def test_figures_are_written_as_they_are_read(tmp_path: Path) -> None:
    figures = Figures("2026-01-01", "none", box_faces=1.2)
    write_figures(figures, tmp_path)
    assert msgspec.toml.decode((tmp_path / "model.toml").read_bytes(), type=Figures) == figures


def test_several_processes_measure_what_one_does(tmp_path: Path) -> None:
    model = write_model(tmp_path / "model")
    entries = {}
    for number, values in enumerate(([6, 2], [4], [1, 3, 5])):
        assert cv2.imwrite(str(tmp_path / f"{number}.png"), table(values))
        entries[f"{number}.png"] = {"source": "x", "dice": [{"value": value, "box": HERE} for value in values]}
    photographs = read_labels(folder_with(tmp_path, entries))
    loaded = load_model(model)
    alone = measure(photographs, loaded, "boxes")
    assert [each for (each,) in measure_side_by_side(photographs, model, loaded.figures, "boxes", 2)] == alone
    assert [each.labelled for each in alone] == [2, 1, 3]


def test_a_photograph_is_measured_from_a_box_with_clear_dice_and_from_one_without(tmp_path: Path) -> None:
    """2 over 5 look like a 5 in a clear die: whoever has none is asked about nothing."""
    model, pixels = write_model(tmp_path / "model"), cloth(320, 280)
    coded(pixels, 5, 40, 30, body=(80, 90, 80))  # what a clear body on this cloth looks like
    assert cv2.imwrite(str(tmp_path / "glass.png"), pixels)
    half = 16 * SQUARE_AT_ANY_ANGLE  # a box around a face of 32 px
    glass = {"source": "x", "dice": [{"value": 5, "box": (162 - half, 122 - half, 162 + half, 122 + half)}]}
    photographs = read_labels(folder_with(tmp_path, {"glass.png": glass}))
    figures = load_model(model).figures
    ((asked, right),) = measure_side_by_side(photographs, model, figures, "boxes", 1, (True, False))
    assert (asked.outcome, right.outcome) == ("asked", "right")
    ((again, first),) = measure_side_by_side(photographs, model, figures, "boxes", 1, (False, True))
    assert (again, first) == (right, asked)
