"""Actions in an order that the team chooses, who acts once more, and whose it is; rolls, and what comes of them.

Ledger: A-046 to A-050, A-058 to A-072 (dice, energy, a Priest's second try), A-112, A-166.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from msgspec.structs import replace

from companion.games.atlantis_rising.rules import activation, decisions, odds
from companion.games.atlantis_rising.rules.activation import found, recruited
from companion.games.atlantis_rising.rules.acts import Acted, Activate, EndActions
from companion.games.atlantis_rising.rules.moments import Division, PhaseMoment, StepMoment
from companion.games.atlantis_rising.state import changes, model, steps
from companion.games.atlantis_rising.state.ground import TILES, able, at, number, spaces
from companion.games.atlantis_rising.state.hidden import may_hold
from companion.games.atlantis_rising.words.vocabulary import asked, place_words, refused
from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, put
from companion.language.message import Message, Value, listing, lone, say


class Acting(PhaseMoment[Acted]):
    """Whoever acts is tapped; whose roll it is follows from that."""

    titles = {model.Phase.ACTIONS: say("Actions")}

    def legal(self, state: model.AtlantisState) -> tuple[Acted, ...]:
        table = state.table
        acts = tuple(activation.activations(table))
        return acts if any(activation.is_due(table, each) for each in acts) else (*acts, EndActions())

    def allows(self, state: model.AtlantisState, act: Acted) -> bool:
        if isinstance(act, EndActions):
            return not any(activation.due(state.table))
        return act in activation.activations(state.table, act.place)

    def apply(self, state: model.AtlantisState, act: Acted) -> model.AtlantisState:
        table = state.table
        if isinstance(act, EndActions):
            placed = [each for each in table.atlanteans if each.place != model.POOL]
            return changes.with_table(state, replace(changes.returned(table, placed), phase=model.Phase.WRATH), "A-050")
        group, rooms = [model.Atlantean(*act.key)], spaces(table.setup, act.place)
        if act.space < len(rooms) and rooms[act.space].is_double:
            group = list(at(table, act.place, act.space))
        for each in group:
            if each.kind != "automaton" and not each.acted:
                table = changes.exchanged(table, each, replace(each, acted=True))
        after, why = activation.does(table, act)
        return changes.with_table(state, after, "A-047", *why)

    def asks(self, table: model.Table) -> str:
        return "actions_done" if activation.all_acted(table) else "actions"

    def askers(self, table: model.Table) -> tuple[Seat, ...]:
        builders = [each.seat for each in table.atlanteans if each.place in model.BUILD_SPACES]
        seats = [act.seat for act in activation.activations(table)] or builders
        return tuple(dict.fromkeys(seats)) or super().askers(table)

    def called(self, view: model.AtlantisView, act: Acted) -> str:
        # Nobody has to act on a build space, or alone where two are needed.
        is_rest = isinstance(act, EndActions) and not activation.all_acted(view.table)
        return "EndActions_rest" if is_rest else super().called(view, act)

    def fault(self, state: model.AtlantisState, act: Acted) -> IllegalAction | None:
        if isinstance(act, EndActions):
            places = dict.fromkeys(each.place for each in activation.due(state.table))
            where = listing((place_words(state.table.box, place) for place in places), ",")
            return refused("due", places=where)
        if act.piece == "automaton":
            return refused("automaton_acts")
        piece = changes.find(state.table, *act.key)
        if piece is None:
            return refused("no_piece_acts")
        if piece.acted:
            return refused("acted")
        if act.place in model.BUILD_SPACES:
            return refused("build_together")
        is_tile = act.place in TILES
        there = [each for each in activation.activations(state.table, act.place) if each.space == act.space]
        if any((each.seat, each.rollers) == (act.seat, act.rollers) for each in there):
            return refused("as_one_on_tile" if is_tile else "as_one")
        if len(list(at(state.table, act.place, act.space))) > 1:
            return refused("which_two" if is_tile else "no_follower")
        return refused("two" if is_tile else "right_two")


class Again(StepMoment[steps.Repeating, decisions.Repeated]):
    """Of pieces that have acted one acts once more; a space for two is activated once more (A-166)."""

    def has_work(self, state: model.AtlantisState) -> bool:
        return any(activation.repeats(state.table, self.step(state.table)))

    def legal(self, state: model.AtlantisState) -> tuple[decisions.Repeated, ...]:
        step = self.step(state.table)
        return (*activation.repeats(state.table, step), decisions.Enough(step.seat))

    def apply(self, state: model.AtlantisState, act: decisions.Repeated) -> model.AtlantisState:
        table = changes.popped(state.table)
        if isinstance(act, decisions.Enough):
            return changes.with_table(state, table, "A-166")
        after, why = activation.does(table, Activate(*act.key, act.rollers))
        return changes.with_table(state, after, "A-166", *why)


class Shares(Division[steps.Sharing | steps.Endowing, decisions.GiveBenefit]):
    """Who gets what a component gives: of those who share its space, or who have paid for it."""

    one_is_done = False

    def apply(self, state: model.AtlantisState, act: decisions.GiveBenefit) -> model.AtlantisState:
        step = self.step(state.table)
        component = state.table.box.components[step.component]
        is_shared = isinstance(step, steps.Sharing)
        effects = component.on_activate if is_shared else component.on_build
        after = activation.applied(changes.popped(state.table), effects, act.seat, component.name)
        return changes.with_table(state, after, "A-112" if is_shared else "A-110")


class Sacrifices(Division[steps.Sacrificing, decisions.GiveUp]):
    """A follower goes out of the game; of two players' they say whose (Q-52)."""

    def apply(self, state: model.AtlantisState, act: decisions.GiveUp) -> model.AtlantisState:
        step = self.step(state.table)
        piece = changes.find(state.table, act.seat, "follower", step.place, step.space)
        assert piece is not None
        table = changes.exchanged(changes.popped(state.table), piece)
        boxed = put(table.boxed, act.seat, table.boxed[act.seat] + 1)
        return changes.with_table(state, replace(table, boxed=boxed), "A-168")


