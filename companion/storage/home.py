"""The folder in which one companion keeps everything: saved games, the owner's figures, its keys.

HOME/games/ID.journal   one journal a game        HOME/owner/GAME.toml   figures the owner typed
HOME/games/ID.photos    photographs of its acts           HOME/owner/GAME.markers.toml   markers and tags enrolled
HOME/keys.json          cookie key and host code  HOME/companion.toml    settings, written by hand
HOME/lenses.toml        what the lenses bend      HOME/owner/dice.toml   colours and logos of the owner's dice
HOME/wled.json          how a WLED shone before the companion took it
HOME/summaries.json     what the saved games come to; made anew where it is missing
HOME/demonstration      the game that bots show while nobody sits; removed at its end
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import tempfile
import tomllib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import Any, Final, TypeVar

import msgspec
import tomli_w

from companion.errors import CompanionError
from companion.runtime.fsync import make_private, open_to_others, replace_file
from companion.runtime.plain_file import read_plain_text
from companion.runtime.plain_text import NotUtf8
from companion.runtime.text import printable
from companion.runtime.toml_file import read_toml
from companion.table.sightings import MarkerId

log = logging.getLogger(__name__)

K = TypeVar("K", MarkerId, str)
MAKE_ROOM: Final = "make room, or choose another folder with --data FOLDER,"
"""What to do where a disk is full."""

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No letter or digit that is easily taken for another."""

SHORTEST_CODE = 6
SHORTEST_KEY = 32
"""As short as those that are made here; who writes others into keys.json may make them longer."""

LONGEST_ID = 200
"""Bytes of a game's id: a file's name may have 255, and what is kept beside a journal has longer ones."""


class HomeUnusable(CompanionError, OSError):
    """The folder cannot be read or written."""


class BadOwnerFile(CompanionError, ValueError):
    """A file of the owner's that is not TOML."""


class Keys(msgspec.Struct, frozen=True):
    """What only this companion knows."""

    cookie_key: str
    host_code: str


class BadKeys(ValueError):
    """Keys that anybody could guess."""


def check_keys(keys: Keys) -> None:
    """Raises `BadKeys` for a host code or a key that is empty, blank or short."""
    if len(keys.host_code.strip()) < SHORTEST_CODE:
        raise BadKeys(f"the host code is shorter than {SHORTEST_CODE} characters")
    if len(keys.cookie_key.strip()) < SHORTEST_KEY:
        raise BadKeys(f"the key of the cookies is shorter than {SHORTEST_KEY} characters")


class _MarkersFile(msgspec.Struct, forbid_unknown_fields=True):
    """`77 = "card:3"` below `[markers]`: the marker's number, and the kind of piece. Below `[tags]` it is a tag's."""

    markers: dict[str, str]
    tags: dict[str, str] = {}


