"""What a moment shows besides the course of its game, in records that belong together. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.games.core import Seat
from companion.language.message import Text
from companion.live.attention import Attended
from companion.live.drafts import Drafts
from companion.live.lobby import Lobby
from companion.live.requests import SeatInfo, Wanted
from companion.live.unopened import Unopened
from companion.referee.dice_zones import ZoneSight
from companion.referee.reset_moves import Laid
from companion.referee.rolls import RollSight
from companion.referee.sight import Sight
from companion.referee.unknown_markers import UnknownMarker
from companion.table.devices import DeviceHealth
from companion.table.kit import Kit
from companion.table.sightings import MarkerId


class Seating(msgspec.Struct, frozen=True):
    """Who sits where, and who waits for a seat."""

    seats: tuple[SeatInfo, ...]
    waiting: frozenset[tuple[Seat, str]]
    """Seats, and the hashes of the keys of those who wait for them."""


class Flow(msgspec.Struct, frozen=True):
    """Whether play goes on by itself, and what it waits for."""

    paused: bool
    """The bots and the virtual dealer hold still until the host lets them go on."""
    is_virtual: bool
    """The companion deals, and bots play the seats that nobody has taken."""
    lobby: Lobby | None
    """What stands before the game; None while it runs."""
    attended: Attended
    """Who has had what all have to have before play goes on."""
    wanted: Wanted | None
    """What somebody wants hands to settle; None mostly, and always where the companion deals."""


class Sensed(msgspec.Struct, frozen=True):
    """What camera, board and dice come to."""

    sight: Sight
    """What the camera's look at the table comes to, in public words; where none looks on, what to put back.
    Nothing once the host has ended the game."""
    pressed: Text
    """Why the last press of a button changed nothing; empty where it did."""
    refused_presses: int
    """How often that happened: the same press twice is told twice."""
    roll: RollSight
    """What the newest roll that was seen has come to."""
    zones: tuple[ZoneSight, ...]
    """What is to be said and asked of dice that lie in zones of the mat."""


class Markings(msgspec.Struct, frozen=True):
    """What markers and tags stand for, and those of which nobody knows it."""

    kit: Kit
    """What the markers stand for: the game's kit, and what was enrolled."""
    enrolled: Mapping[MarkerId, str]
    """What each marker stands for that the game's own kit does not know."""
    strangers: tuple[UnknownMarker, ...]
    """The markers on the mat that stand for nothing."""
    unnamed: tuple[UnknownMarker, ...]
    """The blank cards on the mat of which the owner has not said which they are."""
    tags: Mapping[str, str]
    """Which kind of piece each tag for the card reader is on that the game's own kit does not know."""
    unknown_tag: str
    """The tag on the reader that nobody knows; empty where there is none."""


class Shown(msgspec.Struct, frozen=True):
    """What everybody sees besides the course: another moment is told of where any of it is another."""

    seating: Seating
    health: tuple[DeviceHealth, ...]
    flow: Flow
    sensed: Sensed
    markings: Markings


class Photos(msgspec.Struct, frozen=True):
    """By what is known which dice lie there, as JPEGs."""

    roll: bytes
    """The tray as the newest roll that was seen lay there; empty where there is none."""
    zones: Mapping[str, bytes]
    """The photograph of each zone of the mat that dice lie in; zones without one are left out."""


class Aside(msgspec.Struct, frozen=True):
    """What belongs to a moment, and by itself makes no other one: what shows of it is in `Shown` too, or is one seat's
    alone."""

    laid: Laid | None
    """How the pieces lay before the position was set back; None where that was not, or they lie right by now."""
    photos: Photos
    drafts: Drafts
    """What seats are putting together."""
    unopened: Unopened | None
    """What lies there sealed and cannot be opened; None mostly."""
