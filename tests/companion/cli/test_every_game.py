"""Each subcommand that takes a game, or a game that was played, run as a command for every game that it names."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion.cli import cli
from companion.cli.names import OneOf
from companion.games.offers import combinations
from companion.games.registry import GAMES
from tests.companion.commands import call
from tests.companion.served import get, playing
from tests.games.registered import PRODUCT_GAMES

BRIEF = {
    "print": ("-o", "kit.pdf"),
    "simulate": ("--games", "1", "--shards", "1"),
    "soak": ("--rounds", "1", "--shards", "1"),
    "endure": ("--hours", "0.003"),
    "lights": ("--sheet", "sheet.png"),
    "bench attack": ("--times", "1"),
    "bench engine": ("--games", "1"),
    "bench latency": ("--acts", "1", "--flashes", "0"),
    "bench referee": ("--games", "1"),
    "bench vision": ("--frames", "1", "--size", "960x640"),
}
"""What makes a subcommand brief, beside the game."""
FEWEST = {"soak"}
"""They are played by as few as the game allows."""
TIMED = {"bench attack"}
"""They judge how long others wait, and end with 1 on a machine that is busy."""
PLAYED = {"play", "record"}
"""They end when somebody ends them."""
ACTS = 4
"""So many rows of a game that is played here, its start among them."""


def with_games(group: click.Group, context: click.Context, before: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The subcommands that take a game, with the games that their help names."""
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from with_games(found, click.Context(found, info_name=name, parent=context), f"{before}{name} ")
        for each in found.params:
            if each.name == "game" and isinstance(each.type, OneOf):
                yield f"{before}{name}", each.type.choices


TAKEN = dict(with_games(cli, click.Context(cli, info_name="companion")))
RUNS = [(name, game) for name in BRIEF for game in TAKEN.get(name, ()) if game in PRODUCT_GAMES]


def ran(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, in a folder of its own."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=folder,
        env={**os.environ, "COMPANION_DATA": str(folder / "data"), "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_subcommand_that_takes_a_game_is_tried_here() -> None:
    assert set(TAKEN) == {*BRIEF, *PLAYED}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "game"), RUNS)
def test_a_subcommand_runs_for_each_game_that_its_help_names(tmp_path: Path, name: str, game: str) -> None:
    few = min(combinations(GAMES[game]), key=lambda offer: offer["players"]) if name in FEWEST else {}
    ended = ran(tmp_path, *name.split(), game, *BRIEF[name], *(f"--option={key}={few[key]}" for key in few))
    assert ended.returncode == 0 or (name in TIMED and "Too long" in ended.stdout), ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("name", ["bench referee", "bench latency"])
def test_a_game_that_a_subcommand_does_not_name_is_refused_with_what_does_it(name: str) -> None:
    result = call(*name.split(), "rolling_with_the_waves")
    assert result.exit_code == 2
    assert "'rolling_with_the_waves' is not one of 'waves', 'atlantis_rising', 'manawave'" in result.output
    assert (
        "Of other games no act is read from pieces on the mat. Dice are timed by `companion bench dice`."
        in result.output
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", PRODUCT_GAMES)
def test_a_game_is_recorded_and_looked_at_by_every_subcommand_that_takes_one(tmp_path: Path, game: str) -> None:
    data, recording = tmp_path / "data", tmp_path / "recording"
    brief = ("--virtual", "--auto", "--pace", "0", "--address", "127.0.0.1", "--board", "none")
    with playing(data, "--to", str(recording), *brief, command="record", game=game) as (process, said):
        while get(said["Table page"], "/table.json")["last_row"] < ACTS:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == 0, errors
    saved = said["Saved as"]
    for arguments in (
        ("history", saved),
        ("verify", saved),
        ("evidence", saved),
        ("games",),
        ("replay", str(recording)),
    ):
        ended = ran(tmp_path, *arguments)
        assert ended.returncode == 0, (arguments, ended.stderr)
        assert ended.stdout
    lines = ran(tmp_path, "history", saved, "--json").stdout.splitlines()
    assert len([json.loads(line) for line in lines]) >= ACTS - 1
