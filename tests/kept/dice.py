"""What a game says of its dice in one position: which rolls are open, and what dice that lie there come to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.games.core import Action, View
from companion.games.dice import Dice, Roll, is_dice_alone
from companion.games.game import AnyGame
from companion.table.dice import DieSighting, LyingDice, PieceSighting, TrueDie
from tests.kept.record import AnyState

ROLLS: Final = 3
"""So many rolls, and acts of dice that are laid, are looked at in a position."""


def dice(
    game: AnyGame,
    state: AnyState,
    some: Sequence[View[Any, Any]],
    legal: Sequence[Action],
    rng: random.Random,
) -> Any:
    """What is said of dice, by the views of everybody and of some seats; None for a game without dice."""
    dice, public = game.dice, some[0]
    if dice is None:
        return None
    rolls = dice.open_rolls(public)
    acts = [act for act in legal if dice.roll_of(act) is not None or act.sense == "laid"]
    few = rng.sample(acts, min(ROLLS, len(acts)))
    return (
        (
            rolls,
            dice.zones(public),
            sorted(dice.opened(public)),
            dice.may_be_clear(public),
            is_dice_alone(game.dice, public),
        ),
        [dice.board(view) for view in some],
        [(act, *_of_act(dice, public, rolls, act)) for act in few],
        [*_odd_rolls(dice, public, rolls, rng)],
        [*_lying(game, dice, state, public, [None, *(each for each in few if each.sense == "laid")], rng)],
    )


def _of_act(dice: Dice[Any, Any, Any], view: View[Any, Any], rolls: Sequence[Roll], act: Action) -> Iterator[Any]:
    """Of one act: which roll it is, what its dice show, and which act is read from them."""
    yield dice.roll_of(act), dice.may_be_told(view, act), dice.is_same(act, act), dice.told(view, act)
    if dice.roll_of(act) is not None:
        values, colours = dice.shown(act)
        yield values, colours
        yield [dice.act(view, roll, values, colours) for roll in rolls if roll.key == dice.roll_of(act)]


def _odd_rolls(
    dice: Dice[Any, Any, Any], view: View[Any, Any], rolls: Sequence[Roll], rng: random.Random
) -> Iterator[Any]:
    """What is said of dice that may not be of the roll: too many or few, of any colour."""
    for roll in rolls[:ROLLS]:
        for number in (1, 2, 5):
            values = [rng.randint(1, 6) for _ in range(number)]
            colours = [rng.choice(("red", "white", "clear", "blue")) for _ in values]
            yield roll.key, values, colours, dice.act(view, roll, values, colours)


def _lying(
    game: AnyGame,
    dice: Dice[Any, Any, Any],
    state: AnyState,
    view: View[Any, Any],
    acts: Sequence[Action | None],
    rng: random.Random,
) -> Iterator[Any]:
    """What dice come to that lie as hands lay them for one of these acts, or (None) as they lie now."""
    for act in acts:
        after = state if act is None else game.apply_action(state, act)
        for placed in dice.placed(game.view(after, None, view.names), act, random.Random(rng.random())):
            shown, piece = tuple(map(_sighting, placed.dice)), placed.piece
            pieces = (PieceSighting(piece.kind, piece.x_mm, piece.y_mm, piece.angle_deg),) if piece else ()
            yield placed.zone, dice.found(view, {placed.zone: LyingDice(shown, pieces)})


def _sighting(die: TrueDie) -> DieSighting:
    return DieSighting(die.value, (die.value,), die.colour, die.x_mm, die.y_mm, 1.0, "read")
