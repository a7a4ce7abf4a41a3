"""The strip that hangs at the table, as companion.toml tells of it."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec

from companion.errors import CompanionError
from companion.lights.power import IDLE_MA

DRIVERS: Final = ("board", "wled", "spi", "none")
CHIPS: Final = ("ws2812", "apa102")
ORDERS: Final = ("rgb", "rbg", "grb", "gbr", "brg", "bgr")
MOST_ON_BOARD: Final = 230
"""More do not fit into one message to a board (docs/protocol.md)."""
MOST: Final = 1000
"""A WS2812B takes 1.25 us a bit, so 30 us a pixel: 1000 pixels take 30 of the 33 ms between two frames."""
VIRTUAL: Final = "virtual"
"""As `address` or `device`: the one that `companion play --virtual` brings along."""
_HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?")


class BadStrip(CompanionError, ValueError):
    """A strip that cannot be lit as it is set up; the message names the setting."""


class StripSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The section `[strip]`."""

    pixels: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 60
    """Its length; on a board 230 at most."""
    max_ma: Annotated[int, msgspec.Meta(ge=1, le=60_000)] = 400
    """What the strip may draw in all, in mA at 5 V. A USB socket gives a board and its strip 500."""
    brightness: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.5
    """Share of full light, 0 to 1."""
    gamma: Annotated[float, msgspec.Meta(ge=1, le=4)] = 2.8
    """How much faster the light of a lamp grows than the eye's impression of it."""
    first: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The pixel at which the first seat's side begins, from 0."""
    clockwise: bool = True
    """Whether its pixels run clockwise round the table, as seen from above."""
    driver: str = "board"
    """What it hangs on: board, wled (a WLED in the network), spi (the header of a Raspberry Pi), or none."""
    address: str = ""
    """Where the WLED is: its name or address, with a port after a colon where it is not 80."""
    chip: str = "ws2812"
    """What hangs on SPI: ws2812 (WS2812B) or apa102 (APA102, SK9822)."""
    device: str = "/dev/spidev0.0"
    """The SPI bus."""
    order: str = ""
    """Which colour a chip on SPI takes first, such as grb; empty for the chip's own. WLED and board know theirs."""


def check_strip(strip: StripSettings) -> StripSettings:
    """The same settings; raises `BadStrip` where they cannot be, or even a dark strip breaks the budget."""
    for name, choices in (("driver", DRIVERS), ("chip", CHIPS), ("order", ("", *ORDERS))):
        value = getattr(strip, name)
        if value not in choices:
            raise BadStrip(
                f"{name} cannot be {value!r}: it is one of {', '.join(filter(None, choices))}. "
                f"Mend {name} under [strip] in companion.toml."
            )
    if strip.driver == "board" and strip.pixels > MOST_ON_BOARD:
        raise BadStrip(
            f"A strip on the board has {MOST_ON_BOARD} pixels at most, and pixels says {strip.pixels}. Mend pixels "
            "under [strip] in companion.toml, or set driver to wled or spi."
        )
    if strip.driver == "wled" and not _HOST.fullmatch(strip.address):
        raise BadStrip(
            f'With driver = "wled", address must be the name or the address of the WLED, and it is {strip.address!r}. '
            'Set address = "wled.local" or the like under [strip] in companion.toml.'
        )
    if strip.pixels * IDLE_MA > strip.max_ma:
        raise BadStrip(
            f"A strip of {strip.pixels} pixels draws {strip.pixels * IDLE_MA:.0f} mA even while it is dark, and max_ma "
            f"allows {strip.max_ma}. Raise max_ma under [strip] in companion.toml, if its supply gives that much."
        )
    if strip.first >= strip.pixels:
        raise BadStrip(
            f"The strip has {strip.pixels} pixels, numbered from 0: first cannot be {strip.first}. "
            "Mend first or pixels under [strip] in companion.toml."
        )
    return strip


def as_wired(ring: bytes, strip: StripSettings) -> bytes:
    """The pixels in the order in which they are wired; `ring` has three bytes each, clockwise from the first seat."""
    count, wired = len(ring) // 3, bytearray(len(ring))
    for place in range(count):
        index = (strip.first + (place if strip.clockwise else -place - 1)) % count
        wired[3 * index : 3 * index + 3] = ring[3 * place : 3 * place + 3]
    return bytes(wired)
