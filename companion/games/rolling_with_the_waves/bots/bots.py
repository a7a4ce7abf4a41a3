"""Bots of a whole game: one that plays at random, and one that goes after points; and how a table is imagined."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from typing import Final

from companion.games.core import Nothing, State
from companion.games.rolling_with_the_waves.data.figures import FREE, PRINTED
from companion.games.rolling_with_the_waves.rules.icon_rules import open_icons, ways
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.rolling_with_the_waves.state.model import Allocate, DiceAction, DiceState, DiceView

ENDS: Final = 1 / 40
"""Share of a simulated evening's rolls after which it ends."""
DAWDLERS: Final = 0.3
"""Share of simulated games that are played at random."""


def suggest(view: DiceView, actions: Sequence[DiceAction], rng: random.Random, dawdle: bool) -> DiceAction:
    """What a bot does: the act that is worth most by a plain measure, or any, as one that dawdles; of equals any."""
    if dawdle or view.table.played.setup.bots == "random":
        return rng.choice(list(actions))
    worth = [_worth(view, action) for action in actions]
    best = max(worth)
    return rng.choice([action for action, each in zip(actions, worth, strict=True) if each == best])


def _worth(view: DiceView, action: DiceAction) -> float:
    whole = view.table.played
    match action:
        case model.Draft(_, colour, value, mode):
            if mode == "drunken":
                # The higher, the less is left for the others; and nobody pays for what is free.
                return whole.setup.sheet.drunken + 0.01 * value
            return value * (0.4 if mode == "pay" else 1.0) + (0.1 if colour == FREE else 0)
        case Allocate(seat, icon):
            return _worth_of_icon(view, seat, icon)
        case model.LayBehindScreen():
            return -10.0  # a bot without hands has no mini board
        case model.ShowBoard(seat, icons):
            return _worth_of_board(view, seat, icons)
        case model.RaiseSpirits(_, use):
            return float(use)
        case model.Aim(seat, cannons, target, chest):
            return float(sum(charts.robbed(whole, seat, cannons, target, chest)))
        case model.Stow(seat, into):
            chart = whole.maps[seat]
            return float(whole.setup.sheet.squares(f"chest.{into}") - len(chart.chests[into]))
    return 0.0


def _worth_of_icon(view: DiceView, seat: int, icon: records.Icon | None) -> float:
    """The most that all dice of a seat come to, where the next one is laid there."""
    whole = view.table.played
    dice, on = whole.nests[seat], [act.icon for act in view.own_sealed if isinstance(act, Allocate)]
    if icon is None or not dice:
        return 0.0
    chart, setup = whole.maps[seat], whole.setup
    if icon in records.BURY_ICONS:
        return _worth_of_burial(chart, setup, icon)
    rest = dice[len(on) + 1 :]
    more = [each for each in open_icons(whole, seat, (*on, icon)) if each not in records.BURY_ICONS] if rest else []
    best = max(
        (
            sum(_worth_of_value(chart, setup, each, die.value) for each, die in zip(way, rest, strict=True))
            for way in permutations(more, len(rest))
        ),
        default=0.0,
    )
    return best + _worth_of_value(chart, setup, icon, dice[len(on)].value)


def _worth_of_board(view: DiceView, seat: int, icons: Sequence[records.Icon]) -> float:
    """What all dice of a seat come to where they lie so."""
    whole = view.table.played
    chart, setup = whole.maps[seat], whole.setup
    if icons and icons[0] in records.BURY_ICONS:
        return _worth_of_burial(chart, setup, icons[0])
    dice = zip(icons, whole.nests[seat], strict=True)
    return sum(_worth_of_value(chart, setup, icon, die.value) for icon, die in dice)


def _worth_of_burial(chart: records.Chart, setup: records.Setup, icon: records.Icon) -> float:
    treasure = sum(chart.row(records.ROW_OF[icon]))
    return (
        PRINTED.bury_bonus
        + (0.6 * treasure if charts.is_full(chart, setup.sheet, records.ROW_OF[icon]) or treasure > 14 else -5.0)
        + (0.0 if charts.chests_left(chart, setup.sheet) > 1 else -2.0)
    )


def _worth_of_value(chart: records.Chart, setup: records.Setup, icon: records.Icon, value: int) -> float:
    """What a value is worth there, roughly in points."""
    if not charts.has_room(chart, setup, icon):
        return -3.0
    row, sheet = records.ROW_OF[icon], setup.sheet
    values = chart.row(row)
    if row.startswith("chest."):
        return float(value)
    if row == "raise":
        return 2.5 - 0.3 * value
    is_last = len(values) + 1 >= sheet.squares(row)
    gained = charts.reached((*values, value), sheet.sums(row))
    if row in records.CANNONS:
        return 1.5 + 0.3 * value + (2.0 * gained if is_last else 0.0)
    new = gained - charts.reached(values, sheet.sums(row))
    return 1.0 + 0.25 * value + 1.5 * new + (PRINTED.full_bonus if is_last else 0.0)


def determinize(state: DiceState, rng: random.Random) -> DiceState:
    """One way in which what is sealed may lie: to everybody's eyes the same table."""
    whole = state.table.played
    told: DiceState = State(state.table, (Nothing(),) * len(whole.maps), state.sealed)
    for seat, acts in enumerate(state.sealed):
        if acts:
            may_be = ways(whole, seat, [act.icon if isinstance(act, Allocate) else None for act in acts])
            lies = rng.choice(may_be) if may_be else ()
            told = told.with_sealed(seat, tuple(Allocate(seat, icon) for icon in lies))
    return told


def deal_of_evening(state: DiceState, actions: Sequence[DiceAction], rng: random.Random) -> DiceAction:
    """One of the acts of an evening of dice alone, which ends now and then."""
    rolls = [each for each in actions if not isinstance(each, model.EveningEnded)]
    return rng.choice(list(actions) if rng.random() < ENDS or not rolls else rolls)
