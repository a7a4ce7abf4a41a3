"""From both networks' verdicts to one confidence: what agrees is read, what does not is never guessed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.dice.test_decoder import face
from vision.dice.confidence import Opinion, both, chance_of_face, confidence, judge, may_be_held, opinion, sum_up
from vision.dice.model import Calibration, Figures, Temperatures, Thresholds, Witnesses
from vision.dice.network import CLASSES, NOTHING, Floats
from vision.dice.records import UNASKED, Candidate, Die, Posture

FIGURES = Figures(made="2026-01-31", data="none", thresholds=Thresholds(candidate=0.05, near=0.2, read=0.9))
SIZE = (640, 480)


def logits(value: int, sure: float = 12.0) -> Floats:
    """A classifier's answer for one picture: a value, 7 for a die that cannot be read, 8 for none."""
    made = np.zeros(CLASSES, np.float32)
    made[value - 1] = sure
    return made


def sure_face(value: int, x_px: float = 100, side_px: float = 32) -> Candidate:
    values = tuple(0.999 if each == value else 0.0002 for each in range(1, 7))
    return replace(face(x_px, 100, 0.999, value, side_px), values=values, unreadable=0.001)


def judged(
    seen: Sequence[Candidate], said: Sequence[Floats], scale_sure: float = 1.0, face_px: float = 32
) -> list[Die]:
    return judge(seen, np.stack(said), FIGURES, face_px, scale_sure, SIZE)


def test_both_agreeing_is_read() -> None:
    (die,) = judged([sure_face(4)], [logits(4)])
    assert (die.state, die.value, die.likely) == ("read", 4, 4)
    assert die.confidence > 0.99
    assert die.box == (84, 84, 116, 116)


def test_disagreeing_is_doubtful_however_sure_each_is() -> None:
    (die,) = judged([sure_face(4)], [logits(5)])
    assert (die.state, die.value) == ("doubtful", None)
    assert die.confidence < 0.9


def test_a_die_under_the_threshold_shows_no_value() -> None:
    (die,) = judged([replace(sure_face(4), objectness=0.1)], [logits(4, 4.0)])
    assert (die.state, die.value, die.likely) == ("doubtful", None, 4)
    # The classifier's odds of a face are (e^4 + 5) / 2 to 1, the detector's 1 to 9; the value is sure to 0.99.
    odds = (math.exp(4) + 5) / 2 / 9
    assert die.confidence == pytest.approx(odds / (1 + odds) * 0.99, abs=0.01)


def test_two_witnesses_odds_are_multiplied() -> None:
    """1 to 9 and 9 to 1 are even odds; a fitted weight is a power of them, an offset a factor."""
    seen = Opinion(existence=0.1, nothing=0.05, faceless=0.1, unreadable=0.0, values=(1.0, 0, 0, 0, 0, 0))

    def chance(said: Opinion, witnesses: Witnesses) -> float:
        return chance_of_face(said, msgspec.structs.replace(FIGURES, witnesses=witnesses))

    assert chance(seen, Witnesses()) == pytest.approx(0.5)
    assert chance(seen, Witnesses(detector=2.0)) == pytest.approx(0.1)
    assert chance(seen, Witnesses(offset=math.log(3))) == pytest.approx(0.75)


def test_a_network_that_is_entirely_sure_is_believed_99_to_1() -> None:
    """Else one that is wrong would silence the other, whatever that says."""
    key = Opinion(existence=1.0, nothing=0.9, faceless=0.9, unreadable=0.0, values=(1.0, 0, 0, 0, 0, 0))
    assert chance_of_face(key, FIGURES) == pytest.approx(11 / 12)
    assert chance_of_face(replace(key, faceless=1.0), FIGURES) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("weaker", "scale_sure"),
    [
        (replace(sure_face(4), values=(0.0, 0.0, 0.3, 0.7, 0.0, 0.0)), 1.0),
        (replace(sure_face(4), unreadable=0.3), 1.0),
        (replace(sure_face(4), rival=0.5), 1.0),
        (sure_face(4), 0.5),
    ],
    ids=["value", "unreadable", "rival", "scale"],
)
def test_each_doubt_lessens_the_confidence(weaker: Candidate, scale_sure: float) -> None:
    (die,) = judged([weaker], [logits(4, 2.5)], scale_sure)
    (sure,) = judged([sure_face(4)], [logits(4, 2.5)])
    assert die.confidence < sure.confidence - 0.05
    assert die.value is None


