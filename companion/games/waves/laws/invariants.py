"""Laws that every position of a regular game of Waves obeys, written apart from the rules that move it (W-140..W-146).

Nothing of the modules that move the game is used here: what those got wrong must not be wrong here in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.core import RuleId
from companion.games.shared.phrases import counted
from companion.games.waves.data import DECK_OF_CLASS, DECK_SIZE, HEAD_TO_HEAD_DRAW, NAMES, SHELLS
from companion.games.waves.laws.of_powers import majority
from companion.games.waves.laws.of_setup import wrong_setup
from companion.games.waves.laws.words import active_side, can_draw, face_down, is_settled, place
from companion.games.waves.model import (
    Phase,
    Table,
    WavesState,
)

LAWS: tuple[RuleId, ...] = (
    *("W-005", "W-007", "W-009", "W-011", "W-012", "W-013", "W-015", "W-016", "W-030", "W-031", "W-032", "W-033"),
    *("W-034", "W-035", "W-043", "W-051", "W-052", "W-055", "W-060", "W-063", "W-070", "W-081", "W-082", "W-100"),
    *("W-101", "W-106", "W-115", "W-123", "W-128", "W-132", "W-140", "W-141", "W-142", "W-143", "W-144", "W-145"),
)
"""Every rule that `violations` holds against a position."""

_PLAYED = (Phase.REVEAL, Phase.TABLET, Phase.DIRECT, Phase.EXTRAS)
_BEFORE_WAVES = (Phase.SHELLS, Phase.PLAY, *_PLAYED)
_WAVES = (Phase.WAVE_1, Phase.WAVE_2)
_AFTER_WAVES = (Phase.PASS_TOKEN, Phase.DRAW, Phase.DISCARD, Phase.GAP, Phase.NEXT_ROUND)
_SETUP = (Phase.TOKEN, Phase.DEAL, Phase.COUNCIL)


def violations(state: WavesState) -> tuple[str, ...]:
    """The broken laws, each a sentence with its rule id; nothing in a regular state.

    What a seat was not told is not asked: a state in which nobody was told anything is held to what all can see.
    """
    table = state.table
    wrong = tuple(wrong_setup(table))
    if wrong:
        return wrong  # the places, hands and sides below would not fit
    return (
        *_cards(state),
        *_told(state),
        *_hands(table),
        *_shells(table),
        *_token(table),
        *_slots(table),
        *_skipped(table),
        *_gap(table),
        *_tablet(table),
        *_goal(table),
    )


# --- cards and hands ---


def _cards(state: WavesState) -> Iterator[str]:
    table = state.table
    agents = sum(slot.agent.count for slot in table.slots if slot.agent)
    elders = sum(1 for slot in table.slots if slot.elder) + bool(table.gap_elder)
    hands = sum(hand.count for hand in table.hands)
    total = table.deck + sum(table.discard) + hands + elders + agents + sum(map(sum, table.collected))
    if total != DECK_SIZE:
        yield f"{total} cards are counted instead of {DECK_SIZE} (W-140)."
    if min(table.deck, *table.discard, *(hand.count for hand in table.hands), *map(min, table.collected)) < 0:
        yield "A number of cards is below zero (W-140)."
    if bool(table.top) != bool(sum(table.discard)) or (table.top and not table.discard[table.top - 1]):
        yield f"The discard pile does not show one of its cards, but the {NAMES[table.top]} (W-140)."
    known = _known(state)
    for cls in range(1, len(NAMES)):
        if known[cls] > DECK_OF_CLASS:
            yield f"{known[cls]} {NAMES[cls]} cards are known, but there are {DECK_OF_CLASS} (W-140)."


def _known(state: WavesState) -> Counter[int]:
    """How many cards of each class are known to be somewhere."""
    table, known = state.table, Counter({state.table.gap_elder: 1})
    for slot in table.slots:
        known[slot.elder] += 1
        if slot.agent:
            known[slot.agent.face] += slot.agent.count
    for pile in (table.discard, *table.collected):
        known.update(dict(enumerate(pile, 1)))
    for seat, secret in enumerate(state.secrets):
        known.update(dict(enumerate(table.hands[seat].seen if secret is None else secret.hand, 1)))
        if secret is not None:
            for slot_index, cls in zip(table.setup.own_slots(seat), secret.agents, strict=False):
                known[cls] += face_down(table.slots[slot_index])
    return known


def _told(state: WavesState) -> Iterator[str]:
    """What was told of hands and face-down Agents against what all have seen of them."""
    table = state.table
    for seat, (hand, secret) in enumerate(zip(table.hands, state.secrets, strict=True)):
        own = table.setup.own_slots(seat)
        down = [face_down(table.slots[slot]) for slot in own]
        if sum(hand.seen) > hand.count + sum(down):
            yield f"Seat {seat + 1} holds fewer cards than were seen to go to its hand (W-140)."
        if secret is None:
            continue
        if sum(secret.hand) != hand.count:
            yield f"Seat {seat + 1} was told {sum(secret.hand)} cards but holds {hand.count} (W-140)."
        if len(secret.agents) != len(own):
            told = counted(len(secret.agents), "place")
            yield (
                f"Seat {seat + 1} was told of {told} for Agents, but has {len(own)}: "
                "give agents for each, 0 where none lies face down (W-055)."
            )
        elif [bool(cls) for cls in secret.agents] != [bool(count) for count in down]:
            yield f"Seat {seat + 1}'s face-down Agent does not match what was told (W-055)."
        held = Counter(dict(enumerate(secret.hand, 1)))
        for cls, count in zip(secret.agents, down, strict=False):
            held[cls] += count
        if any(number > held[cls] for cls, number in enumerate(hand.seen, 1)):
            yield f"Seat {seat + 1} was told other cards than were seen to go to its hand (W-140)."


def _hands(table: Table) -> Iterator[str]:
    """Hand limits, draws, and whether everybody has something to play."""
    setup, phase = table.setup, table.phase
    most = HEAD_TO_HEAD_DRAW if setup.is_head_to_head else 1
    for seat, (hand, drawn) in enumerate(zip(table.hands, table.drawn, strict=True)):
        if not 0 <= drawn <= most:
            rule = "W-106" if setup.is_head_to_head else "W-081"
            yield f"Seat {seat + 1} has drawn {drawn} cards in this round, and may draw {most} ({rule})."
        agents = [table.slots[slot].agent for slot in setup.own_slots(seat)]
        cards = hand.count + sum(agent.count for agent in agents if agent)
        limit, extra = setup.limits[seat], drawn if setup.is_head_to_head else 0
        if phase in _SETUP and hand.count > limit:
            yield f"Seat {seat + 1} is dealt {hand.count} cards, more than {limit} (W-012)."
        if phase in _BEFORE_WAVES and phase is not Phase.EXTRAS and cards > limit + extra:
            yield f"Seat {seat + 1} begins a round with {cards - extra} cards, more than {limit} (W-082)."
        if phase in (Phase.GAP, Phase.NEXT_ROUND) and hand.count > limit:
            yield f"Seat {seat + 1} ends a round with {hand.count} cards, more than {limit} (W-082)."
    if setup.is_head_to_head or setup.variants.deck_empty == "stop":
        return
    for slot in range(len(table.slots)):
        if phase in (Phase.SHELLS, Phase.PLAY) and not is_settled(table, slot) and not table.hands[slot].count:
            yield f"Seat {slot + 1} has no card to play (W-145)."
    short = table.drawn.count(0)
    if phase is Phase.DRAW and table.deck + sum(table.discard) < short:
        yield f"Deck and discard pile hold fewer cards than the {short} that are still to be drawn (W-144)."


# --- the centre and the token ---


def _shells(table: Table) -> Iterator[str]:
    has_limit = table.setup.variants.shell_cap == "5"
    if table.shells < 0 or (has_limit and table.shells > SHELLS):
        yield f"{table.shells} shells lie in the centre, but there are {SHELLS} (W-141)."


def _token(table: Table) -> Iterator[str]:
    setup = table.setup
    before = (Phase.COUNCIL, Phase.TOKEN) if setup.is_head_to_head else (Phase.TOKEN,)
    rule = "W-101" if setup.is_head_to_head else "W-009"
    if table.phase not in before and table.token < 0:
        yield f"Nobody holds the Wave token ({rule})."
    if table.token >= setup.slot_count:
        yield f"The Wave token lies at place {table.token + 1}, and there are {setup.slot_count} ({rule})."
    if table.first >= 0 and not (setup.is_head_to_head and table.first < setup.players):
        yield f"The lot has named seat {table.first + 1} to go first, where none is drawn for that (W-101)."


# --- places at the Council ---


def _slots(table: Table) -> Iterator[str]:
    for index, slot in enumerate(table.slots):
        name, phase, agent = place(table, index), table.phase, slot.agent
        passed_over = index in table.skipped
        if phase in _BEFORE_WAVES and not slot.elder:
            yield f"{name} has no Elder (W-142)."
        if phase in (*_SETUP, Phase.SHELLS) and agent:
            yield f"{name} has Agents before the round has begun (W-142)."
        if phase in _PLAYED and not (agent or passed_over):
            yield f"{name} has no Agents, though all have played (W-051)."
        if phase in _AFTER_WAVES and slot.elder and not passed_over:
            yield f"{name}'s Elder is left over after the Waves (W-143)."
        if phase in (*_WAVES, *_AFTER_WAVES) and not passed_over and not (agent and agent.count == 1):
            yield f"{name} must have exactly one Agent now (W-143)."
        if agent is None:
            continue
        is_follower = agent.posture == "follower"
        if agent.face and (phase is Phase.PLAY or (is_follower and phase in _PLAYED)):
            what = "Follower lies" if is_follower else "Rebels lie"
            yield f"{name}'s {what} open before the {'Waves' if is_follower else 'last Agent is placed'} (W-060)."
        if not agent.face and not is_follower and phase in (Phase.TABLET, Phase.DIRECT, Phase.EXTRAS, *_WAVES):
            yield f"{name}'s Rebels still lie face down (W-060)."
        if not agent.face and phase in _AFTER_WAVES:
            yield f"{name}'s Agent still lies face down after the Waves (W-070)."
        if is_follower and agent.count != 1:
            yield f"{name}'s Follower has {agent.count} cards (W-052)."
        if agent.count < 1:
            yield f"{name}'s Agents are {agent.count} cards (W-051)."


def _skipped(table: Table) -> Iterator[str]:
    variants = table.setup.variants
    is_option = variants.deck_empty == "stop" or (
        table.setup.is_head_to_head and (variants.h2h_empty_hand == "skip" or not can_draw(table))
    )
    for index in table.skipped:
        name = place(table, index)
        if not is_option:
            yield f"{name} was passed over, where every Elder gets an Agent (W-051)."
        if table.slots[index].agent:
            yield f"{name} was passed over, and has Agents (W-051)."


def _gap(table: Table) -> Iterator[str]:
    """The unassociated Elder, which lies all the round long."""
    setup = table.setup
    if setup.gap_after < 0:
        if table.gap_elder:
            yield "There is an unassociated Elder, which only three players have (W-016)."
        return
    lies = (*_BEFORE_WAVES, *_WAVES, Phase.PASS_TOKEN, Phase.DRAW, Phase.DISCARD, Phase.NEXT_ROUND)
    is_out = setup.variants.deck_empty == "stop" and not table.deck
    if table.phase in lies and not table.gap_elder and not is_out:
        yield "The unassociated Elder is missing (W-142)."


# --- the tablet and the goal ---


def _tablet(table: Table) -> Iterator[str]:
    side, winner = active_side(table), table.true_majority
    if table.phase in (Phase.DIRECT, Phase.EXTRAS):
        # Recounted only just after: later extras are gone, or the host has given another word on the tablet.
        if "W-063" in table.why:
            winner = majority(table, with_rebels=True)
        if table.active != winner:
            yield f"The active tablet is not that of the {NAMES[winner]}s, who have the True Majority (W-063)."
    if len(table.fixed_power) != (len(table.slots) if side == "KNI-B2" else 0):
        yield "The powers copied from the right are fixed by one tablet, for every Elder, and by no other (W-123)."
    if table.returned and side != "NOB-B1":
        yield "An Elder counts as returned, though no tablet asks for that (W-128)."
    elders = Counter((table.gap_elder, *(slot.elder for slot in table.slots)))
    began = tuple(elders[cls] for cls in range(1, len(NAMES)))
    if table.phase in (Phase.PLAY, *_PLAYED) and table.council != began:
        yield f"The Council of the round's start is kept as {table.council}, but it is {began} (W-132)."


def _goal(table: Table) -> Iterator[str]:
    done = [
        side
        for side, (pile, goal) in enumerate(zip(table.collected, table.setup.goals, strict=True))
        if len([number for number in pile if number]) >= goal.different or sum(pile) >= goal.total
    ]
    if len(done) > 1:
        yield "More than one side has reached the goal (W-035)."
    if bool(done) != (table.winner >= 0) or (table.winner >= 0 and table.winner not in done):
        yield "The game must end when, and only when, a side reaches the goal (W-030)."
