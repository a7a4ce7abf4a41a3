"""Who may tap what of the acts that the rules allow."""

from __future__ import annotations

from typing import Any

from companion.games.core import Action, View


def may_report(view: View[Any, Any], action: Action) -> bool:
    """Whether whoever has this view may tap an act: its own choices, and what anyone sees at the table.

    The public view taps for every seat, because the cards lie before people. Where the companion deals it
    turns up and moves the pieces itself and only the seat knows its cards, so its own choices are all there is.
    """
    is_own = action.actor == view.seat
    if view.table.deals:
        return action.kind == "choice" and is_own
    return action.kind != "choice" or view.seat is None or is_own
