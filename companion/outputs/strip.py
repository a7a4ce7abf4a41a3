"""The strip of one live table: the `lights` thread, which turns the newest moment of the game into frames of light.

It makes the public's view only. Whatever shows the light (the board's strip, a recording) is a `Strip`; the pages look
at the newest `Glimpse`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from companion.games.core import View
from companion.language.message import NOTHING, Message
from companion.lights.lamp import Lamp
from companion.lights.player import Frame, Player
from companion.lights.scene import Scene
from companion.lights.strip import StripSettings, as_wired, check_strip
from companion.live.snapshot import Snapshot
from companion.referee.attention import attend
from companion.runtime.fault_log import log_fault
from companion.table.devices import DeviceHealth

log = logging.getLogger(__name__)

FRAME_S = 1 / 30
REFRESH_S = 1.0
"""A strip that was plugged in again is lit after this long at the latest."""


class Strip(Protocol):
    """Anything that can show pixels."""

    def show(self, pixels: bytes) -> None:
        """Show this from now on: three bytes (red, green, blue) a pixel, in the order in which they are wired.

        It may raise anything; it is tried again with the next frame.
        """


News = Callable[[int, float], bool]
"""Waits until the present moment's `change` is another than given, or for so many seconds; whether it is another."""


class Glimpse(msgspec.Struct, frozen=True):
    """The strip as it is now, for the pages: public."""

    number: int
    """Another number, another picture."""
    pixels: tuple[str, ...]
    """`#rrggbb` of each pixel as eyes are to see it, clockwise from the first seat."""
    text: Message
    moves: bool


def scene_of(snapshot: Snapshot, view: View[Any, Any]) -> Scene:
    """What the strip is to say of a moment; `view` is one of that moment. Of a game that was ended it says nothing."""
    if snapshot.is_broken_off:
        return Scene()
    scene = snapshot.game.light.scene(view)
    if snapshot.is_over:
        return scene
    return attend(scene, snapshot.sight, snapshot.game.mat.layout(view), snapshot.names)


def hex_colours(colours: bytes) -> tuple[str, ...]:
    """`#rrggbb` for every three bytes."""
    return tuple(f"#{colours[index : index + 3].hex()}" for index in range(0, len(colours), 3))


class Lighting:
    """Lights the strips. `start` and `close` from one thread, `now` and `health` from any; or `step` by hand."""

    def __init__(
        self,
        newest: Callable[[], Snapshot],
        strips: Sequence[Strip],
        settings: StripSettings,
        clock: Callable[[], float] = time.monotonic,
        news: News | None = None,
    ) -> None:
        """`newest` gives the present moment of the present game; `clock` counts seconds. Raises `BadStrip`.

        With `news` the thread looks as soon as there is a newer moment, and else with the next frame.
        """
        self._newest = newest
        self._strips = tuple(strips)
        self._settings = check_strip(settings)
        self._clock = clock
        self._news = news
        self._player = Player(settings.pixels, Lamp(settings.gamma, settings.brightness, settings.max_ma))
        self._seen: Snapshot | None = None
        self._scene = self._told = Scene()
        self._held: tuple[Scene, float] | None = None
        self._is_due = True
        self._drawn_s = self._sent_s = float("-inf")
        self._sent = b""
        self._failing: set[int] = set()
        self._lost_game = False
        self._glimpse = Glimpse(0, ("#000000",) * settings.pixels, NOTHING, False)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)

    def start(self) -> Lighting:
        """Begin to light; returns itself."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop, and leave the strips dark. Waits a few seconds at most."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(timeout=3.0)
        self._send(bytes(3 * self._settings.pixels))

    def now(self) -> Glimpse:
        """What the strip shows now."""
        return self._glimpse

    @property
    def showing(self) -> Scene:
        """The scene that the strips show, or fade to; for who is called by the lights' own thread, as a strip is."""
        return self._player.scene

    def hold(self, scene: Scene, for_s: float) -> None:
        """Show this and not the game, fading there and back, for so long or until `release`. From any thread."""
        self._held = (scene, self._clock() + for_s)

    def release(self) -> None:
        """Show the game again."""
        self._held = None

    def health(self) -> tuple[DeviceHealth, ...]:
        """Its line on the status page while a strip takes no light; else nothing."""
        if not self._failing:
            return ()
        text = "The strip takes no light. Look at its cable; the pages tell the same in words meanwhile."
        return (DeviceHealth("strip", "failed", text),)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._pause()
            self.step()

    def _pause(self) -> None:
        """Until the next frame, or look for one; until there is a newer moment, if that is sooner and can be shown."""
        now_s = self._clock()
        until_s = (self._drawn_s if self._is_due else now_s) + FRAME_S
        left_s, news, seen = max(0.0, until_s - now_s), self._news, self._seen
        # In a fade nobody would look at the news, and so nobody would wait for other ones.
        if news is None or seen is None or self._player.is_fading or not news(seen.change, left_s):
            # A game that was closed has no news and does not wait for any.
            self._closing.wait(max(0.0, until_s - self._clock()))

    def step(self) -> None:
        """Look for a newer moment, and draw a frame where one is due. Never raises.

        That is 30 frames a second, and a new scene's first one at once: it begins a fade, in which none comes sooner.
        """
        try:
            self._step()
        except Exception as error:
            if not self._lost_game:  # once, not with every frame
                log_fault(log, "the strip could not be lit", error)
            self._lost_game = True
        else:
            self._lost_game = False

    def _step(self) -> None:
        now_s = self._clock()
        # A clock that ticks in frames must not lose every other one to rounding.
        is_due = now_s - self._drawn_s >= FRAME_S * 0.99
        if not is_due and self._player.is_fading:
            return
        is_new = False
        try:
            is_new = self._look(now_s)
        finally:
            # The strip goes on with the scene it has, even where the game has no new one.
            if is_new or (is_due and (self._is_due or self._needs_refresh(now_s))):
                self._drawn_s = now_s
                self._show(self._player.frame(now_s), now_s)

    def _look(self, now_s: float) -> bool:
        """Whether there is another scene than before to be shown."""
        snapshot, held = self._newest(), self._held
        if snapshot is not self._seen:
            self._seen = snapshot
            self._told = scene_of(snapshot, snapshot.view(None))
        scene = held[0] if held is not None and now_s < held[1] else self._told
        if scene == self._scene:
            return False
        self._scene, self._is_due = scene, True
        self._player.show(scene)
        return True

    def _show(self, frame: Frame, now_s: float) -> None:
        self._is_due = frame.moves
        pixels, text = hex_colours(frame.colours), self._scene.text()
        if (pixels, text, frame.moves) != (self._glimpse.pixels, self._glimpse.text, self._glimpse.moves):
            self._glimpse = Glimpse(self._glimpse.number + 1, pixels, text, frame.moves)
        if frame.light != self._sent or self._needs_refresh(now_s):
            self._sent, self._sent_s = frame.light, now_s
            self._send(frame.light)

    def _needs_refresh(self, now_s: float) -> bool:
        return now_s - self._sent_s >= REFRESH_S - FRAME_S / 2

    def _send(self, light: bytes) -> None:
        wired = as_wired(light, self._settings)
        for number, strip in enumerate(self._strips):
            try:
                strip.show(wired)
            except Exception as error:
                if number not in self._failing:
                    log_fault(log, "a strip takes no light", error)
                self._failing.add(number)
            else:
                self._failing.discard(number)
