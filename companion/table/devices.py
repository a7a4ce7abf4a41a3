"""What the status line says about a device, fitted or not."""

from __future__ import annotations

from typing import Literal

import msgspec


class DeviceHealth(msgspec.Struct, frozen=True):
    """One device and what a person should know of it.

    `absent` is no fault: its facts are tapped instead. `noted`: it works, and something happened to it that people
    have to know for a while.
    """

    device: str
    status: Literal["ok", "absent", "failed", "noted"]
    text: str
