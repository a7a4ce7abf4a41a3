"""How much of the pages one visitor may take up: the section `[limits]` of companion.toml."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=512)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures for an address whose devices nobody knows, and for each seat and the host, who have a cookie."""

    unfinished: Count = 16
    """Connections of an address whose request is not yet whole, or has not begun."""
    connections: Count = 48
    """Connections of an address."""
    requests: Count = 4
    """Requests of an address that are answered at once; the others wait their turn."""
    streams: Count = 12
    """Live pages of an address."""
    all_streams: Count = 22
    """Live pages of all addresses together: of the 64 there are, the others are kept for seats and host."""
    known_connections: Count = 32
    """Connections of a seat, and of the host."""
    known_requests: Count = 8
    known_streams: Count = 6
