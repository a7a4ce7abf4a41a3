"""Files of games as they are opened for the table: a new one begun, a saved one gone on with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.games.core import Seat
from companion.games.registry import Registry
from companion.journal import Draft, Journal, JournalNeverBegan, Mended, Row, open_mended, read_keys
from companion.live.playthrough import Clock
from companion.live.resume import replay
from companion.live.soundness import name_note
from companion.live.steps import AnyState
from companion.live.timeline import Sitting, Timeline, state_hash


class GameFile(msgspec.Struct, frozen=True):
    """The open journal of a game, and what its rows come to."""

    timeline: Timeline
    journal: Journal
    rows: tuple[Row, ...]
    told: str = ""
    """What people have to know of it: what was done to a damaged file, or that it has another game's name."""


def begin(
    path: Path, timeline: Timeline, payload: Mapping[str, Any], at: str, sittings: Mapping[Seat, Sitting]
) -> GameFile:
    """A new file whose first row has this payload, with the seats that its game has too. Raises a `JournalError`, and
    leaves no file then."""
    drafts = [Draft(at, "host", "start", dict(payload), state_hash(timeline.start))]
    taken = [(seat, sitting) for seat, sitting in sittings.items() if seat < timeline.seat_count]
    drafts += [_seat_row(at, seat, sitting, timeline.start) for seat, sitting in taken]
    journal = Journal(path)
    try:
        rows = journal.append(drafts)
    except BaseException:
        journal.discard()
        raise
    for row, (seat, sitting) in zip(rows[1:], taken, strict=True):
        timeline.push_seat(row.number, seat, sitting)
    return GameFile(timeline, journal, rows)


def go_on(path: Path, registry: Registry, ended_keys: Collection[str], clock: Clock) -> GameFile:
    """A saved file. Raises a `JournalError` or `Unplayable`.

    A damaged one goes on from its sound rows; its file is set aside. Whoever has a key that has ended loses the seat.
    """
    journal, mended = open_mended(path)
    try:
        if not journal.opened_with:
            raise JournalNeverBegan(path)
        timeline = replay(registry, journal.opened_with, keys=read_keys(path))
        freed = _free(timeline, journal, ended_keys, clock)
    except BaseException:
        journal.close()
        raise
    name = name_note(path.stem, journal.opened_with)
    told = " ".join(filter(None, (_mending_words(mended, timeline), name)))
    return GameFile(timeline, journal, (*journal.opened_with, *freed), told)


def _free(timeline: Timeline, journal: Journal, ended_keys: Collection[str], clock: Clock) -> tuple[Row, ...]:
    """The rows by which those lose their seats in a saved game who lost them, or stood up, in a later one."""
    at = clock().isoformat(timespec="milliseconds")
    seats = [seat for seat, sitting in timeline.seats.items() if sitting.key_hash in ended_keys]
    if not seats:
        return ()
    rows = journal.append([_seat_row(at, seat, None, timeline.state) for seat in seats])
    for row, seat in zip(rows, seats, strict=True):
        timeline.push_seat(row.number, seat, None)
    return rows


def _seat_row(at: str, seat: Seat, sitting: Sitting | None, state: AnyState) -> Draft:
    content = {
        "seat": seat,
        "name": sitting.name if sitting is not None else "",
        "key_hash": sitting.key_hash if sitting is not None else None,
    }
    return Draft(at, "host", "seat", content, state_hash(state))


def _mending_words(mended: Mended, timeline: Timeline) -> str:
    """What people have to know of a file that was damaged; empty where none was."""
    if mended.aside is None:
        return ""
    acts = timeline.play_count
    kept = "No act of it could be kept" if not acts else "1 act is kept" if acts == 1 else f"{acts} acts are kept"
    return (
        f"The file of this game was damaged. {kept}; see in the log whether the last ones are missing, and play them "
        f"again. The damaged file lies beside it as {mended.aside.name}."
    )
