"""Scenes one after another as frames: one fades into the next, nothing flashes, nothing draws too much."""

from __future__ import annotations

import msgspec

from companion.lights.flashes import SCREEN, FlashGuard, luminance
from companion.lights.lamp import Lamp
from companion.lights.power import draw_ma
from companion.lights.render import render
from companion.lights.scene import Scene

FADE_S = 0.4
"""How long one scene takes to become the next. What is asked for meanwhile waits; only the newest is kept."""
FIRST_STEP_S = 1 / 30
"""How far a fade has come in the first frame after a rest: as far as from one frame to the next, at 30 a second. Begun
at nothing, it would send what the strip shows already, and the table would see of an act a frame later."""


class Frame(msgspec.Struct, frozen=True):
    """One moment of a strip, clockwise from the first seat, three bytes (red, green, blue) a pixel."""

    colours: bytes
    """As eyes are to see it; for screens."""
    light: bytes
    """As a strip is sent it."""
    moves: bool
    """Whether the next frame will differ though the scene stays."""


class Player:
    """Plays the newest scene. Give it scenes by `show` and take frames by `frame`, from one thread, times rising."""

    def __init__(self, pixels: int, lamp: Lamp) -> None:
        self._pixels = pixels
        self._lamp = lamp
        self._guard = FlashGuard(pixels, values=4)
        self._from = self._to = self._newest = Scene()
        self._fades_since: float | None = None
        dark = bytes(3 * pixels)
        self._last = Frame(dark, dark, False)

    def show(self, scene: Scene) -> None:
        """Play this from now on, or as soon as the present fade is over."""
        self._newest = scene

    @property
    def scene(self) -> Scene:
        """The scene that the last frame shows, or fades to."""
        return self._to

    @property
    def is_fading(self) -> bool:
        """Whether one scene is becoming another, so that a newer one would wait."""
        return self._fades_since is not None

    def frame(self, at_s: float) -> Frame:
        """The strip at this moment."""
        colours = self._colours(at_s)
        self._last = self._safe(colours, self._lamp.light(colours), at_s)
        return self._last

    def _colours(self, at_s: float) -> bytes:
        """What the scenes ask for."""
        first_step_s = FIRST_STEP_S
        if self._fades_since is not None and at_s - self._fades_since >= FADE_S:
            # The last step of this fade is news enough for one frame.
            self._fades_since, self._from, first_step_s = None, self._to, 0.0
        if self._fades_since is None and self._newest != self._to:
            self._fades_since, self._to = at_s - first_step_s, self._newest
        above = render(self._to, self._pixels, at_s)
        if self._fades_since is None:
            return bytes(value for pixel in above for value in pixel)
        below, share = render(self._from, self._pixels, at_s), (at_s - self._fades_since) / FADE_S
        return bytes(
            round(old + (new - old) * share)
            for before, after in zip(below, above, strict=True)
            for old, new in zip(before, after, strict=True)
        )

    def _safe(self, colours: bytes, light: bytes, at_s: float) -> Frame:
        """The frame in which each pixel that may not change yet stays as it was."""
        last, shown, lit = self._last, bytearray(colours), bytearray(light)
        changes: dict[int, tuple[float, ...]] = {}
        is_held = False
        for pixel in range(self._pixels):
            three = slice(3 * pixel, 3 * pixel + 3)
            if colours[three] == last.colours[three] and light[three] == last.light[three]:
                continue
            values = self._values(colours[three], light[three])
            if self._guard.allows(pixel, values, at_s):
                changes[pixel] = values
            else:
                shown[three], lit[three] = last.colours[three], last.light[three]
                is_held = True
        if is_held and draw_ma(bytes(lit)) > self._lamp.max_ma:
            # What stays bright leaves no room for what wants to grow: the frame before kept to the budget.
            return Frame(last.colours, last.light, True)
        for pixel, values in changes.items():
            self._guard.take(pixel, values, at_s)
        moves = is_held or self._fades_since is not None or self._to.moves()
        return Frame(bytes(shown), bytes(lit), moves)

    def _values(self, colour: bytes, light: bytes) -> tuple[float, ...]:
        """Luminance and red of a pixel, on a screen and on the strip, each as a share of the most there is."""
        screen = (SCREEN[colour[0]], SCREEN[colour[1]], SCREEN[colour[2]])
        full = self._lamp.brightest
        strip = (light[0] / full, light[1] / full, light[2] / full)
        return luminance(*screen), screen[0], luminance(*strip), strip[0]