class Home:
    """The folder; made when first used."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> Home:
        """The folder exists and can be written to, or `HomeUnusable` says why not."""
        try:
            for folder in (self.folder, self.folder / "games", self.folder / "owner"):
                make_private(folder)
            # Without a name, so that nothing is left on a disk that takes the name and not the content.
            with tempfile.TemporaryFile(dir=self.folder) as trial:
                trial.write(b"trial")
        except OSError as error:
            raise HomeUnusable(
                f"Cannot write to {self.folder}: {error.strerror}. Choose another folder with --data FOLDER."
            ) from error
        return self

    def why_not_private(self) -> str:
        """What others on this machine may read here, and how to close it, as a sentence; empty where nothing is."""
        names = ("", "keys.json", "games", "owner", "companion.toml", "lenses.toml")
        found = [self.folder / name for name in names if open_to_others(self.folder / name)]
        # In a folder that is closed nobody gets at what is in it.
        if not found or (self.folder not in found and (self.folder / "keys.json") not in found):
            return ""
        told = ", ".join(f"{path} (mode {open_to_others(path):o})" for path in found)
        return (
            f"Others on this machine may get at host code, keys and hidden cards: {told}. "
            f"Close it with: chmod -R go= {quote(str(self.folder))}"
        )

    def journal(self, game_id: str) -> Path:
        """Where a game's journal is. An id that could lead elsewhere names no game."""
        safe = game_id if can_be_asked_for(game_id) else "no-such-game"
        return self.folder / "games" / f"{safe}.journal"

    def journals(self) -> tuple[Path, ...]:
        """The files of all saved games, in no order."""
        return tuple((self.folder / "games").glob("*.journal"))

    @property
    def demonstrations(self) -> Path:
        """The folder of the games that bots show while nobody sits: they stand in no list. It need not be there."""
        return self.folder / "demonstration"

    def new_demonstration(self, game: str, now: datetime) -> Path:
        """Where the journal of a new demonstration is, in its folder, which is there then. Raises `HomeUnusable`."""
        try:
            make_private(self.demonstrations)
        except OSError as error:
            raise HomeUnusable(f"Cannot write to {self.demonstrations}: {error.strerror}.") from error
        stem = f"demonstration-{game.replace('_', '-')}-{now:%Y%m%d-%H%M%S}"
        return self.demonstrations / f"{stem}-{secrets.token_hex(4)}.journal"

    def new_id(self, game: str, now: datetime) -> str:
        """A name for a new game that no saved game has: its rules, day, time, and a number where that is not enough."""
        stem = f"{game.replace('_', '-')}-{now:%Y%m%d-%H%M%S}"
        number, candidate = 2, stem
        while os.path.lexists(self.journal(candidate)):
            candidate = f"{stem}-{number}"
            number += 1
        return candidate

    def keys(self) -> Keys:
        """The companion's keys, made on first use and readable by its owner only. Raises `HomeUnusable`."""
        path = self.folder / "keys.json"
        try:
            keys = msgspec.json.decode(read_plain_text(path), type=Keys)
            check_keys(keys)
            return keys
        except FileNotFoundError:
            return self._make_keys(path)
        except (msgspec.DecodeError, RecursionError, BadKeys, NotUtf8, OSError) as error:
            raise HomeUnusable(
                f"Cannot read {path}: {error}. Delete it; everybody takes their seat again then."
            ) from error

    def _make_keys(self, path: Path) -> Keys:
        keys = Keys(secrets.token_urlsafe(32), "".join(secrets.choice(CODE_LETTERS) for _ in range(6)))
        try:
            replace_file(path, json.dumps(msgspec.to_builtins(keys)).encode())
        except OSError as error:
            raise HomeUnusable(
                f"Cannot write {path}: {error.strerror}. Choose another folder with --data FOLDER."
            ) from error
        return keys

    def owner_figures(self, game: str) -> dict[str, Any]:
        """What the owner typed for a game; empty where nothing was. Raises `BadOwnerFile`."""
        path = self.folder / "owner" / f"{game}.toml"
        try:
            return read_toml(path)
        except FileNotFoundError:
            return {}
        except (tomllib.TOMLDecodeError, NotUtf8, OSError) as error:
            raise BadOwnerFile(
                f"Cannot read {path}: {error}. Mend that line, or delete the file to start afresh."
            ) from error

    def markers_file(self, game: str) -> Path:
        """Where it stands which markers were enrolled for a game."""
        return self.folder / "owner" / f"{game}.markers.toml"

    def enrolled(self, game: str) -> dict[MarkerId, str]:
        """The kind of piece that each enrolled marker stands for; empty where none is. Raises `BadOwnerFile`."""
        return self._said_of_markers(game)[0]

    def tags(self, game: str) -> dict[str, str]:
        """The kind of piece that each named tag is on; empty where none is. Raises `BadOwnerFile`."""
        return self._said_of_markers(game)[1]

    def keep_enrolled(self, game: str, marker: MarkerId, kind: str | None) -> None:
        """Keep what a marker stands for, or with None forget it. Raises `BadOwnerFile` and `HomeUnusable`."""
        markers, tags = self._said_of_markers(game)
        self._keep_markers(game, _with(markers, marker, kind), tags)

    def keep_tag(self, game: str, tag: str, kind: str | None) -> None:
        """Keep which kind of piece a tag is on, or with None forget it. Raises `BadOwnerFile` and `HomeUnusable`."""
        markers, tags = self._said_of_markers(game)
        self._keep_markers(game, markers, _with(tags, tag, kind))

    def _said_of_markers(self, game: str) -> tuple[dict[MarkerId, str], dict[str, str]]:
        path = self.markers_file(game)
        try:
            typed = msgspec.convert(read_toml(path), _MarkersFile)
            return {_marker(key): kind for key, kind in typed.markers.items()}, typed.tags
        except FileNotFoundError:
            return {}, {}
        except (ValueError, OSError) as error:  # no TOML, no UTF-8, or not what is written here
            raise BadOwnerFile(
                f"Cannot read {path}: {error}. Mend that line, or delete the file and enrol the markers again."
            ) from error

    def _keep_markers(self, game: str, markers: Mapping[MarkerId, str], tags: Mapping[str, str]) -> None:
        path = self.markers_file(game)
        content: dict[str, dict[str, str]] = {"markers": {str(each): markers[each] for each in sorted(markers)}}
        if tags:
            content["tags"] = dict(sorted(tags.items()))
        write_toml(path, content, "It holds for this game only.")

    def keep_owner_figures(self, game: str, figures: dict[str, Any]) -> None:
        """Add figures to what the owner typed before. Raises `HomeUnusable`."""
        path = self.folder / "owner" / f"{game}.toml"
        merged = _merged(self.owner_figures(game), figures)
        write_toml(path, merged, "The numbers hold for this game only.")

    @property
    def dice(self) -> Path:
        """The file of the owner's dice; it need not be there."""
        return self.folder / "owner" / "dice.toml"

    def keep_dice(self, tables: dict[str, Any]) -> None:
        """Write the file of the owner's dice anew, whole or not at all. Raises `HomeUnusable`."""
        write_toml(self.dice, tables, f"What was shown is not kept; {MAKE_ROOM} and enrol again.")

    @property
    def wled(self) -> Path:
        """The file of how a WLED shone before the companion took it; it need not be there."""
        return self.folder / "wled.json"

    @property
    def summaries(self) -> Path:
        """The file of what the saved games come to; it need not be there."""
        return self.folder / "summaries.json"

    @property
    def lenses(self) -> Path:
        """The file of the cameras' lenses; it need not be there."""
        return self.folder / "lenses.toml"

    def keep_lenses(self, tables: dict[str, Any]) -> None:
        """Write the file of lenses anew, whole or not at all. Raises `HomeUnusable`."""
        write_toml(self.lenses, tables, f"The lens is not kept; {MAKE_ROOM} and calibrate again.")


