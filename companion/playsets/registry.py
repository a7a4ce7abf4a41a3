"""How each game whose cards are data reads and tries playsets, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.playsets.core import Playsets
from companion.playsets.manawave.front import ManawavePlaysets

PLAYSETS: Final[Mapping[str, Playsets]] = {"manawave": ManawavePlaysets()}