def test_a_rival_is_as_real_as_its_tempered_objectness() -> None:
    """0.3 at a temperature of 0.25 is odds of (3/7)^4, 0.033: so much is taken from what is sure otherwise."""
    cold = msgspec.structs.replace(FIGURES, temperatures=Temperatures(objectness=0.25))
    doubted = replace(sure_face(4), rival=0.3)
    sure, less = (confidence(each, opinion(each, logits(4), cold), cold, 1.0) for each in (sure_face(4), doubted))
    assert less / sure == pytest.approx(1 - (3 / 7) ** 4 / (1 + (3 / 7) ** 4))


def test_what_hardly_resembles_a_die_is_nothing() -> None:
    # The classifier's odds of a face are e + 5 to 2; with 1 to 19 and 1 to 9 that is 0.17 and 0.30, around 0.2.
    assert judged([replace(sure_face(4), objectness=0.05)], [logits(4, 1.0)]) == []
    assert [die.state for die in judged([replace(sure_face(4), objectness=0.1)], [logits(4, 1.0)])] == ["doubtful"]
    assert judged([replace(sure_face(4), objectness=0.4)], [logits(8)]) == []


def test_a_key_that_the_detector_takes_for_a_die_is_nothing_where_the_classifier_is_sure_of_it() -> None:
    key = replace(sure_face(4), objectness=0.7)
    assert judged([key], [logits(8)]) == []
    (doubted,) = judged([key], [logits(8, 3.0)])
    assert (doubted.state, doubted.value) == ("doubtful", None)
    # Where each is entirely sure of the contrary, people decide.
    assert [die.state for die in judged([sure_face(4)], [logits(8)])] == ["doubtful"]


@pytest.mark.parametrize(
    ("objectness", "nothing", "is_there"), [(0.9, 5.0, True), (0.9, 8.0, False), (0.45, 5.0, False)]
)
def test_a_die_that_cannot_be_read_is_one_to_the_detector_and_not_nothing_to_the_classifier(
    objectness: float, nothing: float, is_there: bool
) -> None:
    said = logits(7, 4.0)
    said[NOTHING] = nothing
    dice = judged([replace(sure_face(4), objectness=objectness, unreadable=0.99)], [said])
    assert [die.state for die in dice] == (["cocked"] if is_there else [])


def test_a_die_that_the_classifier_cannot_read_is_a_die() -> None:
    (die,) = judged([sure_face(4)], [logits(7)])
    assert (die.state, die.value) == ("doubtful", None)


def test_a_die_that_cannot_be_read_leans_unless_another_is_upon_it() -> None:
    leaning = replace(sure_face(4), unreadable=0.9)
    (die,) = judged([leaning], [logits(4)])
    assert (die.state, die.value) == ("cocked", None)
    dice = judged([leaning, sure_face(2, 100 + 28)], [logits(4), logits(2)])
    assert [each.state for each in dice] == ["hidden", "read"]


@pytest.mark.parametrize("x_px", [15.0, 640 - 16.0])
@pytest.mark.parametrize("unreadable", [0.4, 0.95])
def test_a_die_at_the_edge_that_is_not_surely_read_may_be_cut(x_px: float, unreadable: float) -> None:
    (die,) = judged([replace(sure_face(4, x_px), unreadable=unreadable)], [logits(4)])
    assert (die.state, die.value) == ("outside", None)


def test_a_die_that_is_seen_whole_at_the_edge_is_read() -> None:
    (die,) = judged([sure_face(4, 15.0)], [logits(4)])
    assert (die.state, die.value) == ("read", 4)


def test_dice_under_14_px_are_too_small() -> None:
    dice = judged([sure_face(4, side_px=13)], [logits(4)], face_px=13)
    assert [die.state for die in dice] == ["small"]
    assert sum_up(dice, 13, 1, "").verdict == "failed"


