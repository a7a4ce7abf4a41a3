"""The settled picture of the whole table: what lies in each zone, as far as it can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.table.expected import Anything, Backs, Content, Pieces, Pile
from companion.table.sightings import MarkerId


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
    """What a camera sees of a zone that holds exactly this content; of a pile it sees the top only."""
    match content:
        case Pieces(kinds):
            return ZoneView(zone, tuple(sorted(kinds)))
        case Backs(_, count):
            return ZoneView(zone, backs=count)
        case Pile(_, count, top):
            return ZoneView(zone, (top,) if top else (), 0 if top or not count else 1)
        case Anything():
            return ZoneView(zone)


def fits(content: Content, seen: ZoneView) -> bool:
    """Whether what is seen can be this content."""
    if isinstance(content, Anything):
        return True
    wanted = show(seen.zone, content)
    if not seen.covered:
        return (wanted.kinds, wanted.backs) == (seen.kinds, seen.backs)
    return is_part(seen.kinds, wanted.kinds) and seen.backs <= wanted.backs


BACK = "back"
"""Stands for any face-down piece, whatever its back."""


def pieces(seen: ZoneView) -> Counter[str]:
    """How many pieces of each kind show, `BACK` for those that lie face down."""
    return Counter(seen.kinds) + Counter({BACK: seen.backs})


def is_on_the_way(before: ZoneView, now: ZoneView, after: ZoneView, may_be_empty: bool = False) -> bool:
    """Whether a zone may look so while people move pieces one by one from one look to another.

    What is there before and after stays in its place, unless it `may_be_empty` meanwhile. No other piece comes in, and
    none more than there are before or after.
    """
    one, there, other = pieces(before), pieces(now), pieces(after)
    stays = may_be_empty or now.covered or one & other <= there
    return one != other and stays and there <= one | other and there.total() <= max(one.total(), other.total())


def is_part(kinds: Iterable[str], of: Iterable[str]) -> bool:
    """Whether each kind is there at least as often in the other collection."""
    return not Counter(kinds) - Counter(of)
