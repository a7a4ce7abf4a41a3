"""The table as JSON, as everybody or one seat may know it; what of it cannot be told, it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.core import Seat
from companion.outputs.strip import scene_of
from web.http.net import UNTOLD, Net
from web.render.mat import AnyView
from web.render.pages import snapshot_facts

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot


def public_json(snapshot: Snapshot, net: Net) -> dict[str, Any]:
    """The table as anyone may know it, ready to be encoded."""
    return _json(snapshot, snapshot.view(None), net)


def seat_json(snapshot: Snapshot, seat: Seat, net: Net) -> dict[str, Any]:
    """The table as one seat knows it, with its own pieces and choices, ready to be encoded."""
    view = snapshot.view(seat)
    choices = () if snapshot.is_over else net.catch("The choices", lambda: snapshot.choices(seat), tuple)
    own_pieces = net.catch("A hand", lambda: snapshot.game.screen.own_pieces(view), tuple)
    return {**_json(snapshot, view, net), "own_pieces": own_pieces, "choices": choices}


def _json(snapshot: Snapshot, view: AnyView, net: Net) -> dict[str, Any]:
    failed: dict[str, Any] = {"failed": UNTOLD}
    return {
        "game": snapshot.game.name,
        "game_id": snapshot.game_id,
        "last_row": snapshot.last_row,
        **snapshot_facts(snapshot),
        **net.catch("A table as JSON", lambda: _answer(snapshot, view), lambda: failed),
    }


def _answer(snapshot: Snapshot, view: AnyView) -> dict[str, Any]:
    game = snapshot.game
    return {
        "prompt": snapshot.prompt(view),
        "sight": snapshot.sight,
        "roll": snapshot.roll,
        "zones": snapshot.zones,
        "expected_table": game.mat.expected(view),
        "panels": game.screen.panels(view),
        "boards": snapshot.boards(view.seat),
        "lights": scene_of(snapshot, view),
        "view": view,
    }
