"""A picture as a file holds it: told by its content, not by its name, and what is wrong where it cannot be read.

Nothing is decoded before its head has said how large it is.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.runtime.decoder_noise import without_decoder_noise
from companion.runtime.plain_file import NotPlain, TooLarge, read_plain
from vision.cameras import avif
from vision.cameras.frames import Pixels
from vision.cameras.heads import size_px, why_not

MOST_BYTES = 64_000_000
"""Of a file. The largest that phones save, without loss, have forty million."""
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")
"""Endings of pictures that people are told to save; others are read where their content can be."""

_OTHERS = (
    *(".heic", ".heif", ".hif", ".avif", ".tif", ".tiff", ".jfif", ".jpe", ".gif", ".jp2", ".jxl"),
    *(".dng", ".cr2", ".cr3", ".nef", ".arw", ".raf", ".orf", ".rw2"),
)
"""Endings of pictures that may not be read: in a folder they are named, not passed over."""

_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
_SIGNATURES = (_JPEG, _PNG, b"GIF8", b"II*\0", b"MM\0*")
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
"""Brands in the first box of an HEIF file (ISO/IEC 23008-12) that no AVIF has alone."""
_HEAD = 16

_END = b"\xff\xd9"
_PADS = (b"\x00", b"\x6d")
"""Two fillings that an entropy decoder reads as different blocks."""
_PAD_LENGTH = 65536

CUT = "is cut off: its end is missing. Copy it again from where it was taken."
EMPTY = "is empty. Copy it again from where it was taken."
HEIC = (
    "is a HEIC picture, which is not read here. Save it as .jpg; on an iPhone, Settings, Camera, Formats, Most "
    "Compatible takes such pictures from the start."
)
NOT_PLAIN = "is no plain file. Name the file itself."
TOO_LARGE = "is larger than 64 MB. Save it smaller, as .jpg."
NONE = "holds no picture that can be read. Save it again as .jpg or .png."


def pictures_in(folder: Path, also: tuple[str, ...] = ()) -> list[Path]:
    """The files of a folder that are pictures by their ending or by their content, and those that end in `also`.

    By name; hidden files are left out, as those that macOS lays beside each picture on a stick. A pipe or a device with
    such an ending is among them: whoever reads it says so. Raises `OSError`.
    """
    endings = (*PICTURES, *_OTHERS, *also)
    files = (each for each in folder.iterdir() if not each.name.startswith(".") and not each.is_dir())
    return sorted(each for each in files if each.suffix.lower() in endings or _begins_as_picture(each))


def _begins_as_picture(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    is_webp = head[:4] == b"RIFF" and head[8:12] == b"WEBP"
    return head.startswith(_SIGNATURES) or is_webp or _is_heic(head)


def _is_heic(head: bytes) -> bool:
    return head[4:8] == b"ftyp" and head[8:12] in _HEIC


def load(path: Path) -> Pixels | str:
    """The picture of a file, as `decode` gives it. Raises OSError where it cannot be read."""
    try:
        return decode(read_plain(path, MOST_BYTES))
    except (NotPlain, IsADirectoryError):
        return NOT_PLAIN
    except TooLarge:
        return TOO_LARGE


def decode(content: bytes) -> Pixels | str:
    """The picture, BGR, turned as its EXIF or its container says.

    Else what is wrong with the file, to follow its name, and what to do.
    """
    if not content:
        return EMPTY
    size = size_px(content)
    if size is not None and (wrong := why_not(*size)):
        return wrong
    pixels = _decoded(content) if size is not None else None
    if pixels is not None:
        return pixels
    if content.startswith(_JPEG):
        return _without_end(content) if size is not None else CUT
    if _is_heic(content):
        return HEIC
    return CUT if content.startswith(_PNG) and b"IEND" not in content[-_HEAD:] else NONE


def _decoded(content: bytes) -> Pixels | None:
    # Decoded from memory: OpenCV takes any file name so, and says nothing on stderr about a missing file.
    is_container = avif.is_container(content)
    flags = cv2.IMREAD_COLOR | (cv2.IMREAD_IGNORE_ORIENTATION if is_container else 0)
    try:
        with without_decoder_noise():
            found = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error:
        return None
    if found is None:
        return None
    pixels = np.asarray(found, dtype=np.uint8)
    return avif.turned(pixels, content) if is_container else pixels


def _without_end(content: bytes) -> Pixels | str:
    """A JPEG that OpenCV refuses: the picture where nothing but the mark of its end is missing."""
    body = content.rstrip(b"\0") if content.endswith(b"\0\0") else content
    body = body.removesuffix(b"\xff")
    first, second = (_decoded(body + pad * _PAD_LENGTH + _END) for pad in _PADS)
    if first is None or second is None:
        return CUT
    # What follows the last block of a picture is not looked at; what follows any other block would become the next one.
    return first if np.array_equal(first, second) else CUT
