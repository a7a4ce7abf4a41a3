"""Players at a virtual table whose game is held, set back, corrected, ended, or gone from the table for another one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.live.requests import Correct, End, Pause, Redo
from companion.simulation.ground_truth import Deed
from companion.simulation.players import Players
from companion.table.expected import ExpectedTable
from tests.companion.party import Party
from tests.companion.tables import open_room, own, undo
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Draw, Phase

SEATS = range(3)


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    with open_room(tmp_path / "data", has_hands=True) as room:
        yield Party(room)


def expected(party: Party) -> ExpectedTable:
    """The table as the companion has it."""
    return SEALED_BID.mat.expected(party.now.view(None))


# --- paused and set back ----------------------------------------------------------------------------------------------


def test_while_paused_the_players_hold_still(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.PRIZE)
    party.look(5)
    party.ask(Pause(True))
    party.players.step()
    laid, acts = list(party.world.laid), len(party.acts)
    party.rest()
    assert party.world.laid == laid
    # What was laid before is learned of; nothing is taken back, and nothing new is begun.
    assert len(party.acts) - acts <= 1
    party.ask(Pause(False))
    party.go_on(lambda: party.table.phase is Phase.SEAL)


def test_an_act_that_the_companion_has_yet_to_see_is_not_taken_back_by_a_pause(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.PRIZE)
    acts, table = len(party.acts), party.world.table
    party.go_on(lambda: party.world.table != table)
    assert len(party.acts) == acts  # laid, and not looked at
    laid = party.world.table
    party.ask(Pause(True))
    party.rest()
    assert party.world.table == laid
    assert len(party.acts) == acts + 1


def test_after_an_undo_hands_put_the_table_back_and_wait(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    seen = party.table
    before = len(party.acts)
    party.go_on(lambda: len(party.acts) >= before + 2)
    done = party.acts
    party.ask(undo(party.session, len(done) - before))
    party.rest()
    assert party.now.paused
    assert party.table == seen
    assert party.world.table == expected(party)
    assert party.now.sight.state == "settled"
    assert party.acts == done[:before]
    # Let go on, they do the same again: an undo re-rolls nothing.
    party.ask(Pause(False))
    party.go_on(lambda: len(party.acts) >= len(done))
    assert party.acts[: len(done)] == done


def test_after_an_undo_of_a_draw_the_card_is_in_no_hand(party: Party) -> None:
    """A draw does not show on the table, so that nothing is to be put back but the hand."""
    party.go_on(lambda: len([act for act in party.acts if isinstance(act, Draw)]) == 3)
    party.players.step()
    held = [len(party.world.held(seat)) for seat in SEATS]
    assert sum(held) in (3, 4)
    drawn = sum(isinstance(act, Draw) for act in party.acts)
    party.ask(undo(party.session))
    party.rest()
    assert sum(len(party.world.held(seat)) for seat in SEATS) == drawn - 1


def test_what_was_undone_and_done_again_lies_on_the_table(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    before = expected(party)
    party.ask(undo(party.session))
    party.rest()
    assert party.world.table == expected(party) != before
    party.ask(Redo())
    party.rest()
    assert party.world.table == before
    assert party.now.sight.state == "settled"
    party.ask(Pause(False))
    party.go_on(lambda: party.table.phase is not Phase.SEAL)


def test_after_a_correction_the_table_is_laid_so_and_play_goes_on(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    prize, deck = party.table.prize, party.table.deck
    party.ask(Correct({"prize": prize % 6 + 1, "hand.1": 2, "deck": deck + 1}))
    party.rest(10)
    (zone,) = (zone for zone in expected(party).zones if zone.zone == "prize")
    assert party.world.content("prize") == zone.content
    party.go_on(lambda: party.table.round == 2)
    assert len(party.world.held(1)) == party.table.hands[1]


def test_when_the_game_is_ended_nobody_acts(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.PRIZE)
    party.ask(End())
    laid = list(party.world.laid)
    party.rest()
    assert party.world.laid == laid


def test_setting_back_and_correcting_are_deeds_as_well(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    party.ask(undo(party.session))
    party.rest()
    assert party.deeds[-1] == Deed(party.session.game_id, "rewound", party.now.last_row)
    party.ask(Correct({"hand.1": 2, "deck": party.table.deck + 1}))
    party.ask(Pause(False))
    party.rest(10)
    assert "anew" in {deed.what for deed in party.deeds}


# --- another game -----------------------------------------------------------------------------------------------------


def test_a_new_game_sets_a_new_table(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    world, game_id = party.world, party.now.game_id
    assert party.players.world is world
    own(party.room)
    party.players.step()
    assert party.now.game_id != game_id
    assert party.tables == 2
    assert party.world is not world
    assert party.players.world is party.world
    assert [party.world.held(seat) for seat in SEATS] == [()] * 3
    party.go_on(lambda: party.table.phase is Phase.PRIZE)


def test_a_saved_game_goes_on_with_hands_that_fit(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    game_id, table = party.now.game_id, party.table
    own(party.room)
    party.players.step()
    party.room.open_saved(game_id, 1)
    party.players.step()
    assert party.tables == 3
    assert tuple(len(party.world.held(seat)) for seat in SEATS) == table.hands
    party.go_on(lambda: party.table.phase is not Phase.SEAL)


def test_a_game_gone_on_with_amid_the_deal_is_dealt_on_by_players_that_tapped_nothing_yet(party: Party) -> None:
    party.go_on(lambda: [type(act) for act in party.acts[-2:]] == [Draw, Draw])
    assert party.table.phase is Phase.DEAL
    party.players = Players(lambda: party.session, party.set_table, pace_s=0.0)
    party.players.step()
    party.go_on(lambda: party.table.phase is not Phase.DEAL)
