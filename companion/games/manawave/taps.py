"""What may be tapped, and which acts a tap carries: what nobody has to decide needs no tap of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.core import Choice
from companion.games.manawave.acts import (
    LETTERS,
    Attach,
    Choose,
    Fight,
    Found,
    Invest,
    ManaAction,
    Process,
    RunWave,
    Scatter,
)
from companion.games.manawave.card_texts import about
from companion.games.manawave.course import apply_legal, legal_actions, part_for
from companion.games.manawave.drafts import drafted
from companion.games.manawave.model import ManaState, ManaView
from companion.games.manawave.phases.round_start import choice_kind
from companion.games.shared.reporters import may_report
from companion.language.message import Message, say

_BUILT = (Found, Attach, Invest, Scatter)
"""Choices that are put together step by step: of them nobody is offered all the ways."""
_RUNS: tuple[tuple[type[ManaAction], Message, Message], ...] = (
    (RunWave, say("All that the wave brings lies there"), say("The wave")),
    (Fight, say("All conflicts are moved"), say("Conflicts")),
    (Process, say("All that the wave brings lies there"), say("The wave")),
)
"""Acts of which several follow one another, and what one tap for all of them says."""


def choices(view: ManaView, known: ManaState) -> tuple[Choice[ManaAction], ...]:
    """What this view may tap: its own choices, and what anybody sees at the table."""
    if view.table.ended:
        return ()
    single = [
        _choice(view, act)
        for act in legal_actions(known)
        if not act.opens and may_report(view, act, is_dealt=False) and _is_own(view, act)
    ]
    return (*_all_at_once(known), *drafted(view), *single)


def _is_own(view: ManaView, act: ManaAction) -> bool:
    """Whether nobody else seals for a seat; what is built step by step is not offered whole to who builds it."""
    if act.seals:
        return act.actor == view.seat and not isinstance(act, _BUILT)
    return True


def _choice(view: ManaView, act: ManaAction) -> Choice[ManaAction]:
    part = part_for(view.table, act)
    assert part is not None  # it is legal
    label = part.label(view, act)
    piece = label.piece or _card_of(view, act)
    return Choice(label.text, (act,), label.group, piece, about=about(view.table.setup.playset, piece))


def _card_of(view: ManaView, act: ManaAction) -> str:
    """The kind of the card that a letter stands for; empty for any other choice."""
    table = view.table
    if not isinstance(act, Choose) or not act.letter or len(table.choices) < len(LETTERS):
        return ""
    return choice_kind(table, table.choices[LETTERS.index(act.letter)])


def _all_at_once(known: ManaState) -> Iterator[Choice[ManaAction]]:
    """Everything of one kind that follows now without a choice, in one tap."""
    for kind, text, group in _RUNS:
        acts = _run(known, kind)
        if len(acts) > 1:
            yield Choice(text, tuple(acts), group, is_main=True)


def _run(known: ManaState, kind: type[ManaAction]) -> Sequence[ManaAction]:
    acts, state = list[ManaAction](), known
    while not state.table.ended:
        legal = [each for each in legal_actions(state) if isinstance(each, kind)]
        if len(legal) != 1:
            break
        acts.append(legal[0])
        state = apply_legal(state, legal[0])
    return acts
