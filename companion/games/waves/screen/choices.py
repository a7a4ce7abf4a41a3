"""What is shown of acts and cards: what can be tapped, what came of an act, and what cards say.

One tap may stand for all that hands do in one go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.core import ActionView, Choice, State
from companion.games.parts import Card, CardGroup
from companion.games.shared.reporters import may_report
from companion.games.waves.data.figures import CARD, DATA, ELDER, NOUNS, POWER, SHELL
from companion.games.waves.rules import actions, course
from companion.games.waves.state import model, tablets, turns
from companion.games.waves.words.names import rebel, side_name, tablet_text
from companion.language.message import NOTHING, Message, listing, lone, say
from companion.language.values import Count

WavesChoice = Choice[actions.WavesAction]
IN_ONE_GO: Final[tuple[tuple[type[actions.WavesAction], ...], ...]] = (
    (actions.ActivateTablet, actions.DiscardExtras),
    (actions.Collect, actions.TakeElder),
    (actions.PassToken, actions.Draw),
    (actions.NextRound, actions.PlaceShells),
)
"""What hands do at a stretch; between these people look up, and each has a prompt of its own."""


def choices(view: model.WavesView, known: model.WavesState) -> tuple[WavesChoice, ...]:
    """What this view may tap: the seat's own choices, and what anyone can report.

    With own cards the public view may tap for every seat; with virtual cards nothing is left but the own choices.
    """
    legal = course.COURSE.legal_actions(known)
    options = [course.COURSE.choice(view, act) for act in legal if may_report(view, act)]
    if isinstance(legal[0] if legal else None, actions.ActivateTablet):  # the one act of its phase
        options = [replace(each, about=_tablet(view, view.table.true_majority)) for each in options]
    untold: model.WavesState = State(known.table, (None,) * len(known.secrets))
    if any(isinstance(option.actions[0], actions.Draw) for option in options):
        return (_all_drawn(view, untold), *options)
    return (*(() if view.table.deals else _together(view, untold)), *options)


def _all_drawn(view: model.WavesView, state: model.WavesState) -> WavesChoice:
    """One tap for the whole run of draws that the table does without thinking."""
    phase, run, drawing = state.table.phase, list[actions.WavesAction](), turns.still_to_draw(state.table)
    while state.table.phase is phase and isinstance((act := course.COURSE.legal_actions(state)[0]), actions.Draw):
        run.append(act)
        state = course.COURSE.apply_legal(state, act)
    cards, drawers = Count(len(run), CARD), [view.who(each.seat) for each in run if isinstance(each, actions.Draw)]
    if phase is model.Phase.DEAL:
        return Choice(say("All hands are dealt"), tuple(run), say("Deal"), is_main=True)
    if phase is model.Phase.PLAY:
        label = say("{cards} drawn", cards=cards)
    elif len(run) < len(drawing) and len(run) == 1:  # the deck ends before everybody has drawn
        label = say("{who} has drawn", who=drawers[0])
    elif len(run) < len(drawing):
        label = say("{who} have drawn", who=listing(drawers))
    elif len(run) > 1:
        label = say("All have drawn ({cards})", cards=cards)
    else:
        label = say("The last card is drawn")
    return Choice(label, tuple(run), say("Draw"), is_main=True)


def _together(view: model.WavesView, state: model.WavesState) -> Iterator[WavesChoice]:
    """One tap for all that follows now in one go, where that is more than one act; each can be told alone as well."""
    run, steps, act = list[actions.WavesAction](), list[WavesChoice](), _next(state)
    kinds = next((each for each in IN_ONE_GO if isinstance(act, each)), ())
    while act is not None and isinstance(act, kinds):
        steps.append(course.COURSE.choice(replace(view, table=state.table), act))
        run.append(act)
        state = course.COURSE.apply_legal(state, act)
        act = _next(state)
    if len(run) > 1:
        words = [step.label for step in steps]
        is_of_wave = isinstance(run[0], actions.Collect | actions.TakeElder)
        about = say("{steps}", steps=listing(words, ";")) if is_of_wave else NOTHING
        yield Choice(_words(view, run, words[0]), tuple(run), steps[0].group, about=about, is_main=True)


def _next(state: model.WavesState) -> actions.WavesAction | None:
    """What is done next where nobody chooses: of the extras of several the first; None where somebody chooses."""
    legal = course.COURSE.legal_actions(state)
    is_sure = len(legal) == 1 or all(isinstance(each, actions.DiscardExtras) for each in legal)
    return legal[0] if legal and is_sure and legal[0].kind != "choice" else None


def _words(view: model.WavesView, run: Sequence[actions.WavesAction], first: Message) -> Message:
    """What one tap for all of them says; `first` is what that for the first one says."""
    noun, last = rebel(view.table.setup).noun, run[-1]
    match run[0]:
        case actions.ActivateTablet():
            return say("{tablet}; one {rebel} is left to each", tablet=first, rebel=noun)
        case actions.DiscardExtras():
            return say("One {rebel} is left to each", rebel=noun)
        case actions.PassToken():
            return say("{token}, and all have drawn", token=first)
        case actions.NextRound() if isinstance(last, actions.PlaceShells):
            return say("{council}, and {shells} in the centre", council=first, shells=Count(last.count, SHELL))
        case _:
            return say("All Elders of this Wave are taken")


_WITHOUT_A_PIECE = (
    *(actions.LayToken, actions.DiscardGapElder, actions.PlaceShells, actions.PlayAgents, actions.PassToken),
)
"""Acts whose news is no more of a piece than of whoever did them, though their buttons show one."""


def came_of(before: model.WavesView, act: ActionView[actions.WavesAction], after: model.WavesView) -> Message | None:
    """What came of an act, in a short sentence or two; None where `describe` has said it all."""
    table = after.table
    if table.winner >= 0 and before.table.winner < 0:
        return course.goal_reached(after)
    match act.action:
        case actions.ActivateTablet(tablet):
            return _tablet(after, tablet)
        case actions.RevealFollower(slot):
            # What comes of it is told with the Elder: here, what the two come to as they lie there.
            elder = NOUNS[table.slots[slot].elder]
            one, other = tablets.agent_power(table, slot), tablets.elder_power(table, slot)
            return say("Power {one} against the {elder}'s {other}.", one=one, elder=elder, other=other)
        case actions.Collect(_, side):
            setup, counts, goal = table.setup, table.collected[side], table.setup.goals[side]
            return say(
                "{side} has {different} of {classes} classes, {total} of {elders}.",
                side=side_name(setup, side, after.names),
                different=sum(number > 0 for number in counts),
                classes=goal.different,
                total=sum(counts),
                elders=Count(goal.total, ELDER),
            )
    return None


def piece_of(before: model.WavesView, act: actions.WavesAction) -> str:
    """The kind of piece that an act is about; empty for none."""
    return "" if isinstance(act, _WITHOUT_A_PIECE) else course.COURSE.choice(before, act).piece


def cards(view: model.WavesView) -> tuple[CardGroup, ...]:
    """The own hand, and the tablet of each class."""
    table = view.table
    active = {cls: say("{cls:many}", cls=NOUNS[cls]) for cls in model.CLASSES} | {table.active: say("Active now")}
    sides = tuple(
        Card(f"tablet:{side}", lone(DATA.tablets[side].name), _tablet(view, cls), active[cls])
        for cls, side in zip(model.CLASSES, table.setup.tablets, strict=True)
    )
    groups = ((say("Your hand"), tuple(_hand(view))), (say("Rule Tablets"), sides))
    return tuple(CardGroup(title, found) for title, found in groups if found)


def _tablet(view: model.WavesView, cls: model.Class) -> Message:
    return tablet_text(DATA.tablets[view.table.setup.tablets[cls - 1]], view.table.setup.edition)


def _hand(view: model.WavesView) -> Iterator[Card]:
    for cls, number in zip(model.CLASSES, view.own.hand if view.own is not None else (), strict=False):
        if number:
            name = say("{cards}", cards=Count(number, NOUNS[cls]))
            yield Card(f"card:{cls}", name, say("Power {power}.", power=POWER[cls]))
