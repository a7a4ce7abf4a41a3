"""What people read of a WLED: what it is, and what somebody else has changed of it since it was taken."""

from __future__ import annotations

from typing import Final

from companion.runtime.text import printable
from companion.table.devices import DeviceHealth
from hardware.wled_pages import Info, Shine

_LONGEST: Final = 40
"""So much of what it calls itself is told."""


def failed(text: str) -> DeviceHealth:
    """The strip shows nothing of the game, for this reason."""
    return DeviceHealth("strip", "failed", f"{text} The pages tell the same in words meanwhile.")


def changed(host: str, shine: Shine | None, is_swapped: bool) -> DeviceHealth | None:
    """What hides our light or dims it since the WLED was taken, and what to do; None where nothing does.

    `shine` is how it shines now, None where nobody has asked since. `is_swapped`: another one has answered there.
    """
    if shine is not None and not shine.on:
        return failed(
            f"The WLED at {host} was switched off: by its app, a button, a timer or another lamp of its group. "
            "Switch it on there."
        )
    if shine is not None and shine.lor:
        return failed(f"The WLED at {host} shows a light of its own. In its app end the live override.")
    if shine is not None and not shine.is_taken:
        text = (
            f"The WLED at {host} shines at {shine.bri} of 255: its app, a nightlight, a preset or another lamp of its "
            "group has set that. Set it to 255 in its app."
        )
        return DeviceHealth("strip", "noted", text)
    if is_swapped:
        text = (
            f"Another WLED answers at {host} than before, and shows the game's light. Look at the first one in its "
            "app: it may still be as bright as the companion had set it."
        )
        return DeviceHealth("strip", "noted", text)
    return None


def well(host: str, info: Info, pixels: int) -> DeviceHealth:
    """A WLED that answers and shows our light; `pixels` is what companion.toml says."""
    if info.leds.count != pixels:
        text = (
            f"The WLED at {host} has {info.leds.count} pixels, and companion.toml says {pixels}. "
            f"Set pixels = {info.leds.count} under [strip], or the length in WLED's LED settings."
        )
        return DeviceHealth("strip", "noted", text)
    ver, name = (printable(each)[:_LONGEST] for each in (info.ver, info.name))
    text = f"WLED {ver} “{name}” at {host}: {info.leds.count} pixels, {info.leds.fps} frames a second."
    return DeviceHealth("strip", "ok", text)
