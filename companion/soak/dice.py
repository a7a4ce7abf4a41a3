"""Rolls of dice through pixels: what the companion counted, unasked or after a question, against how they truly lay.

A unit of work is a few rolls at a virtual table with its own seed; units are played side by side.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from companion.games.deal import OWN, with_cards
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.journal import Draft, Journal
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Tumbled
from companion.live.requests import HOST
from companion.live.resume import start_payload
from companion.live.timeline import Timeline, state_hash
from companion.simulation.drawn_options import drawn_options
from companion.simulation.onlooker import answer, nearest, taps
from companion.soak.checkpoint import keep, kept, unit_name
from companion.soak.shards import say_how_far, side_by_side
from companion.table.dice import RollSighting, TrueDie
from companion.table.layout import Layout

ROLLS_A_UNIT = 25
PATIENCE_S = 8.0
"""So long a roll is waited for: dice roll for 0.9 s, and those in doubt are told of within 4 s."""
AFTER_S = 0.6
"""So long the tray is looked at after a roll was told of: nothing more may be."""

Light: TypeAlias = Literal["normal", "hard"]


class TrayEyes(Protocol):
    """A virtual table on which dice are rolled, and a camera over it, in a time of their own."""

    @property
    def at_s(self) -> float:
        """The table's time."""

    def roll(self, colours: tuple[str, ...]) -> None:
        """Roll dice of these colours."""

    def look(self) -> RollSighting | None:
        """The roll that came to rest with the next frame, if one did; time moves on by one frame."""

    def is_moving(self) -> bool:
        """Whether dice still roll."""

    def lying(self) -> tuple[TrueDie, ...]:
        """How the dice truly lie."""


EyesOf: TypeAlias = Callable[[AnyGame, Layout, int, Light], TrayEyes]
"""Makes the eyes for a game, its mat, a seed and a light; a function of a module, or a partial of one."""


class RollUnit(msgspec.Struct, frozen=True):
    """What so many rolls came to."""

    rolls: int = 0
    unasked: int = 0
    """Counted without a question, and right."""
    answered: int = 0
    """Counted after a question was answered by the truth, and right."""
    questions: int = 0
    """Rolls that were asked about."""
    unknown: int = 0
    """Dice whose colour was not named."""
    dice: int = 0
    """Dice of all counted rolls."""
    wrong: tuple[str, ...] = ()
    """Rolls that were counted with another value than a die showed, or a die too many or too few, a sentence each."""
    miscoloured: tuple[str, ...] = ()
    """Rolls that were counted with right values and the name of another colour."""
    untold: tuple[str, ...] = ()
    """Rolls of which nothing was told in time."""
    notes: tuple[str, ...] = ()
    """Questions in words."""
    frames: int = 0
    took_s: float = 0.0
    one_tap: int = 0
    """Of `questions`, those that one tap settled: the roll was counted, or left out."""
    left_out: int = 0
    """Of `questions`, those of rolls that were left out, as dice of them were not seen."""
    taps: int = 0
    """What all questions took together."""

    @property
    def is_faulty(self) -> bool:
        """Whether any roll was counted wrongly, or not told of."""
        return bool(self.wrong or self.miscoloured or self.untold)

    def __add__(self, other: RollUnit) -> RollUnit:
        fields = {name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__}
        return RollUnit(**fields)


class RollSoak(msgspec.Struct, frozen=True):
    """What is asked of a soak of rolls."""

    game: str
    rolls: int
    seed: int
    light: Light
    folder: Path
    """Where finished units are kept."""
    options: dict[str, Any] = {}
    model: str = ""
    """What tells the model that reads the dice from others."""

    def units(self) -> tuple[tuple[int, int], ...]:
        """Seed and rolls of each unit."""
        whole, rest = divmod(self.rolls, ROLLS_A_UNIT)
        counts = [ROLLS_A_UNIT] * whole + ([rest] if rest else [])
        return tuple((self.seed * 10_000 + number, count) for number, count in enumerate(counts))

    def file(self, seed: int, count: int) -> Path:
        """Where a unit is kept."""
        name = unit_name(self.game, self.options, self.light)
        return self.folder / f"{name}-{self.model}-{seed}-{count}.json"


