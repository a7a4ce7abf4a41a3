"""What may be tapped, and which acts a tap carries: what nobody has to decide needs no tap of its own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.core import Choice
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.screen.drafts import drafted
from companion.games.manawave.state import acts
from companion.games.manawave.state.model import ManaState, ManaView
from companion.games.manawave.words.card_texts import about
from companion.games.shared.reporters import may_report
from companion.language.message import Message, say

_BUILT = (acts.Found, acts.Attach, acts.Invest, acts.Scatter)
"""Choices that are put together step by step: of them nobody is offered all the ways."""
_ALL: tuple[tuple[type[acts.ManaAction], Message, Message], ...] = (
    (acts.RunWave, say("All that the wave brings lies there"), say("The wave")),
    (acts.Fight, say("All conflicts are moved"), say("Conflicts")),
    (acts.Process, say("All that the wave brings lies there"), say("The wave")),
    (acts.LayFamily, say("Both Families lie there"), say("Lay the Families")),
    (acts.Pay, say("All counters of both are moved"), say("Move the counters")),
    (acts.Slide, say("Both lie there"), say("Slide")),
    (acts.LayCounters, say("All counters of both lie there"), say("Lay the counters")),
)
"""Acts of which several follow one another, or which each seat owes, and what one tap for all of them says."""


def choices(view: ManaView, known: ManaState) -> tuple[Choice[acts.ManaAction], ...]:
    """What this view may tap: its own choices, and what anybody sees at the table."""
    if view.table.ended:
        return ()
    single = [
        _choice(view, act)
        for act in COURSE.legal_actions(known)
        if not act.opens and may_report(view, act) and _is_own(view, act)
    ]
    return (*_all_at_once(view, known), *drafted(view), *single)


def _is_own(view: ManaView, act: acts.ManaAction) -> bool:
    """Whether nobody else seals for a seat; what is built step by step is not offered whole to who builds it."""
    if act.seals:
        return act.actor == view.seat and not isinstance(act, _BUILT)
    return True


def _choice(view: ManaView, act: acts.ManaAction) -> Choice[acts.ManaAction]:
    choice = COURSE.choice(view, act)
    return replace(choice, about=about(view.table.setup.playset, choice.piece))


def _all_at_once(view: ManaView, known: ManaState) -> Iterator[Choice[acts.ManaAction]]:
    """Everything of one kind that follows now without a choice, in one tap; at the table itself for both seats."""
    legal = COURSE.legal_actions(known)
    for kind, text, group in _ALL:
        run = [each for each in legal if isinstance(each, kind)]
        if run and run[0].actor is None:
            run = _run(known, kind)
        elif view.seat is not None:
            continue
        if len(run) > 1:
            yield Choice(text, tuple(run), group, is_main=True)


def _run(known: ManaState, kind: type[acts.ManaAction]) -> list[acts.ManaAction]:
    found, state = list[acts.ManaAction](), known
    while not state.table.ended:
        legal = [each for each in COURSE.legal_actions(state) if isinstance(each, kind)]
        if len(legal) != 1:
            break
        found.append(legal[0])
        state = COURSE.apply_legal(state, legal[0])
    return found
