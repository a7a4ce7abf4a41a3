"""The things on an imagined mat, and what taking, laying and turning do to them. Its owner keeps threads apart."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.table.contact import Lie, pushed
from companion.table.expected import At, ExpectedTable, InOrder, Pile, Touching
from companion.table.geometry import lay_zone, piece_area, spots
from companion.table.layout import Spot, Zone
from companion.table.world import OutOfReach
from vision.virtual.hands import SLIP_S, Carry, Manners
from vision.virtual.planner import Move, store_place
from vision.virtual.things import LOOSE_LAYER, STANDING_LAYER, Lying, Rules, Thing, flat, is_neat

MOST_OFF_MM, MOST_OFF_DEG = 3.0, 5.0
"""However sloppy a hand is, no piece lies further from its place."""
IN_ZONE_MM = 2.0
"""At least so far inside its zone the middle of a marker lies."""
ROOM_MM, NARROW_MM = 2.0, 1.2
"""What a marker needs around it: towards a place where a piece may come to lie, and towards one that lies there."""
TRIES = 10


class Ground:
    """What lies on the mat, what was set aside for a moment, and what a hand holds above it."""

    def __init__(self, rules: Rules, rng: random.Random) -> None:
        self._rules = rules
        self._rng = rng
        self._pieces: dict[int, Lying] = {}
        self._count = 0
        self.aside: list[Thing] = []
        self.held: Lying | None = None
        # Some piece of each size, to stand for whatever may come to lie somewhere.
        self._samples = {piece.size: kind for kind, piece in rules.kit.pieces.items()}

    def upwards(self) -> tuple[Lying, ...]:
        """What lies there, the lowest first."""
        return tuple(sorted(self._pieces.values(), key=lambda piece: piece.order))

    def find(self, number: int | None) -> Lying | None:
        """The piece of that number; None where it lies there no more."""
        return None if number is None else self._pieces.get(number)

    def clear(self) -> None:
        """Take everything away."""
        self._pieces.clear()
        self.aside.clear()
        self.held = None

    def known(self, apart: Iterable[Thing] = ()) -> Iterator[Thing]:
        """Every thing there is, wherever it is, and those that are just being taken `apart`."""
        yield from apart
        yield from flat(self._pieces.values())
        yield from self.aside
        if self.held is not None:
            yield from self.held.things

    def face(self, kind: str, apart: tuple[Thing, ...] = ()) -> Thing:
        """A piece of a kind that is not on the table yet, face up. Raises `OutOfReach` where all are."""
        marker = self._rules.free_marker(kind, self.known(apart), self._rng)
        if marker is None:
            # What nobody sees may as well be another card.
            self._forget(kind)
            marker = self._rules.free_marker(kind, self.known(apart), self._rng)
        if marker is None:
            count = len(self._rules.kit.markers(kind))
            raise OutOfReach(f"All {count} pieces of kind {kind!r} already lie on the mat. Take one away first.")
        return Thing(kind, marker, self._rules.back_of(kind))

    def _forget(self, kind: str) -> None:
        def unknown(thing: Thing) -> Thing:
            return replace(thing, kind="", marker=None) if thing.kind == kind and thing.back else thing

        for number, piece in self._pieces.items():
            top = piece.thing if piece.thing.face_up else unknown(piece.thing)
            self._pieces[number] = replace(piece, thing=top, under=tuple(unknown(each) for each in piece.under))

    # What a person or a hand does.

    def take(self, piece: Lying, count: int, table: ExpectedTable | None) -> Lying:
        """Take so many things from the top of a piece away; what was beneath them shows from now on.

        A card that nobody has seen shows what the table wants there, or any other.
        """
        things = piece.things
        taken = replace(piece, thing=things[-1], under=things[-count:-1])
        del self._pieces[piece.number]
        rest = things[:-count]
        if rest:
            top = self._uncovered(rest[-1], piece.zone, table, things)
            self.add(replace(piece, number=self._number(), thing=top, under=rest[:-1]))
        return taken

    def put(self, thing: Thing, under: tuple[Thing, ...], spot: Spot, angle_deg: float, number: int = 0) -> None:
        """Lay a thing on top of what lies there; in a zone on top of what lies in its layer."""
        x_mm, y_mm = self._rules.marker_at(thing.kind or thing.back, spot.x_mm, spot.y_mm, angle_deg)
        zone = self._rules.zone_at(x_mm, y_mm)
        number = number or self._number()
        piece = Lying(number, thing, spot.x_mm, spot.y_mm, angle_deg, under=under)
        if self._rules.stands(piece):
            self._count += 1
            name = zone.zone if zone is not None else ""
            self.add(replace(piece, zone=name, layer=STANDING_LAYER, rank=(self._count, 0.0)))
            return
        if zone is None:
            self._count += 1
            self.add(replace(piece, layer=LOOSE_LAYER, rank=(self._count, 0.0)))
            return
        here = [each.rank[1] for each in self._pieces.values() if each.zone == zone.zone]
        rank = (self._rules.zone_index[zone.zone], max(here, default=-1.0) + 1)
        self.add(replace(piece, zone=zone.zone, layer=zone.layer, rank=rank))

    def turn(self, piece: Lying) -> None:
        """Turn a lying card over."""
        thing = replace(piece.thing, face_up=not piece.thing.face_up)
        self.add(replace(piece, thing=self._uncovered(thing, "", None)))

    def grip(self, move: Move, table: ExpectedTable | None) -> None:
        """Take what a move is about into the hand: off the mat, of what was set aside, or a piece not seen so far."""
        piece = self.find(move.piece)
        if piece is not None:
            self.held = self.take(piece, move.count, table)
            return
        again = next((each for each in self.aside if each.shows == (move.kind, move.face_up)), None)
        if again is not None:
            self.aside.remove(again)
        if again is None and move.kind in self._rules.kit.standees:
            again = Thing(move.kind, None)
        thing = again or (self.face(move.kind) if move.face_up else self._rules.unseen(move.kind))
        self.held = Lying(self._number(), thing, 0.0, 0.0)

    def turn_held(self, move: Move) -> None:
        """Let what is held show what the move wants."""
        assert self.held is not None
        held = self.held
        if held.thing.shows == (move.kind, move.face_up):
            return
        if move.face_up:
            # A face never seen is that of the card which is wanted.
            known = held.thing.kind == move.kind
            thing = replace(held.thing, face_up=True) if known else self.face(move.kind)
            self.held = replace(held, thing=thing)
            return
        # A pile that is turned is mixed as well: nobody knows its cards any more.
        mixed = bool(move.place and move.place.pile)
        thing = self._rules.unseen(move.kind) if mixed else replace(held.thing, face_up=False)
        self.held = replace(held, thing=thing, under=(self._rules.unseen(move.kind),) * len(held.under))

    def release(self, move: Move, laid: Lying | None) -> None:
        """Lay down what is held, where `laid` has it; None: it leaves the mat."""
        held, self.held = self.held, None
        assert held is not None
        place = move.place
        if place is None or laid is None:
            if move.aside:
                self.aside.append(held.thing)
            return
        under = held.under
        if move.below:
            back = held.thing.back
            under = (replace(self._rules.unseen(back), face_up=move.face_up),) * move.below + under
        if place.pile:
            here = [each for each in self._pieces.values() if each.zone == place.zone and each.thing.back]
            under = flat(here) + under
            for each in here:
                del self._pieces[each.number]
        self.add(replace(laid, number=held.number, thing=held.thing, under=under))

    def fill_store(self, kind: str, count: int, table: ExpectedTable) -> Iterator[Lying]:
        """So many discs of a kind as they lie in their store; give each to `add` before you ask for the next."""
        for _ in range(count):
            place = store_place(kind, table, self._pieces.values(), self._rules)
            if place is None:
                return
            number = self._number()
            yield Lying(number, self.face(kind), place.x_mm, place.y_mm, 0.0, place.zone, place.layer, place.rank)

    def add(self, piece: Lying) -> None:
        """Let a piece lie there as it says."""
        self._pieces[piece.number] = piece

    def _number(self) -> int:
        self._count += 1
        return self._count

    def _uncovered(self, thing: Thing, zone: str, table: ExpectedTable | None, apart: tuple[Thing, ...] = ()) -> Thing:
        """The thing with a face, where a face nobody has seen comes up."""
        if not thing.face_up or thing.kind:
            return thing
        tops = {each.zone: each.content.top for each in table.zones if isinstance(each.content, Pile)} if table else {}
        kind = tops.get(zone, "")
        if not kind:
            size = self._rules.kit.pieces[thing.back].size
            cards = [
                each for each, piece in self._rules.kit.pieces.items() if piece.size == size and not piece.is_shared
            ]
            left = [each for each in cards if self._rules.free_marker(each, self.known(apart), self._rng) is not None]
            kind = self._rng.choice(left or cards)
        return self.face(kind, apart)

    # Where and how pieces are laid.

    def target(self, move: Move) -> Lying:
        """What a move lays down, exactly in its place."""
        assert move.place is not None
        place = move.place
        thing = Thing(move.kind, None) if move.face_up else self._rules.unseen(move.kind)
        number = move.piece or 0
        return Lying(number, thing, place.x_mm, place.y_mm, place.angle_deg, place.zone, place.layer, place.rank)

    def jitter(self, piece: Lying, table: ExpectedTable, manners: Manners) -> Lying:
        """The piece as a hand lays it: a little off, but its own marker and all others can be read.

        What must touch another is pushed against it. What stands hides whatever it stands on.
        """
        if self._rules.stands(piece):
            way, off_mm = self._rng.uniform(0, 2 * math.pi), manners.sloppy_mm * math.sqrt(self._rng.random())
            return replace(piece, x_mm=piece.x_mm + off_mm * math.cos(way), y_mm=piece.y_mm + off_mm * math.sin(way))
        asked = self._asked(piece, table)
        if asked:
            manners = replace(manners, sloppy_mm=manners.sloppy_mm / 2)
        laid = self._laid(piece, table, manners)
        touching = next((each for each in asked if isinstance(each, Touching)), None)
        return self._pushed(laid, touching) if touching is not None else laid

    def _asked(self, piece: Lying, table: ExpectedTable) -> list[At | Touching]:
        """The places within its zone that are asked for this piece."""
        kind = piece.thing.shows[0]
        places = (place for zone in table.zones if zone.zone == piece.zone for place in zone.places)
        return [place for place in places if not isinstance(place, InOrder) and place.kind == kind]

    def _pushed(self, piece: Lying, asked: Touching) -> Lying:
        """The piece against the one that it must touch, where that lies there."""
        there = [
            each
            for each in self._pieces.values()
            if (each.zone, each.thing.shows[0]) == (asked.zone, asked.other) and each.number != piece.number
        ]
        if not there:
            return piece
        one, other = (Lie(each.thing.shows[0], "", each.x_mm, each.y_mm, each.angle_deg) for each in (piece, there[0]))
        at = pushed(one, self._rules.kit.size(one.kind), other, self._rules.kit.size(other.kind))
        return replace(piece, x_mm=at.x_mm, y_mm=at.y_mm)

    def _laid(self, piece: Lying, table: ExpectedTable, manners: Manners) -> Lying:
        ideal = [each for each in self._places(table) if (each.zone, each.rank) != (piece.zone, piece.rank)]
        zone = self._rules.layout.find(piece.zone)
        others = (each for each in self._pieces.values() if not self._rules.stands(each))
        real = [each for each in others if each.number != piece.number and _apart(each, piece)]
        for attempt in range(TRIES):
            share = 1 - attempt / TRIES
            off_mm = min(manners.sloppy_mm, MOST_OFF_MM) * share * math.sqrt(self._rng.random())
            off_deg = min(manners.sloppy_deg, MOST_OFF_DEG) * share
            way = self._rng.uniform(0, 2 * math.pi)
            angle_deg = piece.angle_deg + self._rng.uniform(-off_deg, off_deg)
            x_mm, y_mm = piece.x_mm + off_mm * math.cos(way), piece.y_mm + off_mm * math.sin(way)
            laid = replace(piece, x_mm=x_mm, y_mm=y_mm, angle_deg=angle_deg)
            marker = self._rules.marker_at(piece.thing.shows[0], x_mm, y_mm, angle_deg)
            if (
                _inside(zone, marker)
                and is_neat(laid, ideal, self._rules, ROOM_MM)
                and is_neat(laid, real, self._rules, NARROW_MM)
            ):
                return laid
        return piece

    def _places(self, table: ExpectedTable) -> Iterator[Lying]:
        """Every place where a piece lies by that table, or may come to lie next."""
        kit = self._rules.kit
        for wanted in table.zones:
            zone = self._rules.layout.find(wanted.zone)
            kinds = [laid.kind for laid in lay_zone(zone, wanted.content, kit, wanted.places)]
            more = len(kinds) + 1 if zone.fan.dx_mm or zone.fan.dy_mm else 1
            kinds += [self._samples[zone.lays]] * (max(zone.bare, more) - len(kinds))
            sizes = [kit.size(kind) for kind in kinds]
            for index, (kind, spot) in enumerate(zip(kinds, spots(zone, sizes, kit), strict=True)):
                area = piece_area(sizes[index], spot)
                x_mm, y_mm = area.x_mm + area.width_mm / 2, area.y_mm + area.height_mm / 2
                rank = (self._rules.zone_index[zone.zone], float(index))
                yield Lying(0, Thing(kind, None), x_mm, y_mm, 0.0, zone.zone, zone.layer, rank)

    def carry(self, move: Move, source: Lying | None, laid: Lying | None, manners: Manners) -> Carry:
        """What a move asks of a hand, with what goes wrong on the way."""
        start = Spot(source.x_mm, source.y_mm) if source is not None else None
        end = Spot(laid.x_mm, laid.y_mm) if laid is not None else None
        turn = source is not None and source.thing.shows != (move.kind, move.face_up)
        push = source is not None and laid is not None and source.zone == laid.zone and not turn
        wrong = self._beside() if laid is not None and not push and self._rng.random() < manners.slip else None
        wrong_s = self._rng.uniform(*SLIP_S) if wrong is not None else 0.0
        pause_s = self._rng.uniform(*manners.pause_s) if self._rng.random() < manners.pause else 0.0
        return Carry(start, end, turn, push, wrong, wrong_s, pause_s)

    def _beside(self) -> Spot | None:
        """Somewhere on the mat where no marker of a piece can be in a zone, whichever piece it is."""
        layout = self._rules.layout
        for _ in range(200):
            spot = Spot(self._rng.uniform(60, layout.width_mm - 60), self._rng.uniform(60, layout.height_mm - 60))
            markers = (self._rules.marker_at(kind, spot.x_mm, spot.y_mm, 0.0) for kind in self._samples.values())
            if all(self._rules.zone_at(x + dx, y + dy) is None for x, y in markers for dx in (-4, 4) for dy in (-4, 4)):
                return spot
        return None

    def some_zone(self) -> Spot:
        """The middle of any zone."""
        zone = self._rng.choice(self._rules.layout.zones)
        return Spot(zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2)


def _apart(one: Lying, other: Lying) -> bool:
    """Not two of one place, as of a pile, or one that the other pushes away."""
    return one.zone != other.zone or one.rank != other.rank


def _inside(zone: Zone, marker: Sequence[float]) -> bool:
    x_mm, y_mm = marker
    return (
        zone.x_mm + IN_ZONE_MM <= x_mm <= zone.x_mm + zone.width_mm - IN_ZONE_MM
        and zone.y_mm + IN_ZONE_MM <= y_mm <= zone.y_mm + zone.height_mm - IN_ZONE_MM
    )
