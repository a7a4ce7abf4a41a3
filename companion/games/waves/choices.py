"""What can be tapped in Waves, and how an act reads in the log."""

from __future__ import annotations

from companion.games.core import ActionView, Choice, State
from companion.games.shared.phrases import counted, listing
from companion.games.shared.reporters import may_report
from companion.games.waves.actions import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardExtras,
    DiscardGapElder,
    Draw,
    LayToken,
    NameFirst,
    PassToken,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    TurnUpElder,
    TurnUpGapElder,
    WavesAction,
)
from companion.games.waves.apply import transition
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import DATA, NAMES, PLURALS
from companion.games.waves.legal import legal_actions, shells_due
from companion.games.waves.model import (
    Phase,
    WavesState,
    WavesView,
)
from companion.games.waves.tablets import check_slot
from companion.games.waves.turns import still_to_draw
from companion.games.waves.wave_prompts import check_sentence
from companion.games.waves.words import place, rebel

WavesChoice = Choice[WavesAction]


def choices(view: WavesView, known: WavesState) -> tuple[WavesChoice, ...]:
    """What this view may tap: the seat's own choices, and what anyone can report.

    With own cards the public view may tap for every seat; with virtual cards nothing is left but the own choices.
    """
    is_dealt = view.table.setup.cards == "virtual"
    options = [_choice(view, action) for action in legal_actions(known) if may_report(view, action, is_dealt=is_dealt)]
    if any(isinstance(option.actions[0], Draw) for option in options):
        return (_all_drawn(view, known), *options)
    return tuple(options)


def _all_drawn(view: WavesView, known: WavesState) -> WavesChoice:
    """One tap for the whole run of draws that the table does without thinking."""
    phase, run = known.table.phase, list[WavesAction]()
    state: WavesState = State(known.table, (None,) * len(known.secrets))
    while state.table.phase is phase and isinstance((action := legal_actions(state)[0]), Draw):
        run.append(action)
        state = transition(state, action)
    if phase is Phase.DEAL:
        return Choice("All hands are dealt", tuple(run), "Deal")
    if phase is Phase.PLAY:
        return Choice(f"{counted(len(run), 'card')} drawn", tuple(run), "Draw")
    if len(run) < len(still_to_draw(known.table)):  # the deck ends before everybody has drawn
        return Choice(f"{_drawers(view, run)} drawn", tuple(run), "Draw")
    label = f"All have drawn ({len(run)} cards)" if len(run) > 1 else "The last card is drawn"
    return Choice(label, tuple(run), "Draw")


def _drawers(view: WavesView, run: list[WavesAction]) -> str:
    names = [view.name(each.seat) for each in run if isinstance(each, Draw)]
    return f"{listing(names)} {'has' if len(names) == 1 else 'have'}"


def _choice(view: WavesView, action: WavesAction) -> WavesChoice:
    label, group, piece = _label(view, action)
    return Choice(label, (action,), group, piece)


def _label(view: WavesView, action: WavesAction) -> tuple[str, str, str]:
    """The button's words, its group's heading, and the kind of piece to draw beside it."""
    setup = view.table.setup
    match action:
        case PlaceToken(slot):
            return view.name(slot), "Who gets the Wave token?", "token"
        case NameFirst(seat):
            return f"{view.name(seat)} goes first", "Who goes first?", ""
        case LayToken(_, slot):
            return f"At place {slot + 1}, {_elder(view, slot)}", "Where does the Wave token lie?", "token"
        case Draw(seat):
            dealt = view.table.phase is Phase.DEAL
            verb, group = ("is dealt a card", "Deal one by one") if dealt else ("has drawn", "Draw one by one")
            return f"{view.name(seat)} {verb}", group, ""
        case TurnUpElder(slot, elder):
            return NAMES[elder], f"Elder of {place(view, slot)}", f"card:{elder}"
        case TurnUpGapElder(elder):
            return NAMES[elder], "The unassociated Elder", f"card:{elder}"
        case DiscardGapElder():
            elder = view.table.gap_elder
            return f"The unassociated {NAMES[elder]} is discarded", "The unassociated Elder", f"card:{elder}"
        case PlaceShells(count):
            return f"{count} in the centre", "Shells", "shell"
        case PlayAgents():
            return _play_label(view, action)
        case RevealRebels(slot, face):
            return PLURALS[face], f"{rebel(setup).many} of {place(view, slot)}", f"card:{face}"
        case ActivateTablet(tablet):
            side = setup.tablets[tablet - 1]
            return f"{DATA.tablets[side].title} is active", "Tablet", f"tablet:{side}"
        case RotateElders():
            return "All Elders have moved right", "Tablet", ""
        case DiscardExtras(slot):
            return f"{place(view, slot)} has one {rebel(setup).one} left", f"Extra {rebel(setup).many}", ""
        case RevealFollower(slot, face):
            return NAMES[face], f"Follower of {place(view, slot)}", f"card:{face}"
        case _:
            return _label_of_rest(view, action)


