"""People who tap faster than hands lay: play goes on by itself, and nobody has to put the table right."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

import msgspec
import pytest

from companion.live.requests import DraftTap, TakeSeat
from tests.companion.party import Party
from tests.companion.tables import GUEST, open_room, person, tap_of

pytestmark = pytest.mark.manawave

MOST_STEPS = 1500
TAP_EVERY = 3
"""Steps from tap to tap, far less than hands take."""


def tap_what_is_offered(party: Party, numbers: count[int], rng: random.Random) -> None:
    """The first thing that any person is offered, or else one step of what is put together."""
    for seat in (0, 1):
        now = party.now
        offered = [each for each in now.choices(seat) if not each.is_aside]
        whole = next((each for each in offered if not each.is_draft), None)
        if whole is not None:
            party.session.submit(person(seat), tap_of(whole.actions, now.revision, f"tap {next(numbers)}"))
        elif offered:
            draft = rng.choice(offered).draft
            sent = msgspec.to_builtins(draft) if draft is not None else None
            party.session.submit(person(seat), DraftTap(sent, now.revision))
        if offered:
            return


@pytest.mark.parametrize(("mode", "acts"), [("nexus", 20), ("clans", 44)])
def test_hands_that_were_overtaken_catch_up(mode: str, acts: int, tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, game="manawave", mode=mode, players=2)
        for seat, name in ((0, "Ada"), (1, "Ben")):
            assert party.session.submit(GUEST, TakeSeat(seat, name, name)).accepted
        numbers, rng, laid, at_work = count(), random.Random(1), 0, 0
        for step in range(MOST_STEPS):
            if len(party.world.laid) != laid:
                laid, at_work = len(party.world.laid), 8
            party.world.is_busy = at_work > 0
            at_work -= 1
            if not party.world.is_busy:
                party.look()
            party.players.step()
            if step % TAP_EVERY == 0:
                tap_what_is_offered(party, numbers, rng)
            if len(party.acts) >= acts:
                break
        assert len(party.acts) >= acts, party.now.sight
        assert party.players.health() == (), "nobody was dealt other cards"
