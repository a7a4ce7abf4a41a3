"""A session with the host: its numbers, its events, and what was already done in it (docs/protocol.md)."""

from micropython import const

HIGHEST_NUMBER = const(1073741823)
_GIVE_UP_MS = const(1500)
_MAX_EVENTS = const(8)
_KEPT_ANSWERS = const(16)
_HASTE_MS = const(2000)  # so long a side hurries, and over so long it counts
_HASTE_AT = const(4)  # messages that the host has missed in that time


class Session:
    """One session, from the `ask` that began it until it is given up."""

    def __init__(self, number: int, now_ms: int) -> None:
        self.number = number
        self.events = []
        """[number, "press", button] that the host has not seen, oldest first."""
        self.shown = 0
        """`n` of the last strip shown."""
        self.missed = 0
        """Messages of the host that did not come, or came behind later ones."""
        self._mark_ms, self._mark_missed = now_ms, 0
        self._hasty_until_ms = now_ms
        self._heard_ms = now_ms
        self._sent = 0
        self._received = 0
        self._last_event = 0
        self._answers = []  # (id, ok, text)

    def next_n(self) -> int:
        """The running number of the next message to the host."""
        self._sent += 1
        return self._sent

    def accepts(self, message: dict, now_ms: int) -> bool:
        """Whether a message of this session is newer than all before; it then counts as heard."""
        n = message.get("n")
        if type(n) is not int or not self._received < n <= HIGHEST_NUMBER:
            return False
        self.missed += n - self._received - 1
        self._received = n
        self.hear(now_ms)
        return True

    def hear(self, now_ms: int) -> None:
        """The host is there."""
        self._heard_ms = now_ms

    def hear_missed(self, missed, now_ms: int) -> None:
        """So many of our messages the host says it has missed so far."""
        if type(missed) is not int:
            return
        is_bad = missed - self._mark_missed >= _HASTE_AT
        if is_bad:
            self._hasty_until_ms = now_ms + _HASTE_MS
        if is_bad or now_ms - self._mark_ms >= _HASTE_MS:
            self._mark_ms, self._mark_missed = now_ms, missed

    def is_hasty(self, now_ms: int) -> bool:
        """Whether the host misses so much that it is worth telling twice as often."""
        return now_ms < self._hasty_until_ms

    def is_over(self, now_ms: int) -> bool:
        """Whether the host was silent for so long that the session must be given up."""
        return now_ms - self._heard_ms >= _GIVE_UP_MS

    def press(self, button: str) -> None:
        """Keeps a press for the host. While eight wait, further ones are lost: what was pressed first counts."""
        if len(self.events) < _MAX_EVENTS:
            self._last_event += 1
            self.events.append([self._last_event, "press", button])

    def see(self, last) -> None:
        """The host has seen the events up to the number `last`."""
        if type(last) is int:
            while self.events and self.events[0][0] <= last:
                self.events.pop(0)

    def answer_to(self, what_id: int) -> tuple | None:
        """The answer that was given to this id, None where there was none."""
        for answer in self._answers:
            if answer[0] == what_id:
                return answer
        return None

    def keep_answer(self, answer: tuple) -> None:
        """Keeps (id, ok, text), so that the same id is not done again."""
        self._answers.append(answer)
        if len(self._answers) > _KEPT_ANSWERS:
            self._answers.pop(0)
