"""Laws that every position of a regular game of Waves obeys, written apart from the rules that move it (W-140..W-146).

Nothing of the modules that move the game is used here: what those got wrong must not be wrong here in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.core import RuleId
from companion.games.waves.data import NAMES, NOUNS, SHELLS
from companion.games.waves.laws.of_cards import wrong_cards
from companion.games.waves.laws.of_powers import majority
from companion.games.waves.laws.of_setup import wrong_setup
from companion.games.waves.laws.words import BEFORE_WAVES, PLAYED, SETUP, active_side, can_draw, numbers, place
from companion.games.waves.model import Phase, Table, WavesState
from companion.language.message import Message, say
from companion.language.values import Name

LAWS: tuple[RuleId, ...] = (
    *("W-005", "W-007", "W-009", "W-011", "W-012", "W-013", "W-015", "W-016", "W-030", "W-031", "W-032", "W-033"),
    *("W-034", "W-035", "W-043", "W-051", "W-052", "W-055", "W-060", "W-063", "W-070", "W-081", "W-082", "W-100"),
    *("W-101", "W-106", "W-115", "W-123", "W-128", "W-132", "W-140", "W-141", "W-142", "W-143", "W-144", "W-145"),
)
"""Every rule that `violations` holds against a position."""

_WAVES = (Phase.WAVE_1, Phase.WAVE_2)
_AFTER_WAVES = (Phase.PASS_TOKEN, Phase.DRAW, Phase.DISCARD, Phase.GAP, Phase.NEXT_ROUND)


def violations(state: WavesState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id; nothing in a regular state.

    What a seat was not told is not asked: a state in which nobody was told anything is held to what all can see.
    """
    table = state.table
    wrong = tuple(wrong_setup(table))
    if wrong:
        return wrong  # the places, hands and sides below would not fit
    return (
        *wrong_cards(state),
        *_shells(table),
        *_token(table),
        *_slots(table),
        *_skipped(table),
        *_gap(table),
        *_tablet(table),
        *_goal(table),
    )


# --- the centre and the token ---


def _shells(table: Table) -> Iterator[Message]:
    has_limit = table.setup.variants.shell_cap == "5"
    if table.shells < 0 or (has_limit and table.shells > SHELLS):
        yield say("{shells} shells lie in the centre, but there are {all} (W-141).", shells=table.shells, all=SHELLS)


def _token(table: Table) -> Iterator[Message]:
    setup = table.setup
    before = (Phase.COUNCIL, Phase.TOKEN) if setup.is_head_to_head else (Phase.TOKEN,)
    rule = Name("W-101" if setup.is_head_to_head else "W-009")
    if table.phase not in before and table.token < 0:
        yield say("Nobody holds the Wave token ({rule}).", rule=rule)
    if table.token >= setup.slot_count:
        yield say(
            "The Wave token lies at place {place}, and there are {places} ({rule}).",
            place=table.token + 1,
            places=setup.slot_count,
            rule=rule,
        )
    if table.first >= 0 and not (setup.is_head_to_head and table.first < setup.players):
        first = table.first + 1
        yield say("The lot has named seat {seat} to go first, where none is drawn for that (W-101).", seat=first)


# --- places at the Council ---


