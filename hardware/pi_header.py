"""The Raspberry Pi's header: buttons next, undo and pair, a lamp and a buzzer on its pins."""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from companion.table.devices import DeviceHealth
from companion.table.header import NOT_FITTED, HeaderPins

BUTTONS: Final = ("next", "undo", "pair")
BOUNCE_S: Final = 0.02
"""A button that was let go is pressed again no sooner; contacts chatter for a few milliseconds."""
BEEP_S: Final = 0.08
BEEP_EVERY_S: Final = 1 / 3

DEVICE: Final = "buttons and lamp"
"""What people call the header: what is wired to it."""
_NAMES: Final = {
    "next": "the button “next”",
    "undo": "the button “undo”",
    "pair": "the button “pair”",
    "lamp": "the lamp",
    "buzzer": "the buzzer",
}
_BARE: Final = "No button, lamp or buzzer is wired to this Pi. Tap instead."
_AGAIN: Final = "Set another under [header] in companion.toml, then start again."

_log = logging.getLogger(__name__)

Tell = Callable[[str], object]
Later = Callable[[float, Callable[[], None]], object]
"""Does something after so many seconds, in any thread."""


class Header:
    """What is fitted to the pins. Any thread may call it; nothing here raises, waits, or fails where nothing is."""

    def __init__(self, health: DeviceHealth, clock: Callable[[], float], later: Later) -> None:
        self._health = health
        self._clock = clock
        self._later = later
        self._lock = threading.Lock()
        self._parts: dict[str, Any] = {}
        self._faults: list[str] = []
        self._let_go: dict[str, float] = {}
        self._beeped_s = float("-inf")
        self._factory: Any = None

    @property
    def buttons(self) -> tuple[str, ...]:
        """Buttons that can be pressed: of "next", "undo", "pair"."""
        return tuple(name for name in BUTTONS if name in self._parts)

    def health(self) -> DeviceHealth:
        """What a person should know of the header now."""
        with self._lock:
            if not self._parts and not self._faults:
                return self._health
            fitted = [_NAMES[name].removeprefix("the ") for name in _NAMES if name in self._parts]
            works = f"Wired to the Pi: {', '.join(fitted)}." if fitted else ""
            status: Any = "failed" if self._faults else "ok"
            return DeviceHealth(DEVICE, status, " ".join([*self._faults, works]).strip())

    def attend(self, on: bool) -> None:
        """The lamp shines, or not."""
        self._set("lamp", on)

    def beep(self) -> None:
        """One short beep; nothing where the last began less than a third of a second ago."""
        with self._lock:
            now_s = self._clock()
            if now_s - self._beeped_s < BEEP_EVERY_S or "buzzer" not in self._parts:
                return
            self._beeped_s = now_s
        self._set("buzzer", True)
        self._later(BEEP_S, lambda: self._set("buzzer", False))

    def close(self) -> None:
        """Lamp and buzzer go out, and the pins are given back."""
        self.attend(False)
        self._set("buzzer", False)
        with self._lock:
            parts, self._parts = self._parts, {}
            factory, self._factory = self._factory, None
        # Not under the lock: a button closes once its last press is told, and who is told may call us.
        for part in (*parts.values(), *([factory] if factory else [])):
            with contextlib.suppress(Exception):  # a pin that is gone cannot be given back
                part.close()

    def _set(self, name: str, on: bool) -> None:
        with self._lock:
            part = self._parts.get(name)
            if part is None:
                return
            try:
                part.value = on
            except Exception as error:  # of lgpio, of gpiozero or of the system
                del self._parts[name]
                self._faults.append(f"{_NAMES[name].capitalize()} failed: {error}. Start the companion again.")

    # Fitting, before anybody else knows of the header.

    def _fit(self, pins: HeaderPins, tell: Tell, factory: Any) -> None:
        taken: dict[int, str] = {}
        for name in _NAMES:
            pin = getattr(pins, name)
            if pin == NOT_FITTED:
                continue
            if pin in taken:
                self._faults.append(f"GPIO{pin} is named for {_NAMES[taken[pin]]} and for {_NAMES[name]}. {_AGAIN}")
                continue
            taken[pin] = name
            try:
                part = self._button(name, pin, tell, factory) if name in BUTTONS else _output(pin, factory)
            except Exception as error:  # of lgpio, of gpiozero or of the system
                self._faults.append(_refusal(name, pin, error))
            else:
                self._parts[name] = part

    def _button(self, name: str, pin: int, tell: Tell, factory: Any) -> Any:
        from gpiozero import DigitalInputDevice

        # How well bounce_time works depends on the library below gpiozero, so _press looks at the time as well.
        button = DigitalInputDevice(pin, pull_up=True, bounce_time=BOUNCE_S, pin_factory=factory)
        button.when_activated = lambda: self._press(name, tell)
        button.when_deactivated = lambda: self._release(name)
        return button

    def _press(self, name: str, tell: Tell) -> None:
        if self._clock() - self._let_go.get(name, float("-inf")) < BOUNCE_S:
            return
        try:
            tell(name)
        except Exception:
            # An error that got out would end the thread of all buttons.
            _log.exception("The press of “%s” was lost.", name)

    def _release(self, name: str) -> None:
        self._let_go[name] = self._clock()


