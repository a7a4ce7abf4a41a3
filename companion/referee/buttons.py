"""What a press of a button at the table means: the one thing that is left to do, or a sentence why it means nothing.

A button cannot say which of several things was done, so it never chooses. `next` does what everybody may report, a
seat's button what only that seat does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.errors import CompanionError
from companion.games.core import Action, Choice, Seat, State
from companion.games.game import AnyGame
from companion.language.message import Text, say, sentences
from companion.language.values import Name
from companion.referee.sight import Sight

UNDO = "undo"
NEXT = "next"
SEAT = "seat"
"""The button of the first seat is "seat1"."""


class PressRefused(CompanionError, ValueError):
    """A press that changes nothing; the sentence says why and what to do instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def label_of(button: str) -> str:
    """What people call a button."""
    return f"Button of seat {button.removeprefix(SEAT)}" if button.startswith(SEAT) else f"Button “{button}”"


def pressed(game: AnyGame, state: State[Any, Any], button: str, sight: Sight, names: tuple[str, ...]) -> Choice[Action]:
    """What `button` (any but "undo") stands for now. Raises `PressRefused` where it stands for nothing or for several.

    Where the table shows an act that may go on, the press says that it is all.
    """
    seat = _seat(game, state, button)
    offered = sight.question if sight.state == "open" else game.choices(game.view(state, seat, names))
    fitting = [each for each in offered if seat is None or all(act.actor == seat for act in each.actions)]
    if seat is not None:
        fitting = [each for each in fitting if each.is_pressed] or fitting
    if any(each.is_draft for each in fitting):
        raise PressRefused(f"{label_of(button)}: this is put together on a phone. Tap it there.")
    if len(found := _widest(fitting)) == 1:
        return found[0]
    if not found:
        nothing = "nothing" if seat is None else f"nothing of {game.view(state, None, names).name(seat)}"
        raise PressRefused(f"{label_of(button)}: {nothing} waits to be confirmed now. Look at the prompt.")
    raise PressRefused(f"{label_of(button)}: there are {len(found)} ways to go on. Tap the one you mean.")


def question_before_undo(unseen: Sequence[Text]) -> Text:
    """What to ask on every page where the last act revealed something: the next press of the same button says yes."""
    ask = "That cannot be unseen. Press again to take it back all the same."
    return say("{button}: {question}", button=Name(label_of(UNDO)), question=sentences(*unseen, ask))


def _seat(game: AnyGame, state: State[Any, Any], button: str) -> Seat | None:
    if button == NEXT:
        return None
    number = button.removeprefix(SEAT)
    count = game.seat_count(state.table)
    if not (button.startswith(SEAT) and number.isdecimal() and 1 <= int(number) <= count):
        raise PressRefused(f"{label_of(button)}: {count} play, and nobody has this button. Press another.")
    return int(number) - 1


def _widest(offered: Sequence[Choice[Action]]) -> list[Choice[Action]]:
    """The choices that are no part of another, each act once: one tap for all draws stands for each of them."""
    wide = [each for each in offered if not any(Counter(each.actions) < Counter(other.actions) for other in offered)]
    return list({each.actions: each for each in wide}.values())
