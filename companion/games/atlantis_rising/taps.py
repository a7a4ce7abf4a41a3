"""What may be tapped, and which acts a tap carries: what nobody has to decide needs no tap of its own."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.atlantis_rising.acts import BeginWrath, Build, EndActions, MoveWrath, PassMarker
from companion.games.atlantis_rising.course import apply_legal, legal_actions, part_for
from companion.games.atlantis_rising.decisions import Roll
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisState, AtlantisView, Phase
from companion.games.atlantis_rising.phases.gate import ways_to_pay
from companion.games.core import Choice
from companion.games.shared.reporters import may_report
from companion.language.message import say


def choices(view: AtlantisView, known: AtlantisState) -> tuple[Choice[AtlantisAction], ...]:
    """What this view may tap: its own choices, those of all together, and what anybody sees at the table."""
    single = [_choice(view, act) for act in _offered(known) if _may_tap(view, act)]
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
    return act.is_joint or may_report(view, act, is_dealt=False)


def _choice(view: AtlantisView, act: AtlantisAction) -> Choice[AtlantisAction]:
    label = part_for(view.table, act).label(view, act)
    return Choice(label.text, (act,), label.group, label.piece)


def _at_once(view: AtlantisView, known: AtlantisState) -> Iterator[Choice[AtlantisAction]]:
    """Two acts in one tap, where hardly anybody does something between them."""
    table = known.table
    if table.ended or table.steps:
        return
    if table.phase is Phase.ACTIONS:
        text = say("All have acted, and the wrath begins")
        yield Choice(text, (EndActions(), BeginWrath()), say("Actions"))
    if table.phase is Phase.COUNTER:
        text = say("Counter and starting marker have moved on")
        after = apply_legal(known, MoveWrath())
        if not after.table.steps and not after.table.ended:
            yield Choice(text, (MoveWrath(), PassMarker()), say("End of the round"))
