"""A virtual Pico: the chips that the settings name hang on its pins. The firmware gets it in place of the real one."""

from hx711_chip import Hx711Chip
from levels import ButtonPin, FloatingPin, OutputPin
from mfrc522_chip import Mfrc522Chip
from pixels import PixelRecorder
from start import leave_note
from timing import VirtualClock

_SERIAL = "e6614103e7a1b52c"
_USB_BUFFER = 4096


class Restart(Exception):
    """The board resets itself."""


class VirtualLink:
    """The cable: bytes from the host wait until the firmware reads them."""

    def __init__(self) -> None:
        self._incoming = b""
        self._outgoing = []

    def put(self, data: bytes) -> None:
        """The host writes. What does not fit any more is lost, as on a cable nobody reads for long."""
        self._incoming = (self._incoming + data)[:_USB_BUFFER]

    def take(self) -> bytes:
        """What the board has written since the last call."""
        written = b"".join(self._outgoing)
        self._outgoing = []
        return written

    def clear(self) -> None:
        """The board is unplugged or restarts: what waits for it is lost."""
        self._incoming = b""

    def read(self) -> bytes:
        data, self._incoming = self._incoming[:256], self._incoming[256:]
        return data

    def write(self, line: bytes) -> None:
        self._outgoing.append(line)


class VirtualStore:
    """The flash memory: files that survive a restart."""

    def __init__(self) -> None:
        self.files = {}
        self.is_full = False

    def read(self, name: str):
        return self.files.get(name)

    def write(self, name: str, text: str) -> None:
        if self.is_full:
            raise OSError(28)
        self.files[name] = text

    def remove(self, name: str) -> None:
        if name in self.files:
            del self.files[name]


class VirtualPico:
    """The hardware as `fitting` and `Board` want it. One scale, one reader and one strip at most."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.link = VirtualLink()
        self.store = VirtualStore()
        self.serial = _SERIAL
        self.boot = 0
        self.scale = Hx711Chip(self.clock)
        self.reader = Mfrc522Chip(self.clock)
        self.strip = None
        self.buttons = {}
        """Button pins by the pin's number."""
        self._wires = {}

    def wire(self, settings) -> None:
        """Hangs the chips on the pins that `settings` names."""
        self._wires = {}
        self.buttons = {}
        if settings.scale is not None:
            self._wires[settings.scale["data"]] = self.scale.data
            self._wires[settings.scale["clock"]] = self.scale.clock
        if settings.reader is not None:
            self._wires[settings.reader["select"]] = self.reader.select
        for name, pin in settings.buttons:
            self.buttons[name] = self._wires[pin] = ButtonPin(self.clock)

    def power_on(self) -> None:
        """The power comes."""
        self.scale.power_on()
        self.reader.power_on()

    def power_off(self) -> None:
        """The power goes."""
        if self.strip is not None:
            self.strip.power_off()

    def input(self, pin: int):
        return self._wires.get(pin) or FloatingPin()

    def output(self, pin: int, level: int):
        return self._wires.get(pin) or OutputPin(level)

    def spi(self, bus: int, sck: int, mosi: int, miso: int):
        return self.reader.spi

    def pixels(self, pin: int, count: int):
        if self.strip is None or len(self.strip.shown) != 3 * count:
            self.strip = PixelRecorder(count)
        return self.strip

    def hold_interrupts(self) -> int:
        return 0

    def release_interrupts(self, state: int) -> None:
        pass

    def restart(self, why: str) -> None:
        leave_note(self.store, why)
        raise Restart
