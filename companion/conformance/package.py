"""The package of a game: its files, its README, its data, and the game at its front door."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.conformance.findings import Finding, finding_of, parted
from companion.conformance.source import FRONT, Source
from companion.errors import CompanionError
from companion.games.errors import BadOption
from companion.games.faults import BrokenGame, fault_of
from companion.games.game import AnyGame, package_of
from companion.games.option_text import fitting
from companion.games.registry import GAMES, PLAYED, load, name_of
from companion.games.shared.files import ROOM
from companion.runtime.plain_text import NotUtf8, plain_text
from companion.runtime.toml_places import said_place
from companion.runtime.toml_text import parse_toml
from companion.table.kit import BadKit
from companion.table.layout import BadLayout

README: Final = "README.md"
NAMED: Final = re.compile(r"`([\w./-]+\.(?:py|toml|md|mjs|json))`")
"""A file that a README names."""
MUST_LIE: Final = ("kit.toml", "layouts.toml", "print.toml")
"""Data files without which nothing of a game can be laid or printed."""
_QUOTED: Final = re.compile(r"'([^']+)'")


# --- files ------------------------------------------------------------------------------------------------------------


def look_at_files(source: Source) -> Iterator[Finding]:
    """What is missing or cannot be read among the files, before anything of it is imported."""
    if not (source.folder / "__init__.py").exists():
        cure = "Write one that says in a docstring what the game is."
        yield Finding(source.place(source.folder), "The package has no __init__.py.", cure)
    if not (source.folder / FRONT).exists():
        cure = "Write it, with GAME at its end; docs/games.md says what stands there."
        yield Finding(source.place(source.folder), f"The package has no {FRONT}.", cure)
    yield from _look_at_readmes(source)
    yield from _look_at_data(source)


def _look_at_readmes(source: Source) -> Iterator[Finding]:
    if not (source.folder / README).exists():
        cure = "Write one that names each module, in the order of reading."
        yield Finding(source.place(source.folder), f"The package has no {README}.", cure)
        return
    for readme in sorted(source.folder.rglob(README)):
        try:
            left_out = tuple(unnamed(source.folder.parent, readme))
        except (NotUtf8, OSError) as error:
            yield _unreadable(source, readme, error)
            continue
        for module in left_out:
            cure = "Add it, with what it is, in the order of reading."
            yield Finding(source.place(readme), f"The README does not name the module {module}.", cure)


def _unreadable(source: Source, path: Path, error: NotUtf8 | OSError) -> Finding:
    """What is told of a file that is no text, with the cure that the error has."""
    said = f"{error}." if isinstance(error, NotUtf8) else f"{error.strerror}. Write it anew."
    return Finding(source.place(path), *parted(f"The file cannot be read: {said}"))


def unnamed(root: Path, readme: Path) -> Iterator[str]:
    """The modules below `root` for which a README answers and that it does not name. Raises `NotUtf8`."""
    named = set(NAMED.findall(plain_text(readme.read_bytes())))
    for module in sorted(readme.parent.rglob("*.py")):
        path = module.relative_to(readme.parent)
        is_own = readme_of(module, root) == readme and "node_modules" not in path.parts
        if is_own and path.name != "__init__.py" and path.as_posix() not in named:
            yield path.as_posix()


def readme_of(module: Path, root: Path) -> Path | None:
    """The README next above a module; None where there is none below `root`."""
    for folder in module.parents:
        if folder == root:
            return None
        if (folder / README).exists():
            return folder / README
    return None


def _look_at_data(source: Source) -> Iterator[Finding]:
    for file in MUST_LIE:
        if not source.data(file).exists():
            cure = "Write it; docs/data.md says what stands there."
            yield Finding(source.place(source.data(file)), f"The data file {file} is missing.", cure)
    for path in sorted((source.folder / ROOM).glob("*.toml")):
        if (finding := unread(source, path)) is not None:
            yield finding


def unread(source: Source, path: Path) -> Finding | None:
    """What keeps a data file from being read; None where it can be."""
    text = ""
    try:
        text = plain_text(path.read_bytes())
        parse_toml(text)
    except tomllib.TOMLDecodeError as error:
        said, place = said_place(error, text)
        return Finding(source.place(path, place.line), f"This is no TOML: {said}.", "Put that line right.")
    except (NotUtf8, OSError) as error:
        return _unreadable(source, path, error)
    return None


# --- the game ---------------------------------------------------------------------------------------------------------


def opened(source: Source) -> AnyGame | Finding:
    """The game at the front door of the package; else what keeps it from being one."""
    try:
        return load(source.package)
    except BrokenGame as broken:
        cause, finding = broken.__cause__, finding_of(broken.fault, source)
        if isinstance(cause, BadKit | BadLayout):
            return replace(finding, place=_of_table(source, cause))
        return finding


def _of_table(source: Source, error: BadKit | BadLayout) -> str:
    """Where an entry stands of which kit or mats were refused: the first that the error names."""
    file, rooms = ("kit.toml", ("pieces", "sizes", "standees")) if isinstance(error, BadKit) else ("layouts.toml", ())
    whole = source.of_entry(file, ())
    names = _QUOTED.findall(str(error))
    found = (source.of_entry(file, (room, name)) for name in names for room in rooms)
    return next((each for each in found if each != whole), whole)


def look_at_modules(source: Source) -> Iterator[Finding]:
    """What is wrong in modules that the front door does not import."""
    for module in source.modules:
        try:
            import_module(source.name_of(module))
        except Exception as error:  # whatever somebody has written there
            yield finding_of(fault_of(error, source.package), source, source.place(module))


def look_at_name(game: AnyGame, source: Source) -> Iterator[Finding]:
    """Whether the registry has the game, and no other of its name."""
    place = source.of_member(type(game), "name")
    other = GAMES.get(game.name)
    if other is not None and package_of(other) != source.package:
        yield Finding(place, f"{other.title} is called {game.name} too.", "Choose another name.")
    elif other is None and source.package not in PLAYED:
        text = f"The registry does not have {name_of(source.package)} yet, so no other command knows it."
        cure = f'Add "{source.package}" to PLAYED in companion/games/registry.py once it may be played.'
        yield Finding(source.front, text, cure, "note")


# --- its options ------------------------------------------------------------------------------------------------------


def look_at_options(game: AnyGame, source: Source) -> Iterator[Finding]:
    """Whether a game can be begun with each option at its default."""
    method = source.of_function(type(game).options)
    for field in game.options():
        place = source.of_entry("options.toml", (field.key,)) if source.data("options.toml").exists() else method
        if not field.choices:
            yield Finding(place, f"The option {field.key} has no values.", "List them, the default first.")
        elif (refused := _refusal(game, {field.key: field.choices[0][0]})) is not None:
            text = f"new_game refuses the default of the option {field.key}: {refused}"
            yield Finding(place, text, "List a value first with which a game can be begun.")
    new = source.of_function(type(game).new_game)
    usual = fitting(game, {field.key: field.choices[0][0] for field in game.options() if field.choices})
    for options, words in (({}, "without any option"), (usual, "with every default")):
        if (refused := _refusal(game, options)) is not None:
            yield Finding(new, f"new_game refuses a game {words}: {refused}", "Let the defaults go together.")


def _refusal(game: AnyGame, options: dict[str, object]) -> str | None:
    try:
        game.new_game(options, {})
    except BadOption as error:
        return str(error)
    except CompanionError as error:
        return f"{type(error).__name__}, {error}"
    return None
