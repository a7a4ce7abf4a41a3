"""Laws that hold in every game: random whole games with random tablet sides, own and virtual cards.

Games are made from a seed (see `game_of`), so that a failing example is one number. Examples are the same in every run.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.errors import IllegalAction
from companion.games.waves import model
from companion.games.waves.model import (
    Draw,
    RevealFollower,
    RevealRebels,
    WavesAction,
    WavesState,
)
from tests.companion.games.waves.positions import GAME, SEATS, game_of

SEEDS = st.integers(0, 2**32 - 1)
SHELLS = st.sampled_from([None, 0, 1, 2, 5])
"""The Council card's numbers; None is the shipped card, 0 a game that nobody can win."""
LONGEST = 500
"""Actions after which a game that nobody can win is left: some fifteen rounds."""

laws = settings(
    max_examples=25,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],  # a seed cannot be made simpler
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def steps(seed: int, shells: int | None = None) -> Iterator[tuple[WavesState, WavesAction]]:
    """The first steps of a random game with virtual cards."""
    for number, step in enumerate(game_of(seed, shells=shells)):
        if number == LONGEST:
            return
        yield step


def redacted(action: WavesAction, seat: Seat | None) -> WavesAction:
    seen: WavesAction = GAME.view_action(action, seat).action
    return seen


def with_own_cards(state: WavesState) -> WavesState:
    """The same position at a table that plays with its own cards: no hand is told."""
    setup = replace(state.table.setup, cards="own")
    return State(replace(state.table, setup=setup), (None,) * SEATS)


@pytest.mark.rule("W-140", "W-141", "W-142", "W-143")
@laws
@given(SEEDS, SHELLS)
def test_no_game_breaks_a_law_of_conservation(seed: int, shells: int | None) -> None:
    for state, action in steps(seed, shells):
        after = GAME.apply_action(state, action)
        assert GAME.violations(after) == () == GAME.violations(with_own_cards(after))
        table = after.table  # counted here once more, by hand
        loose = sum(slot.agent.count for slot in table.slots if slot.agent) + sum(
            bool(slot.elder) for slot in table.slots
        )
        hands, piles = sum(hand.count for hand in table.hands), sum(map(sum, table.collected))
        assert table.deck + sum(table.discard) + hands + loose + piles == 100
        assert 0 <= table.shells <= 5


@laws
@given(SEEDS, SHELLS)
def test_every_action_offered_is_applied_and_something_is_offered_until_the_end(seed: int, shells: int | None) -> None:
    for state, action in islice(steps(seed, shells), seed % 3, None, 3):
        for known in (state, with_own_cards(state), GAME.known(GAME.view(state, 1))):
            offered = GAME.legal_actions(known)
            assert offered
            assert len(set(offered)) == len(offered)
            for option in offered:
                GAME.apply_action(known, option)
        after = GAME.apply_action(state, action)
        assert bool(GAME.legal_actions(after)) is (GAME.outcome(after) is None)


@pytest.mark.rule("W-055")
@laws
@given(SEEDS, SHELLS)
def test_what_a_seat_knows_follows_from_what_it_knew_and_saw(seed: int, shells: int | None) -> None:
    for state, action in steps(seed, shells):
        after = GAME.apply_action(state, action)
        for seat in (None, *range(SEATS)):
            before = GAME.known(GAME.view(state, seat))
            assert GAME.apply_action(before, redacted(action, seat)) == GAME.known(GAME.view(after, seat))
        assert with_own_cards(after) == GAME.apply_action(with_own_cards(state), redacted(action, None))


@laws
@given(SEEDS, SHELLS)
def test_the_truth_is_always_among_the_reveals_offered(seed: int, shells: int | None) -> None:
    for state, action in steps(seed, shells):
        if isinstance(action, RevealRebels | RevealFollower):
            assert action in GAME.legal_actions(with_own_cards(state))
            for seat in range(SEATS):
                assert action in GAME.legal_actions(GAME.known(GAME.view(state, seat)))


