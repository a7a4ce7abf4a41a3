"""The one queue of a session: what is told to its game, in one order, and who waits for an answer."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future

import msgspec

from companion.live.inputs import Input
from companion.live.lobby import Starting
from companion.live.requests import Reply


class Letter(msgspec.Struct, frozen=True):
    """One input, and where the answer goes; None where nobody waits for one."""

    told: Input | Starting
    answer: Future[Reply] | None = None


class Inbox:
    """Any thread puts in; one thread takes out. Nothing comes in behind the closing."""

    def __init__(self) -> None:
        self.is_closed = False
        self._letters: queue.SimpleQueue[Letter | None] = queue.SimpleQueue()
        self._door = threading.Lock()
        """Held while a letter is put in, so that none comes in behind the last look."""

    def put(self, letter: Letter) -> bool:
        """Put a letter behind the others; False where the inbox was closed, and nothing was put in."""
        with self._door:
            if not self.is_closed:
                self._letters.put(letter)
            return not self.is_closed

    def close(self) -> bool:
        """Let nothing in any more; whether it was open until now."""
        with self._door:
            was_open, self.is_closed = not self.is_closed, True
            if was_open:
                self._letters.put(None)
            return was_open

    def next(self, timeout_s: float) -> Letter | None:
        """The next letter, None once the inbox was closed. Raises `queue.Empty` where none comes in time."""
        return self._letters.get(timeout=timeout_s)

    def refuse_rest(self, reply: Reply) -> None:
        """Give this answer to everybody who came in while it was being closed."""
        while True:
            try:
                letter = self._letters.get_nowait()
            except queue.Empty:
                return
            if letter is not None and letter.answer is not None:
                letter.answer.set_result(reply)
