"""What every page needs at hand, made once by the app factory and passed to each blueprint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from flask import Request, Response, request

from companion.games.core import Seat
from companion.live.requests import HOST, Client, SeatInfo
from companion.table.fault_plans import Spoiler
from companion.table.felt import Buttons
from companion.table.world import World
from web.http.access import Access
from web.http.bodies import most_body
from web.http.refusals import Refused
from web.http.speech import encode
from web.http.stream import Extra, Feed
from web.http.viewers import Streams
from web.render.own_cards import Holders
from web.render.pages import Pages

if TYPE_CHECKING:
    from companion.live.room import Room
    from companion.live.session import Session

Picture: TypeAlias = Callable[[int], tuple[int, bytes] | None]
"""The newest look of the camera as a JPEG of that width in pixels, what is recognised drawn over it, and the number of
the look; None before the first."""
Seen: TypeAlias = Callable[[], int | None]
"""The number of the picture that would be drawn now: another number, another picture; None before the first."""
PresentWorld: TypeAlias = Callable[[], World | None]
"""The virtual table of the present game: another game may bring another table; None before the first is laid."""


class Desk:
    """The room behind the pages, who may do what, how pages are drawn, the open streams, and what else there may be."""

    def __init__(
        self,
        room: Room,
        access: Access,
        pages: Pages,
        streams: Streams,
        picture: Picture | None = None,
        seen: Seen | None = None,
        world: PresentWorld | None = None,
        buttons: Buttons | None = None,
        spoiler: Spoiler | None = None,
        hands: Callable[[], None] | None = None,
        holders: Holders | None = None,
    ) -> None:
        self.room = room
        self.access = access
        self.pages = pages
        self.streams = streams
        self.picture = picture
        self.seen = seen
        self.world = world
        self.buttons = buttons
        self.spoiler = spoiler
        self.hands = hands
        """Lets the hands at a virtual table lay what it lacks; None where nobody has hands there."""
        self.holders = holders
        """Who knows what each person at a virtual table holds; None where the companion cannot ask them."""

    def is_host(self) -> bool:
        """Whether this request comes from a device that typed the host code."""
        return self.access.is_host(request)

    def require_host(self) -> Client:
        """The host as a client; raises `Refused` for everyone else."""
        if not self.is_host():
            raise Refused(
                403, "Only the host may do this. Open the host page and type the host code first.", "not-yours"
            )
        return HOST

    def require_seat(self, seat: Seat) -> Client:
        """The person in this seat as a client; raises `Refused` for everyone else."""
        if not self.holds(seat):
            raise Refused(
                403,
                f"Seat {seat + 1} is not yours on this device. Open its page to take it or to ask for it.",
                "not-yours",
            )
        return Client("seat", seat)

    def holds(self, seat: Seat) -> bool:
        """Whether this request comes from the person in this seat."""
        key = self.access.seat_key(request, seat)
        return key is not None and self.room.session.holds(seat, key)

    def my_seats(self) -> tuple[SeatInfo, ...]:
        """The seats that the device of this request took and in which somebody sits, for links to them."""
        seats = self.room.session.snapshot().seats
        marked = (seats[seat] for seat in self.access.marked_seats(request) if seat < len(seats))
        return tuple(seat for seat in marked if seat.holder == "person")

    def known(self, cookies: str) -> str:
        """Who shows this `Cookie` header, at whatever address: "seat 2", counted as people do, "host", or ""."""
        if "companion-" not in cookies:
            return ""
        shown = Request({"HTTP_COOKIE": cookies})
        for seat in range(len(self.room.session.snapshot().seats)):
            key = self.access.seat_key(shown, seat)
            if key is not None and self.room.session.holds(seat, key):
                return f"seat {seat + 1}"
        return "host" if self.access.is_host(shown) else ""

    def most_body(self, path: str, cookies: str) -> int:
        """How many bytes a request to this path with this `Cookie` header may have behind its head."""
        return most_body(path, lambda: self.access.is_host(Request({"HTTP_COOKIE": cookies})))

    def rename_cookies(self, response: Response) -> Response:
        """The same, with this table's names for cookies of an earlier version; one set just now stays as it is."""
        if "Set-Cookie" not in response.headers:
            self.access.rename(request, response)
        return response

    def check_seat(self, seat: Seat) -> Seat:
        """The same seat; raises `Refused` (404) where the table has no such seat, naming those it has."""
        count = len(self.room.session.snapshot().seats)
        if 0 <= seat < count:
            return seat
        seats = " and ".join((", ".join(str(number) for number in range(1, count)), str(count)))
        raise Refused(
            404,
            f"There is no seat {seat + 1} at this table. The seats are {seats}. Choose one on the table page.",
            "malformed",
        )


def prompt_feed(desk: Desk, seat: Seat | None, is_host: bool, extras: Sequence[Extra] = ()) -> Feed:
    """What the stream of a page shows that has prompt and sight alone, and the rest by `extras`.

    Raises `Refused` for a seat that is not of this client.
    """
    if seat is not None:
        desk.require_seat(seat)
    key = "" if seat is None else desk.access.seat_key(request, seat) or ""

    def may_look(session: Session) -> bool:
        return seat is None or session.holds(seat, key)

    return Feed(seat, lambda snapshot: desk.pages.beside(snapshot, seat, is_host), may_look, extras=extras)


def json_of(value: Any) -> Response:
    """A record as JSON."""
    return Response(encode(value), mimetype="application/json")