def soak_rolls(task: RollSoak, eyes_of: EyesOf, shards: int, done: Callable[[int], None]) -> RollUnit:
    """All rolls, counted together. `done` gets the rolls since it was last called, those of an earlier run first."""
    task.folder.mkdir(parents=True, exist_ok=True)
    total, missing = RollUnit(), list[tuple[tuple[int, int], tuple[object, ...]]]()
    for seed, count in task.units():
        unit = kept(task.file(seed, count), RollUnit)
        if unit is None:
            missing.append(((seed, count), (task, seed, count, eyes_of)))
        else:
            done(unit.rolls)
            total += unit
    for _, played in side_by_side(shards, play_rolls, missing, done):
        total += played
    return total


def play_rolls(task: RollSoak, seed: int, count: int, eyes_of: EyesOf) -> RollUnit:
    """One unit: so many rolls at one table. It is kept in the folder as well where nothing is wrong."""
    began_s, game, rng = time.monotonic(), GAMES[task.game], random.Random(seed)
    options = with_cards(game, drawn_options(game, rng, task.options), OWN)
    with TemporaryDirectory(prefix="companion-soak-") as folder:
        table = SoakedTray(game, options, seed, eyes_of, Path(folder) / "soak.journal", task.light)
        total = RollUnit()
        try:
            for rolled in range(count):
                total += table.roll()
                say_how_far(seed, rolled + 1)
        finally:
            table.close()
    total += RollUnit(frames=table.frames, took_s=time.monotonic() - began_s)
    if not total.is_faulty:
        keep(task.file(seed, count), total)
    return total


