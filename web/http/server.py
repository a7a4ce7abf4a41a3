"""Serving the pages: waitress in a thread of its own, and the addresses to print."""

from __future__ import annotations

import errno
import logging
import socket
import threading
from typing import Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments

from companion.errors import CompanionError
from companion.storage.limits import Limits
from companion.storage.router_names import lan_address
from web.http.bodies import MOST_BYTES, MOST_OF_A_BOX
from web.http.door import MOST_CONNECTIONS, Server
from web.http.parties import Proxies
from web.http.viewers import Streams

THREADS: Final = 80
"""64 streams hold a thread each; the others answer requests."""
SILENT_PEER_MS: Final = 20_000
WATERMARK_BYTES: Final = 256 * 1024
MOST_PORT: Final = 65_535
SPARE: Final = 64
"""What else waitress counts as a connection: it never comes to its own limit, at which it would accept nobody."""


class PortBusy(CompanionError, OSError):
    """Another program listens on the port; the message says which and what to do."""

    def __str__(self) -> str:
        return str(self.strerror)  # without the number that Python puts before it


class _OneLine(logging.Filter):
    """Takes the traceback from what is logged, and names the error instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[0]:
            record.msg, record.args = f"{record.getMessage()}: {record.exc_info[0].__name__}", ()
            record.exc_info = record.exc_text = None
        return True


_ONE_LINE = _OneLine()


class PageServer:
    """Serves an app until it is stopped. The port is bound at once, so that a busy one is known before anything starts.

    Raises `PortBusy` where the port is taken, and OSError for an address that this machine does not have.
    """

    def __init__(
        self,
        app: Flask,
        *,
        host: str = "0.0.0.0",
        port: int = 8000,
        limits: Limits | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        """`limits` says what one visitor may take up; `proxies` who may say for whom they speak (None: nobody)."""
        self._streams: Streams = app.extensions["companion-streams"]
        # Waitress warns here whenever a request waits for a thread; with streams coming and going that is no news.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        # And here of each tab that was closed; what is wrong with waitress itself it tells in one line.
        logging.getLogger("waitress").setLevel(logging.WARNING)
        logging.getLogger("waitress").addFilter(_ONE_LINE)
        limits, proxies = limits or Limits(), proxies or Proxies()
        self._streams.limits = limits
        self._server: Any = _serve(app, _bind(host, port), limits, proxies)
        self._thread = threading.Thread(target=self._server.run, name="pages", daemon=True)

    @property
    def port(self) -> int:
        """The port that is served, also where 0 was asked for."""
        return int(self._server.effective_port)

    def start(self) -> None:
        """Begin to answer requests; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End every stream, then the server; returns within about seven seconds, also where a client hangs."""
        self._streams.stopping.set()
        server = self._server
        # What still waits is not answered, and its socket is closed below: no reason for waitress to warn of it.
        server.task_dispatcher.shutdown(cancel_pending=False, timeout=2)
        if not self._thread.is_alive():
            wasyncore.close_all(server._map)
            return
        # The sockets belong to the server's thread: it closes them itself, and its loop ends as none is left. Under the
        # lock, because somebody else's pull may wake it as well: then the pipe would be closed before ours.
        with server.trigger.lock:
            server.trigger.thunks.append(lambda: wasyncore.close_all(server._map))
            server.trigger._physical_pull()
        self._thread.join(5)


def page_urls(port: int, listens_on: str = "0.0.0.0") -> tuple[str, ...]:
    """Where the pages can be opened: on this machine, and from the local network where there is one.

    One address alone, or a name, is opened under itself.
    """
    if listens_on in ("0.0.0.0", "", "::"):
        address = lan_address()
        hosts = ("127.0.0.1",) if address in (None, "127.0.0.1") else ("127.0.0.1", address)
    else:
        hosts = (f"[{listens_on}]" if ":" in listens_on else listens_on,)
    return tuple(f"http://{host}:{port}/" for host in hosts)


def _serve(app: Flask, listener: socket.socket, limits: Limits, proxies: Proxies) -> Any:
    """The server of an app on a bound socket, with its threads; it answers nothing yet."""
    settings: Any = Adjustments(
        sockets=[listener],
        threads=THREADS,
        connection_limit=MOST_CONNECTIONS + SPARE,
        channel_request_lookahead=1,  # without it, a client that goes away is noticed only when something is sent
        asyncore_use_poll=True,
        max_request_header_size=32768,
        max_request_body_size=MOST_OF_A_BOX + 1,  # whose body may be how large, the door says
        inbuf_overflow=MOST_OF_A_BOX + 1,  # a body needs no file, and so no disk
        cleanup_interval=1,
        outbuf_high_watermark=WATERMARK_BYTES,  # a phone asleep must not pile up pages in memory
        log_socket_errors=False,  # a phone that left, or stopped reading, is ordinary
        ident=None,
    )
    settings.socket_options = _socket_options()  # of every connection; it is no argument
    known = app.extensions.get("companion-known", lambda cookies: "")
    most = app.extensions.get("companion-most-body", lambda path, cookies: MOST_BYTES)
    return Server(app, listener, settings, known=known, most_body=most, limits=limits, proxies=proxies)


def _bind(host: str, port: int) -> socket.socket:
    """A socket bound to an address. Waitress would start its threads first and leave them behind on an error."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # IPv4 too, whatever the system's habit
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            another = port + 1 if port < MOST_PORT else port - 1
            cure = f"Stop that program, or choose another port, for example with --port {another}."
            raise PortBusy(errno.EADDRINUSE, f"Port {port} is in use by another program. {cure}") from error
        raise
    except (TypeError, UnicodeError) as error:  # not even the form of a name
        listener.close()
        raise OSError(errno.EADDRNOTAVAIL, "It is no address and no name of this machine") from error
    return listener


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A phone that left the room acknowledges nothing: its stream ends by this, not after a quarter of an hour.
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_PEER_MS))
    return options
