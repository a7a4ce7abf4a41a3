"""How much the pages of a virtual table take from the network: `python -m tests.browser.traffic`, printed as a table.

A whole companion plays Waves with a virtual camera, a person sits in seat 1, and four devices look on, each through
a relay that counts what passes, heads of requests and answers included. At rest the bots are held; an act is a row of
the journal while they play.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

SIZES: Final = {"table": (1280, 800), "host": (1280, 800), "seat": (390, 844), "virtual": (1280, 800)}
PATHS: Final = {"table": "", "host": "host", "seat": "seat/1/", "virtual": "virtual"}
CHROMIUM: Final = "/usr/bin/chromium"


class Meter:
    """A relay before a server that counts the bytes that pass, both ways together."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._sockets = [socket.create_server(("127.0.0.1", 0))]
        self.url = f"http://127.0.0.1:{self._sockets[0].getsockname()[1]}/"
        self.passed = 0
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take nobody any more, and end what is open."""
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                device, _ = self._sockets[0].accept()
                companion = socket.create_connection(("127.0.0.1", self._port))
                self._sockets += (device, companion)
                for here, there in ((device, companion), (companion, device)):
                    threading.Thread(target=self._pass_on, args=(here, there), daemon=True).start()

    def _pass_on(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                with self._lock:
                    self.passed += len(data)
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)


class Watched:
    """One page behind its meter, and what it has asked for."""

    def __init__(self, name: str, page: Page, meter: Meter) -> None:
        self.name, self.page, self.meter = name, page, meter
        self.asked: Counter[str] = Counter()
        page.on("request", lambda request: self._count(request.url))
        page.goto(meter.url + PATHS[name], wait_until="domcontentloaded")

    def _count(self, address: str) -> None:
        if not address.startswith("blob:"):
            self.asked[urlsplit(address).path] += 1

    def begin(self) -> None:
        """Count from here."""
        self.asked.clear()
        self.before = self.meter.passed

    def bytes(self) -> int:
        """What has passed since `begin`."""
        return self.meter.passed - self.before


@contextmanager
def companion(folder: str) -> Iterator[tuple[str, str]]:
    """A virtual table of Waves; its address and host code."""
    command = [sys.executable, "-u", "-m", "companion", "play", "waves", "--virtual", "--board", "none", "--seed", "7"]
    command += ["--port", "0", "--address", "127.0.0.1", "--pace", "1", "--data", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            said = ""
            for line in process.stdout:
                said += line
                found = re.search(r"http://127\.0\.0\.1:\d+/", said), re.search(r"ode[^\n]*?\b([A-Z0-9]{6})\b", said)
                if found[0] and found[1]:
                    threading.Thread(target=process.stdout.read, daemon=True).start()
                    yield found[0][0], found[1][1]
                    return
            raise SystemExit(said)
        finally:
            process.terminate()


def play_on(page: Page, url: str, until: Callable[[], bool]) -> None:
    """Wait for something while the bots play; the person in seat 1 taps what comes first, and lets hands lay it."""
    request, number, json = page.request, 0, {"Accept": "application/json"}
    while not until():
        page.wait_for_timeout(500)
        now: Any = request.get(f"{url}seat/1/seat.json").json()
        acts = [choice["actions"] for choice in now["choices"]]
        if acts and now["prompt"]["seats"] == [0]:
            number += 1
            body = {"actions": acts[0], "revision": now["revision"], "tap_id": f"tap-{time.time_ns()}"}
            request.post(f"{url}seat/1/tap", data=body, headers=json)
        request.post(f"{url}seat/1/virtual/lay", headers=json)


def measure(browser: Browser, url: str, code: str, rest_s: int, acts: int) -> list[str]:
    """One run: a line for each page."""
    context = browser.new_context()
    hand = context.new_page()
    json = {"Accept": "application/json"}
    hand.request.post(f"{url}host/unlock", form={"code": code}, headers=json)
    assert hand.request.post(f"{url}seat/1/take", form={"name": "Anna"}, headers=json).ok
    assert hand.request.post(f"{url}seat/1/start", headers=json).ok
    cookies: Any = context.cookies()
    watched = []
    for name, (width, height) in SIZES.items():
        device = browser.new_context(viewport={"width": width, "height": height})
        if name in ("host", "seat"):
            device.add_cookies(cookies)
        watched.append(Watched(name, device.new_page(), Meter(urlsplit(url).port or 0)))

    def row() -> int:
        return int(hand.request.get(f"{url}table.json").json()["last_row"])

    play_on(hand, url, lambda: row() > 25)
    hand.request.post(f"{url}host/pause", form={"do": "hold"}, headers=json)
    hand.wait_for_timeout(6000)
    for each in watched:
        each.begin()
    hand.wait_for_timeout(1000 * rest_s)
    rest = {each.name: (each.bytes() * 60 / rest_s, sum(each.asked.values()) * 60 / rest_s) for each in watched}
    print({each.name: dict(each.asked) for each in watched}, file=sys.stderr)
    hand.request.post(f"{url}host/pause", form={"do": "go"}, headers=json)
    start = row()
    play_on(hand, url, lambda: row() > start)
    before, since = row(), time.monotonic()
    for each in watched:
        each.begin()
    play_on(hand, url, lambda: row() >= before + acts)
    done, lasted_s = row() - before, time.monotonic() - since
    spent = {each.name: each.bytes() / done for each in watched}
    print({each.name: dict(each.asked) for each in watched}, f"{done} acts in {lasted_s:.0f} s", file=sys.stderr)
    for each in watched:
        each.page.context.close()
        each.meter.close()
    context.close()
    return [
        f"| {name} | {rest[name][0] / 1000:.1f} | {rest[name][1]:.0f} | {spent[name] / 1000:.1f} |" for name in SIZES
    ]


def main(runs: int = 1, rest_s: int = 60, acts: int = 12) -> None:
    """Print a table for each run: kB and requests in a minute at rest, kB an act."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for run in range(runs):
            with tempfile.TemporaryDirectory() as folder, companion(folder) as (url, code):
                print(f"run {run + 1}", "| page | kB/min | requests/min | kB/act |", sep="\n")
                print(*measure(browser, url, code, rest_s, acts), sep="\n", flush=True)
        browser.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
