"""Subcommands that are imported when they are asked for, and what carries them out when they run."""

from __future__ import annotations

import pkgutil
import pwd
import subprocess
import sys
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from pathlib import Path
from typing import NoReturn, cast

import click
import pytest

import companion.cli.commands
from companion.cli import cli
from companion.cli.board import cable
from companion.cli.commands import bench
from companion.cli.group import COMMANDS, DataFolder, OnDemandGroup, default_folder
from companion.cli.names import GAME
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from tests.companion.commands import call, run, sentence
from tests.games.registered import SEALED_BID

GROUPS = [(cli, COMMANDS), (bench.bench, bench.COMMANDS)]
HEAVY = (
    *("cv2", "numpy", "flask", "serial", "gpiozero", "reportlab", "torch", "matplotlib", "chess", "waitress"),
    *(
        "mpremote",
        "sqlite3",
        "companion.storage.home",
        "companion.journal",
        "companion.live.room",
        "web",
        "hardware.link",
    ),
)
"""What no help has a use for."""


@pytest.mark.parametrize(("group", "modules"), GROUPS)
def test_every_subcommand_of_every_module_is_in_the_table(group: OnDemandGroup, modules: dict[str, str]) -> None:
    for module in pkgutil.walk_packages(companion.cli.commands.__path__, "companion.cli.commands."):
        import_module(module.name)
    assert sorted(group.commands) == sorted(modules)


@pytest.mark.parametrize(("group", "name", "module"), [(group, *row) for group, rows in GROUPS for row in rows.items()])
def test_the_table_names_the_module_that_has_the_subcommand(group: OnDemandGroup, name: str, module: str) -> None:
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert command.callback is not None
    assert command.callback.__module__ == f"companion.cli.commands.{module}"


def words_of(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """What is typed for every help, that of the whole command first."""
    yield words
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from words_of(below, (*words, name))


def test_no_help_imports_what_it_has_no_use_for() -> None:
    """One process asks for them all: what is not there after the last was imported by none of them."""
    helps = list(words_of(cli))
    assert {("play",), ("bench", "dice"), ("board", "tare"), ("board", "strip-test")} <= set(helps)
    script = f"""
import sys
import companion.__main__
from companion.cli import cli
for words in {helps!r}:
    cli([*words, "--help"], prog_name="companion", standalone_mode=False)
    found = sorted({set(HEAVY)!r} & sys.modules.keys())
    assert not found, f"{{words}} imports {{found}}"
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("Usage: companion") == len(helps)


def test_no_other_module_is_imported_than_that_of_the_asked_subcommand() -> None:
    script = """
import sys
from companion.cli import cli
cli(["games", "--help"], standalone_mode=False)
print(sorted(name for name in sys.modules if name.startswith("companion.cli.commands.")))
print("companion.cli.saved.games" in sys.modules)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-2:] == ["['companion.cli.commands.saved']", "False"]


def test_for_a_word_mistyped_those_like_it_are_proposed_though_none_was_imported_yet() -> None:
    result = subprocess.run([sys.executable, "-m", "companion", "plya"], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "No such command 'plya'" in result.stderr
    assert "'play'" in result.stderr


def test_a_game_that_came_to_the_registry_later_may_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = GAME.choices
    assert call("simulate", "later", "--games", "1").exit_code == 2
    monkeypatch.setitem(cast("MutableMapping[str, AnyGame]", GAMES), "later", SEALED_BID)
    assert GAME.choices == (*before, "later")
    assert "|later}" in call("simulate", "--help").output
    result = call("simulate", "later", "--games", "1", "--shards", "1")
    assert result.exit_code == 0, result.output


def test_the_default_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_DATA", raising=False)
    assert default_folder().name == "companion"
    assert default_folder().is_absolute()
    assert DataFolder().path == default_folder()


# --- a user without a home --------------------------------------------------------------------------------------------

NO_HOME = (
    "This user has no home folder to keep games in: HOME is not set, and the system knows of none. "
    "Name a folder with --data FOLDER, or set COMPANION_DATA=FOLDER."
)


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under a bare number, or in a service: no HOME, no line in /etc/passwd."""
    for name in ("HOME", "XDG_DATA_HOME", "COMPANION_DATA"):
        monkeypatch.delenv(name, raising=False)

    def unknown(number: int) -> NoReturn:
        raise KeyError(f"getpwuid(): uid not found: {number}")

    monkeypatch.setattr(pwd, "getpwuid", unknown)


@pytest.mark.usefixtures("homeless")
def test_every_help_is_there_for_a_user_without_a_home() -> None:
    for words in words_of(cli):
        ended = run(*words, "--help")
        assert (ended.status, ended.errors) == (0, ""), words


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize(
    "typed", [("games",), ("play", "sealed_bid"), ("read-dice", "x.jpg"), ("board",), ("board", "strip-test")]
)
def test_what_needs_a_folder_says_how_to_give_one(typed: tuple[str, ...]) -> None:
    assert sentence(run(*typed)) == NO_HOME


@pytest.mark.usefixtures("homeless")
def test_a_folder_that_is_given_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cable, "WAIT_S", 0.1)
    told = f"No saved game in {tmp_path} yet.\n"
    assert run("games", data=tmp_path).out.endswith(told)
    assert run("games", COMPANION_DATA=str(tmp_path)).out.endswith(told)
    assert "No board is on /dev/none" in sentence(run("board", "restart", "--port", "/dev/none"))


@pytest.mark.usefixtures("homeless")
def test_a_fault_of_a_user_without_a_home_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr(click.Group, "invoke", broken)
    ended = run("check", "x")
    assert ended.status == 70
    assert "(ZeroDivisionError). The saved games are untouched. Start again" in ended.errors
