"""Counter Placement and Purchasing: decided in secret, opened together, then moved on the mat (M-060 to M-074)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.acts import Commit, Invest, Open, Pay, TakeBack
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.model import BOTH, PLACES, Clan, ManaState, ManaView, Phase, Table, Tribe
from companion.games.manawave.phases.part import Carrying, changed
from companion.games.manawave.phases.placement import mode_words, view_group
from companion.games.manawave.phases.secret import NOBODY, Secret, Unseen, choice_of
from companion.games.manawave.playset import ClansPlayset
from companion.games.manawave.purchase_plans import plans
from companion.games.manawave.purchases import (
    KINDS,
    MADE,
    NOUNS,
    clan_cap,
    modality_cap,
    open_modes,
    paid,
    tribe_cap,
    whole,
)
from companion.games.shared.phases import Label, put
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name


class Investing(Secret):
    """What to convert, where to put the Tribe's counters, which modalities to buy."""

    titles = {Phase.INVEST: say("Purchases")}
    acts = (Invest, TakeBack, Open)
    commit = Invest
    rule = "M-060"
    opening = "M-074"
    law = say("Each player decides once a round what to convert, to assign and to buy")

    def due(self, table: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in BOTH if can_decide(table.clans_set, table.clans.tribes[seat]))

    def examples(self, table: Table, seat: Seat) -> tuple[Commit, ...]:
        return plans(table.clans_set, table.clans.tribes[seat], seat)

    def check(self, table: Table, choice: Commit) -> None:
        assert isinstance(choice, Invest)
        paid(table.clans_set, table.clans.tribes[choice.seat], choice)

    def after(self, state: ManaState) -> ManaState:
        """Whose trackers stay as they are has nothing to move."""
        table = state.table
        world, owed = table.clans, [False, False]
        for seat in self.due(table):
            after = invested(table, seat)
            if moves(table.clans.tribes[seat], after):
                owed[seat] = True
            else:
                world = world.with_tribe(seat, after)
        return changed(state, ("M-074",), phase=Phase.PAY, world=world, owed=(owed[0], owed[1]))

    def words(self, view: ManaView, choice: Commit) -> Message:
        assert isinstance(choice, Invest)
        if choice == choice.public():
            return say("conversions and purchases")
        parts = [*_parts(view, choice)]
        return say("{parts}", parts=listing(parts, ";")) if parts else say("nothing")

    def told(self, before: ManaView, act: Unseen) -> Message:
        """In the log in sums: where each counter goes stands on the boards."""
        if isinstance(act, Invest) and act != act.public():
            return say("{who} has committed: {sums}.", who=before.who(act.seat), sums=_sums(before, act))
        return super().told(before, act)

    def opened_words(self, before: ManaView, act: Open) -> Message:
        assert isinstance(act.choice, Invest)
        found, who = _summed(before, act.choice), before.who(act.seat)
        return (
            say("{who} {sums}.", who=who, sums=listing(found, ",")) if found else say("{who} changes nothing.", who=who)
        )

    def task(self, view: ManaView) -> Message:
        return say("Convert mana, give counters, set modalities.")

    def reason(self, view: ManaView) -> Message:
        return say("Counters lie where you put them before the Monuments are resolved.")


class Paying(Carrying[Pay]):
    """Each moves the counters as decided."""

    titles = {Phase.PAY: say("Move the counters")}
    acts = (Pay,)
    rule = "M-061"
    law = say("Each player moves the counters once, as was decided")
    wait = say("Yours lie right. Wait until the other counters are moved.")
    why = say("Both decisions are open.")
    asks = "M-061"

    def apply(self, state: ManaState, act: Pay) -> ManaState:
        table = state.table
        world = table.clans.with_tribe(act.seat, invested(table, act.seat))
        return changed(state, ("M-061", "M-069"), world=world, owed=put(table.owed, act.seat, False))

    def task(self, view: ManaView, seat: Seat) -> Message:
        return say("Move the counters on your trackers as you have decided.")

    def label(self, view: ManaView, act: Pay) -> Label:
        return Label(say("All counters are moved"), view_group(view, act.seat))

    def told(self, before: ManaView, act: Pay) -> Message:
        return say("{who} has moved the counters.", who=before.who(act.seat))


def _sums(view: ManaView, choice: Invest) -> Message:
    """A decision in sums."""
    found = _summed(view, choice)
    return say("{parts}", parts=listing(found, ",")) if found else say("nothing")


