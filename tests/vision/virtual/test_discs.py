"""Hands and coins that are counted by value: they leave what is right, and move as few as can be."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations

import pytest

from companion.table.expected import Content, ExpectedTable, ExpectedZone, InOrder, Pieces, Worth
from companion.table.seen import ZoneView, fits
from companion.table.world import LyingPiece
from tests.games.sealed_bid.layout import KIT, PIECES, layout_of
from tests.vision.fakes import FakeClock
from tests.vision.virtual.worlds import finish
from vision.virtual.hands import Manners
from vision.virtual.tabletop import Tabletop

LAYOUT = layout_of(3, coins=True)
FIVE, ONE = "gold:5", "gold:1"


def gold(number: int) -> Worth:
    return Worth((("gold", number),), (5, 1))


def table(**content: Content) -> ExpectedTable:
    named = {zone.replace("_", "."): each for zone, each in content.items()}
    return ExpectedTable(
        tuple(ExpectedZone(zone.zone, named.get(zone.zone, Pieces(()))) for zone in LAYOUT.zones if zone.lays != "")
    )


def top_of(clock: FakeClock, seed: int = 1) -> Tabletop:
    return Tabletop(LAYOUT, KIT, PIECES, clock, seed=seed, manners=Manners(sloppy_mm=2.0))


def purse(top: Tabletop, seat: int = 0) -> dict[int, LyingPiece]:
    area = LAYOUT.find(f"purse.{seat}")
    return {
        each.piece: each
        for each in top.lying()
        if area.x_mm <= each.x_mm < area.x_mm + area.width_mm and area.y_mm <= each.y_mm < area.y_mm + area.height_mm
    }


def kinds(top: Tabletop, seat: int = 0) -> Counter[str]:
    return Counter(each.kind for each in purse(top, seat).values())


@pytest.mark.parametrize(
    ("before", "number", "after"),
    [
        ((ONE,) * 3, 5, (ONE,) * 5),
        ((ONE,) * 5, 5, (ONE,) * 5),
        ((FIVE, ONE), 5, (FIVE,)),
        ((FIVE,), 3, (ONE,) * 3),
        ((FIVE, FIVE, ONE), 4, (ONE,) * 4),
    ],
)
def test_as_few_coins_as_can_be_come_and_go_and_the_others_are_not_touched(
    clock: FakeClock, before: tuple[str, ...], number: int, after: tuple[str, ...]
) -> None:
    top = top_of(clock)
    top.set_out(table(purse_0=Pieces(before)))
    lay = purse(top)
    top.lay(table(purse_0=gold(number)), None)
    finish(top, clock)
    assert kinds(top) == Counter(after)
    stays = {number: each for number, each in purse(top).items() if number in lay}
    assert all(lay[piece] == each for piece, each in stays.items())
    assert len(stays) == (Counter(before) & Counter(after)).total()


def test_a_coin_comes_to_the_first_free_place_where_one_was_taken_from_between(clock: FakeClock) -> None:
    top = top_of(clock)
    top.set_out(table(purse_0=gold(3)))
    first = min(purse(top).values(), key=lambda each: (each.y_mm, each.x_mm))
    top.move(first.piece, 560, 500)
    top.lay(table(purse_0=gold(3)), None)
    finish(top, clock)
    assert kinds(top) == {ONE: 3}
    top.lay(table(purse_0=gold(4)), None)
    finish(top, clock)
    assert all(
        math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) > 30
        for one, other in combinations(purse(top).values(), 2)
    )


@pytest.mark.parametrize("seed", range(3))
def test_through_many_sums_hands_never_run_out_of_coins_or_room(clock: FakeClock, seed: int) -> None:
    """Ones pile up where gold comes one by one: where there are too few, or no room, they are changed for fives."""
    rng, top = random.Random(seed), top_of(clock, seed)
    sums = [0, 0, 0]
    top.set_out(table())
    for _ in range(30):
        seat = rng.randrange(3)
        sums[seat] = max(0, min(20, sums[seat] + rng.choice((1, 1, 1, 2, 4, 6, -1))))
        top.lay(table(**{f"purse_{each}": gold(number) for each, number in enumerate(sums)}), None)
        finish(top, clock, 1.0)
        for each, number in enumerate(sums):
            seen = ZoneView(f"purse.{each}", tuple(sorted(kinds(top, each).elements())))
            assert fits(gold(number), seen), (sums, seen)
    assert sum((kinds(top, each) for each in range(3)), Counter()).total() == len(top.lying())


def test_cards_are_laid_in_the_order_that_is_asked_and_shifted_where_one_comes_first(clock: FakeClock) -> None:
    def row(*numbers: int) -> ExpectedTable:
        asked = tuple(f"card:{number}" for number in numbers)
        zones = table(won_1=Pieces(tuple(sorted(asked)))).zones
        places = {"won.1": (InOrder(asked),)}
        return ExpectedTable(
            tuple(ExpectedZone(each.zone, each.content, places=places.get(each.zone, ())) for each in zones)
        )

    def lie() -> list[str]:
        cards = [each for each in top.lying() if each.kind.startswith("card")]
        return [each.kind[-1] for each in sorted(cards, key=lambda each: each.x_mm)]

    top = top_of(clock)
    top.set_out(row(4, 2))
    assert lie() == ["4", "2"]
    top.lay(row(6, 4, 2), None)
    finish(top, clock)
    assert lie() == ["6", "4", "2"]
    top.lay(row(2, 6, 4), None)
    finish(top, clock)
    assert lie() == ["2", "6", "4"]
    # Each lies over the one to its left, so that the marker of each is seen.
    drawn = [each.kind[-1] for each in top.scene().upwards() if each.kind.startswith("card")]
    assert drawn == ["2", "6", "4"]
