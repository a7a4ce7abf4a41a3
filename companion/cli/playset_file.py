"""A file with a playset: its text, its table, and everything that is wrong in it, with line and column."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.errors import CompanionError
from companion.games.errors import BadOption
from companion.games.game import AnyGame, with_playset
from companion.games.registry import GAMES
from companion.games.shared.called import cleaned
from companion.playsets.core import Playsets, Reading, Remark
from companion.playsets.registry import PLAYSETS
from companion.runtime.plain_file import plain, read_plain_text
from companion.runtime.plain_text import MOST_BYTES, NotUtf8
from companion.runtime.toml_places import TOP, Place, Places, said_place
from companion.runtime.toml_signs import NAMED
from companion.runtime.toml_text import parse_any_signs

MOST_TOLD: Final = 100
"""So many faults are told; a file that is no playset at all may have thousands."""
_CURES: Final = (
    ("Invalid value", "Put text in quotes, and write whole numbers in digits alone"),
    ("Expected '=' after a key", "Write key = value, and a comment after #"),
    ("Invalid statement", "Write key = value, [table] or [[table]], and a comment after #"),
    ("Unclosed array", "Close the list with ]"),
    ("Unclosed inline table", "Close the table with }"),
    ("Cannot overwrite a value", "This key is there twice: leave one of them out"),
    ("Cannot declare", "This table is there already: write its name once, or [[ ]] for one more card"),
    ("Cannot mutate", "What was written as one table cannot be added to further down"),
    ("Duplicate inline table key", "This key is there twice: leave one of them out"),
    ("Illegal character", "Close the text with the quote that it begins with, on the same line"),
    ('Expected "\'"', "Close the text with the quote that it begins with, on the same line"),
    ("Unterminated string", "Close the text with the quote that it begins with"),
    ("Expected newline", "Begin a new line, or put a comma between two things of a list"),
    ("Its tables or lists lie too deep", "Leave out the brackets and dots that are not needed"),
    ("It has more than", "Divide it, or leave out what no game needs"),
    ("Its lists have more than", "Divide it, or leave out what no game needs"),
    ("Unescaped '\\'", "Write \\\\ for a backslash"),
)
"""What to do about what `tomllib` says, by how it begins."""


class BadPlayset(CompanionError, ValueError):
    """A file that is no playset with which a game can be played."""


class PlacedRemark(msgspec.Struct, frozen=True, order=True):
    """One remark on a file, where it stands."""

    place: Place
    text: str


class PlaysetFile(msgspec.Struct, frozen=True):
    """A file as it was read."""

    faults: tuple[PlacedRemark, ...]
    """In the order of the file; with one of them nothing can be played."""
    warnings: tuple[PlacedRemark, ...] = ()
    table: dict[str, Any] = {}
    reading: Reading = Reading((), ())
    places: Places | None = None

    def line(self, path: tuple[str | int, ...]) -> int:
        """The line where something stands; 0 for nothing."""
        return self.places.key(path).line if path and self.places is not None else 0


def playsets_of(games: Iterable[str]) -> Playsets:
    """How the game reads playsets whose cards are data. Raises `CompanionError` where there is none."""
    for name in games:
        if name in PLAYSETS:
            return PLAYSETS[name]
    raise CompanionError("No game of this companion takes playsets. Install a version that has one.")


def read_playset(path: Path, playsets: Playsets) -> PlaysetFile:
    """A file with all that is wrong and odd in it. Raises `BadPlayset` for one that is no text at all."""
    text = _text(path)
    try:
        table = parse_any_signs(text)
    except tomllib.TOMLDecodeError as error:
        said, place = said_place(error, text)
        cure = next((cure for begin, cure in _CURES if said.startswith(begin)), "See docs/playsets.md for the form")
        cured = said if said.startswith(NAMED) else f"{said}. {cure}"  # a sign is named with its own cure
        return PlaysetFile(
            (PlacedRemark(place, f"This is no TOML: {cured}. What stands below it has not been looked at."),)
        )
    places, reading = Places(text), playsets.read(table)
    sound = cleaned(table)
    return PlaysetFile(_placed(reading.faults, places), _placed(reading.warnings, places), sound, reading, places)


def own_playset(game: AnyGame, path: Path) -> dict[str, Any]:
    """The content of a file, a playset that this game can be played with. Raises `BadPlayset`, with the first fault."""
    playsets = PLAYSETS.get(game.name)
    if playsets is None:
        takers = ", ".join(name for name in GAMES if name in PLAYSETS)
        raise BadPlayset(f"{game.title} takes no playset. Leave out --playset, which is for: {takers}.")
    file = read_playset(path, playsets)
    if file.faults:
        first, more = file.faults[0], len(file.faults) - 1
        others = f"There are {more} more faults." if more > 1 else "There is one more fault."
        cure = (
            f"{others} List all with: companion check-playset {path} --games 0 --greedy 0" if more else "Mend it there."
        )
        raise BadPlayset(f"{path}, line {first.place.line}, column {first.place.column}: {first.text} {cure}")
    try:
        with_playset(game, {}, file.table)
    except BadOption as error:
        raise BadPlayset(f"{path}: {error.reason} Mend it there.") from error
    return file.table


def _text(path: Path) -> str:
    try:
        if path.is_dir():
            raise BadPlayset(f"{path} is a folder. Name the file of a playset in it.")
        size = plain(path).stat().st_size
        if size > MOST_BYTES:
            raise BadPlayset(
                f"{path} has {size} bytes, and a playset never more than {MOST_BYTES}. Name the file of a playset."
            )
        return read_plain_text(path)
    except BadPlayset:
        raise
    except NotUtf8 as error:
        raise BadPlayset(f"{path} is no text that can be read. {error}.") from error
    except FileNotFoundError as error:
        raise BadPlayset(f"There is no file {path}. Name the file of a playset.") from error
    except OSError as error:
        raise BadPlayset(f"{path} cannot be read: {error.strerror}. Name the file of a playset.") from error
    except ValueError as error:  # a name with a zero in it
        raise BadPlayset(f"{path} is no name of a file. Name the file of a playset.") from error


def _placed(remarks: Iterable[Remark], places: Places) -> tuple[PlacedRemark, ...]:
    """Remarks in the order of the file."""
    found = {PlacedRemark(_place(each, places), str(each.text)) for each in remarks}
    return tuple(sorted(found))


def _place(remark: Remark, places: Places) -> Place:
    if not remark.path:
        return TOP
    return places.key(remark.path) if remark.at == "key" else places.value(remark.path)
