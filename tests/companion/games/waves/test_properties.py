"""Laws that hold in every game: random games in every mode and both editions, own and virtual cards, any tablet sides.

A game is made from its mode, its number of players and a seed (see `game`), so that a failing example is three values.
A few games of each are played in every run, and many more among the slow tests.
"""

from __future__ import annotations

import functools
import itertools
import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.errors import IllegalAction
from companion.games.waves.rules import actions
from companion.games.waves.rules.actions import (
    Draw,
    RevealFollower,
    RevealRebels,
    WavesAction,
)
from companion.games.waves.state import model
from companion.games.waves.state.model import WavesState
from companion.laws.oracles import oracle_of
from companion.simulation.self_play import Step, walk
from tests.companion.games.waves.positions import GAME, NAMES, position, random_sides
from tests.many import many

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fitz")
TABLES = (
    ("head_to_head", 2),
    *(("all_vs_all", players) for players in (3, 4, 5, 6)),
    *(("teams", players) for players in (4, 5, 6)),
)
"""Modes and how many play them (W-005)."""
SHELLS = (None, None, 1, 5, 0, 2)
"""The Council card's numbers by seed; None is the shipped card, 0 a game that nobody can win."""
OFF_DEFAULT: dict[str, Any] = {
    "leftover_shells": "add",
    "shell_cap": "none",
    "deck_empty": "stop",
    "optional_collect": True,
    "rotate_gap": True,
    "ring_elders_include_gap": False,
    "ring_agents_skip_gap": False,
    "h2h_empty_hand": "skip",
}
BY_DEFAULT = 2
"""Seeds below this play by the usual options; in every other game each option is off its default now and then."""
LONGEST = 300
"""Actions after which a game is left: some five to fifteen rounds."""
FEW, MANY = 3, 3 + many(8)


class Run(NamedTuple):
    """Some games of one mode and number of players."""

    mode: str
    players: int
    seeds: range

    def steps(self) -> Iterator[tuple[int, Step]]:
        """Each step of each game with the game's seed."""
        for seed in self.seeds:
            for step in game(self.mode, self.players, seed):
                yield seed, step

    def every(self, nth: int) -> Iterator[tuple[int, Step]]:
        """Every so many steps of each game, not the same ones in each; a quarter of them in every run of the tests."""
        stride = 4 * nth if self.seeds.start < FEW else nth
        for seed in self.seeds:
            for step in islice(game(self.mode, self.players, seed), seed % stride, None, stride):
                yield seed, step


each_table = pytest.mark.parametrize(
    "run",
    [
        *(
            pytest.param(Run(mode, players, range(FEW)), id=f"{mode}-{players}", marks=slow)
            for (mode, players), slow in zip(TABLES, itertools.cycle(((), (pytest.mark.slow,))))
        ),
        *(
            pytest.param(Run(mode, players, range(FEW, MANY)), id=f"{mode}-{players}-many", marks=pytest.mark.slow)
            for mode, players in TABLES
        ),
    ],
)


def options(mode: str, players: int, seed: int) -> dict[str, Any]:
    """What a game is played by: the editions in turn, any tablets, options off their default from some seed on."""
    rng = random.Random(f"{mode} {players} {seed}")
    chosen: dict[str, Any] = {"mode": mode, "players": players, "cards": "virtual"}
    chosen["tablets"] = f"row{seed // 3 % 3 + 1}" if seed % 3 == 2 else list(random_sides(rng))
    chosen["edition"] = ("rebels", "breakers")[seed % 2]
    if players == 3:
        chosen["gap_after_seat"] = rng.randrange(3)
    if seed >= BY_DEFAULT:
        chosen |= {name: value for name, value in OFF_DEFAULT.items() if rng.random() < 0.3}
    return chosen


def new_game(mode: str, players: int, seed: int) -> WavesState:
    shells = SHELLS[seed % len(SHELLS)]
    owner = {} if shells is None else {"council_card": {mode: {str(players): dict.fromkeys(NAMES, shells)}}}
    return GAME.new_game(options(mode, players, seed), owner)


