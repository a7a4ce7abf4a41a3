"""Dice in crow's nests and on mini boards, read through the camera of a virtual table: the figures of docs/dice.md.

python -m tests.vision.dice.dice_zones boards --tables 40 --light hard --clear
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal

from companion.cli.table.eyes import dice_reader
from companion.games.rolling_with_the_waves.mat import mini_board
from companion.games.rolling_with_the_waves.state.records import BURY_ICONS, ICONS
from companion.table.dice import DiceZone, RollSighting, TrueDie
from companion.table.expected import Anything, At, ExpectedTable, ExpectedZone, Pieces
from companion.table.layout import Zone
from tests.vision.private_places import BOARD, BOARDS, GAME, KIT, LAYOUT
from vision.dice.model import MODELS
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable, TrayReader

Light = Literal["normal", "hard"]
CREWS: Final = ("red", "blue", "green", "yellow", "purple")
NESTS: Final = tuple(zone.zone for zone in LAYOUT.zones if zone.zone.startswith("nest."))
DICE: Final = 3
ASKEW_DEG: Final = 8.0
APART_MM: Final = 17.5
"""Between the middles of two dice, at least: they touch or nearly do."""
LOOSE_MM: Final = 4.0
"""How far a die lies beside the middle of its icon, along either side."""
ON_BURY: Final = 0.25
"""Share of boards on which all three dice lie on one bury icon."""
TOLD_WITHIN_S: Final = 25.0
SAME_MM: Final = 8.0
Spots = list[tuple[float, float]]


@dataclass
class Tally:
    """What became of dice, and how far off they were told, in mm."""

    counts: Counter[str] = field(default_factory=Counter)
    off_mm: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def table_of(seed: int, what: Literal["boards", "nests"], light: Light, is_clear: bool) -> Tally:
    """Five boards or nests of one virtual table, and what was told of them."""
    rng = random.Random(f"{what}/{seed}")
    zones = BOARDS if what == "boards" else NESTS
    reader, asked = (
        TrayReader("dice_tray", dice_reader(MODELS, None, is_clear)),
        tuple(DiceZone(zone, True) for zone in zones),
    )
    table = HeadlessTable(LAYOUT, KIT, GAME.mat.pieces, seed, light, manners=Manners(), dice=reader)
    table.look_where(lambda: asked, lambda: frozenset(BOARDS))
    if what == "boards":
        table.world.set_out(_boards(rng))
    else:
        table.look()
    truth = dict[str, Sequence[TrueDie]]()
    for seat, zone in enumerate(zones):
        spots = _on_board(table, zone, rng) if what == "boards" else _in_nest(LAYOUT.find(zone), rng)
        free = "clear" if is_clear else "white"
        colours = [free if rng.random() < 0.3 else CREWS[seat] for _ in spots]
        truth[zone] = [TrueDie(rng.randint(1, 6), colour, *at) for colour, at in zip(colours, spots, strict=True)]
        table.world.put_dice(zone, truth[zone], seat)
    table.clock.pause(1.0)
    told = _told(table, zones)
    tally = Tally()
    for zone in zones:
        _count(tally, f"{what} {light} {seed} {zone}", truth[zone], told.get(zone))
    return tally


def _boards(rng: random.Random) -> ExpectedTable:
    """A board in each place, as people push them: either way round, and a little askew."""
    asked = []
    for zone in LAYOUT.zones:
        middle = zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2
        turned = rng.choice([0.0, 180.0]) + rng.uniform(-ASKEW_DEG, ASKEW_DEG)
        places = (At(BOARD, *middle, angle_deg=turned % 360),) if zone.private else ()
        asked.append(ExpectedZone(zone.zone, Pieces((BOARD,)) if zone.private else Anything(), places=places))
    return ExpectedTable(tuple(asked))


def _on_board(table: HeadlessTable, zone: str, rng: random.Random) -> Spots:
    """Places of three dice on icons of the board that lies there, on the mat."""
    at = LAYOUT.find(zone)
    board = next(
        each
        for each in table.world.lying()
        if at.x_mm <= each.x_mm <= at.x_mm + at.width_mm and at.y_mm <= each.y_mm <= at.y_mm + at.height_mm
    )
    while True:
        if rng.random() < ON_BURY:
            icons = [rng.choice([icon for icon in ICONS if icon in BURY_ICONS])] * DICE
        else:
            icons = rng.sample(ICONS, DICE)
        spots = list[tuple[float, float]]()
        for icon in icons:
            area = mini_board.area(icon)
            loose = [
                LOOSE_MM if len(set(icons)) > 1 else (side - 2 * mini_board.EDGE_MM) / 2
                for side in (area.width_mm, area.height_mm)
            ]
            spots.append(
                (
                    area.x_mm + area.width_mm / 2 + rng.uniform(-loose[0], loose[0]),
                    area.y_mm + area.height_mm / 2 + rng.uniform(-loose[1], loose[1]),
                )
            )
        if _are_apart(spots):
            break
    turn, size = math.radians(board.angle_deg), KIT.size(BOARD)
    around = [(x - size.width_mm / 2, y - size.height_mm / 2) for x, y in spots]
    cos, sin = math.cos(turn), math.sin(turn)
    return [(board.x_mm + x * cos - y * sin, board.y_mm + x * sin + y * cos) for x, y in around]


def _in_nest(zone: Zone, rng: random.Random) -> Spots:
    """Places of one to three dice in a nest."""
    count = rng.randint(1, DICE)
    while True:
        spots = [
            (zone.x_mm + rng.uniform(9, zone.width_mm - 9), zone.y_mm + rng.uniform(9, zone.height_mm - 9))
            for _ in range(count)
        ]
        if _are_apart(spots):
            return spots


def _are_apart(spots: Spots) -> bool:
    return all(
        max(abs(one[0] - two[0]), abs(one[1] - two[1])) >= APART_MM
        for place, one in enumerate(spots)
        for two in spots[place + 1 :]
    )


def _told(table: HeadlessTable, zones: Sequence[str]) -> dict[str, RollSighting]:
    """The newest roll of each zone once all have told theirs, or after a while."""
    told = dict[str, RollSighting]()
    began_s = table.clock.now()
    while len(told) < len(zones) and table.clock.now() - began_s < TOLD_WITHIN_S:
        table.look()
        while (roll := table.roll()) is not None:
            told[roll.zone] = roll
    return told


def _count(tally: Tally, where: str, truth: Sequence[TrueDie], roll: RollSighting | None) -> None:
    tally.counts["zones"] += 1
    tally.counts["dice"] += len(truth)
    if roll is None:
        tally.counts["zones not told"] += 1
        return
    left = list(roll.dice)
    for die in truth:
        at = die.x_mm, die.y_mm
        seen = min(left, key=lambda each: math.dist((each.x_mm, each.y_mm), at), default=None)
        if seen is None or math.dist((seen.x_mm, seen.y_mm), at) > SAME_MM:
            tally.counts["not seen"] += 1
            tally.notes.append(f"{where}: {die.colour} {die.value} is not seen")
            continue
        left.remove(seen)
        tally.off_mm.append(math.dist((seen.x_mm, seen.y_mm), at))
        if seen.value is None:
            tally.counts["asked about"] += 1
            tally.counts[f"asked about: {seen.state}"] += 1
            tally.counts["asked about, the likeliest is right"] += seen.likely[:1] == (die.value,)
        elif seen.value == die.value:
            tally.counts["right"] += 1
            tally.counts["right, of another colour"] += seen.colour != die.colour
        else:
            tally.counts["wrong"] += 1
            tally.notes.append(f"{where}: {die.colour} {die.value} is read as {seen.value}")
    tally.counts["no dice, read"] += sum(each.value is not None for each in left)
    tally.counts["no dice, asked about"] += sum(each.value is None for each in left)
    tally.counts["zones read"] += roll.verdict == "read"
    tally.notes += [f"{where}: no die at {each.x_mm:.0f}, {each.y_mm:.0f}: {each}" for each in left]


def _lines(tallies: Sequence[Tally]) -> Iterator[str]:
    counts = Counter[str]()
    off_mm = list[float]()
    for each in tallies:
        counts.update(each.counts)
        off_mm += each.off_mm
        yield from each.notes
    yield from (f"{name}: {count}" for name, count in sorted(counts.items()) if count)
    off_mm.sort()
    if off_mm:
        shares = ", ".join(f"{share:.0%} {off_mm[int(share * (len(off_mm) - 1))]:.1f}" for share in (0.5, 0.95, 1.0))
        yield f"off by, in mm: {shares}"


def main() -> None:
    """Measure what the command line says, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("boards", "nests"))
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--light", choices=("normal", "hard"), default="normal")
    parser.add_argument("--clear", action="store_true", help="Freebooters are clear, not white")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    asked = parser.parse_args()
    one = partial(table_of, what=asked.what, light=asked.light, is_clear=asked.clear)
    with ProcessPoolExecutor(max_workers=2) as pool:
        tallies = list(pool.map(one, range(asked.first, asked.first + asked.tables)))
    print("\n".join(_lines(tallies)))


if __name__ == "__main__":
    main()
