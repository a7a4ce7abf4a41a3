"""Buttons between a pin and ground: pressed is low, the pin's pull-up makes it high."""

from micropython import const

_SETTLE_MS = const(10)  # contacts bounce for some milliseconds
NAMES = ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "seat7", "seat8", "next", "undo")


class Buttons:
    """Debounced buttons, given as (name, pin) pairs. A level counts once it has stayed for 10 ms."""

    def __init__(self, pins: list) -> None:
        self.names = [name for name, _ in pins]
        self._pins = [pin for _, pin in pins]
        # A button that is held while the board starts was pressed while it was away: that press is lost.
        self._is_down = [not pin.value() for pin in self._pins]
        self._differs_ms = [-1] * len(pins)  # since when the pin differs from `_is_down`; -1 while it does not
        self.changes = 0
        """Goes up whenever a button goes down or up."""

    def poll(self, now_ms: int) -> list:
        """Names of the buttons that went down since the last call."""
        pressed = []
        for i in range(len(self._pins)):
            is_low = not self._pins[i].value()
            if is_low == self._is_down[i]:
                self._differs_ms[i] = -1
            elif self._differs_ms[i] < 0:
                self._differs_ms[i] = now_ms
            elif now_ms - self._differs_ms[i] >= _SETTLE_MS:
                self._is_down[i] = is_low
                self._differs_ms[i] = -1
                self.changes += 1
                if is_low:
                    pressed.append(self.names[i])
        return pressed

    def held(self) -> list:
        """Names of the buttons that are down now."""
        return [self.names[i] for i in range(len(self._pins)) if self._is_down[i]]
