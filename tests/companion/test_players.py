"""The people around a virtual table: bots act by hand as far as the companion has understood, and wait for persons."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.deeds import Deed
from companion.endurance.account import hold
from companion.games.core import Action, AnyGame, View
from companion.games.offers import combinations
from companion.games.option_text import options_text
from companion.games.registry import GAMES
from companion.games.waves.actions import (
    Draw,
    PlaceToken,
    PlayAgents,
    RevealFollower,
    TurnUpElder,
)
from companion.games.waves.model import Phase
from companion.games.waves.turns import next_to_play
from companion.players import LOOK_EVERY_S, Players
from companion.requests import Correct, End, Pause, Redo, Request, TakeSeat
from companion.room import Room
from companion.session import Session
from companion.snapshot import Snapshot
from companion.table.world import World
from tests.companion.instant import InstantWorld, PerfectEyes
from tests.companion.tables import GUEST, HOST, check_replay, open_room, own, person, rows_of, tap_of, undo, wait_for

WAVES = GAMES["waves"]
MOST_LOOKS = 2000
"""Far more than a round takes; time passes by looks only."""


class Party:
    """A room with a virtual table, players who are told when to step, and perfect eyes, a look a step."""

    def __init__(self, room: Room, *, seed: int = 1, pace_s: float = 0.0, **options: Any) -> None:
        self.room = room
        self.eyes: PerfectEyes | None = None
        self.tables = 0
        """How often a table was set."""
        self.deeds: list[Deed] = []
        own(room, **options)
        self.players = Players(
            lambda: room.session, self.set_table, seed=seed, pace_s=pace_s, witness=self.deeds.append
        )
        self.players.step()

    def set_table(self, game: AnyGame, view: View) -> World:  # type: ignore[type-arg]
        self.tables += 1
        self.eyes = PerfectEyes(game, game.layout(view))
        return self.eyes.world

    @property
    def session(self) -> Session:
        return self.room.session

    @property
    def world(self) -> InstantWorld:
        assert self.eyes is not None
        return self.eyes.world

    @property
    def now(self) -> Snapshot:
        return self.session.snapshot()

    @property
    def phase(self) -> Phase:
        phase = self.now.view(None).table.phase
        assert isinstance(phase, Phase)
        return phase

    @property
    def acts(self) -> list[Action]:
        """What the companion has learned."""
        return [step.action for step in self.session._timeline.done if step.action is not None]

    def look(self, looks: int = 1) -> None:
        """Let the companion have looked so often. The request behind each look is answered when it was judged."""
        assert self.eyes is not None
        for _ in range(looks):
            self.session.see(self.eyes.look())
            assert not self.session.submit(GUEST, tap_of((), 0)).accepted

    def go_on(self, until: Callable[[], bool]) -> None:
        for _ in range(MOST_LOOKS):
            if until():
                return
            self.look()
            self.players.step()
        raise AssertionError(f"that does not come: {self.now.sight}, {self.acts[-3:]}")

    def rest(self, steps: int = 60) -> None:
        """Let time pass."""
        for _ in range(steps):
            self.look()
            self.players.step()

    def ask(self, request: Request) -> None:
        reply = self.session.submit(HOST, request)
        assert reply.accepted, reply


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    with open_room(tmp_path / "data", has_hands=True) as room:
        yield Party(room)


def test_bots_play_a_whole_round_by_hand(party: Party) -> None:
    party.go_on(lambda: party.now.view(None).table.round == 2)
    acts = party.acts
    # A round of four: five cards dealt to each (W-012), four Elders (W-015), an Agent each (W-050), a card drawn each.
    assert sum(isinstance(act, Draw) for act in acts) == 4 * 5 + 4
    assert sum(isinstance(act, TurnUpElder) for act in acts) == 4
    assert sum(isinstance(act, PlayAgents) for act in acts) == 4
    check_replay(party.room)


@pytest.mark.parametrize("edition", ["rebels", pytest.param("breakers", marks=pytest.mark.slow)])
@pytest.mark.parametrize("options", combinations(WAVES), ids=options_text)
def test_bots_play_three_rounds_of_every_mode_by_hand(options: dict[str, Any], edition: str, tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        # With the rebels of row 2 Elders move, and numbers are copied from Agents that still lie face down.
        party = Party(room, **options, edition=edition, tablets="row2")
        party.go_on(lambda: party.now.view(None).table.round == 4)
        party.look(5)  # what the last look showed may still be judged
        assert party.now.sight.state != "mismatch"
        check_replay(room)


def test_only_what_cannot_be_seen_was_tapped_and_no_class_with_it(party: Party) -> None:
    party.go_on(lambda: party.now.view(None).table.round == 2)
    acts = [(row.by, row.read()["action"]) for row in rows_of(party.room) if row.kind == "act"]
    assert {who for who, _ in acts} == {"host", "camera"}
    tapped = [act for who, act in acts if who == "host"]
    assert {act["type"] for act in tapped} == {"Draw"}
    assert all(act.get("card", 0) == 0 for act in tapped)
    assert "Draw" not in {act["type"] for who, act in acts if who == "camera"}


def test_the_next_act_waits_until_the_companion_has_seen_the_last(party: Party) -> None:
    laid = len(party.world.laid)
    party.look(5)
    party.players.step()
    assert len(party.world.laid) == laid + 1
    # Nobody looks any more: nobody goes on.
    for _ in range(50):
        party.players.step()
    assert len(party.world.laid) == laid + 1
    assert party.acts == []
    party.go_on(lambda: len(party.acts) > 0)
    assert isinstance(party.acts[0], PlaceToken)


def test_while_hands_are_at_work_and_for_a_pace_after_nobody_begins(tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, pace_s=1.0)
        laid = len(party.world.laid)
        party.world.is_busy = True
        party.rest(30)
        party.world.is_busy = False
        assert len(party.world.laid) == laid
        steps = round(1.0 / LOOK_EVERY_S)
        party.rest(steps - 1)
        assert len(party.world.laid) == laid
        party.rest(2)
        assert len(party.world.laid) == laid + 1


# --- paused and set back ----------------------------------------------------------------------------------------------


def test_while_paused_the_players_hold_still(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.COUNCIL)
    party.look(5)
    party.ask(Pause(True))
    party.players.step()
    laid, acts = list(party.world.laid), len(party.acts)
    party.rest()
    assert party.world.laid == laid
    # What was laid before is learned of; nothing is taken back, and nothing new is begun.
    assert len(party.acts) - acts <= 1
    party.ask(Pause(False))
    party.go_on(lambda: party.phase is Phase.PLAY)


def test_an_act_that_the_companion_has_yet_to_see_is_not_taken_back_by_a_pause(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.COUNCIL)
    acts, table = len(party.acts), party.world.table
    party.go_on(lambda: party.world.table != table)
    assert len(party.acts) == acts  # laid, and not looked at
    laid = party.world.table
    party.ask(Pause(True))
    party.rest()
    assert party.world.table == laid
    assert len(party.acts) == acts + 1


def test_after_an_undo_hands_put_the_table_back_and_wait(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.PLAY)
    seen = party.now.view(None).table
    before = len(party.acts)
    party.go_on(lambda: len(party.acts) >= before + 2)
    done = party.acts
    party.ask(undo(party.session, len(done) - before))
    party.rest()
    assert party.now.paused
    assert party.now.view(None).table == seen
    assert party.world.table == WAVES.expected_table(WAVES.view(party.session._timeline.state, None))
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
    held = [len(party.world.held(seat)) for seat in range(4)]
    assert sum(held) in (3, 4)
    drawn = sum(isinstance(act, Draw) for act in party.acts)
    party.ask(undo(party.session))
    party.rest()
    assert sum(len(party.world.held(seat)) for seat in range(4)) == drawn - 1


def test_what_was_undone_and_done_again_lies_on_the_table(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.PLAY)
    before = WAVES.expected_table(party.now.view(None))
    party.ask(undo(party.session))
    party.rest()
    assert party.world.table == WAVES.expected_table(party.now.view(None)) != before
    party.ask(Redo())
    party.rest()
    assert party.world.table == before
    assert party.now.sight.state == "settled"
    party.ask(Pause(False))
    party.go_on(lambda: party.phase is not Phase.PLAY)


@pytest.mark.rule("W-145")
def test_after_a_correction_the_table_is_laid_so_and_play_goes_on(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.PLAY)
    elder = party.now.view(None).table.slots[0].elder
    party.ask(Correct({"elder.0": elder % 5 + 1, "hand.1": 4, "deck": party.now.view(None).table.deck + 1}))
    party.rest(10)
    assert party.world.content("elder.0") == WAVES.expected_table(party.now.view(None)).zones[_index("elder.0")].content
    party.go_on(lambda: party.now.view(None).table.round == 2)
    assert len(party.world.held(1)) == party.now.view(None).table.hands[1].count


def _index(zone: str) -> int:
    layout = WAVES.layout(WAVES.view(WAVES.new_game({"cards": "own"}, {}), None))
    return [each.zone for each in layout.zones].index(zone)


def test_when_the_game_is_ended_nobody_acts(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.COUNCIL)
    party.ask(End())
    laid = list(party.world.laid)
    party.rest()
    assert party.world.laid == laid


def test_a_new_game_sets_a_new_table(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.PLAY)
    world, game_id = party.world, party.now.game_id
    assert party.players.world is world
    own(party.room)
    party.players.step()
    assert party.now.game_id != game_id
    assert party.tables == 2
    assert party.world is not world
    assert party.players.world is party.world
    assert [party.world.held(seat) for seat in range(4)] == [()] * 4
    party.go_on(lambda: party.phase is Phase.COUNCIL)


def test_a_saved_game_goes_on_with_hands_that_fit(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.PLAY)
    game_id, table = party.now.game_id, party.now.view(None).table
    own(party.room)
    party.players.step()
    party.room.open_saved(game_id)
    party.players.step()
    assert party.tables == 3
    assert [len(party.world.held(seat)) for seat in range(4)] == [hand.count for hand in table.hands]
    party.go_on(lambda: party.phase is not Phase.PLAY)


def test_a_game_gone_on_with_amid_the_deal_is_dealt_on_by_players_that_tapped_nothing_yet(party: Party) -> None:
    party.go_on(lambda: [type(act) for act in party.acts[-2:]] == [Draw, Draw])
    assert party.phase is Phase.DEAL
    party.players = Players(lambda: party.session, party.set_table, seed=1, pace_s=0.0)
    party.players.step()
    party.go_on(lambda: party.phase is not Phase.DEAL)


# --- persons ----------------------------------------------------------------------------------------------------------


def sit_down(party: Party, seat: int) -> None:
    assert party.session.submit(GUEST, TakeSeat(seat, "Ana", "a")).accepted


def wait_for_turn(party: Party, seat: int) -> None:
    party.go_on(lambda: party.phase is Phase.PLAY and next_to_play(party.now.view(None).table) == seat)


def test_a_person_is_waited_for_and_bots_go_on_after_their_card_was_seen(party: Party) -> None:
    sit_down(party, 2)
    wait_for_turn(party, 2)
    acts, lies = party.acts, party.world.table
    party.rest()
    assert party.acts == acts
    assert party.world.table == lies
    card = party.world.held(2)[0]
    party.world.play_into("follower.2", 2, card, face_up=False)
    held = party.world.held(2)
    party.go_on(lambda: len(party.acts) > len(acts))
    assert party.acts[len(acts)] == PlayAgents(2, 2, "follower", (0,))
    # What is turned up later is the card that the person has laid, and the hand has not been dealt anew.
    party.go_on(lambda: party.phase is Phase.PASS_TOKEN)
    assert party.world.hidden("follower.2") == (card,)
    turned = [act for act in party.acts if isinstance(act, RevealFollower) and act.slot == 2]
    assert [f"card:{act.face}" for act in turned] == [card]
    assert set(held) <= set(party.world.held(2))


def test_a_person_may_play_after_an_act_of_a_bot_that_is_still_open(party: Party) -> None:
    """One Rebel may be the first of more; the person, who sees that it is all, lays a card (W-050)."""
    sit_down(party, 1)
    party.go_on(lambda: party.now.sight.state == "open" and "Ana plays" in party.now.sight.text)
    acts = party.acts
    party.rest()
    assert party.acts == acts
    party.world.play_into("follower.1", 1, party.world.held(1)[-1], face_up=False)
    party.go_on(lambda: len(party.acts) > len(acts))
    assert party.acts[len(acts) :] == [PlayAgents(0, 0, "rebel", (0,)), PlayAgents(1, 1, "follower", (0,))]
    party.go_on(lambda: party.phase is not Phase.PLAY)


def test_a_person_who_taps_before_laying_is_waited_for_as_well(party: Party) -> None:
    sit_down(party, 2)
    wait_for_turn(party, 2)
    acts = len(party.acts)
    act = PlayAgents(2, 2, "follower", (0,))
    assert party.session.submit(person(2), tap_of([act], party.now.revision)).accepted
    party.rest()
    assert party.acts[acts:] == [act]
    assert party.now.sight.state == "in_progress"
    card = party.world.held(2)[-1]
    assert card != party.world.held(2)[0]
    party.world.play_into("follower.2", 2, card, face_up=False)
    party.go_on(lambda: party.phase is Phase.PASS_TOKEN)
    turned = [act for act in party.acts if isinstance(act, RevealFollower) and act.slot == 2]
    assert [f"card:{act.face}" for act in turned] == [card]


# --- what they did, written down --------------------------------------------------------------------------------------


def test_each_deed_is_told_before_the_companion_can_know_of_it(party: Party) -> None:
    party.look(5)
    party.players.step()
    place = WAVES.action_type
    assert [(deed.what, deed.row) for deed in party.deeds] == [("set", 1), ("done", 1)]
    assert isinstance(msgspec.convert(party.deeds[1].act, place), PlaceToken)
    assert party.acts == []
    party.go_on(lambda: len(party.acts) > 0)
    assert msgspec.convert(party.deeds[1].act, place) == party.acts[0]


def test_a_round_of_deeds_is_the_journal_and_tells_no_card(party: Party) -> None:
    party.go_on(lambda: party.now.view(None).table.round == 2)
    account = hold(WAVES, party.session._timeline.done, party.deeds)
    assert (account.acts, account.wrong) == (len(party.acts), ())
    drawn = [deed.act for deed in party.deeds if deed.act and deed.act["type"] == "Draw"]
    assert len(drawn) >= 4 * 5 + 4
    assert not any(act.get("card") for act in drawn)


def test_where_the_companion_infers_what_nobody_did_the_deeds_tell(party: Party) -> None:
    """A card that no player laid: the companion sees it, the players go along, and the journal is still wrong."""
    sit_down(party, 2)
    wait_for_turn(party, 2)
    acts = len(party.acts)
    party.world.play_into("follower.2", 2, party.world.held(2)[-1], face_up=False)
    party.look(10)
    assert party.acts[acts:] == [PlayAgents(2, 2, "follower", (0,))]
    party.rest(10)
    account = hold(WAVES, party.session._timeline.done, party.deeds)
    assert len(account.wrong) == 1
    assert "PlayAgents(seat=2" in account.wrong[0]


def test_setting_back_and_correcting_are_deeds_as_well(party: Party) -> None:
    party.go_on(lambda: party.phase is Phase.PLAY)
    party.ask(undo(party.session))
    party.rest()
    assert party.deeds[-1] == Deed(party.session.game_id, "rewound", party.now.last_row)
    party.ask(Correct({"hand.1": 4, "deck": party.now.view(None).table.deck + 1}))
    party.ask(Pause(False))
    party.rest(10)
    assert "anew" in {deed.what for deed in party.deeds}


# --- the thread -------------------------------------------------------------------------------------------------------


def test_the_thread_plays_by_itself_and_ends(party: Party) -> None:
    party.players.start()
    try:
        party.look(5)
        while not party.acts:
            party.look()
        wait_for(party.session, lambda now: now.can_undo > 0)
    finally:
        party.players.close()
    assert not party.players._thread.is_alive()
    assert isinstance(party.acts[0], PlaceToken)


def test_a_fault_stops_the_players_and_is_said_without_what_it_was_about(
    party: Party, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = f"card:{3}"

    def fail() -> None:
        raise RuntimeError(secret)

    assert party.players.health() == ()
    monkeypatch.setattr(party.players, "step", fail)
    with caplog.at_level(logging.ERROR):
        party.players._run()
    assert "the virtual players stopped: an act of theirs could not be done" in caplog.text
    assert secret not in caplog.text
    (line,) = party.players.health()
    assert (line.device, line.status) == ("players", "failed")
    assert line.text == (
        "The virtual players made a mistake and stopped. Move the pieces yourself, or start the table again."
    )
