"""What was typed of what `companion play` and `companion record` take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cli.chosen import chosen_options, typed_options
from companion.games.registry import GAMES


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What was typed; `to` is the folder of a recording, None where none is made."""

    game: str
    typed: Mapping[str, str]
    """Of the game's options, by their keys, where a flag of theirs was typed."""
    others: tuple[str, ...]
    """The same as KEY=VALUE."""
    virtual: bool
    cards: str | None
    seed: int | None
    auto: bool
    pace: float | None
    port: int | None
    address: str | None
    camera: str | None
    board: str | None
    dice_model: Path
    resume: str | None
    deeds: Path | None
    folder: Path
    to: Path | None = None

    @property
    def command(self) -> str:
        """What goes on with such a table, but for the game's name."""
        return f"companion play {self.game}{' --virtual' if self.virtual else ''}"

    def options(self) -> dict[str, Any]:
        """The game's, without the cards; none for a saved game, which has its own. Raises `BadOption`."""
        if self.resume:
            return {}
        return chosen_options(GAMES[self.game], typed_options(self.typed, self.others))
