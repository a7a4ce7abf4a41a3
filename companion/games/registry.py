"""The games that the companion knows, listed by hand. Another game is a package and one more line here.

A game that is broken, as one is while somebody writes it, is left out with the reason, and the others are played.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final, TypeAlias

from companion.games.faults import BrokenGame, Fault, fault_of
from companion.games.game import AnyGame, Game

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
MUST_HAVE: Final = (
    *("name", "title", "rules_version", "seat_counts", "state_type", "action_type"),
    *("course", "mat", "screen", "light"),
)
"""What each game says of itself besides its methods."""


def load(package: str) -> AnyGame:
    """The game of a package. Raises `BrokenGame` where it has none that can be asked anything."""
    title = name_of(package)
    try:
        module = import_module(f"{package}.game")
        game = getattr(module, "GAME", None)
        if not isinstance(game, Game):
            raise BrokenGame(title, Fault(module.__file__ or "", 0, _without_game(game)))
        for name in MUST_HAVE:
            getattr(game, name)
        game.options()
    except BrokenGame:
        raise
    except Exception as error:  # whatever somebody has written there
        raise BrokenGame(title, fault_of(error, package)) from error
    return game


def _without_game(found: object) -> str:
    """What is said of a module that has no game, but perhaps something else of that name."""
    wrong = "game.py has no GAME" if found is None else f"GAME of game.py is {type(found).__name__}, and no Game"
    return f"{wrong}. Let the module end with GAME = and the game that it puts together."


def name_of(package: str) -> str:
    """What people type for the game of a package: the last part of its name."""
    return package.rpartition(".")[2]


def _load_all(packages: tuple[str, ...]) -> tuple[dict[str, AnyGame], dict[str, str]]:
    """The games by their names, and of those that are left out why."""
    games, left_out = dict[str, AnyGame](), dict[str, str]()
    for package in packages:
        try:
            game = load(package)
        except BrokenGame as error:
            left_out[name_of(package)] = str(error)
            continue
        if game.name in games:
            left_out[name_of(package)] = f"{package} calls its game {game.name}, as another does. Name it otherwise."
        else:
            games[game.name] = game
    return games, left_out


_LOADED: Final = _load_all(PLAYED)
GAMES: Registry = _LOADED[0]
LEFT_OUT: Final[Mapping[str, str]] = _LOADED[1]
"""Listed games that cannot be played, by what people type for them, and why, in a sentence."""
PRINTED: Final[Mapping[str, str]] = {package.rpartition(".")[2]: package for package in WITHOUT_RULES}
"""The packages of games without rules, by their names."""
