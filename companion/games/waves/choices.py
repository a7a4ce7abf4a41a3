"""What can be tapped in Waves, and how an act reads in the log."""

from __future__ import annotations

from companion.games.core import ActionView, Choice, State
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
from companion.games.waves.data import CARD, DATA, NOUNS, SHELL
from companion.games.waves.legal import legal_actions, shells_due
from companion.games.waves.model import (
    Phase,
    WavesState,
    WavesView,
)
from companion.games.waves.one_tap import together
from companion.games.waves.tablets import check_slot
from companion.games.waves.texts import about
from companion.games.waves.turns import still_to_draw
from companion.games.waves.wave_prompts import check_sentence
from companion.games.waves.words import place, rebel
from companion.language.message import Message, listing, say
from companion.language.values import Count, Noun

WavesChoice = Choice[WavesAction]
_CARDS = tuple(say("{card}", card=noun) for noun in NOUNS)


def choices(view: WavesView, known: WavesState) -> tuple[WavesChoice, ...]:
    """What this view may tap: the seat's own choices, and what anyone can report.

    With own cards the public view may tap for every seat; with virtual cards nothing is left but the own choices.
    """
    is_dealt = view.table.setup.cards == "virtual"
    options = [_choice(view, action) for action in legal_actions(known) if may_report(view, action, is_dealt=is_dealt)]
    if any(isinstance(option.actions[0], Draw) for option in options):
        return (_all_drawn(view, known), *options)
    return (*(() if is_dealt else together(view, known, _label)), *options)


def _all_drawn(view: WavesView, known: WavesState) -> WavesChoice:
    """One tap for the whole run of draws that the table does without thinking."""
    phase, run = known.table.phase, list[WavesAction]()
    state: WavesState = State(known.table, (None,) * len(known.secrets))
    while state.table.phase is phase and isinstance((action := legal_actions(state)[0]), Draw):
        run.append(action)
        state = transition(state, action)
    if phase is Phase.DEAL:
        return Choice(say("All hands are dealt"), tuple(run), say("Deal"), is_main=True)
    if phase is Phase.PLAY:
        label = say("{cards} drawn", cards=Count(len(run), CARD))
    elif len(run) < len(still_to_draw(known.table)):  # the deck ends before everybody has drawn
        label = _have_drawn(view, run)
    elif len(run) > 1:
        label = say("All have drawn ({cards})", cards=Count(len(run), CARD))
    else:
        label = say("The last card is drawn")
    return Choice(label, tuple(run), say("Draw"), is_main=True)


def _have_drawn(view: WavesView, run: list[WavesAction]) -> Message:
    drawers = [view.who(each.seat) for each in run if isinstance(each, Draw)]
    if len(drawers) == 1:
        return say("{who} has drawn", who=drawers[0])
    return say("{who} have drawn", who=listing(drawers))


def _choice(view: WavesView, action: WavesAction) -> WavesChoice:
    label, group, piece = _label(view, action)
    return Choice(label, (action,), group, piece, about=about(view, action))


