"""What no game has yet: markers for pieces, the mark of a mat, the letter of a ledger."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from companion.errors import CompanionError
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.table.sightings import CARD_BACK, MAT_MARKS

FROM: Final = 280
"""Further games have their markers from here on; those below are the first games'."""
LEAST: Final = CARD_BACK + 1
"""Markers below are corners of mats, and the back of a card."""
OF_TESTS: Final = 550
"""Mats with this mark and those after it are of games for tests alone."""


class NoneLeft(CompanionError, ValueError):
    """All of something is taken; the message says of what, and what to do."""


class Unused(msgspec.Struct, frozen=True):
    """Numbers for a new game."""

    first: int
    """Its first marker."""
    shared_with: tuple[str, ...]
    """Titles of the games that have some of its markers too; none where they are all its own."""
    mark: int
    letter: str


def unused_now(name: str, markers: int) -> Unused:
    """Those for a game of that name with so many markers one after another. Raises `NoneLeft`."""
    games = tuple(GAMES.values())
    first, shared_with = markers_for(games, markers)
    return Unused(first, shared_with, mark_for(games), letter_for(games, name))


def markers_for(games: Sequence[AnyGame], number: int) -> tuple[int, tuple[str, ...]]:
    """The first of so many markers, and the titles of the games that have some of them too.

    Those that no game has, else those from `FROM` on that the fewest games have: two games that are never played with
    one another may share theirs.
    """
    used = {game.title: set(_markers_of(game)) for game in games}
    taken = Counter(marker for markers in used.values() for marker in markers)

    def cost(first: int) -> int:
        return sum(taken[marker] for marker in range(first, first + number))

    end = MAT_MARKS[0] - number + 1
    free = (first for first in (*range(FROM, end), *range(LEAST, FROM)) if not cost(first))
    first = next(free, None) or min(range(FROM, end), key=cost)
    wanted = {*range(first, first + number)}
    return first, tuple(title for title, markers in used.items() if markers & wanted)


def _markers_of(game: AnyGame) -> Iterator[int]:
    return (int(marker) for piece in game.mat.kit.pieces.values() for marker in piece.markers)


def _marks_of(game: AnyGame) -> Iterator[int]:
    return (int(layout.mark.id) for layout in game.mat.layouts.values() if layout.mark is not None)


def mark_for(games: Sequence[AnyGame]) -> int:
    """The mark of a mat that no game has: the next after those that there are. Raises `NoneLeft`."""
    used = {mark for game in games for mark in _marks_of(game)}
    newest = max((mark for mark in used if mark < OF_TESTS), default=0)
    left = [mark for mark in MAT_MARKS if mark not in used]
    if left:
        return next((mark for mark in left if mark > newest), left[0])
    raise NoneLeft("Every mark that a mat may have is some game's. Take a game out of the registry first.")


def letter_for(games: Sequence[AnyGame], name: str) -> str:
    """The letter with which its rules begin: one of its name, where no other game has it. Raises `NoneLeft`."""
    used = {str(game.new_game({}, {}).table.why[0])[:1] for game in games}
    for letter in _letters(name):
        if letter not in used:
            return letter
    raise NoneLeft("Every letter begins some game's rules. Take a game out of the registry first.")


def _letters(name: str) -> Iterator[str]:
    yield from (each for each in name.upper() if each in string.ascii_uppercase)
    yield from string.ascii_uppercase
