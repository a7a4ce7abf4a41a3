"""Acts that were tapped at a virtual table are laid by its hands, and nobody is asked of what bots do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.games.core import Action
from companion.live.requests import Pause
from companion.simulation.owed import LAY_AFTER_S
from companion.simulation.players import LOOK_EVERY_S, PUT_RIGHT_AFTER_S, TELL_S
from companion.soak.endurance.account import hold
from tests.companion.party import Party
from tests.companion.tables import HOST, open_room, person, tap_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Phase, Reveal, SealBid

Deal = Callable[..., Party]
WAIT = round(LAY_AFTER_S / LOOK_EVERY_S) + 10
"""Looks in which hands come and lay what is owed."""


@pytest.fixture
def deal(tmp_path: Path) -> Iterator[Deal]:
    """Deals by this seed; then all wait for Ana's bid, who has the token, as bids are sealed in turn."""
    with open_room(tmp_path / "data", has_hands=True) as room:

        def dealt(seed: int = 9, order: str = "turn") -> Party:
            party = Party(room, seed=seed, order=order)
            party.go_on(lambda: party.table.token >= 0)
            party.sit_down(party.table.token)
            party.go_on(lambda: party.table.phase is Phase.SEAL)
            return party

        yield dealt


def tap(party: Party, seat: int | None, *acts: Action) -> None:
    client = HOST if seat is None else person(seat)
    reply = party.session.submit(client, tap_of(acts, party.now.revision))
    assert reply.accepted, reply


def check_shows(party: Party) -> None:
    """The table came to show the game, and the players know of every act that the journal has."""
    assert party.now.sight.state == "settled"
    assert hold(SEALED_BID, party.session._timeline.done, party.deeds).wrong == ()


def test_hands_lay_what_was_tapped_where_nobody_has_a_card_to_choose(deal: Deal) -> None:
    party = deal()
    seat = party.table.token
    cards = [card for card in party.world.held(seat) if party.world.held(seat).count(card) > 1][:2]
    for card in cards:
        party.world.play_into(f"bid.{seat}", seat, card, face_up=False)
    party.go_on(lambda: party.table.phase is Phase.REVEAL)
    face = int(cards[0].removeprefix("card:"))
    # The host taps that Ana's bid is turned up, and nobody turns it.
    tap(party, None, Reveal(seat, face))
    party.rest(WAIT)
    assert party.table.phase is not Phase.REVEAL
    assert party.now.sight.state == "settled"
    assert party.deeds[-1].act == msgspec.to_builtins(party.acts[-1])


def test_who_gets_other_cards_because_none_fitted_is_told_for_a_while(deal: Deal) -> None:
    party = deal(1)
    seat = party.table.token
    held = party.world.held(seat)
    assert len(set(held)) == len(held), "no two are alike"
    assert party.players.health() == ()
    tap(party, seat, SealBid(seat, (0, 0)))
    party.players.lay_for_me()
    party.go_on(lambda: bool(party.players.health()) and party.now.sight.state == "settled")
    (line,) = party.players.health()
    assert (line.device, line.status) == ("hands", "noted")
    assert line.text == (
        "What was tapped or corrected fits no cards that were in the hands. People hold others now: look at “Pieces”."
    )
    assert party.world.held(seat) != held
    party.rest(round(TELL_S / LOOK_EVERY_S))
    assert party.players.health() == ()


def test_a_card_that_only_its_owner_can_choose_is_laid_when_they_let_it_be_laid(deal: Deal) -> None:
    party = deal()
    seat = party.table.token
    before = party.world.held(seat)
    tap(party, seat, SealBid(seat, (0,)))
    party.rest(WAIT)
    assert party.now.sight.state == "in_progress"
    assert party.now.sight.is_told
    assert party.world.held(seat) == before
    party.players.lay_for_me()
    party.go_on(lambda: party.now.sight.state in ("settled", "open"))
    party.go_on(lambda: party.table.phase is Phase.REVEAL)
    assert len(party.world.held(seat)) == len(before) - 1
    check_shows(party)


def test_of_a_pair_half_of_which_lies_there_the_other_half_is_laid(deal: Deal) -> None:
    """What the owner has laid tells which card it was; another is not made of it."""
    party = deal()
    seat = party.table.token
    held = party.world.held(seat)
    card = next(card for card in held if held.count(card) > 1)
    tap(party, seat, SealBid(seat, (0, 0)))
    party.world.play_into(f"bid.{seat}", seat, card, face_up=False)
    party.rest(WAIT)
    party.players.lay_for_me()
    party.go_on(lambda: party.table.phase is Phase.AWARD)
    assert [act.card for act in party.acts if isinstance(act, Reveal) and act.seat == seat] == [
        int(card.removeprefix("card:"))
    ]


def test_a_table_that_is_wrong_is_put_right_by_hands_when_somebody_asks_for_it(deal: Deal) -> None:
    party = deal()
    seat = party.table.token
    before, other = party.world.held(seat), (seat + 1) % 3
    party.world.play_into(f"won.{other}", seat, before[0], face_up=True)
    # Only what hands themselves have left wrong they put right unasked.
    party.rest(WAIT + 2 * round(PUT_RIGHT_AFTER_S / LOOK_EVERY_S))
    assert party.now.sight.state == "mismatch"
    party.players.lay_for_me()
    party.go_on(lambda: party.now.sight.state == "settled")
    assert party.world.held(seat) == before
    check_shows(party)


def test_hands_help_whoever_asks_also_while_the_bots_hold_still(deal: Deal) -> None:
    party = deal()
    seat = party.table.token
    before, other = party.world.held(seat), (seat + 1) % 3
    assert party.session.submit(HOST, Pause(True)).accepted
    party.world.play_into(f"won.{other}", seat, before[0], face_up=True)
    party.rest(WAIT)
    assert party.now.sight.state == "mismatch"
    party.players.lay_for_me()
    party.go_on(lambda: party.now.sight.state == "settled")
    assert party.world.held(seat) == before
    laid = len(party.world.laid)
    party.rest(WAIT)
    assert len(party.world.laid) == laid, "and hold still again"


def test_asking_for_help_where_nothing_is_to_be_laid_changes_nothing(deal: Deal) -> None:
    party = deal()
    laid = len(party.world.laid)
    party.players.lay_for_me()
    party.rest(WAIT)
    assert len(party.world.laid) == laid
    seat = party.table.token
    # Nor does it count for what is tapped later.
    tap(party, seat, SealBid(seat, (0,)))
    party.rest(WAIT)
    assert party.now.sight.state == "in_progress"


def test_what_the_host_taps_for_a_bot_is_laid_by_its_hands(deal: Deal) -> None:
    party = deal(order="any")
    seat = (party.table.token + 1) % 3
    tap(party, None, SealBid(seat, (0,)))
    party.rest(WAIT)
    assert party.now.sight.state != "in_progress"
    assert SealBid(seat, (0,)) in party.acts


# --- what bots are at -------------------------------------------------------------------------------------------------


def test_an_act_of_a_bot_that_could_go_on_settles_by_itself_before_a_person_acts(tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, seed=1, order="turn")
        party.go_on(lambda: party.table.token >= 0)
        first = party.table.token
        party.sit_down((first + 1) % 3)
        # A single card may be the first of two, and nobody else has anything to do before Ana has.
        party.go_on(lambda: SealBid(first, (0,)) in party.acts)
        party.rest(5)
        assert party.acts[-1] == SealBid(first, (0,))
        assert party.now.sight.state == "settled"
