"""Bots of a whole game: one that plays at random, and one that goes after points; and how a table is imagined."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations

from companion.games.core import State
from companion.games.rolling_with_the_waves.charts import (
    CANNON_OF,
    TRACK_OF,
    chests_left,
    has_room,
    is_filled,
    reached,
    robbed,
)
from companion.games.rolling_with_the_waves.figures import FREE, PRINTED
from companion.games.rolling_with_the_waves.model import (
    Aim,
    Allocate,
    DiceAction,
    DiceState,
    DiceView,
    Draft,
    LayBehindScreen,
    Nothing,
    RaiseSpirits,
    ShowBoard,
    Stow,
)
from companion.games.rolling_with_the_waves.phases.allocation import open_icons, ways
from companion.games.rolling_with_the_waves.whole import BURY_ICONS, CHEST_ICONS, Chart, Icon, Setup, Whole


def suggest(view: DiceView, actions: Sequence[DiceAction], rng: random.Random, dawdle: bool) -> DiceAction:
    """What a bot does: as strong as the game says; one that dawdles plays at random."""
    if dawdle or view.table.played.setup.bots == "random":
        return rng.choice(list(actions))
    return greedy(view, actions, rng)


def greedy(view: DiceView, actions: Sequence[DiceAction], rng: random.Random) -> DiceAction:
    """The act that is worth most by a plain measure; of equals any."""
    worth = [_worth(view, action, rng) for action in actions]
    best = max(worth)
    return rng.choice([action for action, each in zip(actions, worth, strict=True) if each == best])


def _worth(view: DiceView, action: DiceAction, rng: random.Random) -> float:
    whole = view.table.played
    match action:
        case Draft(_, colour, value, mode):
            if mode == "drunken":
                # The higher, the less is left for the others; and nobody pays for what is free.
                return whole.setup.sheet.drunken + 0.01 * value
            return value * (0.4 if mode == "pay" else 1.0) + (0.1 if colour == FREE else 0)
        case Allocate(seat, icon):
            return _worth_of_icon(view, seat, icon)
        case LayBehindScreen():
            return -10.0  # a bot without hands has no mini board
        case ShowBoard(seat, icons):
            return _worth_of_board(view, seat, icons)
        case RaiseSpirits(_, use):
            return float(use)
        case Aim(seat, cannons, target, chest):
            return float(sum(robbed(whole, seat, cannons, target, chest)))
        case Stow(seat, into):
            chart = whole.maps[seat]
            return float(whole.setup.sheet.room(into) - len(chart.chests[into]))
    return 0.0


def _worth_of_icon(view: DiceView, seat: int, icon: Icon | None) -> float:
    """The most that all dice of a seat come to, where the next one is laid there."""
    whole = view.table.played
    dice, on = whole.nests[seat], [act.icon for act in view.own_sealed if isinstance(act, Allocate)]
    if icon is None or not dice:
        return 0.0
    chart, setup = whole.maps[seat], whole.setup
    if icon in BURY_ICONS:
        return _worth_of_burial(chart, setup, icon)
    rest = dice[len(on) + 1 :]
    more = [each for each in open_icons(whole, seat, (*on, icon)) if each not in BURY_ICONS] if rest else []
    best = max(
        (
            sum(_worth_of_value(chart, setup, each, die.value) for each, die in zip(way, rest, strict=True))
            for way in permutations(more, len(rest))
        ),
        default=0.0,
    )
    return best + _worth_of_value(chart, setup, icon, dice[len(on)].value)


def _worth_of_board(view: DiceView, seat: int, icons: Sequence[Icon]) -> float:
    """What all dice of a seat come to where they lie so."""
    whole = view.table.played
    chart, setup = whole.maps[seat], whole.setup
    if icons and icons[0] in BURY_ICONS:
        return _worth_of_burial(chart, setup, icons[0])
    dice = zip(icons, whole.nests[seat], strict=True)
    return sum(_worth_of_value(chart, setup, icon, die.value) for icon, die in dice)


def _worth_of_burial(chart: Chart, setup: Setup, icon: Icon) -> float:
    chest = BURY_ICONS.index(icon)
    treasure = sum(chart.chests[chest])
    is_full = is_filled(chart, setup.sheet, chest)
    return (
        PRINTED.bury_bonus
        + (0.6 * treasure if is_full or treasure > 14 else -5.0)
        + (0.0 if chests_left(chart, setup.sheet) > 1 else -2.0)
    )


def _worth_of_value(chart: Chart, setup: Setup, icon: Icon, value: int) -> float:
    """What a value is worth there, roughly in points."""
    if not has_room(chart, setup, icon):
        return -3.0
    if icon in CHEST_ICONS:
        return float(value)
    if icon == "raise":
        return 2.5 - 0.3 * value
    if icon in CANNON_OF:
        row, sheet = chart.row(CANNON_OF[icon]), setup.sheet
        is_last = len(row) + 1 >= sheet.squares(CANNON_OF[icon])
        gained = reached((*row, value), sheet.shots_at(CANNON_OF[icon]))
        return 1.5 + 0.3 * value + (2.0 * gained if is_last else 0.0)
    track = TRACK_OF[icon]
    sums, row = setup.sheet.circles(track), chart.row(track)
    new = reached((*row, value), sums) - reached(row, sums)
    return 1.0 + 0.25 * value + 1.5 * new + (PRINTED.full_bonus if len(row) + 1 == PRINTED.squares else 0.0)


def determinize(state: DiceState, rng: random.Random) -> DiceState:
    """One way in which what is sealed may lie: to everybody's eyes the same table."""
    whole = state.table.played
    told: DiceState = State(state.table, (Nothing(),) * len(whole.maps), state.sealed)
    for seat, acts in enumerate(state.sealed):
        if acts:
            told = told.with_sealed(seat, _imagined(whole, seat, acts, rng))
    return told


def _imagined(whole: Whole, seat: int, acts: Sequence[object], rng: random.Random) -> tuple[Allocate, ...]:
    on = tuple(act.icon if isinstance(act, Allocate) else None for act in acts)
    may_be = ways(whole, seat, on)
    return tuple(Allocate(seat, icon) for icon in rng.choice(may_be)) if may_be else ()
