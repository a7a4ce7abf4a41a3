"""Shares and their intervals, held against published ones."""

from __future__ import annotations

import pytest

from companion.playsets.shares import level_of, share


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # R. G. Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_of_nothing_nothing_is_known() -> None:
    found = share(0, 0)
    assert (found.low, found.high, found.text.text) == (0.0, 1.0, "–")
    assert not found.excludes(0.5)


def test_more_shares_together_have_wider_intervals() -> None:
    assert level_of(1) == pytest.approx(0.95)
    assert level_of(10) == pytest.approx(0.995)
    alone, together = share(60, 100), share(60, 100, level_of(20))
    assert alone.excludes(0.5)
    assert not together.excludes(0.5)
    assert share(600, 1000).text.text == "60.0 % (56.9–63.0)"
    assert share(0, 300).at_most.text == "1.3 %"
