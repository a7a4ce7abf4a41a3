"""A journal held against what hands did: right acts, wrong ones, and those of people."""

from __future__ import annotations

import random
from typing import Any, Literal

import msgspec
import pytest

from companion.games.core import Action
from companion.live.steps import Step
from companion.simulation.ground_truth import Deed
from companion.soak.endurance.account import hold
from tests.games.registered import SEALED_BID

ACTS = 25
"""Far enough for acts of every sense: token, draws, prize, pearls, bids."""


@pytest.fixture
def steps() -> list[Step]:
    """The first acts of a game by lot, as a journal has them that learned all."""
    rng = random.Random(5)
    state = SEALED_BID.new_game({"cards": "own"}, {})
    done = []
    for number in range(2, 2 + ACTS):
        act = rng.choice(SEALED_BID.legal_actions(state)).public()
        after = SEALED_BID.apply_action(state, act)
        done.append(Step(number, act, {}, state, after, at="2025-01-01T20:00:00Z", by="camera"))
        state = after
    return done


def deed(step: Step, what: Literal["done", "adopted"] = "done") -> Deed:
    """That this act was done, as it comes out of a file."""
    assert step.action is not None
    act = msgspec.json.decode(msgspec.json.encode(step.action))
    return Deed("sealed-bid-1", what, step.number - 1, act)


def forced(step: Step) -> bool:
    return SEALED_BID.legal_actions(step.before) == (step.action,)


def other(step: Step) -> Step:
    """The same step, but that another act was understood."""
    act = next(each for each in SEALED_BID.legal_actions(step.before) if each.public() != step.action)
    return with_act(step, act.public())


def with_act(step: Step, act: Action, **more: Any) -> Step:
    changes = {"action": act, "after": SEALED_BID.apply_action(step.before, act), **more}
    return Step(**{**{name: getattr(step, name) for name in step.__struct_fields__}, **changes})


def free(steps: list[Step]) -> int:
    """The place of an act beside which the rules allowed another."""
    return next(place for place, step in enumerate(steps) if place > 5 and not forced(step))


def test_all_acts_that_were_done_are_right(steps: list[Step]) -> None:
    account = hold(SEALED_BID, steps, [Deed("sealed-bid-1", "set", 1), *map(deed, steps)])
    assert (account.acts, account.by, account.wrong, account.missing) == (ACTS, {"camera": ACTS}, (), ())


def test_acts_that_are_not_in_the_journal_yet_are_missing_and_not_wrong(steps: list[Step]) -> None:
    account = hold(SEALED_BID, steps[:-2], list(map(deed, steps)))
    assert account.wrong == ()
    assert account.missing == tuple(deed(step).act for step in steps[-2:])


def test_another_act_than_was_done_is_wrong_once(steps: list[Step]) -> None:
    place = free(steps)
    account = hold(SEALED_BID, [*steps[:place], other(steps[place])], list(map(deed, steps)))
    assert len(account.wrong) == 1
    assert account.wrong[0].startswith(f"row {steps[place].number}: ")
    assert account.wrong[0].endswith(" was understood")


def test_an_act_that_nobody_did_is_wrong(steps: list[Step]) -> None:
    place = free(steps)
    account = hold(SEALED_BID, steps[: place + 1], list(map(deed, steps[:place])))
    assert account.wrong == (
        f"row {steps[place].number}: {steps[place].action!r} was understood before anything was done",
    )


def test_players_who_go_along_with_an_act_that_nobody_did_do_not_make_it_right(steps: list[Step]) -> None:
    place = free(steps)
    deeds = [*map(deed, steps[:place]), deed(steps[place], "adopted"), *map(deed, steps[place + 1 :])]
    account = hold(SEALED_BID, steps, deeds)
    assert account.wrong == (
        f"row {steps[place].number}: {steps[place].action!r} was understood before anything was done",
    )


def test_an_act_that_a_person_tapped_needs_no_hands(steps: list[Step]) -> None:
    place = free(steps)
    act = steps[place].action
    assert act is not None
    tapped = [*steps[:place], with_act(steps[place], act, by="seat 3"), *steps[place + 1 :]]
    deeds = [*map(deed, tapped[:place]), deed(tapped[place], "adopted"), *map(deed, tapped[place + 1 :])]
    assert hold(SEALED_BID, tapped, deeds).wrong == ()
    assert hold(SEALED_BID, tapped[: place + 1], deeds[:place]).wrong == ()


def test_a_table_that_was_set_anew_is_wrong_and_what_follows_is_held_again(steps: list[Step]) -> None:
    place = free(steps)
    anew = Deed("sealed-bid-1", "anew", steps[place].number)
    account = hold(SEALED_BID, steps, [*map(deed, steps[:place]), anew, *map(deed, steps[place + 1 :])])
    assert account.wrong == (f"after row {anew.row}: the companion stood where nothing that was done leads",)
    # The players notice a wrong act by being elsewhere: both are one fault.
    wrong = [*steps[:place], other(steps[place])]
    deeds = [*map(deed, steps[: place + 1]), Deed("sealed-bid-1", "anew", steps[place].number)]
    assert len(hold(SEALED_BID, wrong, deeds).wrong) == 1
