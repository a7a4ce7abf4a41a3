"""Where the next act can be tapped and by whom, for pages that do not offer it themselves: a sentence with its links.

At a table with own cards acts are tapped on the pages of those who sit, and on the table page of a device with the host
code. Who that is comes from what those pages offer, so that the sentence never says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec

from companion.games.core import OFF_MAT, Choice, Seat
from companion.games.shared.phrases import listing
from companion.live.requests import SeatInfo
from companion.live.snapshot import Snapshot

PageKind: TypeAlias = Literal["table", "seat", "host"]

CHOICES: Final = "/#choices"
"""The acts to tap on the table page."""
PLAYERS: Final = "#players"
"""The players on the table page, each with a link to a free seat."""
CODE: Final = "/host?then=table"
"""Where the host code is typed, and the table page is opened then."""
MOST_NAMED: Final = 2
"""More people than that are not named one by one."""


class Words(msgspec.Struct, frozen=True):
    """A part of the sentence, and where it leads; without an address it is no link."""

    text: str
    address: str = ""


def where_to_tap(snapshot: Snapshot, seat: Seat | None, is_host: bool, page: PageKind) -> tuple[Words, ...]:
    """The sentence for this page; empty where it offers the act itself, or where nobody has to tap.

    Nobody has to where the companion deals, where bots play, and where a camera sees what can be done.
    """
    if snapshot.is_dealt or snapshot.is_virtual or snapshot.is_over or (page == "table" and is_host):
        return ()
    offered = _to_be_tapped(snapshot)
    if not offered:
        return ()
    if seat is not None and snapshot.choices(seat):
        return ()
    # With own cards no seat's secret is known, so whose page has something to tap is no secret either.
    able = [each for each in snapshot.seats if each.holder == "person" and snapshot.has_choices(each.seat)]
    match page:
        case "host":
            return _on_the_host_page(able)
        case "seat":
            return _on_a_seat_page(able, _free(snapshot, offered))
    return _on_the_table_page(able, _free(snapshot, offered))


def _on_the_host_page(able: Sequence[SeatInfo]) -> tuple[Words, ...]:
    others = f", or let {_named(able)} do it on their own page" if able else ""
    return Words("Tap it on the "), Words("table page", CHOICES), Words(f"{others}.")


def _on_a_seat_page(able: Sequence[SeatInfo], free: Sequence[SeatInfo]) -> tuple[Words, ...]:
    who = f"{_tap(able)} it on their own page, or the host" if able else f"{_nobody(free)} the host taps it"
    return Words(f"{who} on the "), Words("table page", CHOICES), Words(".")


def _on_the_table_page(able: Sequence[SeatInfo], free: Sequence[SeatInfo]) -> tuple[Words, ...]:
    code = Words("type the host code", CODE)
    if able:
        return Words(f"{_tap(able)} it on their own page; to tap it here, "), code, Words(".")
    take = Words("take it", f"/seat/{free[0].seat + 1}/") if len(free) == 1 else Words("take a seat", PLAYERS)
    return Words(f"{_nobody(free)} "), take, Words(" to tap it on your phone, or "), code, Words(" to tap it here.")


def _nobody(free: Sequence[SeatInfo]) -> str:
    return f"Nobody sits in seat {free[0].seat + 1}:" if len(free) == 1 else "Nobody sits there yet:"


def _named(able: Sequence[SeatInfo]) -> str:
    return listing([each.name for each in able]) if len(able) <= MOST_NAMED else "those who sit"


def _tap(able: Sequence[SeatInfo]) -> str:
    if len(able) > MOST_NAMED:
        return "Everybody who sits can tap"
    return f"{_named(able)} {'taps' if len(able) == 1 else 'can tap'}"


def _free(snapshot: Snapshot, offered: Sequence[Choice[Any]]) -> list[SeatInfo]:
    """The seats without anybody whose own acts are offered; all such seats where nobody's in particular are."""
    actors = {act.actor for choice in offered for act in choice.actions if act.kind == "choice"} - {None}
    free = [each for each in snapshot.seats if each.holder != "person"]
    return [each for each in free if each.seat in actors] or free


def _to_be_tapped(snapshot: Snapshot) -> list[Choice[Any]]:
    """What is on offer and nobody sees: where no camera looks, all of it."""
    cameras = [line.status for line in snapshot.health if line.device == "camera"]
    offered = snapshot.choices(None) if cameras else ()
    return [choice for choice in offered if "ok" not in cameras or _is_told(choice)]


def _is_told(choice: Choice[Any]) -> bool:
    return all(act.sense in OFF_MAT for act in choice.actions)