def _label_of_rest(view: WavesView, action: WavesAction) -> tuple[str, str, str]:
    """The same for what comes at the end of a check and of a round."""
    match action:
        case Collect(slot):
            piece = f"card:{view.table.slots[slot].elder}"
            return f"{place(view, slot)} has collected the {_elder(view, slot)}", "Collect", piece
        case TakeElder(slot):
            piece = f"card:{view.table.slots[slot].elder}"
            return f"{place(view, slot)} has taken the {_elder(view, slot)} to hand", "To hand", piece
        case PassToken(slot):
            return f"{place(view, slot)} has the Wave token", "Wave token", "token"
        case Reshuffle():
            return "The deck is shuffled", "Deck", ""
        case Discard(seat, card):
            group = "Discard" if view.seat == seat else f"{view.name(seat)} discards"
            return NAMES[card], group, f"card:{card}"
        case _:
            return "The new Council is in place", "Next round", ""


def _elder(view: WavesView, slot: int) -> str:
    return NAMES[view.table.slots[slot].elder]


def _play_label(view: WavesView, action: PlayAgents) -> tuple[str, str, str]:
    setup, number, cls = view.table.setup, len(action.cards), action.cards[0]
    whose = "" if view.seat == action.seat else f"{view.name(action.seat)}: "
    where = f"Place {action.slot + 1}: " if setup.is_head_to_head else ""
    card = counted(number, "card")
    if cls != UNKNOWN:
        card = NAMES[cls] if number == 1 else f"{number} {PLURALS[cls]}"
    verb = rebel(setup).verb
    group = (
        "Follow (1 card under the Elder)"
        if action.posture == "follower"
        else f"{verb[0].upper()}{verb[1:]} (one class, over the Elder)"
    )
    return card, f"{whose}{where}{group}", f"card:{cls}" if cls != UNKNOWN else ""


def describe(before: WavesView, act: ActionView[WavesAction]) -> str:
    """One sentence for the log, from what this seat may know of the act and of the position before it."""
    setup = before.table.setup
    match act.action:
        case PlaceToken(slot):
            return f"{before.name(slot)} gets the Wave token by lot."
        case NameFirst(seat):
            return f"{before.name(seat)} goes first by lot."
        case LayToken(seat, slot):
            return (
                f"{before.name(seat)} lays the Wave token beside the {_elder(before, slot)} of {place(before, slot)}."
            )
        case Draw(seat, card):
            return f"{before.name(seat)} draws {'a card' if card == UNKNOWN else f'a {NAMES[card]}'}."
        case TurnUpElder(slot, elder):
            return f"A {NAMES[elder]} is turned up in front of {place(before, slot)}."
        case TurnUpGapElder(elder):
            return f"A {NAMES[elder]} is turned up as the unassociated Elder."
        case DiscardGapElder():
            return f"The unassociated {NAMES[before.table.gap_elder]} is discarded."
        case PlaceShells(count):
            return _shells_placed(before, count)
        case PlayAgents():
            return _played(before, act.action)
        case RevealRebels(slot, face):
            return f"{place(before, slot)} turns up {rebel(setup).many}: {PLURALS[face]}."
        case ActivateTablet(tablet):
            return f"The {PLURALS[tablet]}' tablet “{DATA.tablets[setup.tablets[tablet - 1]].title}” is active."
        case RotateElders():
            return "Every Elder moves to the player on its right."
        case DiscardExtras(slot):
            return f"{place(before, slot)} discards the extra {rebel(setup).many}."
        case RevealFollower(slot, face):
            return f"{place(before, slot)} turns up the Follower: a {NAMES[face]}."
        case _:
            return _describe_rest(before, act.action)


def _describe_rest(before: WavesView, action: WavesAction) -> str:
    """The same for what comes at the end of a check and of a round."""
    match action:
        case Collect(slot):
            return f"{place(before, slot)}: {check_sentence(before, slot)}."
        case TakeElder(slot):
            is_left = check_slot(before.table, slot).result == "collect"
            sentence = f"the {_elder(before, slot)} is left" if is_left else check_sentence(before, slot)
            return f"{place(before, slot)}: {sentence}; the Elder goes to hand."
        case PassToken(slot):
            return f"The Wave token goes to {place(before, slot)}."
        case Reshuffle():
            return "The discard pile is shuffled into a new deck."
        case Discard(seat, card):
            return f"{before.name(seat)} discards a {NAMES[card]}."
        case _:
            return f"Round {before.table.round + 1}: the Agents are the new Council."


def _shells_placed(before: WavesView, count: int) -> str:
    shells, due = counted(count, "shell"), shells_due(before.table)
    who = "the tablet" if before.table.phase is Phase.DIRECT else "the Council card"
    return f"{shells} in the centre ({who} asks for {due})."


def _played(before: WavesView, action: PlayAgents) -> str:
    cls = action.cards[0]
    told = f" ({NAMES[cls]})" if cls != UNKNOWN else ""
    who, number, setup = place(before, action.slot), len(action.cards), before.table.setup
    if action.posture == "rebel" and setup.edition == "breakers":
        what = f"a {rebel(setup).one}" if number == 1 else f"{number} {rebel(setup).many}"
        return f"{who} plays {what}{told}."
    posture = "follows" if action.posture == "follower" else "rebels"
    return f"{who} {posture} with {counted(number, 'card')}{told}."
