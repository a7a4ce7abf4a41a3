"""What decoders write of a broken picture is dropped, and nothing else that is written meanwhile."""

from __future__ import annotations

import os

import cv2
import numpy as np
import pytest

from companion.runtime.decoder_noise import without_decoder_noise
from vision.cameras.stored import decode


def broken() -> bytes:
    """A JPEG of which the second half is missing."""
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    content: bytes = cv2.imencode(".jpg", noise)[1].tobytes()
    return content[: len(content) // 2] + content[-2:]


def test_a_broken_picture_is_told_by_our_own_sentence_alone(capfd: pytest.CaptureFixture[str]) -> None:
    cv2.imdecode(np.frombuffer(broken(), np.uint8), cv2.IMREAD_COLOR)
    assert "JPEG" in capfd.readouterr().err, "this OpenCV writes nothing of it"
    decode(broken())
    assert capfd.readouterr().err == ""


def test_what_others_write_meanwhile_comes_afterwards(capfd: pytest.CaptureFixture[str]) -> None:
    with without_decoder_noise():
        os.write(2, b"a log line\nPremature end of JPEG file\nanother\n")
        assert capfd.readouterr().err == ""
    assert capfd.readouterr().err == "a log line\nanother\n"
