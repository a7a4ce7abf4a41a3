"""The command without its subcommands, and the options that several of them have."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import Any, Final

import click

from companion.errors import CompanionError
from companion.runtime.terminal import usage_errors_fit


class NoFolder(CompanionError):
    """Nobody said where the data are, and the system names no home for whoever runs this."""


def default_folder() -> Path:
    """Where a companion keeps its things when nothing else is said. Raises `NoFolder`."""
    import platformdirs  # asked for a folder, and not for help

    try:
        folder = Path(platformdirs.user_data_dir("companion", appauthor=False))
    except RuntimeError:  # no HOME, and no entry in /etc/passwd: a container, a bare service
        folder = Path()
    if not folder.is_absolute():
        raise NoFolder(
            "This user has no home folder to keep games in: HOME is not set, and the system knows of none. "
            "Name a folder with --data FOLDER, or set COMPANION_DATA=FOLDER."
        )
    return folder


class DataFolder:
    """Where the command that runs keeps its data, as far as is known by now."""

    def __init__(self) -> None:
        self.asked: Path | None = None
        """As it was typed, or as the environment has it; None before the options were read."""

    @property
    def path(self) -> Path:
        """The folder. Raises `NoFolder`."""
        return self.asked or Path(os.environ.get("COMPANION_DATA") or default_folder())

    @property
    def typed(self) -> str:
        """What names this folder behind another command; empty where that is the usual one."""
        try:
            is_usual = self.path == default_folder()
        except NoFolder:
            is_usual = self.asked is None
        return "" if is_usual else f" --data {quote(str(self.path))}"


def keep_data_folder(context: click.Context, _option: click.Parameter, value: Any) -> Any:
    """Note which folder was asked for, so that a fault is written there; returns it."""
    known = context.find_object(DataFolder)
    if known is not None and value is not None:
        known.asked = value
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


class SummaryGroup(click.Group):
    """A group whose help gives the first sentence on each subcommand whole, however narrow the terminal is."""

    def headings(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        """The names of the subcommands by the headings under which help lists them."""
        return {"Commands": self.list_commands(ctx)}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, names in self.headings(ctx).items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(heading):
                formatter.write_dl([(name, summary(command)) for name, command in commands if command is not None])


def summary(command: click.Command) -> str:
    """The first sentence of a command's help."""
    return command.get_short_help_str(limit=sys.maxsize)


class OnDemandGroup(SummaryGroup):
    """A group that imports the module of a subcommand when that subcommand is asked for.

    The modules of `companion.cli.commands` say what may be typed and what it means, and import nothing that takes long.
    What carries a subcommand out is imported when it runs: each needs another part of the house.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], **options: Any) -> None:
        """`modules` gives for the name of each subcommand the module of `companion.cli.commands` that adds it."""
        super().__init__(*args, **options)
        self._modules: Final = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand, None where there is none; then all are there, so that one like it can be proposed."""
        asked = {self._modules[cmd_name]} if cmd_name in self._modules else set(self._modules.values())
        for module in sorted(asked):
            import_module(f"companion.cli.commands.{module}")
        return super().get_command(ctx, cmd_name)

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        with usage_errors_fit():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        with usage_errors_fit():
            return super().invoke(ctx)


PLAYERS: Final = {
    "play": "play",
    "games": "saved",
    "history": "saved",
    "verify": "saved",
    "evidence": "evidence",
    "print": "print",
    "board": "board",
    "flash": "flash",
    "calibrate": "calibrate",
    "enrol-dice": "enrol_dice",
    "read-dice": "read_dice",
    "read-markers": "read_markers",
}
"""Subcommands for people at a table, as they come to need them, each with its module of `companion.cli.commands`."""

MAKERS: Final = {
    "record": "recordings",
    "replay": "recordings",
    "new-game": "new_game",
    "check": "check",
    "check-game": "check_game",
    "check-playset": "check_playset",
    "simulate": "simulate",
    "soak": "soak",
    "endure": "endure",
    "lights": "lights",
    "bench": "bench",
}
"""The same for those who make the companion or a game for it."""

COMMANDS: Final = PLAYERS | MAKERS


class Companion(OnDemandGroup):
    """The command itself, which lists players' and makers' subcommands apart."""

    def headings(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        return {"For players": tuple(PLAYERS), "For makers": tuple(MAKERS)}


@click.group(
    cls=Companion,
    modules=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="table-companion", prog_name="companion", message="%(prog)s %(version)s")
def cli() -> None:
    """The table companion: knows the rules, keeps the score, and tells the table what to do next.

    Begin with `companion play GAME`, a game that `companion games` lists, and open the address that it prints.
    """
