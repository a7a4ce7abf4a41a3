"""Kept games held against what is seen now: where they differ, and the text of one position for people to compare."""

from __future__ import annotations

import difflib
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tests.kept.record import FACTS, Kept
from tests.kept.seen import KINDS, text_of
from tests.kept.sums import places, sums

START: Final = "the start"


class Difference(NamedTuple):
    """Where a game is seen otherwise than it was: the first position of a kind, and how many there are."""

    game: str
    number: int
    """How many steps were done before that position."""
    step: str
    kind: str
    times: int
    text: str = ""
    """What is wrong with the game itself, where its steps may not be done any more."""

    def __str__(self) -> str:
        if self.text:
            return f"{self.game}: {self.text}"
        more = f", and in {self.times - 1} more positions" if self.times > 1 else ""
        return f"{self.game}, after {self.number} steps ({self.step}): {self.kind}{more}"


def differences(
    kept: Kept, kinds: Iterable[str] = KINDS, is_wanted: Callable[[int], bool] = lambda number: True
) -> list[Difference]:
    """Each kind that differs, with the first position in which it does; a kind without sums is passed over."""
    known = {kind: kept.sum_of(kind) for kind in kinds if kind in kept.sums}
    try:
        now = sums(kept, known, is_wanted)
    except Exception as error:  # whatever a later version makes of a step, it is told as a difference
        return [Difference(kept.name, 0, "", "", 1, f"it cannot be played any more: {type(error).__name__}: {error}")]
    found = list[Difference]()
    for kind, here in now.items():
        other = [number for number, each in here.items() if known[kind][number] != each]
        if other:
            found.append(Difference(kept.name, other[0], step_name(kept, other[0]), kind, len(other)))
    return sorted(found, key=lambda each: each.number)


def step_name(kept: Kept, number: int) -> str:
    """What was done before the position after so many steps."""
    if number == 0:
        return START
    step = kept.steps[number - 1]
    return FACTS if FACTS in step else str(step["type"])


def shown(kept: Kept, number: int, kind: str) -> str:
    """The whole text of a kind in the position after so many steps, a line for each part of it."""
    for place in places(kept):
        if place.number == number:
            text = text_of(place, kind)
            try:
                return msgspec.json.format(text, indent=1).decode()
            except msgspec.DecodeError:
                return text.decode()
    raise IndexError(f"{kept.name} has {len(kept.steps)} steps.")


def beside(checkout: Path, file: Path, kept: Kept, found: Difference) -> Iterator[str]:
    """What differs between the text of another checkout, which is the old one, and of this one."""
    command = (sys.executable, "-m", "tests.kept", "show", str(file.resolve()), *_where(kept, found))
    told = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    old = (told.stdout if told.returncode == 0 else told.stderr).splitlines()
    new = shown(kept, found.number, found.kind).splitlines()
    yield from difflib.unified_diff(old, new, str(checkout), "here", lineterm="", n=3)


def _where(kept: Kept, found: Difference) -> tuple[str, str, str]:
    return str(kept.number), str(found.number), found.kind
