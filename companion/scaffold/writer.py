"""The files of a new game, from the templates, and its line in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.scaffold.names import check_name, class_of, title_of
from companion.scaffold.unused import Unused, unused_now

FILES: Final[Mapping[str, str]] = {
    "package": "companion/games/$name/__init__.py",
    "readme": "companion/games/$name/README.md",
    "game": "companion/games/$name/game.py",
    "data": "companion/games/$name/data/__init__.py",
    "kit": "companion/games/$name/data/kit.toml",
    "layouts": "companion/games/$name/data/layouts.toml",
    "looks": "companion/games/$name/data/looks.toml",
    "options": "companion/games/$name/data/options.toml",
    "print": "companion/games/$name/data/print.toml",
    "case": "tests/scenarios/$name/last_tile_wins.toml",
    "tests": "tests/companion/games/$name/__init__.py",
    "test": "tests/companion/games/$name/test_game.py",
}
"""Where what comes of each template lies, from the source's folder."""
REGISTRY: Final = "companion/games/registry.py"
LIST: Final = "PLAYED: Final = (\n"
END: Final = ")\n"
MARKERS: Final = 15
"""So many pieces the game of the templates has."""


class NotWritable(CompanionError, OSError):
    """A new game cannot be written there; the message says why, and what to do."""


class WrittenGame(msgspec.Struct, frozen=True):
    """What was written of a new game."""

    title: str
    files: tuple[str, ...]
    """From the source's folder; the registry's is not among them."""
    numbers: Unused


def write_game(name: str, root: Path) -> WrittenGame:
    """Write a game of that name into the companion's source in a folder.

    Raises `BadName`, `NoneLeft` or `NotWritable`. Nothing is written then, unless the disk refuses in the middle.
    """
    check_name(name, GAMES, root)
    listed = _listed(root)
    numbers = unused_now(name, MARKERS)
    gaps = {
        "name": name,
        "dashed": name.replace("_", "-"),
        "title": title_of(name),
        "class_name": class_of(name),
        "letter": numbers.letter,
        "first": numbers.first,
        "markers": MARKERS,
        "mark": numbers.mark,
    }
    files = {_filled(path, gaps): _filled(_template(template), gaps) for template, path in FILES.items()}
    for path in files:
        if (root / path).exists():
            raise NotWritable(f"{path} is there already. Move it away, or choose another name.")
    try:
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        (root / REGISTRY).write_text(_with_line(listed, name), encoding="utf-8")
    except OSError as error:
        raise NotWritable(
            f"The game cannot be written below {root}: {error.strerror}. Look at what is there."
        ) from error
    return WrittenGame(title_of(name), tuple(files), numbers)


def _listed(root: Path) -> str:
    """The registry of a source, in which a line can be added. Raises `NotWritable`."""
    try:
        listed = (root / REGISTRY).read_text(encoding="utf-8")
    except OSError:
        listed = ""
    if listed.count(LIST) != 1 or not (root / "tests").is_dir():
        raise NotWritable(
            f"{root} is not the source of a companion: a game is written beside its tests. Clone the project, set it "
            "up with `make env`, and run the command of that copy."
        )
    return listed


def _with_line(listed: str, name: str) -> str:
    """The registry with the game as the last of those with rules."""
    before, begin, rest = listed.partition(LIST)
    packages, end, after = rest.partition(END)
    return f'{before}{begin}{packages}    "companion.games.{name}",\n{end}{after}'


def _template(name: str) -> str:
    return resources.files(__package__).joinpath("templates", f"{name}.txt").read_text(encoding="utf-8")


def _filled(text: str, gaps: Mapping[str, object]) -> str:
    for gap in sorted(gaps, key=len, reverse=True):  # "$names" before "$name"
        text = text.replace(f"${gap}", str(gaps[gap]))
    return text
