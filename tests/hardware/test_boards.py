"""Which board is plugged in, in words; a missing one is no fault."""

from __future__ import annotations

import pytest
from serial.tools.list_ports_common import ListPortInfo

from companion.table.devices import DeviceHealth
from hardware.boards import RASPBERRY_PI_VENDOR, board_health


def port(device: str, vendor: int | None) -> ListPortInfo:
    info = ListPortInfo(device, skip_link_detection=True)
    info.vid = vendor
    return info


def plugged(monkeypatch: pytest.MonkeyPatch, *ports: ListPortInfo) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: list(ports))


NONE = DeviceHealth("board", "absent", "No board on USB. Tap what the scale and the buttons would tell.")


def test_without_a_port_there_is_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch)
    assert board_health() == NONE


def test_other_ports_are_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, port("/dev/ttyS0", None), port("/dev/ttyUSB0", 0x0403))
    assert board_health() == NONE


def test_a_pico_is_named_with_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, port("/dev/ttyS0", None), port("/dev/ttyACM0", RASPBERRY_PI_VENDOR))
    assert board_health() == DeviceHealth(
        "board", "absent", "A board is on /dev/ttyACM0, but this version does not listen to it. Tap instead."
    )


def test_the_ports_of_this_machine_can_be_listed() -> None:
    assert board_health().device == "board"
