"""The borders that an act passes in the referee thread, told to whoever measures; in play to nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Border: TypeAlias = Literal["taken up", "explained", "photographed", "on disk", "published"]
"""In the order in which an act passes them.

taken up      a look left the queue; its frame's number
explained     acts were found, and are about to be accepted; number of the frame that first showed the table at rest
photographed  their photographs are taken, and their rows about to be written; how many acts
on disk       their rows are synced; number of the last row
published     a new snapshot is given out; number of its last row
"""

Mark: TypeAlias = Callable[[Border, int], None]
"""Called by the referee thread as something passes a border; it must return at once."""


def unmarked(border: Border, number: int) -> None:
    """Where nobody measures."""
