"""The arithmetic of flatness, by samples made by hand."""

from __future__ import annotations

import pytest

from companion.soak.endurance.flatness import at_share, flatness

HUNDRED = list(map(float, range(100)))
"""A sample a second; each tenth of the time has ten of them, the last has the end as well."""


def test_what_stays_is_flat() -> None:
    found = flatness(HUNDRED, [200.0] * 100)
    assert found is not None
    assert (found.second, found.last, found.slope, found.growth) == (200.0, 200.0, 0.0, 0.0)
    assert found.is_flat


def test_what_grows_in_the_first_tenth_alone_is_flat() -> None:
    found = flatness(HUNDRED, [100.0 + 10 * min(at, 9) for at in range(100)])
    assert found is not None
    assert found.growth == 0.0
    assert found.slope == pytest.approx(0.0, abs=1e-9)


def test_a_straight_rise_is_told_by_its_slope_and_its_medians() -> None:
    # 1000 and 1 a second. Ninety-nine seconds in tenths of 9.9: the second has 10 to 19, the last 90 to 99.
    found = flatness(HUNDRED, [1000.0 + at for at in range(100)])
    assert found is not None
    assert (found.second, found.last) == (1014.5, 1094.5)
    assert found.growth == pytest.approx(80 / 1014.5)
    assert found.slope == pytest.approx(1.0)
    assert not found.is_flat


@pytest.mark.parametrize(("last", "is_flat"), [(102.0, True), (102.1, False), (50.0, True)])
def test_two_percent_more_is_flat_and_beyond_is_not(last: float, is_flat: bool) -> None:
    found = flatness(HUNDRED, [100.0] * 90 + [last] * 10)
    assert found is not None
    assert found.is_flat is is_flat


def test_one_high_sample_in_the_last_tenth_changes_nothing() -> None:
    found = flatness(HUNDRED, [100.0] * 95 + [900.0] + [100.0] * 4)
    assert found is not None
    assert found.growth == 0.0


def test_a_few_samples_cannot_be_judged() -> None:
    assert flatness(HUNDRED[:29], [1.0] * 29) is None
    assert flatness([], []) is None


def test_a_tenth_with_a_hole_cannot_be_judged() -> None:
    times = [at for at in HUNDRED if not 10 <= at < 18]
    assert flatness(times, [1.0] * len(times)) is None


def test_the_median_at_a_share_of_the_time() -> None:
    values = [float(at // 10) for at in range(100)]
    assert [at_share(HUNDRED, values, share) for share in (0.1, 0.5, 1.0)] == [0.0, 4.0, 9.0]
    assert at_share([], [], 0.5) == 0.0
    assert at_share([3.0], [7.0], 0.1) == 7.0
