"""What chance brings on average, and what it has brought: rolls that succeed, and floods that misfortunes ask for.

What somebody decides is no luck: energy that is spent on a die counts for nothing here, nor does a barrier.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.box import CALM, CONTROLLED, PENINSULAS
from companion.games.atlantis_rising.decks import renewed
from companion.games.atlantis_rising.effects import Effect
from companion.games.atlantis_rising.ground import number
from companion.games.atlantis_rising.model import PARTS, TEAM, Luck, Table
from companion.games.atlantis_rising.steps import Attempt

FACES: Final = (1, 2, 3, 4, 5, 6)
_ELSEWHERE: Final = 2
"""Floods for a depleted peninsula that is named (A-042)."""


@lru_cache(maxsize=64)
def chance(dice: int, wanted: int) -> int:
    """How likely so many dice, one or two, sum to at least what is wanted: in `PARTS` of one, and exact."""
    ways = sum(sum(faces) >= wanted for faces in product(FACES, repeat=dice))
    return int(ways * PARTS // len(FACES) ** dice)


def wanted(table: Table, attempt: Attempt) -> int:
    """What the dice of an action that are rolled now have to sum to for a success."""
    lying = [die for die in range(len(attempt.rollers)) if die not in attempt.rolls]
    sure = sum(attempt.bonus) + sum(attempt.values[die] + attempt.energy[die] for die in lying)
    wrath = table.wrath_value if len(attempt.rollers) > 1 else 0
    return number(table, attempt.rollers[0], attempt.place, attempt.space) - sure - wrath


def rolled(table: Table, attempt: Attempt, values: tuple[int, ...]) -> Table:
    """The table with this roll counted for all, and for each seat whose die was rolled."""
    need = wanted(table, attempt)
    share, came = chance(len(values), need), int(sum(values) >= need)
    fortune = list(table.fortune)
    for seat in {TEAM, *(attempt.rollers[die] for die in attempt.rolls)}:
        fortune[seat] = _more(fortune[seat], came, share)
    return replace(table, fortune=tuple(fortune))


def warned(table: Table, card: str) -> Table:
    """The table with the floods counted that a misfortune asks for, before it is drawn."""
    odds = _odds(table)
    floods = sum(many * asked_for(table, each) for each, many in odds.items())
    cards = sum(odds.values())
    share = (2 * PARTS * floods + cards) // (2 * cards)
    return replace(table, weather=_more(table.weather, asked_for(table, card), share))


def asked_for(table: Table, card: str) -> int:
    """How many floods a misfortune asks for now, whether or not a barrier stops one (A-038 to A-044)."""
    if card == CALM:
        return 0
    if card == CONTROLLED:
        return 1
    if card.startswith("basic_"):
        return _named(table, card.removeprefix("basic_"), 1)
    return _by_effect(table, table.setup.box.special[card].effect)


def _by_effect(table: Table, effect: Effect) -> int:
    times = table.setup.players if effect.who == "each" else 1
    if effect.op == "flood_choice":
        return times * effect.n
    return _named(table, effect.what, times * effect.n) if effect.op == "flood_peninsula" else 0


def _named(table: Table, peninsula: str, times: int) -> int:
    """Floods of a peninsula that is named so often, one after another: as long as it has tiles, one each."""
    names: tuple[str, ...] = PENINSULAS
    place = names.index(peninsula)
    direct = min(times, table.dry[place] + (place in table.barriers))
    return direct + _ELSEWHERE * (times - direct)


def _odds(table: Table) -> dict[str, int]:
    """Of each misfortune that may come next, in how many equally likely ways it does."""
    deck = table.misfortunes if table.misfortunes.count else renewed(table.misfortunes)
    known = deck.top[:1] or (() if deck.cards else deck.bottom[:1])
    return dict.fromkeys(known, 1) or dict(deck.cards)


def _more(luck: Luck, came: int, expected: int) -> Luck:
    return Luck(luck.tries + 1, luck.came + came, luck.expected + expected)
