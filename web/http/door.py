"""The door: waitress with an allowance for each party, so that nobody's connections keep out anybody else's.

Waitress stops accepting when it has too many connections, gives a thread to each request in the order they came, and
waits for ever for a peer that does not read. Here a connection more than a party may have closes an idle one of the
same party, and one more than there is room for closes one of the party with the most; so the door is always open. A
party's requests take turns, a second request on a connection waits until the first answer was read, and what is late
is closed. Who sends what is refused has the answer, and what it still sends is dropped: were it left unread, the system
would end the connection before the answer was read.
"""

from __future__ import annotations

import socket
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from companion.storage.limits import Limits
from web.http.bodies import UNREAD, MostBody, Parser
from web.http.parties import (
    BY_PROXY,
    PARTY,
    STREAMS,
    Known,
    Party,
    Proxies,
    most_connections,
    most_requests,
    most_unfinished,
    shared,
)
from web.http.turns import Turn, Turns

MOST_CONNECTIONS: Final = 512
WHOLE_WITHIN_S: Final = 10.0
"""A request that is not whole so long after its first byte, or after the connection began, is given up."""
IDLE_S: Final = 5.0
"""A connection between two requests is closed after so long. A browser keeps it for minutes, and when the network has
gone it tries what it kept, one after the other, each until its request is given up."""
PROXY_IDLE_S: Final = 120.0
"""Of a proxy that is trusted: it closes them itself (nginx after 60 s), and would send a tap on no second one."""
READ_WITHIN_S: Final = 20.0
"""A peer that takes nothing of what waits for it for so long is given up."""
MOST_AHEAD: Final = 16
"""Requests that a peer may have sent before it got an answer; browsers send one."""
FAILED: Final = 500


class _Task(WSGITask):
    """One request, with the address it really came from and whoever it counts for in its environment."""

    channel: Any
    request: Any

    def service(self) -> None:
        """As waitress has it."""
        self.channel.is_answering = True
        try:
            super().service()
        finally:
            self.channel.is_answering = False

    def get_environment(self) -> dict[str, Any]:
        environment: dict[str, Any] = super().get_environment()
        environment["REMOTE_ADDR"] = environment["REMOTE_HOST"] = self.channel.address
        environment[PARTY] = self.channel.party
        environment[BY_PROXY] = self.channel.peer.is_proxy
        environment[STREAMS] = self.channel.turn.end
        if self.request.error is not None:
            environment[UNREAD] = self.request.error.code
        return environment


_Channel: Any = HTTPChannel  # the stubs give some of it other types than it has
_Server: Any = TcpWSGIServer


class Channel(_Channel):  # type: ignore[misc]
    """One connection: whom it counts for, and since when something is awaited from it."""

    task_class = _Task

    def __init__(self, server: Server, sock: socket.socket, addr: tuple[str, int], adj: Any, map: Any = None) -> None:
        self.peer = Party(shared(addr[0]), is_proxy=server.proxies.trusts(addr[0]))
        self.party, self.address, self._cookie = self.peer, addr[0], ""
        self.begun_at: float | None = time.time()
        """When the request began that is not yet whole, or when it could have begun; None between two requests."""
        self.turn: Turn | None = None
        """Of its request that is answered now."""
        self.waits_for_reader = self.is_answering = False
        self.is_refused = False
        """It sent what is not read to its end: the rest is dropped, and nothing else is answered."""
        self._begun = 0
        super().__init__(server, sock, addr, adj, map=map)
        server.make_room(self)

    @property
    def counts_for(self) -> Party:
        """Whoever has sent what is answered now; a proxy has its connections itself between two requests."""
        return self.party if self.requests or not self.peer.is_proxy else self.peer

    @property
    def is_unfinished(self) -> bool:
        """Whether it waits for a request to become whole, and for nothing else."""
        return self.begun_at is not None and not self.requests

    def recognise(self) -> None:
        """Find out whom it counts for, by the request that is answered next."""
        headers = self.requests[0].headers
        if self.peer.is_proxy:
            self.address = self.server.proxies.client(self.addr[0], headers.get("X_FORWARDED_FOR", ""))
        cookie = headers.get("COOKIE", "")
        name = self.server.known(cookie)
        if name:
            self._cookie = cookie
        elif not self.peer.is_proxy:
            # A seat's cookie is sent to that seat's pages only; what else the phone asks for on the same connection
            # comes from the same phone.
            name = self.server.known(self._cookie)
        self.party = Party(name, is_known=True) if name else Party(shared(self.address))

    def parser_class(self, adj: Any) -> Any:
        """What reads the next request; it drops what came where that is too much at once: each one is work already."""
        self._begun += 1
        return Parser(adj, self.server.most_body, self._begin_to_drop, drops=self._begun > MOST_AHEAD)

    def _begin_to_drop(self) -> None:
        self.is_refused = True

    def error_task_class(self, channel: Channel, request: Any) -> Any:
        """A page of ours says why a request was not read; where the pages themselves failed, waitress says so."""
        return ErrorTask(channel, request) if request.error.code == FAILED else _Task(channel, request)

    def received(self, data: bytes) -> bool:
        """As waitress has it; then nobody has more connections than they may."""
        if self.is_refused:
            return False
        before, self._begun = self.counts_for, 0
        took = bool(super().received(data))
        if self._begun > MOST_AHEAD:
            self.handle_close()
            return took
        if self.request is None:
            self.begun_at = time.time() if self.is_refused else None
        elif self.begun_at is None:
            self.begun_at = time.time()
            self.server.make_room(self)
        if self.counts_for != before:
            self.server.make_room(self)
        return took

    def readable(self) -> bool:
        """As waitress has it; nothing is awaited from what `maintenance` has just closed.

        Waitress asks this of a list made before that, and the number of a closed one may be that of the next to come,
        which would be closed for an error of the other.
        """
        return self.connected and bool(super().readable())

    def writable(self) -> bool:
        """As `readable`; also where the next request waits for the last answer to be read."""
        return self.connected and (bool(super().writable()) or self.waits_for_reader)

    def handle_write(self) -> None:
        """As waitress has it; what was read makes way for the next request, and what was refused is heard out."""
        if self.is_refused and self.close_when_flushed:
            self._flush_exception(self._flush_some)
            if not self.total_outbufs_len and not self.will_close:
                self._hear_out()
                return
        super().handle_write()
        if self.waits_for_reader and self.connected and not self.total_outbufs_len:
            self.waits_for_reader = False
            self.server.take_turn(self)

    def _hear_out(self) -> None:
        """Say that no more answers come; it is closed when the peer hangs up, or is late."""
        self.close_when_flushed = False
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:  # it has gone
            self.handle_close()

    def service(self) -> None:
        """Answer one request, in its turn."""
        turn = self.turn  # the next one may begin, in another thread, before this one has quite ended
        try:
            super().service()
        finally:
            if turn is not None:
                turn.end()

    def _flush_outbufs_below_high_watermark(self) -> None:
        """As waitress has it within an answer; after one no thread waits for the peer, as the next request does."""
        if self.is_answering:
            super()._flush_outbufs_below_high_watermark()

    def begin(self, turn: Turn) -> None:
        """Its turn has come."""
        self.turn = turn
        self.server.task_dispatcher.add_task(self)

    def can_go(self) -> tuple[int, float] | None:
        """How gladly it is closed to make room, the least first; None where it is being answered."""
        if not self.requests:
            # Whoever sends a byte now and then is no younger for it.
            return 0, self.last_activity if self.begun_at is None else self.begun_at
        if self.waits_for_reader:
            return 1, self.last_activity
        # One whose turn has not come; of these the last come.
        return (2, -self.last_activity) if self.turn is None else None

    def is_late(self, now: float) -> bool:
        """Whether it has let us wait for too long."""
        if self.total_outbufs_len:
            return bool(self.last_activity < now - READ_WITHIN_S)
        if self.requests:
            return False
        if self.begun_at is not None and self.begun_at < now - WHOLE_WITHIN_S:
            return True
        # A phone may pause in the middle of a request, where its network does.
        return self.request is None and self.last_activity < now - (PROXY_IDLE_S if self.peer.is_proxy else IDLE_S)


