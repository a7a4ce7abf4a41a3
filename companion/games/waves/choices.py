"""What can be tapped in Waves, and how an act reads in the log."""

from __future__ import annotations

from companion.games.core import ActionView, Choice, State
from companion.games.waves.apply import transition
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import DATA, NAMES, PLURALS
from companion.games.waves.legal import legal_actions, shells_due
from companion.games.waves.model import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardExtras,
    Draw,
    NextRound,
    PassToken,
    Phase,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    TurnUpElder,
    WavesAction,
    WavesState,
    WavesView,
)
from companion.games.waves.prompts import check_sentence

WavesChoice = Choice[WavesAction]


def choices(view: WavesView, known: WavesState) -> tuple[WavesChoice, ...]:
    """What this view may tap: the seat's own choices, and what anyone can report.

    With own cards the public view may tap for every seat. With virtual cards the companion deals, turns up and moves
    the pieces itself, and only the seat knows its cards, so nothing is left but the seat's own choices.
    """
    options = [_choice(view, action) for action in legal_actions(known) if _may_report(view, action)]
    if any(isinstance(option.actions[0], Draw) for option in options):
        return (_all_drawn(known), *options)
    return tuple(options)


def _may_report(view: WavesView, action: WavesAction) -> bool:
    if view.table.setup.cards == "virtual":
        return action.kind == "choice" and action.actor == view.seat
    return action.kind != "choice" or view.seat is None or action.actor == view.seat


def _all_drawn(known: WavesState) -> WavesChoice:
    """One tap for the whole run of draws that the table does without thinking."""
    phase, run = known.table.phase, []
    state: WavesState = State(known.table, (None,) * len(known.secrets))
    while state.table.phase is phase and isinstance((action := legal_actions(state)[0]), Draw):
        run.append(action)
        state = transition(state, action)
    if phase is Phase.DEAL:
        return Choice("All hands are dealt", tuple(run), "Deal")
    label = f"All have drawn ({len(run)} cards)" if len(run) > 1 else "The last card is drawn"
    return Choice(label, tuple(run), "Draw")


def _choice(view: WavesView, action: WavesAction) -> WavesChoice:
    label, group, piece = _label(view, action)
    return Choice(label, (action,), group, piece)


def _label(view: WavesView, action: WavesAction) -> tuple[str, str, str]:
    """The button's words, its group's heading, and the kind of piece to draw beside it."""
    match action:
        case PlaceToken(slot):
            return view.name(slot), "Who gets the Wave token?", "token"
        case Draw(seat):
            dealt = view.table.phase is Phase.DEAL
            verb, group = ("is dealt a card", "Deal one by one") if dealt else ("has drawn", "Draw one by one")
            return f"{view.name(seat)} {verb}", group, ""
        case TurnUpElder(slot, elder):
            return NAMES[elder], f"Elder of {view.name(slot)}", f"card:{elder}"
        case PlaceShells(count):
            return f"{count} in the centre", "Shells", "shell"
        case PlayAgents():
            return _play_label(view, action)
        case RevealRebels(slot, face):
            return PLURALS[face], f"Rebels of {view.name(slot)}", f"card:{face}"
        case ActivateTablet(tablet):
            side = view.table.setup.tablets[tablet - 1]
            return f"{DATA.tablets[side].title} is active", "Tablet", f"tablet:{side}"
        case RotateElders():
            return "All Elders have moved right", "Tablet", ""
        case DiscardExtras(slot):
            return f"{view.name(slot)} has one Rebel left", "Extra Rebels", ""
        case RevealFollower(slot, face):
            return NAMES[face], f"Follower of {view.name(slot)}", f"card:{face}"
        case Collect(slot):
            return (
                f"{view.name(slot)} has collected the {_elder(view, slot)}",
                "Collect",
                f"card:{view.table.slots[slot].elder}",
            )
        case TakeElder(slot):
            return (
                f"{view.name(slot)} has taken the {_elder(view, slot)} to hand",
                "To hand",
                f"card:{view.table.slots[slot].elder}",
            )
        case PassToken(slot):
            return f"{view.name(slot)} has the Wave token", "Wave token", "token"
        case Reshuffle():
            return "The deck is shuffled", "Deck", ""
        case Discard(seat, card):
            group = "Discard" if view.seat == seat else f"{view.name(seat)} discards"
            return NAMES[card], group, f"card:{card}"
        case NextRound():
            return "The new Council is in place", "Next round", ""


def _elder(view: WavesView, slot: int) -> str:
    return NAMES[view.table.slots[slot].elder]


def _play_label(view: WavesView, action: PlayAgents) -> tuple[str, str, str]:
    count, cls = len(action.cards), action.cards[0]
    whose = "" if view.seat == action.seat else f"{view.name(action.seat)}: "
    card = "1 card" if count == 1 else f"{count} cards"
    if cls != UNKNOWN:
        card = NAMES[cls] if count == 1 else f"{count} {PLURALS[cls]}"
    group = "Follow (1 card under the Elder)" if action.posture == "follower" else "Rebel (one class, over the Elder)"
    return card, f"{whose}{group}", f"card:{cls}" if cls != UNKNOWN else ""


def describe(before: WavesView, act: ActionView[WavesAction]) -> str:
    """One sentence for the log, from what this seat may know of the act and of the position before it."""
    match act.action:
        case PlaceToken(slot):
            return f"{before.name(slot)} gets the Wave token by lot."
        case Draw(seat, card):
            return f"{before.name(seat)} draws {'a card' if card == UNKNOWN else f'a {NAMES[card]}'}."
        case TurnUpElder(slot, elder):
            return f"A {NAMES[elder]} is turned up in front of {before.name(slot)}."
        case PlaceShells(count):
            shells = "1 shell" if count == 1 else f"{count} shells"
            return f"{shells} in the centre (the Council card asks for {shells_due(before.table)})."
        case PlayAgents():
            return _played(before, act.action)
        case RevealRebels(slot, face):
            return f"{before.name(slot)} turns up Rebels: {PLURALS[face]}."
        case ActivateTablet(tablet):
            title = DATA.tablets[before.table.setup.tablets[tablet - 1]].title
            return f"The {PLURALS[tablet]}' tablet “{title}” is active."
        case RotateElders():
            return "Every Elder moves to the player on its right."
        case DiscardExtras(slot):
            return f"{before.name(slot)} discards the extra Rebels."
        case RevealFollower(slot, face):
            return f"{before.name(slot)} turns up the Follower: a {NAMES[face]}."
        case Collect(slot) | TakeElder(slot):
            sentence = check_sentence(before, slot)
            to_hand = "" if isinstance(act.action, Collect) else "; the Elder goes to hand"
            return f"{before.name(slot)}: {sentence}{to_hand}."
        case PassToken(slot):
            return f"The Wave token goes to {before.name(slot)}."
        case Reshuffle():
            return "The discard pile is shuffled into a new deck."
        case Discard(seat, card):
            return f"{before.name(seat)} discards a {NAMES[card]}."
        case NextRound():
            return f"Round {before.table.round + 1}: the Agents are the new Council."


def _played(before: WavesView, action: PlayAgents) -> str:
    count, cls = len(action.cards), action.cards[0]
    cards = "1 card" if count == 1 else f"{count} cards"
    told = f" ({NAMES[cls]})" if cls != UNKNOWN else ""
    posture = "follows with" if action.posture == "follower" else "rebels with"
    return f"{before.name(action.seat)} {posture} {cards}{told}."
