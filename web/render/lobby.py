"""What a page shows before the game: who sits where, what is played, who may start, and where phones find the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from markupsafe import Markup

from companion.games.core import Seat
from companion.games.deal import CARDS, OWN
from companion.games.game import AnyGame
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import NOTHING, Message, say
from companion.live.lobby import Lobby
from companion.live.requests import HOST, Client, SeatInfo
from companion.table.layout import Zone
from web.render.mat import AnyView

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot

Addresses = Callable[[], Sequence[str]]
"""Those under which the pages are opened, this machine's own first."""

PLAIN_COLOUR: Final = "#74d9dc"
"""Of a seat that has no light of its own."""
ASIDE: Final = 0.1
"""Share of the mat by which a place is off its middle where it is called so."""
ALWAYS_TOLD: Final = ("mode", "players")

_PLACES: Final = {
    (-1, -1): say("top left of the mat"),
    (0, -1): say("top of the mat"),
    (1, -1): say("top right of the mat"),
    (-1, 0): say("left of the mat"),
    (1, 0): say("right of the mat"),
    (-1, 1): say("bottom left of the mat"),
    (0, 1): say("bottom of the mat"),
    (1, 1): say("bottom right of the mat"),
}


class LobbySeat(msgspec.Struct, frozen=True):
    """One seat as a place to sit down."""

    info: SeatInfo
    sign: Markup
    """Its number in the colour of its light."""
    place: Message
    """Where it is, as seen on the mat; empty where that is not told by the mat."""

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there."""
        return self.info.holder != "person"


class LobbyPart(msgspec.Struct, frozen=True):
    """The lobby as a page shows it."""

    title: str
    is_waiting: bool
    """Whether nothing is done before the start; else bots show a game."""
    seats: tuple[LobbySeat, ...]
    me: SeatInfo | None
    """Who looks, where it is somebody seated."""
    may_start: bool
    seats_may_start: bool
    start: str
    """Where the start is sent to."""
    has_bots: bool
    """Whether bots take the seats that are free; else they are people without a phone."""
    played: tuple[tuple[Message, Message], ...]
    """What is played: options and their values, in words."""
    phones: tuple[str, ...]
    """Addresses that people open on their phones."""

    @property
    def free(self) -> tuple[LobbySeat, ...]:
        """The seats on which nobody sits."""
        return tuple(each for each in self.seats if each.is_free)


def lobby_part(
    snapshot: Snapshot, view: AnyView, is_host: bool, addresses: Addresses, start: str = ""
) -> LobbyPart | None:
    """The lobby for these eyes; None where the game runs."""
    lobby = snapshot.lobby
    if lobby is None:
        return None
    client = HOST if is_host else Client("seat", view.seat) if view.seat is not None else Client()
    return LobbyPart(
        title=snapshot.game.title,
        is_waiting=lobby.is_waiting,
        seats=seats_to_take(snapshot, view),
        me=None if view.seat is None else snapshot.seats[view.seat],
        may_start=lobby.may_start(client),
        seats_may_start=lobby.seats_may_start,
        start=start,
        has_bots=any(each.holder == "bot" for each in snapshot.seats),
        played=_played(snapshot.game, lobby),
        phones=_for_phones(addresses()),
    )


def seats_to_take(snapshot: Snapshot, view: AnyView) -> tuple[LobbySeat, ...]:
    """All seats with their signs and places."""
    places = _places(snapshot.game, view, len(snapshot.seats))
    return tuple(LobbySeat(each, seat_sign(each.seat), places[each.seat]) for each in snapshot.seats)


def seat_sign(seat: Seat) -> Markup:
    """A seat's number in the colour of its light, as SVG; words beside it tell the number too."""
    colour = SEAT_COLOURS[seat] if seat < len(SEAT_COLOURS) else PLAIN_COLOUR
    return Markup(
        '<svg class="seat-sign" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="19" fill="{}"/>'
        '<text x="20" y="28" text-anchor="middle" font-size="23" font-weight="750" fill="#0a1822">{}</text></svg>'
    ).format(colour, seat + 1)


def _places(game: AnyGame, view: AnyView, count: int) -> tuple[Message, ...]:
    """Where each seat is on the mat; nothing where two would be called the same, or one has no place of its own."""
    layout = game.mat.layout(view)
    found = []
    for seat in range(count):
        zones = [zone for zone in layout.zones if zone.seat == seat]
        x_mm, y_mm = _middle(zones) if zones else (layout.width_mm / 2, layout.height_mm / 2)
        found.append((_side(x_mm / layout.width_mm), _side(y_mm / layout.height_mm)))
    if len(set(found)) < count or (0, 0) in found:
        return (NOTHING,) * count
    return tuple(_PLACES[each] for each in found)


def _middle(zones: Iterable[Zone]) -> tuple[float, float]:
    centres = [(each.x_mm + each.width_mm / 2, each.y_mm + each.height_mm / 2) for each in zones]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def _side(share: float) -> int:
    """Before the middle, about there, or behind it."""
    return -1 if share < 0.5 - ASIDE else 1 if share > 0.5 + ASIDE else 0


def _played(game: AnyGame, lobby: Lobby) -> tuple[tuple[Message, Message], ...]:
    """Mode, players, and what is chosen otherwise than usual."""
    told = []
    for field in game.options():
        usual = field.choices[0][0]
        value = lobby.options.get(field.key, usual)
        is_told = field.key in ALWAYS_TOLD or value != usual
        if field.key == CARDS.key:
            is_told = value != OWN
        label = next((words for each, words in field.choices if each == value), None)
        if is_told and label is not None:
            told.append((field.label, label))
    return tuple(told)


def _for_phones(urls: Sequence[str]) -> tuple[str, ...]:
    """Those in the house's network; without one, this machine's own."""
    return tuple(urls[1:] or urls[:1])
