"""Thousands of games with one playset: several processes play them, and what is counted outlives a stop.

Tallies are added, in any order, so it does not matter who plays which game and when: the same games give the same sum.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.errors import CompanionError
from companion.playsets.core import BOTS, Bots, Playsets, Tally, add
from companion.runtime.fsync import replace_file

GAMES_A_PIECE: Final[Mapping[Bots, int]] = {"random": 20, "greedy": 4}
"""Games that a process plays before it tells of them: about half a second of work."""
KEPT_EVERY_S: Final = 2.0


class NotKept(CompanionError, OSError):
    """What was played cannot be written down."""


class Cut(CompanionError, RuntimeError):
    """A process that played was ended from outside."""


class Wanted(msgspec.Struct, frozen=True):
    """What is to be played."""

    table: dict[str, Any]
    """The playset as its file says it; one that can be read."""
    games: dict[Bots, int]
    seed: int
    """Of the first game of each kind of bots; each next one is one higher."""

    def pieces(self) -> Iterator[tuple[Bots, int, int]]:
        """Bots, first seed and number of games of each piece of work."""
        for bots in BOTS:
            games, step = self.games.get(bots, 0), GAMES_A_PIECE[bots]
            for begin in range(0, games, step):
                yield bots, self.seed + begin, min(step, games - begin)


class Kept(msgspec.Struct):
    """The games played so far, as they lie in a file."""

    key: str
    """Of what they were played with: playset, seed and version."""
    done: list[tuple[Bots, int, int]] = []
    tallies: dict[Bots, Tally] = {}


def key_of(playsets: Playsets, wanted: Wanted) -> str:
    """The same where games of two runs may be added up."""
    parts = (wanted.table, wanted.seed, playsets.tally_version, version("table-companion"))
    return sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()


def try_playset(
    playsets: Playsets,
    wanted: Wanted,
    jobs: int,
    file: Path,
    progress: Callable[[int], None] = lambda games: None,
) -> dict[Bots, Tally]:
    """The tallies of all games; `progress` gets how many have been played, those that `file` has first.

    What has been played is kept in `file` every few seconds and however this ends, and taken up from there. Raises
    `NotKept` and `Cut`.
    """
    kept = _taken_up(file, key_of(playsets, wanted), set(wanted.pieces()))
    progress(sum(games for _, _, games in kept.done))
    left = [piece for piece in wanted.pieces() if piece not in set(kept.done)]
    written_s = time.monotonic()
    try:
        for piece, tally in _played(playsets, wanted.table, left, jobs):
            add(kept.tallies.setdefault(piece[0], {}), tally)
            kept.done.append(piece)
            progress(piece[2])
            if time.monotonic() - written_s > KEPT_EVERY_S:
                _keep(file, kept)
                written_s = time.monotonic()
    finally:
        if left:
            _keep(file, kept)
    return kept.tallies


def forget(file: Path) -> None:
    """Take away what was kept. Raises `NotKept`."""
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise NotKept(f"{file} cannot be taken away: {error.strerror}. Remove it by hand.") from error


def _taken_up(file: Path, key: str, pieces: set[tuple[Bots, int, int]]) -> Kept:
    """What lies in the file, if it is of the same games; else nothing."""
    with suppress(OSError, msgspec.DecodeError, RecursionError):
        kept = msgspec.json.decode(file.read_bytes(), type=Kept)
        if kept.key == key and set(kept.done) <= pieces and len(set(kept.done)) == len(kept.done):
            return kept
    return Kept(key)


def _keep(file: Path, kept: Kept) -> None:
    try:
        replace_file(file, msgspec.json.encode(kept))
    except OSError as error:
        raise NotKept(f"{file} cannot be written: {error.strerror}. Name another place with --html FILE.") from error


# --- who plays ---


def _played(
    playsets: Playsets, table: dict[str, Any], pieces: list[tuple[Bots, int, int]], jobs: int
) -> Iterator[tuple[tuple[Bots, int, int], Tally]]:
    """Each piece with what it showed, as soon as it is played."""
    if min(jobs, len(pieces)) <= 1:
        playset = playsets.read(table).playset
        for piece in pieces:
            yield piece, _play(playsets, playset, *piece)
        return
    pool = ProcessPoolExecutor(
        min(jobs, len(pieces)), mp_context=get_context("spawn"), initializer=_begin, initargs=(playsets, table)
    )
    try:
        tasks = {pool.submit(_play_here, *piece): piece for piece in pieces}
        for task in as_completed(tasks):
            yield tasks.pop(task), task.result()
    except BrokenExecutor as error:
        raise Cut(
            "A process that played games was ended, perhaps for want of memory. What was played is kept: type the "
            "same again, with a smaller --jobs."
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _play(playsets: Playsets, playset: Any, bots: Bots, first: int, games: int) -> Tally:
    tally: Tally = {}
    for seed in range(first, first + games):
        add(tally, playsets.play(playset, bots, seed))
    return tally


_here: tuple[Playsets, Any]
"""In a process that plays: what it plays with."""


def _begin(playsets: Playsets, table: dict[str, Any]) -> None:
    """Make a process ready. Ctrl-C is for the one that began it; where that one is killed, this ends too."""
    global _here
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    _here = (playsets, playsets.read(table).playset)


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        wait([parent.sentinel])
        os._exit(1)


def _play_here(bots: Bots, first: int, games: int) -> Tally:
    playsets, playset = _here
    return _play(playsets, playset, bots, first, games)
