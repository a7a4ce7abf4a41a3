"""What is wrong is named with its rule, and the moves proposed put it right."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.language.message import say, written
from companion.referee.comparison import compare, look_of, position_of
from companion.referee.mismatch import Fix, Mismatch, fixes, mismatches
from companion.table.expected import Anything
from companion.table.seen import BACK, TableView, ZoneView
from tests.companion.referee.positions import (
    GAME,
    AnyState,
    legal,
    positions,
    seen_with,
    table_of,
    until,
    varied,
    where,
)
from tests.games.sealed_bid.model import Reveal, SealBid
from tests.said import said


def named(state: AnyState, seen: TableView) -> tuple[Mismatch, ...]:
    return mismatches(compare(position_of(GAME, state), seen))


def moves(state: AnyState, seen: TableView) -> tuple[Fix, ...]:
    return fixes(compare(position_of(GAME, state), seen))


@pytest.mark.parametrize("pearls", [1, 2])
def test_a_pearl_too_many_is_named_with_its_rule_and_fix(pearls: int) -> None:
    state = next(where(lambda each: each.table.pearls == pearls))
    seen = seen_with(state, ZoneView("bowl", ("pearl",) * (pearls + 1)))
    wanted = "the pearl" if pearls == 1 else "2 × pearl"
    assert said(named(state, seen)) == said(
        (
            Mismatch(
                "bowl", "B-012", written(f"The bowl seems to hold {pearls + 1} × pearl; {wanted} should lie there.")
            ),
        )
    )
    assert said(moves(state, seen)) == said((Fix("pearl", "bowl", "", say("Take the pearl away from the bowl.")),))


def test_a_bid_out_of_turn_is_named_and_moved_away() -> None:
    state = until(SealBid, order="turn")
    other = (legal(state, SealBid)[0].seat + 1) % 3
    zone = f"bid.{other}"
    seen = seen_with(state, ZoneView(zone, backs=1))
    text = f"Seat {other + 1}'s bid seems to hold the face-down card; it should be empty."
    assert said(named(state, seen)) == said((Mismatch(zone, "B-015", written(text)),))
    assert said(moves(state, seen)) == said(
        (Fix(BACK, zone, "", written(f"Take the face-down card away from Seat {other + 1}'s bid.")),)
    )


def test_a_piece_in_the_wrong_zone_is_one_move() -> None:
    state = until(Reveal)
    card, looks = state.table.prize, {zone.zone: zone for zone in table_of(state).zones}
    kinds = tuple(sorted((*looks["won.2"].kinds, f"card:{card}")))
    seen = seen_with(state, ZoneView("prize"), ZoneView("won.2", kinds))
    text = f"Move the card {card} from Seat 3's prizes to the prize."
    assert said(moves(state, seen)) == said((Fix(f"card:{card}", "won.2", "prize", written(text)),))
    prize, won = named(state, seen)
    assert (prize.zone, won.zone) == ("prize", "won.2")
    assert str(prize.text) == f"The prize seems empty; the card {card} should lie there."


def test_a_card_that_lies_the_wrong_way_up_is_turned() -> None:
    state = until(Reveal)
    card, seat = f"card:{state.table.prize}", legal(state, Reveal)[0].seat
    text = "Turn the face-down card at the prize face up, or take it off the card below."
    assert said(moves(state, seen_with(state, ZoneView("prize", backs=1)))) == said(
        (Fix(card, "prize", "prize", written(text)),)
    )
    bid, turned = state.table.bids[seat], f"bid.{seat}"
    text = f"Turn the card 3 at Seat {seat + 1}'s bid face down."
    seen = seen_with(state, ZoneView(turned, ("card:3",), bid.count - 1))
    assert said(moves(state, seen)) == said((Fix("card:3", turned, turned, written(text)),))


def test_what_a_rule_forbids_that_no_move_mends_is_said_and_nothing_is_to_be_moved() -> None:
    state = until(Reveal)
    seat = legal(state, Reveal)[0].seat
    (wrong,) = named(state, seen := seen_with(state, ZoneView(f"bid.{seat}", ("card:2", "card:4"))))
    assert (wrong.zone, wrong.rule) == (f"bid.{seat}", "B-004")
    assert str(wrong.text).startswith(f"Seat {seat + 1} shows a bid of 2 numbers, and it must be of one.")
    assert said(moves(state, seen)) == ()


@pytest.mark.parametrize("seed", range(6))
def test_following_the_moves_puts_any_table_right(seed: int) -> None:
    rng = random.Random(seed)
    for state in rng.sample(positions(seed, **varied(seed)), 20):
        looks, view = {zone.zone: zone for zone in scrambled(state, rng).zones}, GAME.view(state, None)
        # Bids of two numbers are the table's to decide.
        by_host = {name for name, look in looks.items() if GAME.mat.breach(view, name, look.kinds)}
        for fix in moves(state, TableView(tuple(looks.values()))):
            if fix.source == fix.target:
                up = 1 if "face up" in str(fix.text) else -1
                looks[fix.source] = moved(moved(looks[fix.source], fix.kind, up), BACK, -up)
                continue
            for zone, number in ((fix.source, -1), (fix.target, 1)):
                if zone:
                    looks[zone] = moved(looks[zone], fix.kind, number)
        assert {wrong.zone for wrong in named(state, TableView(tuple(looks.values())))} == by_host


def scrambled(state: AnyState, rng: random.Random) -> TableView:
    """The state's look with one to three pieces added or taken away."""
    content = look_of(GAME, state)
    looks = {zone.zone: zone for zone in table_of(state).zones}
    known = [name for name, what in content.items() if not isinstance(what, Anything)]
    for _ in range(rng.randint(1, 3)):
        zone = rng.choice(known)
        pieces = [*looks[zone].kinds, *([BACK] * looks[zone].backs)]
        if pieces and rng.random() < 0.5:
            looks[zone] = moved(looks[zone], rng.choice(pieces), -1)
        else:
            looks[zone] = moved(looks[zone], rng.choice(["card:1", "card:5", "pearl", BACK]), 1)
    return TableView(tuple(looks.values()))


def moved(look: ZoneView, kind: str, number: int) -> ZoneView:
    """The zone with a piece more or less."""
    if kind == BACK:
        return ZoneView(look.zone, look.kinds, look.backs + number)
    kinds = Counter(look.kinds)
    kinds[kind] += number
    return ZoneView(look.zone, tuple(sorted(kinds.elements())), look.backs)
