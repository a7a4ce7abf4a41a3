"""Server-sent events: each missed log line, then the newest page fragment, until the client goes or the server stops.

id: 7:41                        game id and row of the journal; the browser gives it back when it reconnects
event: log                      one accepted act, in the words of this client's view
data: {"number": 41, …}

event: prompt                   the page's prompt and sight alone, ahead of the page, which takes longer to draw
data: {"html": "…", "place": "7:41"}

id: 7:41
event: page                     those parts of the page that have changed since this stream sent them, the names of all
data: {"html": "…", "parts": ["prompt", …], "tag": "9f02c1aa"}

event: pieces                   something besides (`Extra`) that this page shows, when it is another than before
data: …

id: 7:41
event: beat                     the stream lives: every so many ms at least, and for a row that shows nothing
data: 4000

event: gone                     the seat's key no longer counts; the page reloads
data: {}

A page that says `?has=9f02c1aa` shows what has this tag already, and is sent no page until it is another.

A page that asks for `?brief` gets what it missed and the page, and then the end; it comes again by itself. So do pages
of one browser, which has six connections only, where others of its pages hold streams already.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
from flask import Request, Response

from companion.games.core import Seat
from companion.language.message import Speaker
from companion.live.requests import LogLine
from companion.runtime.fault_log import log_fault
from web.http.lines import ShownLine, shown_lines
from web.http.net import NO_NET, Net
from web.http.parties import STREAMS, party_of
from web.http.parts import Changes
from web.http.speech import encode, speaking, spoken
from web.http.thrift import packed_stream, takes_gzip
from web.http.viewers import Streams

if TYPE_CHECKING:
    from companion.live.room import Room
    from companion.live.session import Session
    from companion.live.snapshot import Snapshot

log = logging.getLogger("companion.web")

SLICE_S: Final = 1.0
"""Longest wait between two looks at whether the client has gone or the server stops."""
BEAT_S: Final = 4.0
"""A page says that the connection is lost once it has heard nothing for 2.5 times as long."""
BEAT_MS: Final = int(BEAT_S * 1000)
LINES_FOR_A_NEWCOMER: Final = 60
RETRY_MS: Final = 2000
BRIEF_RETRY_MS: Final = 4000
BREATH_S: Final = 0.003
"""Between a prompt and its page, which takes longest to draw: first every stream's prompt goes out."""


class Place(msgspec.Struct, frozen=True):
    """How much of which game a client has seen."""

    game_id: str
    row: int


class Extra(Protocol):
    """Something on a page that changes by itself. One for each stream, asked in that stream's thread."""

    event: str
    """The kind of event that it is sent as."""
    every_s: float
    """How often to ask."""

    def news(self, snapshot: Snapshot, *, at_once: bool) -> object | None:
        """What to send; None where that was sent. `at_once`: the stream is about to end."""


class Feed:
    """What one stream shows: whose eyes, how its fragment is drawn, and whether the client may still look."""

    def __init__(
        self,
        seat: Seat | None,
        draw: Callable[[Snapshot], str],
        may_look: Callable[[Session], bool] | None = None,
        draw_prompt: Callable[[Snapshot], str] | None = None,
        extras: Sequence[Extra] = (),
        besides: Callable[[], int] = lambda: 0,
        every_s: float = SLICE_S,
    ) -> None:
        """With `draw_prompt`, the parts of the fragment that it draws are sent ahead of the fragment.

        `besides` is another number once something has changed that the fragment shows and no snapshot has; it is asked
        so often at least.
        """
        self.seat = seat
        self.draw = draw
        self.may_look = may_look or (lambda session: True)
        self.draw_prompt = draw_prompt
        self.extras = extras
        self.besides = besides
        self.slice_s = min((every_s, *(each.every_s for each in extras)))


def open_stream(room: Room, streams: Streams, feed: Feed, request: Request) -> Response:
    """The response that streams a feed. Raises `Refused` where too many streams are open."""
    has_gone = request.environ.get("waitress.client_disconnected") or (lambda: False)
    viewer = streams.enter(party_of(request), has_gone)
    request.environ.get(STREAMS, lambda: None)()

    def is_over() -> bool:
        return viewer.is_ended or streams.stopping.is_set() or has_gone()

    seen, has = parse_place(_last_seen(request)), request.args.get("has", "")
    is_brief = "brief" in request.args
    events = _guarded(follow(room, feed, seen, is_over, is_brief=is_brief, has=has, net=streams.net), spoken())
    response = Response(packed_stream(events) if takes_gzip() else events, mimetype="text/event-stream")
    response.vary.add("Accept-Encoding")
    if takes_gzip():
        response.headers["Content-Encoding"] = "gzip"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would keep what is short, for a minute and more
    response.call_on_close(viewer.leave)
    return response


