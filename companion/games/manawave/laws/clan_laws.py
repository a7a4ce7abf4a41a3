"""The laws of Clans, Families and Monuments in a position, written apart from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.core import RuleId, Seat
from companion.games.manawave.data.effects import CLEARED, COUNTERS
from companion.games.manawave.data.playset import OFFERED
from companion.games.manawave.laws.choice_laws import are_covered, families_of
from companion.games.manawave.laws.witness import BETWEEN, too_many
from companion.games.manawave.state.model import BEGINNING, BOTH, PLACES, Clan, Phase, Table, Tribe
from companion.language.message import Message, say
from companion.language.values import Name

LAWS: Final[tuple[RuleId, ...]] = (
    *("M-001", "M-002", "M-003", "M-011", "M-012", "M-016", "M-032", "M-040", "M-053", "M-061", "M-070"),
    *("M-071", "M-092", "M-100"),
)
_WORKING: Final = frozenset((Phase.WAVE, Phase.INVEST, Phase.PAY))
"""Phases in which counters lie in the Tribe tracker."""


def broken(table: Table) -> Iterator[Message]:
    """The broken laws of a game with Clans."""
    yield from _of_factions(table)
    yield from _of_monuments(table)
    for seat in BOTH:
        tribe = table.clans.tribes[seat]
        if len(tribe.clans) != len(PLACES):
            yield say("Seat {seat} has not one Clan at each Monument (M-012).", seat=seat + 1)
            continue
        if table.phase in BEGINNING:
            if tribe != Tribe():
                yield say("Something of seat {seat} stands there before its Clans are placed (M-016).", seat=seat + 1)
            continue
        yield from _of_tribe(table, seat, tribe)
        yield from _of_families(table, seat, tribe)
        yield from _of_trackers(table, seat, tribe)


def _of_factions(table: Table) -> Iterator[Message]:
    found, number = table.clans.factions, len(table.clans.factions)
    is_whole = number == OFFERED or (table.phase is Phase.WORLD and number < OFFERED)
    if not is_whole or len(set(found)) < number or not set(found) <= set(table.clans_set.factions):
        yield say("The Factions revealed are not three different ones of the playset (M-001).")


def _of_monuments(table: Table) -> Iterator[Message]:
    world, known = table.clans, table.clans_set.monuments
    is_first, is_open = table.phase is Phase.WORLD, table.phase in BEGINNING
    laid, offers = world.monuments, [each for each in world.offers if each]
    named = [*laid, *offers]
    if len(set(named)) < len(named) or not set(named) <= set(known):
        yield say("A Monument lies there twice, or is none of the playset (M-002).")
        return
    ready = len(world.factions) == OFFERED
    if len(laid) > len(PLACES) or (len(laid) < len(PLACES) and not is_first) or (laid and not ready):
        yield say("There is not one Monument at each position (M-002).")
    if is_open and not all(known[each].default for each in laid):
        yield say("A Monument that is no Default lies there before the vetoes are open (M-002).")
    wanted = len(PLACES) if is_open else 0
    is_short = is_first and len(offers) < wanted and (not offers or len(laid) == len(PLACES))
    if (len(offers) != wanted and not is_short) or any(known[each].default for each in offers):
        yield say("There is not one Playset Monument beside each position while they may be vetoed (M-003).")
    replaced = sum(not known[each].default for each in laid)
    most = 1 if table.clans_set.options.veto == "one_at_random" else 2
    if not is_open and not 1 <= replaced <= most:
        yield say("{number} Playset Monuments have replaced a Default (M-014).", number=replaced)


def _of_tribe(table: Table, seat: Seat, tribe: Tribe) -> Iterator[Message]:
    chosen = set(tribe.factions)
    if len(tribe.factions) != 2 or len(chosen) != 2 or not chosen <= set(table.clans.factions):
        yield say("Seat {seat} has not two different Factions of the three (M-011).", seat=seat + 1)
    if sorted(clan.card for clan in tribe.clans) != sorted(table.clans_set.clans):
        yield say("Seat {seat} has not each of its Clans at one Monument (M-012).", seat=seat + 1)


def _of_families(table: Table, seat: Seat, tribe: Tribe) -> Iterator[Message]:
    """Each Family is a copy of a card that was revealed; one comes in each round (M-032, M-040)."""
    most = table.clans_set.setup.max_families_per_clan
    if any(len(clan.above) + len(clan.below) > most for clan in tribe.clans):
        yield say("A column of seat {seat} has more than {most} Families (M-040).", seat=seat + 1, most=most)
    families = families_of(tribe)
    is_laid = table.phase is Phase.ATTACH and not table.owed[seat]
    is_before = table.phase in BETWEEN - {Phase.START} or (table.phase is Phase.ATTACH and not is_laid)
    rounds = table.round - is_before
    if len(families) > rounds:
        yield say(
            "Seat {seat} has {number} Families after {rounds} placements (M-040).",
            seat=seat + 1,
            number=len(families),
            rounds=rounds,
        )
    for kind in too_many(table, seat, [each.kind for each in families], is_laid):
        card = Name(table.clans_set.titles().get(kind, kind))
        yield say("{card}: seat {seat} has more than were revealed (M-032).", card=card, seat=seat + 1)
    if any(each.counters < 0 for each in families):
        yield say("Fewer than no Modality counters lie on a Family of seat {seat} (M-070).", seat=seat + 1)
    if not are_covered(table.clans_set, families, [each.mode for each in families]):
        yield say("A Family of seat {seat} is in a modality that its counters do not cover (M-071).", seat=seat + 1)


def _of_trackers(table: Table, seat: Seat, tribe: Tribe) -> Iterator[Message]:
    """What is counted, and when it may lie where."""
    trackers = (tribe.counters, *(clan.counters for clan in tribe.clans))
    if any(clan.population < 0 for clan in tribe.clans):
        yield say("A population of seat {seat} is below 0 (M-092).", seat=seat + 1)
    if tribe.soulstain < 0 or any(getattr(each, kind) < 0 for each in trackers for kind in COUNTERS):
        yield say("A tracker of seat {seat} has fewer than no counters (M-053).", seat=seat + 1)
    options = table.clans_set.options
    stays = set[str]() if options.tribe_mana_assignable else {"mana"}
    if not options.mana_persists and table.phase in BETWEEN:
        stays = set()
    is_done = table.phase not in _WORKING or (table.phase is Phase.PAY and not table.owed[seat])
    if is_done and any(getattr(tribe.counters, kind) for kind in COUNTERS if kind not in stays):
        yield say("Counters lie in the Tribe tracker of seat {seat}, not assigned (M-061).", seat=seat + 1)
    if table.phase in BETWEEN:
        for position, clan in enumerate(tribe.clans, 1):
            if any(getattr(clan.counters, kind) > _begun(table, clan, kind) for kind in cleared_kinds(table)):
                yield say(
                    "Counters of the last round lie at Clan {position} of seat {seat} (M-100).",
                    position=position,
                    seat=seat + 1,
                )


def _begun(table: Table, clan: Clan, kind: str) -> int:
    """How many counters of a kind a Clan has before its first Consolidation (M-016)."""
    is_first = table.round - (table.phase is not Phase.START) < 1
    number: int = getattr(table.clans_set.setup.clan_initial, kind)
    return number if is_first and clan.card else 0


def cleared_kinds(table: Table) -> tuple[str, ...]:
    """The counters that a Consolidation takes away (M-100, B-09)."""
    return CLEARED if table.clans_set.options.mana_persists else ("mana", *CLEARED)
