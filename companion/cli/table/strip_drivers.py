"""What the strip of `companion play` hangs on: the board, a WLED, the SPI pins, or nothing."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from companion.lights.strip import VIRTUAL, BadStrip, StripSettings, check_strip
from companion.table.devices import DeviceHealth
from hardware.ddp import DDP_PORT
from hardware.spi import OpenBus, SpiStrip, open_spidev
from hardware.strips import BoardStrip, Strip
from hardware.virtual.spi import VirtualSpi
from hardware.virtual.wled import VirtualWled
from hardware.wled import WledStrip
from hardware.wled_before import Before


class StripDriver(Protocol):
    """A strip with all that has to be begun and ended for it."""

    def start(self) -> object:
        """Begin."""

    def close(self) -> None:
        """Give everything back. Waits a few seconds at most."""

    def show(self, pixels: bytes) -> None:
        """As `Strip.show`."""

    def health(self) -> tuple[DeviceHealth, ...]:
        """Its lines on the status page; none where another device's line tells of it."""


def open_strip(
    settings: StripSettings,
    link: Strip | None,
    clock: Callable[[], float],
    *,
    is_virtual: bool,
    kept: Path | None = None,
) -> StripDriver | None:
    """The strip that the settings name; None where there is none. `link` is the line to the board, where one is used.

    `kept` is the file for how a WLED shone before. Nothing is begun yet. Raises `BadStrip`.
    """
    check_strip(settings)
    if settings.driver == "wled":
        return _wled(settings, clock, is_virtual, kept)
    if settings.driver == "spi":
        return _LinkedStrip(SpiStrip(_bus(settings, is_virtual), settings.chip, settings.order, clock=clock))
    return _OnBoard(link) if settings.driver == "board" and link is not None else None


def lights_a_wled(settings: StripSettings) -> bool:
    """Whether the strip is behind a WLED that is none of ours."""
    return settings.driver == "wled" and settings.address != VIRTUAL


def _wled(settings: StripSettings, clock: Callable[[], float], is_virtual: bool, kept: Path | None) -> StripDriver:
    if lights_a_wled(settings):
        before = Before(kept, settings.address)
        return _LinkedStrip(WledStrip(settings.address, settings.pixels, ddp_port=DDP_PORT, clock=clock, kept=before))
    _only_at_a_virtual_table("address", is_virtual)
    return _WithVirtualWled(settings.pixels, clock)


def _bus(settings: StripSettings, is_virtual: bool) -> OpenBus:
    if settings.device != VIRTUAL:
        return functools.partial(open_spidev, settings.device)
    _only_at_a_virtual_table("device", is_virtual)
    return VirtualSpi("apa102" if settings.chip == "apa102" else "ws2812", settings.pixels).open


def _only_at_a_virtual_table(name: str, is_virtual: bool) -> None:
    if not is_virtual:
        raise BadStrip(
            f"A virtual strip stands at a virtual table only. Mend {name} under [strip] in companion.toml, or add "
            "--virtual."
        )


class _OnBoard(BoardStrip):
    """The board begins, ends and tells of itself."""

    def start(self) -> None:
        """Nothing to begin."""

    def close(self) -> None:
        """Nothing to end."""

    def health(self) -> tuple[DeviceHealth, ...]:
        """The board's own line tells of it."""
        return ()


class _LinkedStrip:
    """A strip with a line of its own on the status page."""

    def __init__(self, strip: Any) -> None:
        self._strip = strip

    def start(self) -> None:
        self._strip.start()

    def close(self) -> None:
        self._strip.close()

    def show(self, pixels: bytes) -> None:
        self._strip.show(pixels)

    def health(self) -> tuple[DeviceHealth, ...]:
        return (self._strip.health(),)


class _WithVirtualWled:
    """A virtual WLED and the strip behind it; its ports are known once it is plugged in."""

    def __init__(self, pixels: int, clock: Callable[[], float]) -> None:
        self.wled = VirtualWled(pixels, clock)
        self._pixels = pixels
        self._clock = clock
        self._strip: WledStrip | None = None

    def start(self) -> None:
        self.wled.start()
        self._strip = WledStrip(self.wled.host, self._pixels, ddp_port=self.wled.ddp_port, clock=self._clock).start()

    def close(self) -> None:
        if self._strip:
            self._strip.close()
        self.wled.close()

    def show(self, pixels: bytes) -> None:
        if self._strip:
            self._strip.show(pixels)

    def health(self) -> tuple[DeviceHealth, ...]:
        return (self._strip.health(),) if self._strip else ()
