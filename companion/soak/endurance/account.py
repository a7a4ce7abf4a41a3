"""The journal of one game against what hands did at its virtual table: each act, in its order.

The players write down what they do before the companion can have learned of it (`ground_truth.py`). So an act in the
journal is right where it is the deed in its place. Where it is none of the players' own, a person must have tapped it,
or the rules must have left nothing else; what is neither was inferred and never done. Nobody may move pieces by mouse,
or throw dice by a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from companion.games.core import Action
from companion.games.game import AnyGame
from companion.live.steps import Step
from companion.simulation.ground_truth import Deed

SEAT: Final = "seat "
"""Rows that were tapped in a seat, by a person or by a bot that seals, are reported by this and its number."""


class Account(msgspec.Struct, frozen=True):
    """What holding a journal against the deeds came to."""

    acts: int = 0
    """In the journal."""
    by: dict[str, int] = {}
    """How many of them each reported: "camera", "scale", "board", "host", "seat 2"."""
    wrong: tuple[str, ...] = ()
    """Acts in the journal that were not done, one sentence each."""
    missing: tuple[dict[str, Any], ...] = ()
    """Acts that were done and are not in the journal (yet), in their order."""


def hold(game: AnyGame, steps: Sequence[Step], deeds: Sequence[Deed]) -> Account:
    """The account of one game: the steps of its journal, and the deeds of its table in their order.

    After a wrong act nothing can be compared until the players set the table anew, which they do when they notice.
    """
    wrong: list[str] = []
    missing: list[dict[str, Any]] = []
    place, is_lost = 0, False
    for deed in deeds:
        if deed.what in ("anew", "rewound"):
            if not is_lost:
                wrong.append(f"after row {deed.row}: the companion stood where nothing that was done leads")
            place, is_lost, missing = _after(steps, deed.row), False, []
        if deed.act is None or is_lost:
            continue
        if place == len(steps):
            missing.append(deed.act)
            continue
        step, place = steps[place], place + 1
        act = msgspec.convert(deed.act, game.action_type)
        if not _is_same(game, step.told, act):
            wrong.append(f"row {step.number}: {act!r} was done, {step.told!r} was understood")
            is_lost = True
        elif deed.what == "adopted" and not _may_be(game, step):
            wrong.append(f"row {step.number}: {step.action!r} was understood before anything was done")
    if not is_lost:
        ahead = next((step for step in steps[place:] if not _may_be(game, step)), None)
        if ahead is not None:
            wrong.append(f"row {ahead.number}: {ahead.action!r} was understood before anything was done")
    by: dict[str, int] = {}
    for step in steps:
        by[step.by] = by.get(step.by, 0) + 1
    return Account(len(steps), by, tuple(wrong), tuple(missing))


def _is_same(game: AnyGame, understood: Action | None, done: Action) -> bool:
    """Whether that is what was done; the dice of a roll may have been read in another order."""
    dice = game.dice
    return understood == done or (dice is not None and understood is not None and dice.is_same(understood, done))


def _after(steps: Sequence[Step], row: int) -> int:
    """The place of the first step behind this row."""
    return next((place for place, step in enumerate(steps) if step.number > row), len(steps))


def _may_be(game: AnyGame, step: Step) -> bool:
    """Whether an act needs no hands: a person tapped it, or the rules left nothing else in that position."""
    if step.action is not None and step.action.opens:
        return True  # the companion opens what is sealed
    return step.by.startswith(SEAT) or game.legal_actions(step.before) == (step.action,)
