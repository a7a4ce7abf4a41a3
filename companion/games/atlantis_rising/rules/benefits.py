"""What cards and components give, barriers and dry tiles too: one small decision after the other.

What no operation can say is settled by hand: the host enters what changed, one thing after another (section 4.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final, Literal

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import RESOURCES, RINGS, Price
from companion.games.atlantis_rising.rules import decisions
from companion.games.atlantis_rising.rules.moments import StepMoment
from companion.games.atlantis_rising.state import changes, model, steps
from companion.games.atlantis_rising.words.vocabulary import refused
from companion.games.core import Seat
from companion.games.errors import IllegalAction

_OWNED: Final[tuple[decisions.What, ...]] = ("gold", "crystal", "ore", "atlantium", "energy")
_BY: Final[tuple[Literal[1, -1], ...]] = (1, -1)
_NOWHERE: Final = -1


class Riches(StepMoment[steps.Gaining | steps.Amplifying | steps.Exchanging, decisions.Changed]):
    """Resources of one's choice, and such as are exchanged or come back doubled."""

    def has_work(self, state: model.AtlantisState) -> bool:
        step = self.step(state.table)
        is_begun = isinstance(step, steps.Gaining) or (isinstance(step, steps.Amplifying) and step.given)
        return bool(is_begun or state.table.reserves[step.seat].riches)

    def settled(self, state: model.AtlantisState) -> model.AtlantisState | None:
        match state.table.steps[-1]:
            case steps.Gaining(seat, _, (only,)):
                return self.apply(state, decisions.Gain(seat, only))
        return super().settled(state)

    def legal(self, state: model.AtlantisState) -> tuple[decisions.Changed, ...]:
        step = self.step(state.table)
        owned = state.table.reserves[step.seat]
        if isinstance(step, steps.Gaining):
            return tuple(decisions.Gain(step.seat, each) for each in step.kinds)
        if isinstance(step, steps.Amplifying):
            give = [decisions.TurnIn(step.seat, each) for each in RESOURCES if owned[each] > step.given.count(each)]
            return (*give, decisions.Enough(step.seat))
        pairs = ((given, taken) for given, taken in permutations(RESOURCES, 2) if owned[given])
        return (*(decisions.Exchange(step.seat, *pair) for pair in pairs), decisions.Enough(step.seat))

    def apply(self, state: model.AtlantisState, act: decisions.Changed) -> model.AtlantisState:
        table = state.table
        step = self.step(table)
        if isinstance(step, steps.Gaining) and isinstance(act, decisions.Gain):
            gained = changes.earn(changes.one_less(table), act.seat, changes.one(act.resource))
            return changes.with_table(state, gained, "A-125")
        if isinstance(step, steps.Amplifying):
            given = (*step.given, act.resource) if isinstance(act, decisions.TurnIn) else step.given
            if isinstance(act, decisions.TurnIn) and len(given) < step.left:
                return changes.with_table(state, changes.stepped(table, replace(step, given=given)), "A-169")
            kinds = tuple(each for each in RESOURCES if each in given)
            again = (steps.Gaining(step.seat, 1, kinds),) if kinds else ()
            return changes.with_table(state, changes.pushed(changes.popped(table), *again), "A-169")
        if isinstance(step, steps.Exchanging) and isinstance(act, decisions.Exchange):
            table = changes.earn(changes.one_less(table), act.seat, changes.one(act.given), -1)
            return changes.with_table(state, changes.earn(table, act.seat, changes.one(act.taken)), "A-125")
        return changes.with_table(state, changes.popped(table), "A-125")


class Fences(StepMoment[steps.Fencing, decisions.PlaceBarrier]):
    """A barrier that was gained is placed at once."""

    def legal(self, state: model.AtlantisState) -> tuple[decisions.PlaceBarrier, ...]:
        return tuple(decisions.PlaceBarrier(each) for each in changes.can_be_fenced(state.table))

    def apply(self, state: model.AtlantisState, act: decisions.PlaceBarrier) -> model.AtlantisState:
        table = changes.one_less(state.table)
        return changes.with_table(state, changes.fenced(table, act.peninsula), "A-097", "A-098")


class Rises(StepMoment[steps.Unflooding, decisions.Unflood]):
    """Of a peninsula the flooded tile nearest to the centre."""

    def legal(self, state: model.AtlantisState) -> tuple[decisions.Unflood, ...]:
        return tuple(decisions.Unflood(each) for each in changes.can_rise(state.table))

    def apply(self, state: model.AtlantisState, act: decisions.Unflood) -> model.AtlantisState:
        table = changes.one_less(state.table)
        return changes.with_table(state, changes.raised(table, act.peninsula), "A-101")


