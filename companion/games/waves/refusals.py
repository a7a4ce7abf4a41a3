"""Why an action outside `legal_actions` is refused: the rule, and a sentence for the person who tried it."""

from __future__ import annotations

from companion.games.core import RuleId
from companion.games.errors import IllegalAction
from companion.games.shared.phrases import counted
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
from companion.games.waves.data import NAMES, PLURALS
from companion.games.waves.legal import legal_actions, shells_due
from companion.games.waves.model import (
    Phase,
    Setup,
    WavesState,
)
from companion.games.waves.turns import must_keep, next_to_check, next_to_draw, next_to_refill, order_rule, turn_to_play
from companion.games.waves.words import rebel, seat_at, title

_WAVES = (Phase.WAVE_1, Phase.WAVE_2)
_SETUP_TOKEN = "The Wave token is given once, before the first round."
_WHEN: dict[type, tuple[RuleId, tuple[Phase, ...], str]] = {
    PlaceToken: ("W-009", (Phase.TOKEN,), _SETUP_TOKEN),
    NameFirst: ("W-101", (Phase.TOKEN,), _SETUP_TOKEN),
    LayToken: ("W-101", (Phase.TOKEN,), _SETUP_TOKEN),
    TurnUpElder: ("W-015", (Phase.COUNCIL,), "Elders are turned up from the deck before the first round only."),
    TurnUpGapElder: (
        "W-084",
        (Phase.COUNCIL, Phase.GAP),
        "The unassociated Elder is turned up in the setup and at the end of a round.",
    ),
    DiscardGapElder: ("W-084", (Phase.GAP,), "The unassociated Elder is replaced at the end of a round."),
    PlayAgents: (
        "W-040",
        (Phase.PLAY,),
        "Agents are played after the shells are placed and before the {rebels} are turned up.",
    ),
    PlaceShells: ("W-043", (Phase.SHELLS, Phase.DIRECT), "Shells are placed at the start of a round."),
    RevealRebels: ("W-060", (Phase.REVEAL,), "{rebels} are turned up once the last player has placed Agents."),
    RevealFollower: ("W-070", _WAVES, "A Follower is turned up on its turn in the Wave."),
    ActivateTablet: ("W-063", (Phase.TABLET,), "A tablet becomes active once all {rebels} lie open."),
    RotateElders: ("W-126", (Phase.DIRECT,), "Elders move only where the active tablet says so, at once."),
    DiscardExtras: ("W-066", (Phase.EXTRAS,), "Extra {rebels} are discarded once the tablet is active."),
    Collect: ("W-072", _WAVES, "Elders are collected in the Waves only."),
    TakeElder: ("W-074", _WAVES, "An Elder goes to a hand in the Waves only."),
    PassToken: ("W-080", (Phase.PASS_TOKEN,), "The Wave token moves once both Waves are over."),
    Draw: (
        "W-081",
        (Phase.DEAL, Phase.PLAY, Phase.DRAW),
        "Cards are drawn when hands are dealt and at the end of a round.",
    ),
    Discard: ("W-082", (Phase.DISCARD,), "Hands are discarded down at the end of a round."),
    Reshuffle: (
        "W-088",
        (Phase.DEAL, Phase.COUNCIL, Phase.PLAY, Phase.DRAW, Phase.GAP),
        "The discard pile becomes the deck only when a card is needed and the deck is empty.",
    ),
    NextRound: ("W-083", (Phase.NEXT_ROUND,), "The Agents become Elders at the end of the round."),
}
"""The rule behind each kind of act, its phases, and what to say in another."""


def refusal(state: WavesState, action: WavesAction) -> IllegalAction:
    """The error to raise for an action that is not legal in this state."""
    table = state.table
    if table.winner >= 0:
        return IllegalAction("W-030", "The game is over. Undo the last act or start a new game.")
    played = _second_play(state, action)
    if played is not None:
        return played
    rule, phases, text = _WHEN[type(action)]
    if isinstance(action, Draw) and table.setup.is_head_to_head:
        rule, text = "W-107", "Nobody draws now: with two players cards are drawn amid the plays."
    if table.phase not in phases:
        said = text.replace("{rebels}", rebel(table.setup).many)
        return IllegalAction(rule, f"{said} Now it is: {title(table.setup, table.phase)}.")
    return _in_its_phase(state, action)


