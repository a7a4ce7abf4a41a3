"""docs/commands.md, held against what `companion --help` and the help of each subcommand say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion.cli import cli
from companion.cli.group import COMMANDS, summary
from companion.games.registry import GAMES
from tests.companion.commands import call

PAGE = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")
ROOT = click.Context(cli, info_name="companion")
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def told() -> dict[str, dict[str, str]]:
    """What the page says of each subcommand, by its heading and name, in the page's order."""
    return {
        heading: {body.split("`")[1].split()[1]: body.partition("\n")[2].strip() for body in rest}
        for heading, *rest in (
            [part.split("\n### ")[0].partition("\n")[0], *part.split("\n### ")[1:]] for part in PAGE.split("\n## ")[1:]
        )
    }


TOLD = {name: body for bodies in told().values() for name, body in bodies.items()}


def command(name: str) -> click.Command:
    found = cli.get_command(ROOT, name)
    assert found is not None
    return found


def below(name: str) -> Iterator[tuple[str, click.Command]]:
    """The subcommands of a subcommand, with their names."""
    group = command(name)
    if isinstance(group, click.Group):
        context = click.Context(group, info_name=name, parent=ROOT)
        for each in group.list_commands(context):
            found = group.get_command(context, each)
            assert found is not None
            yield each, found


def flags_of(asked: click.Command) -> set[str]:
    shown = [option for option in asked.params if not getattr(option, "hidden", False)]
    return {flag for option in shown for flag in (*option.opts, *option.secondary_opts) if flag.startswith("--")}


def test_the_page_lists_what_help_lists_in_its_order() -> None:
    assert {heading: list(bodies) for heading, bodies in told().items()} == {
        heading: list(names) for heading, names in cli.headings(ROOT).items()
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_says_of_a_command_what_its_help_says(name: str) -> None:
    assert TOLD[name].partition("\n")[0] == summary(command(name))
    rows = dict(re.findall(rf"^\| `companion {name} ([a-z-]+)[^`]*` \| (.*) \|$", TOLD[name], re.MULTILINE))
    assert list(rows) == [each for each, _ in below(name)]
    for each, found in below(name):
        assert rows[each].startswith(summary(found))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_names_every_option_and_none_that_there_is_not(name: str) -> None:
    flags = flags_of(command(name)).union(*(flags_of(found) for _, found in below(name)))
    of_games = {flag for game in GAMES for flag in FLAG.findall(call("play", game, "--help").output)}
    named = set(FLAG.findall(TOLD[name]))
    assert flags - {"--help"} <= named
    assert named - {"--help"} <= flags | of_games | flags_of(command("play"))


@pytest.mark.parametrize("words", [(), ("bench",), ("board",)])
def test_no_summary_is_cut_in_help(monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = " ".join(call(*words, "--help").output.split())
    listed = [command(name) for name in COMMANDS] if not words else [found for _, found in below(words[0])]
    for each in listed:
        assert " ".join(summary(each).split()) in shown
