"""What the files of a saved game prove, and what no check of them can: whether rows, keys and name belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion.journal import Row, Seal
from companion.live.resume import game_id_of
from companion.live.timeline import Timeline
from companion.live.unopened import unopened
from companion.runtime.text import printable

LIMITS: Final = (
    "What no check of these files can tell: whether the last rows were dropped, all rows were written anew, or another "
    "game was put in the place of this one under its name. Whoever can write the files can do so. A copy that somebody "
    "else keeps can tell: the rows in it are the first rows here."
)
"""What people have to know who rely on it."""
NAMELESS: Final = (
    "Its first row does not name the game, as in files of older versions: whether files were exchanged cannot be told."
)


class Soundness(msgspec.Struct, frozen=True):
    """What was found of a game whose rows are sound."""

    faults: tuple[str, ...] = ()
    """What cannot be right, a sentence or two each."""
    notes: tuple[str, ...] = ()
    """What may have an innocent cause."""


def soundness(game_id: str, rows: Sequence[Row], timeline: Timeline, keys: Mapping[str, Seal], file: str) -> Soundness:
    """What name and keys tell besides the rows. `timeline` is played with the keys, which `file` has."""
    sealed = {row.read().get("seal") for row in rows if row.kind == "act" and '"seal"' in row.payload}
    strangers = [seal for seal in keys if seal not in sealed]
    is_others = bool(sealed) and bool(strangers) and len(strangers) == len(keys)
    lost = None if is_others else unopened(timeline.history, timeline.names(), file)
    others = (
        f"{file} is the file of another game: it opens no choice of this one. Copy the file that belongs to this game "
        "there."
    )
    notes = (name_note(game_id, rows), "" if is_others else _without_row(len(strangers), file))
    faults = (others if is_others else "", str(lost.text) if lost else "")
    return Soundness(tuple(filter(None, faults)), tuple(filter(None, notes)))


def name_note(game_id: str, rows: Sequence[Row]) -> str:
    """What to know of a file whose first row names another game than it is called by; empty where it does not."""
    named = game_id_of(rows[0])
    if named in ("", game_id):
        return ""
    return (
        f"The first row names the game {printable(named)}, and the file is called {printable(game_id)}: it is a copy, "
        "was renamed, or was put in the place of another game. Compare it with what people remember."
    )


def _without_row(strangers: int, file: str) -> str:
    if not strangers:
        return ""
    choices = "1 sealed choice" if strangers == 1 else f"{strangers} sealed choices"
    return (
        f"{file} has {choices} that no row has: the last rows were dropped, it is the file of another game, or the "
        "companion was stopped between the two."
    )
