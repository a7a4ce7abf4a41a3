"""Keeps from a terminal what libraries that decode pictures write about a broken one: our own sentence tells of it."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_NOISE: Final = re.compile(
    rb"(Corrupt JPEG data|Premature end of JPEG|Invalid (SOS|JPEG|component|crop)|Inconsistent progression|"
    rb"Unsupported (marker|JPEG)|Unknown Adobe|Warning: unknown JFIF|Not a JPEG|libpng (error|warning)|"
    rb"Application transferred too|\[ ?(WARN|ERROR):\d+@[\d.]+\] global (grfmt|loadsave|cap)|"
    rb"\[[\w,]+ @ 0x[0-9a-f]+\])[^\n]*\n"
)
"""As libjpeg, libpng and FFmpeg begin their lines, and OpenCV those about its readers of pictures and films."""
_STDERR: Final = 2
_ONE_AT_A_TIME: Final = threading.Lock()


@contextmanager
def without_decoder_noise() -> Iterator[None]:
    """What such libraries say of a picture meanwhile is dropped; all else on standard error comes right afterwards.

    They write to the file itself, so it is another one meanwhile, for all threads.
    """
    with _ONE_AT_A_TIME:
        try:
            kept = os.dup(_STDERR)
        except OSError:  # it is closed: nobody reads it
            yield
            return
        held = os.memfd_create("stderr") if hasattr(os, "memfd_create") else -1
        try:
            if held >= 0:
                os.dup2(held, _STDERR)
            yield
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)
            if held >= 0:
                _write_rest(held)


def _write_rest(held: int) -> None:
    with open(held, "rb") as file:
        file.seek(0)
        rest = _NOISE.sub(b"", file.read())
    while rest:
        rest = rest[os.write(_STDERR, rest) :]
