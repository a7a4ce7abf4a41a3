"""The board as people and programs read it: a page that is drawn anew, a line a change, or JSON."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import click
import msgspec

from companion.cli.board.names import VIRTUAL
from companion.runtime.terminal import one_line
from companion.table.devices import DeviceHealth
from hardware.messages import Hello, Reader, Scale, State

PRESSES: Final = 5
"""Presses that the page shows."""
LABEL: Final = 12
"""Columns of the labels, with the gap after them."""
STEP: Final = 0.3
"""A load that changed by less, in pieces, is the same where it is told line by line."""

_STARTS: Final = {
    "power": "switched on",
    "watchdog": "restarted by its watchdog, for it hung",
    "reset": "restarted as it was told",
}
_COLOURS: Final = {"ok": "green", "noted": "yellow", "absent": "yellow", "failed": "red"}


class Look(msgspec.Struct, frozen=True):
    """The board at one moment. `hello` and `state` are None while it is away."""

    at: datetime
    port: str
    health: DeviceHealth
    hello: Hello | None
    state: State | None
    bad: int
    """Lines of the board that were no messages."""
    pressed: tuple[str, ...] = ()
    """Pressed since the look before, oldest first."""


# Words.


def start_words(cause: str) -> str:
    """How it started last: "switched on"."""
    return _STARTS.get(cause, cause)


def time_words(time_s: float) -> str:
    """A time as people say it, in its two biggest units: "3 h 12 min"."""
    minutes, seconds = divmod(int(time_s), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def scale_words(scale: Scale | None) -> str:
    """The count, or why there is none: "3 pieces"."""
    if scale is None:
        return "not fitted"
    if scale.fault:
        return scale.fault
    if scale.count is None:
        return "no count: the load moves or is no whole number of pieces"
    return f"{scale.count} piece{'' if scale.count == 1 else 's'}"


def load_words(scale: Scale | None) -> str:
    """What the count comes from: "load 3.02 pieces, 96 % sure"; empty where nothing is weighed."""
    if scale is None or scale.fault or scale.load is None:
        return ""
    return f"load {scale.load:.2f}" + (f", {scale.sure:.0%} sure".replace("%", " %") if scale.sure is not None else "")


def reader_words(state: State) -> str:
    """The card, or why there is none."""
    if state.reader is None:
        return "not fitted"
    return state.reader.fault or (f"card {state.reader.card}" if state.reader.card else "no card")


def strip_words(hello: Hello, state: State) -> str:
    """Its length and what it shows."""
    if not hello.fitted.strip:
        return "not fitted"
    shown = f"shows frame {state.shown}" if state.shown else "no frame shown yet"
    return f"{hello.fitted.strip} pixels, {shown}"


def held_words(state: State) -> str:
    """Buttons that are down."""
    return ", ".join(state.held) or "none"


def bad_words(look: Look, state: State) -> str:
    """Lines that were dropped, on both sides."""
    return f"{look.bad} of the board's, {state.bad} of ours"


# The page.


def page(look: Look, columns: int, presses: Sequence[tuple[datetime, str]] | None = None) -> list[str]:
    """The lines of the page, in colours, none wider than that.

    `presses` begins with the newest; None leaves them out, where nobody waits for any.
    """
    title = "Virtual board" if look.port == VIRTUAL else f"Board on {look.port or 'USB'}"
    health = _row("health", look.health.text, columns, fg=_COLOURS[look.health.status])
    rows = [[click.style(one_line(title), bold=True)], health]
    if look.hello is not None and look.state is not None:
        rows += [*_identity(look.hello, look.state, columns), [""], *_levels(look.hello, look.state, columns)]
        if presses is not None and look.hello.fitted.buttons:
            rows += _presses(presses, columns)
        rows += [
            _row("strip", strip_words(look.hello, look.state), columns),
            _row("bad lines", bad_words(look, look.state), columns),
        ]
    return [line for row in rows for line in row]


def _identity(hello: Hello, state: State, columns: int) -> list[list[str]]:
    return [
        _row("started", f"{start_words(hello.cause)}, {time_words(state.up_ms / 1000)} ago", columns),
        _row("firmware", f"{hello.firmware}, protocol {hello.protocol}", columns),
        _row("serial no.", hello.board, columns),
    ]


def _levels(hello: Hello, state: State, columns: int) -> list[list[str]]:
    scale, reader, buttons = state.scale, state.reader, hello.fitted.buttons
    load = load_words(scale)
    return [
        _row("scale", scale_words(scale), columns, **_style(scale, is_strong=bool(scale and scale.count is not None))),
        *([_row("", load, columns, dim=True)] if load else []),
        _row("reader", reader_words(state), columns, **_style(reader, is_strong=bool(reader and reader.card))),
        _row("buttons", ", ".join(buttons) or "not fitted", columns),
        *([_row("held", held_words(state), columns, bold=bool(state.held) or None)] if buttons else []),
    ]


def _style(part: Scale | Reader | None, *, is_strong: bool) -> dict[str, Any]:
    return {"fg": "red"} if part is not None and part.fault else {"bold": is_strong or None}


def _presses(presses: Sequence[tuple[datetime, str]], columns: int) -> list[list[str]]:
    """Always as many rows, so that those below keep their place."""
    told = [f"{at:%H:%M:%S}  {button}" for at, button in presses] or ["nothing yet"]
    told += [""] * (PRESSES - len(told))
    return [_row("" if number else "pressed", text, columns) for number, text in enumerate(told[:PRESSES])]


def _row(label: str, text: str, columns: int, **style: Any) -> list[str]:
    """The text beside its label, and under itself where it is longer than a line."""
    begin = f"  {label:<{LABEL}}"
    parts = textwrap.wrap(one_line(text), max(10, columns - len(begin))) or [""]
    return [
        click.style(" " * len(begin) if number else begin, dim=True) + click.style(part, **style)
        for number, part in enumerate(parts)
    ]


# A line a change.


class Changes:
    """Finds what is new from look to look, so that each change is told once."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}
        self._load = 0.0

    def lines(self, look: Look) -> list[str]:
        """A line for each thing that is new: "14:03:22  scale     3 pieces (load 3.02, 96 % sure)"."""
        keys = self._keys(look)
        words = _facts(look)
        new = [name for name in keys if self._told.get(name) != keys[name]]
        self._told = keys
        lines = [(name, words[name]) for name in new] + [("pressed", button) for button in look.pressed]
        return [f"{look.at:%H:%M:%S}  {name:<9}  {text}" for name, text in lines]

    def _keys(self, look: Look) -> dict[str, str]:
        """The facts, the same as long as nobody wants to hear of them again."""
        keys = _facts(look)
        # A time that runs in a sentence is nothing new.
        keys["health"] = re.sub(r"\d+", "#", keys["health"]) if look.hello is None else keys["health"]
        scale = look.state.scale if look.state else None
        if scale is not None and not scale.fault and scale.load is not None:
            if abs(scale.load - self._load) >= STEP:
                self._load = scale.load
            keys["scale"] = f"{scale.count} {self._load if scale.count is None else ''}"
        return keys


