"""What a unit of a soak is made of: eyes, a board, the game as it begins; and what has been counted in it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.games.core import State
from companion.games.deal import OWN, with_cards
from companion.games.game import AnyGame
from companion.recording.format import Metronome
from companion.simulation.drawn_options import drawn_options
from companion.table.dice import DiceZone, RollSighting
from companion.table.felt import Buttons, CardReader, Feeling
from companion.table.layout import Layout
from companion.table.sightings import Reading
from companion.table.world import World


class Eyes(Protocol):
    """A virtual table and a camera over it, in a time of their own."""

    @property
    def world(self) -> World:
        """What lies on the table, and the hands."""

    def look(self) -> Reading:
        """What the next frame shows; time moves on by one frame."""

    def look_where(self, zones: Callable[[], tuple[DiceZone, ...]], opened: Callable[[], frozenset[str]]) -> None:
        """From now on dice are looked at in these zones, and these private ones are open; both are asked each time."""

    def roll(self) -> RollSighting | None:
        """The roll that came to rest with that frame, if one did; it is told once."""

    def tally(self) -> Mapping[str, int]:
        """How often hands have made looking hard so far: "pauses", "rests" and "slips"."""

    def record(self, folder: Path) -> Metronome:
        """Keep each frame that is looked at from now on in that new folder; gives the table's clock."""


class Board(Buttons, CardReader, Protocol):
    """A board on a cable with a scale, buttons and a card reader, in the virtual table's time."""

    def set_load(self, pieces: float) -> None:
        """So many pieces lie on its scale from now on."""

    def step(self, now_s: float) -> tuple[Feeling, ...]:
        """What it tells of by then."""

    def close(self) -> None:
        """Let go of it."""


class Unit(msgspec.Struct, frozen=True):
    """What one unit of a soak showed. Times are those of the virtual table, but for `took_s`."""

    number: int
    rounds: int
    games: int
    acts: int
    frames: int
    seconds: float
    took_s: float
    settling_s: tuple[float, ...]
    """From the moment the hands had left the mat to the act's place in the journal, an act each."""
    questions: int
    mismatches: int
    """Times at which a rightly laid table was called wrong."""
    moments: int
    """Settled moments at which the companion's position was compared with the dealer's."""
    tally: dict[str, int]
    """How often hands stopped in mid-act ("pauses"), lay over the mat ("rests") and dropped a piece ("slips"); with a
    board, how often a button was pressed ("presses") and acts were told by it and by the scale ("board", "scale"), and
    by its reader among them ("cards felt"); with dice, how often they were thrown ("rolls"), and once more because they
    were left out ("rolls again")."""
    wrong: tuple[str, ...]
    """Acts in the journal that were not done, and acts done that are missing in it."""
    notes: tuple[str, ...] = ()
    """Questions and mismatches in words."""


class Play:
    """What has been counted so far in a unit."""

    def __init__(self, heard: Callable[[int], None] = lambda rounds: None) -> None:
        """`heard` gets the rounds that are done, whenever there are others."""
        self._rounds, self._heard = 0, heard
        self.games = self.acts = self.frames = self.questions = self.mismatches = self.moments = 0
        self.seconds = 0.0
        self.settling_s: list[float] = []
        self.wrong: list[str] = []
        self.notes: list[str] = []
        self.tally = Counter[str]()
        self.moment = ""
        """Seed and time of the newest frame."""

    @property
    def rounds(self) -> int:
        """How many are done."""
        return self._rounds

    @rounds.setter
    def rounds(self, number: int) -> None:
        if number != self._rounds:
            self._rounds = number
            self._heard(number)

    def fail(self, text: str) -> None:
        """Something is wrong now: the unit ends."""
        self.wrong.append(f"{self.moment}: {text}")

    def note(self, text: str) -> None:
        """Something is worth a line of the report."""
        self.notes.append(f"{self.moment}: {text}")

    def report(self, number: int, rounds: int, took_s: float) -> Unit:
        """All of it."""
        return Unit(
            number,
            min(self.rounds, rounds),
            self.games,
            self.acts,
            self.frames,
            self.seconds,
            took_s,
            tuple(self.settling_s),
            self.questions,
            self.mismatches,
            self.moments,
            dict(self.tally),
            tuple(self.wrong),
            tuple(self.notes),
        )


class Opening(msgspec.Struct, frozen=True):
    """A game as it begins."""

    game: AnyGame
    options: dict[str, Any]
    start: State[Any, Any]

    @property
    def layout(self) -> Layout:
        """Its mat."""
        return self.game.mat.layout(self.game.view(self.start, None))


def open_game(game: AnyGame, seed: int, chosen: Mapping[str, Any]) -> Opening:
    """A game with its own cards; what is not chosen varies with the seed. Raises `BadOption`."""
    options = with_cards(game, drawn_options(game, random.Random(seed), chosen), OWN)
    start = game.new_game(options, {})
    return Opening(game.bound(start), options, start)
