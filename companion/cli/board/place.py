"""Where the board of a command is, and its settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.group import default_folder

if TYPE_CHECKING:
    from companion.cli.board.cable import Cable
    from companion.storage.settings import Settings


class Place:
    """Where the board and the settings are; a subcommand may say either as well as the group."""

    def __init__(self) -> None:
        self.port = ""
        self.folder: Path | None = None

    def settings(self) -> Settings:
        """What companion.toml says. Raises `BadSettings`, and `NoFolder` where nobody said where it is."""
        from companion.storage.settings import load_settings

        return load_settings((self.folder or default_folder()) / "companion.toml")

    def cable(self) -> Cable:
        """A line to the board. Raises `BadSettings` and `BoardProcessError`."""
        from companion.cli.board.cable import Cable

        return Cable(self.port or self.settings().board)
