"""Pieces without a marker at a virtual table: hands move them once that is told, by a bot or by a person."""

from __future__ import annotations

from pathlib import Path

from companion.live.requests import Undo
from tests.companion.party import Party
from tests.companion.tables import HOST, open_room, tap_of
from tests.games.sealed_bid.model import MoveGuard, Phase


def where(party: Party) -> list[str]:
    """The zones in which the guard stands on the table."""
    return [zone.zone for zone in party.world.table.zones if zone.standing]


def shows(party: Party, state: str) -> bool:
    """Whether the companion's sight is in that state."""
    return party.now.sight.state == state


def test_bots_and_persons_tell_of_the_guard_and_hands_move_it(tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, seed=4, pawn=True, line=True)
        party.go_on(lambda: party.table.phase is Phase.SEAL)
        assert party.table.is_guarded
        party.look(20)  # what was seen is believed for a second once it is hidden
        assert where(party) == ["prize"]
        assert shows(party, "settled"), party.now.sight
        assert [str(each) for each in party.now.sight.covered] == ["the prize"]
        # A person is quicker than the bots: it is told, and only then does the guard leave the prize.
        while party.table.phase is not Phase.RELEASE:
            party.players.step()
            party.look()
        reply = party.session.submit(HOST, tap_of([MoveGuard(False)], party.now.revision))
        assert reply.accepted, reply
        party.look(5)
        assert shows(party, "looking")
        assert where(party) == ["prize"]
        party.go_on(lambda: where(party) == ["post"])
        # After an undo hands put it back as well.
        party.go_on(lambda: party.table.round == 2 and party.table.phase is Phase.SEAL)
        assert party.session.submit(HOST, Undo(1, party.now.revision)).accepted
        party.go_on(lambda: where(party) == ["post"] and shows(party, "settled"))
        assert (party.table.phase, party.table.tiles_laid) == (Phase.GUARD, 2)
