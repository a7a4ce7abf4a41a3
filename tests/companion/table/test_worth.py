"""Discs that are counted by value: what fits a sum, what is on the way to it, and the fewest moves there."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from companion.table.expected import Content, Worth
from companion.table.seen import ZoneView, fits, is_on_the_way, kinds_in, show, too_many_and_missing
from companion.table.worth import fewest, parse_disc, sums_of

VALUES = (5, 1)


def worth(**sums: int) -> Worth:
    return Worth(tuple(sums.items()), VALUES)


def zone(*kinds: str, backs: int = 0, covered: bool = False) -> ZoneView:
    return ZoneView("tracker", tuple(sorted(kinds)), backs, covered)


def discs(name: str, *values: int) -> tuple[str, ...]:
    return tuple(f"{name}:{value}" for value in values)


def test_a_disc_is_named_by_all_before_its_value() -> None:
    assert parse_disc("attack:5", VALUES) == ("attack", 5)
    assert parse_disc("counter:attack:1", VALUES) == ("counter:attack", 1)
    for other in ("attack:2", "attack", "5", ":5", "attack:", "back"):
        assert parse_disc(other, VALUES) is None
    assert sums_of(("attack:5", "attack:1", "fire:1", "card"), VALUES) == {"attack": 6, "fire": 1}


def test_a_camera_is_shown_the_fewest_discs() -> None:
    assert [fewest(total, (10, 5, 1)) for total in (0, 4, 9, 17)] == [(), (1,) * 4, (5, 1, 1, 1, 1), (10, 5, 1, 1)]
    seen = show("tracker", Worth((("counter:attack", 7), ("fire", 0), ("mana", 1)), VALUES))
    assert seen == zone("counter:attack:5", "counter:attack:1", "counter:attack:1", "mana:1")
    assert kinds_in(worth(attack=4, fire=5)) == {"attack:1", "fire:1", "fire:5"}


@pytest.mark.parametrize(
    ("seen", "is_right"),
    [
        (zone(*discs("attack", 5), *discs("fire", 1)), True),
        (zone(*discs("attack", 1, 1, 1, 1, 1), *discs("fire", 1)), True),
        (zone(*discs("attack", 1, 1, 1, 1), *discs("fire", 1)), False),
        (zone(*discs("attack", 5, 1), *discs("fire", 1)), False),
        (zone(*discs("attack", 5)), False),
        (zone(*discs("attack", 5), *discs("fire", 1), *discs("mana", 1)), False),
        (zone(*discs("attack", 5), *discs("fire", 1), "card"), False),
        (zone(*discs("attack", 5), *discs("fire", 1), backs=1), False),
        # Where something hides a part, more may lie there, but never less than is seen.
        (zone(*discs("attack", 1, 1), covered=True), True),
        (zone(covered=True), True),
        (zone(*discs("attack", 5, 1), covered=True), False),
        (zone(*discs("mana", 1), covered=True), False),
        (zone("card", covered=True), False),
        (zone(backs=1, covered=True), False),
    ],
)
def test_any_discs_with_the_right_sums_fit_and_no_others(seen: ZoneView, is_right: bool) -> None:
    assert fits(worth(attack=5, fire=1, smoke=0), seen) is is_right


@pytest.mark.parametrize(
    ("there", "total", "taken", "laid"),
    [
        ((5,), 5, (), ()),
        ((1,) * 5, 5, (), ()),
        ((1, 1, 1), 5, (), (1, 1)),
        ((5,), 3, (5,), (1, 1, 1)),
        ((5, 1), 5, (1,), ()),
        ((5, 1, 1), 1, (5, 1), ()),
        ((1, 1, 1, 1), 9, (), (5,)),
        ((), 7, (), (5, 1, 1)),
        ((5, 1), 0, (5, 1), ()),
    ],
)
def test_the_fewest_discs_are_moved(
    there: tuple[int, ...], total: int, taken: tuple[int, ...], laid: tuple[int, ...]
) -> None:
    found = too_many_and_missing(worth(attack=total), zone(*discs("attack", *there)))
    assert found == (Counter(discs("attack", *taken)), Counter(discs("attack", *laid)))


@pytest.mark.parametrize("values", [(5, 1), (10, 5, 1), (4, 3, 1)])
def test_no_other_way_to_a_sum_has_fewer_moves(values: tuple[int, ...]) -> None:
    """Held against every way there is; with 4, 3 and 1 two threes are fewer than 4, 1 and 1, and are not thought of."""
    rng = random.Random(1)
    for _ in range(60):
        there = tuple(rng.choices(values, k=rng.randint(0, 5)))
        total = rng.randint(0, 12)
        taken, laid = too_many_and_missing(Worth((("x", total),), values), zone(*discs("x", *there)))
        after = Counter(discs("x", *there)) - taken + laid
        assert sums_of(after.elements(), values)["x"] == total
        assert not Counter(taken) & Counter(laid)
        least = min(
            len(gone) + len(fewest(total - sum(there) + sum(gone), values))
            for number in range(len(there) + 1)
            for gone in itertools.combinations(there, number)
            if total - sum(there) + sum(gone) >= 0
        )
        assert taken.total() + laid.total() == least


def test_what_is_no_disc_of_these_names_is_taken_away() -> None:
    found = too_many_and_missing(worth(attack=1), zone("attack:1", "fire:1", "card", backs=2))
    assert found == (Counter({"fire:1": 1, "card": 1, "back": 2}), Counter())


@pytest.mark.parametrize(
    ("before", "now", "after", "is_between"),
    [
        (worth(attack=2), discs("attack", 1, 1, 1), worth(attack=5), True),  # upwards
        (worth(attack=5), discs("attack", 1, 1, 1, 1), worth(attack=2), True),  # downwards
        (worth(attack=2, fire=3), discs("attack", 1, 1, 1) + discs("fire", 1, 1), worth(attack=4, fire=1), True),
        (worth(attack=2), discs("attack", 1), worth(attack=4), False),  # less than before
        (worth(attack=2), discs("attack", 5), worth(attack=4), False),  # more than afterwards
        (worth(attack=2), discs("attack", 1, 1, 1) + discs("fire", 1), worth(attack=5), False),  # another name
        (worth(attack=2), (*discs("attack", 1, 1, 1), "card"), worth(attack=5), False),
        (worth(attack=2), discs("attack", 1), worth(attack=2), False),  # nothing is to be moved
        (worth(attack=5), (), worth(attack=3), True),  # a five is taken away to be changed
        (worth(attack=5), discs("attack", 1), worth(attack=3), True),
        (worth(attack=2), discs("attack", 1), worth(attack=5), True),  # and ones for a five
        (worth(attack=8), discs("attack", 1, 1, 1), worth(attack=7), False),  # but not where it need not be
    ],
)
def test_sums_move_from_before_to_after_each_in_its_direction(
    before: Content, now: tuple[str, ...], after: Content, is_between: bool
) -> None:
    one, other = show("tracker", before), show("tracker", after)
    assert is_on_the_way(one, zone(*now), other, values=VALUES) is is_between


def test_where_a_zone_may_be_cleared_or_is_hidden_less_may_lie_there_and_never_more() -> None:
    one, other = show("tracker", worth(attack=2)), show("tracker", worth(attack=4))
    assert is_on_the_way(one, zone(covered=True), other, values=VALUES)
    assert is_on_the_way(one, zone(), other, may_be_empty=True, values=VALUES)
    assert not is_on_the_way(one, zone("attack:5", covered=True), other, values=VALUES)
    assert not is_on_the_way(one, zone("attack:5"), other, may_be_empty=True, values=VALUES)
