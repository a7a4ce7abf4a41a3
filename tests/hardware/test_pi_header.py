"""The header on gpiozero's mock pins: what is pressed is told once, what fails leaves the rest working."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from gpiozero import Device, DigitalInputDevice
from gpiozero.pins.mock import MockFactory, MockPin

from companion.table.devices import DeviceHealth
from companion.table.header import HeaderPins
from hardware.pi_header import Header, open_header

PINS = HeaderPins(next=5, undo=6, pair=13, lamp=19, buzzer=26)
CHATTER_S = 0.004
"""Longer than the contacts of a push button chatter."""


class Rig:
    """A header on mock pins, a clock to set, and what was told."""

    def __init__(self, pins: HeaderPins = PINS, pin_class: type[MockPin] = MockPin) -> None:
        self.factory = MockFactory(pin_class=pin_class)
        self.now_s = 100.0
        self.told: list[str] = []
        self.waiting: list[tuple[float, Callable[[], None]]] = []
        self.tell: Callable[[str], object] = self.told.append
        self.pins = pins

    def open(self) -> Header:
        return open_header(
            self.pins,
            lambda button: self.tell(button),
            self.factory,
            clock=lambda: self.now_s,
            later=lambda after_s, act: self.waiting.append((after_s, act)),
        )

    def press(self, pin: int, down_s: float = 0.1) -> None:
        self.factory.pin(pin).drive_low()
        self.now_s += down_s
        self.factory.pin(pin).drive_high()
        self.now_s += down_s

    def levels(self, pin: int) -> list[bool]:
        """All levels that an output had."""
        return [state.state for state in self.factory.pin(pin).states]


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.fixture
def header(rig: Rig) -> Iterator[Header]:
    opened = rig.open()
    yield opened
    opened.close()


# --- buttons ---


def test_each_button_is_told_by_its_name(rig: Rig, header: Header) -> None:
    for pin in (5, 6, 13, 5):
        rig.press(pin)
    assert rig.told == ["next", "undo", "pair", "next"]
    assert header.buttons == ("next", "undo", "pair")


def test_a_button_is_told_when_it_goes_down_and_not_while_it_is_held(rig: Rig, header: Header) -> None:
    rig.factory.pin(5).drive_low()
    assert rig.told == ["next"]
    rig.now_s += 60
    rig.factory.pin(5).drive_high()
    assert rig.told == ["next"]


def test_buttons_close_to_ground_and_are_pulled_up(rig: Rig, header: Header) -> None:
    assert [rig.factory.pin(pin).pull for pin in (5, 6, 13)] == ["up", "up", "up"]


def test_contacts_that_chatter_as_they_close_and_open_are_one_press(rig: Rig, header: Header) -> None:
    for _ in range(2):
        for _ in range(5):
            rig.press(5, down_s=CHATTER_S / 10)
        rig.factory.pin(5).drive_low()
        rig.now_s += 0.1
        rig.factory.pin(5).drive_high()
        for _ in range(5):
            rig.press(5, down_s=CHATTER_S / 10)
        rig.now_s += 0.1
    assert rig.told == ["next", "next"]


def test_two_buttons_at_once_are_two_presses(rig: Rig, header: Header) -> None:
    rig.factory.pin(5).drive_low()
    rig.factory.pin(6).drive_low()
    assert rig.told == ["next", "undo"]


def test_a_button_that_is_down_from_the_start_is_not_pressed(rig: Rig) -> None:
    class Down(MockPin):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self.drive_low()

    rig.factory.pin_class = Down
    header = rig.open()
    assert rig.told == []
    rig.factory.pin(5).drive_high()
    rig.now_s += 1
    rig.press(5)
    assert rig.told == ["next"]
    header.close()


def test_an_error_of_who_is_told_loses_one_press_only(
    rig: Rig, header: Header, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(button: str) -> None:
        raise RuntimeError("nobody is at home")

    rig.tell = fail
    rig.press(5)
    rig.tell = rig.told.append
    rig.press(6)
    assert rig.told == ["undo"]
    assert [record.getMessage() for record in caplog.records] == ["The press of “next” was lost."]


# --- lamp and buzzer ---


def test_the_lamp_follows(rig: Rig, header: Header) -> None:
    for on in (True, True, False):
        header.attend(on)
    assert rig.levels(19) == [False, True, False]


def test_a_beep_ends_after_a_moment(rig: Rig, header: Header) -> None:
    header.beep()
    assert rig.levels(26) == [False, True]
    ((after_s, end),) = rig.waiting
    assert 0 < after_s < 1 / 6
    end()
    assert rig.levels(26) == [False, True, False]


def test_there_are_at_most_three_beeps_a_second(rig: Rig, header: Header) -> None:
    for _ in range(100):
        header.beep()
        for _, end in rig.waiting:
            end()
        rig.now_s += 0.01
    assert rig.levels(26).count(True) == 3


def test_a_real_beep_ends_by_itself(rig: Rig) -> None:
    off = threading.Event()

    class Told(MockPin):  # type: ignore[misc]
        def _change_state(self, value: bool) -> Any:
            changed = super()._change_state(value)
            if changed and not value:
                off.set()
            return changed

    rig.factory.pin_class = Told
    header = open_header(PINS, rig.told.append, rig.factory)
    off.clear()
    header.beep()
    assert off.wait(10)
    assert rig.levels(26) == [False, True, False]
    header.close()


def test_closing_darkens_and_gives_the_pins_back(rig: Rig) -> None:
    header = rig.open()
    header.attend(True)
    header.beep()
    header.close()
    assert (rig.levels(19)[-1], rig.levels(26)[-1]) == (False, False)
    DigitalInputDevice(19, pull_up=None, active_state=True, pin_factory=rig.factory).close()
    rig.waiting[0][1]()
    header.attend(True)
    header.beep()
    header.close()
    rig.factory.pin(5).drive_low()
    assert rig.told == []
    assert header.buttons == ()


def test_many_threads_may_use_it(rig: Rig, header: Header) -> None:
    def use() -> None:
        for turn in range(200):
            header.attend(turn % 2 == 0)
            header.beep()
            header.health()

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert header.health().status == "ok"
    assert rig.levels(26).count(True) == 1


class Failing(MockPin):  # type: ignore[misc]
    """A pin that may refuse to change."""

    is_broken = False

    def _set_state(self, value: float) -> None:
        if self.is_broken:
            raise OSError(5, "Input/output error")
        super()._set_state(value)


def test_a_lamp_that_fails_is_told_and_the_rest_goes_on(rig: Rig) -> None:
    rig.factory.pin_class = Failing
    header = rig.open()
    rig.factory.pin(19).is_broken = True
    header.attend(True)
    header.attend(False)
    assert header.health() == DeviceHealth(
        "buttons and lamp",
        "failed",
        "The lamp failed: [Errno 5] Input/output error. Start the companion again. "
        "Wired to the Pi: button “next”, button “undo”, button “pair”, buzzer.",
    )
    header.beep()
    assert rig.levels(26) == [False, True]
    rig.press(5)
    assert rig.told == ["next"]
    header.close()


# --- what is fitted ---


def test_what_is_fitted_is_told(header: Header) -> None:
    assert header.health() == DeviceHealth(
        "buttons and lamp", "ok", "Wired to the Pi: button “next”, button “undo”, button “pair”, lamp, buzzer."
    )


def test_parts_that_are_not_fitted_are_left_alone() -> None:
    rig = Rig(HeaderPins(next="none", undo=6, pair="none", lamp="none", buzzer="none"))
    header = rig.open()
    header.attend(True)
    header.beep()
    assert header.health() == DeviceHealth("buttons and lamp", "ok", "Wired to the Pi: button “undo”.")
    assert [info.name for info in rig.factory.pins] == ["GPIO6"]
    header.close()


def test_a_header_may_be_bare() -> None:
    header = Rig(HeaderPins("none", "none", "none", "none", "none")).open()
    assert header.health() == DeviceHealth(
        "buttons and lamp", "absent", "No button, lamp or buzzer is wired to this Pi. Tap instead."
    )
    header.close()


def test_a_pin_named_twice_is_told_with_both_parts() -> None:
    rig = Rig(HeaderPins(next=5, undo=5, pair="none", lamp="none", buzzer="none"))
    header = rig.open()
    assert header.health() == DeviceHealth(
        "buttons and lamp",
        "failed",
        "GPIO5 is named for the button “next” and for the button “undo”. "
        "Set another under [header] in companion.toml, then start again. Wired to the Pi: button “next”.",
    )
    rig.press(5)
    assert rig.told == ["next"]
    header.close()


def test_a_pin_that_this_header_does_not_have_is_told(rig: Rig) -> None:
    rig.pins = msgspec.structs.replace(PINS, buzzer=40)
    header = rig.open()
    assert header.health().text.startswith(
        "GPIO40 for the buzzer is no pin of this header. "
        "Set another under [header] in companion.toml, then start again. Wired to the Pi: button “next”"
    )
    header.attend(True)
    assert rig.levels(19) == [False, True]
    header.close()


def test_a_pin_that_somebody_else_has_is_told_and_the_others_work(rig: Rig) -> None:
    other = DigitalInputDevice(6, pull_up=True, pin_factory=rig.factory)
    header = rig.open()
    assert header.health().status == "failed"
    assert header.health().text.startswith(
        "GPIO6 for the button “undo” is used by another program. Stop that one, or: "
        "Set another under [header] in companion.toml, then start again."
    )
    rig.press(5)
    assert rig.told == ["next"]
    header.close()
    other.close()


def test_a_pin_that_the_kernel_calls_busy_is_told(rig: Rig) -> None:
    class Busy(MockPin):  # type: ignore[misc]
        def __init__(self, factory: Any, info: Any) -> None:
            if info.name == "GPIO19":
                raise Exception("'GPIO busy'")  # as lgpio.error says it
            super().__init__(factory, info)

    rig.factory.pin_class = Busy
    header = rig.open()
    assert header.health().text.startswith("GPIO19 for the lamp is used by another program.")
    header.attend(True)
    rig.press(13)
    assert rig.told == ["pair"]
    header.close()


def test_a_pin_that_cannot_be_pulled_up_is_told(rig: Rig) -> None:
    class Fixed(MockPin):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            if self.info.name == "GPIO5" and value == "up":
                raise ValueError("GPIO5 has a physical pull-down resistor")
            super()._set_pull(value)

    rig.factory.pin_class = Fixed
    header = rig.open()
    assert header.health().text.startswith(
        "GPIO5 for the button “next” cannot be used: GPIO5 has a physical pull-down resistor. Set another"
    )
    header.close()


def test_gpiozeros_own_default_is_never_asked_for(header: Header) -> None:
    assert Device.pin_factory is None


# --- whether there is a header ---


def machine(root: Path, model: str, *chips: str) -> Path:
    """The files by which a machine is known."""
    if model:
        (root / "proc/device-tree").mkdir(parents=True)
        (root / "proc/device-tree/model").write_bytes(model.encode() + b"\0")
    (root / "dev").mkdir()
    for chip in chips:
        (root / "dev" / chip).touch()
    return root


@pytest.mark.parametrize("model", ["", "QEMU Virtual Machine", "Orange Pi 5"])
def test_gpiochips_of_another_computer_are_no_header(tmp_path: Path, model: str) -> None:
    header = open_header(PINS, lambda _: None, root=machine(tmp_path, model, "gpiochip0", "gpiochip1"))
    assert header.health() == DeviceHealth(
        "buttons and lamp", "absent", "They are wired to a Raspberry Pi, and this computer is none. Tap instead."
    )
    header.attend(True)
    header.beep()
    header.close()
    assert header.buttons == ()


def test_a_raspberry_pi_without_pins_is_told(tmp_path: Path) -> None:
    header = open_header(PINS, lambda _: None, root=machine(tmp_path, "Raspberry Pi 4 Model B Rev 1.4"))
    assert header.health() == DeviceHealth(
        "buttons and lamp",
        "failed",
        "This Raspberry Pi 4 Model B Rev 1.4 shows no pins: /dev/gpiochip0 is not there. "
        "Start its own Raspberry Pi OS.",
    )


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    return machine(tmp_path, "Raspberry Pi 5 Model B Rev 1.0", "gpiochip0", "gpiochip4")


def test_a_missing_library_is_told_with_its_package(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    here = os.getcwd()
    assert open_header(PINS, lambda _: None, root=pi).health() == DeviceHealth(
        "buttons and lamp",
        "failed",
        "The library for the header's pins is not installed. Type `sudo apt install python3-lgpio`, then start again.",
    )
    assert os.getcwd() == here


def test_pins_that_may_not_be_opened_are_told(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise Exception("'can not open gpiochip'")  # as lgpio.error says it

    monkeypatch.setattr("hardware.pi_header._lgpio_factory", refuse)
    assert open_header(PINS, lambda _: None, root=pi).health() == DeviceHealth(
        "buttons and lamp",
        "failed",
        "The header's pins cannot be opened: 'can not open gpiochip'. Type `sudo usermod -aG gpio $USER`, "
        "log out and in again, then start again.",
    )


def test_a_header_closes_the_pins_that_it_has_opened(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = MockFactory()
    monkeypatch.setattr("hardware.pi_header._lgpio_factory", lambda: factory)
    header = open_header(PINS, lambda _: None, root=pi)
    assert len(factory.pins) == 5
    header.close()
    assert len(factory.pins) == 0


# --- the settings ---


def test_the_settings_say_what_is_fitted() -> None:
    assert msgspec.convert({"lamp": "none", "next": 5}, HeaderPins) == HeaderPins(next=5, lamp="none")


@pytest.mark.parametrize("given", [{"lamp": 28}, {"lamp": 1}, {"lamp": "GPIO5"}, {"light": 5}, {"lamp": True}])
def test_impossible_settings_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(given, HeaderPins)
