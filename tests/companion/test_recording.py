"""A recorded game comes out the same whenever it is played again, and says where it does not."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.autopilot import Autopilot
from companion.games.registry import GAMES
from companion.games.waves.actions import Draw, TurnUpElder
from companion.journal import Draft, Journal, JournalNotWritable, Row
from companion.recorder import RecordedGame, Recorder, make_folder
from companion.recording import (
    STEPS,
    VERSION,
    Acted,
    Asked,
    Became,
    Entry,
    Judged,
    Line,
    Looked,
    Recording,
    RecordingBroken,
    RecordingExists,
    RecordingMissing,
    RecordingNotWritable,
    RecordingTooNew,
    chained,
    recordings,
)
from companion.referee.explain import look_of
from companion.replaying import Replayed, replay
from companion.requests import (
    Believe,
    Correct,
    Decide,
    End,
    LeaveSeat,
    Pause,
    Redo,
    Request,
    SetAside,
    TakeSeat,
    Tap,
    Undo,
)
from companion.table.devices import DeviceHealth
from companion.table.felt import Feeling
from companion.table.sightings import Reading
from companion.timeline import Timeline, start_payload, state_hash
from tests.companion.referee.perfect import look_at
from tests.companion.tables import (
    GUEST,
    HOST,
    NOON,
    hash_now,
    open_room,
    own,
    person,
    tap_any,
    tap_first,
    tap_of,
    undo,
    virtual,
    wait_for,
)
from tests.vision.fakes import FakeClock

WAVES = GAMES["waves"]
KEY = "the key of seat one"


def no_look(number: int) -> Reading:
    raise AssertionError(f"no frame was recorded, but {number} is asked for")


def again(recording: Recording, look: Any = no_look, speed: float | None = None) -> Replayed:
    return replay(recording, GAMES, look, clock=FakeClock(), speed=speed)


class FullJournal(Journal):
    """A journal whose disk is full when it is told so."""

    is_full = False

    def append(self, drafts: Sequence[Draft]) -> tuple[Row, ...]:
        if self.is_full:
            raise JournalNotWritable("The disk is full.")
        return super().append(drafts)


class Table:
    """A recorded game without a thread, in a time of its own; perfect eyes number their frames."""

    def __init__(self, folder: Path, seed: int = 1, cards: str = "own") -> None:
        options = {"cards": cards}
        start = WAVES.new_game(options, {})
        self.clock = FakeClock()
        self.journal = FullJournal(folder / "game.journal")
        payload = {**start_payload(WAVES, options, start), "seed": seed}
        rows = self.journal.append([Draft(NOON.isoformat(), "host", "start", payload, state_hash(start))])
        self.recorder = Recorder(folder / "recording", rows, self.clock)
        self.timeline = Timeline(WAVES, start)
        self.live = RecordedGame(self.timeline, self.journal, lambda: NOON, self.recorder)
        self.frames: dict[int, Reading] = {}
        self.autopilot = Autopilot(WAVES, seed)
        self.truth = WAVES.imagine(start, random.Random(seed))
        self.played = 0
        self.taps = 0

    @property
    def path(self) -> Path:
        return self.recorder.path

    def tap(self, *actions: Any) -> bool:
        self.clock.time_s += 0.25
        self.taps += 1
        return self.live.settle(HOST, tap_of(actions, self.timeline.revision, f"t{self.taps}")).accepted

    def look(self, frames: int = 5) -> None:
        """So many looks at the true table, ten a second, each with all the slices that it wants."""
        for _ in range(frames):
            self.clock.time_s += 0.1
            number = len(self.frames) + 1
            reading = msgspec.structs.replace(look_at(WAVES, self.truth, self.clock.time_s), frame=number)
            self.frames[number] = reading
            self.live.see(reading)
            while self.live.judge():
                pass

    def play(self, acts: int) -> None:
        """Acts of a whole game: what can be seen is looked at, everything else is tapped."""
        for _ in range(acts):
            proposal = self.autopilot.propose(self.truth, self.played, frozenset())
            assert proposal is not None
            self.truth, self.played = WAVES.apply_action(self.truth, proposal[0]), self.played + 1
            act = proposal[0].public()
            if isinstance(act, Draw) and self.timeline.game.legal_actions(self.timeline.state)[0] == act:
                self.live.feel(Feeling(count=self.truth.table.shells, presses=(f"seat{act.seat + 1}",)))
            if act.sense != "told":
                self.look()
            if len(self.timeline.done) < self.played:  # it shows nothing, or could be several things
                assert self.tap(act)
        assert look_of(WAVES, self.timeline.state) == look_of(WAVES, self.truth)

    def close(self) -> Recording:
        self.recorder.close()
        self.journal.close()
        return Recording.open(self.path)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Recording, str, dict[int, Reading]]:
    """A recording with looks, taps, an undo and a redo; the last position; and the frames' readings."""
    table = Table(tmp_path_factory.mktemp("seen"))
    table.look()
    table.play(25)
    rewinds: tuple[Request, ...] = (Undo(2, table.timeline.revision), Redo(2))
    for request in rewinds:
        assert table.live.settle(HOST, request).accepted
        table.look()
    assert table.live.sight.state == "settled"
    table.play(10)
    return table.close(), state_hash(table.timeline.state), table.frames


