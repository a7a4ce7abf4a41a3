"""Which microcontroller boards hang on the serial ports."""

from __future__ import annotations

from serial.tools import list_ports

from companion.table.devices import DeviceHealth

RASPBERRY_PI_VENDOR = 0x2E8A
"""USB vendor id of Raspberry Pi boards."""


def board_health() -> DeviceHealth:
    """Whether a Pico is plugged in, in words. Its sensors are not read yet: their facts are tapped."""
    ports = [port.device for port in list_ports.comports() if port.vid == RASPBERRY_PI_VENDOR]
    if not ports:
        return DeviceHealth("board", "absent", "No board on USB. Tap what the scale and the buttons would tell.")
    return DeviceHealth(
        "board", "absent", f"A board is on {ports[0]}, but this version does not listen to it. Tap instead."
    )
