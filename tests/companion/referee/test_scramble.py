"""How well tables are understood: many of every mode, led to by legal acts, or made wrong by mishaps.

What must come of each is said by `reachable`, which tries every legal act. A failure prints the figures by mode, and
examples with the `Case` by which each comes back.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.language.message import say
from companion.referee.comparison import look_of
from companion.referee.mismatch import Fix
from companion.table.expected import Anything
from companion.table.seen import BACK, TableView, ZoneView
from tests.companion.referee.mishaps import MISHAPS, SEALED, follow, pieces_of
from tests.companion.referee.positions import GAME, after, legal, seen_with, table_of, until, where
from tests.companion.referee.reachable import DEEPEST, Reachable, plain
from tests.companion.referee.scramble import SEALED_BIDS, hold_legal, hold_wrong
from tests.games.sealed_bid.model import Discard, Reveal, SealBid
from tests.many import many

QUICK, QUICK_WRONG, MANY = 12, 20, many(100)
"""Tables of each mode: legal ones and wrong ones where few must do, and 600 of each kind in all."""
MOST_ASKED = 0.25
"""Share of tables at which a question is asked: of two who discard nobody sees which it was."""
MODES = range(len(SEALED_BIDS.modes))

each_mode = pytest.mark.parametrize("mode", MODES, ids=SEALED_BIDS.title)


# --- hundreds of tables -----------------------------------------------------------------------------------------------


def test_some_tables_of_every_mode_are_understood() -> None:
    tables = [case for mode in MODES for case in SEALED_BIDS.cases(mode, QUICK, seen=True)]
    figures = SEALED_BIDS.figures(SEALED_BIDS.judge_legal, tables)
    hold_legal(figures, MOST_ASKED)
    assert figures.all().total() == QUICK * len(MODES)
    assert figures.share("right") > 0.7


@pytest.mark.slow
def test_some_wrong_tables_of_every_mode_are_named_and_mended() -> None:
    tables = [case for mode in MODES for case in SEALED_BIDS.cases(mode, QUICK_WRONG, seed=3)]
    figures = SEALED_BIDS.figures(SEALED_BIDS.judge_wrong, tables)
    hold_wrong(figures)
    assert figures.share("named and mended") > 0.8


@pytest.mark.slow
def test_many_tables_of_every_mode_are_understood() -> None:
    tables = (case for mode in MODES for case in SEALED_BIDS.cases(mode, MANY, seed=100, seen=True))
    hold_legal(SEALED_BIDS.figures(SEALED_BIDS.judge_legal, tables), MOST_ASKED)


@pytest.mark.slow
@each_mode
def test_many_wrong_tables_are_named_and_mended(mode: int) -> None:
    hold_wrong(SEALED_BIDS.figures(SEALED_BIDS.judge_wrong, SEALED_BIDS.cases(mode, MANY, seed=100)))


# --- what judges them -------------------------------------------------------------------------------------------------


def test_the_same_case_is_the_same_table_and_another_case_another() -> None:
    (case,) = SEALED_BIDS.cases(0, 1, seen=True)
    judge = SEALED_BIDS.judge_wrong
    assert SEALED_BIDS.judge_legal(case) == SEALED_BIDS.judge_legal(case)
    assert {judge(replace(case, turn=turn)).done for turn in range(8)} > {judge(case).done}


@each_mode
def test_perfect_eyes_see_of_every_mode_what_the_rules_expect(mode: int) -> None:
    for state in SEALED_BIDS.game_of(mode, 3)[::10]:
        ruled = {name for name, content in look_of(GAME, state).items() if not isinstance(content, Anything)}
        # A place that a figure may hide is not seen.
        seen = {zone.zone: replace(zone, markers=()) for zone in SEALED_BIDS.eyes(state).zones if not zone.covered}
        ruled &= set(seen)
        assert ruled
        assert {name: seen[name] for name in ruled} == {
            zone.zone: zone for zone in table_of(state).zones if zone.zone in ruled
        }


def test_every_phase_that_can_be_seen_is_met() -> None:
    met = {
        SEALED_BIDS.start_of(case).table.phase.value
        for mode in MODES
        for case in SEALED_BIDS.cases(mode, 100, seen=True)
    }
    assert met == {"token", "prize", "pearls", "seal", "reveal", "award", "line", "discard", "pass"}


def test_reachable_holds_each_act_in_each_order_once_and_goes_no_deeper_than_told() -> None:
    start = until(Reveal)
    ways = Reachable(GAME, start).ways
    assert ways[plain(start)].acts == ()
    assert max(len(way.acts) for way in ways.values()) == DEEPEST
    for way in ways.values():
        assert plain(after(start, *way.acts)) == plain(way.state)
    for act in SEALED_BIDS.seen_acts(start, orderly=False):
        assert len(ways[plain(after(start, act))].acts) == 1
    one, other = Reveal(0, 1), Reveal(1, 2)
    assert plain(after(start, one, other)) == plain(after(start, other, one)) in ways


def test_two_discards_that_look_alike_are_two_truths() -> None:
    state = next(where(lambda each: len({act.seat for act in legal(each, Discard)}) == 2))
    discards = legal(state, Discard)
    card = next(act.card for act in discards if act.card != state.table.top)
    seen = table_of(after(state, next(act for act in discards if act.card == card)))
    fitting = Reachable(GAME, state).fitting(seen)
    assert {way.acts for way in fitting} == {(act,) for act in discards if act.card == card}


def test_no_acts_lead_to_two_cards_more_at_the_prize() -> None:
    state = until(SealBid)
    (prize,) = {zone.zone: zone for zone in table_of(state).zones}["prize"].kinds
    seen = seen_with(state, ZoneView("prize", tuple(sorted(("card:1", "card:2", prize)))))
    assert Reachable(GAME, state).fitting(seen) == []


# --- mishaps and hands ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mishap", MISHAPS, ids=lambda mishap: mishap.__name__)
def test_each_mishap_befalls_some_table_and_changes_it(mishap: Callable[..., str]) -> None:
    changed = 0
    for case in SEALED_BIDS.cases(0, 60):
        looks = {zone.zone: zone for zone in table_of(SEALED_BIDS.start_of(case)).zones}
        before = {name: pieces_of(look) for name, look in looks.items()}
        if told := mishap(SEALED, looks, case.rng()):
            changed += {name: pieces_of(look) for name, look in looks.items()} != before
            assert told.strip() == told
    assert changed > 5


@pytest.mark.parametrize(
    ("move", "after"),
    [
        (Fix("card:1", "won.0", "won.1", say("Move it.")), {"won.1": ("card:1",)}),
        (Fix("card:1", "won.0", "", say("Take it away.")), {}),
        (Fix("card:2", "", "won.1", say("Lay it.")), {"won.0": ("card:1",), "won.1": ("card:2",)}),
        (Fix("card:1", "won.0", "won.0", say("Turn the card 1 at x face down.")), {"won.0": (BACK,)}),
        (Fix("card:3", "bid.0", "bid.0", say("Turn it face up, or take it off the card below.")), None),
        (Fix("card:4", "won.0", "", say("Take it away.")), None),
    ],
)
def test_hands_do_what_they_are_told_or_find_nothing_there(move: Fix, after: dict[str, tuple[str, ...]] | None) -> None:
    seen = TableView((ZoneView("won.0", ("card:1",)), ZoneView("won.1"), ZoneView("bid.0")))
    found = follow(seen, [move])
    if after is None:
        assert found is None
    else:
        assert found is not None
        assert {zone.zone: tuple(pieces_of(zone).elements()) for zone in found.zones if pieces_of(zone)} == after
