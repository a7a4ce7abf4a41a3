"""Dice that lie in zones of the mat: what was done with them counts at once or is asked. The referee thread's own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.games.core import Action, View
from companion.games.dice import Dice, Finding
from companion.journal import JournalError
from companion.live.playthrough import Playthrough
from companion.referee.dice_zones import ZoneSight, sight_of
from companion.referee.fuse import zone_at
from companion.referee.rolls import least_sure
from companion.table.dice import DiceZone, DieSighting, LyingDice, PieceSighting, RollSighting
from companion.table.evidence import Evidence, Proof
from companion.table.geometry import zone_area
from companion.table.layout import Layout
from companion.table.sightings import Reading, Sighting

BY: Final = "camera"
STILL_MM = 4.0
"""A die so near to where one was read before is the same one, and nobody has touched it: its middle is seen to a
millimetre or two, and whoever turns it or lays another there moves it further. Own choice."""
MOST_ACTS = 16
"""More acts than can have been done before the table is judged again: each seat a die, and some."""


class _Seen(msgspec.Struct, frozen=True):
    """The dice of one zone as they lie there now."""

    roll: RollSighting
    number: int
    evidence: Evidence
    photo: bytes
    rolled: int
    """Row of the newest roll by then: after another one all dice lie anew."""


class ZoneHandlers:
    """What a camera has told of the dice in each zone of one game, and what it comes to. Begins without any."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.sights: tuple[ZoneSight, ...] = ()
        """What is to be said or asked now."""
        self._playthrough = playthrough
        self._seen: dict[str, _Seen] = {}
        self._sightings: tuple[Sighting, ...] = ()
        self._number = 0
        self._judged: tuple[object, ...] = ()
        """What the newest judgement was made of."""
        self._rewound_at = playthrough.rewound_at

    def see(self, roll: RollSighting) -> None:
        """Dice have come to rest in a zone, or are there no more."""
        dice = self._dice
        zone = roll.zone or (dice.zone if dice is not None else "")
        if dice is None or not self._playthrough.plays_by_sight():
            return
        self._number += 1
        evidence, photo = Evidence(BY, (zone,), roll.at_s, roll.frame, least_sure(roll)), b""
        if roll.zone:  # of a roll itself there is a photograph already
            evidence, photo = self._playthrough.photographed(Proof(evidence, (zone_area(self._layout().find(zone)),)))
        before, rolled = self._seen.get(zone), self._rolled()
        if before is not None and before.rolled == rolled:
            roll = replace(roll, dice=_as_they_were(roll.dice, before.roll.dice))
        self._seen[zone] = _Seen(roll, self._number, evidence, photo, rolled)

    def look(self, reading: Reading) -> None:
        """Where the pieces are on which dice may lie."""
        if not reading.unseen:
            self._sightings = reading.sightings

    def judge(self) -> None:
        """Let what was done count, and say what is to be asked; nothing where all is as it was."""
        playthrough = self._playthrough
        if self._rewound_at != playthrough.rewound_at:
            # Set back: how the dice lay until now tells of no act.
            self._rewound_at = playthrough.rewound_at
            self.forget()
        for _ in range(MOST_ACTS):
            lying = self._lying()
            timeline = playthrough.timeline
            made_of = (timeline.revision, timeline.names(), self._number, lying)
            if made_of == self._judged:
                return
            found = self._found(lying)
            done = next((each for each in found if each.act is not None), None)
            if done is None or done.act is None:
                self.sights = tuple(filter(None, map(self._sight, found)))
                self._judged = made_of
                return
            try:
                self._accept(done, done.act)
            except JournalError:
                return  # found again with the next look, when the disk may take it

    def forget(self) -> None:
        """Nothing is known of the dice until they are seen otherwise."""
        self._seen, self.sights = {}, ()

    def zones(self) -> tuple[DiceZone, ...]:
        """Where dice are looked at in the present position."""
        dice = self._dice
        return dice.zones(self._view()) if dice is not None else ()

    def opened(self) -> frozenset[str]:
        """The private zones that everybody may see in the present position."""
        dice = self._dice
        return dice.opened(self._view()) if dice is not None else frozenset()

    def photos(self) -> dict[str, bytes]:
        """The photograph of each zone of which something is said, a JPEG; zones without one are left out."""
        return {each.zone: self._seen[each.zone].photo for each in self.sights if each.has_photo}

    def _lying(self) -> dict[str, LyingDice]:
        """The dice and pieces in each zone that tells something in this position; the others are forgotten."""
        dice = self._dice
        if dice is None or not self._seen:
            return {}
        watched = {each.zone for each in self.zones()}
        self._seen = {zone: each for zone, each in self._seen.items() if zone in watched}
        return {zone: LyingDice(each.roll.dice, self._pieces_in(zone)) for zone, each in self._seen.items()}

    def _pieces_in(self, zone: str) -> tuple[PieceSighting, ...]:
        layout, kinds = self._layout(), self._playthrough.watcher.kit.kinds
        known = (each for each in self._sightings if each.marker in kinds)
        there = ((each, zone_at(layout, each.x_mm, each.y_mm)) for each in known)
        return tuple(_piece(kinds[each.marker], each) for each, at in there if at is not None and at.zone == zone)

    def _found(self, lying: Mapping[str, LyingDice]) -> tuple[Finding, ...]:
        dice = self._dice
        if dice is None or not lying or not self._playthrough.plays_by_sight():
            return ()
        return dice.found(self._view(), lying)

    def _accept(self, found: Finding, act: Action) -> None:
        playthrough, seen = self._playthrough, self._seen[found.zone]
        playthrough.accept(BY, [act], playthrough.timeline.states_after([act]), proofs=[Proof(seen.evidence)])
        playthrough.keep_photo(seen.photo)
        playthrough.paused = False

    def _sight(self, found: Finding) -> ZoneSight | None:
        seen = self._seen.get(found.zone)
        return sight_of(found, seen.number if seen else 0, bool(seen and seen.photo))

    def _rolled(self) -> int:
        """Row of the newest roll; 0 before the first."""
        done = reversed(self._playthrough.timeline.done)
        return next((each.number for each in done if each.action is not None and each.action.sense == "rolled"), 0)

    @property
    def _dice(self) -> Dice[Any, Any, Any] | None:
        return self._playthrough.timeline.game.dice

    def _view(self) -> View[Any, Any]:
        timeline = self._playthrough.timeline
        return timeline.game.view(timeline.state, None, timeline.names())

    def _layout(self) -> Layout:
        return self._playthrough.timeline.game.mat.layout(self._view())


def _as_they_were(dice: tuple[DieSighting, ...], before: tuple[DieSighting, ...]) -> tuple[DieSighting, ...]:
    """The same dice; one that lies where a die was read before has not moved, and shows what it showed."""
    found = list[DieSighting]()
    for die in dice:
        there = min(before, key=lambda each: _apart_mm(each, die), default=None)
        is_still = there is not None and there.state == "read" and _apart_mm(there, die) <= STILL_MM
        found.append(there if is_still and there is not None else die)
    return tuple(found)


def _apart_mm(one: DieSighting, other: DieSighting) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _piece(kind: str, seen: Sighting) -> PieceSighting:
    """Rounded: a piece that lies still is seen a little elsewhere in each picture."""
    return PieceSighting(kind, round(seen.x_mm), round(seen.y_mm), round(seen.angle_deg))