@pytest.mark.parametrize("speed", [None, 0, 1, 0.5])
def test_a_game_that_was_seen_comes_out_the_same_at_every_speed(
    seen: tuple[Recording, str, dict[int, Reading]], speed: float | None
) -> None:
    recording, position, frames = seen
    clock, counted = FakeClock(), list[int]()
    replayed = replay(recording, GAMES, frames.__getitem__, clock=clock, speed=speed, progress=counted.append)
    assert (replayed.diverged, replayed.reread, replayed.state_hash) == ("", "", position)
    assert (replayed.entries, replayed.acts) == (len(recording.entries), 35)
    assert counted == list(range(1, len(recording.entries) + 1))
    waited_s = recording.entries[-1].at_s / speed if speed else 0.0
    assert waited_s > 5 or not speed
    assert sum(clock.pauses) == pytest.approx(waited_s)


def test_markers_that_are_set_aside_come_out_the_same(tmp_path: Path) -> None:
    """The host's word on a misread card is in no journal, and decides all the same what a look comes to."""
    table = Table(tmp_path)
    table.look()
    while not any(isinstance(each, TurnUpElder) for each in WAVES.legal_actions(table.timeline.state)):
        table.play(1)
    act = next(each for each in WAVES.legal_actions(table.timeline.state) if isinstance(each, TurnUpElder))
    assert table.tap(act)
    other = WAVES.apply_action(table.timeline.done[-1].before, TurnUpElder(act.slot, act.elder % 5 + 1))
    table.truth = other
    table.look()
    assert table.live.sight.state == "mismatch"
    asked: list[SetAside | Believe]
    asked = [SetAside("discard"), SetAside(f"elder.{act.slot}"), Believe(), Believe(), SetAside(f"elder.{act.slot}")]
    replies = [table.live.settle(HOST, each) for each in asked]
    assert [reply.accepted for reply in replies] == [False, True, True, False, True]
    assert [reply.text for reply in replies[:4]] == [
        "No card is read there but those of the game. Look at the table again.",
        "Set aside: what the camera reads on those cards counts no more. Tap what is done with them.",
        "All markers count again.",
        "No marker is set aside: all count already.",
    ]
    for each in (SetAside(f"elder.{act.slot}"), Believe()):
        assert table.live.settle(GUEST, each).code == "not-yours"
    table.look(15)
    sight = table.live.sight
    assert (sight.state, sight.has_misread) == ("looking", True)
    rows, position = len(table.timeline.done), state_hash(table.timeline.state)
    recording = table.close()
    assert [entry.step.request for entry in recording.entries if isinstance(entry.step, Asked)][1:6] == asked
    replayed = again(recording, table.frames.__getitem__)
    assert (replayed.diverged, replayed.acts, replayed.state_hash) == ("", rows, position)


def test_looks_are_recorded_by_their_frames_and_slices_by_their_count(
    seen: tuple[Recording, str, dict[int, Reading]],
) -> None:
    recording, _, frames = seen
    steps = [entry.step for entry in recording.entries]
    looks = [step for step in steps if isinstance(step, Looked)]
    assert [look.frame for look in looks] == list(frames)
    assert all(look.reading is None and look.digest for look in looks)
    assert not any(isinstance(one, Judged) and isinstance(other, Judged) for one, other in pairwise(steps))
    assert recording.path.stat().st_size < 500 * len(recording.entries) + 100_000


