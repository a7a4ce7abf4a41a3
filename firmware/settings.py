"""settings.json: which parts hang on which pins. Checked entry by entry; what is wrong is left out and told.

README.md beside this file says what may stand in it.
"""

import json

from buttons import NAMES
from micropython import const

FILE = "settings.json"
_MAX_PIXELS = const(230)  # as many fit into one line of the protocol
_MAX_MA = const(20000)
_DEFAULT_MA = const(400)  # what a USB port gives, less the board's own share

# RP2040 and RP2350 data sheets, "GPIO functions": pins that can serve each SPI bus
_SPI_PINS = (
    {"sck": (2, 6, 18, 22), "mosi": (3, 7, 19), "miso": (0, 4, 16, 20)},
    {"sck": (10, 14, 26), "mosi": (11, 15, 27), "miso": (8, 12, 28)},
)


class Settings:
    """What `text` says is fitted; each part is None or empty where it is not. `faults` are sentences."""

    def __init__(self, text: str | None) -> None:
        self.scale = None
        """{"data": pin, "clock": pin}"""
        self.buttons = []
        """(name, pin), in the order seat1 to seat8, next, undo."""
        self.strip = None
        """{"pin": pin, "pixels": 1 to 230, "max_ma": milliamperes}"""
        self.reader = None
        """{"spi": 0 or 1, "sck", "mosi", "miso", "select": pins}"""
        self.faults = []
        self._used = {}
        given = self._load(text)
        for name in given:
            if name not in ("scale", "buttons", "strip", "reader"):
                self._tell(f'"{name}" is no part: known are scale, buttons, strip and reader.')
        self.scale = self._part(given, "scale", self._read_scale)
        self.buttons = self._part(given, "buttons", self._read_buttons) or []
        self.strip = self._part(given, "strip", self._read_strip)
        self.reader = self._part(given, "reader", self._read_reader)

    def _tell(self, what: str) -> None:
        self.faults.append(f"{FILE} on the board: {what}")

    def _load(self, text: str | None) -> dict:
        if text is None:
            self.faults.append(f"There is no {FILE} on the board. Flash it with its settings.")
            return {}
        try:
            given = json.loads(text)
        except Exception:  # ValueError; the kinds differ between interpreters where it is nested too deeply
            given = None
        if not isinstance(given, dict):
            self._tell("This is no JSON object. Correct it and flash again.")
            return {}
        return given

    def _part(self, given: dict, name: str, read):
        """What `read` makes of a part, None where it is not given or wrong."""
        if name not in given:
            return None
        part = given[name]
        used = dict(self._used)
        try:
            if not isinstance(part, dict):
                raise ValueError(f"{name} must be an object")
            return read(part)
        except ValueError as error:
            self._used = used
            self._tell(f"{error.args[0]}. Correct it and flash again.")
            return None

    def _read_scale(self, part: dict) -> dict:
        _only(part, "scale", ("data", "clock"))
        return {"data": self._pin(part, "scale", "data"), "clock": self._pin(part, "scale", "clock")}

    def _read_buttons(self, part: dict) -> list:
        _only(part, "buttons", NAMES)
        return [(name, self._pin(part, "buttons", name)) for name in NAMES if name in part]

    def _read_strip(self, part: dict) -> dict:
        _only(part, "strip", ("pin", "pixels", "max_ma"))
        return {
            "pin": self._pin(part, "strip", "pin"),
            "pixels": _number(part, "strip", "pixels", 1, _MAX_PIXELS),
            "max_ma": _number(part, "strip", "max_ma", 1, _MAX_MA) if "max_ma" in part else _DEFAULT_MA,
        }

    def _read_reader(self, part: dict) -> dict:
        _only(part, "reader", ("spi", "sck", "mosi", "miso", "select"))
        bus = _number(part, "reader", "spi", 0, 1)
        read = {"spi": bus, "select": self._pin(part, "reader", "select")}
        for name in ("sck", "mosi", "miso"):
            read[name] = self._pin(part, "reader", name)
            if read[name] not in _SPI_PINS[bus][name]:
                fit = ", ".join(str(pin) for pin in _SPI_PINS[bus][name])
                raise ValueError(f"reader.{name} of spi {bus} must be one of {fit}, not {read[name]}")
        return read

    def _pin(self, part: dict, where: str, name: str) -> int:
        """A pin of the Pico's rim that no other part has."""
        pin = _number(part, where, name, 0, 28)
        if 23 <= pin <= 25:
            raise ValueError(f"{where}.{name} is {pin}, but pins 23 to 25 are not led out")
        here = f"{where}.{name}"
        if pin in self._used:
            raise ValueError(f"{self._used[pin]} and {here} both have pin {pin}")
        self._used[pin] = here
        return pin


def _only(part: dict, where: str, names: tuple) -> None:
    for name in part:
        if name not in names:
            known = ", ".join(names)
            raise ValueError(f'{where} has no "{name}": known are {known}')


def _number(part: dict, where: str, name: str, lowest: int, highest: int) -> int:
    value = part.get(name)
    if type(value) is not int or not lowest <= value <= highest:
        raise ValueError(f"{where}.{name} must be a number from {lowest} to {highest}")
    return value
