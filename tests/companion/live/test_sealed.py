"""Sealed choices at a live table: on the disk at once, read by nobody, opened together, never changed once known."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.core import Action
from companion.games.openings import opened
from companion.games.parts import Sealing
from companion.games.registry import GAMES
from companion.journal import GENESIS, Draft, JournalNotWritable, Row, chain, read_keys
from companion.journal.seals import keep, keys_of
from companion.live.chronicle import log_of
from companion.live.inputs import Acted, Looked
from companion.live.requests import Client, Correct, Pause, Redo, Reply, SetAside, TakeSeat
from companion.live.resume import Unplayable, replay
from companion.live.room import Room
from companion.live.session import Session
from companion.live.timeline import state_hash
from tests.companion.referee.perfect import look_at
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    facts_of,
    hash_now,
    journal_path,
    open_room,
    own,
    person,
    play_to,
    rows_of,
    tap_first,
    tap_of,
    undo,
    virtual,
    wait_for,
)
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import (
    NOBODY,
    Guess,
    Guessing,
    OpenGuess,
    Phase,
    SealBid,
    TakeBackGuess,
    TakeBackWager,
    Wager,
)

ADA, BO = person(0), person(1)


@pytest.fixture
def room(tmp_path: Path) -> Any:
    with open_room(tmp_path) as opened:
        yield opened


def seated(room: Room, phase: str, **options: Any) -> Session:
    """A game of two that sit there, in that phase."""
    session = own(room, players=2, **options)
    for seat, name in enumerate(("Ada", "Bo")):
        assert session.submit(Client(), TakeSeat(seat, name, f"key {seat}")).accepted
    play_to(session, phase)
    return session


def guessing(room: Room, **options: Any) -> Session:
    """A game of two that sit there, and are to guess."""
    return seated(room, "guess", guess=True, **options)


def guess(session: Session, client: Client, of: int, seat: int | None = None) -> Reply:
    act = Guess(client.seat if seat is None and client.seat is not None else seat or 0, of)
    return session.submit(client, tap_of([act], session.snapshot().revision))


def both(session: Session, ada: int = 1, bo: int = 1) -> None:
    for client, of in ((ADA, ada), (BO, bo)):
        reply = guess(session, client, of)
        assert reply.accepted, reply


def table(session: Session) -> Any:
    return session.snapshot().view(None).table


def guesses(session: Session) -> Guessing:
    found: Guessing | None = table(session).guessing
    assert found is not None
    return found


def lines(session: Session, seat: int | None) -> list[str]:
    return [str(line.text) for line in session.snapshot().log(seat)]


def offers(session: Session, client: Client) -> set[Any]:
    return {act for choice in session.snapshot().choices(client.seat) for act in choice.actions}


# --- sealed ---


def test_a_row_tells_nothing_of_a_choice_and_its_key_lies_elsewhere(room: Room) -> None:
    session = guessing(room)
    assert not keys_of(journal_path(room)).exists()
    both(session, 1, NOBODY)
    *_, ada, bo = (row.read() for row in rows_of(room))
    assert ada["action"] == {"type": "Guess", "seat": 0, "guess": -2}
    assert bo["action"] == {"type": "Guess", "seat": 1, "guess": -2}
    assert {len(ada["seal"]), len(bo["seal"])} == {64}
    assert ada["seal"] != bo["seal"]
    file = keys_of(journal_path(room))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    keys = read_keys(journal_path(room))
    assert keys[ada["seal"]].choice == msgspec.to_builtins(Guess(0, 1))
    assert keys[bo["seal"]].choice == msgspec.to_builtins(Guess(1, NOBODY))
    assert len({len(line) for line in file.read_bytes().split()}) == 1, "a length tells a choice"


def test_only_its_seat_reads_a_choice_before_it_is_opened(room: Room) -> None:
    session = guessing(room)
    assert guess(session, ADA, 1).accepted
    for seat in (None, 1):
        assert lines(session, seat)[-1] == "Ada seals a guess."
        view = session.snapshot().view(seat)
        assert view.sealed == ((Guess(0, -2),), ())
        assert "Bo" not in str(view.table.guessing)
    assert lines(session, 0)[-1] == "Ada seals a guess: Bo."
    assert session.snapshot().view(0).own_sealed == (Guess(0, 1),)
    prompt = session.snapshot().game.prompt(session.snapshot().view(0))
    assert str(prompt.text) == "You have guessed: Bo. You may take it back. Still to guess: Bo."


def test_the_hash_of_a_position_is_the_same_whatever_is_sealed_in_it(room: Room) -> None:
    session = guessing(room)
    assert guess(session, ADA, 1).accepted
    before = hash_now(session)
    assert rows_of(room)[-1].state_hash == before
    assert session.submit(ADA, tap_of([TakeBackGuess(0)], session.snapshot().revision)).accepted
    assert guess(session, ADA, 0).accepted
    assert hash_now(session) == before


def test_nobody_chooses_for_who_sits_there(room: Room) -> None:
    session = guessing(room)
    assert offers(session, HOST) == set()
    for reply in (guess(session, HOST, 1, seat=0), guess(session, BO, 1, seat=0)):
        assert (reply.accepted, reply.code) == (False, "not-yours")
        assert str(reply.text) == "Only Ada can tap that. Ask them, or take the seat first."
    assert guess(session, ADA, 1).accepted
    back = session.submit(BO, tap_of([TakeBackGuess(0)], session.snapshot().revision))
    assert (back.accepted, back.code) == (False, "not-yours")


def test_the_host_chooses_for_a_seat_that_nobody_has_taken(room: Room) -> None:
    session = own(room, players=2, guess=True)
    play_to(session, "guess")
    assert {act.seat for act in offers(session, HOST)} == {0, 1}
    assert guess(session, HOST, 1, seat=0).accepted
    assert lines(session, None)[-1] == "Seat 1 seals a guess."


SEALS_NOTHING = (
    "That tap seals a choice and does not say which. Nothing was sealed. Reload the page and choose, then tap."
)


@pytest.mark.parametrize("client", [ADA, BO, HOST], ids=["its seat", "another", "the host"])
def test_a_choice_without_a_choice_is_refused(room: Room, client: Client) -> None:
    session = guessing(room)
    reply = guess(session, client, -2, seat=0)
    assert (reply.code, str(reply.text)) == ("malformed", SEALS_NOTHING)
    assert not guess(session, ADA, 7).accepted
    assert guesses(session).sealed == (False, False)


def test_a_choice_of_which_examples_alone_are_offered_is_no_less_refused_without_one(room: Room) -> None:
    session = seated(room, "wager", wager=True)
    last_row = session.snapshot().last_row
    for client in (ADA, HOST):
        reply = session.submit(client, tap_of([Wager(0, ())], session.snapshot().revision))
        assert (reply.code, str(reply.text)) == ("malformed", SEALS_NOTHING)
    assert session.snapshot().last_row == last_row
    assert session.submit(ADA, tap_of([Wager(0, (1, 0, 0))], session.snapshot().revision)).accepted


def test_the_host_seals_nothing_for_a_seat_that_nobody_has_taken(room: Room) -> None:
    session = own(room, players=2, wager=True)
    play_to(session, "wager")
    reply = session.submit(HOST, tap_of([Wager(0, ())], session.snapshot().revision))
    assert (reply.code, str(reply.text)) == ("malformed", SEALS_NOTHING)


@pytest.mark.parametrize("act", [Guess(0, -2), Wager(0, ())], ids=lambda act: type(act).__name__)
def test_a_bot_that_seals_nothing_is_refused(room: Room, act: Action) -> None:
    kind = type(act).__name__.lower()
    options: dict[str, Any] = {kind: True}
    session = own(room, players=2, **options)
    play_to(session, kind)
    reply = session._live.take(Acted("bot", (msgspec.to_builtins(act),)))
    assert (reply.code, str(reply.text)) == ("malformed", SEALS_NOTHING)


def test_a_guess_is_taken_back_until_all_are_in_and_then_no_more(room: Room) -> None:
    session = guessing(room)
    assert guess(session, ADA, 1).accepted
    again = guess(session, ADA, 0)
    assert str(again.text) == "That guess is sealed already. Take it back first."
    assert TakeBackGuess(0) in offers(session, ADA)
    assert session.submit(ADA, tap_of([TakeBackGuess(0)], session.snapshot().revision)).accepted
    assert lines(session, None)[-1] == "Ada takes the guess back."
    both(session)
    late = session.submit(ADA, tap_of([TakeBackGuess(0)], session.snapshot().revision))
    assert (late.code, late.rule) == ("illegal", "B-041")
    assert str(late.text) == "A guess is taken back only until all have guessed; now it is: Sealed bids."
    check_sealed_replay(room)


def check_sealed_replay(room: Room) -> None:
    """Without the keys the rows lead to the same hashes; with them to the same position."""
    rows, path = rows_of(room), journal_path(room)
    live = room.session._timeline
    sealed = replay(GAMES, rows)
    assert state_hash(sealed.state) == state_hash(live.state)
    assert log_of(sealed.history, None) == log_of(live.history, None)
    assert replay(GAMES, rows, keys=read_keys(path)).done == live.done


# --- opened ---


def test_all_are_opened_together_in_one_with_what_comes_last(room: Room) -> None:
    session = guessing(room)
    both(session, 1, NOBODY)
    assert tap_first(session).accepted
    assert guesses(session).opened == (None, None)
    assert tap_first(session).accepted
    assert table(session).phase is Phase.REVEAL
    assert guesses(session).opened == (1, NOBODY)
    assert lines(session, None)[-2:] == ["Ada has guessed: Bo.", "Bo has guessed: nobody."]
    *_, ada, bo = rows_of(room)
    assert (ada.by, bo.by) == ("companion", "companion")
    (opened,) = ada.read()["opened"]
    assert opened["choice"] == msgspec.to_builtins(Guess(0, 1))
    assert session.snapshot().view(0).sealed == ()
    check_replay(room)


def test_who_reads_the_journal_later_knows_what_was_sealed_once_it_is_opened(room: Room) -> None:
    session = guessing(room)
    both(session, 1, NOBODY)
    rows = rows_of(room)
    early = replay(GAMES, rows)
    assert [str(line.text) for line in log_of(early.history, 0)][-2:] == ["Ada seals a guess.", "Bo seals a guess."]
    assert early.state.unknown == (0, 1)
    play_to(session, "reveal")
    late = replay(GAMES, rows_of(room))
    assert "Ada seals a guess: Bo." in [str(line.text) for line in log_of(late.history, 0)]
    assert "Ada seals a guess: Bo." not in [str(line.text) for line in log_of(late.history, None)]


def test_a_right_guess_is_a_point(room: Room) -> None:
    session = guessing(room)
    both(session, 1, 0)
    play_to(session, "award")
    winner = session._timeline.game.legal_actions(session._timeline.state)[0].seat
    assert tap_first(session).accepted
    assert guesses(session).points == (int(winner == 1), int(winner == 0))
    assert guesses(session).opened == (None, None)


def test_bots_seal_and_the_companion_opens_at_a_dealt_table(room: Room) -> None:
    session = virtual(room, guess=True)
    snapshot = wait_for(session, lambda now: now.is_over)
    kinds = [row.read()["action"]["type"] for row in rows_of(room) if row.kind == "act"]
    assert kinds.count("Guess") == kinds.count("OpenGuess") == 9
    assert snapshot.outcome is not None
    check_replay(room)


def test_a_person_at_a_dealt_table_seals_a_guess_among_bots(room: Room) -> None:
    session = virtual(room, guess=True)
    session.submit(Client(), TakeSeat(0, "Ada", "key"))
    wait_for(session, lambda now: any(isinstance(act, Guess) for act in offers(session, ADA)))
    assert {act for act in offers(session, ADA) if isinstance(act, Guess)} == {Guess(0, of) for of in (0, 1, 2, -1)}
    assert guess(session, ADA, 2).accepted
    assert "Ada seals a guess." in lines(session, None)
    assert "Ada seals a guess: Seat 3." in lines(session, 0)


# --- back and forth ---


def test_what_everybody_has_seen_is_sealed_as_it_was_after_an_undo(room: Room) -> None:
    session = guessing(room)
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    reply = session.submit(HOST, undo(session, 5))  # both openings, both bids, the guess of Bo
    assert reply.accepted, reply
    assert "Everybody has seen the guess of Ada: Bo." in str(reply.text)
    assert table(session).phase is Phase.GUESS
    assert offers(session, BO) == {Guess(1, NOBODY)}
    changed = guess(session, BO, 0)
    assert not changed.accepted
    assert changed.rule == "B-042"
    assert str(changed.text) == (
        "Everybody has seen what Bo chose before the undo, and no choice is changed once another's is known. "
        "Choose the same again: nobody; the host can correct the table."
    )
    assert session.submit(ADA, tap_of([TakeBackGuess(0)], session.snapshot().revision)).accepted
    assert not guess(session, ADA, 0).accepted
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    assert guesses(session).opened == (1, NOBODY)
    check_replay(room)


def test_an_undo_to_before_the_first_choice_lets_all_choose_anew(room: Room) -> None:
    session = guessing(room)
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    assert session.submit(HOST, undo(session, 7)).accepted  # the pearls too
    play_to(session, "guess")
    both(session, 0, 0)
    check_sealed_replay(room)


def test_an_undo_of_the_openings_alone_waits_for_the_host(room: Room) -> None:
    session = guessing(room)
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    assert session.submit(HOST, undo(session, 2)).accepted
    assert table(session).phase is Phase.OPEN
    assert session.submit(HOST, Redo(2)).accepted
    assert guesses(session).opened == (1, NOBODY)
    assert session.submit(HOST, undo(session, 1)).accepted
    assert guesses(session).opened == (1, None)
    assert session.submit(HOST, Pause(False)).accepted
    assert guesses(session).opened == (1, NOBODY)
    check_replay(room)


def test_bots_seal_the_same_again_after_an_undo(room: Room) -> None:
    session = virtual(room, guess=True)
    wait_for(session, lambda now: now.is_over)
    opening = max(place for place, step in enumerate(session._timeline.done) if isinstance(step.action, OpenGuess))
    sealed = [step.action for step in session._timeline.done[:opening] if isinstance(step.action, Guess)][-3:]
    first = max(place for place, step in enumerate(session._timeline.done) if step.action == sealed[0])
    acts = len(session._timeline.done)
    assert session.submit(HOST, undo(session, acts - first - 1)).accepted
    assert session.submit(HOST, Pause(False)).accepted
    wait_for(session, lambda now: now.is_over)
    again = [step.action for step in session._timeline.done if isinstance(step.action, Guess)][-3:]
    assert set(again) == set(sealed)


def test_the_host_may_correct_a_guess(room: Room) -> None:
    session = guessing(room)
    both(session, 1, NOBODY)
    assert facts_of(session)["guess.0"] == "sealed"
    reply = session.submit(HOST, Correct({"phase": "guess", "guess.0": "none"}))
    assert reply.accepted, reply
    assert guesses(session).sealed == (False, True)
    assert guess(session, ADA, 0).accepted
    play_to(session, "reveal")
    assert guesses(session).opened == (0, NOBODY)
    check_sealed_replay(room)


# --- a file that is lost, damaged or cannot be written ---


def reopened(room: Room, tmp_path: Path, between: Callable[[Path], object]) -> Session:
    """The same game in a companion that was stopped and started again."""
    path = journal_path(room)
    room.close()
    between(keys_of(path))
    return Room(room.registry, room.home, pace_s=0.0).open_saved(path.stem)


def test_a_companion_that_is_started_again_knows_what_is_sealed(room: Room, tmp_path: Path) -> None:
    both(guessing(room), 1, NOBODY)
    session = reopened(room, tmp_path, lambda keys: None)
    assert session.opening_words == ""
    assert session.snapshot().view(0).own_sealed == (Guess(0, 1),)
    play_to(session, "reveal")
    assert guesses(session).opened == (1, NOBODY)
    session.close()


def trouble_of(session: Session) -> str:
    """What the status page says of sealed choices; "" where it says nothing."""
    found = [each for each in session.snapshot().health if each.device == "sealed"]
    assert all(each.status == "failed" for each in found)
    return " ".join(each.text for each in found)


def asked(session: Session, seat: int | None = None) -> str:
    now = session.snapshot()
    return str(now.prompt(now.view(seat)).text)


def test_a_game_whose_keys_are_lost_goes_on_and_says_what_can_be_done(room: Room, tmp_path: Path) -> None:
    both(guessing(room), 1, NOBODY)
    session = reopened(room, tmp_path, Path.unlink)
    whose = (
        f"What Ada and Bo sealed cannot be opened: {session.game_id}.keys, which lay beside the file of this game, is "
        "missing, damaged or of another game. Copy it there and open the game again. "
    )
    cure = "Or the host undoes the last 2 acts on the host page, and then it is chosen again."
    assert session.opening_words == trouble_of(session) == whose + cure
    assert asked(session) == "Still to bid: Ada, Bo."
    play_to(session, "open")
    assert asked(session) == asked(session, 0) == trouble_of(session) == whose + cure.replace("last 2", "last 4")
    assert session.snapshot().prompt(session.snapshot().view(0)).seats == ()
    assert offers(session, HOST) == set()
    assert session.submit(HOST, Correct({"guess.0": "1", "guess.1": f"{NOBODY}"})).accepted
    assert guesses(session).opened == (1, NOBODY)
    assert table(session).phase is Phase.REVEAL
    assert (trouble_of(session), session.snapshot().unopened) == ("", None)
    session.close()


def test_keys_of_another_game_open_nothing_and_the_table_says_so(room: Room, tmp_path: Path) -> None:
    both(guessing(room), 0, 0)
    other = read_keys(journal_path(room))
    both(guessing(room), 1, NOBODY)
    path = journal_path(room)

    def exchanged(keys: Path) -> None:
        keys.unlink()
        keep(path, [*other.values()], SEALED_BID.sealing.most_bytes)

    session = reopened(room, tmp_path, exchanged)
    assert trouble_of(session).startswith("What Ada and Bo sealed cannot be opened: ")
    session.close()


def test_what_is_lost_is_chosen_again_after_an_undo(room: Room, tmp_path: Path) -> None:
    both(guessing(room), 1, NOBODY)
    session = reopened(room, tmp_path, Path.unlink)
    play_to(session, "open")
    trouble = session.snapshot().unopened
    assert trouble is not None
    assert session.submit(HOST, undo(session, trouble.steps)).accepted
    assert (guesses(session).sealed, trouble_of(session)) == ((False, False), "")
    both(session, 0, 0)
    play_to(session, "reveal")
    assert guesses(session).opened == (0, 0)
    session.close()


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A companion whose door lets through what seals nothing, until it is closed."""
    with monkeypatch.context() as open_door:
        for module in ("companion.referee.taps", "companion.live.handlers"):
            open_door.setattr(f"{module}.check_choices", lambda acts: None)
        yield open_door


