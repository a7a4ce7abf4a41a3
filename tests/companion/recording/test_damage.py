"""Recordings that were changed, torn off or forged, or lead elsewhere than the game did: each told in words."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.live.inputs import Acted, Asked
from companion.recording.format import (
    STEPS,
    VERSION,
    Became,
    Entry,
    Judged,
    Line,
    Recording,
    RecordingBroken,
    RecordingMissing,
    RecordingTooNew,
    chained,
)
from tests.companion.recording.recorded import Table, again


@pytest.fixture
def short(tmp_path: Path) -> Recording:
    """Six taps."""
    table = Table(tmp_path)
    for _ in range(6):
        assert table.tap_first()
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
    forged = rewrite(short, {5: Acted("bot", ({"type": "Draw", "seat": 2, "card": 4},))})
    assert again(forged).diverged == (
        f"Entry 5 of {short.path}: the bot cannot act as in the game. Replay it with the version that recorded it."
    )


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
    with pytest.raises(RecordingTooNew, match=r"newer companion \(format 8; this one knows 7\)\. Update the companion"):
        Recording.open(short.path)


def test_steps_without_end_or_depth_are_named(tmp_path: Path) -> None:
    path = tmp_path / STEPS
    os.mkfifo(path)
    with pytest.raises(RecordingBroken, match=r"It is no plain file\. Copy it from where it was made\."):
        Recording.open(tmp_path)
    path.unlink()
    for content in (b'{"check":"","entry":' + b"[" * 200_000 + b"\n", b"\n\n\n"):
        path.write_bytes(content)
        with pytest.raises(RecordingBroken, match=r"Line 1 of .* \(its beginning\) is not as it was written\."):
            Recording.open(path)
    with path.open("wb") as file:
        file.truncate(20_000_000_000)
    with pytest.raises(RecordingBroken, match=r"It is larger than 128 MB\."):
        Recording.open(path)