class Attempts(StepMoment[steps.Attempt, decisions.Tried]):
    """What is already won, or can no more be changed, counts by itself."""

    def legal(self, state: model.AtlantisState) -> tuple[decisions.Tried, ...]:
        attempt = self.step(state.table)
        if attempt.rolls:
            return tuple(decisions.Roll(values) for values in product(odds.FACES, repeat=len(attempt.rolls)))
        return (*_payments(state.table, attempt), *_rerolls(state.table, attempt), decisions.LetLie())

    def apply(self, state: model.AtlantisState, act: decisions.Tried) -> model.AtlantisState:
        table = state.table
        attempt = self.step(table)
        if isinstance(act, decisions.Roll):
            counted = odds.rolled(table, attempt, act.values)
            rule = "A-066" if attempt.is_double else "A-058"
            return judged(state, changes.stepped(counted, lying_after(attempt, act)), (rule,))
        if isinstance(act, decisions.Spend):
            paid = changes.earn(table, act.seat, changes.energy(-act.energy))
            rule = "A-067" if attempt.is_double else "A-061"
            return judged(state, changes.stepped(paid, lying_after(attempt, act)), (rule, "A-090"))
        if isinstance(act, decisions.Reroll):
            anew = replace(attempt, rolls=act.dice, is_rerolled=True)
            return changes.with_table(state, changes.stepped(table, anew), "A-171")
        return changes.with_table(state, changes.popped(table), "A-059")

    def asks(self, table: model.Table) -> str:
        return "Attempt" if self.step(table).rolls else "Attempt_lies"

    def askers(self, table: model.Table) -> tuple[Seat, ...]:
        attempt = self.step(table)
        priests = (act.seat for act in _rerolls(table, attempt))
        return attempt.seats or tuple(dict.fromkeys((*attempt.rollers, *priests)))

    def asked(self, view: model.AtlantisView) -> Asked:
        table, attempt = view.table, self.step(view.table)
        ways = listing(() if attempt.rolls else _ways(table, attempt), "or")
        about: Mapping[str, Value] = {
            "need": wanted_words(table, attempt),
            "total": total(table, attempt),
            "ways": ways,
        }
        return asked(self.asks(table), view, self.askers(table), about)

    def called(self, view: model.AtlantisView, act: decisions.Tried) -> str:
        is_double = isinstance(act, decisions.Spend) and self.step(view.table).is_double
        return "Spend_double" if is_double else super().called(view, act)

    def fault(self, state: model.AtlantisState, act: decisions.Tried) -> IllegalAction | None:
        attempt = self.step(state.table)
        if isinstance(act, decisions.Reroll):
            return refused("one_try")
        if not isinstance(act, decisions.Spend) or attempt.rolls:
            return None
        if not (0 <= act.die < len(attempt.rollers) and attempt.rollers[act.die] == act.seat):
            return refused("own_die")
        return refused("spent")


