"""A board and a companion on a bad line, in a time of their own, held against what was done: for the fault matrix.

What was done is known here: which button was pressed when, what lies in the bowl, what the strip is to show. So each
thing that the companion is told is right or wrong, whatever the line does (docs/faults.md has the terms).
"""

from __future__ import annotations

import random
from typing import Final, Literal

import msgspec

from companion.table.fault_plans import LineRates
from companion.table.felt import Feeling
from hardware.link import LOOK_EVERY_S
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.repeats import Repeats
from hardware.virtual.wire import HEALTHY, FaultyWire

BoardFault = Literal["reboot", "unplug", "hang"]

SETTINGS: Final = (
    '{"scale":{"data":14,"clock":15},"buttons":{"seat1":2,"seat2":3,"next":8,"undo":9},'
    '"strip":{"pin":22,"pixels":12,"max_ma":2000}}'
)
"""The board of a trial: each way of the protocol, and no more parts than that, because each takes its time."""
BUTTONS: Final = ("seat1", "seat2", "next", "undo")
STEP_S: Final = 0.025
SPELL_S: Final = 5.0
"""How long a line is bad, again and again: more than three times the silence after which both sides give up."""
CALM_S: Final = 0.5
"""After each recovery: what came late or twice would be told by then."""
PRESS_EVERY_S: Final = 0.5
"""On average: as fast as four people press who each wait for the answer."""
APART_S: Final = 0.17
"""Between two presses: a finger is down for 80 ms, and up for as long before it can come down again."""
WEIGH_S: Final = 1.5
"""For so long at least a load rests before the next: a count is known 0.4 s after it came to rest (firmware/README.md),
and a message may be 0.4 s late."""
SHOW_EVERY_S: Final = 0.7
GIVEN_UP_S: Final = 30.0
"""A line that is not well so long after its fault never is."""
NEAR_S: Final = 0.1
"""A press within this time before a board fails may be lost with it: it counts after 10 ms and is told within 90."""
AWAY_S: Final = (0.2, 4.0)
"""For how long a cable is out."""
COUNTS: Final = 200
"""Loads of the bowl that differ, one after another; a count of 255 is the highest that there is."""


class Tally(msgspec.Struct):
    """What a trial showed."""

    wrong: list[str]
    """Sentences, one for each thing that the companion was told and that was not so."""
    lost: list[str]
    """Sentences, one for each event that was made in a session and never told."""
    recoveries_s: list[float]
    """From the end of each fault until the companion knew all again; of the last trial that gave up, `GIVEN_UP_S`."""
    presses: int = 0
    loads: int = 0
    away: int = 0
    """Presses that were made while the board was away, and so are to be lost."""
    sessions: int = 0
    """Sessions that broke while only the line was bad."""
    faults: int = 0
    """Times at which the board failed."""
    seconds: float = 0.0
    """Of the faults, without the calm between them."""
    bytes: int = 0
    repeated: int = 0


class _Press(msgspec.Struct):
    button: str
    at_s: float
    is_due: bool
    """Whether it has to be told: it was made in a session that no board's fault ends."""
    is_barred: bool = False
    """Whether it must not be told: the board was dead."""
    is_told: bool = False


