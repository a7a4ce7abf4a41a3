"""Why an action outside `legal_actions` is refused: the rule, and a sentence for the person who tried it."""

from __future__ import annotations

from companion.games.errors import IllegalAction
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import HAND, NAMES
from companion.games.waves.legal import legal_actions, next_to_check, next_to_draw, next_to_play, shells_due
from companion.games.waves.model import (
    ActivateTablet,
    Collect,
    Discard,
    Draw,
    PassToken,
    Phase,
    PlaceShells,
    PlayAgents,
    RevealFollower,
    RevealRebels,
    TakeElder,
    WavesAction,
    WavesState,
)

TITLES: dict[Phase, str] = {
    Phase.TOKEN: "Setup: the Wave token",
    Phase.DEAL: "Setup: the hands",
    Phase.COUNCIL: "Setup: the Council",
    Phase.SHELLS: "Open Majority",
    Phase.PLAY: "Playing Agents",
    Phase.REVEAL: "True Majority: turn up the Rebels",
    Phase.TABLET: "True Majority: the tablet",
    Phase.DIRECT: "The tablet acts at once",
    Phase.EXTRAS: "Discard extra Rebels",
    Phase.WAVE_1: "1st Wave",
    Phase.WAVE_2: "2nd Wave",
    Phase.PASS_TOKEN: "New round: the Wave token",
    Phase.DRAW: "New round: draw",
    Phase.DISCARD: "New round: discard",
    Phase.NEXT_ROUND: "New round: the new Council",
}
"""What each phase is called on screen."""

_WHEN: dict[type, tuple[str, tuple[Phase, ...], str]] = {
    PlayAgents: (
        "W-040",
        (Phase.PLAY,),
        "Agents are played after the shells are placed and before the Rebels are turned up.",
    ),
    PlaceShells: ("W-043", (Phase.SHELLS,), "Shells are placed at the start of a round."),
    RevealRebels: ("W-060", (Phase.REVEAL,), "Rebels are turned up once the last player has placed Agents."),
    RevealFollower: ("W-070", (Phase.WAVE_1, Phase.WAVE_2), "A Follower is turned up on its turn in the Wave."),
    ActivateTablet: ("W-063", (Phase.TABLET,), "A tablet becomes active once all Rebels lie open."),
    Collect: ("W-072", (Phase.WAVE_1, Phase.WAVE_2), "Elders are collected in the Waves only."),
    TakeElder: ("W-074", (Phase.WAVE_1, Phase.WAVE_2), "An Elder goes to a hand in the Waves only."),
    PassToken: ("W-080", (Phase.PASS_TOKEN,), "The Wave token moves once both Waves are over."),
    Draw: ("W-081", (Phase.DEAL, Phase.DRAW), "Cards are drawn when hands are dealt and at the end of a round."),
    Discard: ("W-082", (Phase.DISCARD,), "Hands are discarded down after everyone has drawn."),
}


def refusal(state: WavesState, action: WavesAction) -> IllegalAction:
    """The error to raise for an action that is not legal in this state."""
    table = state.table
    if table.winner >= 0:
        return IllegalAction("W-030", "The game is over. Undo the last act or start a new game.")
    played = _second_play(state, action)
    if played is not None:
        return played
    if type(action) in _WHEN:
        rule, phases, text = _WHEN[type(action)]
        if table.phase not in phases:
            return IllegalAction(rule, f"{text} Now it is: {TITLES[table.phase]}.")
    if isinstance(action, PlayAgents):
        return _play_refusal(state, action)
    if isinstance(action, PlaceShells):
        return IllegalAction(
            "W-043", f"The Council card asks for {shells_due(table)} shells in the centre, not {action.count}."
        )
    if isinstance(action, ActivateTablet):
        return IllegalAction(
            "W-063", f"The True Majority is with the {NAMES[table.true_majority]}s: take their tablet."
        )
    if isinstance(action, RevealFollower | Collect | TakeElder):
        return _wave_refusal(state, action)
    if isinstance(action, RevealRebels):
        return IllegalAction(
            "W-060", f"Seat {action.slot + 1} has no face-down Rebels that can be {_name(action.face)}s."
        )
    if isinstance(action, Discard):
        return _discard_refusal(state, action)
    if isinstance(action, Draw):
        return _draw_refusal(state, action)
    if isinstance(action, PassToken):
        return IllegalAction("W-080", "The Wave token goes to the next player clockwise.")
    return IllegalAction("W-040", f"That is not to be done now. Now it is: {TITLES[table.phase]}.")


