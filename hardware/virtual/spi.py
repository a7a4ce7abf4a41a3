"""An SPI bus with a strip on it, to play with where there is none: it reads the line as the chips' datasheets say.

It is a reader of its own: it knows how long the line is high and low, and nothing of how a frame was put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, Literal

T0H_NS: Final = (250.0, 380.0)
T1H_NS: Final = (650.0, 950.0)
"""Within WS2812B (400 and 800 ns, give or take 150) and WS2812B-V5 (220 to 380, 580 to 1000 ns) alike."""
LOW_NS: Final = (300.0, 1000.0)
"""Between two bits: T1L of the first version at least (450 - 150 ns), T0L of either at most (850 + 150 ns)."""
RESET_NS: Final = 280_000.0
"""WS2812B-V5, "reset time". What was taken since the last one is shown now."""


class BadSignal(ValueError):
    """The line did what no chip would understand."""


def line_ns(data: bytes, hz: int) -> Iterator[tuple[int, float]]:
    """The line as levels (0 or 1) with how long each lasts, in ns."""
    bits = (byte >> place & 1 for byte in data for place in range(7, -1, -1))
    for level, run in groupby(bits):
        yield level, sum(1 for _ in run) * 1e9 / hz


def read_ws2812(data: bytes, hz: int) -> tuple[bytes, ...]:
    """The frames that chips on this line come to show, colours in the order on the line. Raises `BadSignal`."""
    frames: list[bytes] = []
    bits: list[int] = []
    for level, ns in line_ns(data, hz):
        if level:
            bits.append(_bit(ns))
        elif ns >= RESET_NS:
            if bits:
                frames.append(_bytes(bits))
            bits = []
        elif bits and not LOW_NS[0] <= ns <= LOW_NS[1]:
            raise BadSignal(f"low for {ns:.0f} ns between two bits")
    if bits:
        raise BadSignal("the line ends without a reset")
    return tuple(frames)


def _bit(high_ns: float) -> int:
    if T0H_NS[0] <= high_ns <= T0H_NS[1]:
        return 0
    if T1H_NS[0] <= high_ns <= T1H_NS[1]:
        return 1
    raise BadSignal(f"high for {high_ns:.0f} ns is neither 0 nor 1")


def _bytes(bits: list[int]) -> bytes:
    if len(bits) % 24:
        raise BadSignal(f"{len(bits)} bits are no whole pixels of 24")
    return bytes(int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits), 8))


def read_apa102(data: bytes, pixels: int) -> tuple[tuple[int, bytes], ...]:
    """What so many chips show after this: global brightness (0 to 31) and colours in the order on the line, of each.

    A start frame is 32 zeros; a LED frame begins with 111 (datasheet). Each chip hands on half a clock late, so the
    last one has its frame only after half as many clocks more as there are pixels; an SK9822 wants 32 zeros to show it.
    Raises `BadSignal`.
    """
    if data[:4] != bytes(4):
        raise BadSignal("no start frame")
    shown = []
    for index in range(pixels):
        frame = data[4 + 4 * index : 8 + 4 * index]
        if len(frame) < 4 or frame[0] >> 5 != 0b111:
            raise BadSignal(f"no frame for pixel {index}")
        shown.append((frame[0] & 31, frame[1:]))
    end = data[4 + 4 * pixels :]
    if any(end):
        raise BadSignal("more frames than pixels")
    if 8 * len(end) < 32 + pixels / 2:
        raise BadSignal(f"{8 * len(end)} clocks after the last pixel are too few for {pixels}")
    return tuple(shown)


class VirtualSpi:
    """A bus with a strip of one chip on it; `frames` has what it came to show."""

    def __init__(self, chip: Literal["ws2812", "apa102"], pixels: int, most: int = 9000) -> None:
        """`most` frames are remembered."""
        self.frames: list[bytes] = []
        """Red, green, blue of each pixel; of a usual strip of the chip."""
        self.is_broken = False
        self.hz = 0
        self._chip = chip
        self._pixels = pixels
        self._most = most

    def open(self, hz: int) -> VirtualSpi:
        """The bus at this speed. Raises OSError while it is broken."""
        self._check()
        self.hz = hz
        return self

    def write(self, data: bytes) -> None:
        """Show it. Raises `BadSignal`, and OSError while it is broken."""
        self._check()
        if self._chip == "ws2812":
            taken = [frame[: 3 * self._pixels] for frame in read_ws2812(data, self.hz)]
            self.frames += [_swap(frame, (1, 0, 2)) for frame in taken]
        else:
            self.frames.append(_swap(b"".join(colours for _, colours in read_apa102(data, self._pixels)), (2, 1, 0)))
        del self.frames[: -self._most]

    def close(self) -> None:
        """Give it back; it can be opened again."""
        self.hz = 0

    def _check(self) -> None:
        if self.is_broken:
            raise OSError(5, "Input/output error")


def _swap(frame: bytes, places: tuple[int, int, int]) -> bytes:
    """Red, green and blue from these places of each three bytes."""
    return bytes(frame[at + place] for at in range(0, len(frame), 3) for place in places)