def test_a_saved_game_in_which_somebody_sealed_nothing_says_so_and_how_it_goes_on(
    room: Room, tmp_path: Path, older: pytest.MonkeyPatch
) -> None:
    session = seated(room, "wager", wager=True)
    for act in (Wager(0, (1, 0, 0)), Wager(1, ())):
        assert session.submit(person(act.seat), tap_of([act], session.snapshot().revision)).accepted
    assert trouble_of(session).startswith("Bo sealed nothing: ")  # at once, as soon as it is so
    play_to(session, "open wagers")
    older.undo()
    session = reopened(room, tmp_path, lambda keys: None)
    told = (
        "Bo sealed nothing: no choice was told, so none can be opened. The host undoes the last 3 acts on the host "
        "page, and then it is chosen again."
    )
    assert (asked(session), session.opening_words, trouble_of(session)) == (told, told, told)
    trouble = session.snapshot().unopened
    assert trouble is not None
    assert session.snapshot().undone_first == trouble.steps == 3
    assert session.submit(HOST, undo(session, 3)).accepted
    assert (trouble_of(session), session.snapshot().view(0).own_sealed) == ("", (Wager(0, (1, 0, 0)),))
    assert session.submit(BO, tap_of([Wager(1, (0, 0, 2))], session.snapshot().revision)).accepted
    play_to(session, "reveal")
    assert session.snapshot().view(None).table.wagering.opened == ((1, 0, 0), (0, 0, 2))
    session.close()


