"""What can be asked of saved games: `companion games`, `history`, `verify`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.cli.columns import in_columns
from companion.errors import CompanionError
from companion.games.faults import BrokenGame, faults_named
from companion.games.game import AnyGame, package_of
from companion.games.offers import combinations
from companion.games.registry import GAMES, LEFT_OUT
from companion.journal import Row, read_journal, read_keys, repair
from companion.journal.seals import keys_of
from companion.live.chronicle import log_of
from companion.live.requests import LogLine
from companion.live.resume import Unplayable, game_id_of, replay
from companion.live.saved_games import Found, SavedGames, copy_warning
from companion.live.soundness import LIMITS, NAMELESS, soundness
from companion.live.summaries import SavedGame
from companion.runtime.terminal import echo, echo_json, progress_of
from companion.storage.home import Home

FEW: Final = 10
"""Files that are looked at without a bar: less than a second's work."""


class NotSound(CompanionError):
    """Files of a game that do not belong together, though every row is sound; the message says which."""


def list_games(folder: Path) -> None:
    """Print the games that there are, and the saved ones."""
    echo("Games:")
    echo(*in_columns([("", game.name, f"{game.title}: {_offered(game)}") for game in GAMES.values()]))
    for reason in LEFT_OUT.values():
        echo(f"Left out: {reason}")
    saved = SavedGames(Home(folder), GAMES).all(watch=_with_bar)
    echo("", f"Saved in {folder}:" if saved else f"No saved game in {folder} yet.")
    if saved:
        echo(*in_columns([_cells(each) for each in saved], right=(4,)))


def _cells(each: SavedGame) -> tuple[object, ...]:
    """A saved game as a row of the list."""
    if not each.can_be_opened:
        return "", each.id, f"cannot be opened: {each.status}"
    return "", each.id, each.title, each.started[:16].replace("T", " "), f"{each.acts} acts", each.status


def _with_bar(files: Sequence[Found]) -> Iterator[Found]:
    """The same, with a bar on a terminal where it takes longer than a blink."""
    if len(files) <= FEW or not sys.stderr.isatty():
        yield from files
        return
    with progress_of(files, "Looking at saved games") as bar:
        yield from bar


def _offered(game: AnyGame) -> str:
    """The modes of a game with their numbers of players, or the numbers alone; of one that breaks off what is wrong."""
    try:
        with faults_named(game.title, package_of(game)):
            return _modes(game)
    except BrokenGame as broken:
        return str(broken)


def _modes(game: AnyGame) -> str:
    titles = {value: str(label) for field in game.options() if field.key == "mode" for value, label in field.choices}
    counts: dict[str, set[int]] = {}
    for offer in combinations(game):
        played_by = {offer["players"]} if "players" in offer else set(game.seat_counts)
        counts.setdefault(titles.get(offer.get("mode"), ""), set()).update(played_by)
    told = ((title, f"{', '.join(map(str, sorted(seats)))} players") for title, seats in counts.items())
    return ", ".join(f"{title} ({players})" if title else players for title, players in told)


def tell_history(game_id: str, as_json: bool, folder: Path) -> None:
    """Print the rows of a saved game; what can be said of those that these rules cannot play."""
    rows = read_journal(Home(folder).journal(game_id))
    try:
        timeline = replay(GAMES, rows)
    except Unplayable as error:
        echo(f"{error} What can be said without its rules:", err=True)
        echo(*in_columns([(row.number, _time(row), row.by, row.kind) for row in rows], right=(0,)))
        return
    at = {row.number: row for row in rows}
    told = [(at[line.number], line) for line in log_of(timeline.history, None)]
    if as_json:
        for row, line in told:
            echo_json(msgspec.json.encode(_fields(row, line)))
        return
    cells = ((row.number, _time(row), row.by, f"{line.text}  {' '.join(line.rules)}") for row, line in told)
    for each in in_columns([*cells], right=(0,)):
        echo(each)


def _fields(row: Row, line: LogLine) -> dict[str, Any]:
    return {
        "row": line.number,
        "at": row.at,
        "by": row.by,
        "kind": line.kind,
        "text": str(line.text),
        "rules": line.rules,
    }


def _time(row: Row) -> str:
    return row.at[:19].replace("T", " ")


def verify_game(game_id: str, mend: bool, folder: Path) -> None:
    """Check a saved game, mended first where that is wanted. Raises `JournalBroken`, `Unplayable` and `NotSound`."""
    path = Home(folder).journal(game_id)
    if mend:
        mended = repair(path)
        kept = f" The damaged file is {mended.aside}." if mended.aside is not None else ""
        echo(f"{game_id}: {len(mended.rows)} sound rows kept.{kept}")
    rows, keys = read_journal(path), read_keys(path)
    timeline = replay(GAMES, rows, keys=keys)
    found = soundness(game_id, rows, timeline, keys, keys_of(path).name)
    counted = f"{game_id}: {len(rows)} rows, {timeline.play_count} acts"
    if found.faults:
        raise NotSound(f"{counted}, and every row is sound, but not all is. {' '.join((*found.faults, *found.notes))}")
    echo(f"{counted}, {'every row sound' if found.notes else 'all sound'}.", *found.notes)
    told = copy_warning(path)
    if told and not (timeline.ended or timeline.game.outcome(timeline.state)):
        echo(told)
    echo(LIMITS if game_id_of(rows[0]) else f"{NAMELESS} {LIMITS}")
