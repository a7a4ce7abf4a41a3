"""The command without its subcommands, and the options that several of them have."""

from __future__ import annotations

from pathlib import Path

import click

from companion.home import default_folder

DATA = click.option(
    "--data",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="COMPANION_DATA",
    default=default_folder,
    show_default="your user data folder",
    help="Folder of the saved games, owner's figures and keys.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def cli() -> None:
    """The table companion: knows the rules, keeps the score, and tells the table what to do next.

    Begin with `companion play waves` and open the address that it prints.
    """