def test_a_face_of_another_size_than_the_others_is_doubtful() -> None:
    seen = [sure_face(1, 100), sure_face(2, 200), sure_face(3, 300, side_px=64)]
    assert [die.state for die in judged(seen, [logits(1), logits(2), logits(3)])] == ["read", "read", "doubtful"]


def test_the_figures_of_the_model_calibrate() -> None:
    heat = Temperatures(objectness=2, value=2, unreadable=2, classifier=2)
    values = (0.9, 0.1, 0.0, 0.0, 0.0, 0.0)
    answer = np.array([math.log(9), 0, -90, -90, -90, -90, -90, -90], np.float32)
    said = opinion(
        replace(sure_face(1), objectness=0.9, values=values, unreadable=0.1), answer, Figures("", "", temperatures=heat)
    )
    # Logits of log 9 become log 3.
    assert said.existence == pytest.approx(0.75)
    assert said.unreadable == pytest.approx(0.25)
    assert said.values[:2] == pytest.approx((0.75, 0.25), abs=1e-4)
    colder = Figures("", "", calibration=Calibration(slope=0.5))
    (before,) = judge([sure_face(4)], np.stack([logits(4)]), Figures("", ""), 32, 1, SIZE)
    (after,) = judge([sure_face(4)], np.stack([logits(4)]), colder, 32, 1, SIZE)
    odds = before.confidence / (1 - before.confidence)
    assert after.confidence / (1 - after.confidence) == pytest.approx(math.sqrt(odds))


def test_another_network_is_no_opinion() -> None:
    with pytest.raises(ValueError, match="8 logits"):
        opinion(sure_face(1), np.zeros(6, np.float32), FIGURES)


def test_a_picture_is_read_where_every_die_is() -> None:
    read, doubtful = judged(
        [sure_face(5, 100), replace(sure_face(2, 200), objectness=0.1)], [logits(5), logits(2, 4.0)]
    )
    assert sum_up([read], 32, 1, "").verdict == "read"
    assert sum_up([read, doubtful], 32, 1, "").verdict == "doubtful"
    assert sum_up([read, doubtful], 32, 1, "").sentence == (
        "1 die: 5. One die cannot be read for certain: say what it shows, or turn it into the light."
    )


def test_without_dice_a_picture_is_read_only_where_it_is_fit() -> None:
    assert (sum_up([], None, 1, "").verdict, sum_up([], None, 1, "").sentence) == ("read", "No die.")
    dark = sum_up([], None, 1, "The picture is black.")
    assert (dark.verdict, dark.sentence) == ("failed", "The picture is black.")


def test_a_faulty_picture_in_which_dice_are_read_is_read() -> None:
    (read,) = judged([sure_face(5)], [logits(5)])
    assert sum_up([read], 32, 1, "The picture is out of focus.").verdict == "read"


def lying(candidate: Candidate, said: Floats, flat: float = 0.99, there: float = 0.99) -> list[Die]:
    """What is judged of one candidate, where the posture network says so of it."""
    return judge([candidate], said[np.newaxis], LYING_FIGURES, 32, 1.0, SIZE, [Posture(flat, there, 0.3)])


LYING_FIGURES = msgspec.structs.replace(FIGURES, thresholds=Thresholds(near=0.2, read=0.9, flat=0.1, there=0.9))


FAINT = replace(sure_face(4), objectness=0.1)
"""The detector takes it for a die with odds of 1 to 9."""


def test_a_die_that_hardly_lies_flat_is_cocked_and_has_no_value() -> None:
    (die,) = lying(sure_face(4), logits(4), flat=0.09)
    assert (die.state, die.value, die.likely) == ("cocked", None, 4)
    assert [die.state for die in lying(sure_face(4), logits(4), flat=0.11)] == ["read"]


def test_how_clear_a_die_is_is_known_where_the_posture_network_was_asked() -> None:
    assert [die.clear for die in lying(sure_face(4), logits(4))] == [0.3]
    assert [die.clear for die in judged([sure_face(4)], [logits(4)])] == [None]


