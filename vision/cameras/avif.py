"""How a picture in a HEIF container, such as AVIF, is to be turned: OpenCV shows it as it was taken.

Boxes by ISO/IEC 14496-12, section 4.2; `irot` and `imir` by ISO/IEC 23008-12, 6.5.10 and 6.5.12, in this order. EXIF
says the same in such a file or is out of date, and is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.cameras.frames import Pixels


def is_container(content: bytes) -> bool:
    """Whether it begins as files of this family do."""
    return content[4:8] == b"ftyp"


def turned(pixels: Pixels, content: bytes) -> Pixels:
    """The pixels, which the file holds so, as it says that they are to be shown."""
    properties = _inside(_inside(_inside(content, b"meta")[4:], b"iprp"), b"ipco")
    turn, mirror = _inside(properties, b"irot"), _inside(properties, b"imir")
    if turn:
        pixels = np.rot90(pixels, turn[0] & 3)  # quarters, against the clock
    if mirror:
        pixels = pixels[:, ::-1] if mirror[0] & 1 else pixels[::-1]
    return np.ascontiguousarray(pixels)


def _inside(boxes: bytes, kind: bytes) -> bytes:
    """The content of the first box of this kind; empty where there is none."""
    return next((content for each, content in _read(boxes) if each == kind), b"")


def _read(boxes: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of each box, up to the first one that none can be."""
    at = 0
    while at + 8 <= len(boxes):
        size, head = int.from_bytes(boxes[at : at + 4], "big"), 8
        if size == 1:
            size, head = int.from_bytes(boxes[at + 8 : at + 16], "big"), 16
        elif size == 0:  # up to the end
            size = len(boxes) - at
        if size < head:
            return
        yield boxes[at + 4 : at + 8], boxes[at + head : at + size]
        at += size
