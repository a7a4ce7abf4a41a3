"""A strip behind a WLED: pixels by DDP, everything else by its pages. Whatever it does, it costs the game nothing.

`show` only keeps the newest frame. One thread sends it over a socket that never waits; another one asks the WLED how it
is, because DDP has no acknowledgement, and picks it up again when it returns.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable
from typing import Final

import msgspec

from companion.table.devices import DeviceHealth
from hardware import wled_text
from hardware.ddp import DDP_PORT, ddp_packets, next_sequence
from hardware.wled_before import Before
from hardware.wled_pages import Info, NoAnswer, NoWled, Shine, WledPages

_log = logging.getLogger(__name__)

RESEND_S: Final = 1.0
"""A WLED shows a light of its own again 2.5 s after the last packet (its realtime timeout, as delivered)."""
ASK_EVERY_S: Final = 5.0
"""While it answers."""
RETRY_S: Final = (1.0, 2.0, 4.0, 8.0, 15.0)
"""After the first question in vain, the second …; the last holds from then on."""
MISSES: Final = 2
"""Questions in vain before it counts as gone: on Wi-Fi one is lost now and then."""
STALE_S: Final = 30.0
"""Without an answer for so long it counts as gone, even where a question still hangs."""
UNLIT_S: Final = 4.0
"""So long after the first frame it must say that it shows live light: one of the four sent again has come by then."""
CLOSE_S: Final = 3.0
"""Longest wait for each of the two threads at the end."""
WARN_EVERY_S: Final = 600.0
"""One that comes and goes fills no log."""


class Sent(msgspec.Struct, frozen=True):
    """What became of the frames, counted from the start."""

    frames: int = 0
    dropped: int = 0
    """Not sent, because the socket would have had to wait."""
    failed: int = 0
    """Refused by the system: no network, or nobody listens there."""


class WledStrip:
    """A strip behind a WLED. `show`, `health` and `sent` from any thread; `start`, `close`; or the steps by hand."""

    def __init__(
        self,
        host: str,
        pixels: int,
        *,
        ddp_port: int = DDP_PORT,
        clock: Callable[[], float] = time.monotonic,
        pages: WledPages | None = None,
        kept: Before | None = None,
    ) -> None:
        """`host` as in `WledPages`, `pixels` what companion.toml says; `clock` counts seconds.

        `kept` outlives this process, should it be ended by force (None: nothing does).
        """
        self._host = host
        self._pixels = pixels
        self._ddp_port = ddp_port
        self._clock = clock
        self._pages = pages or WledPages(host)
        self._lock = threading.Lock()
        self._news, self._closing = threading.Event(), threading.Event()
        self._socket: socket.socket | None = None
        self._target: tuple[str, int] | None = None
        self._frame = b""
        self._is_new = False
        self._sequence = 1
        self._sent_s = float("-inf")
        self._first_s: float | None = None
        """Since when it has been sent frames without a pause in which it was gone."""
        self._sent = Sent()
        self._info: Info | None = None
        self._heard_s = float("-inf")
        self._misses = 0
        self._is_odd = False
        """Somebody else answered last."""
        self._before: Shine | None = None
        self._shine: Shine | None = None
        """As it shone when it was asked last, since it was taken."""
        self._is_swapped = False
        """Another one has answered at its address since the beginning."""
        self._warned_s = float("-inf")
        self._kept = kept or Before()
        self._ask_due_s = float("-inf")
        self._threads = (
            threading.Thread(target=self._run_sender, name="wled light", daemon=True),
            threading.Thread(target=self._run_asker, name="wled health", daemon=True),
        )

    def show(self, pixels: bytes) -> None:
        """Show this from now on; the newest wins. Never waits and never raises."""
        with self._lock:
            self._frame, self._is_new = bytes(pixels), True
        self._news.set()

    def sent(self) -> Sent:
        """How many frames went out."""
        with self._lock:
            return self._sent

    def health(self) -> DeviceHealth:
        """What a person should know of it now."""
        with self._lock:
            info, sent, is_odd = self._info, self._sent, self._is_odd
            shine, is_swapped = self._shine, self._is_swapped
            is_heard = self._is_heard(self._clock())
            is_unlit = self._first_s is not None and self._heard_s - self._first_s >= UNLIT_S
        if is_odd:
            return wled_text.failed(
                f"What answers at {self._host} is no WLED. Mend address under [strip] in companion.toml."
            )
        if info is None or not is_heard:
            lost = f" {sent.failed} frames could not be sent." if sent.failed else ""
            return wled_text.failed(
                f"The strip takes no light: the WLED at {self._host} does not answer.{lost} Look at its power and its "
                "Wi-Fi, and at address under [strip] in companion.toml."
            )
        if is_unlit and not info.live:
            return wled_text.failed(
                f"The WLED at {self._host} answers and shows a light of its own. In its app end the "
                f"live override; UDP port {self._ddp_port} must reach it."
            )
        return wled_text.changed(self._host, shine, is_swapped) or wled_text.well(self._host, info, self._pixels)

    def start(self) -> WledStrip:
        """Begin; returns itself."""
        for thread in self._threads:
            thread.start()
        return self

    def close(self) -> None:
        """Send the newest frame, let the WLED shine as before, and end. Waits a few seconds at most."""
        self._closing.set()
        self._news.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=CLOSE_S)
        with self._lock:
            opened, self._socket = self._socket, None
        if opened is not None:
            opened.close()

    # The light.

    def send_step(self) -> None:
        """Send the newest frame where it is new, or the last one again where that is due. Never waits or raises."""
        with self._lock:
            now_s, target, frame = self._clock(), self._target, self._frame
            if target is None or not frame or not (self._is_new or now_s - self._sent_s >= RESEND_S):
                return
            self._is_new, self._sent_s = False, now_s
            packets = ddp_packets(frame, self._sequence)
            for _ in packets:
                self._sequence = next_sequence(self._sequence)
            self._sent = self._send(packets, target)
            if self._first_s is None and self._is_heard(now_s):
                self._first_s = now_s

    def _send(self, packets: tuple[bytes, ...], target: tuple[str, int]) -> Sent:
        sent = self._sent
        try:
            if self._socket is None:
                self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                self._socket.setblocking(False)
            for packet in packets:
                self._socket.sendto(packet, target)
        except BlockingIOError:
            return msgspec.structs.replace(sent, dropped=sent.dropped + 1)
        except OSError:
            return msgspec.structs.replace(sent, failed=sent.failed + 1)
        return msgspec.structs.replace(sent, frames=sent.frames + 1)

    def _run_sender(self) -> None:
        while not self._closing.is_set():
            self._news.wait(RESEND_S)
            self._news.clear()
            self.send_step()
        self.send_step()

    # Its health.

    def ask_step(self) -> None:
        """Ask how it is, where that is due. Waits for its answer, a few seconds at most. Never raises."""
        if self._clock() < self._ask_due_s:
            return
        try:
            self._ask()
        except (NoAnswer, NoWled) as error:
            with self._lock:
                self._misses += 1
                self._is_odd = isinstance(error, NoWled) and self._misses >= MISSES
                if self._misses == MISSES and self._clock() - self._warned_s >= WARN_EVERY_S:
                    self._warned_s = self._clock()
                    _log.warning("The WLED at %s does not answer.", self._host)
                self._ask_due_s = self._clock() + RETRY_S[min(self._misses, len(RETRY_S)) - 1]

    def _ask(self) -> None:
        info = self._pages.info()
        with self._lock:
            known = self._info
            is_other = known is not None and info.mac != known.mac
            # A restart may be too short to be missed by a question; its brightness is then what it begins with.
            is_back = known is None or is_other or info.uptime < known.uptime or not self._is_heard(self._clock())
        if is_back:
            # What it showed before the companion came, even where it has restarted since.
            before = (None if is_other else self._before) or self._found(info.mac)
            self._kept.keep(before, info.mac)
            self._pages.take()
            target = (_resolve(self._host), self._ddp_port)
            with self._lock:
                self._before, self._target, self._first_s, self._shine = before, target, None, None
                self._is_swapped |= is_other
        shine = None if is_back else self._pages.shine()
        with self._lock:
            self._info, self._heard_s, self._misses, self._is_odd = info, self._clock(), 0, False
            self._shine = shine
            self._ask_due_s = self._heard_s + ASK_EVERY_S
        self._news.set()

    def _found(self, mac: str) -> Shine:
        """How it shone before any companion came: one that was ended by force left it as it takes them all."""
        self._kept.give_back_others(mac)  # first: without a `mac`, one of them may be this by another name
        shine = self._pages.shine()
        return (self._kept.kept(mac) or shine) if shine.is_taken else shine

    def _is_heard(self, now_s: float) -> bool:
        return self._misses < MISSES and now_s - self._heard_s < STALE_S

    def give_back(self) -> None:
        """Let it shine as before, where it still answers. Never raises.

        What somebody has switched off meanwhile is not switched on.
        """
        with self._lock:
            before = self._before if self._is_heard(self._clock()) else None
            mac = self._info.mac if self._info else ""
        if before is not None:
            try:
                is_on = self._pages.shine().on
                self._pages.give_back(msgspec.structs.replace(before, on=before.on and is_on))
                self._kept.forget(mac)
            except (NoAnswer, NoWled):
                _log.warning("The WLED at %s could not be told to shine as before. Do it in its app.", self._host)

    def _run_asker(self) -> None:
        while not self._closing.is_set():
            self.ask_step()
            self._closing.wait(max(0.0, min(ASK_EVERY_S, self._ask_due_s - self._clock())))
        sender = self._threads[0]
        sender.join(timeout=CLOSE_S)  # a frame after this would begin the live light again
        self.give_back()


def _resolve(host: str) -> str:
    """The address of a host that answered a moment ago, so that frames need no name. Raises `NoAnswer`."""
    try:
        return socket.gethostbyname(host.rpartition(":")[0] if ":" in host else host)
    except OSError as error:
        raise NoAnswer from error
