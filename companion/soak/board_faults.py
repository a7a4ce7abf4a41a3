"""A plan of faults out of a file, and how a soak's board follows it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Protocol

import msgspec

from companion.errors import CompanionError
from companion.runtime.plain_file import read_plain_text
from companion.runtime.plain_text import NotUtf8
from companion.runtime.toml_text import parse_toml
from companion.soak.unit import Board
from companion.table.fault_plans import NO_FAULTS, FaultPlan
from companion.table.felt import Feeling

QUIET_S = 0.5
"""So long after a press no failure of the board begins: nobody could tell whether it was pressed before or after."""


class PlanUnreadable(CompanionError, ValueError):
    """A file that is no plan of faults; the text says which, what is wrong in it, and what may stand there."""


def read_plan(path: Path, *, has_pages: bool = False) -> FaultPlan:
    """The plan in a TOML file (docs/faults.md). Raises `PlanUnreadable`, also where faults of no pages are planned."""
    try:
        plan = msgspec.convert(parse_toml(read_plain_text(path)), FaultPlan)
    except OSError as error:
        raise PlanUnreadable(
            f"Cannot read {path}: {error.strerror}. Name a file like the one in docs/faults.md."
        ) from error
    except (tomllib.TOMLDecodeError, NotUtf8) as error:
        raise PlanUnreadable(f"{path} is no TOML: {error}. Mend that line, or start from docs/faults.md.") from error
    except msgspec.ValidationError as error:
        raise PlanUnreadable(
            f"{path} is no plan of faults: {error}. docs/faults.md lists every table, its rates (0 to 1) and times."
        ) from error
    if plan == msgspec.structs.replace(NO_FAULTS, seed=plan.seed):
        raise PlanUnreadable(f"{path} plans no faults. Give one a rate, such as lost = 0.1 under [to_host].")
    if plan.pages != NO_FAULTS.pages and not has_pages:
        raise PlanUnreadable(f"{path} plans faults of pages, and a soak has none. Leave out [pages].")
    return plan


class FailingBoard(Board, Protocol):
    """A board of a soak whose line and power can be spoilt."""

    def follow(self, plan: FaultPlan) -> None:
        """Have these faults of line and board from now on."""

    def fail(self, now_s: float) -> None:
        """Begin and end failures that are due by then."""

    def is_heard(self) -> bool:
        """Whether a session is on."""


class FollowingBoard:
    """The board of a soak that fails as planned. People press nothing that is not heard: they tap, as the page says."""

    def __init__(self, board: FailingBoard, plan: FaultPlan) -> None:
        self._board = board
        self._at_s = 0.0
        self._pressed_s = float("-inf")
        board.follow(plan)

    def names(self) -> tuple[str, ...]:
        """The buttons that there are to press; empty while the board is not heard."""
        return self._board.names() if self._board.is_heard() else ()

    def press(self, button: str) -> None:
        """Presses a button for a moment."""
        self._pressed_s = self._at_s
        self._board.press(button)

    def set_load(self, pieces: float) -> None:
        """So many pieces lie on its scale from now on."""
        self._board.set_load(pieces)

    def lay_card(self, uid: str | None) -> None:
        """This card lies on its reader from now on, or none."""
        self._board.lay_card(uid)

    def step(self, now_s: float) -> tuple[Feeling, ...]:
        """What it tells of by then."""
        self._at_s = now_s
        if now_s - self._pressed_s >= QUIET_S:
            self._board.fail(now_s)
        return self._board.step(now_s)

    def close(self) -> None:
        """Let go of it."""
        self._board.close()
