"""Whether a tap counts: read, offered to that client, and not overtaken by what happened since its page was drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.games.core import Action, Choice, Seat, State, View
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame

MOST_ACTIONS = 100
"""More acts in one tap than any game offers."""

AnyState = State[Any, Any]


class TapRefused(CompanionError, ValueError):
    """A tap that changes nothing: `code` as in `Reply`, a sentence for people, and the rule where one is broken."""

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.rule = rule


def read_actions(game: AnyGame, sent: Sequence[Mapping[str, Any]]) -> tuple[Action, ...]:
    """The actions a page sent. Raises `TapRefused` ("malformed") for what is no action of this game."""
    if not 1 <= len(sent) <= MOST_ACTIONS:
        raise TapRefused(
            "malformed", f"A tap carries 1 to {MOST_ACTIONS} acts, not {len(sent)}. Reload the page and tap again."
        )
    try:
        return tuple(msgspec.convert(action, game.action_type) for action in sent)
    except msgspec.ValidationError as error:
        raise TapRefused(
            "malformed", f"The tap is no act of {game.title} ({error}). Reload the page and tap again."
        ) from error


def judge_tap(
    game: AnyGame,
    state: AnyState,
    view: View[Any, Any],
    actions: Sequence[Action],
    since: Sequence[Action],
    rewound: bool,
    answers: Iterable[Choice[Any]] = (),
) -> tuple[AnyState, ...]:
    """The states the actions lead to, one each.

    `view` is what the client may know (the public for the host), `since` the acts accepted after the client's page was
    drawn, `rewound` whether an undo, redo or correction came after it, `answers` what this client may answer to
    what the table asks. Raises `TapRefused`.
    """
    if rewound:
        raise TapRefused("stale", "The table was set back or corrected meanwhile. Look at the page again, then tap.")
    # Compared as this client may know them: else a guess at another seat's hidden cards would be answered.
    seen = [game.view_action(act, view.seat).action for act in since]
    if any(action in seen for action in actions):
        raise TapRefused("stale", "Somebody else has just tapped that. Nothing was done twice.")
    is_roll = len(actions) == 1 and game.dice is not None and game.dice.may_be_told(view, actions[0])
    if is_roll or any(choice.actions == tuple(actions) for choice in (*game.choices(view), *answers)):
        return _states(game, state, actions, since)
    # Not offered to this client: say which rule is against it, judged by what the client may know and no more.
    _states(game, game.known(view), actions, since)
    raise TapRefused("not-yours", _whose(view, actions))


def _states(game: AnyGame, state: AnyState, actions: Sequence[Action], since: Sequence[Action]) -> tuple[AnyState, ...]:
    states: list[AnyState] = []
    for action in actions:
        try:
            states.append(game.apply_action(states[-1] if states else state, action))
        except IllegalAction as illegal:
            late = "The table has moved on since this page was drawn. " if since else ""
            raise TapRefused("stale" if since else "illegal", f"{late}{illegal.reason}", illegal.rule) from illegal
    return tuple(states)


def _whose(view: View[Any, Any], actions: Sequence[Action]) -> str:
    actor: Seat | None = actions[0].actor
    if actor is None or actor == view.seat:
        return "The companion does that itself at this table. Wait for the prompt to change."
    return f"Only {view.name(actor)} can tap that. Ask them, or take the seat first."
