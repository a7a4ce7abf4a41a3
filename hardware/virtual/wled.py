"""A WLED to play with where there is none: its pages and its live light on real sockets of this machine.

It reads DDP by the published layout (3waylabs.com/ddp) with a parser of its own, and can hang, answer nonsense, and go.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Literal, NamedTuple

Mood = Literal["well", "hanging", "nonsense"]

LIVE_S: Final = 2.5
"""Its realtime timeout: so long after the last packet it shows a light of its own again."""
HOST: Final = "127.0.0.1"


class DdpPacket(NamedTuple):
    """A packet as the specification's header names its fields."""

    version: int
    has_timecode: bool
    push: bool
    sequence: int
    kind: int
    """The whole byte of the data type."""
    destination: int
    offset: int
    data: bytes


def read_ddp(packet: bytes) -> DdpPacket:
    """Raises ValueError for what is no packet of pixels of version 1, or is shorter than it says."""
    if len(packet) < 10:
        raise ValueError(f"{len(packet)} bytes are no header")
    flags = packet[0]
    begin = 14 if flags >> 4 & 1 else 10
    length = packet[8] * 256 + packet[9]
    if flags >> 6 != 1 or flags >> 1 & 1 or flags >> 2 & 1:
        raise ValueError("another version, or a question, or an answer")
    if len(packet) != begin + length:
        raise ValueError(f"{length} bytes are promised, {len(packet) - begin} are there")
    offset = 0
    for byte in packet[4:8]:
        offset = offset * 256 + byte
    return DdpPacket(
        flags >> 6, bool(flags >> 4 & 1), bool(flags & 1), packet[1] % 16, packet[2], packet[3], offset, packet[begin:]
    )


