"""Whether a tap counts: read, offered to that client, and not overtaken by what happened since its page was drawn."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.games.core import Action, Choice, Seat, State, View
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.games.openings import opened
from companion.language.message import Text, sentences

MOST_ACTIONS = 100
"""More acts in one tap than any game offers."""

_ALREADY = {
    "host": "The host has tapped that already.",
    "camera": "The camera has already seen that.",
    "board": "A button at the table has already told that.",
}

AnyState = State[Any, Any]
FreeViews = Mapping[Seat | None, View[Any, Any]]
NO_VIEWS: FreeViews = MappingProxyType({})


class TapRefused(CompanionError, ValueError):
    """A tap that changes nothing: `code` as in `Reply`, a sentence for people, and the rule where one is broken."""

    def __init__(self, code: str, text: Text, rule: str = "") -> None:
        super().__init__(str(text))
        self.code, self.text = code, text
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


def free_views(game: AnyGame, state: AnyState, names: tuple[str, ...], taken: Container[Seat]) -> FreeViews:
    """The free seats for which bots do not act, each with the view from which whoever acts for it chooses.

    Where the companion knows hands, or something is sealed, that is the seat's own one: somebody has to hold its cards.
    """
    if game.free_seat == "bot":
        return {}
    free = (seat for seat in range(game.seat_count(state.table)) if seat not in taken)
    return {seat: game.view(state, seat if state.is_told or state.sealed else None, names) for seat in free}


def offered(
    game: AnyGame,
    view: View[Any, Any],
    free: FreeViews,
    taken: Container[Seat | None] = (),
    every: Sequence[Choice[Any]] | None = None,
) -> tuple[Choice[Any], ...]:
    """What a client with this view may tap (the public for the host), by the game's rule for the free seats.

    What a seat seals it alone chooses, where somebody has taken it; and drafts are for the person in the seat alone.
    `every` is `game.choices(view)`, where that is at hand.
    """
    may_draft = view.seat is not None and view.seat in taken
    own = tuple(
        each
        for each in (game.choices(view) if every is None else every)
        if not any(_is_secret_of(act, view, taken) for act in each.actions) and (each.actions or may_draft)
    )
    if game.free_seat == "nobody":
        return tuple(each for each in own if not any(_chooses_for(act, free) for act in each.actions))
    known = {each.actions for each in own}
    theirs = (
        each
        for seat, seen in free.items()
        for each in game.choices(seen)
        if each.actions and each.actions not in known and all(_chooses_for(act, (seat,)) for act in each.actions)
    )
    return (*own, *theirs)


def _is_secret_of(act: Action, view: View[Any, Any], taken: Container[Seat | None]) -> bool:
    """Whether it is a choice, to be sealed or taken back, of somebody else who has taken a seat."""
    return (act.seals or act.takes_back) and act.actor != view.seat and act.actor in taken


def _chooses_for(act: Action, seats: Container[Seat | None]) -> bool:
    return act.kind == "choice" and act.actor in seats


def judge_tap(
    game: AnyGame,
    state: AnyState,
    view: View[Any, Any],
    actions: Sequence[Action],
    since: Sequence[tuple[Action, str]],
    rewound: bool,
    answers: Iterable[Choice[Any]] = (),
    free: FreeViews = NO_VIEWS,
    taken: Container[Seat | None] = (),
) -> tuple[AnyState, ...]:
    """The states the actions lead to, one each.

    `view` is what the client may know (the public for the host), `since` the acts accepted after the client's page was
    drawn, each with who told of it, as in the journal, `rewound` whether an undo, redo or correction came after it,
    `answers` what this client may answer to what the table asks, `free` what `free_views` gives, `taken` the seats that
    people have. Raises `TapRefused`.
    """
    if rewound:
        raise TapRefused("stale", "The table was set back or corrected meanwhile. Look at the page again, then tap.")
    # Compared as this client may know them: else a guess at another seat's hidden cards would be answered.
    for act, doer in since:
        if game.view_action(act, view.seat).action in actions:
            raise TapRefused("stale", f"{_already(view, doer)} Nothing was done twice.")
    check_choices(actions)
    is_roll = len(actions) == 1 and game.dice is not None and game.dice.may_be_told(view, actions[0])
    # Of several acts in one choice the first ones may be told alone: each is a step of its own.
    known = [choice.actions[: len(actions)] for choice in (*offered(game, view, free, taken), *answers)]
    if is_roll or tuple(actions) in known or _is_open(actions, known) or _is_own_seal(view, actions):
        return _states(game, state, actions, is_late=bool(since))
    # Not offered to this client: say which rule is against it, judged by what the client may know and no more.
    _states(game, game.known(view), actions, is_late=bool(since))
    raise TapRefused("not-yours", _whose(view, actions))


def check_choices(actions: Iterable[Action]) -> None:
    """Return nothing; raise `TapRefused` ("malformed") where an act from outside seals a choice and does not bring it.

    `apply_action` takes such an act, for whoever is not told. Whoever does it has to say what it is: nobody could open
    it, and a seat could commit itself to nothing.
    """
    if any(act.is_redacted for act in actions):
        text = (
            "That tap seals a choice and does not say which. Nothing was sealed. Reload the page and choose, then tap."
        )
        raise TapRefused("malformed", text)


def _is_own_seal(view: View[Any, Any], actions: Sequence[Action]) -> bool:
    """Whether a seat seals a choice of its own; a draft is one way to it, and a bot has it whole."""
    act = actions[0]
    return len(actions) == 1 and act.seals and act.actor == view.seat is not None


def _is_open(actions: Sequence[Action], known: Iterable[Sequence[Action]]) -> bool:
    """Whether it is an act of which examples alone are offered, as one is that several may pay in many ways."""
    act = actions[0]
    likes = (each for each in known if len(each) == 1 and type(each[0]) is type(act) and each[0].actor == act.actor)
    return len(actions) == 1 and act.is_open and any(likes)


def _states(game: AnyGame, state: AnyState, actions: Sequence[Action], is_late: bool) -> tuple[AnyState, ...]:
    states: list[AnyState] = []
    for action in actions:
        try:
            states.append(game.apply_action(opened(game, states[-1]) if states else state, action))
        except IllegalAction as illegal:
            late = "The table has moved on since this page was drawn." if is_late else ""
            text = sentences(late, illegal.reason)
            raise TapRefused("stale" if is_late else "illegal", text, illegal.rule) from illegal
    return tuple(states)


def _already(view: View[Any, Any], doer: str) -> str:
    """Who has done what is tapped again: one's own second tap is nobody else's."""
    if view.seat is not None and doer == f"seat {view.seat + 1}":
        return "You have tapped that already."
    return _ALREADY.get(doer, "Somebody else has just tapped that.")


def _whose(view: View[Any, Any], actions: Sequence[Action]) -> str:
    actor: Seat | None = actions[0].actor
    if actor is None or actor == view.seat:
        return "The companion does that itself at this table. Wait for the prompt to change."
    return f"Only {view.name(actor)} can tap that. Ask them, or take the seat first."
