"""Which cameras the system offers."""

from __future__ import annotations

from pathlib import Path

from companion.table.devices import DeviceHealth

DEVICES = Path("/dev")


def camera_health(devices: Path = DEVICES) -> DeviceHealth:
    """Whether a video device is there, in words. Its pictures are not read yet: what lies on the mat is tapped."""
    found = sorted(devices.glob("video[0-9]*"))
    if not found:
        return DeviceHealth("camera", "absent", "No camera. Tap what lies on the table.")
    return DeviceHealth(
        "camera", "absent", f"A camera is at {found[0]}, but this version does not look through it. Tap instead."
    )
