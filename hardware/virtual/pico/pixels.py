"""A recorder in place of `neopixel.NeoPixel`: what the strip shows."""


class PixelRecorder:
    """`count` WS2812B pixels. They take new colours with `write` and keep them until their power goes."""

    def __init__(self, count: int) -> None:
        self._next = bytearray(3 * count)
        self.shown = bytes(3 * count)
        """Red, green, blue a pixel, as they shine now."""

    def __setitem__(self, index: int, color) -> None:
        for channel in range(3):
            if not 0 <= color[channel] <= 255:
                raise ValueError(f"a channel is a byte, not {color[channel]!r}")
            self._next[3 * index + channel] = color[channel]

    def write(self) -> None:
        """Shifts the colours out to the strip."""
        self.shown = bytes(self._next)

    def power_off(self) -> None:
        """The strip's power goes."""
        self.shown = bytes(len(self._next))
