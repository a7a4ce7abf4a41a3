"""What `companion play` and `companion record` take, and what was typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from companion.cli import fittings
from companion.cli.chosen import GAME_OPTIONS, chosen_options, typed_options
from companion.cli.group import DATA
from companion.games.registry import GAMES
from companion.room import BIGGEST_SEED
from vision.cameras import CHOICES
from vision.dice.model import MODELS

OPTIONS: Final = (
    click.argument("game", type=click.Choice(list(GAMES))),
    *GAME_OPTIONS,
    click.option(
        "--virtual",
        is_flag=True,
        help="Play at a virtual table: bots move the pieces by hand, and a virtual camera looks on. "
        "So it is where no --cards, --camera or --resume says otherwise.",
    ),
    click.option(
        "--cards",
        type=click.Choice(["virtual", "own"]),
        help="virtual: the companion deals, and all is tapped. own: your own cards, seen by a camera or tapped. "
        "At a virtual table always own.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, BIGGEST_SEED),
        help="Deal and play the same virtual game again. Default: drawn by lot.",
    ),
    click.option("--auto", is_flag=True, help="Bots play every free seat without a pause."),
    click.option(
        "--pace", type=click.FloatRange(0, 60), help="Seconds between the acts of bots. Default: settings, else 1."
    ),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        help="Port of the pages; 0 takes any free one. Default: settings, else 8000.",
    ),
    click.option(
        "--address", help="Address to listen on. Default: settings, else 0.0.0.0, for every phone in the house."
    ),
    click.option(
        "--camera",
        metavar="SPEC",
        help=f"Camera over the mat of your own cards: {CHOICES}. Default: auto.",
    ),
    click.option(
        "--board",
        metavar="SPEC",
        help=f"Board with scale, buttons and strip: {fittings.CHOICES}. "
        "Default: virtual at a virtual table, else settings, else auto.",
    ),
    click.option(
        "--dice-model",
        type=click.Path(file_okay=False, path_type=Path),
        default=MODELS,
        help="Folder of the model that reads dice. Default: the one that comes with the companion.",
    ),
    click.option("--resume", metavar="ID", help="Go on with a saved game; `companion games` lists them."),
    click.option(
        "--deeds",
        type=click.Path(dir_okay=False, path_type=Path),
        hidden=True,
        help="A new file for what hands do at a virtual table: `companion endure` holds the journal against it.",
    ),
    DATA,
)
"""What `play` and `record` take."""


def with_play_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with everything that `play` takes."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What was typed; `to` is the folder of a recording, None where none is made."""

    game: str
    mode: str | None
    players: int | None
    edition: str | None
    tablets: str | None
    others: tuple[str, ...]
    score_only: bool
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
        typed = typed_options(self.mode, self.players, self.edition, self.tablets, self.others, self.score_only)
        return chosen_options(GAMES[self.game], typed)
