"""What the log says of who sits down and stands up: whoever has sat in a seat knows what is hidden there. Pure."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.game import AnyGame
from companion.live.promises import Promises
from companion.live.steps import AnyState


def hides_choice(state: AnyState, promises: Promises, seat: Seat) -> bool:
    """Whether something is sealed there that nobody has seen but whoever sits in the seat."""
    return bool(state.sealed_by(seat)) and seat not in promises.by_seat


def may_choose_anew(game: AnyGame, state: AnyState, seat: Seat) -> bool:
    """Whether the rules let this seat take back what it has sealed."""
    return any(act.takes_back and act.actor == seat for act in game.legal_actions(state, seat))


def left(name: str, seat: Seat, knows_hand: bool, knows_choice: bool, anew: bool) -> str:
    """Somebody stands up, who knows the hand or the sealed choice; whether that may be made anew."""
    text = f"{name} has left seat {seat + 1}{' and has seen its hand' if knows_hand else ''}."
    if not knows_choice:
        return text
    return f"{text} {name} knows what is sealed there. Whoever sits down there reads it{_anew(anew)}."


def sat(name: str, seat: Seat, before: str, knows_hand: bool, hides: bool, anew: bool) -> str:
    """Somebody sits down, in the place of `before` where that is not empty, who knew the hand."""
    text = f"{name} sits in seat {seat + 1}."
    if before and (knows_hand or hides):
        known = " and ".join(filter(None, ("its hand" if knows_hand else "", "what is sealed there" if hides else "")))
        text += f" {before}, who sat there, has seen {known}."
    return f"{text} {name} reads what is sealed there{_anew(anew)}." if hides else text


def _anew(anew: bool) -> str:
    return ", and may choose anew" if anew else ""
