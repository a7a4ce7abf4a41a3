"""The games that the companion knows, listed by hand. Adding a game touches this file and no other of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from companion.games.game import AnyGame
from companion.games.rolling_with_the_waves.game import RollingWithTheWaves
from companion.games.waves.game import Waves

Registry: TypeAlias = Mapping[str, AnyGame]

GAMES: Registry = {game.name: game for game in (Waves(), RollingWithTheWaves())}
