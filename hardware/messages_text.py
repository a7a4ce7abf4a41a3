"""What people read of the board: what is fitted, what fails, how long it was away."""

from __future__ import annotations

import math
from typing import Final

from companion.table.devices import DeviceHealth
from hardware.messages import Fitted, Hello, State, Versions

NOTE_FOR_S: Final = 60.0
"""How long a note of an absence stays after it."""
PATIENCE_S: Final = 2.0
"""A board that answers does so within this time after its port was opened."""

_CAUSES: Final = {
    "watchdog": "The board hung and restarted itself.",
    "power": "The board was without power.",
}


def fitted_words(fitted: Fitted) -> str:
    """What is there, as a sentence: "Scale, 2 buttons and 60 lights."."""
    parts = [
        *(["scale"] if fitted.scale else []),
        *([_plural(len(fitted.buttons), "button")] if fitted.buttons else []),
        *([_plural(fitted.strip, "light")] if fitted.strip else []),
        *(["card reader"] if fitted.reader else []),
    ]
    if not parts:
        return "Nothing is fitted to the board."
    words = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{words[0].upper()}{words[1:]}."


def refusal(firmware: str, theirs: Versions, companion: str, ours: Versions) -> str:
    """Why the two cannot talk, with the versions of both, and the cure."""
    return (
        f"The board's firmware {firmware} speaks protocol {_range(theirs)}, "
        f"companion {companion} speaks {_range(ours)}. "
        "Copy the firmware that came with this companion onto the board."
    )


def present(hello: Hello, state: State | None, note: str) -> DeviceHealth:
    """A board that answers: what is fitted, what of it fails, and the note of its last absence."""
    faults = [*([hello.fault] if hello.fault else []), *_faults(state)]
    text = " ".join(part for part in (fitted_words(hello.fitted), *faults, note) if part)
    return DeviceHealth("board", "failed" if faults else "noted" if note else "ok", text)


def missing(away_s: float | None, asking_s: float | None) -> DeviceHealth:
    """A board that does not answer. `asking_s`: for how long it has been asked; None where its port is closed."""
    if away_s is not None:
        return DeviceHealth(
            "board",
            "failed",
            f"The board has been away for {_seconds(away_s)}. Look at its cable; it is picked up by itself. "
            "Tap meanwhile what it would tell.",
        )
    if asking_s is None:
        return DeviceHealth("board", "absent", "No board on USB. Tap what the scale and the buttons would tell.")
    if asking_s < PATIENCE_S:
        return DeviceHealth("board", "absent", "A board is plugged in and is being asked what it has.")
    return DeviceHealth(
        "board",
        "failed",
        f"The board has not answered for {_seconds(asking_s)}. Unplug it and plug it in again; "
        "if that does not help, copy the firmware onto it.",
    )


def senseless(count: int) -> DeviceHealth:
    """A board that says what cannot be, by lines that came whole: so it is the firmware, and no cable."""
    return DeviceHealth(
        "board",
        "failed",
        f"The board sends what makes no sense ({_plural(count, 'message')} so far); none of it counts. "
        "Copy the firmware that came with this companion onto it, and tap meanwhile what it would tell.",
    )


def flooded(count: int) -> DeviceHealth:
    """A board that tells of more than hands can do, by messages that are sound each."""
    return DeviceHealth(
        "board",
        "failed",
        f"The board tells of more than hands can do, so none of it counts ({count} presses and changes so far). "
        "Look at its buttons, scale and card reader for what sticks or rattles, or unplug it; tap meanwhile what it "
        "would tell.",
    )


class Absence:
    """When the board was last away, and what to say of it."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        self._back_s = 0.0
        self._text = ""
        self._boot: int | None = None

    def away_s(self, now_s: float) -> float | None:
        """For how long it has been away; None where it is not, or never was there."""
        return None if self._since_s is None else now_s - self._since_s

    def begin(self, heard_s: float) -> None:
        """It was heard last at that time."""
        if self._since_s is None:
            self._since_s = heard_s

    def end(self, now_s: float, hello: Hello) -> None:
        """It is back, or there for the first time."""
        booted, self._boot = self._boot not in (None, hello.boot), hello.boot
        if self._since_s is None:
            return
        away, self._since_s, self._back_s = _seconds(now_s - self._since_s), None, now_s
        if hello.fitted.buttons:
            self._text = f"The buttons were away for {away}; what was pressed meanwhile does not count."
        else:
            self._text = f"The board was away for {away}."
        if booted and hello.cause in _CAUSES:
            self._text += f" {_CAUSES[hello.cause]}"

    def note(self, now_s: float) -> str:
        """What to say of the last absence, for a minute after it; then nothing."""
        return self._text if now_s - self._back_s < NOTE_FOR_S else ""


def _faults(state: State | None) -> list[str]:
    parts = (state.scale, state.reader) if state else ()
    return [part.fault for part in parts if part is not None and part.fault]


def _range(versions: Versions) -> str:
    low, high = versions
    return str(low) if low == high else f"{low} to {high}"


def _plural(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _seconds(time_s: float) -> str:
    """A time as people say it, rounded up."""
    whole_s = max(1, math.ceil(time_s - 1e-6))
    return f"{whole_s} s" if whole_s < 120 else f"{whole_s // 60} min"
