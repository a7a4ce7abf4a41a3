"""The strip that hangs at the table, as companion.toml tells of it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.errors import CompanionError
from companion.lights.power import IDLE_MA


class BadStrip(CompanionError, ValueError):
    """A strip that cannot be lit as it is set up; the message names the setting."""


class StripSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The section `[strip]`."""

    pixels: Annotated[int, msgspec.Meta(ge=1, le=230)] = 60
    """Its length. More do not fit into one message to a board."""
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


def check_strip(strip: StripSettings) -> StripSettings:
    """The same settings; raises `BadStrip` where even a dark strip breaks the budget, or `first` is too high."""
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
