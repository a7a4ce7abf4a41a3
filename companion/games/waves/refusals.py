"""Why an action outside `legal_actions` is refused: the rule, and a sentence for the person who tried it."""

from __future__ import annotations

from companion.games.core import RuleId
from companion.games.errors import IllegalAction
from companion.games.waves.actions import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardExtras,
    DiscardGapElder,
    Draw,
    LayToken,
    NameFirst,
    NextRound,
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
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import NOUNS, SHELL
from companion.games.waves.legal import legal_actions, shells_due
from companion.games.waves.model import (
    Phase,
    Setup,
    Table,
    WavesState,
)
from companion.games.waves.turns import must_keep, next_to_check, next_to_draw, next_to_refill, order_rule, turn_to_play
from companion.games.waves.words import rebel, seat_at, title
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count, Noun

_WAVES = (Phase.WAVE_1, Phase.WAVE_2)
_REBEL = Noun("Rebel")
_SETUP_TOKEN = say("The Wave token is given once, before the first round.")
_WHEN: dict[type, tuple[RuleId, tuple[Phase, ...], Message]] = {
    PlaceToken: ("W-009", (Phase.TOKEN,), _SETUP_TOKEN),
    NameFirst: ("W-101", (Phase.TOKEN,), _SETUP_TOKEN),
    LayToken: ("W-101", (Phase.TOKEN,), _SETUP_TOKEN),
    TurnUpElder: ("W-015", (Phase.COUNCIL,), say("Elders are turned up from the deck before the first round only.")),
    TurnUpGapElder: (
        "W-084",
        (Phase.COUNCIL, Phase.GAP),
        say("The unassociated Elder is turned up in the setup and at the end of a round."),
    ),
    DiscardGapElder: ("W-084", (Phase.GAP,), say("The unassociated Elder is replaced at the end of a round.")),
    PlayAgents: (
        "W-040",
        (Phase.PLAY,),
        say("Agents are played after the shells are placed and before the {rebels:many} are turned up.", rebels=_REBEL),
    ),
    PlaceShells: ("W-043", (Phase.SHELLS, Phase.DIRECT), say("Shells are placed at the start of a round.")),
    RevealRebels: (
        "W-060",
        (Phase.REVEAL,),
        say("{rebels:many} are turned up once the last player has placed Agents.", rebels=_REBEL),
    ),
    RevealFollower: ("W-070", _WAVES, say("A Follower is turned up on its turn in the Wave.")),
    ActivateTablet: (
        "W-063",
        (Phase.TABLET,),
        say("A tablet becomes active once all {rebels:many} lie open.", rebels=_REBEL),
    ),
    RotateElders: ("W-126", (Phase.DIRECT,), say("Elders move only where the active tablet says so, at once.")),
    DiscardExtras: (
        "W-066",
        (Phase.EXTRAS,),
        say("Extra {rebels:many} are discarded once the tablet is active.", rebels=_REBEL),
    ),
    Collect: ("W-072", _WAVES, say("Elders are collected in the Waves only.")),
    TakeElder: ("W-074", _WAVES, say("An Elder goes to a hand in the Waves only.")),
    PassToken: ("W-080", (Phase.PASS_TOKEN,), say("The Wave token moves once both Waves are over.")),
    Draw: (
        "W-081",
        (Phase.DEAL, Phase.PLAY, Phase.DRAW),
        say("Cards are drawn when hands are dealt and at the end of a round."),
    ),
    Discard: ("W-082", (Phase.DISCARD,), say("Hands are discarded down at the end of a round.")),
    Reshuffle: (
        "W-088",
        (Phase.DEAL, Phase.COUNCIL, Phase.PLAY, Phase.DRAW, Phase.GAP),
        say("The discard pile becomes the deck only when a card is needed and the deck is empty."),
    ),
    NextRound: ("W-083", (Phase.NEXT_ROUND,), say("The Agents become Elders at the end of the round.")),
}
"""The rule behind each kind of act, its phases, and what to say in another, in the newer edition's words."""


def refusal(state: WavesState, action: WavesAction) -> IllegalAction:
    """The error to raise for an action that is not legal in this state."""
    table = state.table
    if table.winner >= 0:
        return IllegalAction("W-030", say("The game is over. Undo the last act or start a new game."))
    played = _second_play(state, action)
    if played is not None:
        return played
    rule, phases, text = _WHEN[type(action)]
    if isinstance(action, Draw) and table.setup.is_head_to_head:
        rule, text = "W-107", say("Nobody draws now: with two players cards are drawn amid the plays.")
    if table.phase not in phases:
        now = say("Now it is: {phase}.", phase=title(table.setup, table.phase))
        return IllegalAction(rule, sentences(_in_edition(text, table.setup), now))
    return _in_its_phase(state, action)


def _in_edition(text: Message, setup: Setup) -> Message:
    """The same with the edition's noun for a Rebel (D-01), in the only gap that these texts have."""
    return Message(text.text, dict.fromkeys(text.given, rebel(setup).noun))


