"""Counter placement and purchases: what a seat may decide, what it costs, and what comes of it. Ledger: M-060 to M-073.

The order inside the phase is fixed (M-069): the Tribe converts, every counter of its tracker is assigned, the Clans
convert, Modality counters are bought, modalities are set. Plans are legal as they stand; any other decision is as legal
(`Invest.is_open`).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, Literal, TypeAlias

from msgspec.structs import astuple, replace

from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import COUNTERS, MADE, NOUNS, Bought, Made
from companion.games.manawave.data.playset import ClanRates, ClansPlayset, Rate, TribeRates
from companion.games.manawave.state.acts import Invest
from companion.games.manawave.state.model import NO_COUNTERS, PLACES, Clan, Counters, Family, Tribe
from companion.language.message import Message, say
from companion.language.values import Name

_CLAN_RULES: Final[dict[str, RuleId]] = {"attack": "M-063", "shield": "M-064", "growth": "M-067"}
_TRIBE_RULES: Final[dict[str, RuleId]] = {"attack": "M-065", "shield": "M-066", "growth": "M-067"}
"""By which rules a Clan and a Tribe convert into each."""


def whole(tribe: Tribe, seat: Seat) -> Invest:
    """A decision in which nothing is decided yet, of the right shape."""
    made, assigned, converted, families, _ = ((0,) * length for length in _lengths(tribe))
    return Invest(seat, made, assigned, converted, families, tuple(each.mode for each in tribe.families))


def worked_off(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Tribe:
    """The Tribe after a decision that may leave counters unassigned. Raises `IllegalAction`, naming the rule."""
    fields = (act.tribe, act.assign, act.clan, act.bought, act.modes)
    numbers = [number for field in fields for number in field]
    if [*map(len, fields)] != _lengths(tribe) or {*map(type, numbers)} != {int} or min(numbers) < 0:
        raise IllegalAction("M-060", say("This does not fit the Clans as they stand. Look at them, and decide anew."))
    left, clans = _tribe_converts(playset, tribe, act.tribe), list(tribe.clans)
    for index, position in enumerate(PLACES):
        if any(given := act.given(position)):
            left = Counters(*map(operator.sub, astuple(left), given))
            clans[index] = replace(clans[index], counters=clans[index].counters.and_(Counters(*given)))
    if min(astuple(left)) < 0:
        kind = next(each for each in COUNTERS if left.of(each) < 0)
        words = say("{counter:capital}: more is assigned than lies in the Tribe tracker.", counter=NOUNS[kind])
        raise IllegalAction("M-061", words)
    if not playset.options.tribe_mana_assignable and any(act.given(each)[0] for each in PLACES):
        raise IllegalAction("M-061", say("In this game the Tribe's mana is not assigned: it stays in its tracker."))
    more = iter(act.bought)
    for index, clan in enumerate(clans):
        made, bought = act.made(index + 1), tuple(islice(more, len(clan.families)))
        if any(made) or any(bought):
            clans[index] = _clan_converts(playset, clan, index + 1, made, bought, tribe.population)
    return set_modes(playset, replace(tribe, clans=tuple(clans), counters=left), act.modes)


def paid(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Tribe:
    """The Tribe after a whole decision. Raises `IllegalAction`, naming the rule that it is against (M-061 to M-071)."""
    after = worked_off(playset, tribe, act)
    left = after.counters
    stays = Counters(mana=left.mana) if not playset.options.tribe_mana_assignable else NO_COUNTERS
    if left != stays:
        kind = next(each for each in COUNTERS if left.of(each) != stays.of(each))
        words = say("{counter:capital}: some lies in the Tribe tracker still. Assign all of it.", counter=NOUNS[kind])
        raise IllegalAction("M-061", words)
    return after


def set_modes(playset: ClansPlayset, tribe: Tribe, modes: Sequence[int]) -> Tribe:
    """The Tribe with its Families in these modalities. Raises `IllegalAction` where a cost is not covered (M-071)."""
    families = tribe.families
    if len(modes) != len(families):
        raise IllegalAction("M-071", say("Each Family has one modality. Look at the columns again, and choose anew."))
    turned = [each for each in zip(families, modes, strict=True) if each[0].mode != each[1]]
    if not turned:
        return tribe
    for family, mode in turned:
        check_mode(playset, family, mode)
    now = iter(modes)
    columns = (tuple([replace(each, mode=next(now)) for each in clan.families]) for clan in tribe.clans)
    clans = tuple([clan.with_families(column) for clan, column in zip(tribe.clans, columns, strict=True)])
    return replace(tribe, clans=clans)


def check_mode(playset: ClansPlayset, family: Family, mode: int, rule: RuleId = "M-071") -> None:
    """Return nothing; raise `IllegalAction` where a Family cannot be in that modality."""
    card = playset.families[family.kind]
    if not 0 <= mode < len(card.modality):
        raise IllegalAction(rule, say("{family} has no such modality.", family=Name(card.title)))
    cost = card.modality[mode].cost
    if cost > family.counters:
        text = say(
            "Modality {mode} of {family} costs {cost}, and {counters} lie on it.",
            family=Name(card.title),
            mode=mode,
            cost=cost,
            counters=family.counters,
        )
        raise IllegalAction(rule, text)


def open_modes(playset: ClansPlayset, family: Family) -> tuple[int, ...]:
    """The modalities in which a Family may be (M-043, M-071)."""
    modality = playset.families[family.kind].modality
    return tuple([mode for mode, each in enumerate(modality) if each.cost <= family.counters])


def clan_cap(playset: ClansPlayset, clan: Clan, kind: Bought, tribe_population: int) -> int | None:
    """How many counters of a kind a Clan may get in this phase; None where nothing limits it but its mana."""
    has = clan.counters.of(kind) if kind != "modality" else sum([each.counters for each in clan.families])
    return _cap(playset, playset.convert.clan.of(kind), clan.population, tribe_population, has)


def tribe_cap(playset: ClansPlayset, tribe: Tribe, kind: Made) -> int | None:
    """The same for a Tribe."""
    return _cap(playset, playset.convert.tribe.of(kind), tribe.population, tribe.population, tribe.counters.of(kind))


def _cap(playset: ClansPlayset, rate: Rate, clan: int, tribe: int, has: int) -> int | None:
    if rate.cap == "none":
        return None
    cap = clan if rate.cap == "clan_population" else tribe
    return max(0, cap - has) if playset.options.cap_counts_existing else cap


def _lengths(tribe: Tribe) -> list[int]:
    """How many numbers a decision has in each field."""
    places, families = len(PLACES), len(tribe.families)
    return [len(MADE), len(COUNTERS) * places, len(MADE) * places, families, families]


def _tribe_converts(playset: ClansPlayset, tribe: Tribe, made: Sequence[int]) -> Counters:
    """The counters in the tracker of a Tribe after what it converts."""
    if not any(made):
        return tribe.counters
    caps = [tribe_cap(playset, tribe, kind) for kind in MADE]
    who, where = say("The Tribe"), say("the Tribe tracker")
    counters, mana = _converted(playset.convert.tribe, tribe.counters, zip(MADE, made, caps, strict=True), who, where)
    return counters.plus("mana", -mana)


def _clan_converts(
    playset: ClansPlayset, clan: Clan, position: int, made: Sequence[int], bought: Sequence[int], everybody: int
) -> Clan:
    """A Clan after its conversions and purchases, of a Tribe of so many."""
    rates, where, many = playset.convert.clan, say("Clan {position}", position=position), sum(bought)
    caps = [clan_cap(playset, clan, kind, everybody) for kind in MADE]
    counters, mana = _converted(rates, clan.counters, zip(MADE, made, caps, strict=True), where, where)
    cap = clan_cap(playset, clan, "modality", everybody)
    if cap is not None and many > cap:
        words = say("{clan} may buy {cap} Modality counters at most now.", clan=where, cap=cap)
        raise IllegalAction("M-070", words)
    mana += many * rates.modality.mana
    if mana > clan.counters.mana:
        raise _too_dear("M-070", clan.counters.mana, where)
    families = zip(clan.families, bought, strict=True)
    more = tuple(replace(each, counters=each.counters + number) for each, number in families)
    return replace(clan.with_families(more), counters=counters.plus("mana", -mana))


def _converted(
    rates: ClanRates | TribeRates,
    lies: Counters,
    made: Iterable[tuple[Made, int, int | None]],
    who: Message,
    where: Message,
) -> tuple[Counters, int]:
    """The counters with what is made of each kind, by number and cap; and how much mana it takes."""
    counters, mana, rules = lies, 0, _TRIBE_RULES if isinstance(rates, TribeRates) else _CLAN_RULES
    for kind, number, cap in made:
        if not number:
            continue
        rule = rules[kind]
        if cap is not None and number > cap:
            counter = NOUNS[kind]
            words = say("{who} may convert mana into {cap} {counter} at most now.", who=who, cap=cap, counter=counter)
            raise IllegalAction(rule, words)
        mana += number * rates.of(kind).mana
        if mana > lies.mana:
            raise _too_dear(rule, lies.mana, where)
        counters = counters.plus(kind, number)
    return counters, mana


def _too_dear(rule: RuleId, mana: int, where: Message) -> IllegalAction:
    return IllegalAction(rule, say("That costs more mana than there is: {mana} in {where}.", mana=mana, where=where))


# --- sensible ways to decide, as examples ---


Style: TypeAlias = Literal["keep", "attack", "shield", "growth", "both", "modality"]
STYLES: Final[tuple[Style, ...]] = ("keep", "attack", "shield", "growth", "both", "modality")
"""What a Tribe spends its mana on: nothing, one kind of counter, attack and shield, or Modality counters."""


@lru_cache(maxsize=64)  # asked for several times an act
def plans(playset: ClansPlayset, tribe: Tribe, seat: Seat) -> tuple[Invest, ...]:
    """Examples of what a seat may decide, each once, the one that spends nothing first."""
    targets = PLACES if tribe.counters.total else PLACES[:1]
    every = dict.fromkeys(plan(playset, tribe, seat, style, target) for style in STYLES for target in targets)
    if len(every) == 1:  # each Family is in its dearest modality: then the others are what there is to choose
        every |= dict.fromkeys(_in_other_modes(playset, tribe, *every))
    return tuple(every)


def _in_other_modes(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Iterator[Invest]:
    """The same decision with one Family in another modality that its counters cover."""
    for index, family in enumerate(tribe.families):
        for mode in open_modes(playset, family):
            yield act.with_number("modes", index, mode)


def plan(playset: ClansPlayset, tribe: Tribe, seat: Seat, style: Style, target: int) -> Invest:
    """The decision that gives all counters of the Tribe tracker to one Clan and spends mana in this style."""
    given = tribe.counters
    if not playset.options.tribe_mana_assignable:
        given = replace(given, mana=0)
    assign, made, bought, modes = list[int](), list[int](), list[int](), list[int]()
    for position in PLACES:
        here = given if position == target else NO_COUNTERS
        assign += [here.of(kind) for kind in COUNTERS]
        clan = tribe.at(position)
        clan = replace(clan, counters=clan.counters.and_(here))
        made += _makes(playset, clan, style, tribe.population)
        more = _bought(playset, clan, tribe.population) if style == "modality" else (0,) * len(clan.families)
        bought += more
        modes += [
            each.mode if style == "keep" else highest(playset, replace(each, counters=each.counters + number))
            for each, number in zip(clan.families, more, strict=True)
        ]
    return Invest(seat, (0,) * len(MADE), tuple(assign), tuple(made), tuple(bought), tuple(modes))


def highest(playset: ClansPlayset, family: Family) -> int:
    """The dearest modality in which a Family may be."""
    modality = playset.families[family.kind].modality
    return max(open_modes(playset, family), key=lambda mode: (modality[mode].cost, mode), default=family.mode)


def _makes(playset: ClansPlayset, clan: Clan, style: Style, tribe_population: int) -> tuple[int, ...]:
    """How much a Clan makes of each kind, as far as its mana and its caps go."""
    made, mana = dict.fromkeys(MADE, 0), clan.counters.mana
    kinds: tuple[Made, ...] = ("attack", "shield") if style == "both" else tuple(each for each in MADE if each == style)
    for index, kind in enumerate(kinds):
        rate = playset.convert.clan.of(kind)
        if rate.mana <= 0:
            continue
        share = mana // (len(kinds) - index)
        cap = clan_cap(playset, clan, kind, tribe_population)
        made[kind] = share // rate.mana if cap is None else min(cap, share // rate.mana)
        mana -= made[kind] * rate.mana
    return tuple(made[kind] for kind in MADE)


def _bought(playset: ClansPlayset, clan: Clan, tribe_population: int) -> tuple[int, ...]:
    """Modality counters for the one Family whose next modality is the cheapest that the Clan can pay."""
    price, mana = playset.convert.clan.modality.mana, clan.counters.mana
    lacks = [_lacking(playset, each) for each in clan.families]
    cap = clan_cap(playset, clan, "modality", tribe_population)
    payable = [each for each in lacks if each and each * price <= mana and (cap is None or each <= cap)]
    if not payable or price <= 0:
        return (0,) * len(lacks)
    first = lacks.index(min(payable))
    return tuple(number if index == first else 0 for index, number in enumerate(lacks))


def _lacking(playset: ClansPlayset, family: Family) -> int:
    """How many counters a Family lacks for its next modality; 0 where it has them all."""
    costs = [each.cost for each in playset.families[family.kind].modality if each.cost > family.counters]
    return min(costs) - family.counters if costs else 0
