"""The companion's end of the serial cable: bytes in, bytes out, and what the board felt. It has no clock and no port.

Times are seconds of any clock that only runs forward; every call that takes one also notices what is over by then.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from typing import Final

import msgspec

from companion.table.devices import DeviceHealth
from companion.table.felt import Feeling
from hardware import messages_text
from hardware.commands import Answer, Commands
from hardware.flood import Flood
from hardware.lines import LineReader, format_line
from hardware.messages import (
    BUTTONS,
    Ask,
    Beat,
    Do,
    Done,
    Hello,
    Message,
    Refuse,
    State,
    Strip,
    Unknown,
    Versions,
    What,
    Who,
    format_message,
    parse_message,
)
from hardware.send_rate import SendRate

PROTOCOL: Final[Versions] = (1, 1)
"""Lowest and highest protocol that this companion knows."""
BIGGEST_SESSION: Final = 1073741823

ASK_EVERY_S: Final = 0.25
BEAT_EVERY_S: Final = 0.1
HASTY_BEAT_EVERY_S: Final = 0.05
"""While the board misses much of what is sent."""
GONE_AFTER_S: Final = 1.5
REFUSED_FOR_S: Final = 5.0
STRIP_EVERY_S: Final = 0.033
"""Between two strips: 60 pixels take 28 ms of a line of 115200 baud."""
STRIP_AGAIN_S: Final = 0.25
"""After which a strip is sent again that the board does not say it shows."""
SENSELESS_FOR_S: Final = 10.0
"""How long a message that makes no sense is told of: a line that is spoilt has a wrong check and is no such message."""
MOST_PIXELS: Final = 230
"""Pixels of a strip that fit into a line."""


def draw_session() -> int:
    """A session number by lot."""
    return random.SystemRandom().randint(1, BIGGEST_SESSION)


class LinkSession(msgspec.Struct):
    """A session that is on, as the host sees it."""

    hello: Hello
    heard_s: float
    """When the last valid message came in."""
    beat_due_s: float
    rate: SendRate
    heard_n: int = 0
    missed: int = 0
    """Messages of the board that did not come, or came behind later ones."""
    sent_n: int = 0
    seen: int = 0
    strip_n: int = 0
    """`n` of the strip sent last; 0 before."""
    strip_s: float = float("-inf")
    strip: bytes | None = None
    """Pixels sent last."""
    state: State | None = None

    def next_n(self) -> int:
        self.sent_n += 1
        return self.sent_n


class HostEndpoint:
    """One end of a line to a board. Not safe for threads; one at a time may use it."""

    def __init__(self, session_numbers: Callable[[], int] = draw_session, companion: str = "") -> None:
        self._numbers = session_numbers
        self._companion = companion
        self._reader = LineReader()
        self._junk = 0
        self._session = 0
        self._ask_due_s: float | None = None
        """When to ask next; None while closed or in a session."""
        self._asking_since_s = 0.0
        self._link: LinkSession | None = None
        self._refusal = ""
        self._pixels: bytes | None = None
        self._commands = Commands()
        self._felt: list[Feeling] = []
        self._told: Feeling | None = None
        """What was told last, without presses; None before the first and after the board was lost."""
        self._absence = messages_text.Absence()
        self._flood = Flood()
        self._senseless_s = float("-inf")
        """When a line came last whose check was right and whose message was none."""

    # What the board is and says.

    @property
    def is_on(self) -> bool:
        """Whether a session is on."""
        return self._link is not None

    @property
    def hello(self) -> Hello | None:
        """What the board said of itself at the start of the session that is on."""
        return self._link.hello if self._link else None

    @property
    def state(self) -> State | None:
        """The newest state of the session that is on."""
        return self._link.state if self._link else None

    @property
    def refusal(self) -> str:
        """Why board and companion cannot talk, with both versions; empty where they can."""
        return self._refusal

    @property
    def bad(self) -> int:
        """Lines dropped so far because they were spoilt or are no messages."""
        return self._reader.bad + self._junk

    def health(self, now_s: float) -> DeviceHealth:
        """What a person should know of the board now."""
        self._notice_silence(now_s)
        if now_s - self._senseless_s < SENSELESS_FOR_S and not self._refusal:
            return messages_text.senseless(self._junk)
        if self._flood.is_on(now_s) and not self._refusal:
            return messages_text.flooded(self._flood.count)
        if self._link is not None:
            return messages_text.present(self._link.hello, self._link.state, self._absence.note(now_s))
        if self._refusal:
            return DeviceHealth("board", "failed", self._refusal)
        asking_s = None if self._ask_due_s is None else now_s - self._asking_since_s
        return messages_text.missing(self._absence.away_s(now_s), asking_s)

    def take(self) -> tuple[Feeling, ...]:
        """What was felt since the last call, oldest first: each change of count or card, each press exactly once."""
        felt, self._felt = tuple(self._felt), []
        return felt

    def answers(self) -> tuple[Answer, ...]:
        """What became of things to do, since the last call."""
        return self._commands.take()

    # What the companion wants.

    def show(self, pixels: bytes) -> None:
        """Have the strip show these (red, green, blue a pixel). The newest wins; a new session is shown them again."""
        self._pixels = bytes(pixels[: 3 * MOST_PIXELS])

    def do(self, what: What, count: int | None = None) -> int:
        """Have the board do this, after what it was told before; the answer comes under the id that this returns."""
        return self._commands.add(what, count, is_on=self.is_on)

    # The port.

    def opened(self, now_s: float) -> None:
        """A port was opened: asks at once."""
        self._reader = LineReader()
        self._ask(now_s, due_s=now_s)

    def closed(self, now_s: float) -> None:
        """The port was closed or lost."""
        self._lose(now_s)
        self._ask_due_s, self._refusal = None, ""

    def receive(self, data: bytes, now_s: float) -> None:
        """Takes what came in. Bytes that waited while nobody read for too long count as never heard."""
        self._notice_silence(now_s)
        for body in self._reader.feed(data):
            message = parse_message(body)
            if message is None:
                self._junk += 1
                self._senseless_s = now_s
            elif not isinstance(message, Unknown):
                self._hear(message, now_s)

    def outgoing(self, now_s: float) -> bytes:
        """All that is due now, as lines."""
        self._notice_silence(now_s)
        self._commands.expire(now_s)
        link = self._link
        messages = self._questions(now_s) if link is None else self._talk(link, now_s)
        return b"".join(format_line(format_message(message)) for message in messages)

    def due_s(self, now_s: float) -> float:
        """Seconds until `outgoing` has something, as things stand; infinite while the port is closed."""
        link = self._link
        if link is None:
            return float("inf") if self._ask_due_s is None else max(0.0, self._ask_due_s - now_s)
        times = [link.beat_due_s, link.heard_s + GONE_AFTER_S, self._strip_due_s(link), self._commands.due_s()]
        return max(0.0, min(times) - now_s)

    # A session begins and ends.

    def _ask(self, now_s: float, due_s: float) -> None:
        """Begins a new try to get in touch."""
        self._session = self._numbers()
        self._ask_due_s, self._asking_since_s = due_s, now_s

    def _notice_silence(self, now_s: float) -> None:
        if self._link is not None and now_s - self._link.heard_s >= GONE_AFTER_S:
            self._lose(now_s)
            self._ask(now_s, due_s=now_s)

    def _lose(self, now_s: float) -> None:
        """The session is over, and the board is away."""
        link, self._link = self._link, None
        if link is None:
            return
        self._absence.begin(link.heard_s)
        self._commands.fail("The board went away before it answered. Do it again once it is back.")
        self._flood.begin()
        if self._told is not None:
            self._felt.append(Feeling(is_away=True))
            self._told = None

    def _begin(self, hello: Hello, now_s: float) -> None:
        self._link = LinkSession(hello, heard_s=now_s, beat_due_s=now_s, rate=SendRate(now_s))
        self._ask_due_s, self._refusal = None, ""

    def _refuse(self, firmware: str, theirs: Versions, now_s: float) -> None:
        self._refusal = messages_text.refusal(firmware, theirs, self._companion, PROTOCOL)
        self._ask(now_s, due_s=now_s + REFUSED_FOR_S)

    # What comes in.

    def _hear(self, message: Message, now_s: float) -> None:
        match message:
            # One that names another session was sent before this one began, and came late.
            case Who() if self._link is not None and message.session in (None, self._session):
                self._lose(now_s)
                self._ask(now_s, due_s=now_s)
            case Hello() if self._is_answer(message.session):
                if PROTOCOL[0] <= message.protocol <= PROTOCOL[1]:
                    self._begin(message, now_s)
                else:
                    self._refuse(message.firmware, (message.protocol, message.protocol), now_s)
            case Refuse() if self._is_answer(message.session):
                self._refuse(message.firmware, message.protocol, now_s)
            case State() | Done() if self._link is not None and message.session == self._session:
                self._hear_in_session(self._link, message, now_s)

    def _is_answer(self, session: int) -> bool:
        return self._ask_due_s is not None and session == self._session

    def _hear_in_session(self, link: LinkSession, message: State | Done, now_s: float) -> None:
        if message.n <= link.heard_n:
            return
        link.missed += message.n - link.heard_n - 1
        link.heard_n, link.heard_s = message.n, now_s
        if isinstance(message, State):
            self._feel(link, message, now_s)
        else:
            self._commands.done(message.id, message.ok, message.text)

    def _feel(self, link: LinkSession, state: State, now_s: float) -> None:
        if link.state is None:
            self._absence.end(now_s, link.hello)
        link.state = state
        new = [event for event in state.events if event[0] > link.seen]
        if new:
            link.seen = max(number for number, _, _ in new)
            link.beat_due_s = now_s
        presses = tuple(button for _, kind, button in new if kind == "press" and button in BUTTONS)
        levels = Feeling(
            count=state.scale.count if state.scale else None,
            card=(state.reader.card or "").lower() if state.reader else "",
        )
        if self._flood.takes(levels, presses, now_s):
            # None of it counts, as if the board were away; nor does what came with it and nobody has taken yet.
            self._felt = [Feeling(is_away=True)] if self._felt or self._told is not None else []
            self._told = None
        elif presses or levels != self._told:
            self._felt.append(msgspec.structs.replace(levels, presses=presses))
            self._told = levels

    # What goes out.

    def _questions(self, now_s: float) -> list[Message]:
        if self._ask_due_s is None or now_s < self._ask_due_s:
            return []
        self._ask_due_s = now_s + ASK_EVERY_S
        return [Ask(self._session, PROTOCOL, self._companion)]

    def _talk(self, link: LinkSession, now_s: float) -> list[Message]:
        messages: list[Message] = []
        if now_s >= link.beat_due_s:
            link.beat_due_s = now_s + (HASTY_BEAT_EVERY_S if link.rate.is_on(now_s) else BEAT_EVERY_S)
            messages.append(Beat(self._session, link.next_n(), link.seen, link.missed))
        if now_s >= self._commands.due_s():
            command = self._commands.send(now_s)
            messages.append(Do(self._session, link.next_n(), command.id, command.what, command.count))
        if self._pixels is not None and now_s >= self._strip_due_s(link):
            link.strip, link.strip_s, link.strip_n = self._pixels, now_s, link.next_n()
            messages.append(Strip(self._session, link.strip_n, base64.b64encode(self._pixels).decode()))
        return messages

    def _strip_due_s(self, link: LinkSession) -> float:
        """When the strip is to be sent, again or for the first time; infinite where the board shows it."""
        if self._pixels is None or not link.hello.fitted.strip:
            return float("inf")
        if self._pixels != link.strip:
            return link.strip_s + STRIP_EVERY_S
        is_shown = link.state is not None and link.state.shown >= link.strip_n
        return float("inf") if is_shown else link.strip_s + STRIP_AGAIN_S
