"""Strips on SPI: the line's bits against the datasheets, a bus that is not there, and one that fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware.spi import (
    SpiStrip,
    SpiUnavailable,
    StripTooLongForBus,
    check_length,
    kernel_bufsiz,
    open_spidev,
)
from hardware.spi_codes import WS2812_HZ, apa102_code, in_order, ws2812_code, ws2812_length
from hardware.virtual.spi import BadSignal, VirtualSpi, line_ns, read_apa102, read_ws2812

RED_GREEN = bytes((255, 0, 0, 0, 128, 1))


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_a_byte_for_a_ws2812_has_the_highs_and_lows_of_the_datasheet() -> None:
    """0xA0: 1, 0, 1, 0, 0 … with T0H 220 to 380, T1H 650 to 950 ns, and 1250 ns in all."""
    runs = list(line_ns(ws2812_code(b"\xa0\0\0"), WS2812_HZ))
    assert runs[0][0] == 0
    assert runs[0][1] >= 280_000
    assert runs[-1][0] == 0
    assert runs[-1][1] >= 280_000
    highs = [ns for level, ns in runs if level]
    assert len(highs) == 24
    assert [650 <= ns <= 950 for ns in highs[:8]] == [True, False, True, False, False, False, False, False]
    assert all(220 <= ns <= 380 for place, ns in enumerate(highs) if place not in (0, 2))
    lows = [ns for level, ns in runs[1:-1] if not level]
    assert [high + low for high, low in zip(highs, lows, strict=False)] == [1250.0] * 23


def test_a_strip_reads_back_what_was_meant() -> None:
    every = bytes(range(256)) + bytes(range(254, -1, -2))[:2]
    assert read_ws2812(ws2812_code(every), WS2812_HZ) == (every,)
    assert len(ws2812_code(every)) == ws2812_length(86)


@pytest.mark.parametrize(
    ("data", "hz", "told"),
    [
        (ws2812_code(b"abc"), 2_400_000, "high for 417 ns"),
        (ws2812_code(b"abc"), 6_400_000, "high for 156 ns"),
        (ws2812_code(b"abc")[:-119], WS2812_HZ, "low for 2812 ns"),
        (ws2812_code(b"abcd"), WS2812_HZ, "32 bits are no whole pixels"),
        (b"\x88\x8f", WS2812_HZ, "high for 1250 ns"),
        (b"\x88\x01\x88", WS2812_HZ, "low for 3125 ns"),
    ],
)
def test_a_line_that_breaks_the_datasheet_is_not_understood(data: bytes, hz: int, told: str) -> None:
    with pytest.raises(BadSignal, match=told):
        read_ws2812(data, hz)


def test_a_pause_within_a_frame_shows_the_first_part_alone() -> None:
    """What the kernel's small buffer would do: the rest begins again at the first pixel."""
    whole = ws2812_code(bytes(6))
    middle = len(whole) // 2
    torn = whole[:middle] + bytes(120) + whole[middle:]
    assert read_ws2812(torn, WS2812_HZ) == (bytes(3), bytes(3))


def test_an_apa102_frame_is_as_the_datasheet_draws_it() -> None:
    """32 zeros; 111 and the global brightness 31, blue, green, red; then zeros for the clocks."""
    code = apa102_code(in_order(RED_GREEN, "bgr"))
    assert code[:12] == bytes.fromhex("00000000 ff0000ff ff018000")
    assert set(code[12:]) == {0}
    assert read_apa102(code, 2) == ((31, b"\0\0\xff"), (31, b"\1\x80\0"))


@pytest.mark.parametrize("pixels", [1, 2, 64, 65, 230, 1000])
def test_there_are_clocks_enough_for_the_last_apa102(pixels: int) -> None:
    """Half a clock a pixel, beside the 32 zeros that make an SK9822 show it."""
    code = apa102_code(bytes(3 * pixels))
    after = 8 * (len(code) - 4 - 4 * pixels)
    assert after >= 32 + pixels / 2
    assert len(read_apa102(code, pixels)) == pixels


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xff" * 12, "no start frame"),
        (bytes(4) + b"\x1f\0\0\0" + bytes(8), "no frame for pixel 0"),
        (apa102_code(bytes(6)), "more frames than pixels"),
        (apa102_code(bytes(3))[:-1], "32 clocks after the last pixel are too few"),
    ],
)
def test_an_apa102_that_cannot_follow_says_so(data: bytes, told: str) -> None:
    with pytest.raises(BadSignal, match=told):
        read_apa102(data, 1)


@pytest.mark.parametrize(
    ("order", "wired"), [("rgb", "010203"), ("grb", "020103"), ("bgr", "030201"), ("brg", "030102")]
)
def test_colours_are_sent_in_the_chips_order(order: str, wired: str) -> None:
    assert in_order(b"\1\2\3", order).hex() == wired


@pytest.mark.parametrize("chip", ["ws2812", "apa102"])
def test_both_chips_show_the_frame_in_its_colours(chip: Any) -> None:
    bus = VirtualSpi(chip, 2)
    strip = SpiStrip(bus.open, chip)
    strip.show(RED_GREEN)
    assert bus.frames == [RED_GREEN]
    name = {"ws2812": "WS2812B", "apa102": "APA102"}[chip]
    health = strip.health()
    assert (health.status, health.text) == (
        "ok",
        f"A strip of {name} on the SPI pins. Whether it shines, only eyes can tell.",
    )


def test_an_order_of_ones_own_is_kept() -> None:
    bus = VirtualSpi("ws2812", 1)
    SpiStrip(bus.open, "ws2812", "rgb").show(b"\1\2\3")
    assert bus.frames == [b"\2\1\3"], "a chip that wants green first sees red as green"