def _slots(table: Table) -> Iterator[Message]:
    for index, slot in enumerate(table.slots):
        name, phase, agent = place(table, index), table.phase, slot.agent
        passed_over = index in table.skipped
        if phase in BEFORE_WAVES and not slot.elder:
            yield say("{place} has no Elder (W-142).", place=name)
        if phase in (*SETUP, Phase.SHELLS) and agent:
            yield say("{place} has Agents before the round has begun (W-142).", place=name)
        if phase in PLAYED and not (agent or passed_over):
            yield say("{place} has no Agents, though all have played (W-051).", place=name)
        if phase in _AFTER_WAVES and slot.elder and not passed_over:
            yield say("{place}'s Elder is left over after the Waves (W-143).", place=name)
        if phase in (*_WAVES, *_AFTER_WAVES) and not passed_over and not (agent and agent.count == 1):
            yield say("{place} must have exactly one Agent now (W-143).", place=name)
        if agent is None:
            continue
        is_follower = agent.posture == "follower"
        if agent.face and (phase is Phase.PLAY or (is_follower and phase in PLAYED)):
            yield (
                say("{place}'s Follower lies open before the Waves (W-060).", place=name)
                if is_follower
                else say("{place}'s Rebels lie open before the last Agent is placed (W-060).", place=name)
            )
        if not agent.face and not is_follower and phase in (Phase.TABLET, Phase.DIRECT, Phase.EXTRAS, *_WAVES):
            yield say("{place}'s Rebels still lie face down (W-060).", place=name)
        if not agent.face and phase in _AFTER_WAVES:
            yield say("{place}'s Agent still lies face down after the Waves (W-070).", place=name)
        if is_follower and agent.count != 1:
            yield say("{place}'s Follower has {number} cards (W-052).", place=name, number=agent.count)
        if agent.count < 1:
            yield say("{place}'s Agents are {number} cards (W-051).", place=name, number=agent.count)


def _skipped(table: Table) -> Iterator[Message]:
    variants = table.setup.variants
    is_option = variants.deck_empty == "stop" or (
        table.setup.is_head_to_head and (variants.h2h_empty_hand == "skip" or not can_draw(table))
    )
    for index in table.skipped:
        name = place(table, index)
        if not is_option:
            yield say("{place} was passed over, where every Elder gets an Agent (W-051).", place=name)
        if table.slots[index].agent:
            yield say("{place} was passed over, and has Agents (W-051).", place=name)


def _gap(table: Table) -> Iterator[Message]:
    """The unassociated Elder, which lies all the round long."""
    setup = table.setup
    if setup.gap_after < 0:
        if table.gap_elder:
            yield say("There is an unassociated Elder, which only three players have (W-016).")
        return
    lies = (*BEFORE_WAVES, *_WAVES, Phase.PASS_TOKEN, Phase.DRAW, Phase.DISCARD, Phase.NEXT_ROUND)
    is_out = setup.variants.deck_empty == "stop" and not table.deck
    if table.phase in lies and not table.gap_elder and not is_out:
        yield say("The unassociated Elder is missing (W-142).")


# --- the tablet and the goal ---


def _tablet(table: Table) -> Iterator[Message]:
    side, winner = active_side(table), table.true_majority
    if table.phase in (Phase.DIRECT, Phase.EXTRAS):
        # Recounted only just after: later extras are gone, or the host has given another word on the tablet.
        if "W-063" in table.why:
            winner = majority(table, with_rebels=True)
        if table.active != winner:
            cls = NOUNS[winner]
            yield say("The active tablet is not that of the {cls:many}, who have the True Majority (W-063).", cls=cls)
    if len(table.fixed_power) != (len(table.slots) if side == "KNI-B2" else 0):
        yield say("The powers copied from the right are fixed by one tablet, for every Elder, and by no other (W-123).")
    if table.returned and side != "NOB-B1":
        yield say("An Elder counts as returned, though no tablet asks for that (W-128).")
    elders = Counter((table.gap_elder, *(slot.elder for slot in table.slots)))
    began = tuple(elders[cls] for cls in range(1, len(NAMES)))
    if table.phase in (Phase.PLAY, *PLAYED) and table.council != began:
        yield say(
            "The Council of the round's start is kept as {kept}, but it is {began} (W-132).",
            kept=numbers(table.council),
            began=numbers(began),
        )


def _goal(table: Table) -> Iterator[Message]:
    done = [
        side
        for side, (pile, goal) in enumerate(zip(table.collected, table.setup.goals, strict=True))
        if len([number for number in pile if number]) >= goal.different or sum(pile) >= goal.total
    ]
    if len(done) > 1:
        yield say("More than one side has reached the goal (W-035).")
    if bool(done) != (table.winner >= 0) or (table.winner >= 0 and table.winner not in done):
        yield say("The game must end when, and only when, a side reaches the goal (W-030).")
