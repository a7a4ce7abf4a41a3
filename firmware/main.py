"""Runs the board on a Raspberry Pi Pico (MicroPython 1.24 or newer). The only file that knows `machine`."""

import binascii
import os
import select
import sys
import time

import machine
import micropython
from machine import SPI, WDT, Pin
from neopixel import NeoPixel
from start import leave_note, start
from store import FileStore

_WATCHDOG_MS = 2000
_READ_AT_ONCE = 256


class Clock:
    """Milliseconds since the start, without the wrap of `time.ticks_ms` after twelve days."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._ms = 0

    def ms(self) -> int:
        now = time.ticks_ms()
        self._ms += time.ticks_diff(now, self._last)
        self._last = now
        return self._ms

    def wait_us(self, us: int) -> None:
        time.sleep_us(us)


class Link:
    """The USB serial line. Neither reading nor writing waits for the host."""

    def __init__(self) -> None:
        self._buffer = bytearray(_READ_AT_ONCE)
        self._incoming = select.poll()
        self._incoming.register(sys.stdin, select.POLLIN)
        self._outgoing = select.poll()
        self._outgoing.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        """What has come, one byte at a time: a larger read would wait until all of it is there."""
        length = 0
        while length < _READ_AT_ONCE and self._incoming.poll(0):
            self._buffer[length] = sys.stdin.buffer.read(1)[0]
            length += 1
        return bytes(self._buffer[:length])

    def write(self, line: bytes) -> None:
        """Sends a line; drops it where nobody reads, for a full buffer would hold the board up."""
        if self._outgoing.poll(0):
            sys.stdout.buffer.write(line)


class Pico:
    """The pins, buses, clock and memory of the board, as `fitting` and `Board` want them."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.link = Link()
        self.store = FileStore()
        self.serial = binascii.hexlify(machine.unique_id()).decode()
        self.boot = int.from_bytes(os.urandom(4), "little") >> 2
        self.hold_interrupts = machine.disable_irq
        self.release_interrupts = machine.enable_irq

    def input(self, pin: int) -> Pin:
        return Pin(pin, Pin.IN, Pin.PULL_UP)

    def output(self, pin: int, level: int) -> Pin:
        return Pin(pin, Pin.OUT, value=level)

    def spi(self, bus: int, sck: int, mosi: int, miso: int) -> SPI:
        return SPI(bus, baudrate=1_000_000, polarity=0, phase=0, sck=Pin(sck), mosi=Pin(mosi), miso=Pin(miso))

    def pixels(self, pin: int, count: int) -> NeoPixel:
        return NeoPixel(Pin(pin), count)

    def restart(self, why: str) -> None:
        try:
            leave_note(self.store, why)
        finally:  # no room for the note: a plain restart is still one
            machine.reset()


def main() -> None:
    """Runs until a restart. Returns at once, with the prompt free and no watchdog, where that was asked for."""
    pico = Pico()
    board = start(pico, "watchdog" if machine.reset_cause() == machine.WDT_RESET else "power")
    if board is None:
        return
    # From here on Ctrl-C is a byte like any other, and an error that escapes ends in the watchdog's restart. Errors
    # before this line, such as a file that is missing, leave the prompt to mend them.
    micropython.kbd_intr(-1)
    watchdog = WDT(timeout=_WATCHDOG_MS)
    while True:
        board.poll()
        watchdog.feed()


main()
