"""The board on its cable: a thread that keeps in touch with it, whatever is plugged in or out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

import msgspec

from companion.table.devices import DeviceHealth
from companion.table.felt import Feeling
from hardware.commands import Answer
from hardware.endpoint import HostEndpoint, draw_session
from hardware.linelog import LineLog, Logged
from hardware.messages import Hello, State, What
from hardware.pace import Pace
from hardware.ports import Port, PortGone, PortRefused

LOOK_EVERY_S = 0.5
"""Between two looks for a port."""
BYTES = (32_768, 32_768.0)
"""Of the board, at once and in a second for long; a line of 115200 baud has 11 520 a second."""
BREATH_S = 0.1
"""How long more than that is left waiting in the port, where it holds up the board and not the companion."""
WARN_EVERY_S = 600.0
"""A cable that comes and goes fills no log."""
READ_S = 0.02
"""Longest wait for bytes, and so the longest that a strip to show waits for its turn."""

Opener = Callable[[], Port | None]
"""Opens the board's port; None where none is there. Raises `PortRefused` where it may not be opened."""

_log = logging.getLogger(__name__)


class BoardLink:
    """A line to the board that mends itself. Any thread may call it; `tell` is called in order by the thread "board".

    Nothing here waits for the board but `step`, which that thread runs.
    """

    def __init__(
        self,
        opener: Opener,
        tell: Callable[[Feeling], object],
        *,
        companion: str = "",
        clock: Callable[[], float] = time.monotonic,
        session_numbers: Callable[[], int] = draw_session,
    ) -> None:
        self._open = opener
        self._tell = tell
        self._clock = clock
        self._lock = threading.Lock()
        """Guards the endpoint, the log and the futures; nothing slow is done under it."""
        self._endpoint = HostEndpoint(session_numbers, companion)
        self._lines = LineLog()
        self._futures: dict[int, Future[Answer]] = {}
        self._port: Port | None = None
        self._refused = ""
        self._bytes = Pace(*BYTES)
        self._warned_s = float("-inf")
        self._look_due_s = clock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> BoardLink:
        """Starts the thread."""
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Stops the thread and gives the port back; what is still to do is answered as not done."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        self._drop_port()
        with self._lock:
            waiting, self._futures = self._futures, {}
        for id_, future in waiting.items():
            future.set_result(Answer(id_, False, "The companion was closed before the board answered."))

    # Asked by anybody.

    def show(self, pixels: bytes) -> None:
        """Have the strip show these (red, green, blue a pixel); the newest wins."""
        with self._lock:
            self._endpoint.show(pixels)

    def do(self, what: What, count: int | None = None) -> Future[Answer]:
        """Have the board do this once. The answer comes within about 20 s, also where no board is there."""
        future: Future[Answer] = Future()
        # Nobody can take it back from a board that may have done it already.
        future.set_running_or_notify_cancel()
        with self._lock:
            self._futures[self._endpoint.do(what, count)] = future
        self._answer()
        return future

    def health(self) -> DeviceHealth:
        """What a person should know of the board now."""
        with self._lock:
            health = self._endpoint.health(self._clock())
            port, refused = self._port, self._refused
        if port is None and refused:
            return DeviceHealth("board", "failed", refused)
        if port is not None and port.note:
            return msgspec.structs.replace(health, text=f"{health.text} {port.note}")
        return health

    @property
    def is_plugged(self) -> bool:
        """Whether a port is open, though the board on it may not answer."""
        with self._lock:
            return self._port is not None

    def hello(self) -> Hello | None:
        """What the board said of itself; None while it is away."""
        with self._lock:
            return self._endpoint.hello

    def state(self) -> State | None:
        """The newest state; None while the board is away."""
        with self._lock:
            return self._endpoint.state

    def log(self) -> tuple[Logged, ...]:
        """The last lines in and out, oldest first."""
        with self._lock:
            return self._lines.lines()

    # The thread.

    def step(self) -> float:
        """One turn: looks for a port, or sends and reads. Returns how long to pause before the next, in seconds."""
        port = self._port or self._look()
        if port is None:
            return max(0.0, self._look_due_s - self._clock())
        data = b""
        try:
            self._send(port)
            data = port.read(READ_S)
            self._receive(data)
            self._send(port)
        except PortGone as error:
            if self._may_warn():
                _log.info("%s", error)
            self._drop_port()
        self._pass_on()
        return BREATH_S if self._bytes.is_over(len(data), self._clock()) else 0.0

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                pause_s = self.step()
            except Exception:
                # Whoever listens may fail; the line goes on, and tells all levels anew.
                if self._may_warn():
                    _log.exception("The line to the board begins anew.")
                self._drop_port()
                pause_s = LOOK_EVERY_S
            if pause_s:
                self._stop.wait(pause_s)

    def _may_warn(self) -> bool:
        """Whether the log has heard nothing of the line for long."""
        now_s = self._clock()
        may = now_s - self._warned_s >= WARN_EVERY_S
        if may:
            self._warned_s = now_s
        return may

    def _look(self) -> Port | None:
        """The port, opened now if it is time to look and one is there."""
        now_s = self._clock()
        if now_s < self._look_due_s:
            return None
        self._look_due_s = now_s + LOOK_EVERY_S
        port, refused = None, ""
        try:
            port = self._open()
            if port is not None:
                port.discard()
        except PortRefused as error:
            refused = str(error)
        except PortGone:
            if port is not None:
                port.close()
            port = None
        with self._lock:
            self._port, self._refused = port, refused
            if port is not None:
                self._endpoint.opened(self._clock())
        return port

    def _send(self, port: Port) -> None:
        with self._lock:
            now_s = self._clock()
            data = self._endpoint.outgoing(now_s)
            self._lines.add("out", data, now_s)
        if data:
            port.write(data)

    def _receive(self, data: bytes) -> None:
        with self._lock:
            now_s = self._clock()
            self._endpoint.receive(data, now_s)
            self._lines.add("in", data, now_s)

    def _drop_port(self) -> None:
        with self._lock:
            port, self._port = self._port, None
            self._endpoint.closed(self._clock())
        if port is not None:
            port.close()

    def _pass_on(self) -> None:
        with self._lock:
            felt = self._endpoint.take()
        for feeling in felt:
            self._tell(feeling)
        self._answer()

    def _answer(self) -> None:
        with self._lock:
            ready = [(self._futures.pop(answer.id, None), answer) for answer in self._endpoint.answers()]
        for future, answer in ready:
            if future is not None:
                future.set_result(answer)
