"""The command without its subcommands, and the options that several of them have."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

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


class OnDemandGroup(click.Group):
    """A group that imports the module of a subcommand when that subcommand is asked for.

    Each subcommand needs another part of the house: the imports of all take twice as long as those of most.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], **options: Any) -> None:
        """`modules` gives for the name of each subcommand the module of `companion.cli` that adds it to the group."""
        super().__init__(*args, **options)
        self._modules: Final = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand, None where there is none; then all are there, so that one like it can be proposed."""
        asked = {self._modules[cmd_name]} if cmd_name in self._modules else set(self._modules.values())
        for module in sorted(asked):
            import_module(f"companion.cli.{module}")
        return super().get_command(ctx, cmd_name)


COMMANDS: Final = {
    "bench": "bench",
    "board": "board.commands",
    "calibrate": "calibrate",
    "check": "check",
    "endure": "endure",
    "enrol-dice": "enrol_dice",
    "evidence": "evidence",
    "flash": "flash",
    "games": "saved",
    "history": "saved",
    "lights": "lights",
    "play": "play",
    "print": "print",
    "read-dice": "read_dice",
    "read-markers": "read_markers",
    "record": "recordings",
    "replay": "recordings",
    "simulate": "soak",
    "soak": "soak",
    "verify": "saved",
}
"""Which module of `companion.cli` has which subcommand."""


@click.group(
    cls=OnDemandGroup,
    modules=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
def cli() -> None:
    """The table companion: knows the rules, keeps the score, and tells the table what to do next.

    Begin with `companion play waves` and open the address that it prints.
    """
