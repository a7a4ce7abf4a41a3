"""The laws of acts of each game, by its name: what each act may change, and to what.

They are written apart from the rules that do it. For simulations and their reports, which are English: they know
nothing of corrections.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from companion.games.core import RuleId, State
from companion.games.game import AnyGame
from companion.laws.atlantis_rising import step_laws as atlantis_rising
from companion.laws.manawave import step_laws as manawave
from companion.laws.rolling_with_the_waves import step_laws as rolling_with_the_waves
from companion.laws.waves import steps as waves


class Oracle(msgspec.Struct, frozen=True):
    """The laws of acts of one game."""

    laws: tuple[RuleId, ...]
    """Those that it holds against every act, by their rule ids."""
    wrong_step: Callable[[State[Any, Any], Any, State[Any, Any]], tuple[str, ...]]
    """What an act changed otherwise than the rules say, from the positions before and after it, a sentence each."""


NO_LAWS: Final = Oracle((), lambda before, act, after: ())
ORACLES: Final[dict[str, Oracle]] = {
    "atlantis_rising": Oracle(atlantis_rising.LAWS, atlantis_rising.wrong_step),
    "manawave": Oracle(manawave.LAWS, manawave.wrong_step),
    "rolling_with_the_waves": Oracle(rolling_with_the_waves.LAWS, rolling_with_the_waves.wrong_step),
    "waves": Oracle(waves.LAWS, waves.wrong_step),
}


def oracle_of(game: AnyGame) -> Oracle:
    """The laws of acts of this game; none where nobody has written any."""
    return ORACLES.get(game.name, NO_LAWS)
