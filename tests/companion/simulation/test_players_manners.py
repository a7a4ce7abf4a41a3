"""The hands at a virtual table leave a person's rolls to them, and what all have to have until all have it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.atlantis_rising.rules.acts import TakeColour, TakeCouncilor
from companion.games.rolling_with_the_waves.state.model import PoolRolled, TakeBag
from companion.games.rolling_with_the_waves.state.records import Phase as Rolling
from companion.live.attention import PATIENCE
from companion.live.requests import Settle, TakeSeat
from companion.live.room import Room
from companion.simulation.players import LOOK_EVERY_S
from tests.companion.party import Party
from tests.companion.tables import GUEST, open_room, person, tap_of
from tests.games.sealed_bid.model import MoveGuard, Phase, RollLuck

PACE_S = 0.1
PATIENT_STEPS = round(PACE_S * PATIENCE / LOOK_EVERY_S)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path / "data", has_hands=True) as room:
        yield room


def tell(party: Party, seat: int, *acts: Any) -> None:
    reply = party.session.submit(person(seat), tap_of(acts, party.now.revision))
    assert reply.accepted, reply


def let(party: Party, seat: int) -> None:
    """The person in that seat taps the one button by which they have something settled."""
    (button,) = party.now.settlings(seat)
    assert party.session.submit(person(seat), Settle(button.key, party.now.revision)).accepted


@pytest.mark.rolling_with_the_waves
def test_the_first_player_draws_and_rolls_though_bots_sit_beside(room: Room) -> None:
    party = Party(room, game="rolling_with_the_waves", players=3)
    party.sit_down(1)
    tell(party, 1, TakeBag(1))
    party.rest(200)
    assert party.table.whole.phase is Rolling.ROLL
    assert party.now.prompt(party.now.view(1)).seats == (1,)
    let(party, 1)
    party.go_on(lambda: any(isinstance(act, PoolRolled) for act in party.acts))
    assert len(party.table.rolls[-1].values) == 9


@pytest.mark.atlantis_rising
def test_bots_take_no_board_before_a_person_has_chosen_theirs(room: Room) -> None:
    """Else a hand and a tap are at one piece, and something is wrong that nobody has done wrong."""
    party = Party(room, game="atlantis_rising", players=3)
    party.sit_down(1)
    party.go_on(lambda: len([act for act in party.acts if isinstance(act, TakeColour)]) == 2)
    colour = next(act for each in party.now.choices(1) for act in each.actions if isinstance(act, TakeColour))
    tell(party, 1, colour)
    party.rest(100)
    assert party.table.councilors == ("", "", "")
    tell(party, 1, TakeCouncilor(1, "artificer"))
    party.go_on(lambda: "" not in party.table.councilors)
    assert party.table.councilors[1] == "artificer"


def test_a_roll_waits_for_its_person_for_ever_and_is_thrown_for_the_tap(room: Room) -> None:
    party = Party(room, pace_s=PACE_S, luck=True)
    party.go_on(lambda: party.table.phase is Phase.REVEAL)
    for seat in range(3):
        assert party.session.submit(GUEST, TakeSeat(seat, f"P{seat}", f"key {seat}")).accepted
    party.go_on(lambda: party.table.phase is Phase.LUCK)
    party.rest(3 * PATIENT_STEPS)
    assert not any(isinstance(act, RollLuck) for act in party.acts)
    seat = next(seat for seat, rolls in enumerate(party.table.rolls) if rolls)
    let(party, seat)
    party.go_on(lambda: any(isinstance(act, RollLuck) for act in party.acts))
    assert [act.seat for act in party.acts if isinstance(act, RollLuck)] == [seat]


def test_a_sleeping_phone_blocks_nobody(room: Room) -> None:
    """Of two people one says that they have it; once patience is at its end hands go on, and the next time at once."""
    party = Party(room, pace_s=PACE_S, pawn=True)
    party.go_on(lambda: party.table.phase is Phase.GUARD)
    party.sit_down(0)
    assert party.session.submit(GUEST, TakeSeat(1, "Bea", "b")).accepted
    before = len(party.acts)
    tell(party, 0, MoveGuard(True))
    party.rest(PATIENT_STEPS // 2)
    assert party.table.phase is Phase.GUARD
    party.go_on(lambda: party.table.phase is not Phase.GUARD)
    assert party.acts[before] == MoveGuard(True)
    assert party.now.attended.waits_for == {0}
