"""Dice that lie in zones of the mat, as one page shows them: a sentence each, a photograph, and what may be tapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from companion.games.core import Seat
from companion.language.message import Message
from companion.referee.sight import may_answer
from web.render.buttons import Button, make_button

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot


class ZonePart(msgspec.Struct, frozen=True):
    """What one page shows of the dice in one zone."""

    key: str
    """Names it on the page, and in the address of its photograph."""
    text: Message
    photo: str
    """Address of the photograph; empty where there is none."""
    answers: tuple[Button, ...]
    others: tuple[Message, ...]
    """Answers that only somebody else may tap, in words."""
    address: str
    """Where a tap is sent."""


def zone_parts(snapshot: Snapshot, seat: Seat | None, is_host: bool) -> tuple[ZonePart, ...]:
    """The dice of each zone of which something is said, for the page of a seat, of the host, or of the public."""
    if snapshot.is_over:
        return ()
    kinds = dict(snapshot.game.mat.pieces)
    found = list[ZonePart]()
    for each in snapshot.zones:
        mine = [choice for choice in each.answers if may_answer(choice, seat, is_host)]
        key = f"{each.zone}-{each.number}"
        photo = f"/dice/{snapshot.game_id}/zone/{key}.jpg" if each.has_photo else ""
        buttons = tuple(make_button(choice, kinds) for choice in mine)
        others = tuple(choice.label for choice in each.answers if choice not in mine)
        address = "/tap" if seat is None else f"/seat/{seat + 1}/tap"
        found.append(ZonePart(key, each.text, photo, buttons, others, address))
    return tuple(found)
