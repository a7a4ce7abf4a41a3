"""Subcommands that are imported when they are asked for."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module

import click
import pytest

import companion.cli
from companion.cli import bench, cli
from companion.cli.group import COMMANDS, OnDemandGroup

GROUPS = [(cli, COMMANDS), (bench.bench, bench.COMMANDS)]


@pytest.mark.parametrize(("group", "modules"), GROUPS)
def test_every_subcommand_of_every_module_is_in_the_table(group: OnDemandGroup, modules: dict[str, str]) -> None:
    for module in pkgutil.walk_packages(companion.cli.__path__, "companion.cli."):
        import_module(module.name)
    assert sorted(group.commands) == sorted(modules)


@pytest.mark.parametrize(("group", "name", "module"), [(group, *row) for group, rows in GROUPS for row in rows.items()])
def test_the_table_names_the_module_that_has_the_subcommand(group: OnDemandGroup, name: str, module: str) -> None:
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert command.callback is not None
    assert command.callback.__module__ == f"companion.cli.{module}"


def test_nothing_is_imported_that_the_asked_subcommand_does_not_need() -> None:
    script = """
import sys
from companion.cli import cli
cli(["games", "--help"], standalone_mode=False)
print(sorted({"companion.cli.saved", "companion.cli.play", "companion.cli.bench", "cv2", "flask"} & sys.modules.keys()))
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "['companion.cli.saved']"


def test_for_a_word_mistyped_those_like_it_are_proposed_though_none_was_imported_yet() -> None:
    result = subprocess.run([sys.executable, "-m", "companion", "plya"], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "No such command 'plya'" in result.stderr
    assert "'play'" in result.stderr
