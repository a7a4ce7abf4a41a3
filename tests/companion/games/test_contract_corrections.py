"""Of every game: what the host corrects is taken or refused, marked where it breaks a law, and played on from."""

from __future__ import annotations

import random
import typing
from typing import Any

import msgspec
import pytest

from companion.games.errors import IllegalAction
from companion.games.shared.facts import FactField
from companion.language.message import say
from tests.companion.games.contract import (
    NAMES,
    Case,
    breaking_facts,
    each_case,
    each_case_and_seed,
    harmless_facts,
)
from tests.companion.games.playthroughs import (
    allowed_values,
    corrected,
    everything_said,
    fact_fields,
    play,
    sample,
    somewhere,
    viewers,
)
from tests.games.last_tile.game import LastTile
from tests.said import said


@each_case_and_seed
def test_play_goes_on_from_corrected_positions(case: Case, seed: int) -> None:
    state, game = corrected(case, seed), case.game
    assert bool(game.legal_actions(state)) == (game.outcome(state) is None)
    for ply, (_, _, after) in enumerate(play(game, state, random.Random(seed), plies=60)):
        assert bool(game.legal_actions(after)) == (game.outcome(after) is None)
        # One of those who look on after each act, in turn.
        everybody = viewers(game, after)
        everything_said(game, after, everybody[ply % len(everybody)])


@each_case_and_seed
def test_irregular_names_the_laws_that_the_public_table_breaks(case: Case, seed: int) -> None:
    state, game = corrected(case, seed), case.game
    for position in (state, *(after for _, _, after in play(game, state, random.Random(seed), plies=10))):
        if position is state or state.table.irregular:
            assert position.table.irregular == said(game.broken_laws(game.view(position, None)))


@each_case
def test_a_correction_to_what_is_true_anyway_changes_nothing_but_its_reason(case: Case) -> None:
    for state, _, _ in sample(case, 200):
        true = {key: field.value for key, field in fact_fields(case.game, state).items()}
        for facts in ({}, true):
            after = case.game.correct(state, facts)
            assert after.table.irregular == (), (facts, after)
            assert {key: field.value for key, field in fact_fields(case.game, after).items()} == true
            assert case.game.legal_actions(after) == case.game.legal_actions(state)


@each_case
def test_a_correction_that_breaks_conservation_is_marked_until_it_is_put_right(case: Case) -> None:
    for state, _, _ in sample(case, 40):
        fields, facts = fact_fields(case.game, state), breaking_facts(case.game, state)
        assert facts, "no fact breaks a law"
        broken = case.game.correct(state, facts)
        assert broken.table.irregular
        assert all(text.endswith(").") for text in broken.table.irregular)
        mended = case.game.correct(broken, {key: fields[key].value for key in facts})
        assert mended.table.irregular == ()


@each_case
def test_a_harmless_correction_is_not_marked(case: Case) -> None:
    met, states = 0, [state for state, _, _ in sample(case, 40)]
    for state in states:
        facts = harmless_facts(case.game, state)
        met += bool(facts)
        after = case.game.correct(state, facts)
        assert after.table.irregular == (), facts
        assert {key: fact_fields(case.game, after)[key].value for key in facts} == facts
    assert met > len(states) / 4


class Settled(LastTile):
    """A game in which one fact more never stays as it is set."""

    name = "settled"

    def facts(self, view: Any) -> tuple[FactField, ...]:
        phases = (("take", say("Take")), ("rest", say("Rest")))
        return (FactField("phase", say("Phase"), say("Phase"), "take", choices=phases), *super().facts(view))

    def correct(self, state: Any, facts: Any) -> Any:
        return super().correct(state, {key: value for key, value in facts.items() if key != "phase"})


def test_where_a_fact_does_not_stay_the_next_one_is_tried() -> None:
    game = Settled()
    state = game.new_game({}, {})
    assert harmless_facts(game, state) == {"turn": 1}
    assert breaking_facts(game, state) == {"left": 4}


@each_case_and_seed
def test_impossible_facts_are_refused_by_the_host_rule(case: Case, seed: int) -> None:
    state = somewhere(case, seed)
    before = msgspec.json.encode(state)
    wrong: list[dict[str, typing.Any]] = [{"no such fact": 1}]
    for field in fact_fields(case.game, state).values():
        values = allowed_values(field)
        assert field.value in values, field
        wrong += [{field.key: value} for value in (-2, 1_000, "nonsense") if value not in values]
    for facts in wrong:
        with pytest.raises(IllegalAction) as refused:
            case.game.correct(state, facts)
        assert refused.value.rule == "host", facts
        assert str(refused.value.reason).endswith("."), facts
    assert msgspec.json.encode(state) == before


def test_a_number_that_play_has_brought_beyond_its_range_may_stay() -> None:
    field = FactField("supply", say("Supply"), say("Dice"), 36, 0, 31)
    field.check(36)
    assert (field.low, field.high) == (0, 36)
    with pytest.raises(IllegalAction, match="from 0 to 36"):
        field.check(37)
    assert FactField("supply", say("Supply"), say("Dice"), -1, 0, 31).low == -1


@each_case_and_seed
def test_facts_are_public_and_labelled(case: Case, seed: int) -> None:
    state, game = somewhere(case, seed), case.game
    public = game.facts(game.view(state, None, NAMES))
    assert len({field.key for field in public}) == len(public)
    assert all(field.label and field.group for field in public)
    for seat in viewers(game, state):
        assert game.facts(game.view(state, seat, NAMES)) == public