@laws
@given(SEEDS)
def test_the_actions_of_a_seat_are_its_own_and_nobodys(seed: int) -> None:
    for state, _ in steps(seed):
        everything = GAME.legal_actions(state)
        parts = [GAME.legal_actions(state, seat) for seat in range(SEATS)]
        assert set(everything) == {action for part in parts for action in part}
        for seat, part in enumerate(parts):
            assert all(action.actor in (None, seat) for action in part)


def anything(rng: random.Random) -> WavesAction:
    """Any record of the game's vocabulary, most of them nonsense."""

    def slot() -> int:
        return rng.randint(-1, 4)

    def cls() -> int:
        return rng.randint(-1, 6)

    posture: model.Posture = rng.choice(("follower", "rebel"))
    makers: list[Callable[[], WavesAction]] = [
        lambda: model.PlaceToken(slot()),
        lambda: model.Draw(slot(), cls()),
        lambda: model.TurnUpElder(slot(), cls()),
        lambda: model.PlaceShells(rng.randint(-1, 7)),
        lambda: model.PlayAgents(slot(), slot(), posture, tuple(cls() for _ in range(rng.randint(0, 4)))),
        lambda: model.PlayAgents(at := slot(), at, posture, (cls(),) * rng.randint(0, 6)),
        lambda: model.RevealRebels(slot(), cls()),
        lambda: model.ActivateTablet(cls()),
        lambda: model.RotateElders(),
        lambda: model.DiscardExtras(slot()),
        lambda: model.RevealFollower(slot(), cls()),
        lambda: model.Collect(slot(), slot()),
        lambda: model.TakeElder(slot()),
        lambda: model.PassToken(slot()),
        lambda: model.Reshuffle(),
        lambda: model.Discard(slot(), cls()),
        lambda: model.NextRound(),
    ]
    return rng.choice(makers)()


@laws
@given(SEEDS, st.booleans())
def test_whatever_is_not_legal_is_refused_with_a_rule_and_a_sentence(seed: int, told: bool) -> None:
    rng = random.Random(seed)
    for full, _ in islice(steps(seed), seed % 2, None, 2):
        state = full if told else with_own_cards(full)
        legal = GAME.legal_actions(state)
        for action in (tried for _ in range(20) if (tried := anything(rng)) not in legal):
            with pytest.raises(IllegalAction) as caught:
                GAME.apply_action(state, action)
            assert re.fullmatch(r"W-\d{3}", caught.value.rule), action
            assert re.fullmatch(r"[A-Z].*\.", caught.value.reason), caught.value.reason
            assert "None" not in caught.value.reason, caught.value.reason


@laws
@given(SEEDS)
def test_the_same_acts_lead_to_the_same_state_and_leave_the_old_one_alone(seed: int) -> None:
    for state, action in steps(seed):
        copy = msgspec.json.decode(msgspec.json.encode(state), type=GAME.state_type)
        assert GAME.apply_action(state, action) == GAME.apply_action(copy, action)
        assert state == copy


@laws
@given(SEEDS)
def test_states_views_and_actions_survive_json(seed: int) -> None:
    for state, action in steps(seed):
        assert msgspec.json.decode(msgspec.json.encode(state), type=GAME.state_type) == state
        assert msgspec.json.decode(msgspec.json.encode(action), type=GAME.action_type) == action
        hash(state), hash(action)


@laws
@given(SEEDS)
def test_every_position_can_be_shown_to_everyone(seed: int) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan")
    for state, action in islice(steps(seed), seed % 3, None, 3):
        for known in (state, with_own_cards(state)):
            for seat in (None, *range(SEATS)):
                view = GAME.view(known, seat, names)
                prompt = GAME.prompt(view)
                assert prompt.phase
                assert prompt.text.endswith(".")
                assert re.fullmatch(r"W-\d{3}", prompt.rule)
                assert len(prompt.text) <= 140
                assert "unknown" not in prompt.text
                assert len({zone.zone for zone in GAME.expected_table(view).zones}) == len(GAME.layout(view).zones)
                GAME.panels(view), GAME.lights(view)
                for choice in GAME.choices(view):
                    assert choice.label
                    assert choice.group
                    after = GAME.known(view)
                    for act in choice.actions:
                        after = GAME.apply_action(after, act)
                assert GAME.describe(view, GAME.view_action(action, seat)).endswith(".")


