"""What can be told to a live game: one record for each way in which it learns of anything, all taken at one place."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from companion.live.requests import Client, DraftTap, Request
from companion.table.dice import RollSighting
from companion.table.felt import Feeling
from companion.table.sightings import Reading


class Looked(msgspec.Struct, frozen=True, tag=True):
    """A look of the camera."""

    reading: Reading


class Felt(msgspec.Struct, frozen=True, tag=True):
    """What the board felt: the bowl, the card on the reader, and presses."""

    feeling: Feeling


class Tumbled(msgspec.Struct, frozen=True, tag=True):
    """Dice that came to rest in the tray."""

    roll: RollSighting


class Judge(msgspec.Struct, frozen=True, tag=True):
    """There is time for one slice of finding out what was done."""


class Asked(msgspec.Struct, frozen=True, tag=True):
    """A request of a page."""

    client: Client
    request: Request


class Drafting(msgspec.Struct, frozen=True, tag=True):
    """Somebody goes on putting an act together. It is no act: no recording has it, and it wakes nobody."""

    client: Client
    tap: DraftTap


class Acted(msgspec.Struct, frozen=True, tag=True):
    """Acts of the dealer or a bot, in order, all or none."""

    who: str
    actions: tuple[dict[str, Any], ...]
    """Each action as JSON gives it; the live game decodes them by the game."""


Input: TypeAlias = Looked | Felt | Tumbled | Judge | Asked | Drafting | Acted
