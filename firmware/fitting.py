"""Makes the parts that the settings name, on the pins and buses that `hardware` gives out."""

import calibration
from buttons import Buttons
from hx711 import Hx711
from mfrc522 import Mfrc522
from scale import Scale
from strip import Strip


class Parts:
    """The parts of this board; None where one is not fitted."""

    def __init__(self, settings, hardware) -> None:
        self.faults = settings.faults
        self.buttons = self._try("buttons", settings.buttons, _buttons, hardware)
        self.strip = self._try("strip", settings.strip, _strip, hardware)
        self.scale = self._try("scale", settings.scale, _scale, hardware)
        self.reader = self._try("reader", settings.reader, _reader, hardware)

    def _try(self, name: str, settings, make, hardware):
        """A part; where it cannot be made the others must still run."""
        if not settings:
            return None
        try:
            return make(settings, hardware)
        except (ValueError, OSError, MemoryError) as error:
            self.faults.append(f"The {name} cannot be set up: {error}. Correct settings.json and flash again.")
            return None


def _buttons(settings: list, hardware):
    return Buttons([(name, hardware.input(pin)) for name, pin in settings])


def _strip(settings: dict, hardware):
    return Strip(hardware.pixels(settings["pin"], settings["pixels"]), settings["pixels"], settings["max_ma"])


def _scale(settings: dict, hardware):
    converter = Hx711(
        hardware.input(settings["data"]),
        hardware.output(settings["clock"], 0),
        hardware.clock,
        hardware.hold_interrupts,
        hardware.release_interrupts,
    )
    store = hardware.store
    tare, per_piece = calibration.load(store)
    return Scale(converter, tare, per_piece, lambda tare, per_piece: calibration.save(store, tare, per_piece))


def _reader(settings: dict, hardware):
    bus = hardware.spi(settings["spi"], settings["sck"], settings["mosi"], settings["miso"])
    return Mfrc522(bus, hardware.output(settings["select"], 1), hardware.clock)