def _in_its_phase(state: WavesState, action: WavesAction) -> IllegalAction:
    table = state.table
    match action:
        case PlayAgents():
            return _play_refusal(state, action)
        case PlaceShells(count):
            return _shells_refusal(state, count)
        case ActivateTablet():
            owners = PLURALS[table.true_majority]
            return IllegalAction("W-063", f"The True Majority is with the {owners}: take their tablet.")
        case RevealFollower() | Collect() | TakeElder():
            return _wave_refusal(state, action)
        case RevealRebels(slot, face):
            who = seat_at(table.setup, slot)
            many = rebel(table.setup).many
            return IllegalAction("W-060", f"{who} has no face-down {many} that can be {_name(face)}s.")
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
            return IllegalAction(rule, f"That is not to be done now. Now it is: {title(table.setup, table.phase)}.")


def _name(cls: int) -> str:
    return NAMES[cls] if 0 <= cls < len(NAMES) else f"class {cls}"


def _second_play(state: WavesState, action: WavesAction) -> IllegalAction | None:
    """A second set of Agents at the same Elder, whatever the phase has become."""
    setup = state.table.setup
    if not isinstance(action, PlayAgents) or not 0 <= action.slot < setup.slot_count:
        return None
    if state.table.slots[action.slot].agent is None or setup.owner(action.slot) != action.seat:
        return None
    who = seat_at(setup, action.slot)
    return IllegalAction("W-058", f"{who} has placed Agents in this round. One set at an Elder is allowed.")


def _play_refusal(state: WavesState, action: PlayAgents) -> IllegalAction:
    table, setup = state.table, state.table.setup
    if not 0 <= action.slot < setup.slot_count or setup.owner(action.slot) != action.seat:
        return IllegalAction(
            "W-054", "Agents are played at your own Elder only. Take the cards back and lay them at yours."
        )
    refilled = next_to_refill(table)
    if refilled is not None:
        return IllegalAction(
            _refill_rule(setup), f"Seat {refilled + 1} draws first: 2 cards each after the first play."
        )
    turn = turn_to_play(table)
    if action.slot not in turn:
        if turn and setup.owner(turn[0]) == action.seat:
            return IllegalAction("W-104", f"The Elder at place {turn[0] + 1} comes first. Play there now.")
        plays = str(seat_at(setup, turn[0] if turn else 0))
        if len(turn) > 1:
            plays = f"Seat {setup.owner(turn[0]) + 1} at place {' or '.join(str(slot + 1) for slot in turn)}"
        return IllegalAction(order_rule(setup), f"It is not this seat's turn. {plays} plays now.")
    return _cards_refusal(state, action)


def _cards_refusal(state: WavesState, action: PlayAgents) -> IllegalAction:
    """What is wrong with the cards of a play that is in its turn and at its place."""
    seat, number, words = action.seat, len(action.cards), rebel(state.table.setup)
    hand, secret = state.table.hands[seat].count, state.secrets[seat]
    if not action.cards:
        return IllegalAction("W-051", "At least one card has to be played. Choose a card from the hand.")
    if action.posture == "follower" and number != 1:
        return IllegalAction("W-052", f"A Follower is exactly one card, not {number}. Take the others back.")
    if len(set(action.cards)) != 1:
        return IllegalAction("W-053", f"{words.many} played together must be of one class. Take the others back.")
    if number > hand:
        return IllegalAction("W-051", f"The hand holds {hand} cards, fewer than {number}.")
    if number > hand - must_keep(state.table, seat):
        return IllegalAction("W-111", "Keep one card for your second Elder: nothing is drawn before it.")
    if secret is not None and action.cards[0] == UNKNOWN:
        return IllegalAction("W-051", "Say which card is played: the companion holds this hand.")
    if secret is None and action.cards[0] != UNKNOWN:
        return IllegalAction("W-055", "Agents lie face down: tell their number only, not their class.")
    if secret is None:
        return IllegalAction("W-053", f"This hand cannot hold {number} cards of one class. Count them again.")
    return IllegalAction("W-051", f"The hand does not hold {number} {_name(action.cards[0])} cards.")


def _shells_refusal(state: WavesState, count: int) -> IllegalAction:
    due = counted(shells_due(state.table), "shell")
    if state.table.phase is Phase.DIRECT:
        return IllegalAction("W-134", f"The active tablet asks for {due} in the centre, not {count}.")
    return IllegalAction("W-043", f"The Council card asks for {due} in the centre, not {count}.")


