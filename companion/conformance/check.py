"""A game looked at from all sides: its package first, then what it says of itself, then a few games by bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.conformance import acts, languages, package, pieces, prints
from companion.conformance.findings import Finding, Findings, finding_of
from companion.conformance.play import Player
from companion.conformance.sentences import said_in
from companion.conformance.source import Source
from companion.errors import CompanionError
from companion.games.faults import fault_of
from companion.games.game import AnyGame, package_of
from companion.games.registry import GAMES, LEFT_OUT, PLAYED, name_of

LOOKS: Final = (package.look_at_name, pieces.look, prints.look, acts.look, languages.look, package.look_at_options)
"""What is asked of a game without playing it."""


class NoSuchGame(CompanionError, LookupError):
    """What was named is no game, no package and no folder of one; the text lists what there is."""


def source_of(named: str, base: Path) -> Source:
    """The package that somebody names: by a game's name, as a package, or as its folder. Raises `NoSuchGame`.

    A folder that lies in no package yet is imported by its own name from now on.
    """
    listed = {name_of(each): each for each in PLAYED} | {name: package_of(game) for name, game in GAMES.items()}
    if named not in listed and Path(named).is_dir():
        return _of_folder(Path(named).resolve(), base)
    known = ", ".join({**GAMES, **LEFT_OUT})
    advice = f"Choose one of: {known}; or name a package, as companion.games.my_game, or its folder."
    name = listed.get(named, named)
    is_package = "." in named and all(part.isidentifier() for part in named.split("."))
    if named in listed or is_package:
        try:
            return _of_package(name, base)
        except ImportError as error:
            raise NoSuchGame(f"There is no package {name}: {error}. {advice}") from error
    raise NoSuchGame(f"“{named}” is no game of the registry and no folder. {advice}")


def _of_package(name: str, base: Path) -> Source:
    """The package of this name. Raises `ImportError`, whatever the packages above it break off with."""
    try:
        spec = find_spec(name)
    except ImportError:
        raise
    except Exception as error:  # whatever somebody has written there
        raise ImportError(f"{type(error).__name__}: {error}") from error
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(f"nothing of this name can be imported as a package ({name})")
    return Source(name, Path(next(iter(spec.submodule_search_locations))).resolve(), base)


def _of_folder(folder: Path, base: Path) -> Source:
    """The package that a folder is, by the name that it has below the first folder that is none."""
    root = folder.parent
    while (root / "__init__.py").exists():
        root = root.parent
    name = ".".join(folder.relative_to(root).parts)
    if not all(part.isidentifier() for part in name.split(".")):
        raise NoSuchGame(f"The folder {folder.name} cannot be imported: name it with letters, digits and _ alone.")
    if str(root) not in sys.path:
        sys.path.append(str(root))
    try:
        found = _of_package(name, base)
    except ImportError as error:
        raise NoSuchGame(f"The folder {folder} cannot be imported as {name}: {error}. Give it another name.") from error
    if found.folder != folder:
        other = f"is not what is imported as {name}, but {found.folder}"
        raise NoSuchGame(f"The folder {folder} {other}. Give it another name.")
    return found


def look(source: Source, found: Findings) -> AnyGame | None:
    """Keep what is wrong without playing; the game, or None where none can be played."""
    files = tuple(package.look_at_files(source))
    found.extend(files)
    found.extend(said_in(source.modules, source.shown)[1])
    game = package.opened(source)
    if isinstance(game, Finding):
        if not any(game.place in (each.place, each.file) for each in files):
            found.extend((game,))
        return None
    found.extend(package.look_at_modules(source))
    are_whole = [_held(game, source, found, look_at) for look_at in LOOKS]
    return game if all(are_whole) else None


def _held(
    game: AnyGame, source: Source, found: Findings, look_at: Callable[[AnyGame, Source], Iterator[Finding]]
) -> bool:
    """Whether a look came to its end; what it breaks off with is kept as well."""
    try:
        found.extend(look_at(game, source))
    except Exception as error:  # whatever somebody has written there
        found.extend((finding_of(fault_of(error, source.package), source),))
        return False
    return True


def play(game: AnyGame, source: Source, found: Findings, games: int, seed: int, done: Callable[[int], None]) -> None:
    """Keep what is wrong in so many games by bots; `done` gets 1 after each."""
    player = Player(game, source, found)
    for number in range(games):
        player.play(seed, number)
        done(1)
    if games:
        player.look_at_unmet()