def test_another_reading_of_a_frame_is_told_where_it_matters_and_where_it_does_not(
    seen: tuple[Recording, str, dict[int, Reading]],
) -> None:
    recording, position, frames = seen
    slightly = {**frames, 7: msgspec.structs.replace(frames[7], sightings=frames[7].sightings[:-1])}
    replayed = again(recording, slightly.__getitem__)
    assert (replayed.diverged, replayed.state_hash) == ("", position)
    number = next(n for n, entry in enumerate(recording.entries, 1) if getattr(entry.step, "frame", 0) == 7)
    assert replayed.reread == f"Of frame 7 (entry {number}) something else is read than in the game."
    blind = {n: msgspec.structs.replace(each, sightings=()) for n, each in frames.items()}
    diverged = again(recording, blind.__getitem__)
    assert diverged.diverged.startswith(f"Entry {diverged.entries + 1} of {recording.path}: ")
    assert "Of frame 1 (entry 1) something else is read than in the game." in diverged.diverged


def test_looks_without_a_frame_are_recorded_in_full(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.live.see(Reading(1.0, unseen="The lens cap is on."))
    for _ in range(3):
        table.live.judge()
    recording = table.close()
    looked, judged = (entry.step for entry in recording.entries)
    assert looked == Looked(reading=Reading(1.0, unseen="The lens cap is on."))
    assert judged == Judged(3)
    assert again(recording).diverged == ""


def test_a_session_with_bots_seats_undo_and_redo_comes_out_the_same(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "rec", rows, clock)) as room:
        session, rng = virtual(room, seed=5), random.Random(1)
        assert session.snapshot().health[-1] == DeviceHealth(
            "recording", "ok", f"This game is recorded to {tmp_path / 'rec' / STEPS}."
        )
        session.submit(HOST, Pause(True))
        assert session.submit(GUEST, TakeSeat(0, "Anna", KEY)).accepted
        session.submit(HOST, Pause(False))
        for turn in range(6):
            wait_for(session, lambda now: bool(now.game.choices(now.view(0))))
            assert tap_any(session, rng, person(0)).accepted
            if turn == 3:
                session.submit(HOST, Pause(True))
                assert session.submit(HOST, undo(session, 3)).accepted
                assert session.submit(HOST, Redo(1)).accepted
                session.submit(HOST, Pause(False))
        assert session.submit(HOST, LeaveSeat(0)).accepted
        wait_for(session, lambda now: now.outcome is not None)
        position, acts = hash_now(session), len(session._timeline.done)
    recording = Recording.open(tmp_path / "rec")
    assert sum(isinstance(entry.step, Acted) for entry in recording.entries) > 20
    replayed = again(recording)
    assert (replayed.diverged, replayed.state_hash, replayed.acts) == ("", position, acts)


def test_no_key_is_recorded_and_seats_change_hands_as_they_did(tmp_path: Path) -> None:
    table = Table(tmp_path)
    settle = table.live.settle
    assert settle(GUEST, TakeSeat(0, "Anna\u202e", KEY)).accepted
    assert settle(GUEST, TakeSeat(0, "Anna again", KEY)).accepted
    assert settle(GUEST, TakeSeat(0, "Ben", "another key")).code == "waiting"
    assert settle(HOST, Decide(0, "1", True)).accepted
    assert settle(GUEST, TakeSeat(0, "Anna", KEY)).code == "waiting"
    assert table.tap(*WAVES.choices(WAVES.view(table.timeline.state, None))[0].actions)
    recording = table.close()
    content = recording.path.read_bytes()
    assert KEY.encode() not in content
    assert b"another key" not in content
    assert recording.path.stat().st_mode & 0o777 == 0o600
    assert [entry.step.row for entry in recording.entries if isinstance(entry.step, Became)] == [2, 3, 4, 5]
    assert again(recording).diverged == ""


def test_a_seat_from_before_the_recording_keeps_its_key(tmp_path: Path) -> None:
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "rec", rows, FakeClock())) as room:
        own(room).submit(GUEST, TakeSeat(0, "Anna", KEY))
        second = own(room, tablets="row1")
        assert second.submit(GUEST, TakeSeat(0, "Anna", KEY)).accepted
        tap_first(second)
        first_id = room.saved_games()[0].id
        third = room.open_saved(first_id)
        tap_first(third)
        third.submit(HOST, undo(third))
        third.submit(HOST, End())
    files = recordings(tmp_path / "rec")
    assert [path.name for path in files] == [STEPS, "steps-2.jsonl", "steps-3.jsonl"]
    assert Recording.open(files[2]).head.rows[1].payload["name"] == "Anna"
    for path in files:
        assert again(Recording.open(path)).diverged == ""


