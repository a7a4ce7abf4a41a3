"""Rolls on wild tiles and in the Cities: dice, energy, a Priest's second try, and what comes of it (A-058 to A-072)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.activation import found, recruited
from companion.games.atlantis_rising.changes import earn, energy, in_order, popped, stepped, with_table
from companion.games.atlantis_rising.decisions import GiveRecruit, LetLie, Reroll, Roll, Spend
from companion.games.atlantis_rising.fortune import FACES, rolled
from companion.games.atlantis_rising.ground import able, number, tiles_of
from companion.games.atlantis_rising.hidden import may_hold
from companion.games.atlantis_rising.model import Atlantean, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.phases.part import Moment, step_of
from companion.games.atlantis_rising.steps import Attempt, Recruiting
from companion.games.atlantis_rising.vocabulary import ENERGY, place_words
from companion.games.core import Memory, RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, listing, lone, say
from companion.language.values import Count

Tried: TypeAlias = Roll | Spend | LetLie | Reroll


class Attempts(Moment[Tried]):
    """What is already won, or can no more be changed, counts by itself."""

    acts = (Roll, Spend, LetLie, Reroll)
    rule = "A-058"
    law = say("One die is rolled for each Atlantean; energy may be added to one's own")

    def legal(self, state: AtlantisState) -> tuple[Tried, ...]:
        attempt = step_of(state.table, Attempt)
        if attempt.rolls:
            return tuple(Roll(values) for values in product(FACES, repeat=len(attempt.rolls)))
        return (*_payments(state.table, attempt), *_rerolls(state.table, attempt), LetLie())

    def apply(self, state: AtlantisState, act: Tried) -> AtlantisState:
        table = state.table
        attempt = step_of(table, Attempt)
        if isinstance(act, Roll):
            lying = lying_after(attempt, act)
            counted = rolled(table, attempt, act.values)
            return judged(state, stepped(counted, lying), (_kind_rule(table, attempt),))
        if isinstance(act, Spend):
            paid = earn(table, act.seat, energy(-act.energy))
            raised = lying_after(attempt, act)
            rule = "A-067" if len(attempt.rollers) > 1 else "A-061"
            return judged(state, stepped(paid, raised), (rule, "A-090"))
        if isinstance(act, Reroll):
            return with_table(state, stepped(table, replace(attempt, rolls=act.dice, is_rerolled=True)), "A-171")
        return with_table(state, popped(table), "A-059")

    def asked(self, view: AtlantisView) -> Asked:
        table = view.table
        attempt = step_of(table, Attempt)
        where = place_words(table.setup.box, attempt.place)
        if attempt.rolls:
            seats = tuple(dict.fromkeys(attempt.rollers[die] for die in attempt.rolls))
            text = say("{who}: roll for {place}.", who=people(view, seats), place=where)
            return Asked(seats, text, say("{need} is needed.", need=wanted_words(table, attempt)), "A-058")
        priests = tuple(act.seat for act in _rerolls(table, attempt))
        seats = tuple(dict.fromkeys((*attempt.rollers, *priests)))
        lies = say(
            "{place}: {total} lies there, and {need} is needed.",
            place=where,
            total=total(table, attempt),
            need=wanted_words(table, attempt),
        )
        text = say("{lies} {who}: add energy, or let it lie.", lies=lies, who=people(view, seats))
        if priests:
            text = say("{lies} {who}: add energy, roll again, or let it lie.", lies=lies, who=people(view, seats))
        return Asked(seats, text, say("One energy adds 1 to one's own die."), "A-061", any_order=True)

    def label(self, view: AtlantisView, act: Tried) -> Label:
        if isinstance(act, Roll):
            return Label(say("{values}", values=listing(map(lone, act.values), ",")), say("The dice show"))
        if isinstance(act, Spend):
            group = say("{who} adds energy", who=view.who(act.seat))
            die = step_of(view.table, Attempt)
            if len(die.rollers) > 1:
                return Label(say("{many} to die {die}", many=Count(act.energy, ENERGY), die=act.die + 1), group)
            return Label(say("{many}", many=Count(act.energy, ENERGY)), group)
        if isinstance(act, Reroll):
            dice = listing((lone(die + 1) for die in act.dice), "and")
            return Label(say("Roll die {dice} once more", dice=dice), say("{who}'s Priest", who=view.who(act.seat)))
        return Label(say("Let it lie"), say("The dice"))

    def told(self, before: AtlantisView, act: Tried) -> Message:
        attempt = step_of(before.table, Attempt)
        where = place_words(before.table.setup.box, attempt.place)
        if isinstance(act, Roll):
            values = listing(map(lone, act.values), "and")
            seats = tuple(dict.fromkeys(attempt.rollers[die] for die in attempt.rolls))
            return say(
                "{who} {number?rolls|roll} {values} for {place}.",
                who=listing(map(before.who, seats)),
                number=len(seats),
                values=values,
                place=where,
            )
        if isinstance(act, Spend):
            return say("{who} adds {many}.", who=before.who(act.seat), many=Count(act.energy, ENERGY))
        if isinstance(act, Reroll):
            return say("{who} has the Priest's second try.", who=before.who(act.seat))
        return say("The roll for {place} fails.", place=where)

    def memory(self, before: AtlantisView, act: Tried) -> Memory | None:
        if not isinstance(act, Roll):
            return None
        values = listing(map(lone, act.values), "and")
        return Memory(
            say("Everybody has seen the roll: {values}.", values=values),
            say("Put the dice back into the tray as they lay. A new roll is another one."),
        )

    def refusal(self, state: AtlantisState, act: Tried, now: Message, is_moment: bool) -> IllegalAction:
        if not is_moment:
            return super().refusal(state, act, now, is_moment)
        attempt = step_of(state.table, Attempt)
        if isinstance(act, Spend) and not attempt.rolls:
            own = 0 <= act.die < len(attempt.rollers) and attempt.rollers[act.die] == act.seat
            if not own:
                return IllegalAction("A-062", say("Only whoever rolled a die adds energy to it."))
            return IllegalAction("A-061", say("There is not so much energy, or no need of it. Choose what is offered."))
        if isinstance(act, Reroll):
            return IllegalAction("A-171", say("A Priest beside them gives one more try, and only one."))
        return super().refusal(state, act, now, is_moment)


class Recruits(Moment[GiveRecruit]):
    """Those who shared the space say who gets the follower."""

    acts = (GiveRecruit,)
    rule = "A-070"
    law = say("The new follower has the colour of one of those who stand there, and comes out of the supply")

    def legal(self, state: AtlantisState) -> tuple[GiveRecruit, ...]:
        return tuple(GiveRecruit(seat) for seat in receivers(state.table))

    def apply(self, state: AtlantisState, act: GiveRecruit) -> AtlantisState:
        return with_table(state, joined(popped(state.table), act.seat), "A-068", "A-069", "A-072")

    def asked(self, view: AtlantisView) -> Asked:
        seats = receivers(view.table)
        text = say("Decide who gets the new follower: {who}.", who=people(view, seats))
        why = say("If you disagree, {who} decides.", who=view.who(view.table.starter))
        return Asked(seats, text, why, "A-070", any_order=True)

    def label(self, view: AtlantisView, act: GiveRecruit) -> Label:
        return Label(say("{who}", who=view.who(act.seat)), say("The new follower goes to"))

    def told(self, before: AtlantisView, act: GiveRecruit) -> Message:
        return say("{who} gets a new follower.", who=before.who(act.seat))

    def refusal(self, state: AtlantisState, act: GiveRecruit, now: Message, is_moment: bool) -> IllegalAction:
        if is_moment and act.seat in step_of(state.table, Recruiting).seats:
            return IllegalAction("A-071", say("No follower of that colour is left in the supply. Choose another."))
        return super().refusal(state, act, now, is_moment)


def receivers(table: Table) -> tuple[Seat, ...]:
    """Who may get the follower: those there whose colour is left in the supply (A-071, Q-16)."""
    return tuple(seat for seat in step_of(table, Recruiting).seats if table.supply[seat])


def joined(table: Table, seat: Seat) -> Table:
    """The table after a follower came from the supply into a pool (A-072)."""
    supply = put(table.supply, seat, table.supply[seat] - 1)
    return replace(table, supply=supply, atlanteans=in_order((*table.atlanteans, Atlantean(seat, "follower"))))


def total(table: Table, attempt: Attempt) -> int:
    """What the dice come to so far."""
    wrath = table.wrath_value if len(attempt.rollers) > 1 else 0
    return sum(attempt.values) + sum(attempt.bonus) + sum(attempt.energy) + wrath


def lying_after(attempt: Attempt, act: Tried) -> Attempt:
    """The dice as they lie after a roll, or with energy on one; as they lay after anything else."""
    if isinstance(act, Spend):
        return replace(attempt, energy=put(attempt.energy, act.die, attempt.energy[act.die] + act.energy))
    if not isinstance(act, Roll):
        return attempt
    values = attempt.values or (0,) * len(attempt.rollers)
    spent = attempt.energy or (0,) * len(attempt.rollers)
    for die, value in zip(attempt.rolls, act.values, strict=True):
        values, spent = put(values, die, value), put(spent, die, 0)
    return replace(attempt, values=values, energy=spent, rolls=())


def missing(table: Table, attempt: Attempt) -> int:
    """How much is missing for a success; 0 or less where it is one."""
    return number(table, attempt.rollers[0], attempt.place, attempt.space) - total(table, attempt)


def wanted_words(table: Table, attempt: Attempt) -> Message:
    """The number to reach."""
    return lone(number(table, attempt.rollers[0], attempt.place, attempt.space))


def judged(state: AtlantisState, table: Table, why: tuple[RuleId, ...]) -> AtlantisState:
    """The state after dice or energy came: a success counts at once, and so does a failure that nothing can mend."""
    attempt = step_of(table, Attempt)
    if missing(table, attempt) <= 0:
        return _won(state, popped(table), attempt, why)
    if any(_payments(table, attempt)) or any(_rerolls(table, attempt)) or has_die_card(table, attempt):
        return with_table(state, table, *why)
    return with_table(state, popped(table), *why, "A-059")


def _won(state: AtlantisState, table: Table, attempt: Attempt, why: tuple[RuleId, ...]) -> AtlantisState:
    tiles = tiles_of(table, attempt.place)
    assert tiles is not None
    if tiles.kind == "cities":
        return with_table(state, recruited(table, attempt.place, attempt.space), *why, "A-066", "A-068")
    after, more = found(table, attempt.place, attempt.rollers[0])
    return with_table(state, after, *why, *more)


def has_die_card(table: Table, attempt: Attempt) -> bool:
    """Whether a roller holds, or in a closed hand may hold, a card that changes a die that lies there."""
    box = table.setup.box
    held = (card for seat in set(attempt.rollers) for card in may_hold(table, seat) if card in box.library)
    return any(box.library[card].effect.op == "die_plus" for card in held)


def _payments(table: Table, attempt: Attempt) -> Iterator[Spend]:
    lacking = missing(table, attempt)
    for die, seat in enumerate(attempt.rollers):
        for spent in range(1, min(table.reserves[seat].energy, lacking) + 1):
            yield Spend(seat, die, spent)


def _rerolls(table: Table, attempt: Attempt) -> Iterator[Reroll]:
    if attempt.is_rerolled:
        return
    dice = range(len(attempt.rollers))
    chosen = [some for many in range(1, len(dice) + 1) for some in combinations(dice, many)]
    for seat in dict.fromkeys(piece.seat for piece, _ in able(table, "reroll_once", attempt.place)):
        yield from (Reroll(seat, some) for some in chosen)


def _kind_rule(table: Table, attempt: Attempt) -> RuleId:
    tiles = tiles_of(table, attempt.place)
    return "A-066" if tiles is not None and tiles.kind == "cities" else "A-058"