class Trial:
    """One board, one seed, one kind of fault again and again."""

    def __init__(self, board: HeadlessBoard, seed: int | str) -> None:
        self.tally = Tally([], [], [])
        self._board = board
        self._rng = random.Random(f"trial/{seed}")
        self._now_s = 0.0
        self._presses: list[_Press] = []
        self._matched = -1
        """Index of the last press that was told."""
        self._load = 0
        self._loads_told = 0
        self._is_load_due = False
        self._pixels = b""
        self._press_s = self._weigh_s = self._show_s = 0.0
        self._is_dead = False
        self._is_bad = False
        self._was_on = False
        self._levels = Feeling(is_away=True)
        self._sent = Repeats(), Repeats()
        board.to_board, board.to_host = FaultyWire(f"{seed}/to the board"), FaultyWire(f"{seed}/to the host")
        board.watch = self._count
        board.step(0.0)
        self._recover("the start")
        self.tally = Tally([], [], [])

    # --- the two kinds of trials --------------------------------------------------------------------------------------

    def spell(self, rates: LineRates) -> None:
        """The line is bad both ways for a while; then it is well, until the companion knows all again."""
        self._board.to_board.rates = self._board.to_host.rates = rates
        self._is_bad = True
        self._live(SPELL_S, SPELL_S - WEIGH_S)
        self._is_bad = False
        self._board.to_board.rates = self._board.to_host.rates = HEALTHY
        self._end_of_fault(f"{rates}")

    def fail(self, fault: BoardFault) -> None:
        """The board fails, people press on, and it comes back."""
        self._live(self._rng.uniform(0.5, 1.5), 0.0)
        began_s, boots = self._now_s, self._board.boots
        for press in self._presses:
            press.is_due = press.is_due and press.at_s < began_s - NEAR_S
        self._is_load_due = False
        self._is_dead = self._is_bad = True
        if fault == "reboot":
            self._board.power_off()
            self._step()
            self._board.power_on()
        elif fault == "unplug":
            self._board.unplug()
            self._live(self._rng.uniform(*AWAY_S), 0.0)
            self._board.power_on()
        else:
            self._board.hang()
        while self._board.boots == boots:
            self._live(STEP_S, 0.0)
        self._is_dead = False
        ended_s = self._now_s
        if fault == "unplug":
            # A link looks for its port now and then; the cable may come back at any time between two looks.
            self._live(self._rng.uniform(0.0, LOOK_EVERY_S), 0.0)
            self._board.plug_in()
        self.tally.faults += 1
        self._end_of_fault(fault, ended_s)

    def line_faults(self) -> int:
        """How many faults of the line have happened to messages, both ways."""
        told = self._board.to_board.told + self._board.to_host.told
        return sum(number for name, number in told.items() if name != "messages")

    # --- time ---------------------------------------------------------------------------------------------------------

    def _count(self, to_board: bytes, to_host: bytes) -> None:
        for repeats, data in zip(self._sent, (to_board, to_host), strict=True):
            repeats.add(data, self._now_s)

    def _end_of_fault(self, what: str, ended_s: float | None = None) -> None:
        ended_s = self._now_s if ended_s is None else ended_s
        self._recover(what, ended_s)
        self._is_bad = False
        self.tally.recoveries_s.append(round(self._now_s - ended_s, 3))
        for _ in range(round(CALM_S / STEP_S)):
            self._step()
        self._settle_accounts(what)

    def _recover(self, what: str, ended_s: float = 0.0) -> None:
        while not self._is_well():
            if self._now_s - ended_s > GIVEN_UP_S:
                self.tally.lost.append(f"{self._now_s:.2f} s, {what}: the line was not well for {GIVEN_UP_S:.0f} s")
                return
            self._step()

    def _is_well(self) -> bool:
        """Whether a session is on, and all is known on both sides that has to be."""
        board = self._board
        return (
            board.host.is_on
            and self._levels.count == _count_of(self._load)
            and board.pixels()[: len(self._pixels)] == self._pixels
            and all(press.is_told or not press.is_due for press in self._presses)
        )

    def _live(self, seconds: float, weigh_until_s: float) -> None:
        """People press, weigh and look at lights for so long."""
        until_s, weigh_until_s = self._now_s + seconds, self._now_s + weigh_until_s
        while self._now_s < until_s - STEP_S / 2:
            if self._now_s >= self._press_s:
                self._press()
            if self._weigh_s <= self._now_s <= weigh_until_s:
                self._weigh()
            if self._now_s >= self._show_s:
                self._show()
            self._step()

    def _step(self) -> None:
        sent = [(each.bytes, each.repeated) for each in self._sent]
        self._now_s = round(self._now_s + STEP_S, 3)
        for feeling in self._board.step(self._now_s):
            self._hear(feeling)
        if self._is_bad:
            self.tally.seconds += STEP_S
            for each, (all_bytes, repeated) in zip(self._sent, sent, strict=True):
                self.tally.bytes += each.bytes - all_bytes
                self.tally.repeated += each.repeated - repeated
        if self._was_on and not self._board.host.is_on and not self._is_dead:
            self.tally.sessions += 1
        self._was_on = self._board.host.is_on

    # --- what is done -------------------------------------------------------------------------------------------------

    def _press(self) -> None:
        button = BUTTONS[len(self._presses) % len(BUTTONS)]
        is_on = self._board.host.is_on and not self._is_dead
        self._presses.append(_Press(button, self._now_s, is_due=is_on, is_barred=self._is_dead))
        self._board.press(button)
        self._press_s = self._now_s + max(APART_S, self._rng.expovariate(1 / PRESS_EVERY_S))
        self.tally.presses += 1
        self.tally.away += not is_on

    def _weigh(self) -> None:
        self._check_load()
        self._load += 1
        self._is_load_due = self._board.host.is_on and not self._is_dead
        self._board.set_load(_count_of(self._load))
        self._weigh_s = self._now_s + WEIGH_S + self._rng.uniform(0.0, WEIGH_S)
        self.tally.loads += 1

    def _show(self) -> None:
        self._pixels = self._rng.randbytes(12)
        # So dark that the board never dims it: what is shown is what was sent.
        self._pixels = bytes(each % 16 for each in self._pixels)
        self._board.show(self._pixels)
        self._show_s = self._now_s + SHOW_EVERY_S

    # --- what is told -------------------------------------------------------------------------------------------------

    def _hear(self, feeling: Feeling) -> None:
        self._levels = feeling
        for button in feeling.presses:
            self._match(button)
        if feeling.count is not None:
            self._match_count(feeling.count)

    def _match(self, button: str) -> None:
        """Finds the press that was told: the next of that button after the last one that was."""
        for index in range(self._matched + 1, len(self._presses)):
            press = self._presses[index]
            if press.button == button and not press.is_barred:
                press.is_told, self._matched = True, index
                return
        self._fail(f"{button} was told, and nobody had pressed it since the last that was told")

    def _match_count(self, count: int) -> None:
        """The counts that were in the bowl follow one another; one that was told is never behind the last."""
        for load in range(self._loads_told, self._load + 1):
            if _count_of(load) == count:
                self._loads_told = load
                return
        self._fail(f"{count} pieces were told, with {_count_of(self._load)} in the bowl")

    def _check_load(self) -> None:
        if self._is_load_due and self._loads_told < self._load:
            self.tally.lost.append(f"{self._now_s:.2f} s: the count {_count_of(self._load)} was never told")

    def _settle_accounts(self, what: str) -> None:
        self._check_load()
        for press in self._presses:
            if press.is_due and not press.is_told:
                self.tally.lost.append(f"{press.at_s:.2f} s, {what}: {press.button} was never told")
        # All that is past is settled; the ring of buttons goes on.
        keep = len(self._presses) % len(BUTTONS)
        self._presses = [_Press(each, 0.0, False, True) for each in BUTTONS[:keep]]
        self._matched = keep - 1
        self._is_load_due = False

    def _fail(self, text: str) -> None:
        self.tally.wrong.append(f"{self._now_s:.2f} s: {text}")


def _count_of(load: int) -> int:
    """Pieces in the bowl at the so-manieth load: each differs from all that were near it."""
    return load * 7 % COUNTS
