"""What goes over an SPI bus for chips that were not all made for one: WS2812B and APA102 (SK9822). Pure functions."""

from __future__ import annotations

from typing import Final

BITS: Final = 4
"""SPI bits for one bit of a WS2812B, so that one byte for it takes 4.

Three at 2.4 MHz would do for the first WS2812B (high 417 ns for 0), but its newest version wants 220 to 380 ns there.
"""
WS2812_HZ: Final = 3_200_000
"""One SPI bit lasts 312.5 ns, one bit of a WS2812B 1.25 us: its 800 kHz ("data transfer time", TH + TL = 1.25 us)."""
_ZERO, _ONE = 0b1000, 0b1110
"""High for 312.5 ns and for 937.5 ns, low for the rest.

WS2812B datasheet, "data transfer time": T0H 400, T1H 800, T0L 850, T1L 450 ns, each give or take 150; WS2812B-V5: T0H
220 to 380, T1H and T0L 580 to 1000 ns. Both agree with these.
"""
RESET_US: Final = 300
"""Low before and after a frame: more than 280 us (WS2812B-V5, "reset time"; the first version wants 50)."""
RESET_BYTES: Final = WS2812_HZ * RESET_US // 1_000_000 // 8
"""120 bytes of zeros."""

APA102_HZ: Final = 4_000_000
"""A choice: 1000 pixels take 8 ms, and it leaves room for a metre of wire; the chip bears more."""
FULL: Final = 31
"""Global brightness of an APA102, 0 to 31: always full, for gamma, brightness and budget are in the colours."""

ORDERS: Final = {"ws2812": "grb", "apa102": "bgr"}
"""Which colour each chip takes first, by its datasheet ("composition of 24 bit data"; "LED frame")."""


def _slots(value: int) -> bytes:
    """The four SPI bytes for one byte, highest bit first."""
    word = 0
    for bit in range(7, -1, -1):
        word = word << BITS | (_ONE if value >> bit & 1 else _ZERO)
    return word.to_bytes(BITS, "big")


_SLOTS: Final = tuple(_slots(value) for value in range(256))


def in_order(pixels: bytes, order: str) -> bytes:
    """The same pixels (red, green, blue) with their colours in another order, such as "grb"."""
    ordered = bytearray(len(pixels))
    for place, colour in enumerate(order):
        ordered[place::3] = pixels["rgb".index(colour) :: 3]
    return bytes(ordered)


def ws2812_code(ordered: bytes) -> bytes:
    """A frame for WS2812B at `WS2812_HZ`; three bytes a pixel, in the order in which the chip takes them.

    Low before it, because the line of some Pis is high or drops as a transfer begins; low after it, which shows it.
    """
    low = bytes(RESET_BYTES)
    return low + b"".join([_SLOTS[value] for value in ordered]) + low


def ws2812_length(pixels: int) -> int:
    """Bytes of such a frame."""
    return 2 * RESET_BYTES + 3 * BITS * pixels


def apa102_code(ordered: bytes) -> bytes:
    """A frame for APA102 or SK9822, at any speed; three bytes a pixel, in the order in which the chip takes them.

    Start frame of 32 zeros, then 111, the global brightness and three colours each (datasheet, "LED frame"). The end:
    each chip hands the clock on half a cycle late, so that the last needs half a cycle a pixel more; and an SK9822
    shows a frame only at the next 32 zeros. Zeros do for both; the datasheet's ones would be one more white pixel.
    """
    count, head = len(ordered) // 3, bytes([0b111 << 5 | FULL])
    leds = b"".join([head + ordered[3 * index : 3 * index + 3] for index in range(count)])
    return bytes(4) + leds + bytes(4 + (count + 15) // 16)
