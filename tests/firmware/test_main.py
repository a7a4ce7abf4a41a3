"""`firmware/main.py` on a stand-in for the Pico's own modules: that it starts, answers, feeds, and leaves the prompt.

Whether it names those modules' parts rightly is told by their types (test_toolchain.py).
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from .driven import EVERYTHING, REPOSITORY, line, read_lines


class Stopped(Exception):
    """The stand-in's watchdog was fed often enough for this test."""


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number: int, mode: int = 0, pull: int | None = None, value: int | None = None) -> None:
        self.level = value if mode == self.OUT else 1
        if mode == self.IN:
            assert pull in (self.PULL_UP, None)

    def value(self, level: int | None = None) -> int | None:
        self.level = self.level if level is None else level
        return self.level


class Machine:
    """What the test reads off the stand-in, and its modules."""

    def __init__(self) -> None:
        self.feeds = 0
        self.watchdogs: list[int] = []
        self.interrupt_keys: list[int] = []
        self.us = 0
        machine: Any = ModuleType("machine")
        machine.Pin, machine.SPI, machine.WDT = Pin, self._spi, self._watchdog
        machine.WDT_RESET, machine.reset_cause = 3, lambda: 1
        machine.unique_id = lambda: bytes.fromhex("e6614103e7a1b52c")
        machine.disable_irq, machine.enable_irq = lambda: 7, lambda state: None
        machine.reset = self._reset
        self.modules = {"machine": machine}

    def _spi(self, bus: int, baudrate: int, **pins: object) -> SimpleNamespace:
        assert set(pins) == {"polarity", "phase", "sck", "mosi", "miso"}
        return SimpleNamespace(write_readinto=lambda out, into: None)

    def _watchdog(self, timeout: int) -> SimpleNamespace:
        self.watchdogs.append(timeout)
        return SimpleNamespace(feed=self._feed)

    def _feed(self) -> None:
        self.feeds += 1
        self.us += 1000
        if self.feeds >= 500:
            raise Stopped

    def _reset(self) -> None:
        raise SystemExit("reset")


@pytest.fixture
def pico(firmware_path: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    neopixel: Any = ModuleType("neopixel")
    neopixel.NeoPixel = lambda pin, count: importlib.import_module("pixels").PixelRecorder(count)
    for name, module in (made.modules | {"neopixel": neopixel}).items():
        monkeypatch.setitem(sys.modules, name, module)
    micropython = importlib.import_module("micropython")
    monkeypatch.setattr(micropython, "kbd_intr", made.interrupt_keys.append, raising=False)
    monkeypatch.setattr(time, "ticks_ms", lambda: made.us // 1000 & 0x3FFFFFFF, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda later, sooner: later - sooner, raising=False)
    monkeypatch.setattr(time, "sleep_us", lambda us: setattr(made, "us", made.us + us), raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "settings.json").write_text(json.dumps(EVERYTHING))
    return made


def run(monkeypatch: pytest.MonkeyPatch, written: str) -> str:
    """What the board writes to its cable while it reads that, until its main module ends."""
    into, out = os.pipe(), os.pipe()
    os.write(into[1], written.encode())
    with os.fdopen(into[0], "rb", buffering=0) as stdin, os.fdopen(out[1], "wb", buffering=0) as stdout:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stdin, fileno=stdin.fileno))
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=stdout, fileno=stdout.fileno))
        try:
            runpy.run_path(str(REPOSITORY / "firmware" / "main.py"))
        except (Stopped, SystemExit):
            pass
        finally:
            monkeypatch.undo()
    os.close(into[1])
    with os.fdopen(out[0], "rb") as told:
        return told.read().decode()


def test_it_answers_and_feeds_the_watchdog(pico: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    told = read_lines(run(monkeypatch, line({"type": "ask", "session": 7, "protocol": [1, 1], "companion": "0"})))
    assert (told[0]["type"], told[0]["board"], told[0]["cause"]) == ("hello", "e6614103e7a1b52c", "power")
    assert set(told[0]["fitted"]) == {"scale", "buttons", "strip", "reader"}
    assert 0 <= told[0]["boot"] < 2**30
    states = [message for message in told if message["type"] == "state"]
    assert len(states) >= 5
    assert states[-1]["reader"] == {
        "fault": "The card reader (MFRC522) does not answer. Check its power and its SPI wires."
    }
    assert pico.watchdogs == [2000]
    assert pico.feeds == 500
    assert pico.interrupt_keys == [-1]


def test_maintain_restarts_into_a_free_prompt(pico: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = line({"type": "ask", "session": 7, "protocol": [1, 1], "companion": "0"})
    told = read_lines(run(monkeypatch, asked + line({"type": "do", "session": 7, "n": 1, "id": 1, "what": "maintain"})))
    assert [message["ok"] for message in told if message["type"] == "done"] == [True]
    assert pico.feeds < 500
    assert (tmp_path / "restart.txt").read_text() == "maintain"


def test_a_start_with_the_note_leaves_the_prompt_without_a_watchdog(
    pico: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "restart.txt").write_text("maintain")
    assert run(monkeypatch, "") == ""
    assert (pico.watchdogs, pico.interrupt_keys) == ([], [])
    assert not (tmp_path / "restart.txt").exists()
