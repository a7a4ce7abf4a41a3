"""Errors of the rules engines.

GameError
├── IllegalAction (ValueError)   what was tried breaks a rule, or is impossible as a correction
├── BadOption (ValueError)       a game was asked for that its rules do not offer
│   └── BadOwner                 an owner's file says what no box of the game can
├── BadCase (ValueError)         a case of a file, written as one object, cannot be set up
└── BadData (ValueError)         a data file of a game's package cannot be used
"""

from __future__ import annotations

from typing import Literal

from companion.errors import CompanionError
from companion.language.message import Message, say
from companion.language.values import Name


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


class BadOwner(BadOption):
    """An owner's file that is no box: `path` is where (keys, and numbers from 0), `at` the key or its value."""

    def __init__(self, file: Message, path: tuple[str | int, ...], at: Literal["key", "value"], fault: Message) -> None:
        """`file` is what to call the file, `fault` a sentence that says what is wrong and what to do."""
        place = Name(".".join(str(step + 1) if isinstance(step, int) else step for step in path))
        super().__init__(
            say("{file}, {place}: {fault}", file=file, place=place, fault=fault)
            if path
            else say("{file}: {fault}", file=file, fault=fault)
        )
        self.path, self.at, self.fault = path, at, fault
        self.is_sent = False
        """Whether it is another owner's, which was sent."""

    def sent(self) -> BadOwner:
        """The same of a file that was sent."""
        error = BadOwner(say("The file that was sent"), self.path, self.at, self.fault)
        error.is_sent = True
        return error


class BadCase(GameError, ValueError):
    """One object of a file of cases that is no case of its game; the text, in English, says what in it to mend."""


class BadData(GameError, ValueError):
    """A data file of a game's package that is missing or wrong; the message names the file, and what in it."""
