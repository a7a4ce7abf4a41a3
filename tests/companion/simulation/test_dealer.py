"""The dealer knows what is hidden, taps only what everybody may know, and learns what people did at its table."""

from __future__ import annotations

import functools
import random
from collections import Counter

import pytest

from companion.games.core import Action
from companion.simulation.dealer import MOST_BEHIND, AnyState, Dealer
from companion.table.expected import Backs, ExpectedTable
from companion.table.world import World
from tests.companion.instant import InstantWorld
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.games.sealed_bid.model import (
    NUMBERS,
    Discard,
    Draw,
    PassToken,
    Phase,
    Reveal,
    SealBid,
    TurnUpPrize,
)
from tests.games.sealed_bid.phases.drawing import next_to_draw

SEATS = range(3)
ELSEWHERE = {"deck": 3}
"""What no act of a game leads to: the host says that hardly a card is left."""

PAIR = (1, 0)
"""A seed by which this seat is dealt two of a number."""


class Deal:
    """A dealer at a table of its own, and what it tapped."""

    def __init__(self, seed: int = 1, known: AnyState | None = None) -> None:
        self.world = InstantWorld(LAYOUT, KIT)
        self.taps: list[Action] = []
        known = known or SEALED_BID.new_game({"cards": "own"}, {})
        self.dealer = Dealer(SEALED_BID, known, seed, self.world)
        self.dealer.set_out()

    def step(self) -> Action:
        act = self.dealer.next(frozenset())
        assert act is not None
        self.dealer.carry_out(act, self.tap)
        return act

    def tap(self, act: Action) -> bool:
        self.taps.append(act)
        return True

    def play_to(self, phase: Phase) -> Deal:
        while self.dealer.known().table.phase is not phase:
            self.step()
        return self

    def adopts(self, *acts: Action, before: tuple[Action, ...] = ()) -> bool:
        """Whether the dealer adopts these, which the companion has learned of, behind others that it knows."""
        table = functools.reduce(SEALED_BID.apply_action, acts, self.dealer.known()).table
        return self.dealer.adopt(table, (*before, *acts))

    def hand(self, seat: int) -> Counter[int]:
        """The numbers that a seat truly holds."""
        secret = self.dealer.truth.secrets[seat]
        assert secret is not None  # the dealer knows every hand
        return +Counter(dict(zip(NUMBERS, secret.hand, strict=True)))


def picture(known: AnyState) -> ExpectedTable:
    """What a table shows, from what everybody knows."""
    return SEALED_BID.mat.expected(SEALED_BID.view(known, None))


def round_of(deal: Deal) -> int:
    return int(deal.dealer.known().table.round)


def test_an_instant_world_is_a_world() -> None:
    world: World = InstantWorld(LAYOUT, KIT)
    assert not world.busy()


@pytest.mark.parametrize("seed", [1, 2])
def test_told_acts_are_tapped_and_seen_acts_are_laid_by_hands(seed: int) -> None:
    deal, tapped, laid = Deal(seed), set[type[Action]](), set[type[Action]]()
    while round_of(deal) < 3:
        taps, tables = len(deal.taps), len(deal.world.laid)
        act = deal.step()
        if len(deal.taps) > taps:
            tapped.add(type(act))
            assert deal.taps[taps:] == [act.public()]
            assert len(deal.world.laid) == tables
        else:
            laid.add(type(act))
            assert deal.world.laid[tables:] == [(picture(deal.dealer.known()), act.actor)]
    # A card that goes into a hand is the one thing that no camera can tell.
    assert tapped == {Draw}
    assert {TurnUpPrize, SealBid, Reveal, PassToken, Discard} <= laid


def test_the_hands_hold_what_the_rules_deal_and_no_card_twice() -> None:
    deal = Deal(3)
    while round_of(deal) < 3:
        deal.step()
        table, truth = deal.dealer.known().table, deal.dealer.truth
        assert SEALED_BID.violations(truth) == ()
        for seat in SEATS:
            assert len(deal.world.held(seat)) == table.hands[seat]
            assert deal.world.held(seat) == tuple(f"card:{each}" for each in sorted(deal.hand(seat).elements()))


def test_a_hidden_number_is_never_told() -> None:
    deal = Deal(4)
    while round_of(deal) < 2:
        deal.step()
    bids = [act for act in deal.dealer.acts if isinstance(act, SealBid)]
    assert len(bids) == 3  # one each (B-004)
    assert {number for act in bids for number in act.cards} == {0}
    laid = sum(len(act.cards) for act in bids) + sum(isinstance(act, Discard) for act in deal.dealer.acts)
    draws = [act for act in deal.taps if isinstance(act, Draw)]
    assert len(draws) == len(deal.taps) == 3 * 3 + laid  # three are dealt to a seat (B-002), and drawn again (B-014)
    assert {act.card for act in draws} == {0}
    hidden = [step.act for step in deal.dealer.done if isinstance(step.act, SealBid)]
    assert 0 not in {number for act in hidden for number in act.cards}
    assert all(step.known.secrets == (None,) * 3 for step in deal.dealer.done)


