"""The `companion` command: every option documented, every wrong use told, every fault a sentence and a file."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NoReturn

import click
import pytest

import companion.cli.saved.games
import companion.storage.settings
from companion.cli import cli
from companion.cli.group import COMMANDS
from companion.games.registry import GAMES
from tests.companion.commands import call, run

NAMES = ", ".join(map(repr, GAMES))


def command_of(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


# --- help -------------------------------------------------------------------------------------------------------------


def test_the_commands_are_these() -> None:
    assert {"games", "history", "play", "simulate", "verify"} <= COMMANDS.keys()
    result = call("--help")
    assert result.exit_code == 0
    for name in COMMANDS:
        command = command_of(name)
        assert (f"\n  {name} " in result.output) is not command.hidden
        assert command.help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_documented(name: str) -> None:
    command = command_of(name)
    result = call(name, "-h")
    assert result.exit_code == 0
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help.endswith("."), parameter.name
            assert (max(parameter.opts, key=len) in result.output) is not parameter.hidden
        elif not isinstance(parameter.type, click.Choice):
            assert parameter.make_metavar(click.Context(command)) in result.output


def test_the_module_is_the_command() -> None:
    command = [sys.executable, "-m", "companion", "--help"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Begin with `companion play GAME`" in result.stdout


def test_the_version_is_that_of_the_package() -> None:
    written = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    result = call("--version")
    assert (result.exit_code, result.output) == (0, f"companion {written['project']['version']}\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["lights", "sealed_bid", "--sheet", "x.txt"], "'x.txt' does not end in .png, and nothing else is written"),
        (["endure", "sealed_bid", "--plot", "x.png"], "'x.png' does not end in .svg, and nothing else is written"),
        (["play", "chess"], f"'chess' is not one of {NAMES}"),
        (["simulate", "chess"], f"'chess' is not one of {NAMES}"),
        (["play", "sealed_bid", "--port", "70000"], "70000 is not in the range 0<=x<=65535"),
        (["play", "sealed_bid", "--pace", "-1"], "-1.0 is not in the range 0<=x<=60"),
        (["play", "sealed_bid", "--seed", "9" * 30], "is not in the range"),
        (["play", "sealed_bid", "--cards", "paper"], "'paper' is not one of 'virtual', 'own'"),
        (["simulate", "sealed_bid", "--games", "0"], "0 is not in the range x>=1"),
        (["verify"], "Missing argument 'ID'"),
        (["plya"], "No such command 'plya'"),
    ],
)
def test_a_wrong_use_is_told_and_exits_with_2(arguments: list[str], told: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert told in result.output


# --- faults -----------------------------------------------------------------------------------------------------------


def broken(*_: object) -> NoReturn:
    raise ZeroDivisionError("a bug")


def test_an_unforeseen_fault_becomes_a_sentence_and_a_file(data: Path) -> None:
    script = (
        "import sys, companion.cli as cli, companion.cli.saved.games\n"
        "def broken(*_): raise ZeroDivisionError('a bug')\n"
        "cli.saved.games.read_journal = broken\n"
        "sys.argv = ['companion', 'history', 'x']\n"
        "cli.main()\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COMPANION_DATA": str(data)},
    )
    assert result.returncode == 70
    assert result.stderr == (
        "companion: something went wrong that was not foreseen (ZeroDivisionError). "
        f"The saved games are untouched. Details for its makers are in {data}/fault.txt.\n"
    )
    fault = (data / "fault.txt").read_text(encoding="utf-8")
    assert "ZeroDivisionError: a bug" in fault
    assert "Traceback" in fault


@pytest.mark.parametrize(
    ("arguments", "place", "name"),
    [
        (["history", "x"], companion.cli.saved.games, "read_journal"),
        (["games"], companion.cli.saved.games, "Home"),
        (["board", "restart"], companion.storage.settings, "load_settings"),
    ],
)
def test_a_fault_is_kept_in_the_folder_that_was_asked_for(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], place: object, name: str
) -> None:
    monkeypatch.setattr(place, name, broken)
    ended = run(*arguments, data=data, COMPANION_DATA=str(tmp_path / "another"))
    assert ended.status == 70, ended
    assert f"Details for its makers are in {data}/fault.txt." in ended.errors
    assert "ZeroDivisionError: a bug" in (data / "fault.txt").read_text(encoding="utf-8")
    assert not (tmp_path / "another").exists()


def test_a_fault_that_cannot_be_kept_is_still_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(companion.cli.saved.games, "read_journal", broken)
    ended = run("history", "x", COMPANION_DATA=str(tmp_path / "file" / "data"))
    assert ended.status == 70
    assert ended.errors.endswith(
        "The saved games are untouched. Start again; if it comes back, tell its makers what you did.\n"
    )
