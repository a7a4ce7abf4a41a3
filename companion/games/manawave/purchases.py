"""Counter placement and purchases: what a seat may decide, what it costs, and what comes of it. Ledger: M-060 to M-073.

The order inside the phase is fixed (M-069): the Tribe converts, every counter of its tracker is assigned, the Clans
convert, Modality counters are bought, modalities are set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.core import RuleId
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import Invest
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.model import NO_COUNTERS, PLACES, Clan, Counters, Family, Tribe
from companion.games.manawave.playset import ClansPlayset, Rate
from companion.language.message import Message, say
from companion.language.values import Name, Noun

Made: TypeAlias = Literal["attack", "shield", "growth"]
MADE: Final[tuple[Made, ...]] = ("attack", "shield", "growth")
"""What mana can be converted into (M-062)."""
MANA: Final = 0
"""The place of mana among the counters of an assignment."""
KINDS: Final = len(COUNTERS)
NOUNS: Final = {
    "mana": Noun("mana", "mana"),
    "attack": Noun("attack", "attack"),
    "shield": Noun("shield", "shield"),
    "sacrifice": Noun("sacrifice", "sacrifice"),
    "growth": Noun("growth", "growth"),
    "modality": Noun("Modality counter"),
    "population": Noun("population", "population"),
    "soulstain": Noun("Soulstain", "Soulstain"),
}
"""What is counted, in words."""
_RULES: Final[dict[str, tuple[RuleId, RuleId]]] = {
    "attack": ("M-063", "M-065"),
    "shield": ("M-064", "M-066"),
    "growth": ("M-067", "M-067"),
}
"""By which rules a Clan and a Tribe convert into each."""


class Ledger(msgspec.Struct, frozen=True):
    """What a decision has come to so far, and what of it a Clan or the Tribe may still do."""

    tribe: Tribe
    """With everything done that is decided."""
    left: Counters
    """In the Tribe tracker, still to be assigned."""


def whole(tribe: Tribe) -> Invest:
    """A decision in which nothing is decided yet, of the right shape; its seat is the first."""
    families = tribe.families
    return Invest(
        0,
        (0,) * len(MADE),
        (0,) * (KINDS * len(PLACES)),
        (0,) * (len(MADE) * len(PLACES)),
        (0,) * len(families),
        tuple(each.mode for each in families),
    )


def worked_off(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Ledger:
    """What comes of a decision that may leave counters unassigned. Raises `IllegalAction`, naming the rule."""
    _check_shape(tribe, act)
    counters = _converted_by_tribe(playset, tribe, act.tribe)
    clans, left = list(tribe.clans), counters
    for index in range(len(PLACES)):
        given = Counters(*act.assign[KINDS * index : KINDS * (index + 1)])
        left = _minus(left, given)
        clans[index] = replace(clans[index], counters=clans[index].counters.and_(given))
    for kind in COUNTERS:
        if left.of(kind) < 0:
            words = say("{counter:capital}: more is assigned than lies in the Tribe tracker.", counter=NOUNS[kind])
            raise IllegalAction("M-061", words)
    if not playset.options.tribe_mana_assignable and any(act.assign[MANA::KINDS]):
        raise IllegalAction("M-061", say("In this game the Tribe's mana is not assigned: it stays in its tracker."))
    first = 0
    for index, clan in enumerate(clans):
        here = len(clan.families)
        made = act.clan[len(MADE) * index : len(MADE) * (index + 1)]
        bought = act.bought[first : first + here]
        clans[index] = _of_clan(playset, clan, index + 1, made, bought, tribe.population)
        first += here
    after = replace(tribe, clans=tuple(clans), counters=left)
    return Ledger(set_modes(playset, after, act.modes), left)


def paid(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Tribe:
    """The Tribe after a whole decision. Raises `IllegalAction`, naming the rule that it is against (M-061 to M-071)."""
    ledger = worked_off(playset, tribe, act)
    stays = Counters(mana=ledger.left.mana) if not playset.options.tribe_mana_assignable else NO_COUNTERS
    if ledger.left != stays:
        kind = next(each for each in COUNTERS if ledger.left.of(each) != stays.of(each))
        words = say("{counter:capital}: some lies in the Tribe tracker still. Assign all of it.", counter=NOUNS[kind])
        raise IllegalAction("M-061", words)
    return ledger.tribe


def set_modes(playset: ClansPlayset, tribe: Tribe, modes: Sequence[int]) -> Tribe:
    """The Tribe with its Families in these modalities. Raises `IllegalAction` where a cost is not covered (M-071)."""
    families = tribe.families
    if len(modes) != len(families):
        raise IllegalAction("M-071", say("Each Family has one modality. Look at the columns again, and choose anew."))
    for family, mode in zip(families, modes, strict=True):
        if mode != family.mode:
            check_mode(playset, family, mode)
    clans, first = list[Clan](), 0
    for clan in tribe.clans:
        own = clan.families
        now = tuple(replace(each, mode=modes[first + index]) for index, each in enumerate(own))
        clans.append(clan.with_families(now))
        first += len(own)
    return replace(tribe, clans=tuple(clans))


def check_mode(playset: ClansPlayset, family: Family, mode: int, rule: RuleId = "M-071") -> None:
    """Return nothing; raise `IllegalAction` where a Family cannot be in that modality."""
    card = playset.families[family.kind]
    if not 0 <= mode < len(card.modality):
        raise IllegalAction(rule, say("{family} has no such modality.", family=Name(card.title)))
    cost = card.modality[mode].cost
    if cost > family.counters:
        raise IllegalAction(
            rule,
            say(
                "Modality {mode} of {family} costs {cost}, and {counters} lie on it.",
                mode=mode,
                family=Name(card.title),
                cost=cost,
                counters=family.counters,
            ),
        )


def open_modes(playset: ClansPlayset, family: Family) -> tuple[int, ...]:
    """The modalities in which a Family may be (M-043, M-071)."""
    modality = playset.families[family.kind].modality
    return tuple(mode for mode, each in enumerate(modality) if each.cost <= family.counters)


def clan_cap(playset: ClansPlayset, clan: Clan, kind: Made, tribe_population: int) -> int | None:
    """How many counters of a kind a Clan may convert in this phase; None where nothing limits it but its mana."""
    return _cap(playset, getattr(playset.convert.clan, kind), clan.population, tribe_population, clan.counters.of(kind))


def modality_cap(playset: ClansPlayset, clan: Clan, tribe_population: int) -> int | None:
    """How many Modality counters a Clan may buy in this phase; None where nothing limits it but its mana."""
    rate, has = playset.convert.clan.modality, sum(each.counters for each in clan.families)
    return _cap(playset, rate, clan.population, tribe_population, has)


def tribe_cap(playset: ClansPlayset, tribe: Tribe, kind: Made) -> int | None:
    """The same for a Tribe."""
    rate: Rate = getattr(playset.convert.tribe, kind)
    return _cap(playset, rate, tribe.population, tribe.population, tribe.counters.of(kind))


def _cap(playset: ClansPlayset, rate: Rate, clan: int, tribe: int, has: int) -> int | None:
    if rate.cap == "none":
        return None
    cap = clan if rate.cap == "clan_population" else tribe
    return max(0, cap - has) if playset.options.cap_counts_existing else cap


def _check_shape(tribe: Tribe, act: Invest) -> None:
    lengths = (len(MADE), KINDS * len(PLACES), len(MADE) * len(PLACES), len(tribe.families), len(tribe.families))
    numbers = (act.tribe, act.assign, act.clan, act.bought, act.modes)
    fits = all(len(each) == length for each, length in zip(numbers, lengths, strict=True))
    if not fits or any(type(number) is not int or number < 0 for each in numbers for number in each):
        raise IllegalAction("M-060", say("This does not fit the Clans as they stand. Look at them, and decide anew."))


def _converted_by_tribe(playset: ClansPlayset, tribe: Tribe, made: Sequence[int]) -> Counters:
    counters, mana = tribe.counters, 0
    for kind, number in zip(MADE, made, strict=True):
        cap, rule = tribe_cap(playset, tribe, kind), _RULES[kind][1]
        if cap is not None and number > cap:
            raise IllegalAction(
                rule,
                say(
                    "The Tribe may convert mana into {cap} {counter} at most now.",
                    cap=cap,
                    counter=NOUNS[kind],
                ),
            )
        mana += number * getattr(playset.convert.tribe, kind).mana
        if mana > tribe.counters.mana:
            raise _too_dear(rule, tribe.counters.mana, say("the Tribe tracker"))
        counters = counters.plus(kind, number)
    return counters.plus("mana", -mana)


def _of_clan(
    playset: ClansPlayset,
    clan: Clan,
    position: int,
    made: Sequence[int],
    bought: Sequence[int],
    tribe_population: int,
) -> Clan:
    """A Clan after its conversions and purchases."""
    where = say("Clan {position}", position=position)
    counters, mana = clan.counters, 0
    for kind, number in zip(MADE, made, strict=True):
        cap, rule = clan_cap(playset, clan, kind, tribe_population), _RULES[kind][0]
        if cap is not None and number > cap:
            raise IllegalAction(
                rule,
                say(
                    "{clan} may convert mana into {cap} {counter} at most now.",
                    clan=where,
                    cap=cap,
                    counter=NOUNS[kind],
                ),
            )
        mana += number * getattr(playset.convert.clan, kind).mana
        if mana > clan.counters.mana:
            raise _too_dear(rule, clan.counters.mana, where)
        counters = counters.plus(kind, number)
    cap = modality_cap(playset, clan, tribe_population)
    if cap is not None and sum(bought) > cap:
        raise IllegalAction("M-070", say("{clan} may buy {cap} Modality counters at most now.", clan=where, cap=cap))
    mana += sum(bought) * playset.convert.clan.modality.mana
    if mana > clan.counters.mana:
        raise _too_dear("M-070", clan.counters.mana, where)
    families = tuple(
        replace(each, counters=each.counters + more) for each, more in zip(clan.families, bought, strict=True)
    )
    return replace(clan.with_families(families), counters=counters.plus("mana", -mana))


def _too_dear(rule: RuleId, mana: int, where: Message) -> IllegalAction:
    return IllegalAction(rule, say("That costs more mana than there is: {mana} in {where}.", mana=mana, where=where))


def _minus(one: Counters, other: Counters) -> Counters:
    return Counters(*(getattr(one, kind) - getattr(other, kind) for kind in COUNTERS))
