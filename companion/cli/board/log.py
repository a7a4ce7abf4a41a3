"""A line of the cable as people read it: when, which way, what kind, what it says."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

import click

from companion.cli.board.cable import Line
from companion.runtime.terminal import one_line
from hardware.messages import Strip

_WAYS: Final = {"in": "board →", "out": "→ board"}
_COLOURS: Final = {"in": "green", "out": "cyan"}


def format_row(line: Line, at: datetime) -> str:
    """The line, coloured: "14:03:22.120  board →  state   session 7, n 3, …"; a spoilt one as it came."""
    begin = f"{at:%H:%M:%S}.{at.microsecond // 1000:03d}  {_WAYS[line.logged.way]}  "
    if line.message is None:
        return begin + click.style(one_line(f"spoilt  {line.logged.text}"), fg="red")
    # From the text, not the record: fields that this version does not know are shown too.
    fields: dict[str, Any] = json.loads(line.logged.text.rpartition("*")[0])
    kind = click.style(f"{one_line(fields.pop('type')):<6}", fg=_COLOURS[line.logged.way])
    if isinstance(line.message, Strip):
        fields["pixels"] = f"({len(line.message.pixels) // 4})"
    return f"{begin}{kind}  {', '.join(one_line(f'{name} {_value(value)}') for name, value in fields.items())}"


def _value(value: Any) -> str:
    """A text without its quotes, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