def _summed(view: ManaView, choice: Invest) -> list[Message]:
    """The sums of a decision, a verb each: "makes 1 shield", "assigns 2"."""
    found = list[Message]()
    made = [choice.tribe[index] + sum(choice.clan[index :: len(MADE)]) for index in range(len(MADE))]
    if any(made):
        counters = listing((Count(number, NOUNS[kind]) for kind, number in zip(MADE, made, strict=True) if number), ",")
        found.append(say("makes {counters}", counters=counters))
    if any(choice.assign):
        found.append(say("assigns {number}", number=sum(choice.assign)))
    if any(choice.bought):
        found.append(say("buys {counters}", counters=Count(sum(choice.bought), NOUNS["modality"])))
    families = view.table.clans.tribes[choice.seat].families
    turned = sum(each.mode != mode for each, mode in zip(families, choice.modes, strict=False))
    if turned:
        found.append(say("changes {number} {number?modality|modalities}", number=turned))
    return found


def _parts(view: ManaView, choice: Invest) -> Iterator[Message]:
    made = listing(
        (Count(number, NOUNS[kind]) for kind, number in zip(MADE, choice.tribe, strict=False) if number), ","
    )
    if made.values:
        yield say("the Tribe makes {counters}", counters=made)
    for position in PLACES:
        given = choice.assign[KINDS * (position - 1) : KINDS * position]
        got = listing(
            (Count(number, NOUNS[kind]) for kind, number in zip(COUNTERS, given, strict=False) if number), ","
        )
        if got.values:
            yield say("{counters} to Clan {position}", position=position, counters=got)
        own = choice.clan[len(MADE) * (position - 1) : len(MADE) * position]
        makes = listing((Count(number, NOUNS[kind]) for kind, number in zip(MADE, own, strict=False) if number), ",")
        if makes.values:
            yield say("Clan {position} makes {counters}", position=position, counters=makes)
    playset, families = view.table.clans_set, view.table.clans.tribes[choice.seat].families
    for family, number in zip(families, choice.bought, strict=False):
        if number:
            title = Name(playset.families[family.kind].title)
            yield say("{counters} on {family}", counters=Count(number, NOUNS["modality"]), family=title)
    if changes := mode_words(view, choice.seat, choice.modes):
        yield changes


def can_decide(playset: ClansPlayset, tribe: Tribe) -> bool:
    """Whether a Tribe has anything to convert, to assign or to set."""
    given = tribe.counters.total - (0 if playset.options.tribe_mana_assignable else tribe.counters.mana)
    rates, mana = playset.convert.tribe, tribe.counters.mana
    makes = any(getattr(rates, kind).mana <= mana and tribe_cap(playset, tribe, kind) != 0 for kind in MADE)
    buys = any(_can_buy(playset, clan, tribe.population) for clan in tribe.clans)
    return bool(given) or makes or buys or any(len(open_modes(playset, each)) > 1 for each in tribe.families)


def _can_buy(playset: ClansPlayset, clan: Clan, tribe_population: int) -> bool:
    """Whether the mana of a Clan is enough for anything within its caps: without population it makes none (B-19)."""
    rates, mana = playset.convert.clan, clan.counters.mana
    if any(getattr(rates, kind).mana <= mana and clan_cap(playset, clan, kind, tribe_population) != 0 for kind in MADE):
        return True
    has_families = bool(clan.families) and modality_cap(playset, clan, tribe_population) != 0
    return has_families and rates.modality.mana <= mana


def invested(table: Table, seat: Seat) -> Tribe:
    """The Tribe of a seat once it has moved its counters as it had decided."""
    choice = choice_of(table, seat)
    assert isinstance(choice, Invest)
    return paid(table.clans_set, table.clans.tribes[seat], choice)


def moves(before: Tribe, after: Tribe) -> bool:
    """Whether any counter lies elsewhere after than before: modalities alone are no piece of a tracker."""
    return counted(before) != counted(after)


def counted(tribe: Tribe) -> tuple[object, ...]:
    """All counters of a Tribe, tracker by tracker."""
    clans = ((clan.counters, tuple(each.counters for each in clan.families)) for clan in tribe.clans)
    return (tribe.counters, *clans)


def nothing_decided(seat: Seat, tribe: Tribe) -> Invest:
    """The decision that changes nothing; it does only where the Tribe tracker is empty."""
    return replace(whole(tribe), seat=seat)


def after_paying(state: ManaState) -> ManaState:
    """The state once all is moved."""
    first = state.table.clans_set.options.phase_order == "resolution_first"
    following = Phase.RESOLVE if first else Phase.CONFLICT
    return changed(state, state.table.why, phase=following, at=0, opened=NOBODY)
