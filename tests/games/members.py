"""What a game answers with, by its name: a method, or a function of a part, as `screen.panels`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from companion.games.game import AnyGame


def member(game: AnyGame, path: str) -> Callable[..., Any]:
    """The function by which a game answers."""
    part, _, name = path.rpartition(".")
    found: Callable[..., Any] = getattr(getattr(game, part) if part else game, name)
    return found


def exchanged(game: AnyGame, path: str, function: Callable[..., Any]) -> tuple[str, Any]:
    """The attribute of the game's class and its value, with which it answers by another function."""
    part, _, name = path.rpartition(".")
    if part:
        return part, dataclasses.replace(getattr(game, part), **{name: function})
    return name, lambda self, *given: function(*given)
