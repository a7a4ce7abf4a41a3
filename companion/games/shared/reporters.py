"""Who may tap what of the acts that the rules allow."""

from __future__ import annotations

from typing import Any

from companion.games.core import Action, View


def may_report(view: View[Any, Any], action: Action) -> bool:
    """Whether whoever has this view may tap an act: its own choices, and what anyone sees at the table.

    The public view taps for every seat, because the cards lie before people. Where the companion deals it
    turns up and moves the pieces itself and only the seat knows its cards, so its own choices are all there is, and
    what people do besides that no camera would see: nobody else could tell of it.
    """
    is_own = action.actor == view.seat
    if view.table.deals:
        if action.kind == "choice":
            return is_own
        return action.kind == "upkeep" and action.sense == "told" and not _is_dealers(action) and _is_of(view, action)
    return action.kind != "choice" or view.seat is None or is_own


def _is_dealers(action: Action) -> bool:
    return action.of_dealer or action.opens


def _is_of(view: View[Any, Any], action: Action) -> bool:
    return view.seat is None or action.actor in (None, view.seat)
