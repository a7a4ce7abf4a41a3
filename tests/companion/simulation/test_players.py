"""The people around a virtual table: bots act by hand as far as the companion has understood; it is written down."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.simulation.players import LOOK_EVERY_S
from companion.soak.endurance.account import hold
from tests.companion.party import Party
from tests.companion.tables import check_replay, open_room, person, rows_of, tap_of, wait_for
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import (
    Discard,
    Draw,
    Guess,
    OpenGuess,
    PassToken,
    PlaceToken,
    Reveal,
    SealBid,
    TakePrize,
    TurnUpPrize,
)


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    with open_room(tmp_path / "data", has_hands=True) as room:
        yield Party(room)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Party]:
    """A party that has played a round, to be looked at only."""
    with open_room(tmp_path_factory.mktemp("played"), has_hands=True) as room:
        party = Party(room)
        party.go_on(lambda: party.table.round == 2)
        yield party


def test_bots_play_a_whole_round_by_hand(played: Party) -> None:
    done = Counter(map(type, played.acts))
    # A round of three: three cards dealt to each (B-002), a prize (B-003), a bid of each, turned up (B-004, B-005).
    assert (done[PlaceToken], done[TurnUpPrize], done[SealBid], done[Reveal]) == (1, 1, 3, 3)
    # Who won did not discard (B-013), and everybody drew again what they had laid (B-014).
    winners = sum(isinstance(act, TakePrize) and act.seat >= 0 for act in played.acts)
    laid = sum(len(act.cards) for act in played.acts if isinstance(act, SealBid)) + 3 - winners
    assert (done[TakePrize], done[Discard], done[Draw], done[PassToken]) == (1, 3 - winners, 9 + laid, 1)
    check_replay(played.room)


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 3, "order": "turn"}, {"players": 4}],
    ids=["two seats", "three in turn", "four"],
)
def test_bots_play_a_game_to_its_end_by_hand(options: dict[str, Any], tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, **options)
        party.go_on(lambda: party.now.outcome is not None)
        party.look(5)  # what the last look showed may still be judged
        assert party.now.sight.state != "mismatch"
        assert party.table.round == 3
        check_replay(room)


def test_only_what_cannot_be_seen_was_tapped_and_no_number_with_it(played: Party) -> None:
    acts = [(row.by, row.read()["action"]) for row in rows_of(played.room) if row.kind == "act"]
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


# --- what they did, written down --------------------------------------------------------------------------------------


def test_each_deed_is_told_before_the_companion_can_know_of_it(party: Party) -> None:
    party.look(5)
    party.players.step()
    place = SEALED_BID.action_type
    assert [(deed.what, deed.row) for deed in party.deeds] == [("set", 1), ("done", 1)]
    assert isinstance(msgspec.convert(party.deeds[1].act, place), PlaceToken)
    assert party.acts == []
    party.go_on(lambda: len(party.acts) > 0)
    assert msgspec.convert(party.deeds[1].act, place) == party.acts[0]


def test_a_round_of_deeds_is_the_journal_and_tells_no_card(played: Party) -> None:
    account = hold(SEALED_BID, played.session._timeline.done, played.deeds)
    assert (account.acts, account.wrong) == (len(played.acts), ())
    drawn = [deed.act for deed in played.deeds if deed.act and deed.act["type"] == "Draw"]
    assert len(drawn) == sum(isinstance(act, Draw) for act in played.acts) > 9
    assert not any(act.get("card") for act in drawn)


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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bots_seal_guesses_on_phones_and_the_companion_opens_them(seed: int, tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, seed=seed, guess=True, players=4)
        party.go_on(lambda: party.table.round == 2)
        done = Counter(map(type, party.acts))
        assert (done[Guess], done[OpenGuess]) == (4, 4)
        assert {row.by for row in rows_of(room) if '"OpenGuess"' in row.payload} == {"companion"}
        assert not [deed for deed in party.deeds if deed.what == "anew"]


def test_a_person_among_bots_with_hands_seals_a_guess_that_nobody_else_knows(tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, guess=True)
        party.sit_down(0)
        party.go_on(lambda: any(isinstance(act, Guess) for each in party.now.choices(0) for act in each.actions))
        guess = tap_of([Guess(0, 2)], party.now.revision)
        assert party.session.submit(person(0), guess).accepted
        # The bots lay what else there is, and the hands of the person are given the bid.
        party.go_on(lambda: all(party.table.guessing.sealed) and party.table.phase.value == "seal")
        party.rest(5)
        assert party.now.view(1).sealed[0] == (Guess(0, -2),)
        assert not [deed for deed in party.deeds if deed.what == "anew"]