def _in_its_phase(state: WavesState, action: WavesAction) -> IllegalAction:
    table = state.table
    match action:
        case PlayAgents():
            return _play_refusal(state, action)
        case PlaceShells(count):
            return _shells_refusal(state, count)
        case ActivateTablet():
            elder = NOUNS[table.true_majority]
            return IllegalAction(
                "W-063", say("The True Majority is with the {elder:many}: take their tablet.", elder=elder)
            )
        case RevealFollower() | Collect() | TakeElder():
            return _wave_refusal(state, action)
        case RevealRebels(slot, face):
            return IllegalAction(
                "W-060",
                say(
                    "{who} has no face-down {rebels:many} that can be {card:many}.",
                    who=seat_at(table.setup, slot),
                    rebels=rebel(table.setup).noun,
                    card=_noun(face),
                ),
            )
        case Discard():
            return _discard_refusal(state, action)
        case Draw():
            return _draw_refusal(state, action)
        case PassToken():
            return _token_passed_wrongly(table.setup)
        case PlaceToken() | NameFirst() | LayToken():
            return _token_refusal(state)
        case _:
            rule = _WHEN[type(action)][0]
            now = title(table.setup, table.phase)
            return IllegalAction(rule, say("That is not to be done now. Now it is: {phase}.", phase=now))


def _noun(cls: int) -> Noun:
    return NOUNS[cls] if 0 <= cls < len(NOUNS) else Noun(f"class {cls}")


def _second_play(state: WavesState, action: WavesAction) -> IllegalAction | None:
    """A second set of Agents at the same Elder, whatever the phase has become."""
    setup = state.table.setup
    if not isinstance(action, PlayAgents) or not 0 <= action.slot < setup.slot_count:
        return None
    if state.table.slots[action.slot].agent is None or setup.owner(action.slot) != action.seat:
        return None
    who = seat_at(setup, action.slot)
    return IllegalAction(
        "W-058", say("{who} has placed Agents in this round. One set at an Elder is allowed.", who=who)
    )


def _play_refusal(state: WavesState, action: PlayAgents) -> IllegalAction:
    table, setup = state.table, state.table.setup
    if not 0 <= action.slot < setup.slot_count or setup.owner(action.slot) != action.seat:
        return IllegalAction(
            "W-054", say("Agents are played at your own Elder only. Take the cards back and lay them at yours.")
        )
    refilled = next_to_refill(table)
    if refilled is not None:
        return IllegalAction(
            _refill_rule(setup),
            say("Seat {seat} draws first: 2 cards each after the first play.", seat=refilled + 1),
        )
    turn = turn_to_play(table)
    if action.slot not in turn:
        if turn and setup.owner(turn[0]) == action.seat:
            return IllegalAction(
                "W-104", say("The Elder at place {place} comes first. Play there now.", place=turn[0] + 1)
            )
        plays = seat_at(setup, turn[0] if turn else 0)
        if len(turn) > 1:
            places = listing((slot + 1 for slot in turn), "or")
            plays = say("Seat {seat} at place {places}", seat=setup.owner(turn[0]) + 1, places=places)
        return IllegalAction(order_rule(setup), say("It is not this seat's turn. {who} plays now.", who=plays))
    return _cards_refusal(state, action)


def _cards_refusal(state: WavesState, action: PlayAgents) -> IllegalAction:
    """What is wrong with the cards of a play that is in its turn and at its place."""
    seat, number, rebels = action.seat, len(action.cards), rebel(state.table.setup).noun
    hand, secret = state.table.hands[seat].count, state.secrets[seat]
    if not action.cards:
        return IllegalAction("W-051", say("At least one card has to be played. Choose a card from the hand."))
    if action.posture == "follower" and number != 1:
        return IllegalAction(
            "W-052", say("A Follower is exactly one card, not {number}. Take the others back.", number=number)
        )
    if len(set(action.cards)) != 1:
        return IllegalAction(
            "W-053",
            say("{rebels:many} played together must be of one class. Take the others back.", rebels=rebels),
        )
    if number > hand:
        return IllegalAction(
            "W-051", say("The hand holds {hand} cards, fewer than {number}.", hand=hand, number=number)
        )
    if number > hand - must_keep(state.table, seat):
        return IllegalAction("W-111", say("Keep one card for your second Elder: nothing is drawn before it."))
    if secret is not None and action.cards[0] == UNKNOWN:
        return IllegalAction("W-051", say("Say which card is played: the companion holds this hand."))
    if secret is None and action.cards[0] != UNKNOWN:
        return IllegalAction("W-055", say("Agents lie face down: tell their number only, not their class."))
    if secret is None:
        return IllegalAction(
            "W-053", say("This hand cannot hold {number} cards of one class. Count them again.", number=number)
        )
    card = _noun(action.cards[0])
    return IllegalAction("W-051", say("The hand does not hold {number} {card} cards.", number=number, card=card))


