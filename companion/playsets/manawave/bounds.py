"""The least and the most that a query, an amount or a store of mana can come to in any game with a playset.

Bounds are certain, not likely: what lies beyond them never happens, whoever plays. Where nothing certain is known, the
most is `NO_END`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Final, TypeAlias

import msgspec

from companion.games.manawave.data.effects import Amount, Condition, Effect
from companion.games.manawave.data.playset import POSITIONS, ClansPlayset, Initial, NexusPlayset, TileCard
from companion.playsets.core import Path

NO_END: Final = inf
Span: TypeAlias = tuple[float, float]
"""The least and the most."""
ANY: Final[Span] = (0, NO_END)
NONE: Final[Span] = (0, 0)


class Seat(msgspec.Struct, frozen=True):
    """Where effects stand: the card's path, and the spans of the queries there."""

    path: Path
    card: str
    """Its id."""
    spans: dict[str, Span]


def last_round(playset: ClansPlayset | NexusPlayset) -> int:
    """The last round that any game can have: until fewer cards are left than a round needs (M-103, M-271)."""
    least = playset.setup.end_when_pile_below
    return max(1, (most_cards(playset) - least) // 3 + 1)


def most_cards(playset: ClansPlayset | NexusPlayset) -> int:
    """The cards of the largest pile: of both players the two largest Factions; or all tiles."""
    if isinstance(playset, NexusPlayset):
        return sum(each.copies for each in playset.tile)
    sizes = sorted(
        (sum(each.copies for each in playset.family if each.faction == faction.id) for faction in playset.faction),
        reverse=True,
    )
    return 2 * sum(sizes[:2]) * playset.setup.pile_sets_per_player_faction


def clans_seats(playset: ClansPlayset) -> Iterator[tuple[Seat, Path, tuple[Effect, ...]]]:
    """Each list of effects of a playset with Clans, with its path and the spans of its card."""
    common = _clans_spans(playset)
    for index, clan in enumerate(playset.clan):
        spans = {**common, "families_adjacent_same_faction": NONE, "family_modality": NONE}
        yield Seat(("clan", index), clan.id, spans), ("clan", index, "effects"), clan.effects
    for index, family in enumerate(playset.family):
        for number, modality in enumerate(family.modality):
            own = {"families_in_clan": (1, common["families_in_clan"][1]), "family_modality": (modality.cost, NO_END)}
            path = ("family", index, "modality", number, "effects")
            yield Seat(("family", index), family.id, {**common, **own}), path, modality.effects


def _clans_spans(playset: ClansPlayset) -> dict[str, Span]:
    stain = ANY if _makes(playset, "soulstain") else NONE
    mana = ANY if _makes(playset, "mana") or _begins_with_mana(playset) else NONE
    most = min(playset.setup.max_families_per_clan, last_round(playset))
    columns = min(2, most)
    return {
        "round": (1, last_round(playset)),
        "clan_population": ANY,
        "opposing_population": ANY,
        "tribe_population": ANY,
        "families_in_clan": (0, most),
        "families_adjacent": (0, columns),
        "families_adjacent_same_faction": (0, columns),
        "soulstain": stain,
        "opposing_soulstain": stain,
        "clan_mana": mana,
        "tribe_mana": ANY if _makes(playset, "mana", ("tribe",)) else NONE,
        "family_modality": ANY,
        "opposing_attack": ANY,
    }


def _makes(playset: ClansPlayset, counter: str, targets: tuple[str, ...] = ()) -> bool:
    """Whether any card of a playset adds such counters (to one of these)."""
    return any(
        each.op == "add" and each.counter == counter and (not targets or each.to in targets) and each.amount != 0
        for each in all_effects(playset)
    )


def all_effects(playset: ClansPlayset) -> Iterator[Effect]:
    """Every effect of a playset with Clans."""
    for clan in playset.clan:
        yield from clan.effects
    for family in playset.family:
        for modality in family.modality:
            yield from modality.effects


def initials(playset: ClansPlayset) -> tuple[Initial, ...]:
    """Everything that a Family may bring with it."""
    own = (each.initial for each in playset.family if each.initial is not None)
    return (playset.setup.family_initial, playset.setup.family_initial_same_pick, *own)


def _begins_with_mana(playset: ClansPlayset) -> bool:
    return bool(playset.setup.clan_initial.mana or any(each.mana for each in initials(playset)))


def most_mana(playset: ClansPlayset) -> float:
    """More than this a Tribe has not had to spend on Modality counters by the last round but one, in any game.

    A modality that is set in the last round does nothing any more (M-072).
    """
    spans = {id(effects): seat.spans for seat, _, effects in clans_seats(playset)}

    def of(effects: tuple[Effect, ...]) -> float:
        reach = {"adjacent_clans": 2, "all_clans": POSITIONS}
        return sum(
            amount_span(each, spans[id(effects)])[1] * reach.get(each.to, 1)
            for each in effects
            if each.op == "add" and each.counter == "mana"
        )

    family = max((of(mode.effects) for each in playset.family for mode in each.modality), default=0.0)
    clans = sum(of(each.effects) for each in playset.clan)
    brought = max(each.mana for each in initials(playset))
    total = float(POSITIONS * playset.setup.clan_initial.mana)
    for number in range(1, last_round(playset)):
        # What the other Tribe's cards give it counts too: as many as its own.
        total += brought + 2 * (number * family + clans)
    return total


def nexus_seats(playset: NexusPlayset) -> Iterator[tuple[Seat, Path, tuple[Effect, ...]]]:
    """Each list of effects of a playset with tiles, with its path and the spans of its tile."""
    start, board = playset.board.strength_start, playset.board
    makes_stain = any(
        each.op == "add" and each.counter == "soulstain" for tile in playset.tile for each in tile.on_wave
    )
    has_tribe = any(_is_tribe(each) for each in playset.tile)
    common: dict[str, Span] = {
        "strength": (start + 1, start + last_round(playset)),
        "own_population": ANY if has_tribe else NONE,
        "opposing_population": ANY if has_tribe else NONE,
        "soulstain": ANY if makes_stain else NONE,
        "tiles_on_line": (1, board.max_rows),
        "row": (1, board.max_rows),
    }
    for index, tile in enumerate(playset.tile):
        spans = {**common, "self_population": ANY if _is_tribe(tile) else NONE}
        yield Seat(("tile", index), tile.id, spans), ("tile", index, "on_wave"), tile.on_wave


def _is_tribe(tile: TileCard) -> bool:
    return tile.type == "tribe"


def amount_span(effect: Effect, spans: dict[str, Span]) -> Span:
    """The least and the most that an effect adds or takes away where it does anything."""
    amount = effect.amount
    if isinstance(amount, int):
        return amount, amount
    shared = [_shared(amount, each) for each in spans.get(amount.per, NONE)] if amount.per else [0.0]
    per = [_times(amount.times, each) for each in shared]
    less = [_times(amount.less_times, each) for each in (spans.get(amount.less_per, NONE) if amount.less_per else NONE)]
    most = NO_END if amount.max is None else amount.max
    low, high = amount.base + min(per) - max(less), amount.base + max(per) - min(less)
    return min(most, max(amount.min, low)), min(most, max(amount.min, high))


def _shared(amount: Amount, value: float) -> float:
    if value == NO_END:
        return NO_END
    return -(-value // amount.div) if amount.round == "up" else value // amount.div


def _times(factor: int, value: float) -> float:
    """The product; nothing times no end is nothing."""
    return factor * value if factor else 0.0


def can_hold(conditions: Iterable[Condition], spans: dict[str, Span]) -> Condition | None:
    """The first condition that cannot hold beside those before it; None where all may hold at once."""
    known = dict(spans)
    for each in conditions:
        span = known.get(each.query, ANY)
        if each.other:
            if not _may_compare(each.cmp, span, known.get(each.other, ANY), each.query == each.other):
                return each
            continue
        low, high = _narrowed(span, each.cmp, each.value or 0)
        if low > high:
            return each
        known[each.query] = (low, high)
    return None


def always_holds(condition: Condition, spans: dict[str, Span]) -> bool:
    """Whether a condition says nothing, because it holds in every game."""
    span = spans.get(condition.query, ANY)
    return not condition.other and _narrowed(span, condition.cmp, condition.value or 0) == span


def _narrowed(span: Span, cmp: str, value: int) -> Span:
    """What is left of a span of whole numbers."""
    low, high = span
    match cmp:
        case ">=":
            return max(low, value), high
        case ">":
            return max(low, value + 1), high
        case "<=":
            return low, min(high, value)
        case "<":
            return low, min(high, value - 1)
    return max(low, value), min(high, value)


def _may_compare(cmp: str, one: Span, other: Span, is_same: bool) -> bool:
    if is_same:
        return cmp in (">=", "<=", "==")
    match cmp:
        case ">=":
            return one[1] >= other[0]
        case ">":
            return one[1] > other[0]
        case "<=":
            return one[0] <= other[1]
        case "<":
            return one[0] < other[1]
    return one[0] <= other[1] and other[0] <= one[1]