def _label(view: WavesView, action: WavesAction) -> tuple[Message, Message, str]:
    """The button's words, its group's heading, and the kind of piece to draw beside it."""
    setup = view.table.setup
    match action:
        case PlaceToken(slot):
            return say("{who}", who=view.who(slot)), say("Who gets the Wave token?"), "token"
        case NameFirst(seat):
            return say("{who} goes first", who=view.who(seat)), say("Who goes first?"), ""
        case LayToken(_, slot):
            label = say("At place {place}, {elder}", place=slot + 1, elder=_elder(view, slot))
            return label, say("Where does the Wave token lie?"), "token"
        case Draw(seat):
            if view.table.phase is Phase.DEAL:
                return say("{who} is dealt a card", who=view.who(seat)), say("Deal one by one"), ""
            return say("{who} has drawn", who=view.who(seat)), say("Draw one by one"), ""
        case TurnUpElder(slot, elder):
            return _CARDS[elder], say("Elder of {who}", who=place(view, slot)), f"card:{elder}"
        case TurnUpGapElder(elder):
            return _CARDS[elder], say("The unassociated Elder"), f"card:{elder}"
        case DiscardGapElder():
            elder = view.table.gap_elder
            label = say("The unassociated {elder} is discarded", elder=NOUNS[elder])
            return label, say("The unassociated Elder"), f"card:{elder}"
        case PlaceShells(count):
            return say("{number} in the centre", number=count), say("Shells"), "shell"
        case PlayAgents():
            return _play_label(view, action)
        case RevealRebels(slot, face):
            group = say("{rebels:many} of {who}", rebels=rebel(setup).noun, who=place(view, slot))
            return say("{card:many}", card=NOUNS[face]), group, f"card:{face}"
        case ActivateTablet(tablet):
            side = setup.tablets[tablet - 1]
            return say("{tablet} is active", tablet=DATA.tablets[side].name), say("Tablet"), f"tablet:{side}"
        case RotateElders():
            return say("All Elders have moved right"), say("Tablet"), ""
        case DiscardExtras(slot):
            noun = rebel(setup).noun
            label = say("{who} has one {rebel} left", who=place(view, slot), rebel=noun)
            return label, say("Extra {rebels:many}", rebels=noun), ""
        case RevealFollower(slot, face):
            return _CARDS[face], say("Follower of {who}", who=place(view, slot)), f"card:{face}"
        case _:
            return _label_of_rest(view, action)


def _label_of_rest(view: WavesView, action: WavesAction) -> tuple[Message, Message, str]:
    """The same for what comes at the end of a check and of a round."""
    match action:
        case Collect(slot):
            piece = f"card:{view.table.slots[slot].elder}"
            label = say("{who} has collected the {elder}", who=place(view, slot), elder=_elder(view, slot))
            return label, say("Collect"), piece
        case TakeElder(slot):
            piece = f"card:{view.table.slots[slot].elder}"
            label = say("{who} has taken the {elder} to hand", who=place(view, slot), elder=_elder(view, slot))
            return label, say("To hand"), piece
        case PassToken(slot):
            return say("{who} has the Wave token", who=place(view, slot)), say("Wave token"), "token"
        case Reshuffle():
            return say("The deck is shuffled"), say("Deck"), ""
        case Discard(seat, card):
            own = view.seat == seat
            group = say("Discard") if own else say("{who} discards", who=view.who(seat))
            return _CARDS[card], group, f"card:{card}"
        case _:
            return say("The new Council is in place"), say("Next round"), ""


def _elder(view: WavesView, slot: int) -> Noun:
    return NOUNS[view.table.slots[slot].elder]


def _play_label(view: WavesView, action: PlayAgents) -> tuple[Message, Message, str]:
    setup, number, cls = view.table.setup, len(action.cards), action.cards[0]
    group = say("Follow (1 card under the Elder)") if action.posture == "follower" else rebel(setup).group
    if setup.is_head_to_head:
        group = say("Place {place}: {how}", place=action.slot + 1, how=group)
    if view.seat != action.seat:
        group = say("{who}: {how}", who=view.who(action.seat), how=group)
    if cls == UNKNOWN:
        return say("{cards}", cards=Count(number, CARD)), group, ""
    return _CARDS[cls] if number == 1 else say("{cards}", cards=Count(number, NOUNS[cls])), group, f"card:{cls}"


