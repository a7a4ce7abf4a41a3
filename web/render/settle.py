"""What a seat of a table with bots lets chance settle, a button each; and who has yet to have what is everybody's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from companion.games.core import Seat, Settling
from companion.language.message import NOTHING, Message, say

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot


BY_HAND: Final = say("The hands at the table do it now. Watch the table.")


class SettlePart(msgspec.Struct, frozen=True):
    """The part of a seat's page by which it rolls, draws and turns up."""

    address: str
    buttons: tuple[Settling, ...] = ()
    note: Message = NOTHING
    """What is under way, or for whom it waits."""

    @property
    def is_shown(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.buttons or self.note)


def settle_part(snapshot: Snapshot, seat: Seat, *, is_laying: bool = False) -> SettlePart:
    """What the page of that seat shows of it; `is_laying` where hands lay a card for it."""
    return SettlePart(
        f"/seat/{seat + 1}/settle", snapshot.settlings(seat), BY_HAND if is_laying else _note(snapshot, seat)
    )


def _note(snapshot: Snapshot, seat: Seat) -> Message:
    if snapshot.is_over:
        return NOTHING
    if snapshot.wanted is not None and snapshot.wanted.seat == seat:
        return BY_HAND
    attended = snapshot.attended
    if not attended.had.get(seat):
        return NOTHING
    return attended.waiting(snapshot.names)
