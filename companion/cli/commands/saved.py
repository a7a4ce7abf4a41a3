"""How `companion games`, `history` and `verify` are typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.group import DATA, cli


@cli.command()
@click.option("--delete", "ids", metavar="ID", multiple=True, help="Delete the saved game ID with its photographs.")
@click.option("--delete-empty", "with_empty", is_flag=True, help="Delete every saved game in which nothing was done.")
@click.option("--yes", is_flag=True, help="Delete without asking first.")
@DATA
def games(ids: tuple[str, ...], with_empty: bool, yes: bool, folder: Path) -> None:
    """List the games that can be played, and the saved ones."""
    if ids or with_empty:
        from companion.cli.saved.deletion import delete_games

        delete_games(ids, with_empty, yes, folder)
    elif yes:
        raise click.UsageError("--yes goes with --delete ID or --delete-empty.")
    else:
        from companion.cli.saved.games import list_games

        list_games(folder)


@cli.command()
@click.argument("game_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@DATA
def history(**typed: Any) -> None:
    """Print what happened in the saved game ID, as anyone at the table may know it."""
    from companion.cli.saved.games import tell_history

    tell_history(**typed)


@cli.command()
@click.argument("game_id", metavar="ID")
@click.option(
    "--repair", "mend", is_flag=True, help="Keep the sound rows of a damaged game and set the damaged file aside."
)
@DATA
def verify(**typed: Any) -> None:
    """Check every row of the saved game ID: its hash chain, and that the rules lead to the positions written down."""
    from companion.cli.saved.games import verify_game

    verify_game(**typed)
