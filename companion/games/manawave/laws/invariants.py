"""The laws of Manawave's positions, written apart from the rules, from public knowledge alone: cards, rounds, phases.

Clans and Monuments are in `clan_laws`, tiles in `row_laws`, what is sealed and owed in `choice_laws`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from companion.games.core import RuleId
from companion.games.manawave.data.playset import OFFERED, ClansPlayset
from companion.games.manawave.laws import choice_laws, clan_laws, row_laws
from companion.games.manawave.laws.witness import SHOWN, TAKEN
from companion.games.manawave.state.acts import LETTERS, Choose, Found
from companion.games.manawave.state.model import BEGINNING, BOTH, CONFLICTS, PLACES, ManaState, Phase, Table
from companion.language.message import Message, say
from companion.language.values import Name

LAWS: Final[tuple[RuleId, ...]] = tuple(
    dict.fromkeys(
        (
            *("M-004", "M-014", "M-015", "M-020", "M-030", "M-031", "M-033", "M-050", "M-081", "M-090", "M-103"),
            *("M-122", "M-199", "M-200", "M-210", "M-211", "M-230", "M-271"),
            *clan_laws.LAWS,
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
    if not is_fit or not choice_laws.has_phase(is_clans, table.phase):
        return (say("Something lies there that belongs to the other state of the game (M-122)."),)
    of_world = clan_laws.broken(table) if is_clans else row_laws.broken(table)
    return (
        *_of_cards(table),
        *_of_choices(table),
        *_of_rounds(table),
        *_of_end(table),
        *_of_progress(table),
        *of_world,
        *choice_laws.broken(state),
    )


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
            yield say(
                "{card}: {there} are counted, but {made} are in the game ({rule}).",
                card=Name(table.setup.playset.titles().get(kind, kind)),
                there=there[kind],
                made=made[kind],
                rule=rule,
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