def test_a_bus_that_fails_is_told_and_tried_again_after_a_while() -> None:
    clock, bus = Clock(), VirtualSpi("ws2812", 2)
    strip = SpiStrip(bus.open, "ws2812", clock=clock)
    bus.is_broken = True
    strip.show(RED_GREEN)
    health = strip.health()
    assert (health.device, health.status, health.text) == (
        "strip",
        "failed",
        "The strip takes no light. The SPI bus fails: [Errno 5] Input/output error. Restart the Pi. The pages tell the "
        "same in words meanwhile.",
    )
    bus.is_broken = False
    clock.now_s = 4.9
    strip.show(RED_GREEN)
    assert bus.frames == []
    clock.now_s = 5.0
    strip.show(RED_GREEN)
    assert bus.frames == [RED_GREEN]
    assert strip.health().status == "ok"


def test_a_bus_that_breaks_while_it_is_open_is_opened_again() -> None:
    clock, bus = Clock(), VirtualSpi("apa102", 2)
    strip = SpiStrip(bus.open, "apa102", clock=clock)
    strip.show(RED_GREEN)
    bus.is_broken = True
    strip.show(RED_GREEN)
    assert strip.health().status == "failed"
    bus.is_broken, clock.now_s = False, 5.0
    strip.show(RED_GREEN)
    assert (len(bus.frames), strip.health().status) == (2, "ok")
    strip.close()
    assert bus.hz == 0


def test_a_strip_that_the_kernel_would_send_in_pieces_is_refused_with_the_cure() -> None:
    """Twelve bytes a pixel and 120 before and after: (4096 - 240) / 12 is 321."""
    check_length(321, "ws2812", 4096)
    check_length(1000, "apa102", 4096)
    with pytest.raises(StripTooLongForBus) as refused:
        check_length(322, "ws2812", 4096)
    assert str(refused.value) == (
        "A strip of 322 pixels takes 4104 bytes a frame, and the Pi sends 4096 without a pause: 321 pixels. Add "
        "spidev.bufsiz=8192 to the line in /boot/firmware/cmdline.txt and restart the Pi, or mend pixels under [strip] "
        "in companion.toml."
    )
    bus = VirtualSpi("ws2812", 400)
    strip = SpiStrip(bus.open, "ws2812", bufsiz=lambda: 4096)
    strip.show(bytes(1200))
    assert bus.frames == []
    assert "spidev.bufsiz=8192" in strip.health().text


def test_the_kernels_buffer_is_read_where_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bufsiz"
    assert kernel_bufsiz(path) == 4096
    path.write_text("65536\n")
    assert kernel_bufsiz(path) == 65536
    path.write_text("?")
    assert kernel_bufsiz(path) == 4096


class Library:
    """The part of spidev that is used, and what its bus was told; `fault` is raised when it is opened."""

    def __init__(self, fault: OSError | None = None) -> None:
        self.told: list[Any] = []
        self.fault = fault

    def SpiDev(self) -> Library:
        return self

    def open(self, bus: int, device: int) -> None:
        if self.fault:
            raise self.fault
        self.told.append((bus, device))

    def writebytes2(self, data: bytes) -> None:
        self.told.append(data)

    def close(self) -> None:
        self.told.append("closed")


def test_the_library_is_given_bus_mode_speed_and_bytes() -> None:
    library = Library()
    bus = open_spidev("/dev/spidev1.2", 3_200_000, lambda: library)
    bus.write(b"\1\2")
    bus.close()
    assert library.told == [(1, 2), b"\1\2", "closed"]
    assert (vars(library)["mode"], vars(library)["max_speed_hz"]) == (0, 3_200_000)


def _not_there() -> Any:
    raise ModuleNotFoundError("spidev")


def _damaged() -> Any:
    raise SystemError("initialization of spidev failed")


@pytest.mark.parametrize(
    ("device", "library", "told"),
    [
        (
            "/dev/spidev0.0",
            _damaged,
            "The library for SPI does not load: initialization of spidev failed. Type `sudo apt install --reinstall "
            "python3-spidev`, then start again.",
        ),
        (
            "/dev/spidev0.0",
            _not_there,
            "The library for SPI is not installed. Type `sudo apt install python3-spidev`, or `pip install spidev` "
            "where the companion has an environment of its own, then start again.",
        ),
        (
            "/dev/ttyS0",
            Library,
            "device = '/dev/ttyS0' under [strip] in companion.toml is no SPI bus. Set one like /dev/spidev0.0.",
        ),
        (
            "/dev/spidev0.0",
            lambda: Library(FileNotFoundError(2, "No such file or directory")),
            "/dev/spidev0.0 is not there. Type `sudo raspi-config nonint do_spi 0` and restart the Pi, or mend device "
            "under [strip] in companion.toml.",
        ),
        (
            "/dev/spidev0.0",
            lambda: Library(PermissionError(13, "Permission denied")),
            "/dev/spidev0.0 may not be used. Type `sudo usermod -aG spi $USER`, log out and in again, then start "
            "again.",
        ),
        (
            "/dev/spidev0.0",
            lambda: Library(OSError(16, "Device or resource busy")),
            "/dev/spidev0.0 cannot be used: Device or resource busy. Stop the program that has it.",
        ),
    ],
)
def test_a_bus_that_cannot_be_opened_says_why_and_what_to_do(device: str, library: Any, told: str) -> None:
    with pytest.raises(SpiUnavailable) as refused:
        open_spidev(device, 1, library)
    assert str(refused.value) == told