def describe(before: WavesView, act: ActionView[WavesAction]) -> Message:
    """One sentence for the log, from what this seat may know of the act and of the position before it."""
    setup = before.table.setup
    match act.action:
        case PlaceToken(slot):
            return say("{who} gets the Wave token by lot.", who=before.who(slot))
        case NameFirst(seat):
            return say("{who} goes first by lot.", who=before.who(seat))
        case LayToken(seat, slot):
            return say(
                "{who} lays the Wave token beside the {elder} of {other}.",
                who=before.who(seat),
                elder=_elder(before, slot),
                other=place(before, slot),
            )
        case Draw(seat, card):
            drawn = CARD if card == UNKNOWN else NOUNS[card]
            return say("{who} draws a {card}.", who=before.who(seat), card=drawn)
        case TurnUpElder(slot, elder):
            return say("A {elder} is turned up in front of {who}.", elder=NOUNS[elder], who=place(before, slot))
        case TurnUpGapElder(elder):
            return say("A {elder} is turned up as the unassociated Elder.", elder=NOUNS[elder])
        case DiscardGapElder():
            return say("The unassociated {elder} is discarded.", elder=NOUNS[before.table.gap_elder])
        case PlaceShells(count):
            return _shells_placed(before, count)
        case PlayAgents():
            return _played(before, act.action)
        case RevealRebels(slot, face):
            return say(
                "{who} turns up {rebels:many}: {card:many}.",
                who=place(before, slot),
                rebels=rebel(setup).noun,
                card=NOUNS[face],
            )
        case ActivateTablet(tablet):
            title = DATA.tablets[setup.tablets[tablet - 1]].name
            return say("The {elder:many}' tablet “{tablet}” is active.", elder=NOUNS[tablet], tablet=title)
        case RotateElders():
            return say("Every Elder moves to the player on its right.")
        case DiscardExtras(slot):
            rebels = rebel(setup).noun
            return say("{who} discards the extra {rebels:many}.", who=place(before, slot), rebels=rebels)
        case RevealFollower(slot, face):
            return say("{who} turns up the Follower: a {card}.", who=place(before, slot), card=NOUNS[face])
        case _:
            return _describe_rest(before, act.action)


def _describe_rest(before: WavesView, action: WavesAction) -> Message:
    """The same for what comes at the end of a check and of a round."""
    match action:
        case Collect(slot):
            return say("{who}: {outcome}.", who=place(before, slot), outcome=check_sentence(before, slot))
        case TakeElder(slot):
            is_left = check_slot(before.table, slot).result == "collect"
            left = say("the {elder} is left", elder=_elder(before, slot))
            outcome = left if is_left else check_sentence(before, slot)
            return say("{who}: {outcome}; the Elder goes to hand.", who=place(before, slot), outcome=outcome)
        case PassToken(slot):
            return say("The Wave token goes to {who}.", who=place(before, slot))
        case Reshuffle():
            return say("The discard pile is shuffled into a new deck.")
        case Discard(seat, card):
            return say("{who} discards a {card}.", who=before.who(seat), card=NOUNS[card])
        case _:
            return say("Round {round}: the Agents are the new Council.", round=before.table.round + 1)


def _shells_placed(before: WavesView, count: int) -> Message:
    shells, due = Count(count, SHELL), shells_due(before.table)
    if before.table.phase is Phase.DIRECT:
        return say("{shells} in the centre (the tablet asks for {due}).", shells=shells, due=due)
    return say("{shells} in the centre (the Council card asks for {due}).", shells=shells, due=due)


def _played(before: WavesView, action: PlayAgents) -> Message:
    if action.cards[0] != UNKNOWN:
        return _played_told(before, action)
    who, cards, noun = _cards_played(before, action)
    if action.posture == "follower":
        return say("{who} follows with {cards}.", who=who, cards=cards)
    if before.table.setup.edition == "rebels":
        return say("{who} rebels with {cards}.", who=who, cards=cards)
    if cards.number == 1:
        return say("{who} plays a {breaker}.", who=who, breaker=noun)
    return say("{who} plays {breakers}.", who=who, breakers=Count(cards.number, noun))


def _played_told(before: WavesView, action: PlayAgents) -> Message:
    """The same for whoever knows the class of the cards."""
    who, cards, noun = _cards_played(before, action)
    card = NOUNS[action.cards[0]]
    if action.posture == "follower":
        return say("{who} follows with {cards} ({card}).", who=who, cards=cards, card=card)
    if before.table.setup.edition == "rebels":
        return say("{who} rebels with {cards} ({card}).", who=who, cards=cards, card=card)
    if cards.number == 1:
        return say("{who} plays a {breaker} ({card}).", who=who, breaker=noun, card=card)
    return say("{who} plays {breakers} ({card}).", who=who, breakers=Count(cards.number, noun), card=card)


def _cards_played(before: WavesView, action: PlayAgents) -> tuple[Message, Count, Noun]:
    """Who plays, how many cards, and what the edition calls one over the Elder."""
    return place(before, action.slot), Count(len(action.cards), CARD), rebel(before.table.setup).noun
