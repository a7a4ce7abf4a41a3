"""The virtual board's time: it passes when the bench says so, and a little with each access to a pin or bus."""


class VirtualClock:
    """Microseconds since the bench began. As the board's clock it counts from the board's last start."""

    def __init__(self) -> None:
        self.us = 0
        self._start_us = 0

    def restart(self) -> None:
        """The board starts now."""
        self._start_us = self.us

    def ms(self) -> int:
        """Milliseconds since the board's start."""
        return (self.us - self._start_us) // 1000

    def wait_us(self, us: int) -> None:
        """So many microseconds pass."""
        self.us += us

    def advance_to(self, us: int) -> None:
        """Time passes up to that moment; it never runs back."""
        if us > self.us:
            self.us = us