def played(state: WavesState, rng: random.Random, longest: int = LONGEST) -> Iterator[Step]:
    """A game on from a position: chance follows the odds of the hidden cards, choices are drawn evenly."""

    def choose(state: WavesState, _: int) -> WavesAction | None:
        legal = GAME.legal_actions(state)
        if not legal:
            return None
        return GAME.simulation.deal(state, legal, rng) if legal[0].kind == "chance" else rng.choice(legal)

    return islice(walk(GAME, state, choose), longest)


@functools.lru_cache(maxsize=FEW * len(TABLES))
def game(mode: str, players: int, seed: int) -> tuple[Step, ...]:
    """The first steps of a random game with virtual cards."""
    return tuple(played(new_game(mode, players, seed), random.Random(seed)))


def redacted(action: WavesAction, seat: Seat | None) -> WavesAction:
    seen: WavesAction = GAME.view_action(action, seat).action
    return seen


def with_own_cards(state: WavesState) -> WavesState:
    """The same position at a table that plays with its own cards: no hand is told."""
    setup = replace(state.table.setup, cards="own")
    return State(replace(state.table, setup=setup), (None,) * setup.players)


@pytest.mark.rule("W-140", "W-141", "W-142", "W-143")
@each_table
def test_no_game_breaks_a_law_of_conservation(run: Run) -> None:
    for seed, (_, _, after) in run.every(1):
        assert GAME.violations(after) == () == GAME.violations(with_own_cards(after)), seed
        table = after.table  # counted here once more, by hand
        loose = sum(slot.agent.count for slot in table.slots if slot.agent) + sum(
            bool(elder) for elder in (*(slot.elder for slot in table.slots), table.gap_elder)
        )
        hands, piles = sum(hand.count for hand in table.hands), sum(map(sum, table.collected))
        assert table.deck + sum(table.discard) + hands + loose + piles == 100
        assert table.shells >= 0
        assert table.shells <= 5 or table.setup.variants.shell_cap == "none"


@pytest.mark.rule("W-006")
@each_table
def test_no_step_changes_anything_otherwise_than_the_laws_of_steps_say(run: Run) -> None:
    for seed, step in run.steps():
        assert oracle_of(GAME).wrong_step(*step) == (), (seed, step)


@pytest.mark.rule("W-030", "W-040")
@each_table
def test_every_action_offered_is_applied_and_something_is_offered_until_the_end(run: Run) -> None:
    for seed, (state, _, after) in run.every(5):
        for known in (state, with_own_cards(state), GAME.known(GAME.view(state, 1))):
            offered = GAME.legal_actions(known)
            assert offered, seed
            assert len(set(offered)) == len(offered)
            for option in offered:
                GAME.apply_action(known, option)
        assert bool(GAME.legal_actions(after)) is (GAME.outcome(after) is None)


@pytest.mark.rule("W-055")
@each_table
def test_what_a_seat_knows_follows_from_what_it_knew_and_saw(run: Run) -> None:
    for seed, (state, action, after) in run.every(1):
        for seat in (None, *range(run.players)):
            before = GAME.known(GAME.view(state, seat))
            assert GAME.apply_action(before, redacted(action, seat)) == GAME.known(GAME.view(after, seat)), seed
        assert with_own_cards(after) == GAME.apply_action(with_own_cards(state), redacted(action, None))


@pytest.mark.rule("W-055", "W-060", "W-070")
@each_table
def test_the_truth_is_always_among_the_reveals_offered(run: Run) -> None:
    met = 0
    for seed, (state, action, _) in run.steps():
        if isinstance(action, RevealRebels | RevealFollower):
            met += 1
            assert action in GAME.legal_actions(with_own_cards(state)), seed
            for seat in range(run.players):
                assert action in GAME.legal_actions(GAME.known(GAME.view(state, seat))), seed
    assert met


@each_table
def test_the_actions_of_a_seat_are_its_own_and_nobodys(run: Run) -> None:
    for _, (state, _, _) in run.steps():
        everything = GAME.legal_actions(state)
        parts = [GAME.legal_actions(state, seat) for seat in range(run.players)]
        assert set(everything) == {action for part in parts for action in part}
        for seat, part in enumerate(parts):
            assert all(action.actor in (None, seat) for action in part)


