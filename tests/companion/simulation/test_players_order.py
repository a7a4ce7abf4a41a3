"""A person who taps before the companion has seen what a bot did keeps nobody waiting."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.waves.rules.actions import Discard
from companion.games.waves.state.model import Phase
from tests.companion.party import Party
from tests.companion.tables import open_room, person, tap_of


def discarding(party: Party) -> set[int]:
    """The seats that hold too many cards."""
    if party.table.phase is not Phase.DISCARD:
        return set()
    legal = party.now.game.legal_actions(party.session._timeline.state)
    return {act.seat for act in legal if isinstance(act, Discard)}


def has_discarded(party: Party) -> bool:
    """Whether that is what a bot did last."""
    last = party.deeds[-1] if party.deeds else None
    return last is not None and last.what == "done" and last.act is not None and last.act["type"] == "Discard"


@pytest.mark.parametrize("more", [1, 2])
def test_who_discards_before_a_bots_card_is_seen_keeps_the_hand_and_nobody_waits(more: int, tmp_path: Path) -> None:
    """Of one more bot the companion knows whose card it sees, of two it has to ask."""
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, game="waves", seed={1: 3, 2: 36}[more])
        party.go_on(lambda: len(discarding(party)) == more + 1)
        seat = max(discarding(party))
        party.sit_down(seat)
        party.go_on(lambda: has_discarded(party))
        held = party.world.held(seat)
        act = Discard(seat, int(held[0].removeprefix("card:")))
        assert party.session.submit(person(seat), tap_of((act,), party.now.revision)).accepted
        party.go_on(lambda: not discarding(party))
        party.rest(10)
        assert "anew" not in [deed.what for deed in party.deeds]
        assert sorted(party.world.held(seat)) == sorted(held[1:])
