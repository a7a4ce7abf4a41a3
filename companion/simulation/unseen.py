"""Acts that no camera sees, though others of their kind are seen: what stands on the mat hides all that they change."""

from __future__ import annotations

from typing import Any

from companion.games.core import OFF_MAT, Action, State
from companion.games.game import AnyGame
from companion.table.seen import show
from companion.table.standees import veiled


def is_unseen(game: AnyGame, act: Action, before: State[Any, Any], after: State[Any, Any]) -> bool:
    """Whether standing pieces may hide whatever an act between these positions changed on the mat.

    People see that nothing comes of it, and tap it.
    """
    if act.sense in OFF_MAT:
        return False
    views = [game.view(state, None) for state in (before, after)]
    tables = [game.expected_table(view).zones for view in views]
    one, other = ({zone.zone: show(zone.zone, zone.content) for zone in zones} for zones in tables)
    changed = {zone for zone, look in one.items() if look != other.get(zone)}
    hidden = [veiled(zones, game.layout(view), game.kit()) for zones, view in zip(tables, views, strict=True)]
    return bool(changed) and changed <= hidden[0] | hidden[1]
