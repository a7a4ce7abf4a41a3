"""Tags of a virtual box: each kind of card has one, made up where the kit lists none, and everywhere the same."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2s
from typing import Final

from companion.table.kit import Kit

_BYTES: Final = 6
"""Behind the first one: a tag has 7 in all."""


def box_tags(kit: Kit, kinds: Iterable[str]) -> dict[str, str]:
    """The tag of each of these kinds: what the kit lists, else one that follows from its name."""
    listed = {kind: tag for tag, kind in kit.tags.items()}
    return {kind: listed.get(kind) or _made_up(kind) for kind in kinds}


def _made_up(kind: str) -> str:
    return f"04{blake2s(kind.encode(), digest_size=_BYTES).hexdigest()}"
