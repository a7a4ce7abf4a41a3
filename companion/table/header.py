"""Which parts hang on the pins of a Raspberry Pi's header: what `[header]` in companion.toml says."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

NOT_FITTED: Final = "none"
HeaderPin: TypeAlias = Annotated[int, msgspec.Meta(ge=2, le=27)] | Literal["none"]
"""The number that GPIO has on Broadcom's chip (BCM), not its place on the header; 0 and 1 belong to add-on boards."""


class HeaderPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pin of each part, `NOT_FITTED` where there is none. docs/wiring.md shows the defaults."""

    next: HeaderPin = 17
    undo: HeaderPin = 27
    pair: HeaderPin = 22
    lamp: HeaderPin = 23
    buzzer: HeaderPin = 24
