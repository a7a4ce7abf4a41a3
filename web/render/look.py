"""All that a page shows of the sight: what the camera makes of the table, where acts are tapped, who lays what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from companion.games.core import Seat
from web.render.sight import SightPart, helping, of_bots, sight_part, without_camera
from web.render.where import PageKind, where_to_tap

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot


def look_part(snapshot: Snapshot, seat: Seat | None, is_host: bool, page: PageKind = "table") -> SightPart:
    """What the camera makes of the table and where acts are tapped, for the page of a seat, host or public."""
    kinds, sight = dict(snapshot.game.mat.pieces), snapshot.sight
    part = sight_part(sight, kinds, seat, is_host, snapshot.is_over)
    if snapshot.is_over:
        return part
    where = where_to_tap(snapshot, seat, is_host, "seat" if seat is not None else page)
    part = msgspec.structs.replace(part, where=where)
    camera = next((line for line in snapshot.health if line.device == "camera"), None)
    if part.state == "off" and camera is not None and camera.status != "ok" and not snapshot.is_dealt:
        return without_camera(part, camera)
    if _asks_bots(snapshot):
        return of_bots(part, sight)
    actor = _who_lays(snapshot)
    hands = helping(sight, actor, seat, is_host, hold_still=snapshot.paused or snapshot.ended)
    if hands is None or seat is None:
        return msgspec.structs.replace(part, helping=hands)
    is_done = actor is None and not hands.button
    is_aside = is_done or bool(snapshot.choices(seat) or snapshot.settlings(seat))
    return msgspec.structs.replace(part, helping=hands, is_aside=is_aside)


def _asks_bots(snapshot: Snapshot) -> bool:
    """Whether all that is asked is of acts of bots, whose players are there to answer it."""
    bots = {each.seat for each in snapshot.seats if each.holder == "bot"}
    are_there = not any(line.device == "players" for line in snapshot.health)
    acts = [act for choice in snapshot.sight.question for act in choice.actions]
    is_asked = snapshot.sight.state in ("open", "question") and bool(acts)
    return is_asked and are_there and all(act.actor in bots for act in acts)


def _who_lays(snapshot: Snapshot) -> tuple[Seat, str] | None:
    """The person whose act was tapped last, and their name; None where it is nobody's, or a bot's."""
    act = snapshot.newest_act
    if act is None or act.actor is None or snapshot.seats[act.actor].holder != "person":
        return None
    return act.actor, snapshot.names[act.actor]
