"""From colours as eyes see them to what a strip is sent: gamma, brightness and the current budget."""

from __future__ import annotations

from companion.lights.power import limit


def gamma_table(gamma: float, brightness: float) -> bytes:
    """What to send for each colour value from 0 to 255."""
    return bytes(round(255 * brightness * (value / 255) ** gamma) for value in range(256))


class Lamp:
    """Turns frames of colours into frames of light for one strip."""

    def __init__(self, gamma: float, brightness: float, max_ma: float) -> None:
        self._table = gamma_table(gamma, brightness)
        self.max_ma = max_ma
        self.brightest = max(1, self._table[255])
        """The highest value that is ever sent."""

    def light(self, colours: bytes) -> bytes:
        """What to send for colours, three bytes a pixel; never over the budget, unless the dark strip is."""
        return limit(colours.translate(self._table), self.max_ma)
