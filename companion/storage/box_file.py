"""The owner's file of a game whose box is corrected entry by entry, and what its entries said before.

HOME/owner/GAME.toml          what the owner has typed, with the shape of the game's data.toml
HOME/owner/GAME.before.toml   the former content of entries, and which of them the newest change touched
HOME/owner/GAME.aside.toml    one that could not be used, when its owner began afresh
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.runtime.fsync import sync_folder
from companion.runtime.plain_text import NotUtf8
from companion.runtime.toml_file import read_toml
from companion.storage.home import MAKE_ROOM, Home, HomeUnusable, write_toml

log = logging.getLogger(__name__)
NOT_KEPT: Final = f"Nothing was changed; {MAKE_ROOM} and send it again."


class Former(msgspec.Struct, frozen=True):
    """What stood in the owner's file before, by entry: at which places what."""

    newest: tuple[str, ...] = ()
    """The entries that the newest change touched."""
    parts: dict[str, dict[str, Any]] = {}


class BoxFile:
    """The two files of one game."""

    def __init__(self, home: Home, game: str) -> None:
        self._home, self._game = home, game
        self._path = home.folder / "owner" / f"{game}.toml"
        self._before = home.folder / "owner" / f"{game}.before.toml"

    def read(self) -> dict[str, Any]:
        """What the owner has typed; empty where nothing was. Raises `BadOwnerFile`."""
        return self._home.owner_figures(self._game)

    def former(self) -> Former:
        """What the entries said before; nothing where that file is damaged: it is only a help."""
        try:
            return msgspec.convert(read_toml(self._before), Former)
        except FileNotFoundError:
            return Former()
        except (msgspec.ValidationError, tomllib.TOMLDecodeError, NotUtf8, OSError) as error:
            log.warning("what entries of the box said before cannot be read: %s: %s", self._before, error)
            return Former()

    def replace(self, content: Mapping[str, Any], former: Former) -> None:
        """Write both anew. Raises `HomeUnusable`, and then the owner's file is as it was."""
        write_toml(self._before, msgspec.to_builtins(former), NOT_KEPT)
        write_toml(self._path, content, NOT_KEPT)

    def set_aside(self) -> str:
        """Move the owner's file away, whatever is in it; returns its new name, "" for none. Raises `HomeUnusable`."""
        aside = self._path.with_suffix(".aside.toml")
        try:
            self._path.replace(aside)
            sync_folder(aside.parent)
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise HomeUnusable(f"Cannot move {self._path}: {error.strerror}. Move it away by hand.") from error
        return aside.name