def test_a_tap_that_is_refused_has_not_happened() -> None:
    deal = Deal().play_to(Phase.DEAL)
    done, held = list(deal.dealer.done), [deal.world.held(seat) for seat in SEATS]
    act = deal.dealer.next(frozenset())
    assert isinstance(act, Draw)
    deal.dealer.carry_out(act, lambda public: False)
    assert deal.dealer.done == done
    assert [deal.world.held(seat) for seat in SEATS] == held


def test_a_person_is_left_to_act() -> None:
    in_turn = SEALED_BID.new_game({"cards": "own", "order": "turn"}, {})
    deal = Deal(known=in_turn).play_to(Phase.SEAL)
    seat = deal.dealer.truth.table.token
    assert deal.dealer.next(frozenset([seat])) is None
    assert deal.dealer.next(frozenset(SEATS) - {seat}) is not None


def test_the_same_seed_deals_the_same_game() -> None:
    one, other, another = Deal(5), Deal(5), Deal(6)
    for deal in (one, other, another):
        for _ in range(40):
            deal.step()
    assert one.dealer.done == other.dealer.done
    assert one.dealer.done != another.dealer.done


def test_how_far_the_companion_is_behind() -> None:
    deal = Deal().play_to(Phase.SEAL)
    tables = [deal.dealer.known().table]
    for number in range(1, MOST_BEHIND + 2):
        deal.step()
        tables.append(deal.dealer.known().table)
        assert deal.dealer.behind(tables[-1]) == 0
        assert deal.dealer.behind(tables[-2]) == 1
        assert deal.dealer.behind(tables[0]) == (number if number <= MOST_BEHIND else None)
    elsewhere = SEALED_BID.correct(deal.dealer.known(), ELSEWHERE)
    assert deal.dealer.behind(elsewhere.table) is None


# --- what people did --------------------------------------------------------------------------------------------------


def drawer(deal: Deal) -> int:
    """The seat that takes the next card of the deck."""
    seat = next_to_draw(deal.dealer.truth.table)
    assert seat is not None
    return seat


@pytest.mark.parametrize("count", [1, 2])
def test_a_bid_is_of_the_number_that_has_left_the_hand(count: int) -> None:
    seed, seat = (2, 0) if count == 1 else PAIR
    numbers = sorted(number for number, held in Deal(seed).play_to(Phase.SEAL).hand(seat).items() if held >= count)
    assert len(numbers) > 2 - count
    for number in numbers:
        deal = Deal(seed).play_to(Phase.SEAL)
        hand = deal.hand(seat)
        for _ in range(count):
            deal.world.play_into(f"bid.{seat}", seat, f"card:{number}", face_up=False)
        act = SealBid(seat, (0,) * count)
        learned = SEALED_BID.apply_action(deal.dealer.known(), act)
        lies = deal.world.table
        assert deal.dealer.adopt(learned.table, (act,))
        assert deal.dealer.done[-1].act == SealBid(seat, (number,) * count)
        assert deal.dealer.behind(learned.table) == 0
        assert deal.hand(seat) == hand - Counter({number: count})
        assert deal.world.table == lies  # it is the person's card that lies there
        assert deal.world.content(f"bid.{seat}") == Backs("back", count)


def test_a_draw_is_of_the_card_that_is_in_the_hand_afterwards() -> None:
    found = []
    for number in NUMBERS:
        deal = Deal(2).play_to(Phase.DRAW)
        seat = drawer(deal)
        if Draw(seat, number) not in SEALED_BID.legal_actions(deal.dealer.truth):
            continue
        deal.world.hold(seat, (*deal.world.held(seat), f"card:{number}"))
        assert deal.adopts(Draw(seat))
        assert deal.dealer.done[-1].act == Draw(seat, number)
        found.append(number)
    assert len(found) > 1


def test_a_draw_of_which_only_the_tap_is_known_is_dealt_out_of_the_deck() -> None:
    deal = Deal(2).play_to(Phase.DRAW)
    seat = drawer(deal)
    before = deal.hand(seat)
    assert deal.adopts(Draw(seat))
    (card,) = (deal.hand(seat) - before).elements()
    assert deal.world.held(seat) == tuple(f"card:{number}" for number in sorted([*before.elements(), card]))
    assert SEALED_BID.violations(deal.dealer.truth) == ()


