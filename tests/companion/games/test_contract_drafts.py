"""Of every game in which an act is put together: each step is its seat's own, and leads on, or to a legal act."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import Action, Choice, Effect, Seat, View
from companion.games.game import AnyGame
from companion.language.message import say
from tests.companion.games.boards import boards_of
from tests.companion.games.contract import NAMES, AnyState, Case, each_case
from tests.companion.games.playthroughs import corpus, viewers
from tests.companion.games.test_contract_boards import _check as check_board
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Guess, Phase, Wager

MOST_TAPS = 30
LATER = 12
"""So many acts later what was put together is looked at again."""


def _views(game: AnyGame, state: AnyState, seat: Seat, rng: random.Random) -> Iterator[View[Any, Any]]:
    """What a seat sees that taps on, at random, at what it is putting together."""
    view = game.view(state, seat, NAMES)
    for _ in range(MOST_TAPS):
        yield view
        steps = [each for each in game.choices(view) if each.is_draft]
        if not steps:
            return
        view = game.view(state, seat, NAMES, rng.choice(steps).draft)


def _check(game: AnyGame, state: AnyState, view: View[Any, Any]) -> None:
    """What is offered to a view in which something may be put together."""
    choices = game.choices(view)
    drafted = [each for each in game.drafts.steps(view) if each.is_draft]
    assert drafted == [each for each in choices if each.is_draft]
    for each in choices:
        if each.is_draft:
            _check_step(game, state, view, each)
            continue
        after = state
        for act in each.actions:
            after = game.apply_action(after, act)
    steps = [(str(each.group), each.key or str(each.label)) for each in choices if each.is_draft]
    assert len(set(steps)) == len(steps), "two steps cannot be told apart from one page to the next"
    if view.draft is not None:
        goes_on = (each for each in choices if each.draft is not None or _seals_for(each, view))
        assert any(goes_on), "nothing leads on from what was put together"
    offered: set[Effect] = {each.effect for each in choices}
    boards = boards_of(game, view)
    assert game.screen.boards(view, choices) == boards
    for board in boards:
        check_board(board, offered, set(game.mat.pieces))
    assert 0 < len(str(game.prompt(view).text)) <= 160


def _check_step(game: AnyGame, state: AnyState, view: View[Any, Any], choice: Choice[Any]) -> None:
    assert view.seat is not None, "everybody is offered what one seat puts together"
    if choice.draft is None:
        assert view.draft is not None, "nothing was put together that could be dropped"
        return
    assert choice.draft.seals, "what is put together would be read by all"
    assert choice.draft.actor == view.seat
    assert game.drafts.is_fit(game.view(state, view.seat, NAMES, choice.draft)), "what is offered is dropped at once"


def _seals_for(choice: Choice[Any], view: View[Any, Any]) -> bool:
    return any(act.seals and act.actor == view.seat for act in choice.actions)


def _sealing_seats(game: AnyGame, state: AnyState) -> list[Seat]:
    return sorted({act.actor for act in game.legal_actions(state) if act.seals and act.actor is not None})


@each_case
def test_every_step_leads_on_and_what_is_sealed_is_legal(case: Case) -> None:
    game, rng = case.game, random.Random(repr(case))
    for state, _, _ in corpus(case)[::3]:
        for seat in _sealing_seats(game, state):
            for view in _views(game, state, seat, rng):
                _check(game, state, view)


@each_case
def test_nobody_but_the_seat_that_seals_puts_anything_together(case: Case) -> None:
    for state, _, _ in corpus(case)[::3]:
        sealing = _sealing_seats(case.game, state)
        for seat in viewers(case.game, state):
            choices = case.game.choices(case.game.view(state, seat, NAMES))
            assert seat in sealing or all(each.actions for each in choices)


@each_case
def test_what_is_put_together_is_fit_for_as_long_as_it_leads_on(case: Case) -> None:
    """Asked of what was put together a while ago: the game drops it, or goes on from it."""
    game, rng, every = case.game, random.Random(repr(case)), corpus(case)
    for at, (state, _, _) in list(enumerate(every))[::2]:
        for seat in _sealing_seats(game, state):
            drafts = [view.draft for view in _views(game, state, seat, rng) if view.draft is not None]
            for later, _, after in every[at : at + LATER] if drafts else ():
                for now in (later, after):
                    view = game.view(now, seat, NAMES, rng.choice(drafts))
                    if game.drafts.is_fit(view):
                        assert game.outcome(now) is None
                        _check(game, now, view)


def _game_with(*more: Choice[Any]) -> AnyGame:
    """Sealed Bid, in which somebody is offered something besides."""

    class Spoiled(type(SEALED_BID)):  # type: ignore[misc]
        def choices(self, view: View[Any, Any]) -> tuple[Choice[Any], ...]:
            return (*super().choices(view), *more)

    return Spoiled()


def _choice(act: Action | None, *actions: Action) -> Choice[Any]:
    return Choice(say("One more"), actions, say("Your wager"), draft=act)


@pytest.mark.parametrize(
    ("spoil", "seat"),
    [
        pytest.param((_choice(Wager(0, (1, 0, 0))),), None, id="to everybody"),
        pytest.param((_choice(Wager(1, (1, 0, 0))),), 0, id="another's"),
        pytest.param((_choice(Guess(0, 1)),), 0, id="dropped at once"),
        pytest.param((_choice(None),), 0, id="nothing to drop"),
        pytest.param((_choice(Wager(0, (1, 0, 0))), _choice(Wager(0, (2, 0, 0)))), 0, id="one key for two"),
        pytest.param((_choice(None, Wager(0, (2, 2, 2))),), 0, id="illegal"),
    ],
)
def test_the_check_finds_what_is_wrong(spoil: tuple[Choice[Any], ...], seat: int | None) -> None:
    state = _wagering()
    _check(SEALED_BID, state, SEALED_BID.view(state, seat, NAMES))
    game = _game_with(*spoil)
    with pytest.raises(Exception):  # noqa: B017  # an assertion, or the rule that is broken
        _check(game, state, game.view(state, seat, NAMES))


def _wagering() -> AnyState:
    state = SEALED_BID.new_game({"players": 2, "cards": "own", "wager": True}, {})
    while state.table.phase is not Phase.WAGER:
        state = SEALED_BID.apply_action(state, SEALED_BID.legal_actions(state)[0])
    return state


def test_a_view_has_what_is_put_together_for_its_seat_alone() -> None:
    state, draft = _wagering(), Wager(0, (1, 0, 0))
    assert SEALED_BID.view(state, 0, NAMES, draft).draft == draft
    assert SEALED_BID.view(state, None, NAMES, draft).draft is None
    assert SEALED_BID.known(SEALED_BID.view(state, 0, NAMES, draft)) == SEALED_BID.known(
        SEALED_BID.view(state, 0, NAMES)
    )


def test_a_draft_that_is_no_wager_is_dropped() -> None:
    view = SEALED_BID.view(_wagering(), 0, NAMES, Guess(0, 1))
    assert not SEALED_BID.drafts.is_fit(view)
    assert not SEALED_BID.drafts.is_fit(replace(view, draft=None))
    assert not SEALED_BID.drafts.is_fit(replace(view, draft=Wager(1, (1, 0, 0))))
