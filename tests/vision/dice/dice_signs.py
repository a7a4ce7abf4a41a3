"""`python -m tests.vision.dice.dice_signs --faces N --seed S`: faces without pips, and whether they are asked about.

Rolls of the virtual table in which some opaque dice show a logo, letters, a numeral or nothing in place of pips, all
else as in `dice_rolls`. Each is read as a tray is, and its picture as a photograph of which nobody says the scale. A
face is *marked* where a die without a value is told in its place, *left out* where none is told there, and *told* where
it is given a value.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import click
import msgspec
import numpy as np

from companion.errors import CompanionError
from tests.vision.dice.dice_rolls import match
from tests.vision.dice.dice_tables import HEIGHT_PX, WIDTH_PX, Roll, roll_of
from vision.camera_pose import posed
from vision.dice.model import MODELS, Model, load_model
from vision.dice.reader import read_picture
from vision.dice.records import DIE_MM, DiceReading, Die
from vision.dice.tray_reader import read_tray
from vision.mat import place
from vision.training.metrics import wilson
from vision.virtual.dice.records import LyingDie, SignKind

KINDS: tuple[SignKind, ...] = ("nothing", "worn", "numeral", "letters", "logo")
A_ROLL = 2
"""Faces without pips in a roll."""
NEAR = 0.6
"""A die of a photograph is the one that lies there where its middle is this near to that of the top face, in faces."""

Way = Literal["tray", "photograph"]
Fate = Literal["marked", "left out", "told"]
WAYS: tuple[Way, ...] = ("tray", "photograph")


class Face(msgspec.Struct, frozen=True):
    """One face without pips, and what came of it."""

    seed: int
    way: Way
    kind: SignKind
    ground: str
    colour: str
    fate: Fate
    verdict: str
    """Of the whole reading: "read" over a face that is left out is a die left out in silence."""


def faces_of(seed: int, model: Model, ways: Sequence[Way] = WAYS) -> Iterator[Face]:
    """The faces without pips of one roll, as they are read."""
    roll = roll_of(seed, [KINDS[(A_ROLL * seed + at) % len(KINDS)] for at in range(A_ROLL)])
    for way in ways:
        reading = _read(roll, way, model)
        found = _found(roll, way, reading)
        for at, die in enumerate(roll.dice):
            if die.sign is not None and not _is_under(die, roll.dice):
                seen = found.get(at)
                fate: Fate = "left out" if seen is None else "marked" if seen.value is None else "told"
                yield Face(seed, way, die.sign.kind, roll.ground, die.colour, fate, reading.verdict)


def _is_under(die: LyingDie, dice: Sequence[LyingDie]) -> bool:
    """Whether another one lies upon it: nobody sees what it shows."""
    return any(
        other.lift_mm > 0 and math.dist((other.x_mm, other.y_mm), (die.x_mm, die.y_mm)) < DIE_MM for other in dice
    )


def _read(roll: Roll, way: Way, model: Model) -> DiceReading:
    if way == "photograph":
        return read_picture(roll.frame(0), None, model)
    return read_tray(roll.frame(0), posed(roll.to_mm, (WIDTH_PX, HEIGHT_PX)), roll.tray, model)


def _found(roll: Roll, way: Way, reading: DiceReading) -> dict[int, Die]:
    """The die that was told in place of each that lies there."""
    if way == "tray":
        places = match(reading.dice, roll.dice, roll.tray)
        return {at: die for die, at in zip(reading.dice, places, strict=True) if at is not None}
    to_mm = posed(roll.to_mm, (WIDTH_PX, HEIGHT_PX)).plane(DIE_MM)
    middles = [(die, place(to_mm, np.array([die.middle_px]))[0].tolist()) for die in reading.dice]
    found = dict[int, Die]()
    for at, lies in enumerate(roll.dice):
        away = {math.dist(middle, (lies.x_mm, lies.y_mm)): die for die, middle in middles}
        if away and min(away) <= NEAR * DIE_MM:
            found[at] = away[min(away)]
    return found


def told(faces: Sequence[Face]) -> str:
    """The report as text, for people: by way, kind and ground."""
    lines = list[str]()
    for way in WAYS:
        own = [each for each in faces if each.way == way]
        if not own:
            continue
        silent = sum(each.fate == "left out" and each.verdict == "read" for each in own)
        lines.append(f"{way}: {len(own)} faces without pips; left out of a reading that says nothing: {silent}")
        groups = {"all": own}
        groups |= {kind: [each for each in own if each.kind == kind] for kind in KINDS}
        groups |= {
            f"on {name}": [each for each in own if each.ground == name] for name in sorted({e.ground for e in own})
        }
        lines += [_row(name, [each.fate for each in group]) for name, group in groups.items() if group]
    return "\n".join(lines)


def _row(name: str, fates: Sequence[Fate]) -> str:
    marked = wilson(fates.count("marked"), len(fates))
    shares = f"({marked.share:.1%}, {marked.low:.1%} to {marked.high:.1%})"
    others = f"left out {fates.count('left out')}, told {fates.count('told')}"
    return f"  {name:12} {len(fates):4}: marked {marked.count} {shares}, {others}"


@click.command(help=__doc__)
@click.option("--model", type=click.Path(path_type=Path), default=MODELS, help="Folder with networks and model.toml.")
@click.option("--faces", type=click.IntRange(1), default=400, show_default=True)
@click.option("--seed", default=0, show_default=True, help="Of the first roll; each next has the next.")
@click.option(
    "--way", "ways", type=click.Choice(WAYS), multiple=True, default=WAYS, help="How they are read; else both."
)
@click.option("--json", "as_json", type=click.Path(path_type=Path), help="Write everything, face by face, here.")
def main(model: Path, faces: int, seed: int, ways: tuple[Way, ...], as_json: Path | None) -> None:
    found = list[Face]()
    try:
        loaded = load_model(model)
        with click.progressbar(length=faces * len(ways), label="Reading", file=sys.stderr) as bar:
            while len(found) < faces * len(ways):
                new = list(faces_of(seed, loaded, ways))
                found, seed = found + new, seed + 1
                bar.update(len(new))
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    if as_json is not None:
        as_json.write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    click.echo(told(found))


if __name__ == "__main__":
    main()
