"""What may be tapped, and which acts a tap carries: what nobody has to decide needs no tap of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import HIDDEN
from companion.games.atlantis_rising.rules import activation, acts, course, decisions, gate, misfortunes
from companion.games.atlantis_rising.screen.grid import Tap
from companion.games.atlantis_rising.state import changes, ground, model, steps
from companion.games.atlantis_rising.words import texts
from companion.games.core import Choice
from companion.games.shared.reporters import may_report
from companion.language.message import Message, say

_OF_HANDS: Final = (decisions.DrawHidden, decisions.KeepHidden, decisions.PlayCard, decisions.DiscardHidden)
"""Acts that tell what a closed hand holds: who cannot see it is offered none, and so learns nothing by a refusal."""
_ENDS: Final = (acts.AllPlaced, acts.EndMisfortunes, acts.BeginWrath)
"""Acts that end a phase: each is asked for alone, whatever may be told together with it."""


def choices(view: model.AtlantisView, known: model.AtlantisState) -> tuple[Tap, ...]:
    """What this view may tap: its own choices, those of all together, and what anybody sees at the table."""
    found = [*_at_once(view, known)]
    for act in [each for each in _offered(known) if _may_tap(view, each)]:
        label, whole = course.COURSE.acts_of(view.table, act).label(view, act), (act, *_kept(known, act))
        piece, told = label.piece or texts.piece_of(view.table, act), texts.about(view, act)
        values, is_main = act.values if isinstance(act, decisions.Roll) else (), isinstance(act, _ENDS)
        found.append(Choice(label.text, whole, label.group, piece, about=told, is_main=is_main, values=values))
    return tuple(found)


def _offered(known: model.AtlantisState) -> Iterator[model.AtlantisAction]:
    """Every legal act that can be listed; of dice that cannot be told apart each roll once, of a price each payer."""
    for act in course.COURSE.legal_actions(known):
        if isinstance(act, decisions.Roll) and list(act.values) != sorted(act.values):
            continue
        yield act
        if isinstance(act, acts.Build):
            yield from gate.ways_to_pay(known.table, act)


def _may_tap(view: model.AtlantisView, act: model.AtlantisAction) -> bool:
    if view.table.setup.is_closed and act.actor != view.seat and isinstance(act, _OF_HANDS):
        return act == decisions.DrawHidden(act.seat, HIDDEN)
    return act.is_joint or may_report(view, act)


def _kept(known: model.AtlantisState, act: model.AtlantisAction) -> tuple[model.AtlantisAction, ...]:
    """That all the cards are kept, once the last one is drawn of cards that are all kept for nothing."""
    if not isinstance(act, decisions.DrawCard) or known.table.setup.is_closed:
        return ()
    step = changes.step_of(known.table, steps.Drawing)
    drawn = replace(step, left=step.left - 1, drawn=(*step.drawn, act.card))
    is_all = not drawn.left and drawn.kept >= len(drawn.drawn)
    return (decisions.Keep(step.seat, tuple(sorted(drawn.drawn)), 0),) if is_all else ()


def _at_once(view: model.AtlantisView, known: model.AtlantisState) -> Iterator[Tap]:
    """Several acts in one tap, where hardly anybody does something between them; each can be tapped alone as well."""
    table = known.table
    if table.ended or table.steps:
        return
    if table.phase is model.Phase.PLACE:
        for seat in range(table.players) if view.seat is None else (view.seat,):
            # Where a seat has several at hand, all of them go to the centre, which holds any number; the
            # Automaton may not be the first there.
            kinds = [each.kind for each in ground.at(table, model.POOL) if each.seat == seat]
            if len(kinds) > 1:
                group = say("{who} places", who=view.who(seat))
                text = say("All {many} at hand on the centre", many=len(kinds))
                kinds.sort(key=lambda kind: kind == "automaton")
                yield Choice(text, tuple(acts.Place(seat, kind, model.CENTRE, 0) for kind in kinds), group)
        yield from _begun_by(view, known, acts.AllPlaced(), say("All are placed, and the first misfortune is"))
    if table.phase is model.Phase.MISFORTUNE:
        yield from _begun_by(view, known, acts.EndMisfortunes(), say("Begin the actions with"))
    if table.phase is model.Phase.ACTIONS:
        # At the centre nobody rolls or chooses.
        there = [each for each in ground.at(table, model.CENTRE) if not each.acted and each.kind != "automaton"]
        if len(there) > 1:
            every = tuple(acts.Activate(*each.key[:3], 0) for each in there)
            yield Choice(say("All {many} at the centre act", many=len(every)), every, say("Actions"))
        end, text = acts.EndActions(), say("Nobody else acts, and the wrath begins")
        if activation.all_acted(table):
            text = say("All have acted, and the wrath begins")
        if course.COURSE.acts_of(table, end).allows(known, end):
            yield Choice(text, (end, acts.BeginWrath()), say("Actions"), is_main=True)
    if table.phase is model.Phase.COUNTER:
        # The counter never leaves its last space, and one player has no marker.
        one, both = say("The counter has moved on"), say("Counter and starting marker have moved on")
        if misfortunes.stays(table):
            one, both = say("The round is over"), say("The starting marker has moved on")
        text, moved = one if table.players == 1 else both, (acts.MoveWrath(), acts.PassMarker())
        yield Choice(text, moved, say("End of the round"), is_main=True)


def _begun_by(
    view: model.AtlantisView, known: model.AtlantisState, end: model.AtlantisAction, group: Message
) -> Iterator[Tap]:
    """The end of a phase together with what the next one begins with."""
    if not course.COURSE.acts_of(known.table, end).allows(known, end):
        return
    after = course.COURSE.apply_legal(known, end)
    shown = replace(view, table=after.table)
    for act in course.COURSE.moment(after.table).legal(after):
        if isinstance(act, acts.DrawMisfortune | acts.Activate) and _may_tap(view, act):
            label = course.COURSE.acts_of(after.table, act).label(shown, act)
            text = say("{group}: {what}", group=label.group, what=label.text) if act.actor is not None else label.text
            yield Choice(text, (end, act), group, label.piece)
