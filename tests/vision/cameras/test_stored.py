"""Pictures as files hold them: by content, turned, cut off, of other kinds; and which files of a folder are any."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, features

from companion.table.layout import Layout
from tests.vision.fakes import NEAR, table
from vision.cameras.frames import Pixels
from vision.cameras.stored import CUT, EMPTY, HEIC, NONE, decode, pictures_in

ORIENTATION = 274
"""The EXIF tag that says how a picture is turned."""
AVIF = ["AVIF"] if "AVIF:" in cv2.getBuildInformation() and features.check("avif") else []
"""Not every OpenCV and every Pillow has it."""


@pytest.fixture(scope="module")
def seen() -> Image.Image:
    """A picture that is no mirror image of itself and has no side like another."""
    rising = np.linspace(0, 255, 96, dtype=np.uint8)
    pixels = np.zeros((64, 96, 3), np.uint8)
    pixels[:, :, 0], pixels[:, :, 1], pixels[:20, :20] = rising, rising[:64, None], (250, 0, 0)
    return Image.fromarray(pixels)


def stored(picture: Image.Image, kind: str = "JPEG", **how: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **how)
    return file.getvalue()


def read(content: bytes) -> Pixels:
    pixels = decode(content)
    assert not isinstance(pixels, str), pixels
    return pixels


def difference(first: Pixels, second: Pixels) -> float:
    assert first.shape == second.shape
    return float(np.abs(first.astype(float) - second.astype(float)).mean())


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("missing", [1, 2])
def test_a_jpeg_without_the_mark_of_its_end_is_whole(seen: Image.Image, missing: int, progressive: bool) -> None:
    whole = stored(seen, quality=90, progressive=progressive)
    assert np.array_equal(read(whole[:-missing]), read(whole))


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("share", [0.5, 0.9, 0.995])
def test_a_jpeg_that_is_cut_off_is_named_so(layout: Layout, share: float, progressive: bool) -> None:
    whole = stored(Image.fromarray(table(layout, NEAR)), quality=90, progressive=progressive)
    assert decode(whole[: round(share * len(whole))]) == CUT
    assert decode(whole[: len(whole) // 2].ljust(len(whole), b"\0")) == CUT


def test_a_png_that_is_cut_off_is_named_so(seen: Image.Image) -> None:
    assert decode(stored(seen, "PNG")[:-40]) == CUT


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", *AVIF])
@pytest.mark.parametrize("turn", range(1, 9))
def test_a_picture_is_turned_as_its_exif_says(
    seen: Image.Image, turn: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = {
        1: lambda pixels: pixels,
        2: lambda pixels: pixels[:, ::-1],
        3: lambda pixels: pixels[::-1, ::-1],
        4: lambda pixels: pixels[::-1],
        5: lambda pixels: pixels.transpose(1, 0, 2),
        6: lambda pixels: np.rot90(pixels, -1),
        7: lambda pixels: pixels[::-1, ::-1].transpose(1, 0, 2),
        8: lambda pixels: np.rot90(pixels),
    }
    exif = Image.Exif()
    exif[ORIENTATION] = turn
    turned = read(stored(seen, kind, exif=exif))
    assert difference(turned, turns[turn](np.asarray(seen)[:, :, ::-1])) < 12


@pytest.mark.parametrize("size", [b"\0\0\0\0", b"\0\0\0\1", b"\0\0\0\7", b"\xff\xff\xff\xff"])
def test_a_container_whose_boxes_lie_of_their_size_ends_no_reader(seen: Image.Image, size: bytes) -> None:
    whole = stored(seen, *AVIF) if AVIF else b"\0\0\0\x10ftypavif\0\0\0\x10meta\0\0\0\x10iprp\0\0\0\x08ipco"
    for box in (b"ftyp", b"meta", b"iprp", b"ipco"):
        at = whole.index(box)
        decode(whole[: at - 4] + size + whole[at:])


def test_pictures_of_all_depths_are_read_alike(seen: Image.Image) -> None:
    plain = np.asarray(seen)[:, :, ::-1]
    sixteen = cv2.imencode(".png", plain.astype(np.uint16) * 257)[1].tobytes()
    grey = np.asarray(seen.convert("L").convert("RGB"))[:, :, ::-1]
    assert difference(read(sixteen), plain) < 1
    assert difference(read(stored(seen.convert("P", palette=Image.Palette.ADAPTIVE), "PNG")), plain) < 12
    assert difference(read(stored(seen.convert("CMYK"), quality=95)), plain) < 12
    assert difference(read(stored(seen.convert("LA"), "PNG")), grey) < 1
    assert difference(read(stored(seen, quality=95) + bytes(range(256)) * 100), plain) < 12


def test_what_is_no_picture_says_what_to_do() -> None:
    assert decode(b"") == EMPTY
    assert decode(b"No picture.") == NONE
    assert decode(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic") == HEIC
    assert decode(b"\xff\xd8\xff\xe0") == CUT


def test_a_folder_has_the_pictures_that_it_holds_whatever_they_are_called(seen: Image.Image, tmp_path: Path) -> None:
    jpeg = stored(seen)
    for name in ("a.jpg", "b.JFIF", "c", "d.dat", "._a.jpg"):
        (tmp_path / name).write_bytes(jpeg)
    for name in ("e.HEIC", "f.nef", "g.png", "notes.txt", "h.mp4"):
        (tmp_path / name).write_bytes(b"something else")
    (tmp_path / "i.heif").mkdir()
    assert [each.name for each in pictures_in(tmp_path)] == [
        "a.jpg",
        "b.JFIF",
        "c",
        "d.dat",
        "e.HEIC",
        "f.nef",
        "g.png",
    ]
    assert [each.name for each in pictures_in(tmp_path, (".mp4",))][-1] == "h.mp4"