def write_toml(path: Path, content: Mapping[str, Any], otherwise: str) -> None:
    """Write a file of a data folder anew, whole or not at all.

    Raises `HomeUnusable`, which ends with the sentence `otherwise`.
    """
    try:
        replace_file(path, tomli_w.dumps(content).encode())
    except OSError as error:
        raise HomeUnusable(f"Cannot write {path}: {error.strerror}. {otherwise}") from error


def _marker(typed: str) -> MarkerId:
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 9):
        raise ValueError(f"“{printable(typed)[:20]}” is no marker's number")
    return MarkerId(int(typed))


def _with(kept: dict[K, str], key: K, kind: str | None) -> dict[K, str]:
    """What is kept, with this of a key; with None without it."""
    rest = {each: said for each, said in kept.items() if each != key}
    return rest if kind is None else {**rest, key: kind}


def _merged(before: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    merged = dict(before)
    for key, value in more.items():
        known = merged.get(key)
        merged[key] = _merged(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return merged


def id_of(path: Path) -> str:
    """The id of the game in that journal."""
    return path.name.removesuffix(".journal")


def can_be_asked_for(game_id: str) -> bool:
    """Whether a form and a command line can name that game, and it lies in no other folder."""
    is_text = game_id.isprintable() and "/" not in game_id and not game_id.startswith((".", "-"))
    return is_text and 0 < len(os.fsencode(game_id)) <= LONGEST_ID