@laws
@given(SEEDS)
def test_what_others_read_of_a_draw_or_a_play_does_not_name_the_card(seed: int) -> None:
    words = re.compile(r"Scholar|Keeper|Knight|Seer|Noble")
    for state, action in steps(seed):
        if isinstance(action, Draw | model.PlayAgents):
            for seat in {None, 0, 1, 2, 3} - {action.seat}:
                text = GAME.describe(GAME.view(state, seat), GAME.view_action(action, seat))
                assert not words.search(text), text
            assert words.search(GAME.describe(GAME.view(state, action.seat), GAME.view_action(action, action.seat)))


@pytest.mark.rule("W-145")
@laws
@given(SEEDS)
def test_everybody_always_has_a_card_to_play(seed: int) -> None:
    for state, _ in steps(seed):
        if state.table.phase is model.Phase.SHELLS:
            assert all(hand.count for hand in state.table.hands)


def values(state: WavesState, rng: random.Random) -> dict[str, Any]:
    """A few facts set to allowed values, the phase among them now and then."""
    fields = GAME.facts(GAME.view(state, None))
    picked = rng.sample(fields, rng.randint(1, 6))
    if rng.random() < 0.5:
        picked.append(fields[0])
    return {
        field.key: rng.choice([value for value, _ in field.choices])
        if field.choices
        else rng.randint(field.low, field.high)
        for field in picked
    }


@laws
@given(SEEDS)
def test_after_any_correction_play_goes_on(seed: int) -> None:
    rng = random.Random(seed)
    for state, _ in steps(seed):
        if rng.random() < 0.9:
            continue
        facts = values(state, rng)
        for start in (state, with_own_cards(state)):
            after = GAME.correct(start, facts)
            for _ in range(40):
                legal = GAME.legal_actions(after)
                assert bool(legal) is (after.table.winner < 0), facts
                view = GAME.view(after, None)
                GAME.prompt(view), GAME.choices(view), GAME.expected_table(view), GAME.lights(view), GAME.panels(view)
                if not legal:
                    break
                after = GAME.apply_action(after, rng.choice(legal))


@laws
@given(SEEDS)
def test_setting_a_fact_to_its_own_value_changes_nothing_but_the_reason(seed: int) -> None:
    rng = random.Random(seed)
    for state, _ in steps(seed):
        field = rng.choice(GAME.facts(GAME.view(state, None)))
        if field.key.startswith("council_card"):
            continue
        after = GAME.correct(state, {field.key: field.value})
        assert after.table.irregular == ()
        expected = replace(state.table, why=after.table.why)
        assert after.table == expected, field.key
        assert after.secrets == state.secrets


FIRES = [
    *range(1, 7), 7, 8, 9, 10, 12, 14, 15, 19, 30, 32, 35, 40, 41, 42, 43, 44, 50, 51, 52, 53, 55, 56,
    *range(60, 68), *range(70, 84), *range(85, 89), *range(115, 130),
]  # fmt: skip
"""Numbers of the rules that some act of some game is explained by; the others forbid, or are told by people."""


def test_every_rule_that_moves_the_game_is_given_as_a_reason_in_some_game() -> None:
    given_as_reason: set[str] = set()
    for seed in range(60):
        for state, action in game_of(seed, shells=0 if seed == 0 else None):
            given_as_reason.update(GAME.apply_action(state, action).table.why)
            given_as_reason.update(state.table.why)
            if state.table.round > 40:
                break
    assert sorted(given_as_reason) == [f"W-{number:03d}" for number in FIRES]