def test_a_disk_that_took_nothing_takes_nothing_in_the_replay(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.look()
    table.play(12)
    table.journal.is_full = True
    assert not table.tap(*WAVES.choices(WAVES.view(table.timeline.state, None))[0].actions)
    proposal = table.autopilot.propose(table.truth, 12, frozenset())
    assert proposal is not None
    done = len(table.timeline.done)
    with pytest.raises(JournalNotWritable):
        table.live.accept(
            "bot", [proposal[0].public()], [WAVES.apply_action(table.timeline.state, proposal[0].public())]
        )
    table.look()
    assert len(table.timeline.done) == done
    table.journal.is_full = False
    table.play(8)
    recording = table.close()
    assert any(entry.step.refused for entry in recording.entries if isinstance(entry.step, Became))
    replayed = again(recording, table.frames.__getitem__)
    assert (replayed.diverged, replayed.state_hash) == ("", state_hash(table.timeline.state))


def test_a_request_that_no_file_can_hold_is_refused_and_left_out(tmp_path: Path) -> None:
    table = Table(tmp_path)
    odd: list[Any] = [
        Tap((None,), 1, "a"),  # type: ignore[arg-type]
        Tap(({"type": "PlaceToken", "slot": 10**30},), 1, "b"),
        Correct({"shells": 10**30}),
        TakeSeat(0, "Anna", "\ud800"),
    ]
    assert not any(table.live.settle(HOST, request).accepted for request in odd)
    assert table.live.settle(HOST, TakeSeat(1, "B\ud800en", "k")).accepted
    recording = table.close()
    assert [entry.step for entry in recording.entries if isinstance(entry.step, Judged)] == []
    assert again(recording).diverged == ""


# --- what is damaged --------------------------------------------------------------------------------------------------


@pytest.fixture
def short(tmp_path: Path) -> Recording:
    """Six taps."""
    table = Table(tmp_path)
    for _ in range(6):
        assert table.tap(*WAVES.choices(WAVES.view(table.timeline.state, None))[0].actions)
    return table.close()


def test_any_changed_byte_is_found_and_its_line_named(short: Recording) -> None:
    good = short.path.read_bytes()
    lines = good.split(b"\n")
    rng = random.Random(3)
    for _ in range(60):
        number = rng.randrange(len(lines) - 1)
        place = rng.randrange(len(lines[number]))
        bad = bytearray(lines[number])
        bad[place] = bad[place] ^ 1
        short.path.write_bytes(b"\n".join([*lines[:number], bytes(bad), *lines[number + 1 :]]))
        with pytest.raises(RecordingBroken) as found:
            Recording.open(short.path)
        what = "its beginning" if number == 0 else f"entry {number}"
        assert str(found.value) == (
            f"Line {number + 1} of {short.path} ({what}) is not as it was written. To replay what is before it, copy "
            "the file and delete this line and all after it."
        )


def test_a_line_that_was_torn_off_is_left_out(short: Recording) -> None:
    good = short.path.read_bytes()
    last = len(good) - len(good.rstrip(b"\n").rsplit(b"\n", 1)[1]) - 1
    for end in range(last, len(good)):
        short.path.write_bytes(good[:end])
        torn = Recording.open(short.path)
        assert torn.entries == short.entries[:-1]
        assert torn.torn == (end > last)
    assert again(torn).diverged == ""


def rewrite(recording: Recording, change: dict[int, Any]) -> Recording:
    """The recording with other steps for those entries, and checks that fit."""
    lines, check = recording.path.read_bytes().rstrip(b"\n").split(b"\n"), ""
    for number, text in enumerate(lines):
        raw = bytes(msgspec.json.decode(text, type=Line).entry)
        if number in change:
            raw = msgspec.json.encode(Entry(recording.entries[number - 1].at_s, change[number]))
        check = chained(check, raw)
        lines[number] = msgspec.json.encode(Line(check, msgspec.Raw(raw)))
    recording.path.write_bytes(b"\n".join(lines) + b"\n")
    return Recording.open(recording.path)


def test_a_replay_that_leads_elsewhere_says_at_which_entry(short: Recording) -> None:
    assert [type(entry.step) for entry in short.entries[4:6]] == [Asked, Became]
    became = short.entries[5].step
    assert isinstance(became, Became)
    forged = rewrite(short, {6: Became("0" * 64, became.row)})
    replayed = again(forged)
    assert (replayed.entries, replayed.acts) == (5, became.row - 1)
    assert replayed.diverged == (
        f"Entry 6 of {short.path}: the game came to position 00000000 at row {became.row}, the replay to "
        f"{became.state[:8]} at row {became.row}. Replay it with the version that recorded it."
    )


def test_a_step_that_changed_nothing_and_now_does_is_named(short: Recording) -> None:
    became = short.entries[5].step
    assert isinstance(became, Became)
    forged = rewrite(short, {6: Judged(1)})
    assert again(forged).diverged == (
        f"Entry 5 of {short.path}: it changed nothing in the game, and now leads to row {became.row}. "
        "Replay it with the version that recorded it."
    )


def test_an_act_that_is_not_legal_any_more_is_named_without_its_secret(short: Recording) -> None:
    forged = rewrite(short, {5: Acted("bot", ({"type": "Draw", "seat": 3, "card": 4},))})
    assert again(forged).diverged == (f"Entry 5 of {short.path}: the bot cannot act as in the game (IllegalAction).")


def test_what_is_no_recording_is_said_in_words(tmp_path: Path, short: Recording) -> None:
    with pytest.raises(RecordingMissing) as missing:
        Recording.open(tmp_path / "nothing")
    assert str(missing.value) == (
        f"There is no recording in {tmp_path / 'nothing'}. Make one with: companion record GAME --to FOLDER."
    )
    whole = short.path.read_bytes()
    short.path.write_bytes(whole[:100])
    with pytest.raises(RecordingBroken, match=r"holds not one whole line: nothing of it can be replayed\. Record"):
        Recording.open(short.path)
    raw = msgspec.json.encode({"version": VERSION + 1})
    short.path.write_bytes(msgspec.json.encode(Line(chained("", raw), msgspec.Raw(raw))) + b"\n")
    with pytest.raises(RecordingTooNew, match=r"newer companion \(format 6; this one knows 5\)\. Update the companion"):
        Recording.open(short.path)


# --- the disk ---------------------------------------------------------------------------------------------------------


def test_a_folder_for_a_recording_is_new_and_its_owners_only(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "a" / "b")
    assert folder.stat().st_mode & 0o777 == 0o700
    (folder / "file").touch()
    with pytest.raises(RecordingExists) as exists:
        make_folder(folder)
    assert str(exists.value) == f"{folder} is not empty. Choose another folder for the recording with --to."
    with pytest.raises(RecordingNotWritable) as not_writable:
        make_folder(folder / "file" / "b")
    assert str(not_writable.value) == (
        f"Cannot record to {folder / 'file' / 'b'}: Not a directory. Choose another with --to."
    )


def test_a_disk_that_fills_up_ends_the_recording_and_not_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.play(4)
    position, entries = state_hash(table.timeline.state), len(Recording.open(table.path).entries)
    write = os.write

    def full(file: int, line: bytes) -> int:
        if len(line) > 5:
            return write(file, line[:5])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        assert table.tap(*WAVES.choices(WAVES.view(table.timeline.state, None))[0].actions)
    health = table.recorder.health()
    assert (health.device, health.status) == ("recording", "failed")
    assert health.text.startswith(f"The recording {table.path} ends after {entries} entries: No space left on device.")
    assert table.tap(*WAVES.choices(WAVES.view(table.timeline.state, None))[0].actions)
    recording = table.close()
    assert recording.torn
    replayed = again(recording, table.frames.__getitem__)
    assert (replayed.diverged, replayed.state_hash) == ("", position)


def test_a_game_that_cannot_be_recorded_is_not_begun(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "file", rows, FakeClock())) as room:
        with pytest.raises(RecordingNotWritable, match=r"file: File exists\. Free some space or choose another folder"):
            own(room)
        (saved,) = room.home.saved_games(GAMES)
        with pytest.raises(RecordingNotWritable):  # and not that it is open already
            room.open_saved(saved.id)


WRITER = """
import sys
from pathlib import Path
from tests.companion.test_recording import Table
table = Table(Path(sys.argv[1]))
table.look()
while True:
    table.play(1)
    print(len(table.timeline.done), flush=True)
"""


@pytest.mark.parametrize("acts", [3, 17, 40])
def test_a_killed_writer_leaves_a_recording_that_replays_to_its_last_entry(tmp_path: Path, acts: int) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        while int(writer.stdout.readline()) < acts:
            pass
        writer.send_signal(signal.SIGKILL)
    recording = Recording.open(tmp_path / "recording")
    # The same game in this process; a step whose outcome was not written any more counts in the replay.
    table = Table(tmp_path / "again")
    table.look()
    while len(table.frames) < max(getattr(entry.step, "frame", 0) for entry in recording.entries):
        table.play(1)
    replayed = again(recording, table.frames.__getitem__)
    assert (replayed.diverged, replayed.reread) == ("", "")
    assert replayed.entries == len(recording.entries)
    assert replayed.acts >= acts
    while len(table.timeline.done) < replayed.acts:
        table.play(1)
    table.close()
    assert replayed.state_hash == state_hash(table.timeline.done[replayed.acts - 1].after)
