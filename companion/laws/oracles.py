"""The laws of acts of each game, by its name: what each act may change, and to what.

They are written apart from the rules that do it. For simulations and their reports, which are English: they know
nothing of corrections. The laws of a game are read once somebody asks for them, so that a game that is broken, as one
is while somebody writes it, keeps nobody from the others.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import msgspec

from companion.games.core import Action, RuleId, State
from companion.games.faults import short
from companion.games.game import AnyGame


class Oracle(msgspec.Struct, frozen=True):
    """The laws of acts of one game."""

    laws: tuple[RuleId, ...]
    """Those that it holds against every act, by their rule ids."""
    wrong_step: Callable[[State[Any, Any], Any, State[Any, Any]], tuple[str, ...]]
    """What an act changed otherwise than the rules say, from the positions before and after it, a sentence each."""


NO_LAWS: Final = Oracle((), lambda before, act, after: ())
WRITTEN: Final = {
    "atlantis_rising": "companion.laws.atlantis_rising.step_laws",
    "manawave": "companion.laws.manawave.step_laws",
    "rolling_with_the_waves": "companion.laws.rolling_with_the_waves.step_laws",
    "waves": "companion.laws.waves.steps",
}
"""The modules with the laws of games, by their names: each has `LAWS` and `wrong_step`."""
ORACLES: Final = dict[str, Oracle]()
"""Those that were asked for by now."""


def oracle_of(game: AnyGame) -> Oracle:
    """The laws of acts of this game; none where nobody has written any."""
    if game.name not in ORACLES and game.name in WRITTEN:
        module = import_module(WRITTEN[game.name])
        ORACLES[game.name] = Oracle(module.LAWS, module.wrong_step)
    return ORACLES.get(game.name, NO_LAWS)


def wrong_step(game: AnyGame, before: State[Any, Any], act: Action, after: State[Any, Any]) -> tuple[str, ...]:
    """What an act changed otherwise than the laws of its game say; where they break off, as on an act unknown, that."""
    laws = oracle_of(game)
    try:
        return laws.wrong_step(before, act, after)
    except Exception as error:  # they are written for the acts that there were, and somebody has written another
        return (_broken_off(error, act),)


def _broken_off(error: Exception, act: Action) -> str:
    """What is said of laws that raise where they should judge."""
    *_, (frame, line) = traceback.walk_tb(error.__traceback__)
    where = f"{short(frame.f_code.co_filename)}:{line}"
    name = type(act).__name__
    if isinstance(error, KeyError) and error.args and error.args[0] in (type(act), name):
        return f"The laws of acts do not know {name} ({where}). Say there what it may change."
    return f"The laws of acts break off at {name} with {type(error).__name__} ({where}). Put that right."