class VirtualWled:
    """One WLED of so many pixels. Begin it by `start`; everything else from any thread."""

    def __init__(self, pixels: int, clock: Callable[[], float] = time.monotonic, name: str = "Table") -> None:
        """`clock` counts seconds: after `LIVE_S` without a packet the live light ends."""
        self.pixels_fitted = pixels
        self.mood: Mood = "well"
        self.state: dict[str, Any] = {"on": False, "bri": 128, "lor": 0}
        """As `/json/state` tells it; a person with the app changes it."""
        self.mac = ""
        """Which one it says it is; one that follows from its port where it is empty."""
        self.preset = -1
        """The preset that it shows; left with each change of on, brightness."""
        self.is_in_group = False
        """Whether it tells its sync group of each change, and does as the others of it do."""
        self.broadcasts: list[dict[str, Any]] = []
        """What its sync group was told, oldest first: how it shone after a change."""
        self.packets: list[DdpPacket] = []
        """All that were understood, oldest first."""
        self.refused = 0
        self.asked: list[tuple[str, dict[str, Any] | None]] = []
        """Each request: its path, and its body where it had one."""
        self._clock = clock
        self._name = name
        self._lock = threading.Lock()
        self._arrived = threading.Condition(self._lock)
        self._buffer = bytearray(3 * pixels)
        self._shown = bytes(3 * pixels)
        self._frames = 0
        self._started_s = clock()
        self._live_until_s = float("-inf")
        self._let_go = threading.Event()
        self._web_port = self._ddp_port = 0
        self._web: ThreadingHTTPServer | None = None
        self._udp: socket.socket | None = None
        self._threads: list[threading.Thread] = []

    @property
    def host(self) -> str:
        """What stands as `address` in companion.toml."""
        return f"{HOST}:{self._web_port}"

    @property
    def ddp_port(self) -> int:
        """Where it takes live light."""
        return self._ddp_port

    def start(self) -> VirtualWled:
        """Plug it in, on the same ports as before; returns itself."""
        self._let_go.clear()
        self._started_s = self._clock()
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind((HOST, self._ddp_port))
        self._ddp_port = self._udp.getsockname()[1]
        self._web = _Pages((HOST, self._web_port), self)
        self._web_port = self._web.server_address[1]
        self._threads = [
            threading.Thread(target=self._take_light, args=(self._udp,), name="virtual wled light", daemon=True),
            threading.Thread(target=self._web.serve_forever, args=(0.02,), name="virtual wled pages", daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        return self

    def unplug(self) -> None:
        """It is gone: nobody listens on its ports. `start` plugs it in again."""
        self._let_go.set()
        if self._web is not None:
            self._web.shutdown()
            self._web.server_close()
        if self._udp is not None:
            with contextlib.suppress(OSError):
                self._udp.shutdown(socket.SHUT_RDWR)
            self._udp.close()
        for thread in self._threads:
            thread.join(timeout=3.0)
        self._web, self._udp, self._threads = None, None, []

    close = unplug

    def pixels(self) -> bytes:
        """What glows now, three bytes (red, green, blue) a pixel; empty where no live light is shown."""
        with self._lock:
            return self._shown if self._is_live() and self.state["on"] and not self.state["lor"] else b""

    def frames(self) -> int:
        """How many whole frames it has shown."""
        with self._lock:
            return self._frames

    def wait_for(self, frames: int, most_s: float = 5.0) -> bool:
        """Wait until it has shown so many frames in all; False where they do not come."""
        with self._arrived:
            return self._arrived.wait_for(lambda: self._frames >= frames, most_s)

    def is_live(self) -> bool:
        """Whether it shows what it is sent."""
        with self._lock:
            return self._is_live()

    def _is_live(self) -> bool:
        return self._clock() < self._live_until_s

    def _take_light(self, udp: socket.socket) -> None:
        while not self._let_go.is_set():
            try:
                data = udp.recv(2048)
            except OSError:
                return
            if data:
                self._take(data)

    def _take(self, data: bytes) -> None:
        with self._arrived:
            try:
                packet = read_ddp(data)
            except ValueError:
                self.refused += 1
                return
            self.packets.append(packet)
            end = min(len(self._buffer), packet.offset + len(packet.data))
            if end > packet.offset:  # pixels beyond the last are let go
                self._buffer[packet.offset : end] = packet.data[: end - packet.offset]
            self._live_until_s = self._clock() + LIVE_S
            if packet.push:
                self._shown = bytes(self._buffer)
                self._frames += 1
                self._arrived.notify_all()

    def info(self) -> dict[str, Any]:
        """`/json/info`, the part that matters."""
        with self._lock:
            leds = {"count": self.pixels_fitted, "pwr": 0, "fps": 42, "maxpwr": 850, "maxseg": 32}
            return {
                "ver": "0.14.1",
                "leds": leds,
                "name": self._name,
                "udpport": 21324,
                "live": self._is_live(),
                "lm": "DDP" if self._is_live() else "",
                "mac": self.mac or f"{self._web_port:012x}",
                "uptime": round(self._clock() - self._started_s),
                "brand": "WLED",
            }

    def answer(self, path: str, change: dict[str, Any] | None) -> dict[str, Any] | None:
        """What a page answers, after the change; None where there is no such page."""
        with self._lock:
            self.asked.append((path, change))
            if path == "/json/state" and change is not None:
                self._change(change)
                return {"success": True}
            if path == "/json/state":
                return {**self.state, "transition": 7, "ps": self.preset, "seg": []}
        return self.info() if path == "/json/info" else None

    def _change(self, change: dict[str, Any]) -> None:
        before = dict(self.state)
        self.state.update({key: value for key, value in change.items() if key in self.state})
        if change.get("live") is False:
            self._live_until_s = float("-inf")
            if self.state["lor"] == 1:  # until the live light ends
                self.state["lor"] = 0
        if {**before, "lor": 0} == {**self.state, "lor": 0}:
            return
        self.preset = change.get("pd", -1)
        if self.is_in_group and not change.get("udpn", {}).get("nn"):
            self.broadcasts.append(dict(self.state))

    def hear_group(self, on: bool, bri: int) -> None:
        """Another lamp of its sync group has changed: it does the same, unless it shows live light."""
        with self._lock:
            if self.is_in_group and not self._is_live():
                self.state.update(on=on, bri=bri)
                self.preset = -1

    def hang(self) -> None:
        """Until it is unplugged, or well again."""
        while self.mood == "hanging" and not self._let_go.wait(0.02):
            pass


class _Pages(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], wled: VirtualWled) -> None:
        self.wled = wled
        super().__init__(address, _Page)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who hung up on it is no fault of its own."""


class _Page(BaseHTTPRequestHandler):
    server: _Pages

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def log_message(self, *_: Any) -> None:
        """A WLED writes no log."""

    def _answer(self, change: dict[str, Any] | None) -> None:
        wled = self.server.wled
        if wled.mood == "hanging":
            wled.hang()
            return
        answer = wled.answer(self.path, change)
        body = b"<html>Router login</html>" if wled.mood == "nonsense" else json.dumps(answer).encode()
        self.send_response(404 if answer is None else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
