"""Strips that are no lamps: one that writes down, one behind a link, none."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.endpoint import MOST_PIXELS
from hardware.strips import (
    BadStripRecording,
    BoardStrip,
    NoStrip,
    Shown,
    StripRecorder,
    StripTooLong,
    read_recording,
    write_recording,
)


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 0.5
        return self.now_s


FRAMES = (Shown(0.5, b"\x00\x1e\x3c"), Shown(1.0, b"\xff\x00\x10"))


def recorded(most: int = 10) -> StripRecorder:
    recorder = StripRecorder(Clock(), most)
    for frame in FRAMES:
        recorder.show(frame.pixels)
    return recorder


def test_a_recorder_remembers_what_was_shown_and_when() -> None:
    assert recorded().shown() == FRAMES
    assert recorded(most=1).shown() == FRAMES[1:], "the oldest is let go"


def test_a_recording_is_a_json_object_a_line_and_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "strip.jsonl"
    write_recording(path, recorded().shown())
    assert path.read_text() == '{"at_s": 0.5, "pixels": "001e3c"}\n{"at_s": 1.0, "pixels": "ff0010"}\n'
    assert read_recording(path) == FRAMES


@pytest.mark.parametrize("line", ["", "{}", "[1]", "no", '{"at_s": "x", "pixels": ""}', '{"at_s": 1, "pixels": "0g"}'])
def test_a_line_that_is_no_frame_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "strip.jsonl"
    path.write_text(f'{{"at_s": 0.5, "pixels": "001e3c"}}\n{line}\n')
    with pytest.raises(BadStripRecording) as refused:
        read_recording(path)
    assert str(refused.value) == (f"{path}, line 2 is no frame of a strip. Delete the line, or record the strip again.")


def test_the_boards_strip_hands_on_what_one_message_can_carry() -> None:
    link = StripRecorder(Clock())
    strip = BoardStrip(link)
    strip.show(bytes(3 * MOST_PIXELS))
    with pytest.raises(StripTooLong) as refused:
        strip.show(bytes(3 * 231))
    assert str(refused.value) == (
        "A strip of 231 pixels does not fit into one message to the board, which carries 230. "
        "Set pixels under [strip] in companion.toml to what the board has."
    )
    assert [len(each.pixels) for each in link.shown()] == [690]


def test_the_longest_strip_fits_into_a_line_of_the_protocol() -> None:
    """docs/protocol.md: a body has at most 1000 bytes; base64 makes four characters of three bytes."""
    body = '{"type":"strip","session":1073741823,"n":999999999,"pixels":""}'
    assert len(body) + 4 * MOST_PIXELS <= 1000


def test_without_a_strip_nothing_happens() -> None:
    NoStrip().show(b"\x00\x00\x00")
