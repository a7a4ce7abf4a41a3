"""One contract for every registered game, and for the sealed-bid game that keeps the framework honest."""

from __future__ import annotations

import functools
import random
import re
import typing
import zlib
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as fixed_seed
from hypothesis import strategies as st

from companion.games.core import Action, AnyGame, View
from companion.games.errors import IllegalAction
from companion.games.registry import GAMES
from companion.lights.scene import MOST_FLASHES_HZ
from companion.referee.fuse import table_view
from companion.table.kit import check_kit
from companion.table.seen import fits
from tests.companion.games.contract import (
    ALL_GAMES,
    CASES,
    NAMES,
    PROBES,
    AnyState,
    Case,
    allowed_values,
    corpus,
    covers,
    everything_said,
    fact_fields,
    mutable_part,
    outside_universe,
    pick,
    play,
    random_facts,
    sample,
    steps,
    viewers,
)
from tests.companion.referee.perfect import look_at

few = settings(database=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
each_case = pytest.mark.parametrize("case", CASES, ids=repr)
each_game = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=lambda game: game.name)
seeds = st.integers(0, 2**20)
COLOUR = re.compile(r"#[0-9a-f]{6}")


def each_case_and_seed(law: Callable[[Case, int], None]) -> Callable[[Case], None]:
    """Hold a law against as many positions of each case as the case asks for, the same ones in every run."""

    def run(case: Case) -> None:
        def held(seed: int) -> None:
            law(case, seed)

        drawn = settings(few, max_examples=case.examples)(given(seed=seeds)(held))
        fixed_seed(zlib.crc32(f"{law.__name__} {case!r}".encode()))(drawn)()

    return typing.cast("Callable[[Case], None]", each_case(run))


@functools.cache
def _prefix(game: AnyGame) -> str:
    return str(game.new_game({}, {}).table.why[0])[0]


def _is_rule(game: AnyGame, rule: str) -> bool:
    return re.fullmatch(rf"{_prefix(game)}-\d{{3}}[a-z]?", rule) is not None


def _somewhere(case: Case, seed: int) -> AnyState:
    """Some position of some playthrough, its end included."""
    rng = random.Random(seed)
    every = steps(CASES.index(case), rng.randrange(case.games))
    state, _, after = every[rng.randrange(len(every))]
    return rng.choice((state, after))


def _corrected(case: Case, seed: int) -> AnyState:
    """A position after one to three random corrections; corrections seldom end the game."""
    rng = random.Random(seed)
    state = _somewhere(case, seed)
    for _ in range(rng.randint(1, 3)):
        options = [case.game.correct(state, random_facts(case.game, state, rng)) for _ in range(3)]
        state = next((each for each in options if case.game.outcome(each) is None), options[0])
    return state


# --- the registry ---


def test_every_registered_game_is_under_contract() -> None:
    assert set(PROBES) == {*GAMES, "sealed_bid"}
    assert all(game.name == name for name, game in ALL_GAMES.items())


@each_game
def test_game_declares_itself(game: AnyGame) -> None:
    assert game.title
    assert game.rules_version
    assert game.seat_counts == tuple(sorted(set(game.seat_counts)))
    assert min(game.seat_counts) >= 1
    state = game.new_game({}, {})
    assert game.seat_count(state.table) in game.seat_counts
    assert len(state.secrets) == game.seat_count(state.table)
    assert state.table.why
    assert all(_is_rule(game, rule) for rule in state.table.why)
    for kind, piece in game.piece_kinds().items():
        assert piece.kind == kind
        assert COLOUR.fullmatch(piece.colour)
        assert piece.label
        assert piece.number or piece.sign, f"{kind} is told by its colour only"
    kit = game.kit()
    assert set(kit.pieces) == set(game.piece_kinds())
    assert check_kit(kit, game.layout(game.view(state, None))) is kit


# --- records ---


@each_case
def test_states_actions_and_views_survive_json(case: Case) -> None:
    public_type, secret_type = typing.get_args(case.game.state_type)
    view_type: typing.Any = View[public_type, secret_type]  # type: ignore[valid-type]
    for state, action, after in sample(case, 150):
        for record, kind in (
            (state, case.game.state_type),
            (after, case.game.state_type),
            (action, case.game.action_type),
        ):
            assert msgspec.json.decode(msgspec.json.encode(record), type=kind) == record
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            assert msgspec.json.decode(msgspec.json.encode(view), type=view_type) == view


