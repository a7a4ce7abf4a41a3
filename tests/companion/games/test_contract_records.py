"""Every registered game declares itself, and its records are plain, unchangeable and survive JSON."""

from __future__ import annotations

import pickle
import random
import typing

import msgspec
import pytest
from msgspec.structs import replace

from companion.conformance.acts import mutable_part
from companion.games.core import View
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.table.kit import check_kit
from tests.companion.games.contract import ALL_GAMES, CASES, COLOUR, NAMES, PROBES, Case, each_case, each_game
from tests.companion.games.playthroughs import is_rule, play, sample, steps, viewers


def test_every_registered_game_is_under_contract() -> None:
    assert {case.game.name for case in CASES} == {*GAMES, "sealed_bid"}
    assert set(PROBES) <= set(ALL_GAMES)
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
    assert all(is_rule(game, rule) for rule in state.table.why)
    for kind, piece in game.mat.pieces.items():
        assert piece.kind == kind
        assert COLOUR.fullmatch(piece.colour)
        assert piece.label
        assert piece.number or piece.sign, f"{kind} is told by its colour only"
    kit = game.mat.kit
    known = {kind for kind, piece in game.mat.pieces.items() if piece.shape != "die"}
    # A die carries no marker, nor does what stands there, nor is what discs of some value are called together a piece.
    together = {kind.rpartition(":")[0] for kind in kit.pieces if kind.rpartition(":")[2].isdecimal()} - {*kit.pieces}
    assert {*kit.pieces, *kit.standees} == known - together
    assert check_kit(kit, game.mat.layout(game.view(state, None))) is kit


@each_case
def test_a_game_can_be_handed_to_another_process(case: Case) -> None:
    """As simulations on several cores do."""
    there = pickle.loads(pickle.dumps(case.game))
    start = there.new_game(case.options, {})
    assert start == case.game.new_game(case.options, {})
    view = there.view(start, None, NAMES)
    assert there.prompt(view) == case.game.prompt(view)
    assert there.mat.expected(view) == case.game.mat.expected(view)


@each_case
def test_states_actions_and_views_survive_json(case: Case) -> None:
    public_type, secret_type = typing.get_args(case.game.state_type)
    view_type: typing.Any = View[public_type, secret_type]  # type: ignore[valid-type]
    for sealed, action, opened in sample(case, 150):
        # What is sealed is read back from its acts, and never with a position.
        state, after = replace(sealed, sealed=()), replace(opened, sealed=())
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
    again = tuple(play(case.game, case.new_game(), random.Random(0)))
    assert again == steps(case, 0)
