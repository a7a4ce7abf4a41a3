"""What may be tapped, and which acts a tap carries: what nobody has to decide needs no tap of its own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.core import Action, Choice
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.screen.drafts import drafted
from companion.games.manawave.state import acts
from companion.games.manawave.state.model import ManaState, ManaView
from companion.games.manawave.words.card_texts import about
from companion.games.shared.reporters import may_report
from companion.language.message import written

_BUILT = (acts.Found, acts.Attach, acts.Invest, acts.Scatter)
"""Choices that are put together step by step: of them nobody is offered all the ways."""


def choices(view: ManaView, known: ManaState) -> tuple[Choice[acts.ManaAction], ...]:
    """What this view may tap: its own choices, and what anybody sees at the table."""
    if view.table.ended:
        return ()
    legal = [each for each in COURSE.legal_actions(known) if not each.opens]
    # Nobody else seals for a seat, and what is built step by step is not offered whole to who builds it.
    own = (act for act in legal if not act.seals or (act.actor == view.seat and not isinstance(act, _BUILT)))
    single = [COURSE.choice(view, act) for act in own if may_report(view, act)]
    with_words = (replace(each, about=about(view.table.setup.playset, each.piece)) for each in single)
    return (*_all_at_once(view, known), *drafted(view), *with_words)


def _all_at_once(view: ManaView, known: ManaState) -> Iterator[Choice[acts.ManaAction]]:
    """Everything of one kind that follows now without a choice, in one tap; at the table itself for both seats."""
    (now,) = COURSE.on(known.table)
    kind, texts = now.acts[0], now.texts[""]
    run = [each for each in COURSE.legal_actions(known) if isinstance(each, kind)] if texts.all else []
    if run and run[0].actor is None:
        run = _run(known, kind)
    elif view.seat is not None:
        return
    if len(run) > 1:
        yield Choice(written(texts.all), tuple(run), written(texts.all_group or texts.title), is_main=True)


def _run(known: ManaState, kind: type[Action]) -> list[acts.ManaAction]:
    found, state = list[acts.ManaAction](), known
    while not state.table.ended:
        legal = [each for each in COURSE.legal_actions(state) if isinstance(each, kind)]
        if len(legal) != 1:
            break
        found.append(legal[0])
        state = COURSE.apply_legal(state, legal[0])
    return found