@each_case
def test_records_cannot_be_changed(case: Case) -> None:
    for state, action, after in sample(case, 40):
        assert mutable_part(after) is None
        assert mutable_part(action, "action") is None
        for record in (state, state.table, action, *filter(None, state.secrets)):
            for name in record.__struct_fields__:
                with pytest.raises(AttributeError):
                    setattr(record, name, getattr(record, name))


@each_case
def test_apply_does_not_change_its_argument(case: Case) -> None:
    for state, action, after in sample(case, 60):
        before = msgspec.json.encode(state)
        assert case.game.apply_action(state, action) == after
        assert case.game.apply_legal(state, action) == after
        assert msgspec.json.encode(state) == before


@each_case
def test_same_seed_gives_the_same_game(case: Case) -> None:
    again = tuple(play(case.game, case.new_game(), random.Random(1)))
    assert again == steps(CASES.index(case), 1)


# --- legal actions ---


@each_case
def test_play_ends_and_every_position_is_regular(case: Case) -> None:
    for state, _, after in corpus(case):
        assert case.game.legal_actions(state)
        assert case.game.violations(after) == ()
        assert after.table.irregular == ()
        assert after.table.why
        assert all(_is_rule(case.game, rule) for rule in after.table.why)


@each_case
def test_no_game_gets_stuck(case: Case) -> None:
    for seed in range(1000, 1000 + case.examples):
        end = case.new_game()
        for _, _, after in play(case.game, end, random.Random(seed)):
            assert bool(case.game.legal_actions(after)) == (case.game.outcome(after) is None), after
            end = after
        assert case.game.outcome(end) is not None
        assert case.game.violations(end) == ()


@each_case
def test_nothing_is_legal_after_the_end(case: Case) -> None:
    for seed in range(case.games):
        *_, (_, last, end) = steps(CASES.index(case), seed)
        outcome = case.game.outcome(end)
        assert outcome is not None
        assert outcome.winners
        assert outcome.text.endswith(".")
        assert _is_rule(case.game, outcome.rule)
        for seat in viewers(case.game, end):
            assert case.game.legal_actions(end, seat) == ()
            assert case.game.choices(case.game.view(end, seat)) == ()
            assert case.game.prompt(case.game.view(end, seat)).seats == ()
        with pytest.raises(IllegalAction):
            case.game.apply_action(end, last)


@each_case_and_seed
def test_legal_actions_of_a_seat(case: Case, seed: int) -> None:
    for state in (_somewhere(case, seed), _corrected(case, seed)):
        game, every = case.game, case.game.legal_actions(state)
        assert len(set(every)) == len(every)
        acting = game.prompt(game.view(state, None)).seats
        for seat in range(game.seat_count(state.table)):
            own = game.legal_actions(state, seat)
            assert own == tuple(action for action in every if action.actor in (None, seat))
            if seat not in acting:
                assert all(action.kind != "choice" for action in own if action.actor == seat)


@each_case_and_seed
def test_every_legal_action_applies(case: Case, seed: int) -> None:
    for state in (_somewhere(case, seed), _corrected(case, seed)):
        for action in case.game.legal_actions(state):
            after = case.game.apply_action(state, action)
            assert bool(case.game.legal_actions(after)) == (case.game.outcome(after) is None)


@each_case_and_seed
def test_everything_else_is_refused_with_a_rule(case: Case, seed: int) -> None:
    universe = outside_universe(CASES.index(case))
    rng = random.Random(seed)
    for state in (_somewhere(case, seed), _corrected(case, seed)):
        legal, before = set(case.game.legal_actions(state)), msgspec.json.encode(state)
        for action in rng.sample(universe, min(60, len(universe))):
            if action not in legal and not _is_open_and_taken(case.game, state, action):
                with pytest.raises(IllegalAction) as refused:
                    case.game.apply_action(state, action)
                assert _is_rule(case.game, refused.value.rule), (action, refused.value.rule)
                assert re.fullmatch(r"[A-Z0-9].*\.", refused.value.reason), (action, refused.value.reason)
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
    return bool(msgspec.json.decode(msgspec.json.encode(after), type=game.state_type) == after)


@each_case_and_seed
def test_dealer_and_bot_choose_among_what_they_are_given(case: Case, seed: int) -> None:
    state, rng = _somewhere(case, seed), random.Random(seed)
    if case.game.outcome(state) is None:
        assert pick(case.game, state, rng) in case.game.legal_actions(state)


