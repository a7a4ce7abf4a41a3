"""A strip on a Raspberry Pi's SPI pins: MOSI (GPIO10, pin 19), and SCLK (GPIO11, pin 23) for chips with a clock."""

from __future__ import annotations

import importlib
import logging
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from companion.errors import CompanionError
from companion.table.devices import DeviceHealth
from hardware.spi_codes import (
    APA102_HZ,
    ORDERS,
    WS2812_HZ,
    apa102_code,
    in_order,
    ws2812_code,
    ws2812_length,
)

_log = logging.getLogger(__name__)

RETRY_S: Final = 5.0
"""Between two attempts to open the bus."""
BUFSIZ: Final = Path("/sys/module/spidev/parameters/bufsiz")
USUAL_BUFSIZ: Final = 4096
"""Bytes that the kernel sends in one go where nobody set it otherwise."""

_NO_LIBRARY: Final = (
    "The library for SPI is not installed. Type `sudo apt install python3-spidev`, or `pip install spidev` where the "
    "companion has an environment of its own, then start again."
)
_WORDS: Final = "The pages tell the same in words meanwhile."


class SpiUnavailable(CompanionError, OSError):
    """The bus cannot be used; the message says why and what to do."""


class StripTooLongForBus(CompanionError, ValueError):
    """More pixels than the kernel sends without a pause; the message says how to raise that."""


class SpiBus(Protocol):
    """What a strip needs of a bus, open at its speed."""

    def write(self, data: bytes) -> None:
        """Send it. Raises OSError."""

    def close(self) -> None:
        """Give it back."""


OpenBus = Callable[[int], SpiBus]
"""Opens the bus at so many Hz; raises `SpiUnavailable`."""


class _Spidev:
    """A bus through the library spidev."""

    def __init__(self, spi: Any) -> None:
        self._spi = spi

    def write(self, data: bytes) -> None:
        self._spi.writebytes2(data)

    def close(self) -> None:
        self._spi.close()


def open_spidev(device: str, hz: int, library: Callable[[], Any] | None = None) -> SpiBus:
    """The bus of `/dev/spidevB.D`. Raises `SpiUnavailable`. `library` imports spidev (None: the one installed)."""
    found = re.fullmatch(r"/dev/spidev(\d+)\.(\d+)", device)
    if found is None:
        raise SpiUnavailable(
            f"device = {device!r} under [strip] in companion.toml is no SPI bus. Set one like /dev/spidev0.0."
        )
    try:
        spi = (library or _import)().SpiDev()
    except ImportError as error:
        raise SpiUnavailable(_NO_LIBRARY) from error
    except Exception as error:  # one that is damaged raises what it likes
        raise SpiUnavailable(
            f"The library for SPI does not load: {str(error) or type(error).__name__}. "
            "Type `sudo apt install --reinstall python3-spidev`, then start again."
        ) from error
    try:
        spi.open(int(found[1]), int(found[2]))
        spi.mode = 0
        spi.max_speed_hz = hz
    except FileNotFoundError as error:
        raise SpiUnavailable(
            f"{device} is not there. Type `sudo raspi-config nonint do_spi 0` and restart the Pi, or mend device under "
            "[strip] in companion.toml."
        ) from error
    except PermissionError as error:
        raise SpiUnavailable(
            f"{device} may not be used. Type `sudo usermod -aG spi $USER`, log out and in again, then start again."
        ) from error
    except OSError as error:
        raise SpiUnavailable(f"{device} cannot be used: {error.strerror}. Stop the program that has it.") from error
    return _Spidev(spi)


def _import() -> Any:
    return importlib.import_module("spidev")


def kernel_bufsiz(path: Path = BUFSIZ) -> int:
    """Bytes that the kernel sends in one go."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return USUAL_BUFSIZ


def check_length(pixels: int, chip: str, bufsiz: int) -> None:
    """Raises `StripTooLongForBus` where a frame would be sent in pieces and the chip takes a pause for its end.

    An APA102 has a clock, and waits.
    """
    if chip == "ws2812" and ws2812_length(pixels) > bufsiz:
        most = (bufsiz - ws2812_length(0)) // (ws2812_length(1) - ws2812_length(0))
        raise StripTooLongForBus(
            f"A strip of {pixels} pixels takes {ws2812_length(pixels)} bytes a frame, and the Pi sends {bufsiz} "
            f"without a pause: {most} pixels. Add spidev.bufsiz={_power_of_two(ws2812_length(pixels))} to the line in "
            "/boot/firmware/cmdline.txt and restart the Pi, or mend pixels under [strip] in companion.toml."
        )


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()


class SpiStrip:
    """A strip on an SPI bus. A frame is sent by whoever calls `show`, which takes up to 0.04 s."""

    def __init__(
        self,
        open_bus: OpenBus,
        chip: str,
        order: str = "",
        *,
        clock: Callable[[], float] = time.monotonic,
        bufsiz: Callable[[], int] = kernel_bufsiz,
    ) -> None:
        """`chip` is "ws2812" or "apa102"; `order` such as "rgb", empty for the chip's own; `clock` counts seconds."""
        self._open_bus = open_bus
        self._chip = chip
        self._order = order or ORDERS[chip]
        self._clock = clock
        self._bufsiz = bufsiz
        self._lock = threading.Lock()
        self._bus: SpiBus | None = None
        self._fault = "No light was sent to it yet."
        self._due_s = float("-inf")

    def show(self, pixels: bytes) -> None:
        """Show this from now on: three bytes (red, green, blue) a pixel. Never raises: see `health`."""
        with self._lock:
            if self._bus is None and self._clock() < self._due_s:
                return
            try:
                self._write(pixels)
                self._fault = ""
            except (CompanionError, OSError) as error:
                self._fail(error)

    def health(self) -> DeviceHealth:
        """What a person should know of it now."""
        with self._lock:
            if self._fault:
                return DeviceHealth("strip", "failed", f"The strip takes no light. {self._fault} {_WORDS}")
        name = "WS2812B" if self._chip == "ws2812" else "APA102"
        return DeviceHealth("strip", "ok", f"A strip of {name} on the SPI pins. Whether it shines, only eyes can tell.")

    def start(self) -> SpiStrip:
        """Nothing has to begin; returns itself."""
        return self

    def close(self) -> None:
        """Give the bus back; the strip keeps the last frame."""
        with self._lock:
            self._drop()

    def _write(self, pixels: bytes) -> None:
        if self._bus is None:
            check_length(len(pixels) // 3, self._chip, self._bufsiz())
            self._bus = self._open_bus(WS2812_HZ if self._chip == "ws2812" else APA102_HZ)
        ordered = in_order(pixels, self._order)
        self._bus.write(ws2812_code(ordered) if self._chip == "ws2812" else apa102_code(ordered))

    def _fail(self, error: Exception) -> None:
        text = str(error) if isinstance(error, CompanionError) else f"The SPI bus fails: {error}. Restart the Pi."
        if text != self._fault:
            _log.warning("%s", text)
        self._fault, self._due_s = text, self._clock() + RETRY_S
        self._drop()

    def _drop(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            try:
                bus.close()
            except OSError:
                _log.info("the bus was gone already")