def _name(cls: int) -> str:
    return NAMES[cls] if 0 <= cls < len(NAMES) else f"class {cls}"


def _second_play(state: WavesState, action: WavesAction) -> IllegalAction | None:
    """A second set of Agents at the same Elder, whatever the phase has become."""
    if not isinstance(action, PlayAgents) or not 0 <= action.seat < len(state.table.slots):
        return None
    if state.table.slots[action.seat].agent is None or action.slot != action.seat:
        return None
    return IllegalAction(
        "W-058", f"Seat {action.seat + 1} has placed Agents in this round. One set a round is allowed."
    )


def _play_refusal(state: WavesState, action: PlayAgents) -> IllegalAction:
    table, turn = state.table, next_to_play(state.table)
    if action.slot != action.seat:
        return IllegalAction(
            "W-054", "Agents are played at your own Elder only. Take the cards back and lay them at yours."
        )
    if action.seat != turn:
        return IllegalAction("W-050", f"It is not this seat's turn. Seat {(turn or 0) + 1} plays now.")
    if not action.cards:
        return IllegalAction("W-051", "At least one card has to be played. Choose a card from the hand.")
    if action.posture == "follower" and len(action.cards) != 1:
        return IllegalAction("W-052", f"A Follower is exactly one card, not {len(action.cards)}. Take the others back.")
    if len(set(action.cards)) != 1:
        return IllegalAction("W-053", "Rebels played together must be of one class. Take the others back.")
    if len(action.cards) > table.hands[action.seat].count:
        return IllegalAction(
            "W-051", f"The hand holds {table.hands[action.seat].count} cards, fewer than {len(action.cards)}."
        )
    if state.secrets[action.seat] is not None and action.cards[0] == UNKNOWN:
        return IllegalAction("W-051", "Say which card is played: the companion holds this hand.")
    if state.secrets[action.seat] is None and action.cards[0] != UNKNOWN:
        return IllegalAction("W-055", "Agents lie face down: tell their number only, not their class.")
    return IllegalAction("W-051", f"The hand does not hold {len(action.cards)} {_name(action.cards[0])} cards.")


def _wave_refusal(state: WavesState, action: RevealFollower | Collect | TakeElder) -> IllegalAction:
    _table, turn = state.table, next_to_check(state.table)
    if action.slot != turn:
        return IllegalAction("W-078", f"Slots are checked one after another. Seat {(turn or 0) + 1} comes now.")
    if isinstance(action, RevealFollower):
        return IllegalAction("W-070", f"This Agent lies open already, or cannot be a {_name(action.face)}.")
    legal = legal_actions(state)
    if isinstance(legal[0], RevealFollower):
        return IllegalAction("W-070", "Turn the Follower up first.")
    if isinstance(action, Collect) and isinstance(legal[0], Collect):
        return IllegalAction(
            "W-073", f"This Elder is collected by side {legal[0].side + 1}, not by side {action.side + 1}."
        )
    if isinstance(action, Collect):
        return IllegalAction("W-072", "This Elder is not collected. It goes to the hand.")
    return IllegalAction("W-077", "The conditions hold, so this Elder is collected.")


def _discard_refusal(state: WavesState, action: Discard) -> IllegalAction:
    hands = state.table.hands
    if 0 <= action.seat < len(hands) and hands[action.seat].count > HAND:
        return IllegalAction(
            "W-087", f"Show the card that is discarded: a {_name(action.card)} cannot be in this hand."
        )
    return IllegalAction("W-082", f"Only a hand of more than {HAND} cards is discarded down.")


def _draw_refusal(state: WavesState, action: Draw) -> IllegalAction:
    table = state.table
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
