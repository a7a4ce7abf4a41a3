"""How well tables are understood: hundreds of every mode, led to by legal acts, or made wrong by mishaps.

What must come of each is said by `reachable`, which tries every legal act. A failure prints the figures by mode, and
examples with the `Case` by which each comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from msgspec.structs import replace

from companion.bench.engine import title_of
from companion.games.waves.actions import Collect, Discard, PlayAgents
from companion.referee.explain import look_of
from companion.referee.mismatch import Fix
from companion.table.expected import Anything
from companion.table.seen import BACK, TableView, ZoneView
from tests.companion.referee.mishaps import MISHAPS, follow, pieces_of
from tests.companion.referee.reachable import DEEPEST, Reachable, plain
from tests.companion.referee.scramble import (
    ASKED,
    EXPLAINED,
    FAIR,
    MENDED,
    MODES,
    PART,
    WAVES,
    Case,
    Figures,
    Judged,
    cases,
    eyes,
    game_of,
    judge_legal,
    judge_wrong,
    seen_acts,
    start_of,
)
from tests.companion.referee.test_explain import positions, table_of, until
from tests.many import many

QUICK, QUICK_WRONG, MANY = 4, 10, many(100)
"""Tables of each mode: legal ones and wrong ones where few must do, and 800 of each kind in all."""
MOST_ASKED = 0.03
"""Share of tables at which a question is asked."""
LEAST_MENDED = 0.99
"""Share of wrong tables at which following the moves told ends at a table that is understood."""

each_mode = pytest.mark.parametrize("mode", range(len(MODES)), ids=[title_of(WAVES, mode) for mode in MODES])


def judged(judge: Callable[[Case], Judged], tables: Iterable[Case]) -> Figures:
    figures = Figures()
    for case in tables:
        figures.add(judge(case))
    return figures


def hold_legal(figures: Figures, most_asked: float = 1.0) -> None:
    """Legal acts are understood or asked about; the quick ones are too few to hold a share against them."""
    text = figures.text()
    assert figures.share(*ASKED) <= most_asked, text
    assert figures.all().keys() <= {*FAIR, *ASKED}, text


def hold_wrong(figures: Figures) -> None:
    """What is wrong is named and mended, what legal acts lead to is explained, and nothing is taken for acts."""
    text = figures.text()
    unexplained = 1 - figures.share(*EXPLAINED, *PART)
    assert figures.share(*MENDED) >= LEAST_MENDED * unexplained, text
    assert figures.all().keys() <= {*EXPLAINED, *MENDED, *PART}, text


# --- hundreds of tables -----------------------------------------------------------------------------------------------


def test_some_tables_of_every_mode_are_understood() -> None:
    tables = [case for mode in range(len(MODES)) for case in cases(mode, QUICK, seen=True)]
    figures = judged(judge_legal, tables)
    hold_legal(figures)
    assert figures.all().total() == QUICK * len(MODES)
    assert figures.share("right") > 0.9


def test_some_wrong_tables_of_every_mode_are_named_and_mended() -> None:
    # With other seeds it takes up to ten times as long: of some positions every act four deep is a matter of seconds.
    tables = [case for mode in range(len(MODES)) for case in cases(mode, QUICK_WRONG, seed=3)]
    figures = judged(judge_wrong, tables)
    hold_wrong(figures)
    assert figures.share("named and mended") > 0.9


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_many_tables_of_every_mode_are_understood() -> None:
    tables = (case for mode in range(len(MODES)) for case in cases(mode, MANY, seed=100, seen=True))
    hold_legal(judged(judge_legal, tables), MOST_ASKED)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@each_mode
def test_many_wrong_tables_are_named_and_mended(mode: int) -> None:
    figures = judged(judge_wrong, cases(mode, MANY, seed=100))
    hold_wrong(figures)


# --- what judges them -------------------------------------------------------------------------------------------------


def test_the_same_case_is_the_same_table_and_another_case_another() -> None:
    (case,) = cases(0, 1, seen=True)
    assert judge_legal(case) == judge_legal(case)
    assert {judge_wrong(replace(case, turn=turn)).done for turn in range(8)} > {judge_wrong(case).done}


@each_mode
def test_perfect_eyes_see_of_every_mode_what_the_rules_expect(mode: int) -> None:
    for state in game_of(mode, 3)[::40]:
        ruled = {name for name, content in look_of(WAVES, state).items() if not isinstance(content, Anything)}
        seen = {zone.zone: replace(zone, markers=()) for zone in eyes(state).zones if zone.zone in ruled}
        assert seen == {zone.zone: zone for zone in table_of(WAVES, state).zones if zone.zone in ruled}


def test_every_phase_that_can_be_met_is_met() -> None:
    met = {start_of(case).table.phase for mode in (0, 1, 4) for case in cases(mode, 400, seen=True)}
    assert {phase.value for phase in met} >= {"token", "council", "shells", "play", "reveal", "wave_1", "next_round"}


def test_reachable_holds_each_act_in_each_order_once_and_goes_no_deeper_than_told() -> None:
    start = until(Collect)
    ways = Reachable(WAVES, start).ways
    assert ways[plain(start)].acts == ()
    assert max(len(way.acts) for way in ways.values()) <= DEEPEST
    for way in ways.values():
        state = start
        for act in way.acts:
            state = WAVES.apply_action(state, act)
        assert plain(state) == plain(way.state)
    for act in seen_acts(start, orderly=False):
        assert len(ways[plain(WAVES.apply_action(start, act))].acts) <= 1


def test_two_discards_that_look_alike_are_two_truths() -> None:
    state = next(
        each
        for seed in range(20)
        for each in positions(seed)
        if len({act.seat for act in WAVES.legal_actions(each) if isinstance(act, Discard)}) == 2
    )
    discards = [act for act in WAVES.legal_actions(state) if isinstance(act, Discard)]
    card = next(act.card for act in discards if act.card != state.table.top)
    seen = table_of(WAVES, WAVES.apply_action(state, next(act for act in discards if act.card == card)))
    fitting = Reachable(WAVES, state).fitting(seen)
    assert {way.acts for way in fitting} == {(act,) for act in discards if act.card == card}


def test_no_acts_lead_to_a_card_too_many_at_an_elder() -> None:
    state = until(PlayAgents)
    zones = {zone.zone: zone for zone in table_of(WAVES, state).zones}
    zones["elder.0"] = replace(zones["elder.0"], kinds=("card:1", "card:1", "card:2"))
    assert Reachable(WAVES, state).fitting(TableView(tuple(zones.values()))) == []


# --- mishaps and hands ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mishap", MISHAPS, ids=lambda mishap: mishap.__name__)
def test_each_mishap_befalls_some_table_and_changes_it(mishap: Callable[..., str]) -> None:
    changed = 0
    for case in cases(0, 60):
        looks = {zone.zone: zone for zone in table_of(WAVES, start_of(case)).zones}
        before = {name: pieces_of(look) for name, look in looks.items()}
        if told := mishap(looks, case.rng()):
            changed += {name: pieces_of(look) for name, look in looks.items()} != before
            assert told.strip() == told
    assert changed > 5


@pytest.mark.parametrize(
    ("move", "after"),
    [
        (Fix("card:1", "elder.0", "elder.1", "Move it."), {"elder.1": ("card:1",)}),
        (Fix("card:1", "elder.0", "", "Take it away."), {}),
        (Fix("card:2", "", "elder.1", "Lay it."), {"elder.0": ("card:1",), "elder.1": ("card:2",)}),
        (Fix("card:1", "elder.0", "elder.0", "Turn the Scholar at x face down."), {"elder.0": (BACK,)}),
        (Fix("card:3", "rebel.0", "rebel.0", "Turn it face up, or take it off the card below."), None),
        (Fix("card:4", "elder.0", "", "Take it away."), None),
    ],
)
def test_hands_do_what_they_are_told_or_find_nothing_there(move: Fix, after: dict[str, tuple[str, ...]] | None) -> None:
    seen = TableView((ZoneView("elder.0", ("card:1",)), ZoneView("elder.1"), ZoneView("rebel.0")))
    found = follow(seen, [move])
    if after is None:
        assert found is None
    else:
        assert found is not None
        assert {zone.zone: tuple(pieces_of(zone).elements()) for zone in found.zones if pieces_of(zone)} == after
