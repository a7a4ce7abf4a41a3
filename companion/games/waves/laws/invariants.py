"""Laws that every position of a regular game of Waves obeys, written apart from the rules that move it (W-140..W-146).

Nothing of the modules that move the game is used here: what those got wrong must not be wrong here in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.core import RuleId
from companion.games.waves.data.figures import DATA, HAND, NAMES, NOUNS, SHELLS, SOLO_HAND
from companion.games.waves.laws import of_cards, of_powers
from companion.games.waves.laws.words import BEFORE_WAVES, PLAYED, SETUP, active_side, can_draw, is_else, numbers, place
from companion.games.waves.state.model import Phase, Setup, Table, WavesState
from companion.language.message import Message, names, say
from companion.language.values import Name

LAWS: tuple[RuleId, ...] = (
    *("W-005", "W-007", "W-009", "W-011", "W-012", "W-013", "W-015", "W-016", "W-030", "W-031", "W-032", "W-033"),
    *("W-034", "W-035", "W-043", "W-051", "W-052", "W-055", "W-060", "W-063", "W-070", "W-081", "W-082", "W-100"),
    *("W-101", "W-106", "W-115", "W-123", "W-128", "W-132", "W-140", "W-141", "W-142", "W-143", "W-144", "W-145"),
)
"""Every rule that `violations` holds against a position."""

_PLAYERS = {"head_to_head": (2,), "all_vs_all": (3, 4, 5, 6), "teams": (4, 5, 6)}
_TEAM_SIZES = {4: [2, 2], 5: [1, 2, 2], 6: [3, 3]}
_WAVES = (Phase.WAVE_1, Phase.WAVE_2)
_AFTER_WAVES = (Phase.PASS_TOKEN, Phase.DRAW, Phase.DISCARD, Phase.GAP, Phase.NEXT_ROUND)


def violations(state: WavesState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id; nothing in a regular state.

    What a seat was not told is not asked: a state in which nobody was told anything is held to what all can see.
    """
    table = state.table
    wrong = tuple(_wrong_setup(table))
    if wrong:
        return wrong  # the places, hands and sides below would not fit
    return (
        *of_cards.wrong_cards(state),
        *_centre(table),
        *_slots(table),
        *_skipped(table),
        *_gap(table),
        *_tablet(table),
        *_goal(table),
    )


def _wrong_setup(table: Table) -> Iterator[Message]:
    """The laws that the setup breaks, and the places at the table that do not fit it."""
    setup = table.setup
    if setup.players not in _PLAYERS.get(setup.mode, ()):
        mode = Name(repr(setup.mode))
        yield say("{players} players cannot play {mode} (W-005).", players=setup.players, mode=mode)
        return
    sides = set(setup.sides)
    if not len(setup.sides) == len(setup.limits) == setup.players or sides != set(range(len(setup.goals))):
        yield say("Sides and hand limits are not one a player, or goals not one a side (W-007).")
        return
    sizes = sorted(Counter(setup.sides).values())
    if setup.is_teams:
        yield from is_else(say("sizes of the teams"), sizes, _TEAM_SIZES[setup.players], "W-011")
        if any(side == setup.sides[seat - 1] for seat, side in enumerate(setup.sides)):
            yield say("Neighbours are in one team (W-011).")
    else:
        yield from is_else(say("sizes of the sides"), sizes, [1] * setup.players, "W-007")
    for seat in range(setup.players):
        limit = SOLO_HAND if _is_solo(setup, seat) else HAND
        yield from is_else(say("hand limit of seat {seat}", seat=seat + 1), setup.limits[seat], limit, "W-013")
    for side in sides:
        kind, rule = ("short", "W-032") if setup.mode == "all_vs_all" and setup.players > 3 else ("long", "W-031")
        if _is_solo(setup, setup.sides.index(side)):
            kind, rule = "short", "W-033"
        found, goal = setup.goals[side], DATA.goals[kind]
        wanted = (goal.different.value, goal.total.value)
        yield from is_else(say("goal of side {side}", side=side + 1), (found.different, found.total), wanted, rule)
    yield from _box(table)


def _is_solo(setup: Setup, seat: int) -> bool:
    return setup.is_teams and setup.sides.count(setup.sides[seat]) == 1


def _box(table: Table) -> Iterator[Message]:
    setup = table.setup
    if len(setup.tablets) != len(DATA.classes) or len(set(setup.tablets) & set(DATA.tablets)) != len(DATA.classes):
        yield say("The Rule Tablets are {sides}, not one side a class (W-115).", sides=names(setup.tablets, ","))
    card = [figure.value for figure in setup.council_card]
    if len(card) != len(DATA.classes) or not all(0 <= number <= SHELLS for number in card):
        yield say(
            "The Council card says {card}, not one number from 0 to {most} a class (W-043).",
            card=numbers(card),
            most=SHELLS,
        )
    has_gap = setup.players == 3
    if has_gap != (0 <= setup.gap_after < setup.players):
        yield say("Only three players have an unassociated Elder, and its place lies between two of them (W-016).")
    rule = "W-100" if setup.is_head_to_head else "W-015"
    yield from is_else(say("places at the Council"), len(table.slots), setup.slot_count, rule)
    yield from is_else(say("collections"), len(table.collected), len(setup.goals), "W-034")
    yield from is_else(say("hands"), (len(table.hands), len(table.drawn)), (setup.players, setup.players), "W-012")


def _centre(table: Table) -> Iterator[Message]:
    """The shells and the token."""
    setup = table.setup
    if table.shells < 0 or (setup.variants.shell_cap == "5" and table.shells > SHELLS):
        yield say("{shells} shells lie in the centre, but there are {all} (W-141).", shells=table.shells, all=SHELLS)
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


def _tablet(table: Table) -> Iterator[Message]:
    side, winner = active_side(table), table.true_majority
    if table.phase in (Phase.DIRECT, Phase.EXTRAS):
        # Recounted only just after: later extras are gone, or the host has given another word on the tablet.
        if "W-063" in table.why:
            winner = of_powers.majority(table, with_rebels=True)
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
