"""Feeds the firmware's decoder what it is given in batches, inside MicroPython.

A batch is a file of rounds, each two bytes of length (big endian) and as many bytes. Every round ends with a line that
is good; it has to be understood whatever came before it.
"""

import gc
import json

from lines import LineReader

GOOD = {"type": "beat", "session": 7, "n": 1, "seen": 0}
_reader = LineReader()
_understood = 0
_missed = 0


def feed(path: str) -> None:
    """Runs a batch. What escapes the decoder escapes here."""
    global _understood, _missed
    with open(path, "rb") as file:
        data = file.read()
    at, end, good = 0, len(data), GOOD
    take = _reader.feed
    while at < end:
        first = at + 2
        at = first + (data[at] << 8 | data[at + 1])
        messages = take(data[first:at])
        if messages and messages[-1] == good:
            _understood += 1
        else:
            _missed += 1


def told() -> str:
    """What has come of it so far, as JSON; `used`: bytes in use, where nothing but the decoder is left."""
    gc.collect()
    return json.dumps({"bad": _reader.bad, "understood": _understood, "missed": _missed, "used": gc.mem_alloc()})