def anything(rng: random.Random) -> WavesAction:
    """Any record of the game's vocabulary, most of them nonsense."""

    def slot() -> int:
        return rng.randint(-1, 6)

    def cls() -> int:
        return rng.randint(-1, 6)

    posture: model.Posture = rng.choice(("follower", "rebel"))
    makers: list[Callable[[], WavesAction]] = [
        lambda: actions.PlaceToken(slot()),
        lambda: actions.NameFirst(slot()),
        lambda: actions.LayToken(slot(), slot()),
        lambda: actions.Draw(slot(), cls()),
        lambda: actions.TurnUpElder(slot(), cls()),
        lambda: actions.TurnUpGapElder(cls()),
        lambda: actions.DiscardGapElder(),
        lambda: actions.PlaceShells(rng.randint(-1, 7)),
        lambda: actions.PlayAgents(slot(), slot(), posture, tuple(cls() for _ in range(rng.randint(0, 4)))),
        lambda: actions.PlayAgents(at := slot(), at, posture, (cls(),) * rng.randint(0, 6)),
        lambda: actions.RevealRebels(slot(), cls()),
        lambda: actions.ActivateTablet(cls()),
        lambda: actions.RotateElders(),
        lambda: actions.DiscardExtras(slot()),
        lambda: actions.RevealFollower(slot(), cls()),
        lambda: actions.Collect(slot(), slot()),
        lambda: actions.TakeElder(slot()),
        lambda: actions.PassToken(slot()),
        lambda: actions.Reshuffle(),
        lambda: actions.Discard(slot(), cls()),
        lambda: actions.NextRound(),
    ]
    return rng.choice(makers)()


@each_table
def test_whatever_is_not_legal_is_refused_with_a_rule_and_a_sentence(run: Run) -> None:
    rng = random.Random(run.seeds[0])
    for seed, (full, _, _) in run.every(2):
        state = full if rng.random() < 0.5 else with_own_cards(full)
        legal = GAME.legal_actions(state)
        for action in (tried for _ in range(15) if (tried := anything(rng)) not in legal):
            with pytest.raises(IllegalAction) as caught:
                GAME.apply_action(state, action)
            assert re.fullmatch(r"W-\d{3}", caught.value.rule), (seed, action)
            assert re.fullmatch(r"[A-Z0-9].*\.", str(caught.value.reason)), str(caught.value.reason)
            assert "None" not in str(caught.value.reason), str(caught.value.reason)


@each_table
def test_the_same_acts_lead_to_the_same_state_and_leave_the_old_one_alone(run: Run) -> None:
    for _, (state, action, after) in run.every(2):
        copy = msgspec.json.decode(msgspec.json.encode(state), type=GAME.state_type)
        assert GAME.apply_action(copy, action) == after
        assert GAME.apply_action(state, action) == after
        assert state == copy


@each_table
def test_states_views_and_actions_survive_json(run: Run) -> None:
    for _, (state, action, _) in run.steps():
        assert msgspec.json.decode(msgspec.json.encode(state), type=GAME.state_type) == state
        assert msgspec.json.decode(msgspec.json.encode(action), type=GAME.action_type) == action
        hash(state), hash(action)


@pytest.mark.slow
@each_table
def test_every_position_can_be_shown_to_everyone(run: Run) -> None:
    for seed, (state, action, _) in run.every(7):
        for known in (state, with_own_cards(state)):
            for seat in (None, *range(run.players)):
                view = GAME.view(known, seat, SIX[: run.players])
                prompt = GAME.prompt(view)
                assert prompt.phase
                assert str(prompt.text).endswith("."), seed
                assert re.fullmatch(r"W-\d{3}", prompt.rule)
                assert len(str(prompt.text)) <= 160
                assert "unknown" not in str(prompt.text)
                assert len({zone.zone for zone in GAME.mat.expected(view).zones}) == len(GAME.mat.layout(view).zones)
                GAME.screen.panels(view), GAME.light.scene(view)
                for choice in GAME.choices(view):
                    assert choice.label
                    assert choice.group
                    after = GAME.known(view)
                    for act in choice.actions:
                        after = GAME.apply_action(after, act)
                assert str(GAME.describe(view, GAME.view_action(action, seat))).endswith(".")