def open_header(
    pins: HeaderPins,
    tell: Tell,
    factory: Any = None,
    *,
    clock: Callable[[], float] = time.monotonic,
    later: Later | None = None,
    root: Path = Path("/"),
) -> Header:
    """The header with what can be used of it; `Header.health` tells what cannot, and why. Raises nothing.

    `tell` is called once for each press with "next", "undo" or "pair", from a thread of gpiozero's. `factory` makes the
    pins (None: those of this machine, found below `root`); whoever passes one in closes it.
    """
    later = later or _in_a_while
    own = None
    if factory is None:
        found = _missing(root)
        if found is None:
            try:
                factory = own = _lgpio_factory()
            except Exception as error:  # of lgpio, of gpiozero or of the system
                found = DeviceHealth(DEVICE, "failed", _no_access(error))
        if found is not None:
            return Header(found, clock, later)
    header = Header(DeviceHealth(DEVICE, "absent", _BARE), clock, later)
    header._factory = own
    header._fit(pins, tell, factory)
    return header


def no_header(text: str) -> Header:
    """A header with nothing on it, and the sentence that says so."""
    return Header(DeviceHealth(DEVICE, "absent", text), time.monotonic, _in_a_while)


def _missing(root: Path) -> DeviceHealth | None:
    """Why this machine has no header that can be used; None where it has one."""
    try:
        model = (root / "proc/device-tree/model").read_bytes().rstrip(b"\0").decode(errors="replace")
    except OSError:
        model = ""
    if not model.startswith("Raspberry Pi"):
        # Laptops have gpiochips too, but what hangs on them is theirs.
        text = "They are wired to a Raspberry Pi, and this computer is none. Tap instead."
        return DeviceHealth(DEVICE, "absent", text)
    if not any(root.glob("dev/gpiochip*")):
        text = f"This {model} shows no pins: /dev/gpiochip0 is not there. Start its own Raspberry Pi OS."
        return DeviceHealth(DEVICE, "failed", text)
    return None


def _lgpio_factory() -> Any:
    """gpiozero's pins by lgpio. Never its default, which tries one library after the other and warns."""
    with _elsewhere():
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """A working directory of our own for the moment.

    lgpio makes a pipe in the working directory when it is imported: that may be read-only, or hold the pipe of another
    program, which it would take over.
    """
    here = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)


def _no_access(error: Exception) -> str:
    if isinstance(error, ImportError):
        return (
            "The library for the header's pins is not installed. Type `sudo apt install python3-lgpio`, "
            "then start again."
        )
    return (
        f"The header's pins cannot be opened: {error}. Type `sudo usermod -aG gpio $USER`, log out and in again, "
        "then start again."
    )


def _refusal(name: str, pin: int, error: Exception) -> str:
    from gpiozero import GPIOPinInUse, PinInvalidPin

    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
        return f"GPIO{pin} for {_NAMES[name]} is used by another program. Stop that one, or: {_AGAIN}"
    if isinstance(error, PinInvalidPin):
        return f"GPIO{pin} for {_NAMES[name]} is no pin of this header. {_AGAIN}"
    return f"GPIO{pin} for {_NAMES[name]} cannot be used: {error}. {_AGAIN}"


def _output(pin: int, factory: Any) -> Any:
    from gpiozero import DigitalOutputDevice

    return DigitalOutputDevice(pin, pin_factory=factory)


def _in_a_while(after_s: float, act: Callable[[], None]) -> None:
    timer = threading.Timer(after_s, act)
    timer.daemon = True
    timer.start()
