"""The disk under a recording: its folder, what is recorded of a disk that takes no act, and a writer that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.live.inputs import Acted
from companion.live.saved_games import SavedGames
from companion.live.timeline import state_hash
from companion.recording.format import Became, Recording, RecordingExists, RecordingNotWritable
from companion.recording.recorder import Recorder, make_folder
from tests.companion.recording.recorded import Table, again
from tests.companion.tables import open_room, own
from tests.games.registered import SEALED_BID
from tests.vision.fakes import FakeClock


def test_a_disk_that_took_nothing_takes_nothing_in_the_replay(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.look()
    table.play(10)
    table.journal.is_full = True
    assert not table.tap_first()
    proposal = table.autopilot.propose(table.truth, 10, frozenset())
    assert proposal is not None
    prize = proposal[0].public()
    reply = table.taker.take(Acted("bot", (msgspec.to_builtins(prize),)))
    assert (reply.accepted, reply.code) == (False, "disk")
    table.truth, table.played = SEALED_BID.apply_action(table.truth, proposal[0]), 11
    table.look()
    assert len(table.timeline.done) == 10
    table.journal.is_full = False
    table.look(1)
    assert table.timeline.done[-1].action == prize, "what was seen meanwhile is told once the disk takes it"
    table.play(9)
    recording = table.close()
    assert any(entry.step.refused for entry in recording.entries if isinstance(entry.step, Became))
    replayed = again(recording, table.frames.__getitem__)
    assert (replayed.diverged, replayed.state_hash) == ("", state_hash(table.timeline.state))


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
        assert table.tap_first()
    health = table.recorder.health()
    assert (health.device, health.status) == ("recording", "failed")
    assert health.text.startswith(f"The recording {table.path} ends after {entries} entries: No space left on device.")
    assert table.tap_first()
    recording = table.close()
    assert recording.torn
    replayed = again(recording, table.frames.__getitem__)
    assert (replayed.diverged, replayed.state_hash) == ("", position)


def test_a_game_that_cannot_be_recorded_is_not_begun(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "file", rows, FakeClock())) as room:
        with pytest.raises(RecordingNotWritable, match=r"file: File exists\. Free some space or choose another folder"):
            own(room)
        (saved,) = SavedGames(room.home, GAMES).all()
        with pytest.raises(RecordingNotWritable):  # and not that it is open already
            room.open_saved(saved.id)


WRITER = """
import sys
from pathlib import Path
from tests.companion.recording.recorded import Table
table = Table(Path(sys.argv[1]))
table.look()
for _ in range(45):
    table.play(1)
    print(len(table.timeline.done), flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    "acts", [pytest.param(3, marks=pytest.mark.slow), 17, pytest.param(40, marks=pytest.mark.slow)]
)
def test_a_killed_writer_leaves_a_recording_that_replays_to_its_last_entry(tmp_path: Path, acts: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
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
