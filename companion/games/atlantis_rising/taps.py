"""What may be tapped, and which acts a tap carries: what nobody has to decide needs no tap of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.acts import (
    Activate,
    AllPlaced,
    BeginWrath,
    Build,
    DrawMisfortune,
    EndActions,
    EndMisfortunes,
    MoveWrath,
    PassMarker,
    Place,
)
from companion.games.atlantis_rising.box import HIDDEN
from companion.games.atlantis_rising.course import apply_legal, legal_actions, moment_of, part_for
from companion.games.atlantis_rising.decisions import (
    DiscardHidden,
    DrawCard,
    DrawHidden,
    Keep,
    KeepHidden,
    PlayCard,
    Roll,
)
from companion.games.atlantis_rising.model import CENTRE, POOL, AtlantisAction, AtlantisState, AtlantisView, Phase
from companion.games.atlantis_rising.news import piece_of
from companion.games.atlantis_rising.phases.gate import ways_to_pay
from companion.games.atlantis_rising.phases.library import free_cards
from companion.games.atlantis_rising.phases.part import step_of
from companion.games.atlantis_rising.steps import Drawing
from companion.games.atlantis_rising.texts import about
from companion.games.core import Choice
from companion.games.shared.reporters import may_report
from companion.language.message import Message, say

_OF_HANDS: Final = (DrawHidden, KeepHidden, PlayCard, DiscardHidden)
"""Acts that tell what a closed hand holds: who cannot see it is offered none, and so learns nothing by a refusal."""

_ENDS: Final = (AllPlaced, EndMisfortunes, BeginWrath)
"""Acts that end a phase: each is asked for alone, whatever may be told together with it."""


def choices(view: AtlantisView, known: AtlantisState) -> tuple[Choice[AtlantisAction], ...]:
    """What this view may tap: its own choices, those of all together, and what anybody sees at the table."""
    single = [_choice(view, known, act) for act in _offered(known) if _may_tap(view, act)]
    return (*_at_once(view, known), *single)


def _offered(known: AtlantisState) -> Iterator[AtlantisAction]:
    """Every legal act that can be listed; of dice that cannot be told apart each roll once, of a price each payer."""
    for act in legal_actions(known):
        if isinstance(act, Roll) and list(act.values) != sorted(act.values):
            continue
        yield act
        if isinstance(act, Build):
            yield from ways_to_pay(known.table, act)


def _may_tap(view: AtlantisView, act: AtlantisAction) -> bool:
    if view.table.setup.is_closed and act.actor != view.seat and isinstance(act, _OF_HANDS):
        return act == DrawHidden(act.seat, HIDDEN)
    return act.is_joint or may_report(view, act, is_dealt=False)


def _choice(view: AtlantisView, known: AtlantisState, act: AtlantisAction) -> Choice[AtlantisAction]:
    label = part_for(view.table, act).label(view, act)
    piece = label.piece or piece_of(view, act)
    values = act.values if isinstance(act, Roll) else ()
    return Choice(
        label.text,
        (act, *_kept(known, act)),
        label.group,
        piece,
        about=about(view, act),
        is_main=isinstance(act, _ENDS),
        values=values,
    )


def _kept(known: AtlantisState, act: AtlantisAction) -> tuple[AtlantisAction, ...]:
    """That all the cards are kept, once the last one is drawn of cards that are all kept for nothing."""
    if not isinstance(act, DrawCard) or known.table.setup.is_closed:
        return ()
    step = step_of(known.table, Drawing)
    drawn = replace(step, left=step.left - 1, drawn=(*step.drawn, act.card))
    if drawn.left or free_cards(drawn) < len(drawn.drawn):
        return ()
    return (Keep(step.seat, tuple(sorted(drawn.drawn)), 0),)


def _at_once(view: AtlantisView, known: AtlantisState) -> Iterator[Choice[AtlantisAction]]:
    """Several acts in one tap, where hardly anybody does something between them; each can be tapped alone as well."""
    table = known.table
    if table.ended or table.steps:
        return
    if table.phase is Phase.PLACE:
        yield from _rest_to_centre(view)
        yield from _begun_by(view, known, AllPlaced(), say("All are placed, and the first misfortune is"))
    if table.phase is Phase.MISFORTUNE:
        yield from _begun_by(view, known, EndMisfortunes(), say("Begin the actions with"))
    if table.phase is Phase.ACTIONS:
        yield from _centre_acts(view)
        if part_for(table, EndActions()).allows(known, EndActions()):
            text = say("All have acted, and the wrath begins")
            yield Choice(text, (EndActions(), BeginWrath()), say("Actions"), is_main=True)
    if table.phase is Phase.COUNTER:
        text = say("Counter and starting marker have moved on")
        yield Choice(text, (MoveWrath(), PassMarker()), say("End of the round"), is_main=True)


def _rest_to_centre(view: AtlantisView) -> Iterator[Choice[AtlantisAction]]:
    """Where a seat has several at hand: all of them go to the centre, which holds any number (A-028)."""
    table = view.table
    for seat in range(table.setup.players) if view.seat is None else (view.seat,):
        # The Automaton may not be the first there.
        kinds = [each.kind for each in table.atlanteans if each.seat == seat and each.place == POOL]
        kinds.sort(key=lambda kind: kind == "automaton")
        if len(kinds) > 1:
            group = say("{who} places", who=view.who(seat))
            text = say("All {many} at hand on the centre", many=len(kinds))
            yield Choice(text, tuple(Place(seat, kind, CENTRE, 0) for kind in kinds), group)


def _begun_by(
    view: AtlantisView, known: AtlantisState, end: AtlantisAction, group: Message
) -> Iterator[Choice[AtlantisAction]]:
    """The end of a phase together with what the next one begins with."""
    if not part_for(known.table, end).allows(known, end):
        return
    after = apply_legal(known, end)
    shown = replace(view, table=after.table)
    for act in moment_of(after.table).legal(after):
        if isinstance(act, DrawMisfortune | Activate) and _may_tap(view, act):
            label = part_for(after.table, act).label(shown, act)
            text = say("{group}: {what}", group=label.group, what=label.text) if act.actor is not None else label.text
            yield Choice(text, (end, act), group, label.piece)


def _centre_acts(view: AtlantisView) -> Iterator[Choice[AtlantisAction]]:
    """All at the centre at once: nobody rolls or chooses there (A-089)."""
    there = [each for each in view.table.atlanteans if each.place == CENTRE and not each.acted]
    acts = tuple(Activate(each.seat, each.kind, CENTRE, 0) for each in there if each.kind != "automaton")
    if len(acts) > 1:
        yield Choice(say("All {many} at the centre act", many=len(acts)), acts, say("Actions"))