def test_such_a_draw_is_left_to_chance() -> None:
    cards = set()
    for seed in range(12):
        deal = Deal(seed).play_to(Phase.DEAL)
        seat = drawer(deal)
        assert deal.adopts(Draw(seat))
        cards.add(deal.world.held(seat))
    # Twelve decks with the same number on top: once in three hundred million times.
    assert len(cards) > 1


def test_several_acts_are_adopted_at_once_and_of_what_was_learned_only_what_is_new() -> None:
    deal = Deal(2).play_to(Phase.DEAL)
    first, *later = (Draw(seat) for seat in deal.dealer.known().table.clockwise)
    assert deal.adopts(first)
    done = len(deal.dealer.done)
    assert deal.adopts(*later, before=(first,))
    assert deal.dealer.acts[done:] == later


def test_what_no_acts_lead_to_is_refused_and_changes_nothing() -> None:
    deal = Deal(2).play_to(Phase.SEAL)
    done, lies, held = list(deal.dealer.done), deal.world.table, [deal.world.held(seat) for seat in SEATS]
    act = deal.dealer.next(frozenset())
    assert act is not None
    assert not deal.dealer.adopt(SEALED_BID.correct(deal.dealer.known(), ELSEWHERE).table, (act.public(),))
    assert deal.dealer.done == done
    assert deal.world.table == lies
    assert [deal.world.held(seat) for seat in SEATS] == held


def test_a_card_that_was_read_as_another_is_not_adopted() -> None:
    deal = Deal(2)
    while not isinstance(act := deal.dealer.next(frozenset()), Reveal):
        deal.step()
    others = [
        each
        for each in SEALED_BID.legal_actions(deal.dealer.known())
        if isinstance(each, Reveal) and each.seat == act.seat and each.card != act.card
    ]
    assert others
    for other in others:
        assert not deal.adopts(other)
    assert deal.adopts(act)


# --- set back and corrected -------------------------------------------------------------------------------------------


def test_a_rewind_puts_table_and_hands_back() -> None:
    deal = Deal(2).play_to(Phase.SEAL)
    number, known, truth = len(deal.dealer.done), deal.dealer.known(), deal.dealer.truth
    lies, held = deal.world.table, [deal.world.held(seat) for seat in SEATS]
    for _ in range(3):
        deal.step()
    assert deal.world.table != lies
    assert deal.dealer.rewind(known.table)
    assert len(deal.dealer.done) == number
    assert (deal.dealer.known(), deal.dealer.truth) == (known, truth)
    assert deal.world.table == lies == picture(known)
    assert [deal.world.held(seat) for seat in SEATS] == held


def test_the_same_acts_come_again_after_a_rewind() -> None:
    deal = Deal(2).play_to(Phase.SEAL)
    known = deal.dealer.known()
    once = [deal.step() for _ in range(6)]
    deal.dealer.rewind(known.table)
    assert [deal.step() for _ in range(6)] == once


def test_a_rewind_to_where_nobody_was_changes_nothing() -> None:
    deal = Deal(2).play_to(Phase.SEAL)
    done, laid = list(deal.dealer.done), list(deal.world.laid)
    assert not deal.dealer.rewind(SEALED_BID.correct(deal.dealer.known(), ELSEWHERE).table)
    assert deal.dealer.done == done
    assert deal.world.laid == laid


@pytest.mark.parametrize("seed", range(8))
def test_after_a_correction_hidden_cards_are_dealt_that_fit(seed: int) -> None:
    deal = Deal(seed)
    for _ in range(12 + 3 * seed):
        deal.step()
    known = deal.dealer.known()
    seat = max(SEATS, key=lambda each: known.table.hands[each])
    hand = known.table.hands[seat]
    # A card less in a hand is one more in the deck: the law of the cards holds.
    corrected = SEALED_BID.correct(known, {f"hand.{seat}": hand - 1, "deck": known.table.deck + 1})
    assert corrected.table.irregular == ()
    deal.dealer.begin_anew(corrected)
    truth = deal.dealer.truth
    assert SEALED_BID.violations(truth) == ()
    assert deal.dealer.done == []
    assert deal.dealer.known() == corrected
    assert deal.world.table == picture(corrected)
    assert len(deal.world.held(seat)) == hand - 1
    assert None not in truth.secrets
    # The game goes on from there, and still no tap tells a number.
    taps = len(deal.taps)
    for _ in range(random.Random(seed).randint(8, 16)):
        deal.step()
    assert {act.card for act in deal.taps[taps:] if isinstance(act, Draw)} <= {0}
    assert SEALED_BID.violations(deal.dealer.truth) == ()
