"""A pytest plugin: a marker for each game, so that `-m waves` or `-m "not waves"` chooses tests.

Tests in a game's folder below tests/companion/games have its marker by that, and so have those of its playsets in
tests/companion/playsets and its cases in tests/scenarios.
A test elsewhere that needs one game says so by `@pytest.mark.waves`. Every game of the registry has one.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

import pytest

from companion.games.registry import GAMES
from tests.games.registered import PRODUCT_GAMES

FOLDERS: Final = ("tests/companion/games", "tests/companion/playsets", "tests/scenarios")
"""Here each folder but one is a game's, and named after it."""
SHARED: Final = "shared"
"""The folder of what games share; it is no game's."""


def pytest_configure(config: pytest.Config) -> None:
    """Declare a marker for each game that the product has."""
    for name in PRODUCT_GAMES:
        config.addinivalue_line("markers", f"{name}: needs the game {GAMES[name].title}")


def game_of(path: str) -> str:
    """The game in whose folder this file lies, given from the project's root; "" where it lies in none."""
    for folder in map(PurePosixPath, FOLDERS):
        if PurePosixPath(path).is_relative_to(folder):
            game, *below = PurePosixPath(path).relative_to(folder).parts
            return game if below and game != SHARED else ""
    return ""


def game_marks(path: str) -> list[pytest.MarkDecorator]:
    """The marker of the game in whose folder this file lies, if it lies in one."""
    game = game_of(path)
    return [getattr(pytest.mark, game)] if game else []


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test in a game's folder."""
    game = game_of(item.nodeid.partition("::")[0])
    if not game:
        return
    if game not in declared(item.config):
        raise pytest.UsageError(
            f"{item.nodeid}: the registry has no game {game}. "
            "List it in companion/games/registry.py, or rename the folder."
        )
    item.add_marker(game)


def declared(config: pytest.Config) -> set[str]:
    """The names of all markers that are declared."""
    return {line.partition(":")[0].partition("(")[0].strip() for line in config.getini("markers")}