@pytest.mark.rule("W-055")
@each_table
def test_what_others_read_of_a_draw_or_a_play_does_not_name_the_card(run: Run) -> None:
    words = re.compile(r"Scholar|Keeper|Knight|Seer|Noble")
    for _, (state, action, _) in run.steps():
        if isinstance(action, Draw | actions.PlayAgents):
            for seat in {None, *range(run.players)} - {action.seat}:
                text = str(GAME.describe(GAME.view(state, seat), GAME.view_action(action, seat)))
                assert not words.search(text), text
            own = GAME.describe(GAME.view(state, action.seat), GAME.view_action(action, action.seat))
            assert words.search(str(own))


@pytest.mark.rule("W-145", "W-144")
@each_table
def test_everybody_always_has_a_card_to_play(run: Run) -> None:
    for seed, (state, _, _) in run.steps():
        setup = state.table.setup
        if setup.is_head_to_head or setup.variants.deck_empty == "stop":
            continue
        assert state.table.skipped == (), seed
        if state.table.phase is model.Phase.SHELLS:
            assert all(hand.count for hand in state.table.hands), seed


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


@pytest.mark.slow
@each_table
def test_after_any_correction_play_goes_on(run: Run) -> None:
    rng = random.Random(run.seeds[0])
    for _, (state, _, _) in run.every(20):
        facts = values(state, rng)
        for start in (state, with_own_cards(state)):
            after = GAME.correct(start, facts)
            for _ in range(20):
                legal = GAME.legal_actions(after)
                assert bool(legal) is (after.table.winner < 0), facts
                view = GAME.view(after, None)
                (
                    GAME.prompt(view),
                    GAME.choices(view),
                    GAME.mat.expected(view),
                    GAME.light.scene(view),
                    GAME.screen.panels(view),
                )
                if not legal:
                    break
                after = GAME.apply_action(after, rng.choice(legal))


@each_table
def test_setting_a_fact_to_its_own_value_changes_nothing_but_the_reason(run: Run) -> None:
    rng = random.Random(run.seeds[0])
    for seed, (state, _, _) in run.every(2):
        field = rng.choice(GAME.facts(GAME.view(state, None)))
        if field.status:
            continue  # to give what is asked of the box is to confirm it
        after = GAME.correct(state, {field.key: field.value})
        assert after.table.irregular == (), (seed, field.key)
        expected = replace(state.table, why=after.table.why)
        assert after.table == expected, (seed, field.key)
        assert after.secrets == state.secrets


FIRES = {
    *range(1, 18), 19, *range(30, 36), *range(40, 46), *range(50, 54), *range(55, 58), *range(60, 68), *range(70, 89),
    *range(100, 113), *range(115, 137),
}  # fmt: skip
"""Numbers of the rules that some act of some game is explained by; the others forbid, or are told by people."""


def starts() -> Iterator[WavesState]:
    """Games of every mode from their beginning, and positions that lead where random play seldom comes."""
    for mode, players in TABLES:
        yield from (new_game(mode, players, seed) for seed in range(6))
    yield position([1, 2, 3, 4], mode="head_to_head", hands={0: ()}, first=0, shells=0)  # W-111
    almost = {0: [1, 2, 3], 1: [1, 2, 3, 4], 2: [1, 2, 3]}  # solo needs four classes, a team five
    yield position([4, 4, 4, 5, 5], mode="teams", collected={2: almost[0]}, hands={4: [5] * 6}, token=4)
    yield position([5] * 6, discard=[1] * 10, deck=0, hands=dict.fromkeys(range(6), (2, 3, 4)))


@pytest.mark.slow
def test_every_rule_that_moves_the_game_is_given_as_a_reason_in_some_game() -> None:
    given_as_reason: set[str] = set()
    for seed, start in enumerate(starts()):
        given_as_reason.update(start.table.why)
        for _, _, after in played(start, random.Random(seed), 400):
            given_as_reason.update(after.table.why)
    assert sorted(given_as_reason) == [f"W-{number:03d}" for number in sorted(FIRES)]
