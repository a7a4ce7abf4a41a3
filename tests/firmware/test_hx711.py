"""`firmware/hx711.py` and the virtual chip: bits, pulses and times of the HX711 data sheet (AVIA Semiconductor)."""

from __future__ import annotations

import importlib
from typing import Any

import pytest


class Wired:
    """A driver on a virtual chip, with a note of each pulse on the clock line."""

    def __init__(self) -> None:
        self.time = importlib.import_module("timing").VirtualClock()
        self.chip = importlib.import_module("hx711_chip").Hx711Chip(self.time)
        self.high_us: list[int] = []
        self._rose_us = 0
        self.held = 0
        self.driver = importlib.import_module("hx711").Hx711(
            self.chip.data, self, self.time, lambda: self._hold(1), lambda state: self._hold(-state)
        )

    def _hold(self, by: int) -> int:
        self.held += by
        return by

    def value(self, level: int) -> None:
        """The clock pin."""
        self.chip.clock.value(level)
        if level:
            self._rose_us = self.time.us
        else:
            self.high_us.append(self.time.us - self._rose_us)
            assert self.held or self.high_us[-1] > 60, "interrupts must wait during a short pulse"

    def poll_for(self, ms: int) -> list[int]:
        samples = []
        for _ in range(ms):
            self.time.wait_us(1000)
            sample = self.driver.poll(self.time.ms())
            if sample is not None:
                samples.append(sample)
        return samples


@pytest.fixture
def wired(firmware_path: None) -> Wired:
    return Wired()


@pytest.mark.parametrize("raw", [0, 1, -1, 0x7FFFFE, -0x7FFFFF, 0x555555, -0x555556, 84213])
def test_every_bit_comes_over(wired: Wired, raw: int) -> None:
    offset: Any = importlib.import_module("hx711_chip")
    wired.chip.noise = 0
    wired.chip.set_load((raw - offset.OFFSET) / offset.PER_PIECE)
    samples = wired.poll_for(1000)
    assert samples[-1] == pytest.approx(raw, abs=1)  # the load is given in pieces, and truncated
    assert len(samples) == 7  # first after 400 ms, then every 100 ms


def test_a_sample_is_25_short_pulses(wired: Wired) -> None:
    wired.poll_for(450)
    reset, *pulses = wired.high_us
    assert reset > 60  # "Reset and Power-Down"
    assert len(pulses) == 25  # Table 3: channel A, gain 128
    assert max(pulses) <= 50  # T3
    assert wired.held == 0


@pytest.mark.parametrize(("raw", "is_saturated"), [(0x7FFFFF, True), (-0x800000, True), (0x7FFF00, False)])
def test_the_ends_of_the_range_are_a_fault(wired: Wired, raw: int, is_saturated: bool) -> None:
    chip: Any = importlib.import_module("hx711_chip")
    wired.chip.noise = 0
    wired.chip.set_load((raw - chip.OFFSET) / chip.PER_PIECE + (2 if raw == 0x7FFFFF else -2))
    samples = wired.poll_for(600)
    assert bool(wired.driver.fault) == is_saturated
    assert bool(samples) != is_saturated


def test_a_clock_held_high_powers_the_chip_down(wired: Wired) -> None:
    wired.poll_for(450)
    wired.chip.clock.value(1)
    wired.time.wait_us(61)
    wired.time.wait_us(500_000)
    assert wired.chip.data.value() == 1
    wired.chip.clock.value(0)
    wired.time.wait_us(399_000)
    assert wired.chip.data.value() == 1
    wired.time.wait_us(1_000)
    assert wired.chip.data.value() == 0


@pytest.mark.parametrize(("pulses", "factor"), [(25, 1.0), (26, 0.0), (27, 0.5)])
def test_extra_pulses_choose_channel_and_gain(wired: Wired, pulses: int, factor: float) -> None:
    chip: Any = importlib.import_module("hx711_chip")
    wired.chip.noise = 0
    wired.time.wait_us(400_000)
    for _ in range(pulses):
        wired.chip.clock.value(1)
        wired.chip.clock.value(0)
    wired.time.wait_us(100_000)
    assert wired.driver.poll(wired.time.ms()) == int(chip.OFFSET * factor)


def test_a_chip_that_was_powered_down_is_woken(wired: Wired) -> None:
    wired.poll_for(450)
    wired.chip.clock.value(1)  # a disturbance on the clock wire
    wired.time.wait_us(61)
    samples = wired.poll_for(2000)
    assert samples
    assert wired.driver.fault == ""
