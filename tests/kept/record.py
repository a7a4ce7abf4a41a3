"""One kept game as a line of JSON: what it began with, its steps as they are written, and the sums of what was seen."""

from __future__ import annotations

import gzip
import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from companion.games.core import Action, Facts, State
from companion.games.game import AnyGame
from companion.games.registry import GAMES

AnyState: TypeAlias = State[Any, Any]
HERE: Final = Path(__file__).parent
ENDING: Final = ".jsonl.gz"
SUM: Final = 3
"""Letters of a sum, of 64 each: what differs once in a game is overlooked once in 262 144 times."""
SAME: Final = "." * SUM
"""In place of a sum that is that of the position before, as far as the kind was looked at there."""
FACTS: Final = "facts"
"""Of a step that is no act: the facts that the host has set."""


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that was played, and what was seen of it then."""

    game: str
    number: int
    options: dict[str, Any]
    owner: dict[str, Any] = {}
    start: Any = None
    """The first position, where it is not that of a new game."""
    wrong: tuple[dict[str, Any], ...] = ()
    """Acts that are tried where they may not be done: such as were legal elsewhere, and such with a field bent."""
    steps: tuple[dict[str, Any], ...] = ()
    """Each an act, or `{"facts": …}`."""
    dear: tuple[int, ...] = ()
    """The positions, by the number of steps before them, in which the dear kinds are looked at too."""
    sums: dict[str, str] = {}
    """By kind: a sum for each position in which it was looked at."""

    @property
    def name(self) -> str:
        """What people call it: the game and its number there."""
        return f"{self.game} {self.number}"

    def opening(self) -> tuple[AnyGame, AnyState]:
        """The game as this playthrough has it, and its first position."""
        game = GAMES[self.game]
        state = game.new_game(_as_chosen(self.options), self.owner)
        if self.start is not None:
            state = msgspec.convert(self.start, game.state_type)
        return game.bound(state), state

    def walk(self, game: AnyGame, state: AnyState) -> Iterator[tuple[AnyState, Action | Facts, AnyState]]:
        """Each step, with the positions on both sides of it."""
        for raw in self.steps:
            before = state
            if FACTS in raw:
                state = game.correct(before, raw[FACTS])
                yield before, raw[FACTS], state
            else:
                act = msgspec.convert(raw, game.action_type)
                state = game.apply_action(before, act)
                yield before, act, state

    def sum_of(self, kind: str) -> dict[int, str]:
        """The sums of a kind, by the number of steps before the position."""
        letters = self.sums.get(kind, "")
        parts = [letters[at : at + SUM] for at in range(0, len(letters), SUM)]
        places = range(len(self.steps) + 1) if len(parts) > len(self.dear) else self.dear
        found, last = dict[int, str](), ""
        for place, part in zip(places, parts, strict=True):
            last = last if part == SAME else part
            found[place] = last
        return found

    def with_sums(self, sums: Mapping[str, Sequence[str]]) -> Kept:
        """The same game with these sums in the place of its own."""
        return msgspec.structs.replace(self, sums={kind: "".join(_once(each)) for kind, each in sums.items()})


def as_read(kept: Kept) -> Kept:
    """The game as it is read from its file: its texts are no literals of the code then, which some sums tell apart."""
    return msgspec.json.decode(msgspec.json.encode(kept), type=Kept)


def _as_chosen(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as a page or a command gives them: lists that JSON has made of tuples are tuples again."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()}


def _once(sums: Sequence[str]) -> Iterator[str]:
    last = ""
    for each in sums:
        yield SAME if each == last else each
        last = each


def sum_of(text: bytes) -> str:
    """The sum of a text, the same on every machine."""
    return urlsafe_b64encode(hashlib.blake2b(text, digest_size=SUM).digest())[:SUM].decode()


def file_of(folder: Path, game: str) -> Path:
    """Where the games of one game are kept."""
    return folder / f"{game}{ENDING}"


def write(path: Path, games: Iterable[Kept]) -> None:
    """Keep these games, a line each; the same games give the same file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        for each in games:
            packed.write(msgspec.json.encode(each) + b"\n")


def read(path: Path) -> Iterator[Kept]:
    """The games of a file, in their order."""
    with gzip.open(path) as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=Kept)
