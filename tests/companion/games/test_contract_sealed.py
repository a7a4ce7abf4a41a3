"""Of every game in which something is sealed: it tells nobody anything before it is opened, and is opened as it was."""

from __future__ import annotations

import itertools
import random
from typing import Final

import msgspec
import pytest

from companion.games.core import Action
from companion.games.errors import IllegalAction
from companion.live.steps import opened_by
from companion.live.timeline import state_hash
from companion.referee.taps import TapRefused, free_views, judge_tap, offered
from tests.companion.games.boards import boards_of
from tests.companion.games.contract import NAMES, AnyState, Case, each_case
from tests.companion.games.playthroughs import corpus, everything_said, viewers

SEALS_NOTHING: Final = (
    "That tap seals a choice and does not say which. Nothing was sealed. Reload the page and choose, then tap."
)


def _sealing(case: Case, state: AnyState) -> list[Action]:
    return [act for act in case.game.legal_actions(state) if act.seals]


@each_case
def test_a_sealed_choice_changes_nothing_but_what_is_sealed(case: Case) -> None:
    for state, _, _ in corpus(case)[::3]:
        for act in _sealing(case, state):
            assert act.actor is not None
            assert act.public() != act
            after = case.game.apply_action(state, act)
            assert after.sealed_by(act.actor) == (*state.sealed_by(act.actor), act)
            untold = case.game.apply_action(state, act.public())
            assert after.without_choices() == untold.without_choices()
            assert state_hash(after) == state_hash(untold)
            assert act.actor in untold.unknown
            assert act.actor not in after.unknown


@each_case
def test_who_seals_has_to_bring_a_choice_whoever_sits_where(case: Case) -> None:
    """Whatever page it comes from, and whether the seat is taken: nobody seals nothing."""
    game = case.game
    for state, act in {(type(act), act.actor): (state, act) for state, act, _ in corpus(case) if act.seals}.values():
        for seat, taken in itertools.product(viewers(game, state), (range(game.seat_count(state.table)), ())):
            view, free = game.view(state, seat, NAMES), free_views(game, state, NAMES, taken)
            acts = [each for choice in offered(game, view, free, taken) for each in choice.actions]
            assert not any(each.is_redacted for each in acts)
            with pytest.raises(TapRefused) as refused:
                judge_tap(game, state, view, (act.public(),), (), False, (), free, taken)
            assert (refused.value.code, str(refused.value)) == ("malformed", SEALS_NOTHING)


@each_case
def test_what_seals_is_told_by_its_seat_alone(case: Case) -> None:
    """No camera, board or roll tells of it, so that nobody but whoever taps can leave the choice out."""
    assert {(act.sense, act.kind) for _, act, _ in corpus(case) if act.seals} <= {("told", "choice")}


@each_case
def test_nobody_else_is_told_two_sealed_choices_apart(case: Case) -> None:
    for state, _, _ in corpus(case)[::3]:
        sealing = _sealing(case, state)
        for one in sealing[:1]:
            alike = [act for act in sealing if act.public() == one.public()]
            for seat in viewers(case.game, state):
                told = {_said(case, case.game.apply_action(state, act), seat) for act in alike}
                assert len(told) == (len(alike) if seat == one.actor else 1)


def _said(case: Case, state: AnyState, seat: int | None) -> bytes:
    drawn = boards_of(case.game, case.game.view(state, seat, NAMES))
    return msgspec.json.encode((everything_said(case.game, state, seat), drawn), enc_hook=str)


@each_case
def test_every_choice_fits_the_bytes_it_is_sealed_in(case: Case) -> None:
    for state, _, _ in corpus(case):
        for act in _sealing(case, state):
            assert len(msgspec.json.encode(act)) <= case.game.sealing.most_bytes


@each_case
def test_the_host_has_a_fact_for_what_a_seat_has_sealed(case: Case) -> None:
    """Else nobody is ever free again of what all have seen before an undo, but by opening it."""
    for state in [state for state, _, _ in corpus(case) if state.sealed][:3]:
        keys = {field.key for field in case.game.facts(case.game.view(state, None))}
        for seat, acts in enumerate(state.sealed):
            if acts:
                assert keys & {key.replace("{seat}", str(seat)) for key in case.game.sealing.facts}, (seat, acts)


@each_case
def test_what_is_sealed_lies_there_until_it_is_opened_or_taken_back(case: Case) -> None:
    for state, action, after in corpus(case):
        for seat, acts in enumerate(state.sealed):
            if acts and after.sealed_by(seat)[: len(acts)] != acts:
                assert action.opens or (action.takes_back and action.actor == seat), (action, acts)
        if action.seals:
            assert action.actor is not None
            assert after.sealed_by(action.actor)[-1] == action


@each_case
def test_it_is_opened_one_way_where_it_is_known_and_any_way_where_not(case: Case) -> None:
    for state, action, after in corpus(case):
        if not action.opens:
            continue
        assert [act for act in case.game.legal_actions(state) if act.opens] == [action]
        assert action.public() == action
        hidden = state.without_choices()
        ways = [act for act in case.game.legal_actions(hidden) if act.opens]
        assert len(ways) > 1
        # An act of which only examples are listed is opened by one of which only examples are; any other is taken too.
        assert action.is_open or not any(act.is_open for act in opened_by(action, state, after))
        assert action in ways or (action.is_open and type(action) in map(type, ways))
        assert case.game.apply_action(hidden, action) == after.without_choices()
        for other in ways:
            if other != action:
                with pytest.raises(IllegalAction):
                    case.game.apply_action(state, other)


@each_case
def test_what_is_imagined_is_known(case: Case) -> None:
    for state, _, _ in corpus(case)[::5]:
        public = case.game.known(case.game.view(state, None))
        imagined = case.game.simulation.determinize(public, random.Random(1))
        assert imagined.unknown == ()
        assert imagined.sealed_for(None) == public.sealed
