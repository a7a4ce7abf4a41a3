"""What the engine's bench counts and reports; how long anything takes is not judged here."""

from __future__ import annotations

import builtins
import itertools
import math
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.bench.engine import Chess, Report, measure, timed_game, title_of
from companion.bench.figures import Figures, figures
from companion.errors import CompanionError
from companion.games.deal import DEALT, OWN
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.game import SealedBid


class Metronome:
    """A rival whose every move takes 2 µs."""

    name = "metronome 1"

    def __init__(self) -> None:
        self.moves = 0

    def move(self) -> int:
        self.moves += 1
        return 2000


def ticks(step_ns: int) -> Iterator[int]:
    return itertools.count(0, step_ns)


def report_of(*tables: dict[str, Any], seed: int = 1) -> tuple[Report, Metronome, list[None]]:
    """A report by a clock that moves 3 µs whenever it is read, its rival, and the calls of `progress`."""
    rival, clock, done = Metronome(), ticks(3000), list[None]()
    report = measure(SEALED_BID, tables, seed, rival, lambda: next(clock), lambda: done.append(None))
    return report, rival, done


# --- figures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("took_ns", "expected"),
    [
        ([7000], Figures(1, 7.0, 7.0, 7.0, 7.0)),
        ([3000, 1000], Figures(2, 2.0, 2.0, 3.0, 3.0)),
        ([1000, 9000, 2000], Figures(3, 2.0, 4.0, 9.0, 9.0)),
        ([n * 1000 for n in range(100, 0, -1)], Figures(100, 50.5, 50.5, 95.0, 99.0)),
        ([n * 1000 for n in range(1, 201)], Figures(200, 100.5, 100.5, 190.0, 198.0)),
    ],
)
def test_figures_are_microseconds_and_percentiles_are_of_the_samples(took_ns: list[int], expected: Figures) -> None:
    assert figures(took_ns) == expected


# --- one game ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [DEALT, OWN])
def test_a_game_is_timed_to_its_end_and_only_the_rules_are_timed(cards: str) -> None:
    clock = ticks(500)
    acts = list(timed_game(SEALED_BID, {"cards": cards}, 1, lambda: next(clock)))
    assert {took_ns for _, took_ns in acts} == {500}
    assert next(clock) == 2 * len(acts) * 500
    assert {"TakePrize", "PassToken", "SealBid"} <= {type(act).__name__ for act, _ in acts}


def test_with_own_cards_the_rules_stand_at_what_everybody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    sound = SealedBid.legal_actions
    clock = ticks(1)
    in_time = [False]

    def now() -> int:
        in_time[0] = not in_time[0]
        return next(clock)

    def legal_actions(game: Any, state: Any, seat: int | None = None) -> Any:
        if in_time[0]:
            seen.append(state.is_dealt)
        return sound(game, state, seat)

    monkeypatch.setattr(SealedBid, "legal_actions", legal_actions)
    assert len(list(timed_game(SEALED_BID, {"cards": "own"}, 2, now))) == len(seen)
    assert set(seen) == {False}
    seen.clear()
    assert len(list(timed_game(SEALED_BID, {"cards": "virtual"}, 2, now))) == len(seen)
    assert seen[-1]


def test_a_game_without_an_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bench.engine.MOST_ACTS", 30)
    assert len(list(timed_game(SEALED_BID, {"cards": "virtual"}, 1, ticks(1).__next__))) == 30


# --- the report -------------------------------------------------------------------------------------------------------


def test_each_table_is_played_with_virtual_and_with_own_cards() -> None:
    report, rival, done = report_of({"players": 4}, {"players": 4})
    assert [(table.title, table.cards, table.games) for table in report.tables] == [
        ("Sealed Bid, 4 players", "virtual", 2),
        ("Sealed Bid, 4 players", "own", 2),
    ]
    assert len(done) == 4
    assert (report.game, report.seed, report.rival) == ("sealed_bid", 1, "metronome 1")
    assert report.machine.startswith("Python 3.")
    assert rival.moves == report.moves.count == report.acts.count > 100


def test_kinds_add_up_to_their_table_and_tables_to_all() -> None:
    report, *_ = report_of({"players": 4})
    for table in report.tables:
        assert table.acts.count == sum(each.count for each in table.kinds.values())
    assert report.acts.count == sum(table.acts.count for table in report.tables)
    assert report.acts == Figures(report.acts.count, 3.0, 3.0, 3.0, 3.0)
    assert report.moves == Figures(report.acts.count, 2.0, 2.0, 2.0, 2.0)
    assert report.ratio == 1.5


def test_the_kinds_that_took_longest_are_in_front() -> None:
    report, *_ = report_of({"players": 4})
    for table in report.tables:
        counts = [each.count for each in table.kinds.values()]
        assert counts == sorted(counts, reverse=True)
        assert len(set(counts)) > 3


def test_a_rival_that_takes_no_time_makes_no_error() -> None:
    rival, clock = Metronome(), ticks(1)
    rival.move = lambda: 0  # type: ignore[method-assign]
    assert math.isinf(measure(SEALED_BID, [{}], 1, rival, lambda: next(clock)).ratio)


def test_the_same_seed_times_the_same_acts_and_another_seed_others() -> None:
    first, again, other = (report_of({}, seed=seed)[0] for seed in (3, 3, 4))
    assert first == again
    assert first.acts.count != other.acts.count


def test_the_report_is_json_and_back() -> None:
    report, *_ = report_of({})
    assert msgspec.json.decode(msgspec.json.encode(report), type=Report) == report


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({}, "Sealed Bid"),
        ({"players": 4, "order": "turn"}, "Sealed Bid, 4 players"),
        ({"mode": "head_to_head", "players": 2}, "head to head, 2 players"),
        ({"mode": "teams"}, "teams"),
    ],
)
def test_tables_are_named_by_mode_and_players(options: dict[str, Any], title: str) -> None:
    assert title_of(SEALED_BID, options) == title


# --- python-chess -----------------------------------------------------------------------------------------------------


def test_a_move_of_chess_is_timed_without_the_choice_of_it() -> None:
    clock = ticks(100)
    rival = Chess(1, lambda: next(clock))
    assert [rival.move() for _ in range(50)] == [200] * 50
    assert rival.name.startswith("python-chess 1.")


def test_a_new_game_of_chess_begins_where_one_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bench.engine.MOST_MOVES", 10)
    clock = ticks(1)
    rival = Chess(1, lambda: next(clock))
    for _ in range(25):
        rival.move()
    assert rival._board.ply() == 5


def test_without_chess_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = builtins.__import__

    def without_chess(name: str, *rest: Any) -> Any:
        if name == "chess":
            raise ModuleNotFoundError("No module named 'chess'", name="chess")
        return sound(name, *rest)

    monkeypatch.delitem(sys.modules, "chess", raising=False)
    monkeypatch.setattr(builtins, "__import__", without_chess)
    with pytest.raises(CompanionError) as caught:
        Chess(1)
    assert str(caught.value) == (
        "The rules are measured beside python-chess, which is not installed. "
        "Install it with: .venv/bin/python -m pip install 'chess>=1.11'"
    )
