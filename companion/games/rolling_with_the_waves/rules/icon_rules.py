"""On which icons of a mini board dice may lie: the next one, and all of them (R-051 to R-057)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import TypeAlias

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.state import charts, records
from companion.games.rolling_with_the_waves.state.records import BURY_ICONS, CHEST_OF, WRITING, Icon, Whole
from companion.language.message import say

Alike: TypeAlias = tuple[tuple[int, int], ...]
"""The places of dice that show the same, of which nobody knows which is which, in pairs."""
EXAMPLES = 12
"""Ways in which the dice of a board may lie that are listed: there are hundreds."""


def open_icons(whole: Whole, seat: Seat, on: Sequence[Icon | None]) -> tuple[Icon, ...]:
    """The icons on which a seat may lay its next die, where the ones before lie so (R-051 to R-057)."""
    return _open(whole.maps[seat], whole.setup, len(whole.nests[seat]), tuple(on))


@lru_cache(maxsize=256)
def _open(chart: records.Chart, setup: records.Setup, dice: int, on: tuple[Icon | None, ...]) -> tuple[Icon, ...]:
    """The same where so many dice were drafted."""
    known = [icon for icon in on if icon is not None]
    for icon in known:
        if icon in BURY_ICONS:
            return (icon,)
    takes = charts.rooms(chart, setup)
    if setup.allocate_to_full:
        takes = tuple(icon for icon in WRITING if not _is_buried(chart, icon))
    fit = tuple(icon for icon in takes if icon not in known)
    if len(on) + len(fit) < dice and len(fit) < dice:
        # Only where a host's corrections have left too few: the die is then wasted.
        fit = tuple(icon for icon in WRITING if icon not in known)
    return fit if known else (*fit, *(icon for icon in BURY_ICONS if charts.has_room(chart, setup, icon)))


def _is_buried(chart: records.Chart, icon: Icon) -> bool:
    return icon in CHEST_OF and chart.buried[CHEST_OF[icon]]


def ways(whole: Whole, seat: Seat, on: Sequence[Icon | None], alike: Alike = ()) -> tuple[tuple[Icon, ...], ...]:
    """Every way in which the dice of a mini board may lie, as far as it is known."""
    return _ways(_open(whole.maps[seat], whole.setup, len(on), ()), tuple(on), alike)


@lru_cache(maxsize=32)  # some have 500
def _ways(first: tuple[Icon, ...], on: tuple[Icon | None, ...], alike: Alike) -> tuple[tuple[Icon, ...], ...]:
    """The same, where a first die may be laid so; of dice that are alike the one that lies further left comes first."""
    spread = [icon for icon in first if icon not in BURY_ICONS]
    known = [icon for icon in on if icon is not None]
    found = list[tuple[Icon, ...]]()
    if len(known) == len(set(known)) and set(known) <= set(spread):
        found += _filled(on, spread)
    found += [(icon,) * len(on) for icon in first if icon in BURY_ICONS and set(known) <= {icon}]
    if not found:  # a host's corrections have left none: other dice lie on any free icon
        found += _filled(on, WRITING)
    order = records.ICONS.index
    return tuple(way for way in found if all(order(way[one]) <= order(way[other]) for one, other in alike))


def _filled(on: Sequence[Icon | None], icons: Sequence[Icon]) -> Iterator[tuple[Icon, ...]]:
    """Every way in which what is known stays, and each other die lies on another one of these icons."""
    for way in permutations((icon for icon in icons if icon not in on), on.count(None)):
        rest = iter(way)
        yield tuple(next(rest) if icon is None else icon for icon in on) if len(way) < len(on) else way


def all_ways(whole: Whole, seat: Seat) -> tuple[tuple[Icon, ...], ...]:
    """Every way in which the dice of a mini board that lay behind the screen may lie, those known already in front.

    Dice that show the same are told apart by nobody: of them the one that lies further left comes first.
    """
    known, nest = whole.icons[seat], whole.nests[seat]
    on = (*known, *(None,) * (len(nest) - len(known)))
    alike = (pair for pair in combinations(range(len(nest)), 2) if nest[pair[0]] == nest[pair[1]])
    return ways(whole, seat, on, () if known else tuple(alike))


@lru_cache(maxsize=32)
def examples(of: tuple[tuple[Icon, ...], ...]) -> tuple[tuple[Icon, ...], ...]:
    """Some of these ways, the same ones for the same ways."""
    return tuple(random.Random(str(of)).sample(of, min(EXAMPLES, len(of))))


def refused_icon(whole: Whole, seat: Seat, on: Sequence[Icon | None], icon: Icon) -> IllegalAction:
    """Why a seat may not lay its next die there."""
    if icon not in records.ICONS:
        return IllegalAction("R-051", say("There is no such icon. Choose one of the mini board."))
    if (icon in BURY_ICONS and on) or any(each in BURY_ICONS for each in on):
        return IllegalAction("R-054", say("To bury a chest takes all three dice. Take them back, and lay them so."))
    if icon in on:
        return IllegalAction("R-051", say("A die lies there already, and an icon takes one. Choose another."))
    if icon in BURY_ICONS and not _is_buried(whole.maps[seat], icon):
        return IllegalAction("R-092", say("That chest is empty, and only one with a value can be buried."))
    if icon in BURY_ICONS:
        return IllegalAction("R-094", say("That chest is buried already. Choose another icon."))
    if _is_buried(whole.maps[seat], icon):
        return IllegalAction("R-056", say("That chest is buried: nothing can be added. Choose another icon."))
    if icon == "raise" and not charts.has_room(whole.maps[seat], whole.setup, icon):
        return IllegalAction("R-057", say("Both squares of Raise Spirits are filled. Choose another icon."))
    return IllegalAction("R-057", say("No square is empty there. Choose another icon."))


def refused_board(whole: Whole, seat: Seat, icons: tuple[Icon, ...]) -> IllegalAction | None:
    """Why the dice of a mini board cannot lie so; None where they can."""
    if icons in all_ways(whole, seat):
        return None
    for place, icon in enumerate(icons):
        if icon not in open_icons(whole, seat, icons[:place]):
            return refused_icon(whole, seat, icons[:place], icon)
    words = say("Each of the dice that were drafted lies on an icon. Look at the mini board again.")
    return IllegalAction("R-050", words)
