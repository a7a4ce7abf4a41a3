"""Rolls on wild tiles and in the Cities: dice, energy, a Priest's second try, and what comes of it (A-058 to A-072)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from msgspec.structs import replace

from companion.games.atlantis_rising.rules.activation import found, recruited
from companion.games.atlantis_rising.rules.decisions import GiveRecruit, LetLie, Reroll, Roll, Spend, Tried
from companion.games.atlantis_rising.rules.moments import Division, StepMoment
from companion.games.atlantis_rising.rules.odds import FACES, die_plus, needed, rolled
from companion.games.atlantis_rising.state import changes
from companion.games.atlantis_rising.state.ground import able, number
from companion.games.atlantis_rising.state.hidden import may_hold
from companion.games.atlantis_rising.state.model import Atlantean, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.state.steps import Attempt, Recruiting
from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import put
from companion.language.message import Message, Value, listing, lone, say


class Attempts(StepMoment[Attempt, Tried]):
    """What is already won, or can no more be changed, counts by itself."""

    def legal(self, state: AtlantisState) -> tuple[Tried, ...]:
        attempt = self.step(state.table)
        if attempt.rolls:
            return tuple(Roll(values) for values in product(FACES, repeat=len(attempt.rolls)))
        return (*_payments(state.table, attempt), *_rerolls(state.table, attempt), LetLie())

    def apply(self, state: AtlantisState, act: Tried) -> AtlantisState:
        table = state.table
        attempt = self.step(table)
        if isinstance(act, Roll):
            counted = rolled(table, attempt, act.values)
            rule = "A-066" if attempt.is_double else "A-058"
            return judged(state, changes.stepped(counted, lying_after(attempt, act)), (rule,))
        if isinstance(act, Spend):
            paid = changes.earn(table, act.seat, changes.energy(-act.energy))
            rule = "A-067" if attempt.is_double else "A-061"
            return judged(state, changes.stepped(paid, lying_after(attempt, act)), (rule, "A-090"))
        if isinstance(act, Reroll):
            anew = replace(attempt, rolls=act.dice, is_rerolled=True)
            return changes.with_table(state, changes.stepped(table, anew), "A-171")
        return changes.with_table(state, changes.popped(table), "A-059")

    def asks(self, table: Table) -> str:
        return "Attempt" if self.step(table).rolls else "Attempt_lies"

    def askers(self, table: Table) -> tuple[Seat, ...]:
        attempt = self.step(table)
        priests = (act.seat for act in _rerolls(table, attempt))
        return attempt.seats or tuple(dict.fromkeys((*attempt.rollers, *priests)))

    def about(self, table: Table) -> Mapping[str, Value]:
        attempt = self.step(table)
        ways = () if attempt.rolls else _ways(table, attempt)
        need = wanted_words(table, attempt)
        return {"need": need, "total": total(table, attempt), "ways": listing(ways, "or")}

    def called(self, view: AtlantisView, act: Tried) -> str:
        is_double = isinstance(act, Spend) and self.step(view.table).is_double
        return "Spend_double" if is_double else super().called(view, act)

    def fault(self, state: AtlantisState, act: Tried) -> IllegalAction | None:
        attempt = self.step(state.table)
        if isinstance(act, Reroll):
            return IllegalAction("A-171", say("A Priest beside them gives one more try, and only one."))
        if not isinstance(act, Spend) or attempt.rolls:
            return None
        if not (0 <= act.die < len(attempt.rollers) and attempt.rollers[act.die] == act.seat):
            return IllegalAction("A-062", say("Only whoever rolled a die adds energy to it."))
        return IllegalAction("A-061", say("There is not so much energy, or no need of it. Choose what is offered."))


class Recruits(Division[Recruiting, GiveRecruit]):
    """Those who shared the space say who gets the follower."""

    idle = ("A-071",)

    def askers(self, table: Table) -> tuple[Seat, ...]:
        """Those there whose colour is left in the supply (A-071, Q-16)."""
        return tuple(seat for seat in self.step(table).seats if table.supply[seat])

    def apply(self, state: AtlantisState, act: GiveRecruit) -> AtlantisState:
        return changes.with_table(state, joined(changes.popped(state.table), act.seat), "A-068", "A-069", "A-072")

    def fault(self, state: AtlantisState, act: GiveRecruit) -> IllegalAction | None:
        words = say("No follower of that colour is left in the supply. Choose another.")
        return IllegalAction("A-071", words) if act.seat in self.step(state.table).seats else None


def joined(table: Table, seat: Seat) -> Table:
    """The table after a follower came from the supply into a pool (A-072)."""
    supply = put(table.supply, seat, table.supply[seat] - 1)
    return replace(table, supply=supply, atlanteans=changes.in_order((*table.atlanteans, Atlantean(seat, "follower"))))


def total(table: Table, attempt: Attempt) -> int:
    """What the dice come to so far."""
    wrath = table.wrath_value if attempt.is_double else 0
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


def wanted_words(table: Table, attempt: Attempt) -> Message:
    """The number to reach."""
    return lone(number(table, attempt.rollers[0], attempt.place, attempt.space))


def judged(state: AtlantisState, table: Table, why: tuple[RuleId, ...]) -> AtlantisState:
    """The state after dice or energy came: a success counts at once, and so does a failure that nothing can mend."""
    attempt = changes.step_of(table, Attempt)
    if needed(table, attempt) <= 0:
        return _won(state, changes.popped(table), attempt, why)
    if any(_payments(table, attempt)) or any(_rerolls(table, attempt)) or has_die_card(table, attempt):
        return changes.with_table(state, table, *why)
    return changes.with_table(state, changes.popped(table), *why, "A-059")


def _won(state: AtlantisState, table: Table, attempt: Attempt, why: tuple[RuleId, ...]) -> AtlantisState:
    if attempt.is_double:
        return changes.with_table(state, recruited(table, attempt.place, attempt.space), *why, "A-066", "A-068")
    after, more = found(table, attempt.place, attempt.rollers[0])
    return changes.with_table(state, after, *why, *more)


def has_die_card(table: Table, attempt: Attempt) -> bool:
    """Whether a roller holds, or in a closed hand may hold, a card that changes a die that lies there."""
    held = (card for seat in set(attempt.rollers) for card in may_hold(table, seat))
    return any(die_plus(table, card) for card in held)


def _payments(table: Table, attempt: Attempt) -> Iterator[Spend]:
    lacking = needed(table, attempt)
    for die, seat in enumerate(attempt.rollers):
        for spent in range(1, min(table.reserves[seat].energy, lacking) + 1):
            yield Spend(seat, die, spent)


def _ways(table: Table, attempt: Attempt) -> Iterator[Message]:
    """What can be done about dice that lie there and fail: nobody is told of energy or cards that nobody has."""
    if any(_payments(table, attempt)):
        yield say("add energy")
    if any(_rerolls(table, attempt)):
        yield say("roll again")
    if has_die_card(table, attempt):
        yield say("play a card")
    yield say("let it lie")


def _rerolls(table: Table, attempt: Attempt) -> Iterator[Reroll]:
    if attempt.is_rerolled:
        return
    dice = range(len(attempt.rollers))
    chosen = [some for many in range(1, len(dice) + 1) for some in combinations(dice, many)]
    for seat in dict.fromkeys(piece.seat for piece, _ in able(table, "reroll_once", attempt.place)):
        yield from (Reroll(seat, some) for some in chosen)
