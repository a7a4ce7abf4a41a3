"""Virtual pins: a plain output, and a button between a pin and ground."""


class OutputPin:
    """A pin that the board drives."""

    def __init__(self, level: int) -> None:
        self.level = level

    def value(self, level=None):
        """Sets the level; without an argument gives it."""
        if level is None:
            return self.level
        self.level = level
        return None


class FloatingPin:
    """An input on which nothing hangs: its pull-up makes it high."""

    def value(self) -> int:
        return 1


class ButtonPin:
    """A button: low while pressed. Its contacts bounce for `bounce_ms` after each change."""

    def __init__(self, clock) -> None:
        self._clock = clock
        self._is_pressed = False
        self._changed_us = -1000000
        self._chatter = 3
        self.bounce_ms = 0

    def press(self, is_pressed: bool) -> None:
        """Presses or releases the button."""
        if is_pressed != self._is_pressed:
            self._is_pressed = is_pressed
            self._changed_us = self._clock.us

    def value(self) -> int:
        if self._clock.us - self._changed_us < self.bounce_ms * 1000:
            self._chatter = (self._chatter + 1) % 4
            return self._chatter // 2  # two readings high, two low: a careless board sees presses
        return 0 if self._is_pressed else 1
