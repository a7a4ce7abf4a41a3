"""A game looked at for whoever writes it: `companion check-game`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from companion.conformance.check import NoSuchGame, look, play, source_of
from companion.conformance.findings import Finding, Findings
from companion.runtime.terminal import echo, progress


def check_game(named: str, games: int, seed: int) -> None:
    """Look and report; exit status 1 where something has to be mended, 2 where nothing is named so."""
    try:
        source = source_of(named, Path.cwd())
    except NoSuchGame as error:
        raise click.BadParameter(str(error), param_hint="NAME") from error
    found = Findings()
    game = look(source, found)
    echo(f"{source.shown(source.folder)}: {len(source.modules)} modules read.")
    _tell(found)
    told = len(found)
    if game is not None and games:
        with progress(games, f"Playing {game.title}", show_pos=True) as bar:
            play(game, source, found, games, seed, bar.update)
        _tell([*found][told:])
    echo(*_sum(source.package if game is None else game.title, found, game is not None, games))
    if found.has_faults:
        sys.exit(1)


def _tell(found: Iterable[Finding]) -> None:
    for each in found:
        echo(f"{'note: ' if each.weight == 'note' else ''}{each}")


def _sum(title: str, found: Findings, is_whole: bool, games: int) -> tuple[str, ...]:
    """What it comes to, and what was not looked at."""
    faults = sum(each.weight == "fault" for each in found)
    unplayed = () if is_whole else ("No game was played: mend this first, and look again.",)
    if not faults:
        played = f" {games} game{'' if games == 1 else 's'} played." if games else " No game was played."
        return (f"Nothing is wrong in {title}.{played}",)
    return (f"{faults} thing{' is' if faults == 1 else 's are'} wrong in {title}.", *unplayed)
