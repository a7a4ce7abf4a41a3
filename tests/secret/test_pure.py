"""No pure outlet tells a seat, or the public, what it may not know; and the check sees a leak in each of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import companion.lights.render
from companion.games.board import Board
from companion.games.core import Action, ActionView, Choice, Outcome, State
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.games.parts import CardGroup
from companion.games.registry import GAMES
from companion.games.shared.facts import FactField
from companion.language.message import say, written
from companion.language.values import Name
from tests.games.members import exchanged, member
from tests.many import one_quick
from tests.secret.outlets import OUTLETS, leaks
from tests.secret.worlds import (
    OPEN_GAMES,
    SECRET_GAMES,
    Twins,
    each_planted_game,
    each_secret_game,
    each_secret_game_and_eyes,
    held,
    marks_of,
    seals,
    states,
    twins,
)

PLIES = {
    "waves": (12, 29, 30, 34, 60, 110),
    "sealed_bid": (6, 14, 15, 17, 26, 45),
    "rolling_with_the_waves": (13, 18, 62),
    "atlantis_rising": (33, 38, 41, 44, 60, 80),
    "manawave": (11, 10, 20, 23, 34, 52),
}
"""Lengths of history: in the deal, while cards lie face down, and in later rounds."""
UNKNOWN_GAME = (4, 9, 16, 30)
"""The same of a game that nobody has looked at so closely."""


def plies_of(name: str) -> tuple[int, ...]:
    """How long the histories of a game are that are compared."""
    return PLIES.get(name, UNKNOWN_GAME)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
@pytest.mark.parametrize("lengths", one_quick([slice(1, 3), slice(3, None), slice(0, 1)]), ids=str)
@each_secret_game_and_eyes
def test_no_outlet_tells_what_a_seat_may_not_know(name: str, lengths: slice, seat: int | None, seed: int) -> None:
    for plies in plies_of(name)[lengths]:
        assert leaks(twins(name, seat, plies, seed)) == {}


@each_planted_game
def test_the_pairs_differ_in_hands_and_in_cards_that_lie_face_down(name: str) -> None:
    differ = set()
    for plies in plies_of(name):
        for seed in range(4):
            pair = twins(name, 0, plies, seed)
            one, other = (states(pair.game, history)[-1] for history in (pair.one, pair.other))
            assert one.table == other.table
            assert one.secrets[0] == other.secrets[0]
            told: tuple[Any, ...] = tuple(filter(None, one.secrets))
            for mine, theirs in zip(told, filter(None, other.secrets), strict=True):
                differ |= {name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(theirs, name)}
            differ |= {"sealed"} if one.sealed != other.sealed else set()
            assert one.sealed_for(0) == other.sealed_for(0)
    fields = told[0].__struct_fields__ if told else ()
    assert differ == {*fields, *(("sealed",) if seals(SECRET_GAMES[name]) else ())}


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks_of(name)) for name in OPEN_GAMES])
def test_in_a_game_that_is_never_dealt_nobody_holds_anything(name: str) -> None:
    game, rng = GAMES[name], random.Random(1)
    state = game.new_game(game.simulation.varied_options(rng), {})
    while legal := [act for act in game.legal_actions(state) if not act.takes_back]:
        assert held(state) == set()
        state = game.apply_action(state, rng.choice(legal))


# --- the check itself: one planted leak for each outlet ---

Mix = Callable[[Any, str], Any]

MIXES: dict[str, tuple[str, Mix]] = {
    "prompt": ("prompt", lambda prompt, hidden: replace(prompt, why=written(f"{prompt.why}{hidden}"))),
    "choices": ("choices", lambda choices, hidden: (*choices, Choice(written(hidden), (), say("leak")))),
    "facts": ("facts", lambda facts, hidden: (*facts, FactField("leak", written(hidden), say("leak"), 0))),
    "expected table": (
        "mat.expected",
        lambda table, hidden: replace(table, zones=(replace(table.zones[0], note=written(hidden)), *table.zones[1:])),
    ),
    "own pieces": ("screen.own_pieces", lambda pieces, hidden: (*pieces, hidden)),
    "panels": ("screen.panels", lambda panels, hidden: (replace(panels[0], lines=(written(hidden),)), *panels[1:])),
    "boards": (
        "screen.boards",
        lambda boards, hidden: (*boards, Board("leak", say("{leak}", leak=Name(hidden)), 1, 1, ())),
    ),
    "cards": ("screen.cards", lambda groups, hidden: (*groups, CardGroup(written(hidden), ()))),
    "layout": ("mat.layout", lambda layout, hidden: replace(layout, name=hidden)),
    "outcome": ("outcome", lambda outcome, hidden: Outcome((0,), written(hidden), "X-001")),
    "owner file": ("box.kept", lambda figures, hidden: {**figures, "leak": hidden}),
    "log": ("describe", lambda sentence, hidden: written(f"{sentence}{hidden}")),
    "news": ("came_of", lambda sentence, hidden: written(f"{sentence}{hidden}")),
}
"""Outlet, the function to spoil, and how the hidden cards get into what it returns."""


def spying(game: AnyGame) -> type[Any]:
    """A subclass of a game that remembers the hidden cards of the last full position it played."""

    class Spying(type(game)):  # type: ignore[misc]  # whatever game it is
        __module__ = type(game).__module__  # its files, such as words in other languages, lie in its package
        hidden = ""

        def apply_action(self, state: State[Any, Any], action: Action) -> State[Any, Any]:
            after: State[Any, Any] = super().apply_action(state, action)
            if None not in after.secrets or (not after.is_dealt and after.sealed and not after.unknown):
                self.hidden = repr((after.secrets, after.sealed))
            return after

    return Spying


def spoiled(game: AnyGame, path: str, mix: Mix) -> AnyGame:
    """The game with one function that lets the hidden cards out."""
    leaking: AnyGame = spying(game)()
    honest = member(leaking, path)

    def leaky(*given: Any) -> Any:
        return mix(honest(*given), leaking.hidden)  # type: ignore[attr-defined]  # a spy's

    name, value = exchanged(leaking, path, leaky)
    setattr(leaking, name, value if "." in path else leaky)
    return leaking


def _pair(name: str) -> Twins:
    return twins(name, 0, plies_of(name)[1], 0)


@each_planted_game
@pytest.mark.parametrize("outlet", MIXES)
def test_a_leak_in_a_method_is_seen_in_its_outlet_alone(name: str, outlet: str) -> None:
    pair, (method, mix) = _pair(name), MIXES[outlet]
    assert set(leaks(pair, spoiled(pair.game, method, mix))) == {outlet}


@each_planted_game
def test_a_leak_in_the_words_of_the_lights_is_seen_in_the_lights_alone(name: str) -> None:
    def mix(scene: Any, hidden: str) -> Any:
        return replace(scene, glows=tuple(replace(glow, text=written(hidden)) for glow in scene.glows))

    plies = {"waves": 34, "sealed_bid": 14, "rolling_with_the_waves": 18, "atlantis_rising": 38, "manawave": 11}
    pair = twins(name, 0, plies.get(name, plies_of(name)[1]), 0)
    assert set(leaks(pair, spoiled(pair.game, "light.scene", mix))) == {"lights"}


@each_planted_game
def test_a_leak_in_the_renderer_is_seen_in_the_pixels_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = _pair(name)
    game = spying(pair.game)()

    def colour(glow: object, at_s: float) -> tuple[int, int, int]:
        number = sum(game.hidden.encode()[place] * place for place in range(len(game.hidden)))
        return number % 251, number % 241, number % 239

    monkeypatch.setattr(companion.lights.render, "_colour", colour)
    assert set(leaks(pair, game)) == {"pixels"}


@each_planted_game
def test_a_leak_in_the_public_table_is_seen_in_the_view(name: str) -> None:
    pair = _pair(name)

    class Leaky(spying(pair.game)):  # type: ignore[misc]
        def apply_action(self, state: State[Any, Any], action: Action) -> State[Any, Any]:
            after = super().apply_action(state, action)
            return replace(after, table=replace(after.table, why=(*after.table.why, self.hidden)))

    assert set(leaks(pair, Leaky())) == {"view"}


@each_planted_game
def test_a_leak_in_a_refusal_is_seen_in_the_refusals_alone(name: str) -> None:
    pair = _pair(name)

    class Leaky(spying(pair.game)):  # type: ignore[misc]
        def apply_action(self, state: State[Any, Any], action: Action) -> State[Any, Any]:
            try:
                after: State[Any, Any] = super().apply_action(state, action)
            except IllegalAction as refused:
                raise IllegalAction(refused.rule, written(f"{refused.reason}{self.hidden}")) from refused
            return after

    assert set(leaks(pair, Leaky())) == {"refusals"}


def test_every_outlet_has_a_planted_leak() -> None:
    assert set(OUTLETS) == {*MIXES, "lights", "pixels", "view", "refusals"}


@each_secret_game
def test_a_guess_at_hidden_cards_is_not_answered(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gate once compared a tap with what others had really done, and so told a good guess from a bad one."""
    game = spying(SECRET_GAMES[name])()
    monkeypatch.setattr(type(game), "view_action", lambda self, action, seat: ActionView(seat, action))
    # In one pair both guesses may have been right before: a seat that has drawn a card of each.
    pairs = (twins(name, 0, plies_of(name)[1], seed) for seed in range(4))
    assert any("refusals" in leaks(pair, game) for pair in pairs)
