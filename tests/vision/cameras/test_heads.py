"""How large pictures are, told before they are decoded: of every kind that is read, and of heads that were made up."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, features

from tests.vision.fakes import FakeClock
from vision.cameras.files import FilmOfOddSize, PictureFolder, VideoFile
from vision.cameras.heads import size_px, why_not
from vision.cameras.stored import CUT, NONE, NOT_PLAIN, TOO_LARGE, decode, load

KINDS = ["PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF", "PPM", *(["AVIF"] if features.check("avif") else [])]
BOMB = "has 20000 x 20000 pixels, and 64 megapixels are the most. Save it smaller."


def png(width_px: int, height_px: int) -> bytes:
    """A whole picture of one colour, in a bit for each pixel."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    packer = zlib.compressobj(1)
    rows = bytes(1 + (width_px + 7) // 8) * 100
    packed = b"".join(packer.compress(rows) for _ in range(height_px // 100)) + packer.flush()
    head = struct.pack(">IIBBBBB", width_px, height_px, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_says_its_size(kind: str) -> None:
    file = io.BytesIO()
    Image.new("RGB", (48, 32)).save(file, kind)
    assert size_px(file.getvalue()) == (48, 32)
    assert not isinstance(decode(file.getvalue()), str)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((8000, 8000), ""),
        ((8000, 8001), "has 8000 x 8001 pixels, and 64 megapixels are the most. Save it smaller."),
        ((1, 1), "has 1 x 1 pixels, which show no table. Take it again."),
        ((16, 16), ""),
        ((1, 60_000), "has 1 x 60000 pixels, which show no table. Take it again."),
        ((3300, 100), "has 3300 x 100 pixels, which show no table. Take it again."),
    ],
)
def test_what_shows_no_table_or_is_too_large_is_not_read(size: tuple[int, int], words: str) -> None:
    assert why_not(*size) == words


def test_a_picture_that_unpacks_to_gigabytes_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    content = png(20_000, 20_000)
    assert len(content) < 1_000_000
    monkeypatch.delattr(cv2, "imdecode")
    assert decode(content) == BOMB


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xd8\xff\xe0 and no more", CUT),
        (b"\x89PNG\r\n\x1a\n\0\0", CUT),
        (b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 30000 +X 30000\n", NONE),
        (b"II*\0" + b"\xff" * 40, NONE),
        (b"RIFF\xff\xff\xff\xffWEBPVP8X" + b"\xff" * 40, NONE),
        (b"GIF89a" + b"\xff" * 40, NONE),
    ],
)
def test_a_head_that_cannot_be_read_is_refused_in_words(
    content: bytes, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(cv2, "imdecode")
    assert decode(content) == words


def test_what_is_no_plain_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "zero.jpg").symlink_to("/dev/zero")
    with (tmp_path / "sparse.png").open("wb") as file:
        file.truncate(20_000_000_000)
    assert load(tmp_path / "pipe.jpg") == load(tmp_path / "zero.jpg") == load(tmp_path) == NOT_PLAIN
    assert load(tmp_path / "sparse.png") == TOO_LARGE


def test_a_folder_goes_on_with_the_others_and_says_which_it_left_out(tmp_path: Path, clock: FakeClock) -> None:
    os.mkfifo(tmp_path / "a.jpg")
    (tmp_path / "b.png").write_bytes(png(20_000, 20_000))
    (tmp_path / "c.jpg").symlink_to("/dev/zero")
    (tmp_path / "d.jpg").mkdir()
    cv2.imwrite(str(tmp_path / "e.png"), np.full((96, 160, 3), 90, np.uint8))
    cv2.imwrite(str(tmp_path / "f.png"), np.full((6000, 1, 3), 90, np.uint8))
    camera = PictureFolder(tmp_path, clock, every_s=0.0)
    shown = [frame.pixels.shape for _ in range(2) if (frame := camera.read(1.0))]
    assert shown == [(96, 160, 3)] * 2
    (told,) = camera.notes
    assert told == (
        f"4 of 5 files cannot be read. a.jpg, c.jpg {NOT_PLAIN} b.png {BOMB} "
        "f.png has 1 x 6000 pixels, which show no table. Take it again."
    )


@pytest.mark.parametrize(
    ("size", "words"), [((1280, 960), "and 1 megapixels are the most"), ((16, 1024), "which show no table")]
)
def test_a_film_of_odd_size_is_refused_before_a_frame_is_decoded(
    tmp_path: Path, clock: FakeClock, size: tuple[int, int], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.files.MOST_PIXELS", 1_000_000)
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, size)
    writer.write(np.zeros((*size[::-1], 3), np.uint8))
    writer.release()
    with pytest.raises(FilmOfOddSize) as told:
        VideoFile(path, clock)
    assert str(told.value).startswith(f"{path} has {size[0]} x {size[1]} pixels")
    assert words in str(told.value)