def _shells_refusal(state: WavesState, count: int) -> IllegalAction:
    due = Count(shells_due(state.table), SHELL)
    if state.table.phase is Phase.DIRECT:
        text = say("The active tablet asks for {shells} in the centre, not {number}.", shells=due, number=count)
        return IllegalAction("W-134", text)
    text = say("The Council card asks for {shells} in the centre, not {number}.", shells=due, number=count)
    return IllegalAction("W-043", text)


def _wave_refusal(state: WavesState, action: RevealFollower | Collect | TakeElder) -> IllegalAction:
    setup, turn = state.table.setup, next_to_check(state.table)
    legal = legal_actions(state)
    is_revealed_early = isinstance(action, RevealFollower) and action.slot in {
        each.slot for each in legal if isinstance(each, RevealFollower)
    }
    if action.slot != turn and not is_revealed_early:
        who = seat_at(setup, turn or 0)
        return IllegalAction("W-078", say("Slots are checked one after another. {who} comes now.", who=who))
    if isinstance(action, RevealFollower):
        card = _noun(action.face)
        return IllegalAction("W-070", say("This Agent lies open already, or cannot be a {card}.", card=card))
    if isinstance(legal[0], RevealFollower):
        return _turn_up_first(setup, legal[0], action.slot)
    if isinstance(action, Collect) and isinstance(legal[0], Collect):
        return IllegalAction(
            "W-073",
            say(
                "This Elder is collected by side {due}, not by side {side}.",
                due=legal[0].side + 1,
                side=action.side + 1,
            ),
        )
    if isinstance(action, Collect):
        return IllegalAction("W-072", say("This Elder is not collected. It goes to the hand."))
    return IllegalAction("W-077", say("The conditions hold, so this Elder is collected."))


def _turn_up_first(setup: Setup, needed: RevealFollower, slot: int) -> IllegalAction:
    if needed.slot == slot:
        return IllegalAction("W-070", say("Turn the Follower up first."))
    who = seat_at(setup, needed.slot)
    return IllegalAction("W-131", say("Turn up the Follower of {who} first: its power is copied.", who=who))


def _discard_refusal(state: WavesState, action: Discard) -> IllegalAction:
    hands, limits = state.table.hands, state.table.setup.limits
    if 0 <= action.seat < len(hands):
        if hands[action.seat].count > limits[action.seat]:
            card = _noun(action.card)
            return IllegalAction(
                "W-087", say("Show the card that is discarded: a {card} cannot be in this hand.", card=card)
            )
        most = limits[action.seat]
        return IllegalAction("W-082", say("Only a hand of more than {most} cards is discarded down.", most=most))
    seat = action.seat + 1
    return IllegalAction("W-082", say("There is no seat {seat}. Tap the seat that discards.", seat=seat))


def _refill_rule(setup: Setup) -> RuleId:
    return "W-106" if setup.edition == "rebels" else "W-112"


def _draw_refusal(state: WavesState, action: Draw) -> IllegalAction:
    table = state.table
    if table.phase is Phase.PLAY:
        return _drawn_amid_plays(table)
    turn = next_to_draw(table) if table.phase is Phase.DRAW else None
    if turn is not None and action.seat != turn:
        return IllegalAction(
            "W-081",
            say("Seat {seat} draws next: one card each, from the new token holder clockwise.", seat=turn + 1),
        )
    if table.deck == 0:
        return IllegalAction("W-088", say("The deck is empty. Shuffle the discard pile into a new deck first."))
    rule = "W-012" if table.phase is Phase.DEAL else "W-081"
    return IllegalAction(rule, say("This card cannot be drawn by this seat now."))


def _drawn_amid_plays(table: Table) -> IllegalAction:
    """Why a card is not drawn now, while Agents are played."""
    setup, refilled = table.setup, next_to_refill(table)
    rule, when = "W-081", say("cards are drawn at the end of a round")
    if setup.is_head_to_head:
        rule, when = _refill_rule(setup), say("2 cards are drawn when both have played once")
        if setup.edition == "rebels":
            when = say("2 cards are drawn right after playing at the first Elder")
    if refilled is None:
        return IllegalAction(rule, say("Nobody draws now: {when}.", when=when))
    return IllegalAction(rule, say("Only seat {seat} draws now: {when}.", seat=refilled + 1, when=when))


def _token_refusal(state: WavesState) -> IllegalAction:
    table, setup = state.table, state.table.setup
    if not setup.is_head_to_head:
        return IllegalAction("W-009", say("The lot gives the Wave token to one of the players. Tap who gets it."))
    if table.first < 0:
        return IllegalAction("W-101", say("Draw lots first: tap which of the two players goes first."))
    return IllegalAction(
        "W-101",
        say(
            "Seat {first} goes first, so seat {other} lays the Wave token, at place {places}.",
            first=table.first + 1,
            other=2 - table.first,
            places=listing((slot + 1 for slot in setup.own_slots(table.first)), "or"),
        ),
    )


def _token_passed_wrongly(setup: Setup) -> IllegalAction:
    if setup.is_head_to_head:
        return IllegalAction("W-108", say("The Wave token goes to the next Elder clockwise."))
    return IllegalAction("W-080", say("The Wave token goes to the next player clockwise."))
