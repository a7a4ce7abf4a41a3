"""Options that several commands have. Of the project it imports what takes no time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from companion.cli.board.names import CHOICES as BOARDS
from companion.cli.game_options import with_game_options
from companion.cli.group import DATA
from companion.cli.names import BY_SIGHT, GAME, OneOf
from companion.games.seeds import BIGGEST_SEED
from vision.cameras.names import CHOICES as CAMERAS


def _shipped_model() -> Path:
    from vision.dice.model import MODELS

    return MODELS


def _or_first(games: OneOf) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.argument("game", type=games, default=lambda: games.choices[0])


GAME_OR_FIRST: Final = _or_first(GAME)
"""For benches, which measure some game: the first that is listed, where none is named."""
GAME_BY_SIGHT_OR_FIRST: Final = _or_first(BY_SIGHT)
"""For those of them that follow acts which are seen."""
MODEL: Final = click.option(
    "--model",
    "model_folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=_shipped_model,
    help="Folder with another dice model. Default: the one that comes with the companion.",
)
"""For commands that read dice and do nothing else."""
DICE_MODEL: Final = click.option(
    "--dice-model",
    type=click.Path(file_okay=False, path_type=Path),
    default=_shipped_model,
    help="Folder of the model that reads dice. Default: the one that comes with the companion.",
)
JSON_INSTEAD: Final = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
SHARDS: Final = click.option(
    "--shards",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that play at the same time.",
)

PLAYSET: Final = click.option(
    "--playset",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Cards and figures of your own, in a file of TOML, for a game that takes them.",
)

PLAY_OPTIONS: Final = (
    click.argument("game", type=GAME),
    with_game_options,
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
    PLAYSET,
    click.option(
        "--seed",
        type=click.IntRange(0, BIGGEST_SEED),
        help="Deal and play the same virtual game again. Whoever knows the number knows every card, and the pages say "
        "that there is one. Default: 128 bits drawn by lot.",
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
        help=f"Camera over the mat of your own cards: {CAMERAS}. Default: auto.",
    ),
    click.option(
        "--board",
        metavar="SPEC",
        help=f"Board with scale, buttons and strip: {BOARDS}. "
        "Default: virtual at a virtual table, else settings, else auto.",
    ),
    DICE_MODEL,
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
    for option in reversed(PLAY_OPTIONS):
        command = option(command)
    return command


def with_tables(
    count: int, cards: str, game: Callable[[Callable[..., None]], Callable[..., None]] = GAME_OR_FIRST
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """GAME, `--games`, `--seed` and `--json` for a command, as `game`, `count`, `seed` and `as_json`.

    `count` is the default; `cards` says which cards each game is played with, and `game` which games there are.
    """

    def add(command: Callable[..., None]) -> Callable[..., None]:
        words = f"How many games of each mode and number of players, with {cards} cards."
        for option in (
            JSON_INSTEAD,
            click.option(
                "--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same games."
            ),
            click.option("--games", "count", type=click.IntRange(1), default=count, show_default=True, help=words),
            game,
        ):
            command = option(command)
        return command

    return add
