"""Of every game: seeing and then applying is the same as applying and then seeing."""

from __future__ import annotations

import random

from companion.games.core import Action
from companion.games.game import AnyGame
from tests.companion.games.contract import AnyState, Case, each_case, each_case_and_seed
from tests.companion.games.playthroughs import corpus, play, random_facts, somewhere, viewers


def _check_knowledge(game: AnyGame, state: AnyState, action: Action, after: AnyState) -> None:
    for seat in viewers(game, state):
        known = game.known(game.view(state, seat))
        assert game.known(game.view(after, seat)) == game.apply_action(known, game.view_action(action, seat).action)


@each_case
def test_what_a_seat_knows_follows_from_what_it_has_seen(case: Case) -> None:
    for step in corpus(case):
        _check_knowledge(case.game, *step)


@each_case_and_seed
def test_what_a_seat_knows_follows_from_what_it_has_seen_after_corrections(case: Case, seed: int) -> None:
    state, game, rng = somewhere(case, seed), case.game, random.Random(seed)
    facts = random_facts(game, state, rng)
    corrected = game.correct(state, facts)
    for seat in viewers(game, state):
        assert game.known(game.view(corrected, seat)) == game.correct(game.known(game.view(state, seat)), facts)
    if game.violations(corrected) and not corrected.table.irregular:
        return  # the facts contradict the hidden cards themselves: nothing follows from them
    for before, act, after in play(game, corrected, rng, plies=25):
        if game.violations(before) and not before.table.irregular:
            return  # once the public table is regular again, what is hidden may still be what it cannot be
        _check_knowledge(game, before, act, after)


@each_case
def test_public_actions_are_of_the_same_type_and_tell_no_more_when_published_again(case: Case) -> None:
    for _, action, _ in corpus(case):
        public = action.public()
        assert type(public) is type(action)
        assert public.public() == public
        assert public.actor == action.actor
