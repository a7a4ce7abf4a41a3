"""What was typed of what `companion play` and `companion record` take."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from companion.cli.chosen import Mistyped, chosen_options, typed_options
from companion.cli.game_options import typed_flags
from companion.cli.group import NoFolder, default_folder
from companion.cli.playset_file import own_playset
from companion.games.deal import DEALT, OWN
from companion.games.option_text import option_text
from companion.games.registry import GAMES
from vision.dice.model import MODELS


def called() -> list[str]:
    """How this command was called: by its name, by its path, or as a module of a Python."""
    program = Path(sys.argv[0])
    if program.name == "__main__.py":
        typed = sys.orig_argv
        return [sys.executable, "-m", typed[typed.index("-m") + 1] if "-m" in typed[:-1] else program.parent.name]
    found = shutil.which(program.name)
    is_on_path = found is not None and os.path.realpath(found) == os.path.realpath(program)
    return [program.name if is_on_path or not program.exists() else sys.argv[0]]


def shell_word(text: str) -> str:
    """The text as one word of a shell; where it cannot be shown, by its bytes, as bash and zsh read them."""
    if text.isprintable():
        return quote(text)
    plain = (chr(each) if 32 <= each < 127 and each not in b"'\\" else f"\\{each:03o}" for each in os.fsencode(text))
    return f"$'{''.join(plain)}'"


def _is_usual(folder: Path) -> bool:
    try:
        return folder == default_folder()
    except NoFolder:
        return False


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
    playset: Path | None
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

    def again(self, game: str, game_id: str, is_dealt: bool) -> str:
        """What goes on with that saved game at such a table, as it is typed in the shell that ran this.

        What its journal keeps is left out, and so are files that have to be new.
        """
        words = self._table(game, self.virtual and not is_dealt)
        if self.seed is not None and self.virtual and not is_dealt:  # whatever is dealt is dealt by the journal's own
            words += ["--seed", str(self.seed)]
        return " ".join(map(shell_word, [*words, "--resume", game_id]))

    def anew(self, game: str, options: Mapping[str, Any], is_dealt: bool, has_playset: bool = False) -> str:
        """What begins another game with these options at such a table, typed likewise.

        With `has_playset` it is played with the playset that was named here, where one was.
        """
        words = self._table(game, self.virtual and not is_dealt)
        if is_dealt or not self.virtual:
            words += ["--cards", DEALT if is_dealt else OWN]
        if has_playset and self.playset is not None:
            words += ["--playset", str(self.playset)]
        return " ".join(map(shell_word, [*words, *typed_flags(GAMES[game], options)]))

    def _table(self, game: str, is_virtual: bool) -> list[str]:
        """The words for the table itself: each option that is not as it would be without it."""
        words = [*called(), "play", game, *(["--virtual"] if is_virtual else []), *(["--auto"] if self.auto else [])]
        if not _is_usual(self.folder):
            words += ["--data", str(self.folder)]
        if self.dice_model != MODELS:
            words += ["--dice-model", str(self.dice_model)]
        if self.pace is not None:
            words += ["--pace", f"{self.pace:g}"]
        named = {"--address": self.address, "--port": self.port, "--camera": self.camera, "--board": self.board}
        for flag, value in named.items():
            words += [flag, str(value)] if value is not None else []
        return words

    def own_playset(self) -> dict[str, Any] | None:
        """The content of the file with somebody's own playset; None where none was named.

        Raises `BadPlayset`, and `Mistyped` where a saved game is to be gone on with, which has its own.
        """
        if self.playset is None:
            return None
        if self.resume:
            raise Mistyped("A saved game goes on with the playset that it began with. Leave out --playset.")
        return own_playset(GAMES[self.game], self.playset)

    def options(self, playset: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The game's, without the cards; none for a saved game, which has its own. Raises `BadOption`, `Mistyped`.

        What a playset settles, as which mode it is for, need not be typed.
        """
        if self.resume:
            return {}
        game = GAMES[self.game]
        own = game.own_playset
        settled = own.options(playset) if own is not None and playset is not None else {}
        typed = {key: option_text(value) for key, value in settled.items()}
        return chosen_options(game, {**typed, **typed_options(self.typed, self.others)})
