"""Acts that no camera sees, though others of their kind are seen.

What stands on the mat hides all that they change, or the mat is to show nothing of it, as where counters are told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from companion.games.core import OFF_MAT, Action, State
from companion.games.game import AnyGame
from companion.table.expected import ExpectedZone
from companion.table.seen import ZoneView, show
from companion.table.standees import veiled

UNSEEN_S: Final = 4.0
"""So long after the hands have left the table people wait for the camera before they tap such an act."""


def looks(zones: Iterable[ExpectedZone]) -> dict[str, ZoneView]:
    """What each zone looks like: a pile shows its top alone."""
    return {zone.zone: show(zone.zone, zone.content) for zone in zones}


def is_unseen(game: AnyGame, act: Action, before: State[Any, Any], after: State[Any, Any]) -> bool:
    """Whether an act between these positions changed nothing that the mat must show, or standing pieces may hide it."""
    if act.sense in OFF_MAT:
        return False
    views = [game.view(state, None) for state in (before, after)]
    old, new = (game.mat.expected(view).zones for view in views)
    then, now = looks(old), looks(new)
    changed = {zone for zone, look in then.items() if look != now.get(zone)}
    hidden = (veiled(zones, game.mat.layout(view), game.mat.kit) for zones, view in zip((old, new), views, strict=True))
    return changed <= frozenset().union(*hidden)
