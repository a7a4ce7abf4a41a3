"""What camera and scale have told of the table so far, what of it has come to rest, and how far each is believed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from companion.referee.comparison import Look, Position
from companion.referee.fuse import Settling, table_view, zone_at
from companion.referee.occlusion import Arms
from companion.referee.places import Misplaced, Rests, misplaced
from companion.referee.scale import felt_in, zone_of_scale
from companion.referee.strays import Stray, Strays
from companion.referee.trust import MarkerTrust, ScaleTrust
from companion.referee.unknown_markers import UnknownMarker, UnknownMarkers
from companion.table.blanks import blanks
from companion.table.felt import MOST_PIECES
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.seen import TableView, kinds_in, show, too_many_and_missing
from companion.table.sightings import Reading, Rejection

GAP_S = 2.0
"""Nobody acts twice in less."""


class Sensors:
    """One camera and one scale, in the order in which they told. A broken one's impossible readings are left out."""

    def __init__(self, kit: Kit) -> None:
        self.reading = Reading(0.0)
        """The newest look at the mat."""
        self.at_s = 0.0
        """When the camera last told of anything."""
        self.unseen = ""
        """Why the camera does not see the mat now; empty where it does."""
        self.count: int | None = None
        """What lies on the scale, in pieces, believed or not; None where nobody can tell."""
        self.was_watched = True
        """Whether the camera has looked on without a gap since this was last set."""
        self._kit = kit
        self._strangers = UnknownMarkers()
        self._unnamed = UnknownMarkers()
        self._strays = Strays()
        self._has_looked = False
        self._saw_s = 0.0
        """When the mat was last seen."""
        self._settling = Settling()
        self._rests = Rests()
        self._arms = Arms()
        self._scale = ScaleTrust()
        self._cards = MarkerTrust()

    def see(self, reading: Reading, layout: Layout, tops: Mapping[str, str], has_places: bool = False) -> None:
        """One more look at that mat; `tops` are the cards that the piles have on top, as the game has them.

        Where the game asks for places within its zones, where each piece lies is noted to the millimetre.
        """
        if not _is_finite(reading.at_s):
            return
        if reading.at_s < self.at_s:  # another camera, or the same opened anew
            self._settling, self._arms, self.was_watched = Settling(), Arms(), False
            self._strangers, self._unnamed = UnknownMarkers(), UnknownMarkers()
            self._strays, self._rests = Strays(), Rests()
        self.at_s, self.unseen, self._has_looked = reading.at_s, reading.unseen, True
        if reading.unseen:
            return
        self.was_watched = self.was_watched and reading.at_s - self._saw_s < GAP_S
        self.reading, self._saw_s = reading, reading.at_s
        self._arms = self._arms.next(reading.reaching, reading.at_s)
        placed = [each for each in reading.sightings if _is_finite(each.x_mm, each.y_mm, each.angle_deg)]
        odd = [each for each in reading.rejected if _is_finite(each.x_mm, each.y_mm)]
        self._strangers = self._strangers.next(reading.at_s, odd, layout)
        blank = blanks(self._kit)
        places = [(each.marker, each.x_mm, each.y_mm) for each in placed]
        places += [(each.marker, each.x_mm, each.y_mm) for each in odd]
        nameless = [Rejection(marker, "unknown", x, y, "") for marker, x, y in places if marker in blank]
        self._unnamed = self._unnamed.next(reading.at_s, nameless, layout)
        # A card of which nobody has said which it is may be any of them: nothing follows where it lies.
        odd += nameless
        placed = [each for each in placed if each.marker not in blank]
        self._cards = self._cards.next(reading.at_s, placed, self._kit.single)
        aside = self._cards.aside
        odd += [Rejection(each.marker, "misread", each.x_mm, each.y_mm, "") for each in placed if each.marker in aside]
        placed = [each for each in placed if each.marker not in aside]
        self._strays = self._strays.next(reading.at_s, placed, layout, self._kit)
        self._rests = self._rests.next(reading.at_s, placed, self._kit) if has_places else Rests()
        self._settling = self._settling.next(table_view(placed, odd, layout, self._kit, tops), reading.at_s)

    def feel(self, count: int | None) -> None:
        """What lies on the scale from now on; a count that cannot be is none."""
        self.count = count if count is not None and 0 <= count <= MOST_PIECES else None

    def read_by(self, kit: Kit) -> None:
        """Read the markers by that kit from now on; what was thought of one that means something else is forgotten."""
        was, now = self._kit.single, kit.single
        other = {marker for marker in was.keys() | now.keys() if was.get(marker) != now.get(marker)}
        pairs = frozenset(pair for pair in self._cards.exchanged if not other.intersection(pair))
        self._cards = msgspec.structs.replace(self._cards, told=self._cards.told - other, exchanged=pairs)
        self._kit = kit

    @property
    def strangers(self) -> tuple[UnknownMarker, ...]:
        """The markers on the mat that are none of the kit's, by their numbers."""
        return tuple(each for each in self._strangers.now(self.at_s) if each.marker not in self._kit.kinds)

    @property
    def unnamed(self) -> tuple[UnknownMarker, ...]:
        """The blank cards on the mat that nobody has named, by their markers."""
        return tuple(each for each in self._unnamed.now(self.at_s) if each.marker in blanks(self._kit))

    @property
    def strays(self) -> tuple[Stray, ...]:
        """The pieces that lie on the mat and in no zone."""
        return self._strays.at_rest(self.at_s)

    # --- what has come to rest ----------------------------------------------------------------------------------------

    @property
    def is_blind(self) -> bool:
        """Whether no camera sees the mat."""
        return not self._has_looked or bool(self.unseen)

    @property
    def has_settled(self) -> bool:
        """Whether a mat has been seen at all."""
        return bool(self._settling.rests)

    @property
    def are_hands_away(self) -> bool:
        """Whether no arm has been at work over the mat for as long as a table takes to settle."""
        return self._arms.are_away(self.at_s)

    def table(self) -> TableView:
        """What the camera sees, as far as it has come to rest."""
        return self._settling.table()

    def moving(self) -> frozenset[str]:
        """Zones that have not come to rest."""
        return self._settling.moving()

    def misplaced(self, position: Position, before: Sequence[Misplaced]) -> tuple[Misplaced, ...]:
        """Pieces that lie in their zone and not in their place; `before` are those named last."""
        layout = position.layout
        return misplaced(position.zones, self._rests.lies(layout, self._kit), layout, self._kit, before)

    # --- what is believed ---------------------------------------------------------------------------------------------

    @property
    def is_scale_aside(self) -> bool:
        """Whether the scale is not believed for now."""
        return self._scale.is_aside

    @property
    def believed_count(self) -> int | None:
        """What lies on the scale; None where nobody can tell or the scale is not believed."""
        return None if self._scale.is_aside else self.count

    def hold_against(self, position: Position) -> None:
        """Weigh what scale and cards tell against the camera's table at rest, and against what the game has there."""
        layout, look = position.layout, position.look
        zone = zone_of_scale(layout)
        if zone is not None and self.count is not None:
            seen = next(each for each in self.table().zones if each.zone == zone.zone)
            wanted = show(zone.zone, look[zone.zone])
            self._scale = self._scale.next(self.at_s, seen, felt_in(zone, self.count), wanted)
        if self._cards.exchanged:
            zones = {each.marker: zone_at(layout, each.x_mm, each.y_mm) for each in self.reading.sightings}
            there = {marker: kinds_in(look[at.zone]) for marker, at in zones.items() if at is not None}
            self._cards = self._cards.agreeing(self._kit.single, there)

    def set_aside(self, zone: str, look: Look) -> bool:
        """The host says that the cards read in a zone which the game has not there are others; whether there are any.

        From now on their markers are no facts: wherever they are read the place counts as covered.
        """
        there = next((each for each in self.table().zones if each.zone == zone), None)
        if there is None or zone not in look:
            return False
        wrong, _ = too_many_and_missing(look[zone], there)
        misread = [marker for marker in there.markers if wrong[self._kit.single.get(marker, "")]]
        self._cards = self._cards.without(misread)
        return bool(misread)

    def believe(self) -> bool:
        """All markers are facts again; whether any was none."""
        before, self._cards = self._cards, self._cards.restored()
        return bool(before.aside)

    @property
    def has_misread(self) -> bool:
        """Whether any marker is no fact for now."""
        return bool(self._cards.aside)

    @property
    def is_told_to(self) -> bool:
        """Whether the host has said so of some."""
        return bool(self._cards.told)

    def misread(self, layout: Layout) -> list[tuple[str, str]]:
        """The kinds that the cards read as whose markers are no facts, and the zones in which they were last read."""
        places = {marker: place.spot for marker, place in self._cards.places.items()}
        return [
            (self._kit.single[marker], at.zone if at is not None else "")
            for marker in sorted(self._cards.aside)
            for at in [zone_at(layout, places[marker].x_mm, places[marker].y_mm) if marker in places else None]
        ]


def _is_finite(*values: float) -> bool:
    return all(map(math.isfinite, values))