def _wave_refusal(state: WavesState, action: RevealFollower | Collect | TakeElder) -> IllegalAction:
    setup, turn = state.table.setup, next_to_check(state.table)
    legal = legal_actions(state)
    is_revealed_early = isinstance(action, RevealFollower) and action.slot in {
        each.slot for each in legal if isinstance(each, RevealFollower)
    }
    if action.slot != turn and not is_revealed_early:
        return IllegalAction("W-078", f"Slots are checked one after another. {seat_at(setup, turn or 0)} comes now.")
    if isinstance(action, RevealFollower):
        return IllegalAction("W-070", f"This Agent lies open already, or cannot be a {_name(action.face)}.")
    if isinstance(legal[0], RevealFollower):
        return _turn_up_first(setup, legal[0], action.slot)
    if isinstance(action, Collect) and isinstance(legal[0], Collect):
        return IllegalAction(
            "W-073", f"This Elder is collected by side {legal[0].side + 1}, not by side {action.side + 1}."
        )
    if isinstance(action, Collect):
        return IllegalAction("W-072", "This Elder is not collected. It goes to the hand.")
    return IllegalAction("W-077", "The conditions hold, so this Elder is collected.")


def _turn_up_first(setup: Setup, needed: RevealFollower, slot: int) -> IllegalAction:
    if needed.slot == slot:
        return IllegalAction("W-070", "Turn the Follower up first.")
    return IllegalAction("W-131", f"Turn up the Follower of {seat_at(setup, needed.slot)} first: its power is copied.")


def _discard_refusal(state: WavesState, action: Discard) -> IllegalAction:
    hands, limits = state.table.hands, state.table.setup.limits
    if 0 <= action.seat < len(hands):
        if hands[action.seat].count > limits[action.seat]:
            name = _name(action.card)
            return IllegalAction("W-087", f"Show the card that is discarded: a {name} cannot be in this hand.")
        return IllegalAction("W-082", f"Only a hand of more than {limits[action.seat]} cards is discarded down.")
    return IllegalAction("W-082", f"There is no seat {action.seat + 1}. Tap the seat that discards.")


def _refill_rule(setup: Setup) -> RuleId:
    return "W-106" if setup.edition == "rebels" else "W-112"


def _draw_refusal(state: WavesState, action: Draw) -> IllegalAction:
    table, setup = state.table, state.table.setup
    if table.phase is Phase.PLAY:
        refilled = next_to_refill(table)
        who = "Nobody" if refilled is None else f"Only seat {refilled + 1}"
        rule = _refill_rule(setup) if setup.is_head_to_head else "W-081"
        when = "right after playing at the first Elder" if setup.edition == "rebels" else "when both have played once"
        text = f"2 cards are drawn {when}" if setup.is_head_to_head else "cards are drawn at the end of a round"
        return IllegalAction(rule, f"{who} draws now: {text}.")
    turn = next_to_draw(table) if table.phase is Phase.DRAW else None
    if turn is not None and action.seat != turn:
        return IllegalAction(
            "W-081", f"Seat {turn + 1} draws next: one card each, from the new token holder clockwise."
        )
    if table.deck == 0:
        return IllegalAction("W-088", "The deck is empty. Shuffle the discard pile into a new deck first.")
    return IllegalAction(
        "W-012" if table.phase is Phase.DEAL else "W-081", "This card cannot be drawn by this seat now."
    )


def _token_refusal(state: WavesState) -> IllegalAction:
    table, setup = state.table, state.table.setup
    if not setup.is_head_to_head:
        return IllegalAction("W-009", "The lot gives the Wave token to one of the players. Tap who gets it.")
    if table.first < 0:
        return IllegalAction("W-101", "Draw lots first: tap which of the two players goes first.")
    places = " or ".join(str(slot + 1) for slot in setup.own_slots(table.first))
    return IllegalAction(
        "W-101",
        f"Seat {table.first + 1} goes first, so seat {2 - table.first} lays the Wave token, at place {places}.",
    )


def _token_passed_wrongly(setup: Setup) -> IllegalAction:
    if setup.is_head_to_head:
        return IllegalAction("W-108", "The Wave token goes to the next Elder clockwise.")
    return IllegalAction("W-080", "The Wave token goes to the next player clockwise.")
