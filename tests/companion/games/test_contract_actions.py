"""Of every game: what is legal applies and leads on to an end, and everything else is refused with a rule."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from msgspec.structs import replace

from companion.conformance.play import pick
from companion.games.core import Action
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from tests.companion.games.contract import AnyState, Case, each_case, each_case_and_seed
from tests.companion.games.playthroughs import (
    corpus,
    corrected,
    is_rule,
    outside_universe,
    play,
    somewhere,
    steps,
    viewers,
)


@each_case
def test_play_ends_and_every_position_is_regular(case: Case) -> None:
    for state, _, after in corpus(case):
        assert case.game.legal_actions(state)
        assert case.game.violations(after) == ()
        assert after.table.irregular == ()
        assert after.table.why
        assert all(is_rule(case.game, rule) for rule in after.table.why)


@each_case
def test_rounds_begin_one_after_another(case: Case) -> None:
    assert case.game.progress(case.new_game().table) == 1
    for state, _, after in corpus(case):
        assert case.game.progress(after.table) - case.game.progress(state.table) in (0, 1)


@each_case
def test_no_game_gets_stuck(case: Case) -> None:
    for seed in range(1000, 1000 + case.examples):
        end = case.new_game()
        for _, _, after in play(case.game, end, random.Random(seed)):  # raises where a game goes on without a legal act
            end = after
        assert case.game.outcome(end) is not None
        assert not case.game.legal_actions(end)
        assert case.game.violations(end) == ()


@each_case
def test_a_piece_on_the_reader_stands_for_an_act_that_can_be_done_or_for_none(case: Case) -> None:
    game, kinds = case.game, {*case.game.mat.kit.pieces, *case.game.mat.kit.tags.values()}
    for state, _, _ in corpus(case)[::5]:
        view = game.view(state, None)
        for kind in sorted(kinds):
            act = game.reader.act(game.known(view), kind)
            assert act is None or act in game.legal_actions(game.known(view))
            assert act is None or act == act.public()
            assert act is None or kind in game.reader.kinds


@each_case
def test_nothing_is_legal_after_the_end(case: Case) -> None:
    for seed in range(case.games):
        *_, (_, last, end) = steps(case, seed)
        outcome = case.game.outcome(end)
        assert outcome is not None
        assert set(outcome.winners) <= set(range(case.game.seat_count(end.table)))
        assert str(outcome.text).endswith(".")
        assert is_rule(case.game, outcome.rule)
        for seat in viewers(case.game, end):
            assert case.game.legal_actions(end, seat) == ()
            assert case.game.choices(case.game.view(end, seat)) == ()
            assert case.game.prompt(case.game.view(end, seat)).seats == ()
        with pytest.raises(IllegalAction):
            case.game.apply_action(end, last)


@each_case_and_seed
def test_legal_actions_of_a_seat(case: Case, seed: int) -> None:
    for state in (somewhere(case, seed), corrected(case, seed)):
        game, every = case.game, case.game.legal_actions(state)
        assert len(set(every)) == len(every)
        acting = game.prompt(game.view(state, None)).seats
        for seat in range(game.seat_count(state.table)):
            own = game.legal_actions(state, seat)
            assert own == tuple(action for action in every if action.actor in (None, seat))
            if seat not in acting:
                theirs = (action for action in own if action.actor == seat and not action.takes_back)
                assert all(action.kind != "choice" or action.is_optional for action in theirs)


@each_case_and_seed
def test_every_legal_action_applies(case: Case, seed: int) -> None:
    for state in (somewhere(case, seed), corrected(case, seed)):
        for action in case.game.legal_actions(state):
            after = case.game.apply_action(state, action)
            assert bool(case.game.legal_actions(after)) == (case.game.outcome(after) is None)


@each_case_and_seed
def test_everything_else_is_refused_with_a_rule(case: Case, seed: int) -> None:
    universe = outside_universe(case)
    rng = random.Random(seed)
    for state in (somewhere(case, seed), corrected(case, seed)):
        legal, before = set(case.game.legal_actions(state)), msgspec.json.encode(state)
        for action in rng.sample(universe, min(60, len(universe))):
            if action not in legal and not _is_open_and_taken(case.game, state, action):
                with pytest.raises(IllegalAction) as refused:
                    case.game.apply_action(state, action)
                assert is_rule(case.game, refused.value.rule), (action, refused.value.rule)
                assert re.fullmatch(r"[A-Z0-9].*\.", str(refused.value.reason)), (action, str(refused.value.reason))
        assert msgspec.json.encode(state) == before


def _is_open_and_taken(game: AnyGame, state: AnyState, action: Action) -> bool:
    """Whether it is an action of which examples alone are listed, and the rules take it: to a position like others."""
    if not action.is_open:
        return False
    try:
        after = game.apply_action(state, action)
    except IllegalAction:
        return False
    assert bool(game.legal_actions(after)) == (game.outcome(after) is None)
    written = replace(after, sealed=())  # what is sealed is read back from its acts, and never with a position
    return bool(msgspec.json.decode(msgspec.json.encode(written), type=game.state_type) == written)


@each_case_and_seed
def test_dealer_and_bot_choose_among_what_they_are_given(case: Case, seed: int) -> None:
    state, rng = somewhere(case, seed), random.Random(seed)
    if case.game.outcome(state) is None:
        assert pick(case.game, state, rng) in case.game.legal_actions(state)


@each_case_and_seed
def test_what_is_imagined_looks_the_same_and_goes_on_by_the_same_rules(case: Case, seed: int) -> None:
    game, rng = case.game, random.Random(seed)
    for state in (somewhere(case, seed), corrected(case, seed)):
        public = game.known(game.view(state, None))
        imagined = game.simulation.determinize(public, rng)
        assert None not in imagined.secrets
        assert game.mat.expected(game.view(imagined, None)) == game.mat.expected(game.view(public, None))
        if public.table.irregular:
            continue
        assert game.violations(imagined) == ()
        legal = {action.public() for action in game.legal_actions(imagined)}
        told = game.legal_actions(public)
        assert legal <= {*told, *(action.public() for action in told if action.seals)}
        assert bool(legal) == (game.outcome(public) is None)
