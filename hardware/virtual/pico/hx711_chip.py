"""A virtual HX711 with a load cell, behind its data and clock pins.

Section names are those of the HX711 data sheet (AVIA Semiconductor). RATE is low: ten conversions a second.
"""

_PERIOD_US = 100000  # "Output Data Rate and Format": 10 a second
_SETTLING_US = 400000  # "Key Electrical Characteristics": output settling time at 10 a second
_POWER_DOWN_US = 60  # "Reset and Power-Down"
_ACCESS_US = 2
_HIGHEST = 0x7FFFFF
_LOWEST = -0x800000

OFFSET = 84213
"""Counts of the empty bowl."""
PER_PIECE = 2150
"""Counts of one piece."""


class Hx711Chip:
    """The chip: `data` and `clock` are its pins, `set_load` puts pieces into the bowl."""

    def __init__(self, clock) -> None:
        self._time = clock
        self.data = _DataPin(self)
        self.clock = _ClockPin(self)
        self.noise = 40
        """Counts that a sample may be off, either way."""
        self.trouble = ""
        """"" or "off" (data line high), "stuck" (data line low), "open" (a wire of the load cell is off)."""
        self._load = 0.0
        self._sum = 0.0
        self._since_us = 0
        self._sampled_us = 0
        self._seed = 20240
        self._level = 0
        self._rose_us = 0
        self.power_on()

    def power_on(self) -> None:
        """The power comes, or the chip leaves its power-down: it resets, and its first data come after settling."""
        self._is_down = False
        self._pulses = 0
        self._gain = 128  # "Reset and Power-Down": channel A, gain 128
        self._raw = 0
        self._bit = 1
        self._has_data = False
        self._begin(self._time.us)
        self._ready_us = self._time.us + _SETTLING_US

    def set_load(self, pieces: float) -> None:
        """So many pieces lie in the bowl from now on; a conversion under way takes its part of it."""
        self._update()
        self._sum += self._load * (self._time.us - self._since_us)
        self._since_us = self._time.us
        self._load = pieces

    def read_data(self) -> int:
        """The level of DOUT."""
        self._time.wait_us(_ACCESS_US)
        self._update()
        if self.trouble in ("off", "stuck"):
            return 1 if self.trouble == "off" else 0
        return 1 if self._is_down else self._bit

    def drive_clock(self, level: int) -> None:
        """The board sets PD_SCK."""
        self._time.wait_us(_ACCESS_US)
        self._update()
        if level == self._level:
            return
        self._level = level
        if level:
            self._rose_us = self._time.us
            if not self._is_down:
                self._shift()
        elif self._is_down:
            self.power_on()

    def _begin(self, now_us: int) -> None:
        self._sum = 0.0
        self._since_us = now_us
        self._sampled_us = now_us

    def _update(self) -> None:
        """Lets conversions end that are due by now."""
        now_us = self._time.us
        if self._level and now_us - self._rose_us > _POWER_DOWN_US:
            self._is_down = True
        if self._is_down or now_us < self._ready_us or 0 < self._pulses < 25:
            return  # while data are shifted out they stay
        self._convert(now_us)
        self._ready_us += _PERIOD_US * ((now_us - self._ready_us) // _PERIOD_US + 1)
        self._pulses = 0
        self._bit = 0  # "Serial Interface": DOUT goes low when data are ready

    def _convert(self, now_us: int) -> None:
        span_us = now_us - self._sampled_us
        total = self._sum + self._load * (now_us - self._since_us)
        load = total / span_us if span_us else self._load
        self._begin(now_us)
        # channel B is not connected; channel A at half the gain gives half the counts (Table 3)
        factor = {128: 1.0, 64: 0.5, 32: 0.0}[self._gain]
        raw = int((OFFSET + load * PER_PIECE) * factor) + self._next_noise()
        self._raw = _HIGHEST if self.trouble == "open" else max(_LOWEST, min(_HIGHEST, raw))

    def _next_noise(self) -> int:
        if not self.noise:
            return 0
        self._seed = (self._seed * 1103 + 12345) & 0xFFFFF
        return self._seed * (2 * self.noise + 1) // 0x100000 - self.noise

    def _shift(self) -> None:
        if self._pulses == 0 and self._bit:
            return  # no data are ready
        self._pulses += 1
        if self._pulses <= 24:
            self._bit = self._raw >> (24 - self._pulses) & 1
        elif self._pulses <= 27:
            self._bit = 1
            self._gain = {25: 128, 26: 32, 27: 64}[self._pulses]  # Table 3


class _DataPin:
    def __init__(self, chip) -> None:
        self._chip = chip

    def value(self) -> int:
        return self._chip.read_data()


class _ClockPin:
    def __init__(self, chip) -> None:
        self._chip = chip

    def value(self, level) -> None:
        self._chip.drive_clock(level)