@pytest.mark.parametrize(
    ("existence", "flat", "state"), [(0.49, 0.49, "doubtful"), (0.51, 0.2, "read"), (0.2, 0.51, "read")]
)
def test_the_classifier_alone_is_not_believed(existence: float, flat: float, state: str) -> None:
    """Where the detector rather sees no die and the posture network rather none that lies flat."""
    (die,) = lying(replace(sure_face(4), objectness=existence), logits(4), flat=flat)
    assert (die.state, die.likely) == (state, 4)
    assert die.confidence > FIGURES.thresholds.read


def test_a_third_witness_makes_up_for_one_that_hesitates() -> None:
    """Its odds are multiplied too: alone the same die is doubtful."""
    (alone,) = judged([FAINT], [logits(4, 4.0)])
    (die,) = lying(FAINT, logits(4, 4.0), flat=0.9)
    assert (alone.state, die.state) == ("doubtful", "read")
    odds = (math.exp(4) + 5) / 2 / 9 * 9
    assert die.confidence == pytest.approx(odds / (1 + odds) * 0.99, abs=0.01)
    assert [each.state for each in lying(FAINT, logits(4, 4.0), flat=0.5)] == ["doubtful"]


def test_what_the_posture_network_doubts_is_nothing_where_the_detector_sees_none_either() -> None:
    assert lying(FAINT, logits(4), there=0.89) == []
    assert len(lying(FAINT, logits(4), there=0.91)) == 1
    # Somebody is asked about what the detector takes for a die.
    assert len(lying(replace(FAINT, objectness=0.51), logits(4), there=0.01)) == 1


def test_what_may_be_a_clear_die_is_looked_at_further_though_nothing_else_speaks_for_it() -> None:
    for there, clear, yes in ((0.86, 0.16, True), (0.84, 0.16, False), (0.86, 0.14, False), (0.91, 0.0, True)):
        assert may_be_held(FAINT, Posture(0.5, there, clear), LYING_FIGURES) == yes


def test_what_both_others_doubt_is_a_die_only_as_far_as_the_posture_network_outweighs_them() -> None:
    """The detector's odds are 1 to 9, the classifier's e to the -2: 1 to 66 in all."""
    said = logits(8, 2.0 + math.log(7))
    assert lying(FAINT, said, there=0.98) == []
    (die,) = lying(FAINT, said, there=0.99)
    assert (die.state, die.value) == ("doubtful", None)
    assert judged([FAINT], [said]) == []


def test_fainter_than_one_in_a_hundred_is_a_die_only_where_the_posture_network_knows_it_for_one() -> None:
    said = logits(8, 2.0 + math.log(7))
    assert lying(replace(FAINT, objectness=0.01), said, there=0.9989) == []
    (die,) = lying(replace(FAINT, objectness=0.01), said, there=0.9991)
    assert (die.state, die.value) == ("doubtful", None)


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [(0.5, 0.3, 0.3), (0.9, 0.9, 81 / 82), (0.9, 0.1, 0.5), (0.0, 0.9, 0.0), (0.0, 1.0, 0.5)],
)
def test_odds_of_two_witnesses_are_multiplied(one: float, other: float, together: float) -> None:
    assert both(one, other) == pytest.approx(together)
    assert both(other, one) == pytest.approx(together)


CHANCES = st.floats(0, 1)
SAID = st.lists(st.floats(-12, 12, width=32), min_size=CLASSES, max_size=CLASSES)


@given(CHANCES, CHANCES, CHANCES, SAID)
def test_of_what_may_not_be_held_the_classifier_need_not_be_asked(
    objectness: float, flat: float, there: float, said: list[float]
) -> None:
    seen = replace(sure_face(4), objectness=objectness)
    dice = lying(seen, np.array(said, np.float32), flat, there)
    assert may_be_held(seen, Posture(flat, there, 0.3), LYING_FIGURES) or not dice


@given(CHANCES)
def test_what_was_not_asked_of_the_posture_network_may_always_be_held(objectness: float) -> None:
    assert may_be_held(replace(sure_face(4), objectness=objectness), UNASKED, FIGURES)
