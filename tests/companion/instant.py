"""A table on which everything happens at once, and perfect eyes over it: the companion's people without any picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from companion.games.deal import OWN, with_cards
from companion.games.game import AnyGame
from companion.soak.runner import Light
from companion.table.blanks import in_the_box
from companion.table.dice import DiceZone, DieSighting, RollSighting, TrueDie
from companion.table.expected import Backs, Content, ExpectedTable, Pieces, Pile
from companion.table.faults import HEALTHY, Faults
from companion.table.geometry import Area, lay_table
from companion.table.kit import Kit
from companion.table.layout import Layout, Zone
from companion.table.sightings import Reading, Sighting
from companion.table.world import LyingPiece, OutOfReach
from tests.companion.referee.perfect import sightings, standing_over
from tests.games.registered import register
from vision.virtual.headless import StepClock

register()  # units of a soak run in processes of their own, which import this module and no conftest

LOOK_EVERY_S = 0.1
HANDS_TAKE_S = 0.6
"""Nobody looks while hands are at work, but time goes on."""


class InstantWorld:
    """A `World` whose hands need no time. Pieces lie exactly in their places, and know the zone they lie in.

    A card may be laid and taken anywhere; what already lies on the mat is neither moved nor turned by a mouse.
    """

    def __init__(self, layout: Layout, kit: Kit) -> None:
        self.table = ExpectedTable(())
        self.laid: list[tuple[ExpectedTable, int | None]] = []
        """Every table that hands were asked for, and whose."""
        self.is_busy = False
        self.dice: tuple[TrueDie, ...] = ()
        self.thrown = 0
        """How often dice were thrown."""
        self.tray = ""
        """The zone into which they were thrown last."""
        self._layout = layout
        self._kit = kit
        self._hands: dict[int, tuple[str, ...]] = {}
        self._hidden: defaultdict[str, list[str]] = defaultdict(list)

    def lying(self) -> tuple[LyingPiece, ...]:
        return tuple(
            LyingPiece(
                number,
                piece.kind,
                piece.face_up,
                piece.area.x_mm + piece.area.width_mm / 2,
                piece.area.y_mm + piece.area.height_mm / 2,
                0.0,
            )
            for number, piece in enumerate(lay_table(self.table, self._layout, self._kit), 1)
        )

    def held(self, seat: int) -> tuple[str, ...]:
        return self._hands.get(seat, ())

    def hold(self, seat: int, kinds: tuple[str, ...]) -> None:
        self._hands[seat] = tuple(sorted(kinds))

    def hidden(self, zone: str) -> tuple[str, ...]:
        return tuple(sorted(self._hidden[zone]))

    def lay(self, table: ExpectedTable, seat: int | None) -> None:
        self.laid.append((table, seat))
        self.table = table

    def roll(self, zone: str, colours: tuple[str, ...], values: tuple[int, ...] | None = None) -> None:
        there, self.thrown, self.tray = self._layout.find(zone), self.thrown + 1, zone
        shown = values or tuple(1 + (self.thrown + place) % 6 for place in range(len(colours)))
        # Nowhere twice: else nobody could tell a throw from the one before.
        x_mm, y_mm = there.x_mm + 10.0, there.y_mm + 10.0 + self.thrown / 100
        self.dice = tuple(
            TrueDie(value, colour, x_mm + 20 * place, y_mm, zone)
            for place, (value, colour) in enumerate(zip(shown, colours, strict=True))
        )

    def put_dice(self, zone: str, dice: Sequence[TrueDie], seat: int | None) -> None:
        self._layout.find(zone)
        left, laid = list(self.dice), tuple(replace(die, zone=zone) for die in dice)
        for die in laid:
            same = [each for each in left if each.colour == die.colour]
            if same:
                left.remove(min(same, key=lambda each: (each != die, each.value != die.value, each.zone != zone)))
        self.dice = (*(each for each in left if each.zone != zone), *laid)

    def rolled(self) -> tuple[TrueDie, ...]:
        return self.dice

    def busy(self) -> bool:
        return self.is_busy

    def move(self, piece: int, x_mm: float, y_mm: float) -> None:
        raise OutOfReach(f"Piece {piece} cannot be moved by mouse on this table. Let hands lay it.")

    def turn(self, piece: int) -> None:
        raise OutOfReach(f"Piece {piece} cannot be turned by mouse on this table. Let hands lay it.")

    def take(self, piece: int, seat: int) -> None:
        laid = lay_table(self.table, self._layout, self._kit)[piece - 1]
        self._put(laid.zone, _without(self.content(laid.zone), laid.kind))
        if laid.face_up:
            self.hold(seat, (*self.held(seat), laid.kind))

    def play(self, seat: int, kind: str, face_up: bool, x_mm: float, y_mm: float) -> None:
        hand, zone = list(self.held(seat)), self._zone_at(x_mm, y_mm)
        if kind not in hand:
            raise OutOfReach(f"There is no {kind} in the hand of seat {seat + 1}. Play a card that is there.")
        hand.remove(kind)
        self.hold(seat, tuple(hand))
        content = self.content(zone.zone)
        if not face_up:
            self._hidden[zone.zone].append(kind)
            lies = content.count if isinstance(content, Backs) else 0
            self._put(zone.zone, Backs("back", lies + 1))
        elif isinstance(content, Pile):
            self._put(zone.zone, Pile(content.kind, content.count + 1, kind))
        else:
            assert isinstance(content, Pieces)
            self._put(zone.zone, Pieces((*content.kinds, kind)))

    def play_into(self, zone: str, seat: int, kind: str, face_up: bool) -> None:
        """Lay a card out of a hand in the middle of a zone."""
        at = self._layout.find(zone)
        self.play(seat, kind, face_up, at.x_mm + at.width_mm / 2, at.y_mm + at.height_mm / 2)

    def content(self, zone: str) -> Content:
        """What lies in a zone."""
        return next(each.content for each in self.table.zones if each.zone == zone)

    def _put(self, zone: str, content: Content) -> None:
        self.table = ExpectedTable(
            tuple(replace(each, content=content) if each.zone == zone else each for each in self.table.zones)
        )

    def _zone_at(self, x_mm: float, y_mm: float) -> Zone:
        for zone in self._layout.zones:
            if 0 <= x_mm - zone.x_mm <= zone.width_mm and 0 <= y_mm - zone.y_mm <= zone.height_mm:
                return zone
        raise OutOfReach(f"There is no zone at {x_mm:.0f}, {y_mm:.0f} mm. Lay the card into one.")


def _without(content: Content, kind: str) -> Content:
    if isinstance(content, Pieces):
        kinds = list(content.kinds)
        kinds.remove(kind)
        return Pieces(tuple(kinds))
    assert isinstance(content, Backs | Pile)
    return replace(content, count=content.count - 1)


class PerfectEyes:
    """Reads an instant world ten times a second, wherever `covers` do not lie over it."""

    def __init__(self, game: AnyGame, layout: Layout | None = None) -> None:
        """Without a layout it is that of the usual game."""
        usual = game.view(game.new_game(with_cards(game, {}, OWN), {}), None)
        self._layout, self._kit = layout or game.mat.layout(usual), in_the_box(game.mat.kit)
        self.world = InstantWorld(self._layout, self._kit)
        self.covers: Collection[Area] = ()
        self.faults = HEALTHY
        self._frozen: tuple[Sighting, ...] = ()
        self._looks = 0
        self._lay = self.world.table
        self._told_dice = dict[str, tuple[TrueDie, ...]]()
        """What was told of each zone."""
        self._zones: Callable[[], tuple[DiceZone, ...]] = tuple
        self.dice_as_read: Callable[[RollSighting], RollSighting] = lambda roll: roll
        """What is made of a roll that was surely read."""
        self._worked_s = 0.0
        """How long hands would have been at work so far."""
        self._last: tuple[ExpectedTable, Collection[Area], tuple[Sighting, ...]] | None = None

    def look(self) -> Reading:
        self._looks += 1
        if self.world.table is not self._lay:
            self._lay, self._worked_s = self.world.table, self._worked_s + HANDS_TAKE_S
        at_s = self._looks * LOOK_EVERY_S + self._worked_s
        if self.faults.sheet is not None:
            return Reading(at_s, unseen="Something hides the mat.")
        if self.faults.is_frozen:
            return Reading(at_s, self._frozen, frame=self._looks)
        other = {one: two for pair in self.faults.exchanged for one, two in (pair, pair[::-1])}
        self._frozen = tuple(replace(each, marker=other.get(each.marker, each.marker)) for each in self.seen())
        return Reading(at_s, self._frozen, frame=self._looks)

    def look_where(self, zones: Callable[[], tuple[DiceZone, ...]], opened: Callable[[], frozenset[str]]) -> None:
        """Dice are seen everywhere: the zones say where it is told as well that some were taken away."""
        self._zones = zones

    def roll(self) -> RollSighting | None:
        """The dice of one zone in which others lie than were told of, each surely read; those of the tray first.

        Dice that were taken out of the tray are told only where that is asked.
        """
        tray, told = self.world.tray, self._told_dice
        tells_gone = any(each.tells_gone for each in self._zones() if each.zone == tray)
        for zone in sorted({each.zone for each in self.world.dice} | set(told), key=lambda zone: (zone != tray, zone)):
            dice = tuple(each for each in self.world.dice if each.zone == zone)
            before, told[zone] = told.get(zone, ()), dice
            if dice == before or (zone == tray and not tells_gone and set(dice) <= set(before)):
                continue
            seen = tuple(
                DieSighting(die.value, (die.value,), die.colour, die.x_mm, die.y_mm, 0.99, "read") for die in dice
            )
            at_s, name = self._looks * LOOK_EVERY_S + self._worked_s, "" if zone == tray else zone
            return self.dice_as_read(RollSighting(at_s, self._looks, "read", seen, "", zone=name))
        return None

    def spoil(self, faults: Faults) -> None:
        """Sheets lie over everything; a frozen picture is not noticed."""
        self.faults = faults

    def tally(self) -> Mapping[str, int]:
        return {"pauses": 0, "rests": 0, "slips": 0}

    def record(self, folder: Path) -> StepClock:
        """There are no pictures to keep."""
        return StepClock()

    def seen(self) -> tuple[Sighting, ...]:
        """What there is to be seen."""
        table = self.world.table
        if self._last is None or self._last[:2] != (table, self.covers):
            self._last = (table, self.covers, self.read(table, self.covers))
        return self._last[2]

    def read(self, table: ExpectedTable, covers: Collection[Area] = ()) -> tuple[Sighting, ...]:
        """What a table shows."""
        piles = {zone.zone: zone.content.count for zone in table.zones if isinstance(zone.content, Pile)}
        laid = lay_table(table, self._layout, self._kit)
        over = [*covers, *standing_over(table, self._layout, self._kit)]
        return sightings(laid, self._layout, self._kit, 0.0, over, piles)


EyesOf = Callable[[AnyGame, Layout, int, Light], PerfectEyes]


def perfect_eyes(
    game: AnyGame, layout: Layout, seed: int, light: Light, *, model: Path | None = None, has_clear: bool = True
) -> PerfectEyes:
    """The eyes of a soak that has no pictures: they make no mistake, and need no `model` to read dice."""
    return PerfectEyes(game, layout)
