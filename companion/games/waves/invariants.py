"""Laws that every position of a regular game of Waves obeys, written apart from the rules that move it (W-140..W-146).

Nothing of `legal` or `apply` is used here: what the engine got wrong must not be wrong here in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.waves.data import DECK_OF_CLASS, DECK_SIZE, HAND, NAMES, SHELLS
from companion.games.waves.model import Phase, Table, WavesState

_BEFORE_WAVES = (Phase.SHELLS, Phase.PLAY, Phase.REVEAL, Phase.TABLET, Phase.DIRECT, Phase.EXTRAS)
_AFTER_WAVES = (Phase.PASS_TOKEN, Phase.DRAW, Phase.DISCARD, Phase.NEXT_ROUND)


def violations(state: WavesState) -> tuple[str, ...]:
    """The broken laws, each a sentence with its rule id; nothing in a regular state."""
    return (
        *_cards(state),
        *_told(state),
        *_shells(state.table),
        *_slots(state.table),
        *_majority(state.table),
        *_goal(state.table),
    )


def _cards(state: WavesState) -> Iterator[str]:
    table = state.table
    agents = sum(slot.agent.count for slot in table.slots if slot.agent)
    elders = sum(1 for slot in table.slots if slot.elder)
    hands = sum(hand.count for hand in table.hands)
    total = table.deck + sum(table.discard) + hands + elders + agents + sum(map(sum, table.collected))
    if total != DECK_SIZE:
        yield f"{total} cards are counted instead of {DECK_SIZE} (W-140)."
    if min(table.deck, *table.discard, *(hand.count for hand in table.hands), *map(min, table.collected)) < 0:
        yield "A number of cards is below zero (W-140)."
    known: Counter[int] = Counter()
    for slot in table.slots:
        known[slot.elder] += 1
        if slot.agent:
            known[slot.agent.face] += slot.agent.count
    for pile in (table.discard, *table.collected):
        known.update(dict(enumerate(pile, 1)))
    for seat, secret in enumerate(state.secrets):
        known.update(dict(enumerate(table.hands[seat].seen if secret is None else secret.hand, 1)))
        agent = table.slots[seat].agent
        if secret is not None and agent and not agent.face:
            known[secret.agent] += agent.count
    for cls in range(1, len(NAMES)):
        if known[cls] > DECK_OF_CLASS:
            yield f"{known[cls]} {NAMES[cls]} cards are known, but there are {DECK_OF_CLASS} (W-140)."


def _told(state: WavesState) -> Iterator[str]:
    for seat, (hand, secret) in enumerate(zip(state.table.hands, state.secrets, strict=True)):
        agent = state.table.slots[seat].agent
        down = agent.count if agent and not agent.face else 0
        if sum(hand.seen) > hand.count + down:
            yield f"Seat {seat + 1} holds fewer cards than were seen to go to its hand (W-140)."
        if secret is not None and sum(secret.hand) != hand.count:
            yield f"Seat {seat + 1} was told {sum(secret.hand)} cards but holds {hand.count} (W-140)."
        if secret is not None and bool(secret.agent) != bool(down):
            yield f"Seat {seat + 1}'s face-down Agent does not match what was told (W-055)."
        if hand.count > HAND and state.table.phase in (Phase.SHELLS, Phase.PLAY, Phase.REVEAL):
            yield f"Seat {seat + 1} begins a round with {hand.count} cards, more than {HAND} (W-082)."


def _shells(table: Table) -> Iterator[str]:
    if not 0 <= table.shells <= SHELLS:
        yield f"{table.shells} shells lie in the centre, but there are {SHELLS} (W-141)."


def _slots(table: Table) -> Iterator[str]:
    if table.phase is not Phase.TOKEN and table.token < 0:
        yield "Nobody holds the Wave token (W-009)."
    for number, slot in enumerate(table.slots, 1):
        if table.phase in _BEFORE_WAVES and not slot.elder:
            yield f"Seat {number} has no Elder (W-142)."
        if table.phase is Phase.SHELLS and slot.agent:
            yield f"Seat {number} has Agents before the round has begun (W-142)."
        if table.phase in _AFTER_WAVES and slot.elder:
            yield f"Seat {number}'s Elder is left over after the Waves (W-143)."
        if table.phase in (Phase.WAVE_1, Phase.WAVE_2, *_AFTER_WAVES) and not (slot.agent and slot.agent.count == 1):
            yield f"Seat {number} must have exactly one Agent now (W-143)."
        early = table.phase in (Phase.PLAY, Phase.REVEAL, Phase.TABLET, Phase.DIRECT, Phase.EXTRAS)
        if early and slot.agent and slot.agent.posture == "follower" and slot.agent.face:
            yield f"Seat {number}'s Follower lies open before the Waves (W-060)."
        if table.phase in _AFTER_WAVES and slot.agent and not slot.agent.face:
            yield f"Seat {number}'s Agent still lies face down after the Waves (W-070)."
        if slot.agent and slot.agent.posture == "follower" and slot.agent.count != 1:
            yield f"Seat {number}'s Follower has {slot.agent.count} cards (W-052)."


def _majority(table: Table) -> Iterator[str]:
    if table.phase is not Phase.EXTRAS:
        return
    winner = table.true_majority
    # Recounted only while all Rebels lie there: once one set of extras is gone, the count no longer gives the majority.
    if "W-063" in table.why or "W-126" in table.why:
        counts: Counter[int] = Counter(slot.elder for slot in table.slots if slot.elder)
        for slot in table.slots:
            if slot.agent and slot.agent.posture == "rebel":
                counts[slot.agent.face] += slot.agent.count
        winner = sorted(counts.items(), key=lambda item: (item[1], item[0]))[-1][0]
    if table.active != winner:
        yield f"The active tablet is not that of the {NAMES[winner]}s, who have the True Majority (W-063)."


def _goal(table: Table) -> Iterator[str]:
    done = [
        side
        for side, pile in enumerate(table.collected)
        if len([number for number in pile if number]) >= table.setup.different or sum(pile) >= table.setup.total
    ]
    if len(done) > 1:
        yield "More than one side has reached the goal (W-035)."
    if bool(done) != (table.winner >= 0):
        yield "The game must end when, and only when, a side reaches the goal (W-030)."
