"""The laws of Manawave's positions, written apart from the rules, from public knowledge alone: cards, phases, Clans.

Tiles are in `row_laws`, what is sealed and owed in `choice_laws`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Final

from msgspec import UNSET

from companion.games.core import RuleId, Seat
from companion.games.manawave.data.effects import CLEARED, COUNTERS
from companion.games.manawave.data.playset import OFFERED, ClansPlayset
from companion.games.manawave.laws import choice_laws, row_laws
from companion.games.manawave.laws.choice_laws import are_covered, families_of
from companion.games.manawave.laws.witness import BETWEEN, SHOWN, TAKEN, too_many
from companion.games.manawave.state.acts import LETTERS, Choose, Found
from companion.games.manawave.state.model import (
    BEGINNING,
    BOTH,
    CONFLICTS,
    PLACES,
    Clan,
    ManaState,
    Phase,
    Table,
    Tribe,
)
from companion.language.message import Message, say
from companion.language.values import Name

LAWS: Final[tuple[RuleId, ...]] = tuple(
    dict.fromkeys(
        (
            *("M-004", "M-014", "M-015", "M-020", "M-030", "M-031", "M-033", "M-050", "M-081", "M-090", "M-103"),
            *("M-122", "M-199", "M-200", "M-210", "M-211", "M-230", "M-271"),
            *("M-001", "M-002", "M-003", "M-011", "M-012", "M-016", "M-032", "M-040", "M-053", "M-061", "M-070"),
            *("M-071", "M-092", "M-100"),
            *row_laws.LAWS,
            *choice_laws.LAWS,
        )
    )
)
_ENDS: Final = {True: (Phase.RESOLVE, Phase.CONSOLIDATE), False: (Phase.PROCESS, Phase.CONSOLIDATE)}
"""Phases in which a game of each state can end."""
_AFTER_CONFLICT: Final = frozenset((Phase.RESOLVE, Phase.CONSOLIDATE, Phase.START))
"""Phases to which the last step of a conflict can lead."""


def violations(state: ManaState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id."""
    table, is_clans = state.table, state.table.is_clans
    is_fit = is_clans is isinstance(table.setup.playset, ClansPlayset)
    if not is_fit or choice_laws.rule_of(table, table.phase) == "M-122":
        return (say("Something lies there that belongs to the other state of the game (M-122)."),)
    of_world = _of_clans if is_clans else row_laws.broken
    laws = (_of_cards, _of_choices, _of_rounds, _of_end, _of_progress, of_world)
    return (*chain.from_iterable(law(table) for law in laws), *choice_laws.broken(state))


def _of_cards(table: Table) -> Iterator[Message]:
    """Every card of the pile is in it, among the Choices, or gone (M-015, M-033, M-199)."""
    rule = Name("M-015" if table.is_clans else "M-199")
    for pile in (table.pile, table.gone):
        kinds = [kind for kind, _ in pile]
        if kinds != sorted(set(kinds)) or any(number < 1 for _, number in pile):
            yield say("The pile, or what has gone, is not counted card by card ({rule}).", rule=rule)
    there = Counter(table.choices)
    for pile in (table.pile, table.gone):
        for kind, number in pile:
            there[kind] += number
    made = _made(table)
    for kind in sorted({*there, *made}):
        if there[kind] != made[kind]:
            card = Name(table.setup.playset.titles().get(kind, kind))
            yield say(
                "{card}: {there} are counted, but {made} are in the game ({rule}).",
                card=card,
                rule=rule,
                there=there[kind],
                made=made[kind],
            )


def _made(table: Table) -> Counter[str]:
    """What the pile was made of."""
    if not table.is_clans:
        return Counter({each.id: each.copies for each in table.nexus_set.tile})
    found = Counter[str]()
    sets = table.clans_set.setup.pile_sets_per_player_faction
    for tribe in table.clans.tribes:
        for family in table.clans_set.family:
            found[family.id] += sets * family.copies * (family.faction in tribe.factions)
    return found