@each_case_and_seed
def test_what_is_imagined_looks_the_same_and_goes_on_by_the_same_rules(case: Case, seed: int) -> None:
    game, rng = case.game, random.Random(seed)
    for state in (_somewhere(case, seed), _corrected(case, seed)):
        public = game.known(game.view(state, None))
        imagined = game.imagine(public, rng)
        assert None not in imagined.secrets
        assert game.expected_table(game.view(imagined, None)) == game.expected_table(game.view(public, None))
        if public.table.irregular:
            continue
        assert game.violations(imagined) == ()
        legal = {action.public() for action in game.legal_actions(imagined)}
        assert legal <= set(game.legal_actions(public))
        assert bool(legal) == (game.outcome(public) is None)


# --- corrections ---


@each_case_and_seed
def test_play_goes_on_from_corrected_positions(case: Case, seed: int) -> None:
    state, game = _corrected(case, seed), case.game
    assert bool(game.legal_actions(state)) == (game.outcome(state) is None)
    for _, _, after in play(game, state, random.Random(seed), plies=60):
        assert bool(game.legal_actions(after)) == (game.outcome(after) is None)
        for seat in viewers(game, after):
            everything_said(game, after, seat)


@each_case_and_seed
def test_irregular_names_the_laws_that_the_public_table_breaks(case: Case, seed: int) -> None:
    state, game = _corrected(case, seed), case.game
    for position in (state, *(after for _, _, after in play(game, state, random.Random(seed), plies=10))):
        if position is state or state.table.irregular:
            assert position.table.irregular == game.violations(game.known(game.view(position, None)))


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
    probe = PROBES[case.game.name]
    for state, _, _ in sample(case, 40):
        fields = fact_fields(case.game, state)
        facts = probe.breaking(fields)
        broken = case.game.correct(state, facts)
        assert broken.table.irregular
        assert all(text.endswith(").") for text in broken.table.irregular)
        mended = case.game.correct(broken, {key: fields[key].value for key in facts})
        assert mended.table.irregular == ()


@each_case
def test_a_harmless_correction_is_not_marked(case: Case) -> None:
    probe, met = PROBES[case.game.name], 0
    for state, _, _ in sample(case, 40):
        facts = probe.harmless(fact_fields(case.game, state))
        met += bool(facts)
        after = case.game.correct(state, facts)
        assert after.table.irregular == (), facts
        assert {key: fact_fields(case.game, after)[key].value for key in facts} == facts
    assert met > 10


@each_case_and_seed
def test_impossible_facts_are_refused_by_the_host_rule(case: Case, seed: int) -> None:
    state = _somewhere(case, seed)
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
        assert refused.value.reason.endswith("."), facts
    assert msgspec.json.encode(state) == before


@each_case_and_seed
def test_facts_are_public_and_labelled(case: Case, seed: int) -> None:
    state, game = _somewhere(case, seed), case.game
    public = game.facts(game.view(state, None, NAMES))
    assert len({field.key for field in public}) == len(public)
    assert all(field.label and field.group for field in public)
    for seat in viewers(game, state):
        assert game.facts(game.view(state, seat, NAMES)) == public


# --- what a camera sees ---


@each_case_and_seed
def test_of_every_position_all_zones_can_be_seen_and_nothing_counts_as_hidden(case: Case, seed: int) -> None:
    game, state = case.game, _somewhere(case, seed)
    view = game.view(state, None)
    reading = look_at(game, state, 0.0)
    seen = table_view(reading.sightings, reading.rejected, game.layout(view), game.kit())
    content = {zone.zone: zone.content for zone in game.expected_table(view).zones}
    assert [zone.zone for zone in seen.zones if zone.covered] == []
    assert [zone.zone for zone in seen.zones if not fits(content[zone.zone], zone)] == []


# --- knowledge ---


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
    state, game, rng = _somewhere(case, seed), case.game, random.Random(seed)
    facts = random_facts(game, state, rng)
    corrected = game.correct(state, facts)
    for seat in viewers(game, state):
        assert game.known(game.view(corrected, seat)) == game.correct(game.known(game.view(state, seat)), facts)
    if game.violations(corrected) and not corrected.table.irregular:
        return  # the facts contradict the hidden cards themselves: nothing follows from them
    for step in play(game, corrected, rng, plies=25):
        _check_knowledge(game, *step)


