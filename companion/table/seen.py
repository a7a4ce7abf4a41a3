"""The settled picture of the whole table: what lies in each zone, as far as it can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from companion.table.expected import Anything, Backs, Content, Pieces, Pile, Worth
from companion.table.sightings import MarkerId
from companion.table.worth import discs_of, kind_of, parse_disc, sums_of, surplus_and_missing


class ZoneView(msgspec.Struct, frozen=True):
    """What is seen in one zone."""

    zone: str
    kinds: tuple[str, ...] = ()
    """Kinds of the face-up pieces, sorted."""
    backs: int = 0
    """Face-down pieces that show."""
    covered: bool = False
    """Something hides part of the zone: more may lie there than is seen, so nothing follows from what is not seen."""
    markers: tuple[MarkerId, ...] = ()
    """Markers of the face-up pieces, sorted: by them a card is told from another of its kind."""


class TableView(msgspec.Struct, frozen=True):
    """Every zone of the layout, as seen at one settled moment."""

    zones: tuple[ZoneView, ...]


def show(zone: str, content: Content) -> ZoneView:
    """What a camera sees of a zone that holds exactly this content: of a pile the top, of sums the fewest discs."""
    match content:
        case Pieces(kinds):
            return ZoneView(zone, tuple(sorted(kinds)))
        case Backs(_, count):
            return ZoneView(zone, backs=count)
        case Pile(_, count, top):
            return ZoneView(zone, (top,) if top else (), 0 if top or not count else 1)
        case Worth():
            return ZoneView(zone, tuple(sorted(discs_of(content))))
        case Anything():
            return ZoneView(zone)


def fits(content: Content, seen: ZoneView) -> bool:
    """Whether what is seen can be this content."""
    if isinstance(content, Anything):
        return True
    if isinstance(content, Worth):
        return _adds_up(content, seen)
    wanted = show(seen.zone, content)
    if not seen.covered:
        return (wanted.kinds, wanted.backs) == (seen.kinds, seen.backs)
    return is_part(seen.kinds, wanted.kinds) and seen.backs <= wanted.backs


def _adds_up(content: Worth, seen: ZoneView) -> bool:
    """Whether discs are worth it; where some may be hidden, whether those that are seen are worth no more."""
    wanted, sums = Counter(dict(content.sums)), sums_of(seen.kinds, content.values)
    if seen.backs or not all(parse_disc(kind, content.values) for kind in seen.kinds):
        return False
    return sums <= wanted if seen.covered else sums == wanted


BACK = "back"
"""Stands for any face-down piece, whatever its back."""


def pieces(seen: ZoneView) -> Counter[str]:
    """How many pieces of each kind show, `BACK` for those that lie face down."""
    return Counter(seen.kinds) + Counter({BACK: seen.backs})


def too_many_and_missing(content: Content, seen: ZoneView) -> tuple[Counter[str], Counter[str]]:
    """The fewest pieces to take away, and to lay, so that what is seen becomes what a camera sees of this content."""
    there = pieces(seen)
    if isinstance(content, Worth):
        return surplus_and_missing(there.elements(), content)
    wanted = pieces(show(seen.zone, content))
    return there - wanted, wanted - there


def kinds_in(content: Content) -> frozenset[str]:
    """The kinds of the face-up pieces that may lie in a zone with this content."""
    if isinstance(content, Worth):
        discs = ((name, value, total) for name, total in content.sums for value in content.values)
        return frozenset(kind_of(name, value) for name, value, total in discs if value <= total)
    return frozenset(show("", content).kinds)


def is_on_the_way(
    before: ZoneView, now: ZoneView, after: ZoneView, may_be_empty: bool = False, values: tuple[int, ...] = ()
) -> bool:
    """Whether a zone may look so while people move pieces one by one from one look to another.

    What is there before and after stays in its place, unless it `may_be_empty` meanwhile. No other piece comes in, and
    none more than there are before or after. Discs that are counted by these `values` may also be any that add up to
    something between the two sums of their name.
    """
    one, there, other = pieces(before), pieces(now), pieces(after)
    may_lack = may_be_empty or now.covered
    if not values:
        return one != other and _is_between(one, there, other, may_lack)
    sums = [sums_of(each, values) for each in (before.kinds, now.kinds, after.kinds)]
    names = {disc[0] if (disc := parse_disc(kind, values)) else kind for kind in (*one, *there, *other)}
    if sums[0] == sums[2]:
        return False
    for name in names:
        discs = [_of_name(each, name, values) for each in (one, there, other)]
        if not (_is_sum_between(name, sums, may_lack) or _is_between(discs[0], discs[1], discs[2], may_lack)):
            return False
    return True


def _is_between(one: Counter[str], there: Counter[str], other: Counter[str], may_lack: bool) -> bool:
    stays = may_lack or one & other <= there
    return stays and there <= one | other and there.total() <= max(one.total(), other.total())


def _is_sum_between(name: str, sums: Sequence[Counter[str]], may_lack: bool) -> bool:
    before, now, after = (each[name] for each in sums)
    return max(before, after) > 0 and (0 if may_lack else min(before, after)) <= now <= max(before, after)


def _of_name(there: Counter[str], name: str, values: tuple[int, ...]) -> Counter[str]:
    """The discs of that name, or the pieces of that kind which are no discs."""
    return Counter({kind: number for kind, number in there.items() if (parse_disc(kind, values) or (kind,))[0] == name})


def is_part(kinds: Iterable[str], of: Iterable[str]) -> bool:
    """Whether each kind is there at least as often in the other collection."""
    return not Counter(kinds) - Counter(of)