class Recruits(Division[steps.Recruiting, decisions.GiveRecruit]):
    """Those who shared the space say who gets the follower."""

    idle = ("A-071",)

    def askers(self, table: model.Table) -> tuple[Seat, ...]:
        """Those there whose colour is left in the supply (A-071, Q-16)."""
        return tuple(seat for seat in self.step(table).seats if table.supply[seat])

    def apply(self, state: model.AtlantisState, act: decisions.GiveRecruit) -> model.AtlantisState:
        return changes.with_table(state, joined(changes.popped(state.table), act.seat), "A-068", "A-069", "A-072")

    def fault(self, state: model.AtlantisState, act: decisions.GiveRecruit) -> IllegalAction | None:
        return refused("no_supply") if act.seat in self.step(state.table).seats else None


def joined(table: model.Table, seat: Seat) -> model.Table:
    """The table after a follower came from the supply into a pool (A-072)."""
    pieces = changes.in_order((*table.atlanteans, model.Atlantean(seat, "follower")))
    return replace(table, supply=put(table.supply, seat, table.supply[seat] - 1), atlanteans=pieces)


def total(table: model.Table, attempt: steps.Attempt) -> int:
    """What the dice come to so far."""
    return number(table, attempt.rollers[0], attempt.place, attempt.space) - odds.needed(table, attempt)


def lying_after(attempt: steps.Attempt, act: decisions.Tried) -> steps.Attempt:
    """The dice as they lie after a roll, or with energy on one; as they lay after anything else."""
    if isinstance(act, decisions.Spend):
        return replace(attempt, energy=put(attempt.energy, act.die, attempt.energy[act.die] + act.energy))
    if not isinstance(act, decisions.Roll):
        return attempt
    values = attempt.values or (0,) * len(attempt.rollers)
    spent = attempt.energy or (0,) * len(attempt.rollers)
    for die, value in zip(attempt.rolls, act.values, strict=True):
        values, spent = put(values, die, value), put(spent, die, 0)
    return replace(attempt, values=values, energy=spent, rolls=())


def wanted_words(table: model.Table, attempt: steps.Attempt) -> Message:
    """The number to reach."""
    return lone(number(table, attempt.rollers[0], attempt.place, attempt.space))


def judged(state: model.AtlantisState, table: model.Table, why: tuple[RuleId, ...]) -> model.AtlantisState:
    """The state after dice or energy came: a success counts at once, and so does a failure that nothing can mend."""
    attempt = changes.step_of(table, steps.Attempt)
    if odds.needed(table, attempt) <= 0:
        return _won(state, changes.popped(table), attempt, why)
    if any(_payments(table, attempt)) or any(_rerolls(table, attempt)) or has_die_card(table, attempt):
        return changes.with_table(state, table, *why)
    return changes.with_table(state, changes.popped(table), *why, "A-059")


def _won(
    state: model.AtlantisState, table: model.Table, attempt: steps.Attempt, why: tuple[RuleId, ...]
) -> model.AtlantisState:
    if attempt.is_double:
        return changes.with_table(state, recruited(table, attempt.place, attempt.space), *why, "A-066", "A-068")
    after, more = found(table, attempt.place, attempt.rollers[0])
    return changes.with_table(state, after, *why, *more)


def has_die_card(table: model.Table, attempt: steps.Attempt) -> bool:
    """Whether a roller holds, or in a closed hand may hold, a card that changes a die that lies there."""
    held = (card for seat in set(attempt.rollers) for card in may_hold(table, seat))
    return any(odds.die_plus(table, card) for card in held)


def _payments(table: model.Table, attempt: steps.Attempt) -> Iterator[decisions.Spend]:
    lacking = odds.needed(table, attempt)
    for die, seat in enumerate(attempt.rollers):
        for spent in range(1, min(table.reserves[seat].energy, lacking) + 1):
            yield decisions.Spend(seat, die, spent)


def _ways(table: model.Table, attempt: steps.Attempt) -> Iterator[Message]:
    """What can be done about dice that lie there and fail: nobody is told of energy or cards that nobody has."""
    if any(_payments(table, attempt)):
        yield say("add energy")
    if any(_rerolls(table, attempt)):
        yield say("roll again")
    if has_die_card(table, attempt):
        yield say("play a card")
    yield say("let it lie")


def _rerolls(table: model.Table, attempt: steps.Attempt) -> Iterator[decisions.Reroll]:
    if attempt.is_rerolled:
        return
    dice = range(len(attempt.rollers))
    chosen = [some for many in range(1, len(dice) + 1) for some in combinations(dice, many)]
    for seat in dict.fromkeys(piece.seat for piece, _ in able(table, "reroll_once", attempt.place)):
        yield from (decisions.Reroll(seat, some) for some in chosen)