@each_case
def test_public_actions_are_of_the_same_type_and_tell_no_more_when_published_again(case: Case) -> None:
    for _, action, _ in corpus(case):
        public = action.public()
        assert type(public) is type(action)
        assert public.public() == public
        assert public.actor == action.actor


# --- what is said and shown ---


@each_case_and_seed
def test_choices_apply_where_they_are_offered(case: Case, seed: int) -> None:
    for state in (_somewhere(case, seed), _corrected(case, seed)):
        for seat in viewers(case.game, state):
            for choice in case.game.choices(case.game.view(state, seat, NAMES)):
                assert choice.label
                assert choice.group
                assert choice.actions
                assert not choice.piece or choice.piece in case.game.piece_kinds()
                after = state
                for action in choice.actions:
                    after = case.game.apply_action(after, action)


@each_case_and_seed
def test_prompts_are_short_sentences(case: Case, seed: int) -> None:
    for state in (_somewhere(case, seed), _corrected(case, seed)):
        for seat in viewers(case.game, state):
            prompt = case.game.prompt(case.game.view(state, seat, NAMES))
            assert prompt.phase
            assert prompt.why
            assert 0 < len(prompt.text) <= 160, prompt.text
            assert prompt.text[-1] in ".!?", prompt.text
            assert _is_rule(case.game, prompt.rule)
            assert set(prompt.seats) <= set(range(case.game.seat_count(state.table)))


@each_case_and_seed
def test_expected_table_names_exactly_the_zones_of_the_layout(case: Case, seed: int) -> None:
    for state in (_somewhere(case, seed), _corrected(case, seed)):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            zones = [zone.zone for zone in case.game.layout(view).zones]
            table = case.game.expected_table(view)
            assert [zone.zone for zone in table.zones] == zones
            kinds = {kind for zone in table.zones for kind in getattr(zone.content, "kinds", ())}
            kinds |= set(case.game.own_pieces(view))
            kinds |= {kind for panel in case.game.panels(view) for kind in panel.pieces}
            assert kinds <= set(case.game.piece_kinds())
            assert [panel.seat for panel in case.game.panels(view)] == list(range(case.game.seat_count(state.table)))


@each_case_and_seed
def test_lights_are_safe_and_have_a_text_twin(case: Case, seed: int) -> None:
    for state in (_somewhere(case, seed), _corrected(case, seed)):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            scene = case.game.lights(view)
            for glow in scene.glows:
                assert COLOUR.fullmatch(glow.colour)
                assert 0 <= glow.level <= 1
                assert glow.period_s >= 1 / MOST_FLASHES_HZ
                assert 0 <= glow.start < 1
                assert 0 <= glow.length <= 1
            for acting in case.game.prompt(view).seats:
                assert any(NAMES[acting] in glow.text for glow in scene.glows), scene


@each_case
def test_every_act_is_described_in_a_sentence(case: Case) -> None:
    for state, action, _ in sample(case, 150):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            sentence = case.game.describe(view, case.game.view_action(action, seat))
            assert re.fullmatch(r"\S.*\S\.", sentence), sentence
            assert len(sentence) <= 160, sentence


@each_case
def test_what_an_undo_cannot_make_unseen_is_named_for_every_reveal_and_for_nothing_else(case: Case) -> None:
    for state, action, _ in sample(case, 150):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            memory = case.game.memory(view, case.game.view_action(action, seat))
            assert (memory is not None) == action.reveals, action
            if memory is not None:
                assert re.fullmatch(r"\S.*\S\.", memory.seen), memory
                assert len(memory.text) <= 160, memory


# --- zones ---


@each_case
def test_actions_name_zones_of_the_layout(case: Case) -> None:
    for state, action, _ in corpus(case):
        layout = [zone.zone for zone in case.game.layout(case.game.view(state, None)).zones]
        for zone in action.zones():
            assert any(covers((zone,), each) for each in layout), f"{action} names {zone!r}"
        assert action.zones() or action.sense == "told", f"{action} is {action.sense} nowhere"


@each_case
def test_actions_name_every_zone_that_they_change(case: Case) -> None:
    game = case.game
    for state, action, after in corpus(case):
        old, new = (game.expected_table(game.view(each, None)).zones for each in (state, after))
        for was, now in zip(old, new, strict=True):
            if was.content != now.content:
                assert covers(action.zones(), now.zone), (
                    f"{action} changes {now.zone} from {was.content} to {now.content}"
                )
