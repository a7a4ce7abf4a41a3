"""How each game whose cards are data reads and tries playsets, by its name; read once somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Final, cast

from companion.playsets.core import Playsets

WRITTEN: Final = {"manawave": ("companion.playsets.manawave.front", "ManawavePlaysets")}
"""The module and the class that say it, by the game's name."""


class _OnDemand(Mapping[str, Playsets]):
    """What is asked for is imported then: a game that is broken keeps nobody from the others."""

    def __getitem__(self, game: str) -> Playsets:
        return _made(*WRITTEN[game])

    def __iter__(self) -> Iterator[str]:
        return iter(WRITTEN)

    def __len__(self) -> int:
        return len(WRITTEN)


@cache
def _made(module: str, name: str) -> Playsets:
    return cast("Playsets", getattr(import_module(module), name)())


PLAYSETS: Final[Mapping[str, Playsets]] = _OnDemand()