class Server(_Server):  # type: ignore[misc]
    """Waitress with a door that stays open. All but `add_task` and `take_turn` runs in its own thread."""

    channel_class = Channel

    def __init__(
        self,
        app: Any,
        listener: socket.socket,
        adj: Adjustments,
        *,
        known: Known,
        most_body: MostBody,
        limits: Limits,
        proxies: Proxies,
    ) -> None:
        """Serves an app on a bound socket; its threads begin at once, and answer nothing before `run`."""
        self.known, self.most_body, self.proxies, self._limits = known, most_body, proxies, limits
        self._turns: Turns[Channel] = Turns(Channel.begin)
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(adj.threads)
        sockinfo = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(app, None, True, listener, dispatcher, adj, sockinfo, False)

    def add_task(self, channel: Channel) -> None:
        """Have a channel's next request answered once its last answer was read and its party's turn has come."""
        channel.turn = None
        channel.recognise()
        if channel.total_outbufs_len:
            channel.waits_for_reader = True
        else:
            self.take_turn(channel)

    def take_turn(self, channel: Channel) -> None:
        """Have a channel's next request answered once its party's turn has come."""
        self._turns.ask(channel, channel.party, most_requests(self._limits, channel.party))

    def make_room(self, newcomer: Channel) -> None:
        """Close what has to go so that nobody, and all together, have no more than they may."""
        party = newcomer.counts_for
        theirs = [each for each in self.active_channels.values() if each.counts_for == party]
        unfinished = [each for each in theirs if each.is_unfinished]
        if len(unfinished) > most_unfinished(self._limits, party):
            self._close_one(unfinished, newcomer)
        elif len(theirs) > most_connections(self._limits, party):
            self._close_one(theirs, newcomer)
        elif len(self.active_channels) > MOST_CONNECTIONS:
            self._close_one(self._most_of_one(), newcomer)

    def maintenance(self, now: float) -> None:
        """Close what is late. Not by `will_close`: that waits for the peer to read."""
        for channel in list(self.active_channels.values()):
            if channel.is_late(now):
                channel.handle_close()

    def _most_of_one(self) -> list[Channel]:
        """The connections of whoever has the most, of people whom nobody knows before all others."""
        by_party = defaultdict[Party, list[Channel]](list)
        for each in self.active_channels.values():
            by_party[each.counts_for].append(each)
        return max(by_party.items(), key=lambda item: (not (item[0].is_known or item[0].is_proxy), len(item[1])))[1]

    def _close_one(self, channels: Iterable[Channel], newcomer: Channel) -> None:
        willing = [(rank, each) for each in channels if each is not newcomer and (rank := each.can_go()) is not None]
        (min(willing, key=lambda pair: pair[0])[1] if willing else newcomer).handle_close()
