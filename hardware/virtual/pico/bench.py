"""The whole virtual board: the real firmware on virtual chips, moved on step by step.

`step` takes and gives one JSON object. In, all may be left out and then stay as they were:

    now_ms    the time to which the board runs on
    in        what the host wrote since the last step; a character is a byte
    load      pieces in the bowl; may be broken, as for a hand that rests on it
    pressed   buttons that are down now
    card      identity of the card on the reader in hexadecimal digits, null for none
    power     whether the cable is in
    hang      true: the firmware is stuck from now on until the watchdog resets it
    break     what is broken now: "scale", "reader" (no answer), "scale-stuck" (data line low),
              "scale-open" (a wire of the load cell is off), "flash" (full)
    noise     counts that a sample of the scale may be off
    bounce_ms how long contacts bounce
    files     new contents of the flash memory by file name, null to remove one; the board starts anew
    memory    true: tell how many bytes are in use (MicroPython only)
    boot      the text of a settings.json: forget all and begin with a new, calibrated board at time 0; "" for the usual

Out: `out` (what the board wrote), `pixels` (what the strip shows, hexadecimal), `boots` (starts so far).
"""

import gc
import json

from card import Card
from hx711_chip import OFFSET, PER_PIECE
from settings import Settings
from start import start
from virtual_pico import Restart, VirtualPico

_SLICE_US = 5000
_WATCHDOG_MS = 2000  # as in main.py
_PROMPT = b"\r\nMicroPython v1.24.1 on 2024-11-29; Raspberry Pi Pico with RP2040\r\n>>> "

SETTINGS = json.dumps(
    {
        "scale": {"data": 14, "clock": 15},
        "buttons": {"seat1": 2, "seat2": 3, "seat3": 4, "seat4": 5, "seat5": 6, "seat6": 7, "next": 8, "undo": 9},
        "strip": {"pin": 22, "pixels": 60, "max_ma": 2000},
        "reader": {"spi": 0, "sck": 18, "mosi": 19, "miso": 16, "select": 17},
    }
)
"""What hangs on the virtual board where nothing else is said."""
CALIBRATION = json.dumps({"tare": OFFSET, "per_piece": PER_PIECE})


class Bench:
    """One virtual board and the table around it."""

    def __init__(self, files: dict) -> None:
        self._pico = VirtualPico()
        self._pico.store.files.update(files)
        self._board = None
        self._has_power = True
        self._is_stuck = False
        self._fed_ms = 0
        self._pressed = []
        self._bounce_ms = 0
        self._card = None
        self._boots = 0
        self._start("power")

    def step(self, given: dict) -> dict:
        """Changes the table, lets the board run on, and tells what came of it."""
        self._change(given)
        if given.get("in") and self._has_power:
            self._pico.link.put(_bytes(given["in"]))
        clock = self._pico.clock
        until_us = given.get("now_ms", 0) * 1000
        while clock.us < until_us:
            clock.advance_to(min(until_us, clock.us + _SLICE_US))
            self._run()
        strip = self._pico.strip
        told = {
            "out": self._pico.link.take().decode(),
            "pixels": strip.shown.hex() if strip is not None else "",
            "boots": self._boots,
        }
        if given.get("memory"):
            gc.collect()
            told["memory"] = gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0
        return told

    def _change(self, given: dict) -> None:
        pico = self._pico
        if "load" in given:
            pico.scale.set_load(given["load"])
        if "noise" in given:
            pico.scale.noise = given["noise"]
        if "card" in given and given["card"] != self._card:
            self._card = given["card"]
            pico.reader.lay(Card(self._card) if self._card is not None else None)
        if "break" in given:
            self._break(given["break"])
        self._pressed = given.get("pressed", self._pressed)
        self._bounce_ms = given.get("bounce_ms", self._bounce_ms)
        self._press()
        if "files" in given:
            for name in given["files"]:
                pico.store.remove(name)
                if given["files"][name] is not None:
                    pico.store.files[name] = given["files"][name]
            self._plug(False)
            self._plug(True)
        if "power" in given and given["power"] != self._has_power:
            self._plug(given["power"])
        if given.get("hang"):
            self._is_stuck = True

    def _break(self, what: list) -> None:
        scale, reader = self._pico.scale, self._pico.reader
        if scale.trouble == "off" and "scale" not in what:
            scale.power_on()
        if reader.is_off and "reader" not in what:
            reader.power_on()
        scale.trouble = ""
        for name, trouble in (("scale", "off"), ("scale-stuck", "stuck"), ("scale-open", "open")):
            if name in what:
                scale.trouble = trouble
        reader.is_off = "reader" in what
        self._pico.store.is_full = "flash" in what

    def _press(self) -> None:
        for name in self._pico.buttons:
            button = self._pico.buttons[name]
            button.bounce_ms = self._bounce_ms
            button.press(name in self._pressed)

    def _plug(self, has_power: bool) -> None:
        self._has_power = has_power
        self._board = None
        if has_power:
            self._pico.power_on()
            self._start("power")
        else:
            self._pico.power_off()

    def _start(self, cause: str) -> None:
        pico = self._pico
        pico.clock.restart()
        pico.link.clear()
        self._boots += 1
        self._is_stuck = False
        self._fed_ms = 0
        pico.boot = 1000 + self._boots
        pico.wire(Settings(pico.store.read("settings.json")))
        self._press()
        self._board = start(pico, cause)
        if self._board is None:
            pico.link.write(_PROMPT)

    def _run(self) -> None:
        """One round of `main.py`'s loop, or a round in which the firmware is stuck."""
        if self._board is None:
            self._pico.link.clear()  # unplugged, or the interpreter's prompt has it
            return
        now_ms = self._pico.clock.ms()
        if self._is_stuck:
            if now_ms - self._fed_ms >= _WATCHDOG_MS:
                self._start("watchdog")
            return
        try:
            self._board.poll()
            self._fed_ms = now_ms
        except Restart:
            self._start("watchdog")  # what a Pico's own register calls any reset


def _bytes(text: str) -> bytes:
    return bytes([ord(char) & 0xFF for char in text])


_bench = None


def boot(settings: str = "") -> None:
    """A new board with these settings (the text of settings.json; "" for the usual), calibrated; time begins at 0."""
    global _bench
    _bench = Bench({"settings.json": settings or SETTINGS, "calibration.json": CALIBRATION})


def step(text: str) -> str:
    """One step of the board, as JSON (see above)."""
    given = json.loads(text)
    if _bench is None or "boot" in given:
        boot(given.get("boot", ""))
    return json.dumps(_bench.step(given))
