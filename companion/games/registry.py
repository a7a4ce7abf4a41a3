"""The games that the companion knows, listed by hand. Another game is a package and one more line here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final, TypeAlias, cast

from companion.games.game import AnyGame

Registry: TypeAlias = Mapping[str, AnyGame]

PLAYED: Final = (
    "companion.games.waves",
    "companion.games.rolling_with_the_waves",
    "companion.games.atlantis_rising",
    "companion.games.manawave",
)
"""Packages of the games whose rules are here, as they are offered; each has its `GAME` in `game.py`."""
WITHOUT_RULES: Final[tuple[str, ...]] = ()
"""Packages of games that are printed, and whose light is known by `samples.py`, before there are rules; none now."""


def _load(package: str) -> AnyGame:
    return cast("AnyGame", import_module(f"{package}.game").GAME)


GAMES: Registry = {game.name: game for game in map(_load, PLAYED)}
PRINTED: Final[Mapping[str, str]] = {package.rpartition(".")[2]: package for package in WITHOUT_RULES}
"""The packages of games without rules, by their names."""
