"""Acts that change nothing that shows: what lies there already, or one more card of the kind that lay there."""

from __future__ import annotations

from companion.games.core import OFF_MAT, Action
from companion.referee.comparison import Position, look_of, same_look
from companion.referee.explain import touches
from companion.table.expected import Pieces


def forced(position: Position, hidden: frozenset[str]) -> Action | None:
    """The only act that the rules leave, where it changes nothing that shows: shells that lie there already."""
    legal = position.game.legal_actions(position.state)
    if len(legal) != 1 or legal[0].kind != "upkeep" or legal[0].sense in OFF_MAT:
        return None
    return legal[0] if _is_silent(position, legal[0], hidden) else None


def same_kind(position: Position, fresh: frozenset[str], hidden: frozenset[str]) -> Action | None:
    """The one act that lays a card over another of its kind in these zones, where another card lies now than before."""
    game, state = position.game, position.state
    turn = game.prompt(position.view).likely_seats
    acts = [
        act
        for act in game.legal_actions(state)
        if act.sense not in OFF_MAT and touches(act, fresh) and _is_silent(position, act, hidden)
    ]
    likely = [act for act in acts if act.actor in (None, *turn)] or acts
    return likely[0] if len(likely) == 1 else None


def _is_silent(position: Position, act: Action, hidden: frozenset[str]) -> bool:
    """Whether an act changes nothing that shows, nor lays anything unseen onto a pile that something hides."""
    game = position.game
    piles = frozenset(zone for zone in hidden if not isinstance(position.look[zone], Pieces))
    return not touches(act, piles) and same_look(position.look, look_of(game, game.apply_action(position.state, act)))
