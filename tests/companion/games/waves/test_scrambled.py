"""How well tables of Waves are understood: many of every mode, led to by legal acts, or made wrong by mishaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.bench.engine import title_of
from companion.referee.comparison import look_of
from companion.table.expected import Anything
from tests.companion.games.waves.at_the_table import GROUND, SCRAMBLED, WAVES, table_of
from tests.companion.referee.mishaps import MISHAPS, pieces_of
from tests.companion.referee.scramble import hold_legal, hold_wrong
from tests.companion.referee.test_reset_moves import check_ways
from tests.many import many

FEW, FEW_WRONG, MANY = 4, 10, many(100)
"""Tables of each mode: legal ones and wrong ones where few must do, and 800 of each kind in all."""
MOST_ASKED = 0.03
"""Share of tables at which a question is asked."""
QUICK = ("all vs all, 4 players",)
TITLES = [title_of(WAVES, mode) for mode in SCRAMBLED.modes]

some_modes = pytest.mark.parametrize(
    "mode",
    [pytest.param(mode, marks=() if title in QUICK else pytest.mark.slow) for mode, title in enumerate(TITLES)],
    ids=TITLES,
)


@some_modes
def test_some_tables_are_understood(mode: int) -> None:
    figures = SCRAMBLED.figures(SCRAMBLED.judge_legal, SCRAMBLED.cases(mode, FEW, seen=True))
    hold_legal(figures)
    assert figures.share("right") > 0.7


@some_modes
def test_some_wrong_tables_are_named_and_mended(mode: int) -> None:
    # With other seeds it takes up to ten times as long: of some positions every act four deep is a matter of seconds.
    figures = SCRAMBLED.figures(SCRAMBLED.judge_wrong, SCRAMBLED.cases(mode, FEW_WRONG, seed=3))
    hold_wrong(figures)
    assert figures.share("named and mended") > 0.7


@some_modes
def test_perfect_eyes_see_what_the_rules_expect(mode: int) -> None:
    for state in SCRAMBLED.game_of(mode, 3)[::40]:
        ruled = {name for name, content in look_of(WAVES, state).items() if not isinstance(content, Anything)}
        seen = {zone.zone: replace(zone, markers=()) for zone in SCRAMBLED.eyes(state).zones if zone.zone in ruled}
        assert seen == {zone.zone: zone for zone in table_of(state).zones if zone.zone in ruled}


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_many_tables_of_every_mode_are_understood() -> None:
    modes = range(len(SCRAMBLED.modes))
    tables = (case for mode in modes for case in SCRAMBLED.cases(mode, MANY, seed=100, seen=True))
    hold_legal(SCRAMBLED.figures(SCRAMBLED.judge_legal, tables), MOST_ASKED)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("mode", range(len(TITLES)), ids=TITLES)
def test_many_wrong_tables_are_named_and_mended(mode: int) -> None:
    hold_wrong(SCRAMBLED.figures(SCRAMBLED.judge_wrong, SCRAMBLED.cases(mode, MANY, seed=100)))


@pytest.mark.slow
def test_every_phase_that_can_be_met_is_met() -> None:
    met = {
        SCRAMBLED.start_of(case).table.phase.value
        for mode in (0, 1, 4)
        for case in SCRAMBLED.cases(mode, 400, seen=True)
    }
    assert met >= {"token", "council", "shells", "play", "reveal", "wave_1", "next_round"}


@pytest.mark.parametrize("mishap", [*MISHAPS, *GROUND.more], ids=lambda mishap: mishap.__name__)
def test_each_mishap_befalls_some_table_and_changes_it(mishap: Callable[..., str]) -> None:
    changed = 0
    for case in SCRAMBLED.cases(0, 60):
        looks = {zone.zone: zone for zone in table_of(SCRAMBLED.start_of(case)).zones}
        before = {name: pieces_of(look) for name, look in looks.items()}
        if told := mishap(GROUND, looks, case.rng()):
            changed += {name: pieces_of(look) for name, look in looks.items()} != before
            assert told.strip() == told
    assert changed > 5


@pytest.mark.parametrize(
    ("cards", "options"),
    [
        ("own", {"mode": "all_vs_all", "players": 4, "tablets": "row1"}),
        *(
            pytest.param(cards, options, marks=pytest.mark.slow)
            for cards in ("own", "virtual")
            for options in (
                {"mode": "all_vs_all", "players": 3},
                {"mode": "all_vs_all", "players": 4, "tablets": "row1"},
                {"mode": "all_vs_all", "players": 6, "tablets": "row2"},
                {"mode": "teams", "players": 4, "tablets": "row2"},
                {"mode": "teams", "players": 5},
                {"mode": "teams", "players": 6},
                {"mode": "head_to_head", "players": 2, "tablets": "row1"},
            )
            if (cards, options["players"], options["mode"]) != ("own", 4, "all_vs_all")
        ),
    ],
    ids=lambda each: each if isinstance(each, str) else f"{each['mode']}-{each['players']}",
)
def test_the_moves_lead_from_any_position_of_a_game_to_any_other(cards: str, options: dict[str, Any]) -> None:
    check_ways(WAVES, 60, cards=cards, **options)
