"""The dice: the pool is rolled once a round, or again and again where dice alone are counted; and hands lay them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Action, Nothing, Seat
from companion.games.dice import Dice, Finding, Placed, Roll
from companion.games.dice_board import DiceBoard
from companion.games.rolling_with_the_waves.data.figures import FREE
from companion.games.rolling_with_the_waves.mat import kit, mini_board, sight
from companion.games.rolling_with_the_waves.rules import bag, evening, rounds
from companion.games.rolling_with_the_waves.screen import dice_board
from companion.games.rolling_with_the_waves.state import model
from companion.games.rolling_with_the_waves.state.model import BagCounted, DiceView, PoolRolled, ShowBoard
from companion.games.rolling_with_the_waves.state.records import BURY_ICONS, Die, Icon, Phase
from companion.games.rolling_with_the_waves.words.names import DIE
from companion.language.message import Message, say
from companion.language.values import Count
from companion.table.dice import DiceZone, LyingDice, TrueDie
from companion.table.expected import At
from companion.table.layout import Zone

CLOSED = (Phase.FIRST, Phase.ROLL, Phase.DRAFT, Phase.ALLOCATE)
"""Phases in which nobody may see a mini board: in all later ones everybody has called."""
POOL = Roll("pool", say("The pool is rolled"))
BAG = Roll(
    "bag",
    say("The dice for the bag"),
    has_values=False,
    hint=say("Lay the dice for the bag into the tray: they are counted by colour, whatever they show."),
)
FAR_SEATS: Final = (2, 3)
"""Who sits at the far side of the mat: their boards are turned round."""
ASKEW_DEG: Final = 6.0
"""So far to either side a board is turned that somebody pushes onto its place. Own choice."""
APART_MM: Final = 30.0
"""From die to die in a nest, and in a tray into which dice are put back."""
LOOSE_MM: Final = 3.0
"""So far a die lies beside the middle of its place."""
SPREAD_MM: Final = 18.0
"""From die to die on a bury icon."""


class PoolDice(Dice[model.Table, Nothing, model.DiceAction]):
    """The dice of the pool (R-030)."""

    zone = model.TRAY
    has_clear = True

    def may_be_clear(self, view: DiceView) -> bool:
        return view.table.free is UNSET

    def is_all(self, view: DiceView) -> bool:
        return not view.table.whole

    def zones(self, view: DiceView) -> tuple[DiceZone, ...]:
        whole = view.table.whole
        if not whole or view.table.over:
            return (DiceZone(model.TRAY),)
        if whole.phase is Phase.DRAFT:
            # Of dice that lie in a nest already the rules know.
            nests = (DiceZone(f"nest.{seat}", counts_first=True) for seat in whole.seats)
            return (DiceZone(model.TRAY, tells_gone=True), *nests)
        shown = (seat for seat in whole.screened if not whole.icons[seat]) if whole.phase is Phase.REVEAL else ()
        return (DiceZone(model.TRAY), *(DiceZone(f"board.{seat}", counts_first=True) for seat in shown))

    def opened(self, view: DiceView) -> frozenset[str]:
        whole = view.table.whole
        if not whole or whole.phase in CLOSED:
            return frozenset()
        return frozenset(f"board.{seat}" for seat in range(len(whole.maps)))

    def found(self, view: DiceView, lying: Mapping[str, LyingDice]) -> tuple[Finding, ...]:
        return sight.found(view, lying) if view.table.whole and not view.table.over else ()

    def placed(self, view: DiceView, act: Action | None, rng: random.Random) -> tuple[Placed, ...]:
        whole = view.table.whole
        if not whole:
            return ()
        if isinstance(act, model.Draft):
            *before, newest = (nest := _nest(view, act.seat, rng)).dice
            # A drunken die is turned on its way, and others of its colour lie beside it in the tray.
            return (Placed(nest.zone, (*before, replace(newest, was=act.value))),)
        if isinstance(act, ShowBoard):
            return (_shown_board(view, act.seat, act.icons, rng),)
        if act is not None or whole.phase not in (Phase.DRAFT, Phase.ALLOCATE):
            return ()
        return (*(_nest(view, seat, rng) for seat in whole.seats), Placed(model.TRAY, tuple(_in_tray(view, rng))))

    def told(self, view: DiceView, act: Action) -> tuple[Action, ...]:
        return tuple(model.ShowDie(act.seat, icon) for icon in act.icons) if isinstance(act, ShowBoard) else (act,)

    def open_rolls(self, view: DiceView) -> tuple[Roll, ...]:
        table, whole = view.table, view.table.whole
        if table.over:
            return ()
        if not whole:
            return (replace(POOL, ask=say("Roll {dice}", dice=Count(table.pool, DIE))),)
        if whole.phase is Phase.ROLL:  # the first player's
            ask = say("Draw {dice} and roll them", dice=Count(bag.size(whole), DIE))
            return (replace(POOL, seat=max(whole.first, 0), ask=ask),)
        return (BAG,) if whole.phase is Phase.FIRST and not whole.filled else ()

    def act(
        self, view: DiceView, roll: Roll, values: Sequence[int], colours: Sequence[str]
    ) -> tuple[model.DiceAction | None, Message | None] | None:
        if not 1 <= len(values) <= model.MOST_DICE:
            return None
        whole, rolled, fault = view.table.whole, PoolRolled(tuple(values), tuple(colours)), None
        if whole and roll.key == BAG.key:
            fault = rounds.fault_of_bag(whole, colours)
            return (None, fault) if fault is not None else (BagCounted(rolled.colours), None)
        if whole:
            fault = bag.fault_of(whole, rolled)
            return (None, fault) if fault is not None else (rolled, None)
        if len(values) != view.table.pool:
            fault = say(
                "{dice} {dice?die lies|dice lie} in the tray, and a roll has {pool}. "
                "Roll again, or count them as they are.",
                dice=len(values),
                pool=view.table.pool,
            )
        return rolled, fault

    def roll_of(self, act: Action) -> str | None:
        return BAG.key if isinstance(act, BagCounted) else POOL.key if isinstance(act, PoolRolled) else None

    def shown(self, act: Action) -> tuple[tuple[int, ...], tuple[str, ...]]:
        if isinstance(act, BagCounted):
            return tuple(1 + place % 6 for place in range(len(act.colours))), act.colours
        assert isinstance(act, PoolRolled)  # there is no other
        return act.values, act.colours

    def to_roll(self, view: DiceView, roll: Roll, rng: random.Random) -> tuple[str, ...]:
        whole = view.table.whole
        if whole and roll.key == BAG.key:
            return rounds.laid_out(whole, view.table.free_look)
        if whole:
            return bag.drawn(whole.setup.palette, whole.bag, bag.size(whole), rng, view.table.free_look).colours
        return evening.rolled(view.table.players, view.table.pool, rng, view.table.free_look).colours

    def is_same(self, one: Action, other: Action) -> bool:
        if isinstance(one, BagCounted) and isinstance(other, BagCounted):
            return sorted(one.colours) == sorted(other.colours)
        # Not by their colours: whoever types a roll may leave them out.
        if not isinstance(one, PoolRolled) or not isinstance(other, PoolRolled):
            return False
        return sorted(one.values) == sorted(other.values)

    def board(self, view: DiceView) -> DiceBoard | None:
        whole = view.table.whole
        if whole and not view.table.over and whole.phase not in (Phase.ROLL, Phase.DRAFT):
            return None  # the maps are looked at then
        return dice_board.dice_board(view)


def _nest(view: DiceView, seat: Seat, rng: random.Random) -> Placed:
    zone = kit.layout(view.table).find(f"nest.{seat}")
    dice = view.table.played.nests[seat]
    middle, y_mm = zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2
    places = [(middle + (place - 1) * APART_MM, y_mm) for place in range(len(dice))]
    return Placed(zone.zone, tuple(_loose(die, at, view, rng) for die, at in zip(dice, places, strict=True)))


def _in_tray(view: DiceView, rng: random.Random) -> Iterator[TrueDie]:
    """The dice of the pool in rows."""
    zone = kit.layout(view.table).find(model.TRAY)
    columns = int((zone.width_mm - APART_MM) // APART_MM)
    for place, die in enumerate(view.table.played.pool):
        row, column = divmod(place, columns)
        yield _loose(die, (zone.x_mm + (column + 1) * APART_MM, zone.y_mm + (row + 1) * APART_MM), view, rng)


def _shown_board(view: DiceView, seat: Seat, icons: Sequence[Icon], rng: random.Random) -> Placed:
    """The mini board on its place, and its dice on their icons."""
    mat = kit.layout(view.table)
    zone, size = mat.find(f"board.{seat}"), kit.KIT.size("mini_board")
    angle = (180.0 if seat in FAR_SEATS else 0.0) + rng.uniform(-ASKEW_DEG, ASKEW_DEG)
    piece = At("mini_board", *_middle(zone), angle_deg=angle % 360)
    dice = list[TrueDie]()
    for number, (die, icon) in enumerate(zip(view.table.played.nests[seat], icons, strict=True)):
        field = mini_board.area(icon)
        right = (number - 1) * SPREAD_MM / 2 if icon in BURY_ICONS else 0.0
        down = (number % 2 * 2 - 1) * SPREAD_MM / 2 if icon in BURY_ICONS else 0.0
        x_mm = field.x_mm + field.width_mm / 2 + right - size.width_mm / 2
        y_mm = field.y_mm + field.height_mm / 2 + down - size.height_mm / 2
        dice.append(_loose(die, mini_board.turned(x_mm, y_mm, angle, (piece.x_mm, piece.y_mm)), view, rng))
    return Placed(zone.zone, tuple(dice), piece)


def _middle(zone: Zone) -> tuple[float, float]:
    return zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2


def _loose(die: Die, at: tuple[float, float], view: DiceView, rng: random.Random) -> TrueDie:
    x_mm, y_mm = (each + rng.uniform(-LOOSE_MM, LOOSE_MM) for each in at)
    return TrueDie(die.value, view.table.free_look if die.colour == FREE else die.colour, x_mm, y_mm)
