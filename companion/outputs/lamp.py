"""When the table is called: a lamp that shines while it is asked for something, a beep when that begins.

Knows no device: whoever wires it gives the lamp and the buzzer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, Protocol

from companion.language.message import Text
from companion.live.session import Session
from companion.live.snapshot import Snapshot

LOOK_EVERY_S: Final = 0.5
"""How long another game, or a window for pairing, may go unnoticed."""
CALLS: Final = ("question", "mismatch")
"""What people have to look at the page for."""


class Caller(Protocol):
    """A lamp and a buzzer; either may be missing."""

    def attend(self, on: bool) -> None:
        """The lamp shines, or not."""

    def beep(self) -> None:
        """One short beep."""


class Signals:
    """Calls the table. `start` and `close`, or `step` by hand."""

    def __init__(
        self, present: Callable[[], Session], caller: Caller, is_pairing: Callable[[], bool] = lambda: False
    ) -> None:
        self._present = present
        self._caller = caller
        self._is_pairing = is_pairing
        self._is_lit = self._called = False
        self._pressed: Text = ""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> Signals:
        """Begin; returns itself."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop calling. Waits a second at most."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2 * LOOK_EVERY_S)

    def _run(self) -> None:
        change = 0
        while not self._closing.is_set():
            session = self._present()
            snapshot = session.wait(change, LOOK_EVERY_S)
            change = snapshot.change
            self.step(snapshot)
            if session.closed:
                self._closing.wait(LOOK_EVERY_S)

    def step(self, snapshot: Snapshot) -> None:
        """What one moment calls for."""
        calls = snapshot.sight.state in CALLS
        refused = bool(snapshot.pressed) and snapshot.pressed != self._pressed
        if refused or (calls and not self._called):
            self._caller.beep()
        self._called, self._pressed = calls, snapshot.pressed
        lit = calls or self._is_pairing()
        if lit != self._is_lit:
            self._is_lit = lit
            self._caller.attend(lit)
