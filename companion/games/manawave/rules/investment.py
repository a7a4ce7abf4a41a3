"""Counter Placement and Purchasing: decided in secret, opened together, then moved on the mat (M-060 to M-074)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.core import Seat
from companion.games.manawave.data.effects import COUNTERS, MADE, NOUNS, Bought, in_words
from companion.games.manawave.data.playset import ClansPlayset
from companion.games.manawave.rules import purchases
from companion.games.manawave.rules.monuments import next_in_order
from companion.games.manawave.rules.phase import Carrying, changed, choice_of
from companion.games.manawave.rules.secret import Secret, Unseen
from companion.games.manawave.rules.selection import mode_words
from companion.games.manawave.state.acts import Invest, Pay
from companion.games.manawave.state.model import BOTH, PLACES, Clan, Clans, ManaState, ManaView, Phase, Table, Tribe
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name


class Investing(Secret[Invest], phase=Phase.INVEST):
    """What to convert, where to put the Tribe's counters, which modalities to buy."""

    following = Phase.PAY

    def due(self, table: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in BOTH if can_decide(table.clans_set, table.clans.tribes[seat]))

    def examples(self, table: Table, seat: Seat) -> tuple[Invest, ...]:
        return purchases.plans(table.clans_set, table.clans.tribes[seat], seat)

    def check(self, table: Table, choice: Invest) -> None:
        purchases.paid(table.clans_set, table.clans.tribes[choice.seat], choice)

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

    def words(self, view: ManaView, choice: Invest) -> Message:
        if choice == choice.public():
            return say("conversions and purchases")
        parts = [*_parts(view, choice)]
        return say("{parts}", parts=listing(parts, ";")) if parts else say("nothing")

    def described(self, before: ManaView, act: Unseen) -> Message:
        """In the log in sums: where each counter goes stands on the boards."""
        if isinstance(act, Invest) and act != act.public():
            found = _summed(before, act)
            sums = say("{parts}", parts=listing(found, ",")) if found else say("nothing")
            return say("{who} has locked in: {sums}.", who=before.who(act.seat), sums=sums)
        return super().described(before, act)

    def opened_words(self, before: ManaView, choice: Invest) -> Message:
        found, who = _summed(before, choice), before.who(choice.seat)
        if not found:
            return say("{who} changes nothing.", who=who)
        return say("{who} {sums}.", who=who, sums=listing(found, ","))


class Paying(Carrying[Pay], phase=Phase.PAY):
    """Each moves the counters as decided."""

    def carried_out(self, table: Table, seat: Seat) -> Clans:
        return table.clans.with_tribe(seat, invested(table, seat))

    def comes_after(self, table: Table) -> Phase:
        return next_in_order(table)


def _summed(view: ManaView, choice: Invest) -> list[Message]:
    """The sums of a decision, a verb each: "makes 1 shield", "assigns 2"."""
    found = list[Message]()
    made = [choice.tribe[index] + sum(choice.clan[index :: len(MADE)]) for index in range(len(MADE))]
    if any(made):
        counters = in_words(zip(MADE, made, strict=True))
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
    made = in_words(zip(MADE, choice.tribe, strict=False))
    if made.values:
        yield say("the Tribe makes {counters}", counters=made)
    for position in PLACES:
        got = in_words(zip(COUNTERS, choice.given(position), strict=False))
        if got.values:
            yield say("{counters} to Clan {position}", position=position, counters=got)
        makes = in_words(zip(MADE, choice.made(position), strict=False))
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
    makes = any(rates.of(kind).mana <= mana and purchases.tribe_cap(playset, tribe, kind) != 0 for kind in MADE)
    buys = any(_can_buy(playset, clan, tribe.population) for clan in tribe.clans)
    return bool(given) or makes or buys or any(len(purchases.open_modes(playset, each)) > 1 for each in tribe.families)


def _can_buy(playset: ClansPlayset, clan: Clan, tribe_population: int) -> bool:
    """Whether the mana of a Clan is enough for anything within its caps: without population it makes none (B-19)."""
    kinds: tuple[Bought, ...] = (*MADE, "modality") if clan.families else MADE
    mana, rates = clan.counters.mana, playset.convert.clan
    payable = (kind for kind in kinds if rates.of(kind).mana <= mana)
    return any(purchases.clan_cap(playset, clan, kind, tribe_population) != 0 for kind in payable)


def invested(table: Table, seat: Seat) -> Tribe:
    """The Tribe of a seat once it has moved its counters as it had decided."""
    choice = choice_of(table, seat, Invest)
    return purchases.paid(table.clans_set, table.clans.tribes[seat], choice)


def moves(before: Tribe, after: Tribe) -> bool:
    """Whether any counter lies elsewhere after than before: modalities alone are no piece of a tracker."""
    one, other = (
        (tribe.counters, *((clan.counters, [each.counters for each in clan.families]) for clan in tribe.clans))
        for tribe in (before, after)
    )
    return one != other
