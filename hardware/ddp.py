"""Frames of light as packets of the Distributed Display Protocol (3waylabs.com/ddp, 2022-09-05), as WLED reads them.

A packet is a header of 10 bytes and the pixels' bytes. There is no acknowledgement.
"""

from __future__ import annotations

import struct
from typing import Final

DDP_PORT: Final = 4048
"""UDP ("Network" in the specification)."""
MOST_DATA: Final = 1440
"""Bytes of pixels in one packet, 480 pixels: the specification's choice, which fits an Ethernet frame."""
LAST_SEQUENCE: Final = 15
"""Sequence numbers run from 1 to 15 and begin again; 0 would mean that they are not used (header, byte 1)."""

_VERSION: Final = 0x40
"""Byte 0, the two highest bits: version 1."""
_PUSH: Final = 0x01
"""Byte 0: show what was sent. Set on the last packet of a frame only, so that a frame is never shown by halves."""
_RGB_8_BITS: Final = 0x0B
"""Byte 2, bits C R TTT SSS: standard (0), reserved (0), RGB (001), 8 bits each (011)."""
_DISPLAY: Final = 1
"""Byte 3: the default output device."""
_HEADER: Final = struct.Struct(">BBBBIH")
"""Flags, sequence, type, destination, offset in bytes, length in bytes; the numbers have their high byte first."""


def next_sequence(sequence: int) -> int:
    """The number after this one."""
    return sequence % LAST_SEQUENCE + 1


def ddp_packets(pixels: bytes, sequence: int) -> tuple[bytes, ...]:
    """One frame, three bytes (red, green, blue) a pixel, as packets; the first has this sequence number, 1 to 15."""
    starts = range(0, len(pixels), MOST_DATA)
    packets = []
    for start in starts:
        part = pixels[start : start + MOST_DATA]
        flags = _VERSION | (_PUSH if start == starts[-1] else 0)
        packets.append(_HEADER.pack(flags, sequence, _RGB_8_BITS, _DISPLAY, start, len(part)) + part)
        sequence = next_sequence(sequence)
    return tuple(packets)