class SoakedTray:
    """One table of a soak: dice and hands on one side, camera and companion on the other."""

    def __init__(
        self, game: AnyGame, options: dict[str, Any], seed: int, eyes_of: EyesOf, journal: Path, light: Light
    ) -> None:
        start = game.new_game(options, {})
        game = game.bound(start)
        self._timeline = Timeline(game, start)
        self._journal = Journal(journal)
        payload = start_payload(game, options, start)
        self._journal.append([Draft(_now().isoformat(), "host", "start", payload, state_hash(start))])
        self._live = LiveGame(self._timeline, self._journal, _now)
        self._eyes = eyes_of(game, game.mat.layout(game.view(start, None)), seed, light)
        self._rng = random.Random(f"rolls/{seed}")
        self._seed = seed
        self.frames = 0
        self._look_for(AFTER_S)  # what lies there at first is no roll

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def roll(self) -> RollUnit:
        """Roll once, let the companion look, answer what it asks, and hold what it counted against the truth."""
        game, acts = self._timeline.game, len(self._timeline.done)
        view = game.view(self._timeline.state, None)
        assert game.dice is not None  # else its rolls are not asked for
        self._eyes.roll(game.dice.to_roll(view, game.dice.open_rolls(view)[0], self._rng))
        seen = self._look_for(PATIENCE_S, until_told=True) + self._look_for(AFTER_S)
        where, notes = f"seed {self._seed}, {self._eyes.at_s:.1f} s", tuple[str, ...]()
        if not seen:
            return RollUnit(1, untold=(f"{where}: nothing was told of {_words(self._eyes.lying())}",))
        was_asked, tapped = self._live.rolls.sight.state == "question", 0
        if was_asked:
            text = self._live.rolls.sight.text
            tapped = self._answer()
            notes = (f"{where}, {tapped} {'tap' if tapped == 1 else 'taps'}: {text}",)
        counted = self._timeline.done[acts:]
        left_out = int(was_asked and not counted)
        base = RollUnit(
            1, questions=int(was_asked), notes=notes, one_tap=int(tapped == 1), left_out=left_out, taps=tapped
        )  # fmt: skip
        if not counted:
            return base
        wrong = self._wrong(seen, [step.action for step in counted])
        if wrong:
            return base + RollUnit(wrong=(f"{where}: {wrong}",))
        return base + self._counted(seen[-1], was_asked, where)

    def _look_for(self, seconds: float, until_told: bool = False) -> list[RollSighting]:
        """Look for so long, at most; the rolls told of, which the companion gets as they come."""
        told, until_s = list[RollSighting](), self._eyes.at_s + seconds
        while self._eyes.at_s < until_s and not (told and until_told):
            self.frames += 1
            roll = self._eyes.look()
            if roll is not None:
                told.append(roll)
                assert self._live.take(Tumbled(roll)).accepted  # else it came to a fault
        return told

    def _answer(self) -> int:
        """Answer what is asked, as somebody does who looks at the tray and the page; how many taps that takes."""
        count = 0
        while request := answer(self._live.rolls.sight, self._eyes.lying()):
            count += taps(request, self._live.rolls.sight)
            reply = self._live.take(Asked(HOST, request))
            assert reply.accepted, reply.text
        return count

    def _wrong(self, seen: list[RollSighting], acts: list[Any]) -> str:
        """How what was counted differs from what was rolled; empty where it does not."""
        truth = self._eyes.lying()
        if len(acts) > 1:
            return f"one roll was counted {len(acts)} times"
        values = sorted(acts[0].values)
        if values != sorted(die.value for die in truth):
            return f"{_words(truth)} lay there, and {', '.join(map(str, values))} was counted"
        mixed = [
            die.value
            for number, die in enumerate(seen[-1].dice, 1)
            if die.value is not None
            and ((true := _nearest(seen[-1], number, truth)) is None or true.value != die.value)
        ]
        return f"dice were read where they do not lie: {mixed}" if mixed else ""

    def _counted(self, roll: RollSighting, was_asked: bool, where: str) -> RollUnit:
        """A roll with right values: how its colours were named."""
        truth, unknown, others = self._eyes.lying(), 0, list[str]()
        for number, die in enumerate(roll.dice, 1):
            true = _nearest(roll, number, truth)
            if true is not None and die.colour == "unknown":
                unknown += 1
            elif true is not None and die.colour != true.colour:
                others.append(f"{true.colour} was called {die.colour}")
        told = (f"{where}: {', '.join(others)}",) if others else ()
        return RollUnit(
            unasked=int(not was_asked), answered=int(was_asked), unknown=unknown, dice=len(truth), miscoloured=told
        )


def _nearest(roll: RollSighting, number: int, truth: tuple[TrueDie, ...]) -> TrueDie | None:
    """The die that truly lies where die `number` of a roll, from 1, was seen."""
    seen = roll.dice[number - 1]
    return nearest(seen.x_mm, seen.y_mm, truth)


def _words(dice: tuple[TrueDie, ...]) -> str:
    return ", ".join(str(die.value) for die in sorted(dice, key=lambda die: die.value))


def _now() -> datetime:
    return datetime.now(UTC)


def rolls_summary(task: RollSoak, total: RollUnit, took_s: float) -> str:
    """The report for people."""
    return "\n".join(
        (
            f"{total.rolls} rolls of {task.game} in {took_s:.0f} s, {task.light} light, seed {task.seed}",
            f"{total.frames} frames, {total.frames / max(total.took_s, 1e-9):.1f} a second and process",
            f"counted unasked: {total.unasked}; after a question: {total.answered}",
            f"questions: {total.questions}; by one tap: {total.one_tap}; by more: {total.questions - total.one_tap}; "
            f"{total.taps} taps; rolls left out: {total.left_out}",
            *(f"  {note}" for note in total.notes),
            f"rolls of which nothing was told: {len(total.untold)}",
            *(f"  {text}" for text in total.untold),
            f"colours not named: {total.unknown} of {total.dice} dice",
            f"rolls with a wrong colour: {len(total.miscoloured)}",
            *(f"  {text}" for text in total.miscoloured),
            f"silently wrong rolls: {len(total.wrong)}",
            *(f"  {text}" for text in total.wrong),
        )
    )
