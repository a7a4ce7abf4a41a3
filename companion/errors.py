"""The root of the project's errors; modules that raise several draw their tree (games/errors.py, journal/)."""

from __future__ import annotations


class CompanionError(Exception):
    """Something a person can put right; its text says what happened, where, and what to do next."""