class Foresight(StepMoment[steps.Peeking, decisions.Foreseen]):
    """The next three misfortunes are looked at, then one of them goes out of the game; or one of the discards."""

    def has_work(self, state: model.AtlantisState) -> bool:
        return bool(state.table.misfortunes.count or state.table.misfortunes.discards)

    def legal(self, state: model.AtlantisState) -> tuple[decisions.Foreseen, ...]:
        deck, step = state.table.misfortunes, self.step(state.table)
        done = [decisions.RemoveMisfortune(step.seat, card, "discards") for card in dict.fromkeys(deck.discards)]
        if deck.unseen:
            # Nothing is ever put below misfortunes.
            return (*(decisions.Peek(card) for card, _ in deck.cards), *done, decisions.Enough(step.seat))
        seen = dict.fromkeys(deck.top[: model.SEEN_CARDS])
        removed = (decisions.RemoveMisfortune(step.seat, card, "top") for card in seen)
        return (*removed, *done, decisions.Enough(step.seat))

    def apply(self, state: model.AtlantisState, act: decisions.Foreseen) -> model.AtlantisState:
        table = state.table
        deck = table.misfortunes
        if isinstance(act, decisions.Peek):
            below = changes.without(replace(deck, top=()), act.card)
            after = replace(table, misfortunes=replace(below, top=(*deck.top, act.card)))
            return changes.with_table(state, after, "A-170")
        if isinstance(act, decisions.Enough):
            return changes.with_table(state, changes.popped(table), "A-170")
        pile = list(deck.top if act.source == "top" else deck.discards)
        pile.remove(act.card)
        deck = replace(deck, removed=(*deck.removed, act.card), **{act.source: tuple(pile)})
        return changes.with_table(state, replace(changes.one_less(table), misfortunes=deck), "A-170")

    def asks(self, table: model.Table) -> str:
        return "Peeking_deck" if table.misfortunes.unseen else "Peeking"

    def called(self, view: model.AtlantisView, act: decisions.Foreseen) -> str:
        is_seen = isinstance(act, decisions.RemoveMisfortune) and act.source == "discards"
        return "RemoveMisfortune_discards" if is_seen else super().called(view, act)


class Recalls(StepMoment[steps.Recalling, decisions.Recall]):
    """Pieces that were placed go back into the pool and do not act."""

    def legal(self, state: model.AtlantisState) -> tuple[decisions.Recall, ...]:
        placed = (each for each in state.table.atlanteans if each.place != model.POOL)
        seat = self.step(state.table).seat
        return tuple(decisions.Recall(*key) for key in dict.fromkeys(each.key for each in placed if each.seat == seat))

    def apply(self, state: model.AtlantisState, act: decisions.Recall) -> model.AtlantisState:
        piece = changes.find(state.table, *act.key)
        assert piece is not None
        return changes.with_table(state, changes.one_less(changes.returned(state.table, (piece,))), "A-036")


class ByHand(StepMoment[steps.Settling, decisions.Mended]):
    """Each is one of the changes that the rules know, and stands in the log as such."""

    def legal(self, state: model.AtlantisState) -> tuple[decisions.Mended, ...]:
        found: list[decisions.Mended] = [decisions.Settled()]
        for what, seat, where, *may in _entries(state.table):
            found += [decisions.Adjust(what, seat, where, by) for by, is_one in zip(_BY, may, strict=True) if is_one]
        return tuple(found)

    def apply(self, state: model.AtlantisState, act: decisions.Mended) -> model.AtlantisState:
        if isinstance(act, decisions.Settled):
            return changes.with_table(state, changes.popped(state.table), "A-036")
        return changes.with_table(state, adjusted(state.table, act), "A-036")

    def asks(self, table: model.Table) -> str:
        return "Settling_text" if self.step(table).text else "Settling"

    def called(self, view: model.AtlantisView, act: decisions.Mended) -> str:
        if isinstance(act, decisions.Settled):
            return "Settled"
        if act.what == "flood" and act.peninsula == _NOWHERE:
            return "Adjust_centre"
        return "Adjust_owned" if act.what in _OWNED else f"Adjust_{act.what}"

    def fault(self, state: model.AtlantisState, act: decisions.Mended) -> IllegalAction | None:
        if isinstance(act, decisions.Settled) or act.what != "flood" or act.peninsula not in state.table.barriers:
            return None
        return refused("fenced")


def _entries(table: model.Table) -> Iterator[tuple[decisions.What, Seat, int, bool, bool]]:
    """What may be entered, of whom or where: whether there may be one more, and one less."""
    for seat, reserve in enumerate(table.reserves):
        yield from ((name, seat, _NOWHERE, True, reserve[name] > 0) for name in _OWNED)
        has_volunteer = any(each.kind == "volunteer" and each.seat == seat for each in table.atlanteans)
        yield "volunteer", seat, _NOWHERE, table.volunteers > 0, has_volunteer
    for each, dry in enumerate(table.dry):
        is_fenced = each in table.barriers
        yield "flood", model.TEAM, each, dry > 0 and not is_fenced, False
        yield "barrier", model.TEAM, each, dry > 0 and not is_fenced, is_fenced
        yield "unflood", model.TEAM, each, dry < RINGS, False
    yield "flood", model.TEAM, _NOWHERE, not changes.floodable(table), False
    yield "wrath", model.TEAM, _NOWHERE, table.wrath < len(table.box.wrath.values) - 1, table.wrath > 0


def adjusted(table: model.Table, act: decisions.Adjust) -> model.Table:
    """The table after one change that the host entered."""
    match act.what, act.by:
        case "volunteer", 1:
            return changes.volunteers_joined(table, act.seat, 1)
        case "volunteer", _:
            pieces = [each for each in table.atlanteans if each.kind == "volunteer" and each.seat == act.seat]
            return changes.volunteers_dismissed(table, pieces[:1])
        case "wrath", by:
            return replace(table, wrath=table.wrath + by)
        case "flood", _:
            return changes.drowned(table) if act.peninsula == _NOWHERE else changes.flood(table, act.peninsula)[0]
        case "unflood", _:
            return changes.raised(table, act.peninsula)
        case "barrier", 1:
            return changes.fenced(table, act.peninsula)
        case "barrier", _:
            return replace(table, barriers=tuple(each for each in table.barriers if each != act.peninsula))
    return changes.earn(table, act.seat, Price(**{act.what: act.by}))
