"""What each act of Waves does to hands and face-down Agents, told and seen, counted anew (W-055, W-140)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.games.waves.laws.words import differs, fewer, more
from companion.games.waves.rules import actions
from companion.games.waves.state.model import Hidden, Table, WavesState


def wrong_secrets(before: WavesState, action: actions.WavesAction, after: WavesState) -> Iterator[str]:
    """What the seats were told otherwise than the act tells them, and what all saw of it."""
    old, new = before.table, after.table
    for seat, (was, now) in enumerate(zip(before.secrets, after.secrets, strict=True)):
        wanted = was if was is None or _seat(old, action) != seat else _told(old, seat, was, action)
        if now != wanted:
            yield f"Seat {seat + 1} is told {now}, but the act tells it {wanted} (W-055)."
        if wanted is not None and min(wanted.hand) < 0:
            yield f"Seat {seat + 1} gave a card that it does not hold (W-140)."
        yield from differs(f"seen of seat {seat + 1}", new.hands[seat].seen, _seen(old, seat, action), "W-140")
    yield from _face(before, action)


def _seat(table: Table, action: actions.WavesAction) -> int:
    """The seat whose cards the act moves, or -1."""
    if isinstance(action, actions.Draw | actions.PlayAgents | actions.Discard):
        return action.seat
    if isinstance(action, actions.RevealRebels | actions.RevealFollower | actions.TakeElder):
        return table.setup.owner(action.slot)
    return -1


def _told(table: Table, seat: int, was: Hidden, action: actions.WavesAction) -> Hidden:
    """What a told seat is told after its act."""
    hand: tuple[int, ...] = was.hand
    agents = dict(zip(table.setup.own_slots(seat), was.agents, strict=True))
    if isinstance(action, actions.Draw):
        hand = more(hand, action.card)
    elif isinstance(action, actions.TakeElder):
        hand = more(hand, table.slots[action.slot].elder)
    elif isinstance(action, actions.Discard):
        hand = more(hand, action.card, -1)
    elif isinstance(action, actions.PlayAgents):
        for card in action.cards:
            hand = more(hand, card, -1)
        agents[action.slot] = action.cards[0] if action.cards else 0
    elif isinstance(action, actions.RevealRebels | actions.RevealFollower):
        agents[action.slot] = 0
    return msgspec.convert({"hand": hand, "agents": tuple(agents.values())}, Hidden)


def _seen(table: Table, seat: int, action: actions.WavesAction) -> tuple[int, ...]:
    """The cards that all saw go to a seat and that may still be there, after the act."""
    seen: tuple[int, ...] = table.hands[seat].seen
    if _seat(table, action) != seat:
        return seen
    if isinstance(action, actions.TakeElder):
        return more(seen, table.slots[action.slot].elder)
    if isinstance(action, actions.Discard):
        return fewer(seen, action.card, 1)
    if isinstance(action, actions.RevealRebels | actions.RevealFollower):
        agent = table.slots[action.slot].agent
        return fewer(seen, action.face, agent.count if agent else 0)
    return seen


def _face(before: WavesState, action: actions.WavesAction) -> Iterator[str]:
    """Cards turned up are those that were laid down."""
    if not isinstance(action, actions.RevealRebels | actions.RevealFollower):
        return
    seat = before.table.setup.owner(action.slot)
    secret = before.secrets[seat]
    if secret is not None:
        laid = dict(zip(before.table.setup.own_slots(seat), secret.agents, strict=True))
        yield from differs("class turned up", action.face, laid[action.slot], "W-055")
