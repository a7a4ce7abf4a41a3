"""The strip of WS2812B pixels, never brighter than its supply can bear."""

from micropython import const

_CHANNEL_MA = const(20)  # WS2812B, worst case: one channel at 255
_IDLE_MA = const(1)  # the controller in each pixel, also while it is dark
_FULL = const(255)


class Strip:
    """`count` pixels behind an object like `neopixel.NeoPixel`, held under `max_ma` milliamperes."""

    def __init__(self, pixels, count: int, max_ma: int) -> None:
        self._pixels = pixels
        self.count = count
        self._light_ma = max(0, max_ma - count * _IDLE_MA)
        self.dark()  # a strip keeps its colours while the board restarts

    def show(self, colors: bytes) -> None:
        """Shows red, green, blue for each pixel from the first; missing pixels are dark, those too many left out.

        Where the colours would take more than the current budget, all are dimmed alike.
        """
        colors = colors[: 3 * self.count]
        part, whole = self._dimming(colors)
        for i in range(self.count):
            red, green, blue = colors[3 * i : 3 * i + 3] if 3 * i + 3 <= len(colors) else b"\0\0\0"
            self._pixels[i] = (red * part // whole, green * part // whole, blue * part // whole)
        self._pixels.write()

    def dark(self) -> None:
        """Turns all pixels off."""
        self.show(b"")

    def _dimming(self, colors: bytes) -> tuple:
        wanted = sum(colors) * _CHANNEL_MA
        allowed = self._light_ma * _FULL
        return (allowed, wanted) if wanted > allowed else (1, 1)
