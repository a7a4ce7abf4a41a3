"""`python -m tests.vision.dice.dice_rolls --model DIR --rolls N --seed S`: rolls of the virtual table, read.

Each roll is seen five times, 0.2 s apart: rectified by the mat's homography, read, and followed until it has come to
rest. A roll is *right* where it is told as read and is; *asked* where it is not told as read; *wrong* where it is told
as read and a value is wrong, a die is missing or too many, or a die that has no value (cocked, hidden, across the
tray's edge) was told without a word.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from companion.errors import CompanionError
from tests.vision.dice.dice_tables import CLEAR, HEIGHT_PX, WIDTH_PX, Roll, roll_of
from vision.camera_pose import posed
from vision.dice.model import Model, load_model
from vision.dice.records import DIE_MM, Die
from vision.dice.rolls import Rolling
from vision.dice.tray import PX_PER_MM, Tray
from vision.dice.tray_reader import TrayReader
from vision.training.metrics import Interval, wilson
from vision.virtual.dice.records import LyingDie

FRAMES, EVERY_S = 5, 0.2
SAME_MM = DIE_MM / 2
"""A die is the one that lies there where their middles are no further apart than half a die."""

Outcome = Literal["right", "asked", "wrong"]
Fate = Literal["right", "asked", "missed", "wrong"]
"""Of one die: asked where it is seen but not read, missed where none is seen in its place."""


class ScoredDie(msgspec.Struct, frozen=True):
    """One die that lies there."""

    colour: str
    value: int
    state: str
    """What was said of the die seen in its place; "" where none is."""
    read: int | None
    likely: int | None
    """The likeliest value, sure or not."""
    fate: Fate


class Score(msgspec.Struct, frozen=True):
    """One roll. `dice` are those with a value; the odd one is not among them."""

    seed: int
    outcome: Outcome
    why: str
    """What was wrong or why it was asked, for people."""
    odd: str
    ground: str
    hard_light: bool
    dice: tuple[ScoredDie, ...]
    extra: int
    """Dice that were told and lie nowhere."""
    odd_state: str
    """What was said of the die that has no value; "" where there is none, or it was not seen."""


class Report(msgspec.Struct, frozen=True):
    """What was measured."""

    rolls: int
    scores: tuple[Score, ...]
    kinds: dict[str, dict[Outcome, Interval]]
    """By kind of roll: shares that are right, asked and wrong."""
    dice: dict[str, dict[Fate, Interval]]
    """By coloured and clear: shares by fate."""


def match(seen: Sequence[Die], lying: Sequence[LyingDie], tray: Tray) -> list[int | None]:
    """For each die seen the place of the one in `lying` that it is, nearest pairs first; None where none is so near."""
    pairs = list[tuple[float, int, int]]()
    for at, die in enumerate(seen):
        x_mm, y_mm = (px + 0.5 for px in die.middle_px)
        x_mm, y_mm = tray.left_mm + x_mm / PX_PER_MM, tray.top_mm + y_mm / PX_PER_MM
        for place, true in enumerate(lying):
            apart = ((true.x_mm - x_mm) ** 2 + (true.y_mm - y_mm) ** 2) ** 0.5
            if apart <= SAME_MM:
                pairs.append((apart, at, place))
    found: list[int | None] = [None] * len(seen)
    for _, at, place in sorted(pairs):
        if found[at] is None and place not in found:
            found[at] = place
    return found


def score(told_as_read: bool, seen: Sequence[Die], roll: Roll) -> Score:
    """What came of a roll; `seen` are its dice as they were told or, where it was not told, as they were last seen."""
    places = match(seen, roll.dice, roll.tray)
    by_place = {place: seen[at] for at, place in enumerate(places) if place is not None}
    without = _without_value(roll)
    dice = tuple(_scored(die, by_place.get(place)) for place, die in enumerate(roll.dice) if place not in without)
    extra = places.count(None)
    odd = by_place.get(len(roll.dice) - 1) if roll.odd else None
    faults = [f"a {die.colour} {die.value} is {die.fate}" for die in dice if die.fate != "right"]
    faults += [f"{extra} where none lies"] if extra else []
    if roll.odd and (told_as_read or odd is None or odd.state == "read"):
        faults.append(f"{roll.odd}: {'not seen' if odd is None else odd.state}")
    outcome: Outcome = "asked"
    if told_as_read:
        outcome = "wrong" if faults else "right"
    return Score(
        roll.seed,
        outcome,
        "; ".join(faults),
        roll.odd,
        roll.ground,
        roll.hard_light,
        dice,
        extra,
        odd.state if odd is not None else "",
    )


def _without_value(roll: Roll) -> set[int]:
    """Places of dice of which nothing can be told: the odd one, and the one that a stacked die hides."""
    if not roll.odd:
        return set()
    last = len(roll.dice) - 1
    if roll.odd != "stacked":
        return {last}
    top = roll.dice[last]
    under = min(range(last), key=lambda at: (roll.dice[at].x_mm - top.x_mm) ** 2 + (roll.dice[at].y_mm - top.y_mm) ** 2)
    return {last, under}


def _scored(die: LyingDie, seen: Die | None) -> ScoredDie:
    fate: Fate = "asked"
    if seen is None:
        fate = "missed"
    elif seen.value is not None:
        fate = "right" if seen.value == die.value else "wrong"
    if seen is None:
        return ScoredDie(die.colour, die.value, "", None, None, fate)
    return ScoredDie(die.colour, die.value, seen.state, seen.value, seen.likely, fate)


def read(roll: Roll, model: Model) -> Score:
    """A roll as the product reads it."""
    rolling, camera = Rolling(), posed(roll.to_mm, (WIDTH_PX, HEIGHT_PX))
    reader = TrayReader(model)
    for number in range(FRAMES):
        reading = reader.read(roll.frame(number), camera, roll.tray)
        rolling = rolling.next(reading, number * EVERY_S, PX_PER_MM)
        if rolling.roll is not None:
            return score(rolling.roll.verdict == "read", rolling.roll.dice, roll)
    return score(False, rolling.dice(), roll)


def summed_up(scores: Sequence[Score]) -> Report:
    """The report on these rolls."""
    kinds: dict[str, Callable[[Score], bool]] = {
        "all with every die flat": lambda each: not each.odd,
        "without clear dice": lambda each: not each.odd and not _has_clear(each),
        "with clear dice": lambda each: not each.odd and _has_clear(each),
        "in hard light": lambda each: not each.odd and each.hard_light,
        "in soft light": lambda each: not each.odd and not each.hard_light,
    }
    kinds |= {f"on {name}": _on(name) for name in sorted({each.ground for each in scores})}
    kinds |= {name: _odd(name) for name in sorted({each.odd for each in scores if each.odd})}
    by_kind = {
        name: {outcome: _share([each.outcome for each in scores if holds(each)], outcome) for outcome in OUTCOMES}
        for name, holds in kinds.items()
    }
    dice = [die for each in scores for die in each.dice]
    groups = {
        "coloured": [die.fate for die in dice if die.colour != CLEAR],
        "clear": [die.fate for die in dice if die.colour == CLEAR],
    }
    by_colour = {name: {fate: _share(fates, fate) for fate in FATES} for name, fates in groups.items()}
    return Report(len(scores), tuple(scores), by_kind, by_colour)


OUTCOMES: tuple[Outcome, ...] = ("right", "asked", "wrong")
FATES: tuple[Fate, ...] = ("right", "asked", "missed", "wrong")


def _has_clear(score: Score) -> bool:
    return any(die.colour == CLEAR for die in score.dice)


def _on(name: str) -> Callable[[Score], bool]:
    return lambda each: not each.odd and each.ground == name


def _odd(name: str) -> Callable[[Score], bool]:
    return lambda each: each.odd == name


def _share(all_of: Sequence[str], one: str) -> Interval:
    return wilson(all_of.count(one), len(all_of))


def told(report: Report) -> str:
    """The report as text, for people."""
    lines = [f"{report.rolls} rolls, {FRAMES} frames each"]
    tables: tuple[tuple[str, Mapping[str, Mapping[Any, Interval]]], ...]
    tables = (("rolls", report.kinds), ("dice in them", report.dice))
    for title, table in tables:
        lines.append(title)
        for name, shares in table.items():
            each = ", ".join(
                f"{fate} {share.count} ({share.share:.1%}, {share.low:.1%} to {share.high:.1%})"
                for fate, share in shares.items()
            )
            lines.append(f"  {name:24} {next(iter(shares.values())).of:5}: {each}")
    asked = [die for each in report.scores if each.outcome == "asked" for die in each.dice if die.fate == "wrong"]
    lines.append(f"dice read wrongly in rolls that were asked: {len(asked)}")
    every = [die for each in report.scores for die in each.dice]
    likely = sum(die.likely == die.value for die in every)
    lines.append(f"dice whose likeliest value is right: {likely} of {len(every)}")
    states = Counter((each.odd, each.odd_state or "not seen") for each in report.scores if each.odd)
    lines += [f"  {odd}: {state} {count}" for (odd, state), count in sorted(states.items())]
    lines += [f"  silently wrong: seed {each.seed}: {each.why}" for each in report.scores if each.outcome == "wrong"]
    return "\n".join(lines)


def _shard(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[int, int]:
    number, _, of = value.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise click.BadParameter(f"{value} is not one such as 1/4: which shard, of how many.")
    return int(number), int(of)


@click.command(help=__doc__)
@click.option("--model", type=click.Path(path_type=Path), required=True, help="Folder with networks and model.toml.")
@click.option("--rolls", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", default=0, show_default=True, help="Of the first roll; each next has the next.")
@click.option(
    "--shard", default="1/1", show_default=True, callback=_shard, help="Read every n-th roll only, from i on."
)
@click.option("--json", "as_json", type=click.Path(path_type=Path), help="Write everything, roll by roll, here.")
def main(model: Path, rolls: int, seed: int, shard: tuple[int, int], as_json: Path | None) -> None:
    number, of = shard
    try:
        loaded = load_model(model)
        with click.progressbar(range(seed + number - 1, seed + rolls, of), label="Reading", file=sys.stderr) as bar:
            report = summed_up([read(roll_of(each), loaded) for each in bar])
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    if as_json is not None:
        as_json.write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    click.echo(told(report))


if __name__ == "__main__":
    main()
