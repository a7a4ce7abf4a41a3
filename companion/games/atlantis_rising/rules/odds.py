"""How likely a roll succeeds, exactly; what chance brings on average, and what it has brought.

Ledger: A-058 to A-067 (what is rolled and added), A-152 and A-154 (the Automaton), A-162 to A-165 (the number), A-171
(a Priest's second try). What somebody decides is no luck: energy that is spent on a die counts for nothing in what
chance has brought, nor does a barrier.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import BASIC, CALM, CONTROLLED, NUMBERED
from companion.games.atlantis_rising.data.effects import NO_EFFECT
from companion.games.atlantis_rising.rules.activation import does
from companion.games.atlantis_rising.rules.acts import Activate
from companion.games.atlantis_rising.state.changes import renewed
from companion.games.atlantis_rising.state.ground import able, number
from companion.games.atlantis_rising.state.model import PARTS, TEAM, Table
from companion.games.atlantis_rising.state.steps import Attempt

FACES: Final = (1, 2, 3, 4, 5, 6)
_ELSEWHERE: Final = 2
"""Floods for a depleted peninsula that is named (A-042)."""


class Odds(msgspec.Struct, frozen=True):
    """What a roll has to show, and how likely it does."""

    needed: int
    """What the dice that are still to be rolled have to show together, with nothing spent."""
    dice: int
    """How many of them are still to be rolled; none once all lie there."""
    plain: Fraction
    """With nothing spent."""
    helped: Fraction
    """With the energy that the rollers have for their dice, and their cards that add to a die."""
    energy: int
    """How much energy that takes: more of it would change nothing."""
    cards: int
    """How much those cards add."""
    is_twice: bool
    """Whether a Priest may have dice rolled once more, which is counted in."""


@lru_cache(maxsize=512)
def chance(needed: int, dice: int, is_twice: bool = False) -> Fraction:
    """How likely so many dice show at least that together; with `is_twice` any of them may be rolled once more."""
    rolls = list(product(FACES, repeat=dice))
    if not is_twice:
        return Fraction(sum(sum(roll) >= needed for roll in rolls), len(rolls))
    return sum((second_chance(needed, roll) for roll in rolls), Fraction(0)) / len(rolls)


def second_chance(needed: int, values: tuple[int, ...]) -> Fraction:
    """How likely dice that lie there reach that, where the best of them may be rolled once more after a failure."""
    if sum(values) >= needed:
        return Fraction(1)
    return max((chance(needed - sum(kept), len(values) - len(kept)) for kept in _kept(values)), default=Fraction(0))


def _kept(values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """What may be left lying while at least one die is rolled again."""
    for many in range(len(values)):
        yield from combinations(values, many)


def needed(table: Table, attempt: Attempt) -> int:
    """What the dice that are still to be rolled have to show together for a success, with nothing more spent."""
    lying = sum(each for die, each in enumerate(_shown(attempt)) if die not in attempt.rolls)
    wrath = table.wrath_value if attempt.is_double else 0
    return number(table, attempt.rollers[0], attempt.place, attempt.space) - wrath - sum(attempt.bonus) - lying


def _shown(attempt: Attempt) -> tuple[int, ...]:
    """What each die that lies there counts; one that is rolled again loses what was spent on it."""
    spent = attempt.energy or (0,) * len(attempt.values)
    return tuple(value + more for value, more in zip(attempt.values, spent, strict=True))


def odds_of(table: Table, attempt: Attempt) -> Odds:
    """The odds of an attempt as it stands: before its roll, before a second one, or with its dice lying there."""
    energy = sum(table.reserves[seat].energy for seat in set(attempt.rollers))
    cards = sum(die_plus(table, card) for seat in set(attempt.rollers) for card in table.hands[seat])
    is_twice = not attempt.is_rerolled and any(able(table, "reroll_once", attempt.place))
    need, dice, shown = needed(table, attempt), len(attempt.rolls), _shown(attempt)

    def likely(more: int) -> Fraction:
        if is_twice and not dice:
            return second_chance(need + sum(shown) - more, shown)
        return chance(need - more, dice, is_twice)

    helped = likely(energy + cards)
    least = next(each for each in range(energy + 1) if likely(each + cards) == helped)
    return Odds(need, dice, likely(0), helped, least, cards, is_twice)


def die_plus(table: Table, card: str) -> int:
    """What a library card adds to a die that lies there; 0 for any other."""
    effect = table.box.library[card].effect if card in table.box.library else NO_EFFECT
    return effect.n if effect.op == "die_plus" else 0


def attempt_of(table: Table, act: Activate) -> Attempt | None:
    """What an action would roll for; None where it rolls nothing."""
    after, _ = does(table, act)
    is_new = len(after.steps) > len(table.steps)
    return after.steps[-1] if is_new and isinstance(after.steps[-1], Attempt) else None


def percent(likely: Fraction) -> int:
    """In whole percent, rounded; 0 and 100 only for what cannot happen and for what is certain."""
    if likely in (0, 1):
        return int(likely * 100)
    return min(99, max(1, round(likely * 100)))


def rolled(table: Table, attempt: Attempt, values: tuple[int, ...]) -> Table:
    """The table with this roll counted for all, and for each seat whose die was rolled."""
    need = needed(table, attempt)
    share, came = int(chance(need, len(values)) * PARTS), int(sum(values) >= need)
    fortune = list(table.fortune)
    for seat in {TEAM, *(attempt.rollers[die] for die in attempt.rolls)}:
        fortune[seat] = fortune[seat].after(came, share)
    return replace(table, fortune=tuple(fortune))


def warned(table: Table, card: str) -> Table:
    """The table with the floods counted that a misfortune asks for, before it is drawn."""
    odds = _odds(table)
    floods = sum(many * asked_for(table, each) for each, many in odds.items())
    cards = sum(odds.values())
    share = (2 * PARTS * floods + cards) // (2 * cards)
    return replace(table, weather=table.weather.after(asked_for(table, card), share))


def asked_for(table: Table, card: str) -> int:
    """How many floods a misfortune asks for now, whether or not a barrier stops one (A-038 to A-044)."""
    if card == CALM:
        return 0
    if card == CONTROLLED:
        return 1
    if card in BASIC:
        return _named(table, BASIC[card], 1)
    effect = table.box.special[card].effect
    floods = effect.n * (table.players if effect.who == "each" else 1)
    if effect.op == "flood_choice":
        return floods
    return _named(table, NUMBERED[effect.what], floods) if effect.op == "flood_peninsula" else 0


def _named(table: Table, peninsula: int, times: int) -> int:
    """Floods of a peninsula that is named so often, one after another: as long as it has tiles, one each."""
    direct = min(times, table.dry[peninsula] + (peninsula in table.barriers))
    return direct + _ELSEWHERE * (times - direct)


def _odds(table: Table) -> dict[str, int]:
    """Of each misfortune that may come next, in how many equally likely ways it does."""
    deck = table.misfortunes if table.misfortunes.count else renewed(table.misfortunes)
    known = deck.top[:1] or (() if deck.cards else deck.bottom[:1])
    return dict.fromkeys(known, 1) or dict(deck.cards)
