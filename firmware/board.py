"""The board: hears the host, feels its parts, tells the host (docs/protocol.md)."""

import binascii
from collections import OrderedDict

from lines import LineReader, encode
from micropython import const
from session import HIGHEST_NUMBER, Session
from version import FIRMWARE, PROTOCOL

_STATE_MS = const(90)  # the host must hear one at least every 100 ms, whatever the rest of the loop takes
_HASTY_STATE_MS = const(45)  # while the host misses much of what is sent
_CHANGE_MS = const(10)  # between two states, however much changes
_WHO_MS = const(100)
_LEAVE_MS = const(100)  # from the answer to the restart, so that the answer gets out
_MAX_FAULT = const(300)
_KEPT_NUMBERS = const(4)

_NO_SCALE = "This board has no scale."
_NO_COUNT = "Calibrating needs a count from 1 to 255 pieces."
_UNKNOWN = "This board's firmware " + FIRMWARE + " does not know how to do that."


class Board:
    """One board from its start on. `poll` is called in a loop and returns within some milliseconds."""

    def __init__(self, hardware, parts, cause: str) -> None:
        self._hardware = hardware
        self._link = hardware.link
        self._parts = parts
        self._cause = cause
        self._reader = LineReader()
        self._session = None
        self._number = 0  # of the session that is on or was last
        self._past = []  # numbers of those before it
        self._frame = None  # (n, pixels) of the newest strip that waits
        self._task = 0  # id of the `do` that the scale is busy with
        self._leave = ""
        self._leave_ms = 0
        self._who_ms = -_WHO_MS
        self._told_ms = 0
        self._told_changes = -1

    def poll(self) -> None:
        """Goes once through everything."""
        now_ms = self._hardware.clock.ms()
        for message in self._reader.feed(self._link.read()):
            self._hear(message, now_ms)
        if self._session is not None and self._session.is_over(now_ms):
            self._end()
        self._feel(now_ms)
        session = self._session
        if session is not None:
            self._finish_task(session, now_ms)
            self._show(session)
            self._tell(session, now_ms)
        if self._leave and now_ms >= self._leave_ms:
            self._hardware.restart(self._leave)

    # Hearing

    def _hear(self, message: dict, now_ms: int) -> None:
        kind = message["type"]
        session = self._session
        if kind == "ask":
            self._answer_ask(message, now_ms)
        elif session is None or message.get("session") != session.number:
            if now_ms - self._who_ms >= _WHO_MS:
                self._who_ms = now_ms
                self._send_who(message.get("session"))
        elif session.accepts(message, now_ms):
            if kind == "beat":
                session.see(message.get("seen"))
                session.hear_missed(message.get("missed"), now_ms)
            elif kind == "strip":
                self._take_frame(message)
            elif kind == "do":
                self._take_task(session, message, now_ms)

    def _answer_ask(self, message, now_ms: int) -> None:
        number, protocol = message.get("session"), message.get("protocol")
        if type(number) is not int or not 1 <= number <= HIGHEST_NUMBER or not _is_range(protocol):
            return
        if number in self._past:
            return  # it came late: the host has asked with another number since, and never asks with this one again
        lowest, highest = protocol
        highest = min(highest, PROTOCOL[1])
        if highest < max(lowest, PROTOCOL[0]):
            self._end()
            self._send([("type", "refuse"), ("session", number), ("protocol", PROTOCOL), ("firmware", FIRMWARE)])
            return
        if self._session is not None and self._session.number == number:
            self._session.hear(now_ms)  # our hello was lost, or this line came twice: the session goes on
        else:
            self._end()
            if self._number not in (0, number):
                self._past.append(self._number)
                if len(self._past) > _KEPT_NUMBERS:
                    self._past.pop(0)
            self._number = number
            self._session = Session(number, now_ms)
        self._send_hello(number, highest)
        self._told_changes = -1

    def _take_frame(self, message: dict) -> None:
        pixels = message.get("pixels")
        if self._parts.strip is not None and isinstance(pixels, str):
            self._frame = (message["n"], pixels)

    def _take_task(self, session: Session, message: dict, now_ms: int) -> None:
        task, what, count = message.get("id"), message.get("what"), message.get("count")
        if type(task) is not int or not 1 <= task <= HIGHEST_NUMBER or self._task:
            return  # one thing at a time; the host says it again
        answer = session.answer_to(task)
        if answer is not None:
            self._send_answer(session, answer)
        elif what == "restart" or what == "maintain":
            self._leave, self._leave_ms = what, now_ms + _LEAVE_MS
            self._answer(session, task, True, "")
        elif what != "tare" and what != "calibrate":
            self._answer(session, task, False, _UNKNOWN)
        elif self._parts.scale is None:
            self._answer(session, task, False, _NO_SCALE)
        elif what == "calibrate" and (type(count) is not int or not 1 <= count <= 255):
            self._answer(session, task, False, _NO_COUNT)
        else:
            self._task = task
            self._parts.scale.measure(0 if what == "tare" else count, now_ms)

    def _end(self) -> None:
        """Ends the session, if there is one: nothing of it comes later."""
        if self._session is None:
            return
        self._session = None
        self._frame = None
        if self._task:
            self._task = 0
            self._parts.scale.cancel()
        if self._parts.strip is not None:
            self._parts.strip.dark()

    # Feeling and doing

    def _feel(self, now_ms: int) -> None:
        parts = self._parts
        if parts.buttons is not None:
            for name in parts.buttons.poll(now_ms):
                if self._session is not None:
                    self._session.press(name)
        if parts.scale is not None:
            parts.scale.poll(now_ms)
        if parts.reader is not None:
            parts.reader.poll(now_ms)

    def _finish_task(self, session: Session, now_ms: int) -> None:
        result = self._parts.scale.result(now_ms) if self._task else None
        if result is not None:
            task, self._task = self._task, 0
            self._answer(session, task, result[0], result[1])

    def _show(self, session: Session) -> None:
        if self._frame is None:
            return
        (n, pixels), self._frame = self._frame, None
        try:
            colors = binascii.a2b_base64(pixels.encode())
        except Exception:  # ValueError, in some builds Exception itself: no base64
            return
        self._parts.strip.show(colors)
        session.shown = n

    # Telling

    def _tell(self, session: Session, now_ms: int) -> None:
        parts = self._parts
        changes = 0
        for part in (parts.buttons, parts.scale, parts.reader):
            if part is not None:
                changes += part.changes
        since_ms = now_ms - self._told_ms
        is_new = self._told_changes < 0 or (changes != self._told_changes and since_ms >= _CHANGE_MS)
        if is_new or since_ms >= (_HASTY_STATE_MS if session.is_hasty(now_ms) else _STATE_MS):
            self._told_ms, self._told_changes = now_ms, changes
            self._send_state(session, now_ms)

    def _send_state(self, session: Session, now_ms: int) -> None:
        parts = self._parts
        state = _begin(session, "state")
        state.append(("up_ms", now_ms))
        state.append(("events", session.events))
        state.append(("held", parts.buttons.held() if parts.buttons is not None else []))
        state.append(("shown", session.shown))
        state.append(("bad", self._reader.bad))
        state.append(("missed", session.missed))
        if parts.scale is not None:
            state.append(("scale", parts.scale.field()))
        if parts.reader is not None:
            state.append(("reader", parts.reader.field()))
        self._send(state)

    def _send_who(self, number) -> None:
        """Tells that no such session is known here."""
        is_number = type(number) is int and 1 <= number <= HIGHEST_NUMBER
        self._send([("type", "who"), ("session", number)] if is_number else [("type", "who")])

    def _send_hello(self, number: int, protocol: int) -> None:
        parts, hardware = self._parts, self._hardware
        fitted = OrderedDict()
        if parts.scale is not None:
            fitted["scale"] = True
        if parts.buttons is not None:
            fitted["buttons"] = parts.buttons.names
        if parts.strip is not None:
            fitted["strip"] = parts.strip.count
        if parts.reader is not None:
            fitted["reader"] = "mfrc522"
        hello = [("type", "hello"), ("session", number), ("protocol", protocol), ("firmware", FIRMWARE)]
        hello += [("board", hardware.serial), ("boot", hardware.boot), ("cause", self._cause), ("fitted", fitted)]
        if parts.faults:
            hello.append(("fault", " ".join(parts.faults)[:_MAX_FAULT]))
        self._send(hello)

    def _answer(self, session: Session, task: int, ok: bool, text: str) -> None:
        answer = (task, ok, text)
        session.keep_answer(answer)
        self._send_answer(session, answer)

    def _send_answer(self, session: Session, answer: tuple) -> None:
        done = _begin(session, "done")
        done.append(("id", answer[0]))
        done.append(("ok", answer[1]))
        done.append(("text", answer[2]))
        self._send(done)

    def _send(self, pairs: list) -> None:
        self._link.write(encode(pairs))


def _begin(session: Session, kind: str) -> list:
    return [("type", kind), ("session", session.number), ("n", session.next_n())]


def _is_range(protocol) -> bool:
    return (
        isinstance(protocol, list)
        and len(protocol) == 2
        and type(protocol[0]) is int
        and type(protocol[1]) is int
        and protocol[0] <= protocol[1]
    )