def _facts(look: Look) -> dict[str, str]:
    """All there is to tell, in words."""
    facts = {"health": look.health.text}
    hello, state = look.hello, look.state
    if hello is None or state is None:
        return facts
    load = load_words(state.scale)
    who = f"firmware {hello.firmware}, protocol {hello.protocol}, serial no. {hello.board}, {start_words(hello.cause)}"
    return {
        "board": f"{look.port}: {who}",
        **facts,
        "scale": scale_words(state.scale) + (f" ({load})" if load else ""),
        "reader": reader_words(state),
        "held": held_words(state),
        "strip": strip_words(hello, state),
        "bad lines": bad_words(look, state),
    }


# JSON.


def json_line(look: Look) -> str:
    """All of it as one JSON object; what the board does not say is null."""
    hello, state = look.hello, look.state
    told: dict[str, Any] = {
        "at": look.at.isoformat(timespec="milliseconds"),
        "port": look.port,
        "status": look.health.status,
        "health": look.health.text,
        "firmware": hello and hello.firmware,
        "protocol": hello and hello.protocol,
        "board": hello and hello.board,
        "cause": hello and hello.cause,
        "fitted": hello and msgspec.to_builtins(hello.fitted),
        "up_ms": state and state.up_ms,
        "scale": state and msgspec.to_builtins(state.scale),
        "reader": state and msgspec.to_builtins(state.reader),
        "held": list(state.held) if state else [],
        "pressed": list(look.pressed),
        "shown": state and state.shown,
        "bad": {"from_board": look.bad, "to_board": state.bad if state else None},
    }
    return json.dumps(told, ensure_ascii=False)