def test_who_sealed_nothing_takes_it_back_while_others_choose(room: Room, older: pytest.MonkeyPatch) -> None:
    session = seated(room, "wager", wager=True)
    assert session.submit(BO, tap_of([Wager(1, ())], session.snapshot().revision)).accepted
    older.undo()
    assert trouble_of(session) == (
        "Bo sealed nothing: no choice was told, so none can be opened. Whoever sealed it takes it back and chooses "
        "again. Or the host undoes the last act on the host page, and then it is chosen again."
    )
    assert asked(session, 0) != trouble_of(session)
    assert session.submit(BO, tap_of([TakeBackWager(1)], session.snapshot().revision)).accepted
    assert trouble_of(session) == ""


def test_who_sealed_what_is_lost_takes_it_back_and_chooses_again(room: Room, tmp_path: Path) -> None:
    assert guess(guessing(room), ADA, 1).accepted
    session = reopened(room, tmp_path, Path.unlink)
    prompt = session.snapshot().game.prompt(session.snapshot().view(0))
    assert str(prompt.text) == "You have guessed: unknown. You may take it back. Still to guess: Bo."
    assert session.submit(ADA, tap_of([TakeBackGuess(0)], session.snapshot().revision)).accepted
    both(session, 0, 0)
    play_to(session, "reveal")
    assert guesses(session).opened == (0, 0)
    session.close()


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda keys: keys.write_bytes(keys.read_bytes()[:-20]), id="torn"),
        pytest.param(lambda keys: keys.write_bytes(keys.read_bytes().replace(b"\n", b"\n\xff?{}\n", 1)), id="odd"),
        pytest.param(lambda keys: keys.write_bytes(b"A" * 5000), id="other"),
        pytest.param(lambda keys: (keys.unlink(), keys.mkdir()), id="folder"),
    ],
)
def test_a_damaged_file_of_keys_costs_no_more_than_what_is_damaged(
    room: Room, tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    both(guessing(room), 1, NOBODY)
    session = reopened(room, tmp_path, damage)
    known = {seat: session.snapshot().view(seat).own_sealed for seat in (0, 1)}
    assert known[0] in ((Guess(0, 1),), (Guess(0, -2),))
    assert bool(session.opening_words) == (session._timeline.state.unknown != ())
    session.close()


def test_nothing_is_sealed_where_the_disk_takes_no_key(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = guessing(room)

    def refuse(*given: object) -> None:
        raise JournalNotWritable("The disk is full.")

    monkeypatch.setattr(session._journal, "keep_keys", refuse)
    reply = guess(session, ADA, 1)
    assert (reply.accepted, reply.code, str(reply.text)) == (False, "disk", "The disk is full. Nothing was changed.")
    assert guesses(session).sealed == (False, False)
    monkeypatch.undo()
    assert guess(session, ADA, 1).accepted


def test_keys_that_somebody_removes_while_the_game_is_played_are_saved_anew(room: Room) -> None:
    session = guessing(room)
    assert guess(session, ADA, 1).accepted
    keys_of(journal_path(room)).unlink()
    assert guess(session, BO, 0).accepted
    assert len(read_keys(journal_path(room))) == 2


def test_a_choice_too_large_is_refused_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = guessing(room)
    monkeypatch.setattr(type(session._timeline.game), "sealing", Sealing(most_bytes=10))
    reply = guess(session, ADA, 1)
    assert (reply.accepted, reply.code) == (False, "malformed")
    assert str(reply.text) == "That choice is larger than any that can be sealed. Reload the page and choose again."
    assert not keys_of(journal_path(room)).exists()


def test_a_row_that_opens_another_choice_than_was_sealed_is_not_played(room: Room) -> None:
    session = guessing(room)
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    rows, forged = rows_of(room), list[Row]()
    for row in rows:
        payload = row.read()
        if "opened" in payload and payload["action"]["seat"] == 0:
            payload["action"]["guess"] = payload["opened"][0]["choice"]["guess"] = 0
        draft = Draft(row.at, row.by, row.kind, payload, row.state_hash)
        forged.append(chain(forged[-1].hash if forged else GENESIS, row.number, draft))
    with pytest.raises(Unplayable, match=r"Row \d+ "):
        replay(GAMES, forged)


# --- beside a camera ---


def test_what_is_turned_up_after_the_last_open_bid_counts_and_the_guesses_are_opened_between(room: Room) -> None:
    """One card may be the first of two, so the last bid is told with the act after it: the guesses come between."""
    session = guessing(room)
    both(session)
    state = session._timeline.state
    states = [state]
    for seat in [act.seat for act in SEALED_BID.legal_actions(state)[::2]]:
        states.append(SEALED_BID.apply_action(states[-1], SealBid(seat, (0,))))
    turned = next(act for act in SEALED_BID.legal_actions(opened(SEALED_BID, states[-1])))
    states.append(SEALED_BID.apply_action(opened(SEALED_BID, states[-1]), turned))
    at_s = 0.0
    for shown in states:
        for _ in range(6):
            at_s = round(at_s + 0.1, 1)
            session.tell(Looked(look_at(SEALED_BID, shown, at_s)))
            session.submit(GUEST, SetAside(""))  # settled behind the look
    told = [row.read()["action"]["type"] for row in rows_of(room)[-5:]]
    assert told == ["SealBid", "SealBid", "OpenGuess", "OpenGuess", "Reveal"]
    assert [row.by for row in rows_of(room)[-5:]] == ["camera", "camera", "companion", "companion", "camera"]
    assert session.snapshot().sight.state == "settled"
    check_replay(room)
