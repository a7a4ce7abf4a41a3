"""The command without its subcommands, and the options that several of them have."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.home import default_folder


class DataFolder(msgspec.Struct):
    """Where the command that runs keeps its data, as far as is known by now."""

    path: Path = msgspec.field(default_factory=lambda: Path(os.environ.get("COMPANION_DATA") or default_folder()))


def keep_data_folder(context: click.Context, _option: click.Parameter, value: Any) -> Any:
    """Note which folder was asked for, so that a fault is written there; returns it."""
    known = context.find_object(DataFolder)
    if known is not None and value is not None:
        known.path = value
    return value


DATA = click.option(
    "--data",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="COMPANION_DATA",
    default=default_folder,
    show_default="your user data folder",
    callback=keep_data_folder,
    help="Folder of the saved games, owner's figures and keys.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def cli() -> None:
    """The table companion: knows the rules, keeps the score, and tells the table what to do next.

    Begin with `companion play waves` and open the address that it prints.
    """
