"""What the acts of a saved game were learned from: `companion evidence`."""

from __future__ import annotations

from pathlib import Path

from companion.cli.written import has_keys, write_own
from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.chronicle import accounts_of
from companion.live.evidence_export import evidence_json
from companion.live.resume import replay
from companion.runtime.terminal import echo, echo_json
from companion.storage.home import Home
from companion.storage.photos import PhotoFolder


def print_evidence(game_id: str, out: Path | None, with_photos: bool, folder: Path) -> None:
    """Print the acts of a saved game as JSON, or write them."""
    path = Home(folder).journal(game_id)
    timeline = replay(GAMES, read_journal(path))
    told = evidence_json(accounts_of(timeline.history, None), PhotoFolder(path), with_photos)
    if out is None:
        echo_json(told)
        return
    write_own(out, told, has_keys("row", "at", "by", "sentence", "stands"), "Name another file with --out.")
    echo(f"{out} is written.")
