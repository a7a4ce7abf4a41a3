"""The dealer knows what is hidden, taps only what everybody may know, and learns what people did at its table."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.dealer import MOST_ADOPTED, MOST_BEHIND, AnyState, Dealer
from companion.games.core import Action
from companion.games.registry import GAMES
from companion.games.waves.actions import (
    Discard,
    Draw,
    PassToken,
    PlayAgents,
    RevealFollower,
    TurnUpElder,
)
from companion.games.waves.cards import CLASSES
from companion.games.waves.mat import KIT
from companion.games.waves.model import Phase
from companion.games.waves.turns import next_to_draw, next_to_play
from companion.table.expected import Backs, ExpectedTable
from companion.table.world import World
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.instant import InstantWorld

WAVES = GAMES["waves"]


class Deal:
    """A dealer at a table of its own, and what it tapped."""

    def __init__(self, seed: int = 1, known: AnyState | None = None) -> None:
        self.world = InstantWorld(LAYOUT, KIT)
        self.taps: list[Action] = []
        known = known or WAVES.new_game({"cards": "own"}, {})
        self.dealer = Dealer(WAVES, known, seed, self.world)
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

    def hand(self, seat: int) -> Counter[int]:
        """The classes that a seat truly holds."""
        secret = self.dealer.truth.secrets[seat]
        assert secret is not None  # the dealer knows every hand
        counts = secret.hand
        return +Counter({cls: counts[cls - 1] for cls in CLASSES})


def picture(known: AnyState) -> ExpectedTable:
    """What a table shows, from what everybody knows."""
    return WAVES.expected_table(WAVES.view(known, None))


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
    # A card that goes into a hand is the one thing that no camera can tell (W-140).
    assert tapped == {Draw}
    assert {TurnUpElder, PlayAgents, RevealFollower, PassToken, Discard} <= laid


@pytest.mark.rule("W-001")
def test_the_hands_hold_what_the_rules_deal_and_no_card_twice() -> None:
    deal = Deal(3)
    while round_of(deal) < 3:
        deal.step()
        table, truth = deal.dealer.known().table, deal.dealer.truth
        assert WAVES.violations(truth) == ()
        for seat in range(4):
            assert len(deal.world.held(seat)) == table.hands[seat].count
            assert deal.world.held(seat) == tuple(f"card:{cls}" for cls in sorted(deal.hand(seat).elements()))


def test_a_hidden_class_is_never_told() -> None:
    deal = Deal(4)
    while round_of(deal) < 2:
        deal.step()
    draws = [act for act in deal.taps if isinstance(act, Draw)]
    assert len(draws) == len(deal.taps) == 4 * 5 + 4  # five cards are dealt to a seat (W-012), one is drawn (W-081)
    assert {act.card for act in draws} == {0}
    plays = [act for act in deal.dealer.acts if isinstance(act, PlayAgents)]
    assert len(plays) == 4  # an Agent each (W-050)
    assert {cls for act in plays for cls in act.cards} == {0}
    hidden = [step.act for step in deal.dealer.done if isinstance(step.act, PlayAgents)]
    assert 0 not in {cls for act in hidden for cls in act.cards}
    assert all(step.known.secrets == (None,) * 4 for step in deal.dealer.done)


def test_a_tap_that_is_refused_has_not_happened() -> None:
    deal = Deal().play_to(Phase.DEAL)
    done, held = list(deal.dealer.done), [deal.world.held(seat) for seat in range(4)]
    act = deal.dealer.next(frozenset())
    assert isinstance(act, Draw)
    deal.dealer.carry_out(act, lambda public: False)
    assert deal.dealer.done == done
    assert [deal.world.held(seat) for seat in range(4)] == held


def test_a_person_is_left_to_act() -> None:
    deal = Deal().play_to(Phase.PLAY)
    seat = next_to_play(deal.dealer.truth.table)
    assert seat is not None
    assert deal.dealer.next(frozenset([seat])) is None
    assert deal.dealer.next(frozenset({0, 1, 2, 3} - {seat})) is not None


def test_the_same_seed_deals_the_same_game() -> None:
    one, other, another = Deal(5), Deal(5), Deal(6)
    for deal in (one, other, another):
        for _ in range(40):
            deal.step()
    assert one.dealer.done == other.dealer.done
    assert one.dealer.done != another.dealer.done


def test_how_far_the_companion_is_behind() -> None:
    deal = Deal().play_to(Phase.PLAY)
    tables = [deal.dealer.known().table]
    for number in range(1, MOST_BEHIND + 2):
        deal.step()
        tables.append(deal.dealer.known().table)
        assert deal.dealer.behind(tables[-1]) == 0
        assert deal.dealer.behind(tables[-2]) == 1
        assert deal.dealer.behind(tables[0]) == (number if number <= MOST_BEHIND else None)
    elsewhere = WAVES.correct(deal.dealer.known(), {"round": 9})
    assert deal.dealer.behind(elsewhere.table) is None


# --- what people did --------------------------------------------------------------------------------------------------


def turn_of(deal: Deal) -> int:
    seat = next_to_play(deal.dealer.truth.table)
    assert seat is not None
    return seat


def test_a_follower_is_of_the_class_that_has_left_the_hand() -> None:
    deal = Deal(2).play_to(Phase.PLAY)
    classes = sorted(deal.hand(turn_of(deal)))
    assert len(classes) > 1
    for cls in classes:
        deal = Deal(2).play_to(Phase.PLAY)
        seat, hand = turn_of(deal), deal.hand(turn_of(deal))
        deal.world.play_into(f"follower.{seat}", seat, f"card:{cls}", face_up=False)
        learned = WAVES.apply_action(deal.dealer.known(), PlayAgents(seat, seat, "follower", (0,)))
        lies = deal.world.table
        assert deal.dealer.adopt(learned.table)
        assert deal.dealer.done[-1].act == PlayAgents(seat, seat, "follower", (cls,))
        assert deal.dealer.behind(learned.table) == 0
        assert deal.hand(seat) == hand - Counter([cls])
        assert deal.world.table == lies  # it is the person's card that lies there
        assert deal.world.content(f"follower.{seat}") == Backs("back", 1)


def test_a_draw_is_of_the_card_that_is_in_the_hand_afterwards() -> None:
    found = []
    for cls in CLASSES:
        deal = Deal(2).play_to(Phase.DRAW)
        seat = next_to_draw(deal.dealer.truth.table)
        assert seat is not None
        if Draw(seat, cls) not in WAVES.legal_actions(deal.dealer.truth):
            continue
        deal.world.hold(seat, (*deal.world.held(seat), f"card:{cls}"))
        assert deal.dealer.adopt(WAVES.apply_action(deal.dealer.known(), Draw(seat)).table)
        assert deal.dealer.done[-1].act == Draw(seat, cls)
        found.append(cls)
    assert len(found) > 1


@pytest.mark.rule("W-001")
def test_a_draw_of_which_only_the_tap_is_known_is_dealt_out_of_the_deck() -> None:
    deal = Deal(2).play_to(Phase.DRAW)
    seat = next_to_draw(deal.dealer.truth.table)
    assert seat is not None
    before = deal.hand(seat)
    assert deal.dealer.adopt(WAVES.apply_action(deal.dealer.known(), Draw(seat)).table)
    (card,) = (deal.hand(seat) - before).elements()
    assert deal.world.held(seat) == tuple(f"card:{cls}" for cls in sorted([*before.elements(), card]))
    assert WAVES.violations(deal.dealer.truth) == ()


def test_such_a_draw_is_left_to_chance() -> None:
    cards = set()
    for seed in range(12):
        deal = Deal(seed).play_to(Phase.DEAL)
        deal.dealer.adopt(WAVES.apply_action(deal.dealer.known(), Draw(0)).table)
        cards.add(deal.world.held(0))
    # Twelve decks with the same class on top: once in fifty million times.
    assert len(cards) > 1


def test_up_to_four_acts_are_adopted_at_once_and_not_a_fifth() -> None:
    deal = Deal(2).play_to(Phase.DEAL)
    known, tables = deal.dealer.known(), []
    for seat in (0, 1, 2, 3, 0):
        known = WAVES.apply_action(known, Draw(seat))
        tables.append(known.table)
    done = list(deal.dealer.done)
    assert not deal.dealer.adopt(tables[MOST_ADOPTED])
    assert deal.dealer.done == done
    assert deal.dealer.adopt(tables[MOST_ADOPTED - 1])
    assert deal.dealer.acts[len(done) :] == [Draw(seat) for seat in range(4)]


def test_what_no_acts_lead_to_is_refused_and_changes_nothing() -> None:
    deal = Deal(2).play_to(Phase.PLAY)
    done, lies, held = list(deal.dealer.done), deal.world.table, [deal.world.held(seat) for seat in range(4)]
    assert not deal.dealer.adopt(WAVES.correct(deal.dealer.known(), {"round": 9}).table)
    assert deal.dealer.done == done
    assert deal.world.table == lies
    assert [deal.world.held(seat) for seat in range(4)] == held


def test_a_card_that_was_read_as_another_is_not_adopted() -> None:
    deal = Deal(2)
    while not isinstance(act := deal.dealer.next(frozenset()), RevealFollower):
        deal.step()
    others = [
        each
        for each in WAVES.legal_actions(deal.dealer.known())
        if isinstance(each, RevealFollower) and each.face != act.face
    ]
    assert others
    for other in others:
        assert not deal.dealer.adopt(WAVES.apply_action(deal.dealer.known(), other).table)
    assert deal.dealer.adopt(WAVES.apply_action(deal.dealer.known(), act).table)


# --- set back and corrected -------------------------------------------------------------------------------------------


def test_a_rewind_puts_table_and_hands_back() -> None:
    deal = Deal(2).play_to(Phase.PLAY)
    number, known, truth = len(deal.dealer.done), deal.dealer.known(), deal.dealer.truth
    lies, held = deal.world.table, [deal.world.held(seat) for seat in range(4)]
    for _ in range(3):
        deal.step()
    assert deal.world.table != lies
    assert deal.dealer.rewind(known.table)
    assert len(deal.dealer.done) == number
    assert (deal.dealer.known(), deal.dealer.truth) == (known, truth)
    assert deal.world.table == lies == picture(known)
    assert [deal.world.held(seat) for seat in range(4)] == held


def test_the_same_acts_come_again_after_a_rewind() -> None:
    deal = Deal(2).play_to(Phase.PLAY)
    known = deal.dealer.known()
    once = [deal.step() for _ in range(6)]
    deal.dealer.rewind(known.table)
    assert [deal.step() for _ in range(6)] == once


def test_a_rewind_to_where_nobody_was_changes_nothing() -> None:
    deal = Deal(2).play_to(Phase.PLAY)
    done, laid = list(deal.dealer.done), list(deal.world.laid)
    assert not deal.dealer.rewind(WAVES.correct(deal.dealer.known(), {"round": 9}).table)
    assert deal.dealer.done == done
    assert deal.world.laid == laid


@pytest.mark.rule("W-001", "W-145")
@pytest.mark.parametrize("seed", range(8))
def test_after_a_correction_hidden_cards_are_dealt_that_fit(seed: int) -> None:
    deal = Deal(seed)
    for _ in range(30 + 7 * seed):
        deal.step()
    known = deal.dealer.known()
    hand = known.table.hands[1].count
    # A card less in a hand is one more in the deck: the law of the cards holds.
    facts = {"hand.1": hand - 1, "deck": known.table.deck + 1}
    corrected = WAVES.correct(known, facts)
    assert corrected.table.irregular == ()
    deal.dealer.begin_anew(corrected)
    truth = deal.dealer.truth
    assert WAVES.violations(truth) == ()
    assert deal.dealer.done == []
    assert deal.dealer.known() == corrected
    assert deal.world.table == picture(corrected)
    assert len(deal.world.held(1)) == hand - 1
    assert None not in truth.secrets
    # The game goes on from there, and still no tap tells a class.
    taps = len(deal.taps)
    for _ in range(random.Random(seed).randint(20, 40)):
        deal.step()
    assert {act.card for act in deal.taps[taps:] if isinstance(act, Draw)} == {0}
    assert WAVES.violations(deal.dealer.truth) == ()
