"""Errors of the rules engines.

GameError
├── IllegalAction (ValueError)   what was tried breaks a rule, or is impossible as a correction
├── BadOption (ValueError)       a game was asked for that its rules do not offer
├── BadCase (ValueError)         a case of a file, written as one object, cannot be set up
└── BadData (ValueError)         a data file of a game's package cannot be used
"""

from __future__ import annotations

from companion.errors import CompanionError
from companion.language.message import Message


class GameError(CompanionError):
    """Anything a game refuses."""


class IllegalAction(GameError, ValueError):
    """An action outside the rules: `rule` is the ledger's id (or "host" for a correction), `reason` a sentence."""

    def __init__(self, rule: str, reason: Message) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class BadOption(GameError, ValueError):
    """An option of a new game that cannot be had; `reason` names it, its value and what is allowed."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadCase(GameError, ValueError):
    """One object of a file of cases that is no case of its game; the text, in English, says what in it to mend."""


class BadData(GameError, ValueError):
    """A data file of a game's package that is missing or wrong; the message names the file, and what in it."""
