"""Which piece must move next so that a mat comes to show a table. It is asked anew before each move, so that whatever
a person does in between is taken into account."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.table.expected import Anything, At, ExpectedTable, ExpectedZone, Pieces, Pile, Worth
from companion.table.geometry import LaidPiece, lay_zone, spots
from companion.table.layout import Zone
from companion.table.standees import feet
from vision.virtual.discs import change_of, free_places, scarce_discs
from vision.virtual.things import STANDING_LAYER, Lying, Rules, Thing

RIGHT_MM = 4.0
"""Nearer than this to its place a piece lies right."""
RIGHT_DEG = 8.0
IN_THE_WAY_MM = 14.0


@dataclass(frozen=True)
class Place:
    """Where a piece is to lie: its middle, how far it is turned, and what it lies over.

    `pile`: on top of all that lies in the zone.
    """

    zone: str
    x_mm: float
    y_mm: float
    layer: int
    rank: tuple[int, float]
    pile: bool = False
    angle_deg: float = 0.0


@dataclass(frozen=True)
class Move:
    """One piece to take and lay down. `piece` None: out of a hand. `place` None: into a hand; `aside`: to come back.

    `count` cards are taken at once from the top of a pile; with a card out of a hand `below` others come under it.
    """

    piece: int | None
    place: Place | None
    kind: str
    face_up: bool
    count: int = 1
    below: int = 0
    aside: bool = False


@dataclass
class _Spare:
    """A piece too many: `count` cards may be taken, and `deck` says that nobody has seen their faces."""

    piece: Lying
    count: int = 1
    deck: bool = False
    in_pile: bool = False


@dataclass(frozen=True)
class _Wish:
    """A place where a piece is missing; of a pile `room` of them."""

    place: Place
    kind: str
    face_up: bool
    room: int = 1


@dataclass
class _Sorted:
    """What a zone has too many and too few of, and what can be mended within it."""

    mends: list[Move] = field(default_factory=list)
    wishes: list[_Wish] = field(default_factory=list)
    spares: list[_Spare] = field(default_factory=list)
    stored: list[Lying] = field(default_factory=list)


def next_move(pieces: Sequence[Lying], aside: Sequence[Thing], table: ExpectedTable, rules: Rules) -> Move | None:
    """The first move on the way to that table; None where the mat shows it."""
    flat_ = [each for each in pieces if not rules.stands(each)]
    moves = _moves(flat_, aside, table, rules)
    # What stands comes off before anything is moved there, and on once that lies.
    at_work = {move.place.zone for move in moves if move.place is not None}
    standing = next_standee([each for each in pieces if rules.stands(each)], table, rules)
    if standing is not None and (standing.place is None or standing.place.zone not in at_work):
        return standing
    if not moves:
        return None
    for move in moves:
        if _in_the_way(move, flat_) is None:
            return move
    # All wait for one another, as Elders that change places do: one is taken into a hand, and comes back.
    other = _in_the_way(moves[0], flat_)
    assert other is not None
    kind, face_up = other.thing.shows
    return Move(other.number, None, kind, face_up, aside=True)


def next_standee(figures: Sequence[Lying], table: ExpectedTable, rules: Rules) -> Move | None:
    """The next move of what stands there; None where each stands in its zone, wherever in it that is."""
    left, missing = list(figures), list[tuple[str, Place]]()
    for zone in table.zones:
        at = rules.layout.find(zone.zone)
        for index, (kind, foot) in enumerate(zip(zone.standing, feet(at, zone.standing, rules.kit), strict=True)):
            there = next((each for each in left if (each.zone, each.thing.kind) == (zone.zone, kind)), None)
            if there is not None:
                left.remove(there)
            else:
                rank = (rules.zone_index[zone.zone], float(index))
                missing.append((kind, Place(zone.zone, foot.x_mm, foot.y_mm, STANDING_LAYER, rank)))
    for kind, place in missing:
        found = next((each.number for each in left if each.thing.kind == kind), None)
        return Move(found, place, kind, True)
    return Move(left[0].number, None, left[0].thing.kind, True) if left else None


def _in_the_way(move: Move, pieces: Sequence[Lying]) -> Lying | None:
    place = move.place
    if place is None or place.pile:
        return None
    for other in pieces:
        near = other.distance_mm(place.x_mm, place.y_mm) < IN_THE_WAY_MM
        if near and other.zone == place.zone and other.number != move.piece:
            return other
    return None


def _moves(pieces: Sequence[Lying], aside: Sequence[Thing], table: ExpectedTable, rules: Rules) -> list[Move]:
    """Every move that the whole way still takes, what makes room for others first."""
    all_ = _Sorted(spares=[_Spare(each, len(each.things)) for each in pieces if not each.zone])
    scarce = scarce_discs(table, pieces, rules)
    for zone in table.zones:
        here = sorted((each for each in pieces if each.zone == zone.zone), key=lambda each: each.order)
        _sort(zone, here, all_, rules, scarce)
    carried = list(_transfers(all_))
    drawn = list(_drawn(all_, rules))
    piled = list(_piled(all_, rules))
    fetched = list(_fetched(all_, aside))
    gone = list(_gone(all_, table, pieces, rules))
    return [*carried, *gone, *piled, *all_.mends, *drawn, *fetched]


def _sort(zone: ExpectedZone, here: list[Lying], into: _Sorted, rules: Rules, scarce: frozenset[str]) -> None:
    at = rules.layout.find(zone.zone)
    match zone.content:
        case Worth() as worth:
            _sort_discs(at, worth, here, into, rules, scarce)
        case Anything():
            into.stored += here
        case Pile() as pile:
            _sort_pile(at, pile, here, into, rules)
        case content:
            laid = lay_zone(at, content, rules.kit, zone.places)
            turned = {each.kind: each.angle_deg for each in zone.places if isinstance(each, At)}
            places = [
                (replace(place_of(each, at, index, rules), angle_deg=turned.get(each.kind, 0.0)), each)
                for index, each in enumerate(laid)
            ]
            _sort_fan(places, here, into, rules)


def place_of(laid: LaidPiece, zone: Zone, index: int, rules: Rules, pile: bool = False) -> Place:
    """The place of the piece of that index in its zone."""
    area = laid.area
    x_mm, y_mm = area.x_mm + area.width_mm / 2, area.y_mm + area.height_mm / 2
    return Place(zone.zone, x_mm, y_mm, zone.layer, (rules.zone_index[zone.zone], float(index)), pile)


def _sort_fan(places: list[tuple[Place, LaidPiece]], here: list[Lying], into: _Sorted, rules: Rules) -> None:
    """Keep what lies right, push what lies at another index, turn what shows the wrong side."""
    open_, left = list(places), list(here)
    highest = (-1, -1.0)
    for place, laid in places:
        for piece in left:
            right = piece.thing.shows == (laid.kind, laid.face_up) and _is_right(piece, place)
            if right and not piece.under and piece.rank > highest:
                highest = piece.rank
                left.remove(piece)
                open_.remove((place, laid))
                break
    for place, laid in list(open_):
        same = [each for each in left if each.thing.shows == (laid.kind, laid.face_up) and not each.under]
        turned = [each for each in left if _turns_to(each, laid, rules)]
        found = _nearest(same or turned, place)
        if found is not None:
            into.mends.append(Move(found.number, place, laid.kind, laid.face_up))
            left.remove(found)
            open_.remove((place, laid))
    into.wishes += [_Wish(place, laid.kind, laid.face_up) for place, laid in open_]
    into.spares += [_Spare(each, len(each.things), in_pile=bool(each.under)) for each in left]


def _sort_discs(
    zone: Zone, content: Worth, here: list[Lying], into: _Sorted, rules: Rules, scarce: frozenset[str]
) -> None:
    """Leave discs where they lie, but where there is no room for those to come: then all lie by the fan."""
    change = change_of(content, here, scarce)
    stay = [each for each in here if each not in change.taken]
    free = free_places(zone, change.laid, stay, rules)
    if free is None:
        kinds = (*(each.thing.kind for each in stay), *change.laid)
        laid = lay_zone(zone, Pieces(kinds), rules.kit)
        _sort_fan([(place_of(each, zone, index, rules), each) for index, each in enumerate(laid)], here, into, rules)
        return
    into.spares += [_Spare(each, len(each.things), in_pile=bool(each.under)) for each in change.taken]
    for kind, (index, at) in zip(change.laid, free, strict=True):
        rank = (rules.zone_index[zone.zone], float(index))
        into.wishes.append(_Wish(Place(zone.zone, at.x_mm, at.y_mm, zone.layer, rank), kind, True))


def _nearest(pieces: list[Lying], place: Place) -> Lying | None:
    return min(pieces, key=lambda each: each.distance_mm(place.x_mm, place.y_mm), default=None)


def _is_right(piece: Lying, place: Place) -> bool:
    angle = (piece.angle_deg - place.angle_deg + 180) % 360 - 180
    return piece.distance_mm(place.x_mm, place.y_mm) <= RIGHT_MM and abs(angle) <= RIGHT_DEG


def _turns_to(piece: Lying, laid: LaidPiece, rules: Rules) -> bool:
    """Whether a card, turned over, shows what is to lie there."""
    thing = piece.thing
    if piece.under or not thing.back or thing.face_up == laid.face_up:
        return False
    if not laid.face_up:
        return thing.back == laid.kind
    return thing.kind in ("", laid.kind) and rules.back_of(laid.kind) == thing.back


def _sort_pile(zone: Zone, pile: Pile, here: list[Lying], into: _Sorted, rules: Rules) -> None:
    # Only cards lie in piles; what else a person has put there goes.
    into.spares += [_Spare(each) for each in here if not each.thing.back]
    here = [each for each in here if each.thing.back]
    total = sum(len(each.things) for each in here)
    if not pile.count:
        into.spares += [_Spare(each, len(each.things), in_pile=True) for each in reversed(here)]
        return
    (laid,) = lay_zone(zone, pile, rules.kit)
    place = place_of(laid, zone, 0, rules, pile=True)
    wish = _Wish(place, laid.kind, laid.face_up, pile.count - total)
    if total < pile.count:
        into.wishes.append(wish)
        return
    top, excess = here[-1], total - pile.count
    if excess:
        # Cards that were seen may each be needed elsewhere; unseen ones are taken together.
        count = 1 if laid.face_up or top.thing.face_up else min(excess, len(top.things))
        into.spares.append(_Spare(top, count, deck=not top.thing.face_up and not laid.face_up, in_pile=True))
    elif top.thing.shows != (laid.kind, laid.face_up):
        into.spares.append(_Spare(top, 1, in_pile=True))
    else:
        wrong = [each for each in here if not _is_right(each, place)]
        # Pushed in their order, each over the one before.
        into.mends += [Move(each.number, place, *each.thing.shows, count=len(each.things)) for each in wrong[:1]]


def _transfers(all_: _Sorted) -> Iterator[Move]:
    """From where a piece is too many to where one of its kind is missing, rather at the same seat."""
    for wish in [each for each in all_.wishes if not each.place.pile]:
        found = [each for each in all_.spares if each.piece.thing.shows == (wish.kind, wish.face_up) and not each.deck]
        if not found:
            continue
        seat = _seat(wish.place.zone)
        best = min(found, key=lambda each: (_seat(each.piece.zone) != seat, each.in_pile))
        all_.wishes.remove(wish)
        _use(all_, best, 1)
        yield Move(best.piece.number, wish.place, wish.kind, wish.face_up)


def _seat(zone: str) -> str:
    return zone.rpartition(".")[2] if "." in zone else ""


def _use(all_: _Sorted, spare: _Spare, count: int) -> None:
    spare.count -= count
    if not spare.count:
        all_.spares.remove(spare)


def _drawn(all_: _Sorted, rules: Rules) -> Iterator[Move]:
    """Faces that come up off a deck."""
    for wish in [each for each in all_.wishes if each.face_up and not each.place.pile]:
        deck = next((each for each in all_.spares if each.deck and _fits(each.piece, wish, rules)), None)
        if deck is not None:
            all_.wishes.remove(wish)
            _use(all_, deck, 1)
            yield Move(deck.piece.number, wish.place, wish.kind, True)


def _fits(piece: Lying, wish: _Wish, rules: Rules) -> bool:
    """Whether it is a card of the size that is wished for."""
    return bool(piece.thing.back) and rules.kit.pieces[wish.kind].size == rules.kit.pieces[piece.thing.back].size


def _piled(all_: _Sorted, rules: Rules) -> Iterator[Move]:
    """What comes onto piles, one move each: the last one shows what must lie on top."""
    for wish in [each for each in all_.wishes if each.place.pile]:
        all_.wishes.remove(wish)
        if wish.face_up:
            yield _onto_faces(wish, all_, rules)
        else:
            yield _onto_backs(wish, all_, rules)


def _onto_faces(wish: _Wish, all_: _Sorted, rules: Rules) -> Move:
    fit = [each for each in all_.spares if _fits(each.piece, wish, rules) and each.piece.thing.face_up]
    tops = [each for each in fit if each.piece.thing.kind == wish.kind]
    others = [each for each in fit if each.piece.thing.kind != wish.kind]
    # What will be taken by the next moves is not to be cleared away meanwhile.
    for kept in [*tops[:1], *others, *tops[1:]][: wish.room]:
        _use(all_, kept, 1)
    lower = [*others, *tops[1:]] if wish.room > 1 else []
    if lower:
        return Move(lower[0].piece.number, wish.place, lower[0].piece.thing.kind, True)
    source = tops[0].piece.number if tops else None
    return Move(source, wish.place, wish.kind, True, below=wish.room - 1)


def _onto_backs(wish: _Wish, all_: _Sorted, rules: Rules) -> Move:
    fit = [each for each in all_.spares if _fits(each.piece, wish, rules)]
    best = max(fit, key=lambda each: (each.in_pile, each.count), default=None)
    if best is None:
        return Move(None, wish.place, wish.kind, False, below=wish.room - 1)
    count = min(best.count, wish.room)
    _use(all_, best, count)
    return Move(best.piece.number, wish.place, wish.kind, False, count)


def _fetched(all_: _Sorted, aside: Sequence[Thing]) -> Iterator[Move]:
    """What comes out of a hand; pieces set aside, and after them those in store, come first."""
    held = [thing.shows for thing in aside]
    for wish in all_.wishes:
        shows = (wish.kind, wish.face_up)
        stored = next((each for each in all_.stored if each.thing.shows == shows), None)
        if shows in held:
            held.remove(shows)
        elif stored is not None:
            all_.stored.remove(stored)
            yield Move(stored.number, wish.place, *shows)
            continue
        yield Move(None, wish.place, *shows)


def _gone(all_: _Sorted, table: ExpectedTable, pieces: Sequence[Lying], rules: Rules) -> Iterator[Move]:
    """What leaves: to the store of its kind where there is one, else into a hand."""
    for spare in all_.spares:
        kind, face_up = spare.piece.thing.shows
        place = store_place(kind, table, pieces, rules) if spare.count == 1 and kind else None
        yield Move(spare.piece.number, place, kind, face_up, spare.count)


def store_place(kind: str, table: ExpectedTable, pieces: Iterable[Lying], rules: Rules) -> Place | None:
    """A free place where discs of a kind lie that the table does not show; None for what has no store."""
    known, piece = rules.kinds.get(kind), rules.kit.pieces[kind]
    if known is None or known.shape != "disc" or piece.is_shared:
        return None
    size, there = rules.kit.size(kind), list(pieces)
    for wanted in table.zones:
        zone = rules.layout.find(wanted.zone)
        if not isinstance(wanted.content, Anything) or zone.lays != piece.size:
            continue
        for index, spot in enumerate(spots(zone, [size] * piece.count, rules.kit)):
            x_mm, y_mm = spot.x_mm + size.width_mm / 2, spot.y_mm + size.height_mm / 2
            if all(each.distance_mm(x_mm, y_mm) >= min(size.width_mm, size.height_mm) * 0.9 for each in there):
                return Place(zone.zone, x_mm, y_mm, zone.layer, (rules.zone_index[zone.zone], float(index)))
    return None


def too_many(table: ExpectedTable, rules: Rules) -> str:
    """The first kind of which the table shows more pieces than there are; "" where there are enough."""
    shown: dict[str, int] = {}
    for zone in table.zones:
        laid = lay_zone(rules.layout.find(zone.zone), zone.content, rules.kit)
        for kind in (*(each.kind for each in laid), *zone.standing):
            shown[kind] = shown.get(kind, 0) + 1
    for kind, count in shown.items():
        piece = rules.kit.pieces.get(kind)
        # Of cards that their owner has named there are as many as have that name.
        most = rules.kit.standees[kind].count if piece is None else max(piece.count, len(rules.kit.markers(kind)))
        if count > most and not (piece is not None and piece.is_shared):
            return kind
    return ""
