"""The root of the project's errors; modules that raise several draw their tree (games/errors.py, journal/)."""

from __future__ import annotations

from types import TracebackType


class CompanionError(Exception):
    """Something a person can put right; its text says what happened, where, and what to do next."""


class Untold(Exception):
    """Stands in a log for an error whose message may quote what somebody may not know."""


def untold(error: Exception) -> tuple[type[Untold], Untold, TracebackType | None]:
    """Where an error broke and of what kind it was, without its message: for the `exc_info` of a log."""
    return Untold, Untold(type(error).__name__), error.__traceback__