def _of_choices(table: Table) -> Iterator[Message]:
    """Three cards lie open from the draw until both copies are laid, and each takes one of them."""
    rules = ("M-030", "M-031") if table.is_clans else ("M-210", "M-211")
    number = len(table.choices)
    if not (number < OFFERED if table.phase is Phase.DRAW else number == (OFFERED if table.phase in SHOWN else 0)):
        yield say("{number} cards lie open as Choices ({rule}).", number=number, rule=Name(rules[0]))
    wanted = len(BOTH) if table.phase in TAKEN else 0
    if len(table.picked) != wanted or not set(table.picked) <= set(table.choices):
        yield say("Somebody has taken a card that does not lie there ({rule}).", rule=Name(rules[1]))
    letters = [each.letter for each in table.opened if isinstance(each, Choose)]
    if any(letter not in LETTERS for letter in letters):
        yield say("Somebody has indicated none of the Choices ({rule}).", rule=Name(rules[1]))


def _of_rounds(table: Table) -> Iterator[Message]:
    """Three cards go in each round (M-030, M-033, M-210), and the counter says how many rounds have begun."""
    begins = 0 if table.is_clans else table.nexus_set.board.strength_start
    is_on = table.phase is Phase.DRAW or table.phase in SHOWN
    done, rule = table.round - begins - is_on, Name("M-020" if table.is_clans else "M-200")
    if table.is_clans and table.phase in BEGINNING and table.round:
        yield say("The counter says {number} before the first round (M-004).", number=table.round)
    if done < 0:
        yield say("The counter says {number}, fewer than rounds have begun ({rule}).", number=table.round, rule=rule)
    gone = sum(number for _, number in table.gone)
    if done >= 0 and gone != OFFERED * done:
        rule = Name("M-033" if table.is_clans else "M-210")
        yield say("{gone} cards have gone after {done} rounds ({rule}).", gone=gone, done=done, rule=rule)


def _of_end(table: Table) -> Iterator[Message]:
    """A game ends by a Monument, or before a round for which there are too few cards."""
    rule = Name("M-103" if table.is_clans else "M-271")
    is_short = sum(number for _, number in table.pile) < table.setup.playset.setup.end_when_pile_below
    if table.phase is Phase.START and is_short:
        yield say("A round begins with too few cards in the pile ({rule}).", rule=rule)
    if not table.ended:
        return
    if table.phase not in _ENDS[table.is_clans]:
        yield say("The game has ended where it cannot end (M-081).")
    elif table.phase is Phase.CONSOLIDATE and not is_short:
        yield say("The game has ended although there are cards for one more round ({rule}).", rule=rule)


def _of_progress(table: Table) -> Iterator[Message]:
    """The wave, or a conflict, is somewhere on its way, and nowhere outside its phase."""
    match table.phase:
        case Phase.SURVIVE | Phase.SETTLE:
            vetoes = {each.veto for each in table.opened if isinstance(each, Found)}
            allowed, rule = {0, *PLACES} - vetoes, "M-014"
        case Phase.WAVE | Phase.RESOLVE | Phase.CONFLICT:
            allowed, rule = {0, *PLACES}, "M-050"
        case Phase.PROCESS:
            spaces = {(each.line, each.row) for each in table.nexus.tiles}
            allowed, rule = set(range(len(spaces) + 1)), "M-230"
        case _:
            allowed, rule = {0}, "M-050" if table.is_clans else "M-230"
    if table.at not in allowed:
        yield say("The wave is at {place}, where it cannot be ({rule}).", place=table.at, rule=Name(rule))
    is_fought = table.phase is Phase.CONFLICT and table.at > 0
    if (table.step is not UNSET) is not is_fought or (is_fought and table.step not in CONFLICTS):
        yield say("A step of a conflict is counted outside it, or none within it (M-090).")
    if not set(table.hit) <= set(BOTH) or (table.hit and not is_fought and table.phase not in _AFTER_CONFLICT):
        yield say("A population is told to have changed where none has (M-090).")


# --- Clans, Families and Monuments ---


_WORKING: Final = frozenset((Phase.WAVE, Phase.INVEST, Phase.PAY))
"""Phases in which counters lie in the Tribe tracker."""


def _of_clans(table: Table) -> Iterator[Message]:
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
