"""At a virtual table bots seal their choices, also after a person has sealed one and left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.core import Action
from companion.games.rolling_with_the_waves.state.model import Allocate, OpenBoard, Yarrr
from companion.games.rolling_with_the_waves.state.records import Phase
from companion.live.requests import LeaveSeat
from tests.companion.party import Party
from tests.companion.tables import HOST, open_room, person, tap_of

pytestmark = pytest.mark.rolling_with_the_waves


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    """All dice are drafted, as the host has tapped; nobody has allocated."""
    with open_room(tmp_path / "data", has_hands=True) as room:
        made = Party(room, game="rolling_with_the_waves", seed=3, players=2, freebooters="white")
        made.go_on(lambda: made.table.whole.phase is Phase.DRAFT)
        made.rest(3)
        while made.table.whole.phase is Phase.DRAFT:
            game = made.now.game
            tap(made, None, game.legal_actions(game.known(made.now.view(None)))[0])
            made.rest(3)
        yield made


def tap(party: Party, seat: int | None, *acts: Action) -> None:
    client = HOST if seat is None else person(seat)
    reply = party.session.submit(client, tap_of(acts, party.now.revision))
    assert reply.accepted, reply


def test_bots_allocate_call_and_go_on(party: Party) -> None:
    party.go_on(lambda: party.table.whole.round == 2)
    assert sum(isinstance(act, Allocate) for act in party.acts) == 6
    opened = [act.icons for act in party.acts if isinstance(act, OpenBoard)]
    assert len(opened) == 2
    assert opened[0] != opened[1], "each has chosen"


def test_a_bot_goes_on_with_what_a_person_has_sealed_and_left(party: Party) -> None:
    free = next(seat for seat in (0, 1) if not party.table.whole.placed[seat])
    drafted = len(party.deeds)
    party.sit_down(free)
    tap(party, free, Allocate(free, "raise"))
    assert party.session.submit(person(free), LeaveSeat(free)).accepted
    party.go_on(lambda: party.table.whole.round == 2)
    theirs = [act for act in party.acts if isinstance(act, Allocate | Yarrr) and act.seat == free]
    assert [type(act) for act in theirs] == [Allocate, Allocate, Allocate, Yarrr]
    (opened,) = (act for act in party.acts if isinstance(act, OpenBoard) and act.seat == free)
    assert opened.icons[0] == "raise"
    assert {deed.what for deed in party.deeds[drafted:]} == {"done", "adopted"}, "they knew of every act"
