"""The HX711, the scale's analog-to-digital converter: one signed 24-bit number ten times a second.

Section names are those of the HX711 data sheet (AVIA Semiconductor). Channel A, gain 128.
"""

from micropython import const

_BITS = const(24)
_HIGHEST = const(0x7FFFFF)  # "Output Data Rate and Format": the output saturates at 7FFFFFh
_LOWEST = const(-0x800000)  # and at 800000h
_POWER_DOWN_US = const(80)  # "Reset and Power-Down": more than 60 us high powers the chip down, low resets it
_SILENT_MS = const(1000)  # data comes every 100 ms, the first 400 ms after a reset ("Key Electrical Characteristics")
_RETRY_MS = const(1000)

_NO_ANSWER = "The scale's converter (HX711) does not answer. Check its power and its data and clock wires."
_STUCK = "The scale's data line stays low. Check the data and clock wires of the converter (HX711)."
_SATURATED = "The scale is overloaded, or a wire of its load cell is off. Take the load off and check the four wires."


class Hx711:
    """The converter behind two pins. `hold` and `release` keep interrupts away while the clock is high."""

    def __init__(self, data, clock, time, hold, release) -> None:
        self._data = data
        self._clock = clock
        self._time = time
        self._hold = hold
        self._release = release
        self._heard_ms = time.ms()
        self._retry_ms = 0
        self.fault = ""
        """What is wrong, as a sentence; empty while samples come."""
        self._reset()  # the board may have restarted in the middle of a sample

    def poll(self, now_ms: int) -> int | None:
        """A new sample, or None where there is none yet or `fault` says why there can be none."""
        if self._data.value():
            if now_ms - self._heard_ms >= _SILENT_MS:
                self._fail(_NO_ANSWER, now_ms)
            return None
        if self.fault == _STUCK and now_ms < self._retry_ms:
            return None
        raw = self._shift()
        # "Serial Interface": the 25th pulse pulls the data line high. A line that is stuck stays low.
        if not self._data.value():
            self._fail(_STUCK, now_ms)
            return None
        self._heard_ms = now_ms
        if raw >= _HIGHEST or raw <= _LOWEST:
            self.fault = _SATURATED
            return None
        self.fault = ""
        return raw

    def _fail(self, fault: str, now_ms: int) -> None:
        self.fault = fault
        if now_ms >= self._retry_ms:
            self._retry_ms = now_ms + _RETRY_MS
            self._reset()

    def _reset(self) -> None:
        self._clock.value(1)
        self._time.wait_us(_POWER_DOWN_US)
        self._clock.value(0)

    def _shift(self) -> int:
        """24 bits, most significant first, in two's complement; a 25th pulse asks for channel A, gain 128 (Table 3)."""
        value = 0
        for _ in range(_BITS):
            value = value << 1 | self._pulse()
        self._pulse()
        return value - 0x1000000 if value & 0x800000 else value

    def _pulse(self) -> int:
        state = self._hold()  # an interrupt of more than 60 us here would power the chip down
        self._clock.value(1)
        bit = self._data.value()
        self._clock.value(0)
        self._release(state)
        return bit
