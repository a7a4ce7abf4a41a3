"""How `companion new-game` is typed."""

from __future__ import annotations

import click

from companion.cli.group import cli


@cli.command("new-game")
@click.argument("name")
def new_game(name: str) -> None:
    """Write a package for a new game that plays at once.

    NAME is the game's, in small letters, as tide_pool. Its package lies below companion/games of this companion's
    source, with a case and a test beside the others, and its line stands in the registry. Nothing that is there is
    written over.
    """
    from companion.cli.making.new_game import write

    write(name)
