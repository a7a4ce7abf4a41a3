"""What the referee's bench counts and reports; how long anything takes is not judged here."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.bench.referee import (
    RefereeReport,
    measure_referee,
    seen_in_a_row,
    spoiled,
    timed_search,
)
from companion.games.core import State
from companion.referee.explain import MOST_ACTS, explain
from companion.referee.watcher import STATES_A_SLICE
from tests.companion.referee.positions import positions, table_of, until
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Draw, PassToken, Reveal, TakePrize, TurnUpPrize

AnyState = State[Any, Any]


def ticks(step_ns: int) -> Iterator[int]:
    return itertools.count(0, step_ns)


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bench.referee.MOST_OF_A_GAME", 4)


def report_of(*tables: dict[str, Any], seed: int = 1) -> tuple[RefereeReport, list[None]]:
    """A report by a clock that moves 3 µs whenever it is read, and the calls of `progress`."""
    clock, done = ticks(3000), list[None]()
    return measure_referee(SEALED_BID, tables, seed, lambda: next(clock), lambda: done.append(None)), done


# --- one table --------------------------------------------------------------------------------------------------------


def test_a_search_is_timed_slice_by_slice_and_its_answer_is_that_of_one_go() -> None:
    state = after = until(TurnUpPrize)
    for _ in range(3):
        after = SEALED_BID.apply_action(after, SEALED_BID.legal_actions(after)[0])
    clock = ticks(500)
    found, slices = timed_search(SEALED_BID, state, table_of(after), lambda: next(clock))
    assert found == explain(SEALED_BID, state, table_of(after))
    assert set(slices) == {500}


def test_a_search_of_more_states_than_a_slice_has_takes_more_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    state = until(Reveal)
    after = SEALED_BID.apply_action(state, SEALED_BID.legal_actions(state)[-1])
    after = SEALED_BID.apply_action(after, SEALED_BID.legal_actions(after)[0])
    few, many = (timed_search(SEALED_BID, state, table_of(after), ticks(1).__next__)[1] for _ in range(2))
    assert few == many
    monkeypatch.setattr("companion.bench.referee.STATES_A_SLICE", 1)
    assert len(timed_search(SEALED_BID, state, table_of(after), ticks(1).__next__)[1]) > len(few)
    assert STATES_A_SLICE > 1


@pytest.mark.parametrize(
    ("acts", "count"),
    [
        ([Draw(0)], 0),
        ([TakePrize(0), PassToken(1), Draw(0), TakePrize(1)], 2),
        ([TakePrize(0)] * 7, MOST_ACTS),
        ([], 0),
    ],
)
def test_acts_are_seen_in_a_row_until_one_is_told(acts: list[Any], count: int) -> None:
    assert seen_in_a_row(acts) == count


def test_a_spoiled_table_has_one_face_up_piece_more() -> None:
    rng = random.Random(1)
    for state in positions(2)[::20]:
        right = {zone.zone: zone for zone in table_of(state).zones}
        differing = [zone for zone in spoiled(SEALED_BID, state, rng).zones if zone != right[zone.zone]]
        assert [len(zone.kinds) - len(right[zone.zone].kinds) for zone in differing] == [1]


# --- the report -------------------------------------------------------------------------------------------------------


def test_tables_are_counted_by_acts_and_each_game_is_told_of() -> None:
    report, done = report_of({"players": 2}, {"players": 2, "order": "turn"})
    assert (report.game, report.seed, report.games) == ("sealed_bid", 1, 2) == ("sealed_bid", 1, len(done))
    assert report.machine.startswith("Python 3.")
    assert list(report.acts) == sorted(report.acts)
    assert set(report.acts) <= {1, 2, 3, 4}
    assert report.acts[1].count == 2 * 4
    counts = [each.count for each in report.acts.values()]
    assert counts == sorted(counts, reverse=True)
    assert report.wrong is not None
    assert report.wrong.count <= 2 * 4
    assert report.tables == sum(counts) + report.wrong.count
    assert report.slices.count >= report.tables
    assert report.engine.count > 70


def test_times_are_the_clocks() -> None:
    report, _ = report_of({"players": 2})
    assert (report.longest_slice, report.slices.median, report.engine.median) == (3.0, 3.0, 3.0)
    assert report.acts[1].median >= 3.0


@pytest.mark.slow
def test_the_same_seed_explains_the_same_tables_and_another_seed_others() -> None:
    first, again, other = (report_of({"players": 2}, seed=seed)[0] for seed in (3, 3, 4))
    assert first == again
    assert first.engine.count != other.engine.count


def test_the_report_is_json_and_back() -> None:
    report, _ = report_of({"players": 2})
    assert msgspec.json.decode(msgspec.json.encode(report), type=RefereeReport) == report
