"""Lots and spells: as often as planned, the same for the same seed, nothing where nothing is planned."""

from __future__ import annotations

from companion.table.fault_plans import WELL, FrameRates, LineRates, Lot, PageRates, Spells


def test_nothing_is_drawn_where_nothing_is_planned() -> None:
    lot = Lot(1)
    assert {lot.line(LineRates()) for _ in range(1000)} == {WELL}
    assert {lot.frame(FrameRates()) for _ in range(1000)} == {WELL}
    assert {lot.request(PageRates()) for _ in range(1000)} == {WELL}
    assert not any(lot.is_cut(PageRates()) for _ in range(1000))


def test_the_same_seed_draws_the_same() -> None:
    rates = LineRates(0.1, 0.1, 0.1, 0.1, 0.1)
    one, same, other = Lot(1), Lot(1), Lot(2)
    drawn = [one.line(rates) for _ in range(200)]
    assert drawn == [same.line(rates) for _ in range(200)]
    assert drawn != [other.line(rates) for _ in range(200)]


def test_as_many_as_planned() -> None:
    lot = Lot(1)
    fates = [lot.line(LineRates(lost=0.1)) for _ in range(10_000)]
    # Four standard deviations of a binomial distribution: 4 * sqrt(10000 * 0.1 * 0.9).
    assert abs(sum(fate.is_lost for fate in fates) - 1000) < 120


def test_spells_come_as_often_as_planned_and_last_as_long() -> None:
    spells, begun, on = Spells(1), 0, 0
    for tick in range(100_000):
        begun += spells.begins(tick / 10, every_s=40.0, for_s=10.0)
        on += spells.is_on(tick / 10)
    # One in 50 s, over 10 000 s; its gaps vary by as much as they last: 4 * 40 * sqrt(200) / 50.
    assert abs(begun - 200) < 46
    assert abs(on / begun - 100) < 2


def test_there_is_no_spell_where_none_is_planned_any_more() -> None:
    spells = Spells(1)
    assert not spells.begins(0.0, every_s=0.001, for_s=100.0)
    assert spells.begins(1.0, every_s=0.001, for_s=100.0)
    assert spells.is_on(1.0)
    assert not spells.begins(2.0, every_s=0.0)
    assert not spells.is_on(2.0)