def follow(
    room: Room,
    feed: Feed,
    seen: Place | None,
    is_over: Callable[[], bool],
    *,
    is_brief: bool = False,
    has: str = "",
    net: Net = NO_NET,
) -> Iterator[str]:
    """Events for one client, each a whole block of text. Blocks for up to `SLICE_S` at a time while nothing changes.

    Where `is_brief`, they end with the first page. `has` is the tag of the page that the client shows.
    """
    yield f"retry: {BRIEF_RETRY_MS if is_brief else RETRY_MS}\n\n"
    yield format_event("beat", BEAT_MS)
    session, changes, prompted, wrote_s = room.session, Changes(has), "", time.monotonic()
    while not is_over():
        if not feed.may_look(session):
            yield format_event("gone", {})
            return
        snapshot, besides = session.snapshot(), feed.besides()
        prompt = feed.draw_prompt(snapshot) if feed.draw_prompt is not None else ""
        if changes.has_begun and prompt != prompted and (fresh := changes.ahead(prompt)):
            # Without an id: a client that is cut off here has not seen the lines of the log yet.
            place = format_place(Place(snapshot.game_id, snapshot.last_row))
            yield format_event("prompt", {"html": fresh, "place": place})
            session.wait_for_seat(feed.seat, snapshot.moment(feed.seat), BREATH_S)
        prompted, told = prompt, seen
        lines: tuple[ShownLine, ...] = net.catch("The log", partial(_lines, snapshot, feed.seat, seen), tuple)
        for line in lines:
            told = Place(snapshot.game_id, line.number)
            yield format_event("log", line, told)
            wrote_s = time.monotonic()
        seen = Place(snapshot.game_id, snapshot.last_row)
        page = changes.page(feed.draw(snapshot))
        if page is not None:
            told, wrote_s = seen, time.monotonic()
            yield format_event("page", page, seen)
        if told != seen:  # whoever has tapped waits for the row
            yield format_event("beat", BEAT_MS, seen)
        yield from _news(feed, snapshot, at_once=is_brief)
        if is_brief:
            return
        shown = snapshot.moment(feed.seat)
        while not is_over() and room.session is session and session.snapshot().moment(feed.seat) == shown:
            if feed.besides() != besides:
                break
            for block in _news(feed, snapshot):
                yield block
                wrote_s = time.monotonic()
            if time.monotonic() - wrote_s >= BEAT_S:
                yield format_event("beat", BEAT_MS, seen)
                wrote_s = time.monotonic()
            session.wait_for_seat(feed.seat, shown, feed.slice_s)
            if session.closed and room.session is session:
                return
        session = room.session


def _news(feed: Feed, snapshot: Snapshot, *, at_once: bool = False) -> Iterator[str]:
    for each in feed.extras:
        if (news := each.news(snapshot, at_once=at_once)) is not None:
            yield format_event(each.event, news)


def _lines(snapshot: Snapshot, seat: Seat | None, seen: Place | None) -> tuple[ShownLine, ...]:
    return shown_lines(snapshot, missed_lines(snapshot, seat, seen))


def missed_lines(snapshot: Snapshot, seat: Seat | None, seen: Place | None) -> tuple[LogLine, ...]:
    """The log lines this client has not seen; the newest ones only where it comes new to this game."""
    if seen is not None and seen.game_id == snapshot.game_id and seen.row <= snapshot.last_row:
        return tuple(snapshot.log(seat, seen.row))
    return tuple(snapshot.log(seat, 0))[-LINES_FOR_A_NEWCOMER:]


def format_event(event: str, data: object, place: Place | None = None) -> str:
    """One event as the browser reads it. JSON holds no line break, so one data line is enough."""
    number = f"id: {format_place(place)}\n" if place is not None else ""
    return f"{number}event: {event}\ndata: {encode(data).decode()}\n\n"


def format_place(place: Place) -> str:
    """`<game id>:<row>`."""
    return f"{place.game_id}:{place.row}"


def parse_place(text: str) -> Place | None:
    """What `format_place` wrote, or None for anything else: the client is then treated as new."""
    game_id, colon, row = text.rpartition(":")
    if not colon or not game_id or not (row.isascii() and row.isdigit() and len(row) <= 9):
        return None
    return Place(game_id, int(row))


def _last_seen(request: Request) -> str:
    # After a reconnect the browser sends the header; at first the page says what it was drawn with.
    return request.headers.get("Last-Event-ID") or request.args.get("after", "")


def _guarded(events: Iterator[str], language: Speaker) -> Iterator[str]:
    """The same events in this language; a bug ends the stream with a note in the log, and the browser comes again."""
    try:
        while True:
            # Only while it works: between two events the thread may be anybody's.
            with speaking(language):
                event = next(events, None)
            if event is None:
                return
            yield event
    except Exception as error:
        log_fault(log, "a stream broke off", error)
