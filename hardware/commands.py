"""What the board is told to do, one after the other, until it says that it is done."""

from __future__ import annotations

from typing import Final

import msgspec

from hardware.messages import What

AGAIN_S: Final = 0.25
ANSWER_WITHIN_S: Final = 20.0
"""After which nobody waits any longer: a tare or a calibration takes a few seconds."""


class Answer(msgspec.Struct, frozen=True):
    """What became of a thing to do. `text` says why not, where it was not done."""

    id: int
    ok: bool
    text: str


class Command(msgspec.Struct):
    """One thing to do, of its own id."""

    id: int
    what: What
    count: int | None
    first_s: float | None = None
    """When it was sent first; None before."""
    due_s: float = float("-inf")


class Commands:
    """The things to do of one host. Ids count from 1 and are never used again."""

    def __init__(self) -> None:
        self._last_id = 0
        self._waiting: list[Command] = []
        self._answers: list[Answer] = []

    def add(self, what: What, count: int | None, *, is_on: bool) -> int:
        """The id of a new command; where no board is there its answer is there at once."""
        self._last_id += 1
        if is_on:
            self._waiting.append(Command(self._last_id, what, count))
        else:
            self._answers.append(Answer(self._last_id, False, "No board is connected. Plug it in and do it again."))
        return self._last_id

    def due_s(self) -> float:
        """When the first is to be sent, again or for the first time; infinite where there is none."""
        return self._waiting[0].due_s if self._waiting else float("inf")

    def send(self, now_s: float) -> Command:
        """The first command, to be sent now. Raises `IndexError` where there is none."""
        command = self._waiting[0]
        command.first_s = now_s if command.first_s is None else command.first_s
        command.due_s = now_s + AGAIN_S
        return command

    def expire(self, now_s: float) -> None:
        """Gives up the first command if the board had time enough for it."""
        first_s = self._waiting[0].first_s if self._waiting else None
        if first_s is not None and now_s - first_s >= ANSWER_WITHIN_S:
            text = f"The board did not answer within {ANSWER_WITHIN_S:.0f} s. Restart it and do it again."
            self._answers.append(Answer(self._waiting.pop(0).id, False, text))

    def done(self, id_: int, ok: bool, text: str) -> None:
        """The board's answer; one to a command that nobody waits for is nothing."""
        for command in self._waiting:
            if command.id == id_ and command.first_s is not None:
                self._waiting.remove(command)
                self._answers.append(Answer(id_, ok, text))
                return

    def fail(self, text: str) -> None:
        """Answers all that wait: not done, and why."""
        self._answers += [Answer(command.id, False, text) for command in self._waiting]
        self._waiting = []

    def take(self) -> tuple[Answer, ...]:
        """Answers since the last call, oldest first."""
        answers, self._answers = tuple(self._answers), []
        return answers
