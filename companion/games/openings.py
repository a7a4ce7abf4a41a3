"""What seats have sealed, opened as soon as the rules say so: nobody does it, it follows from the act before it."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from companion.games.core import Action, State
from companion.games.game import AnyGame

AnyState: TypeAlias = State[Any, Any]
MOST_OPENINGS: Final = 100
"""More acts than any game opens at once."""


def due_openings(game: AnyGame, state: AnyState) -> list[tuple[Action, AnyState]]:
    """The acts that open what is sealed and due, with the position after each; none while one choice is unknown."""
    found: list[tuple[Action, AnyState]] = []
    while state.sealed and not state.unknown and len(found) < MOST_OPENINGS:
        ways = [each for each in game.legal_actions(state) if each.opens]
        if len(ways) != 1:  # of several nobody could say which is true
            break
        state = game.apply_action(state, ways[0])
        found.append((ways[0], state))
    return found


def opened(game: AnyGame, state: AnyState) -> AnyState:
    """The position once all that is due is opened: that from which people go on."""
    due = due_openings(game, state)
    return due[-1][1] if due else state


def past_openings(game: AnyGame, state: AnyState) -> AnyState:
    """The same for who does not know what is sealed, as the camera's referee: something is opened, whatever it is.

    Of what may be opened the first is taken, so this is for what the mat shows alone, and no page.
    """
    for _ in range(MOST_OPENINGS):
        legal = game.legal_actions(state) if state.sealed else ()
        if not legal or not all(each.opens for each in legal):
            break
        state = game.apply_action(state, legal[0])
    return state
