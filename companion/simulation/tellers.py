"""Who taps the acts of those who sit at no page: bots, and the people of a soak."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.core import Action
from companion.live.requests import HOST, Client, Reply


def tapped(acts: Sequence[Action], tap: Callable[[Client], Reply]) -> Reply:
    """What comes of tapping these acts, as everybody sees them.

    They are tapped on the host's page; where that is offered none of them, as of a closed hand, or where a seat seals
    them, on a phone of the seat's own.
    """
    seats = {act.actor for act in acts}
    own = Client("seat", seats.pop()) if len(seats) == 1 and None not in seats else None
    if own is None or not any(act.seals for act in acts):
        reply = tap(HOST)
        if own is None or reply.code != "not-yours":
            return reply
    return tap(own)
