"""Several acts in one tap: what hands do in one go, without a choice between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.games.core import Choice, State
from companion.games.waves.actions import (
    ActivateTablet,
    Collect,
    DiscardExtras,
    Draw,
    NextRound,
    PassToken,
    PlaceShells,
    TakeElder,
    WavesAction,
)
from companion.games.waves.apply import transition
from companion.games.waves.data import SHELL
from companion.games.waves.legal import legal_actions
from companion.games.waves.model import WavesState, WavesView
from companion.games.waves.words import rebel
from companion.language.message import NOTHING, Message, listing, say
from companion.language.values import Count

Labels: TypeAlias = Callable[[WavesView, WavesAction], tuple[Message, Message, str]]
"""The words of one act's button, its group's heading, and the kind of piece to draw beside it."""
IN_ONE_GO: Final[tuple[tuple[type[WavesAction], ...], ...]] = (
    (ActivateTablet, DiscardExtras),
    (Collect, TakeElder),
    (PassToken, Draw),
    (NextRound, PlaceShells),
)
"""What hands do at a stretch; between these people look up, and each has a prompt of its own."""


def together(view: WavesView, known: WavesState, label: Labels) -> Iterator[Choice[WavesAction]]:
    """One tap for all that follows now in one go, where that is more than one act; each can be told alone as well."""
    state: WavesState = State(known.table, (None,) * len(known.secrets))
    kinds = next((each for each in IN_ONE_GO if isinstance(_next(state), each)), ())
    run, words = list[WavesAction](), list[Message]()
    while (action := _next(state)) is not None and isinstance(action, kinds):
        words.append(label(replace(view, table=state.table), action)[0])
        run.append(action)
        state = transition(state, action)
    if len(run) > 1:
        about = say("{steps}", steps=listing(words, ";")) if isinstance(run[0], Collect | TakeElder) else NOTHING
        yield Choice(_words(view, run, words[0]), tuple(run), label(view, run[0])[1], about=about, is_main=True)


def _next(state: WavesState) -> WavesAction | None:
    """What is done next where nobody chooses: of the extras of several the first; None where somebody chooses."""
    legal = legal_actions(state)
    is_sure = len(legal) == 1 or all(isinstance(each, DiscardExtras) for each in legal)
    return legal[0] if legal and is_sure and legal[0].kind != "choice" else None


def _words(view: WavesView, run: Sequence[WavesAction], first: Message) -> Message:
    """What one tap for all of them says; `first` is what that for the first one says."""
    noun, last = rebel(view.table.setup).noun, run[-1]
    match run[0]:
        case ActivateTablet():
            return say("{tablet}; one {rebel} is left to each", tablet=first, rebel=noun)
        case DiscardExtras():
            return say("One {rebel} is left to each", rebel=noun)
        case PassToken():
            return say("{token}, and all have drawn", token=first)
        case NextRound() if isinstance(last, PlaceShells):
            return say("{council}, and {shells} in the centre", council=first, shells=Count(last.count, SHELL))
        case _:
            return say("All Elders of this Wave are taken")
