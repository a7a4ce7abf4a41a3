"""An evening of games by board and taps, without a camera, in a time of its own: people on one side, a live game on
the other, and the real firmware between them.

The people know what is true. Whatever the game writes into its journal is held against it at once.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import Action, State
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.games.waves.rules import actions as waves
from companion.journal import Draft, Journal, read_journal
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Felt
from companion.live.resume import replay, start_payload
from companion.live.taker import Taker, judge_all
from companion.live.timeline import Timeline, state_hash
from companion.recording.recorder import Recorder
from companion.referee.buttons import NEXT, SEAT, PressRefused, pressed
from companion.table.felt import Feeling
from hardware.commands import Answer
from hardware.virtual.headless import SLICE_S, HeadlessBoard
from tests.companion.tables import HOST, NOON, tap_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Draw
from tests.vision.fakes import FakeClock

AnyState = State[Any, Any]

TICK_S = SLICE_S
HEARD_S = 0.1
"""By then a press has come in: its finger comes down at once and counts after 10 ms, and a state follows at once."""
QUIET_S = 0.3
"""After which nothing is under way any more of presses and taps."""
PATIENCE_S = 6.0
"""So long people wait for the bowl to be understood before they tap: longer than a board hangs."""
STUCK_S = 20.0
"""Within which the companion has to have learned of an act."""


class Played(msgspec.Struct, frozen=True):
    """A game of the evening, and what of it is in the bowl and on the buttons."""

    game: AnyGame
    in_bowl: Callable[[AnyState], int]
    """How many pieces the rules want in the bowl."""
    draw: type[Any]
    """Its act of taking a card, by which seat's button it is told."""


BIDS: Final = Played(SEALED_BID, lambda state: int(state.table.pearls), Draw)
WAVES: Final = Played(GAMES["waves"], lambda state: int(state.table.shells), waves.Draw)


class Press(msgspec.Struct, frozen=True):
    """A press that was made, and when."""

    button: str
    at_s: float


class Evening:
    """Games one after another at one board. `watch` is called before each tick, `notice` with what people do."""

    def __init__(self, board: HeadlessBoard, folder: Path, seed: int, played: Played = BIDS) -> None:
        self.board = board
        self.played, self.game = played, played.game
        self.rng = random.Random(seed)
        self.clock = FakeClock()
        self.clock.time_s = 100.0
        self.watch: Callable[[], None] = lambda: None
        self.notice: Callable[[str], None] = lambda what: None
        self.load = 0
        """Pieces in the bowl."""
        self.levels = Feeling(is_away=True)
        self.made: list[Press] = []
        self.felt: list[str] = []
        self.tally = Counter[str]()
        """By whom acts were told, and what people did."""
        self.games = self.taps = 0
        self._folder = folder
        self._seed = seed
        self._pressed_s = dict[str, float]()
        self._checked = (0, 0)

    @property
    def now_s(self) -> float:
        return self.clock.time_s

    # --- games --------------------------------------------------------------------------------------------------------

    def begin(self, recording: Path | None = None) -> None:
        """Lay a new game on the table, with an empty bowl."""
        self.games += 1
        # A choice that is sealed is told by its own seat's phone alone, and here the host tells all.
        drawn = {key: value for key, value in self.game.simulation.varied_options(self.rng).items() if key != "guess"}
        options = {**drawn, "cards": "own"}
        self.known: AnyState = self.game.new_game(options, {})
        self.truth: AnyState = self.game.simulation.determinize(self.known, self.rng)
        self.autopilot = Autopilot(self.game, self._seed + 1000 * self.games)
        self.done: list[Action] = []
        self.journal = Journal(self._folder / f"game-{self.games}.journal")
        payload = {**start_payload(self.game, options, self.known), "seed": self._seed}
        rows = self.journal.append([Draft(NOON.isoformat(), "host", "start", payload, state_hash(self.known))])
        self.timeline = Timeline(self.game, self.known)
        self.recorder = Recorder(recording, rows, self.clock) if recording else None
        self.live = LiveGame(self.timeline, self.journal, lambda: NOON)
        self.taker: Taker = self.recorder.wrap(self.live) if self.recorder else self.live
        self._set_load(0)
        self.taker.take(Felt(msgspec.structs.replace(self.levels, presses=())))
        self.wait(lambda: self.levels.count == 0, "an empty bowl")

    def end(self) -> None:
        """Close the game; what is on the disk must lead to where it stood."""
        self.journal.close()
        if self.recorder:
            self.recorder.close()
        rows = read_journal(self.journal.path)
        self.tally.update(row.by for row in rows[1:])
        assert state_hash(replay(GAMES, rows).state) == state_hash(self.timeline.state) == state_hash(self.known)
        acts: list[Action] = [msgspec.convert(row.read()["action"], self.game.action_type) for row in rows[1:]]
        assert acts == self.done

    def play(self) -> None:
        """Play until the game is over."""
        while self.deal():
            pass

    # --- time ---------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """One exchange of board and companion."""
        self.watch()
        self.clock.time_s = round(self.clock.time_s + TICK_S, 3)
        for feeling in self.board.step(self.now_s):
            self.levels = msgspec.structs.replace(feeling, presses=())
            self.felt += feeling.presses
            self.taker.take(Felt(feeling))
            self.judge()

    def run(self, seconds: float) -> None:
        """So much time passes."""
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            self.tick()

    def wait(self, is_so: Callable[[], bool], what: str, most_s: float = STUCK_S) -> None:
        """Let time pass until it is so."""
        until_s = self.now_s + most_s
        while not is_so():
            assert self.now_s < until_s, f"{what} did not come: {self.live.sight!r}, {self.levels!r}"
            self.tick()

    def judge(self) -> None:
        """Let the game judge what it was told, and hold what it learned against the truth."""
        assert judge_all(self.taker)
        if self._checked != (now := (self.timeline.last_row, len(self.done))):
            self._checked = now
            self._check()

    def _check(self) -> None:
        learned = [step.action for step in self.timeline.done]
        both = min(len(learned), len(self.done))
        assert learned[:both] == self.done[:both]
        ahead, state = learned[both:], self.known
        for act in ahead:  # what the rules leave alone, and the bowl shows already, nobody has to do
            assert self.game.legal_actions(state) == (act,)
            state = self.game.apply_action(state, act)
        if len(learned) >= len(self.done):
            assert self.timeline.state == state

    @property
    def in_bowl(self) -> int:
        """How many pieces should lie in the bowl after all that was done."""
        return self.played.in_bowl(self.known)

    @property
    def has_learned(self) -> bool:
        """Whether the companion knows of all that was done."""
        return len(self.timeline.done) >= len(self.done)

    # --- acts ---------------------------------------------------------------------------------------------------------

    def deal(self) -> bool:
        """Do the next act, or a whole run of draws, until the companion knows of it; False where the game is over."""
        act = self._propose()
        if act is None:
            return False
        count = self.in_bowl
        self._do(act)
        if isinstance(act, self.played.draw):
            self._draw()
        elif self.in_bowl != count:
            self.tally["moved"] += 1
            self._move_pieces(first_told=self.rng.random() < 0.15)
            self.wait(lambda: self.levels.count == self.load or self.levels.is_away, "the count")
        elif not self.has_learned:
            self._tell(1)
        self._make_sure()
        return True

    def _propose(self) -> Action | None:
        proposal = self.autopilot.propose(self.truth, len(self.done), frozenset())
        return proposal[0] if proposal else None

    def _do(self, act: Action) -> None:
        self.truth = self.game.apply_action(self.truth, act)
        self.known = self.game.apply_action(self.known, act.public())
        self.done.append(act.public())

    def _draw(self) -> None:
        """The other seats draw too: one press or tap for all, or each their own at once, or one after the other."""
        manner, phase = self.rng.random(), self.known.table.phase
        if manner < 0.6:
            while self.known.table.phase is phase and isinstance(act := self._propose(), self.played.draw):
                self._do(act)
        if manner < 0.3:
            self._tell(len(self.done) - len(self.timeline.done))
            return
        for act in self.done[len(self.timeline.done) :]:
            assert act.actor is not None
            self._press(f"{SEAT}{act.actor + 1}")
            self.run(self.rng.choice([0.05, 0.1, 0.2]))

    def _tell(self, number: int) -> None:
        """Tell of the next acts that the companion does not know of, by a button that stands for them, or by a tap."""
        acts = tuple(self.done[len(self.timeline.done) :][:number])
        button = self._button_for(acts)
        if button and self.rng.random() < 0.8:
            self._press(button)
            self.run(QUIET_S)
        else:
            self._tap(acts)

    def _tap(self, acts: tuple[Action, ...]) -> None:
        """Tap them, as a page offers it: all draws in one, or one by one."""
        offered = [choice.actions for choice in self.game.choices(self.game.view(self.timeline.state, None))]
        for part in [acts] if acts in offered else [(act,) for act in acts]:
            self.taps += 1
            reply = self.taker.take(Asked(HOST, tap_of(part, self.timeline.revision, f"tap-{self.taps}")))
            assert reply.accepted, reply
            self.judge()
            self.run(self.rng.uniform(0.05, 0.3))

    def _button_for(self, acts: tuple[Action, ...]) -> str:
        """A button of the board that stands for these acts; empty where there is none."""
        for button in (NEXT, *(f"{SEAT}{seat + 1}" for seat in range(4))):
            try:
                meant = pressed(self.game, self.timeline.state, button, self.live.sight, self.timeline.names())
            except PressRefused:
                continue
            if meant.actions == acts:
                return button
        return ""

    def _press(self, button: str) -> None:
        while not self.is_free(button):
            self.tick()
        self.press(button)
        self.tally["presses"] += 1
        self.notice("press")

    def is_free(self, button: str) -> bool:
        """Whether nobody has just pressed it."""
        return self.now_s - self._pressed_s.get(button, 0.0) >= QUIET_S

    def press(self, button: str) -> None:
        """Press a button, whoever does it."""
        self._pressed_s[button] = self.now_s
        self.made.append(Press(button, self.now_s))
        self.board.press(button)

    def _move_pieces(self, *, first_told: bool) -> None:
        """Lay or lift pieces one by one, with pauses, and now and then with a hand that rests in the bowl."""
        count, act = self.in_bowl, self.done.pop()
        if first_told:
            self.done.append(act)
            self._tell(1)
        while self.load != count:
            step = 1 if self.load < count else -1
            if self.rng.random() < 0.3:
                self.tally["hands"] += 1
                self.board.set_load(self.load + self.rng.uniform(0.3, 0.7))
                self.notice("weighing")
                self.run(self.rng.uniform(0.1, 0.8))
            if self.load + step == count and not first_told:
                self.done.append(act)
            self._set_load(self.load + step)
            self.notice("weighing")
            self.run(self.rng.uniform(0.1, 1.0))

    def _set_load(self, pieces: int) -> None:
        self.load = pieces
        self.board.set_load(pieces)

    def _make_sure(self) -> None:
        """Wait until the companion has learned of all that was done. What it did not hear is told again; people who
        have waited long for the bowl tap."""
        since_s = self.now_s
        while not self.has_learned:
            assert self.now_s < since_s + STUCK_S, f"{self.done[-1]!r}: {self.live.sight!r}, {self.levels!r}"
            missing = self.done[len(self.timeline.done) :]
            is_felt = self.played.in_bowl(self.timeline.state) != self.load
            if self.now_s - max(self._pressed_s.values(), default=0.0) >= QUIET_S and (
                not is_felt or self.now_s - since_s > PATIENCE_S
            ):
                self.tally["told again"] += 1
                self._tell(len(missing) if self.rng.random() < 0.5 else 1)
            self.tick()

    def calibrate(self) -> None:
        """Have the board count anew what lies in the bowl; a board that goes away meanwhile has not done it."""
        host = self.board.host
        if not host.is_on or self.load in (1, 2):  # too few to weigh a piece well
            return
        task, answers = self.board.do(*(("calibrate", self.load) if self.load else ("tare",))), list[Answer]()

        def is_answered() -> bool:
            answers.extend(each for each in host.answers() if each.id == task)
            return bool(answers)

        self.notice("calibration")
        self.wait(is_answered, "an answer")
        (answer,) = answers
        self.tally["calibrated" if answer.ok else "not calibrated"] += 1
        assert answer.ok or answer.text == "The board went away before it answered. Do it again once it is back."

    # --- presses ------------------------------------------------------------------------------------------------------

    def check_presses(self, fate: Callable[[Press], str]) -> Counter[str]:
        """How many presses had which fate, if what was felt fits that: "kept" once, "lost" never, "either" one of both.

        Those that were checked are forgotten.
        """
        fates = [(press, fate(press)) for press in self.made]
        pattern = "".join(
            f"{press.button} " if each == "kept" else f"(?:{press.button} )?" for press, each in fates if each != "lost"
        )
        felt = "".join(f"{button} " for button in self.felt)
        assert re.fullmatch(pattern, felt), f"felt: {felt}; made: {fates}"
        self.made, self.felt = [], []
        return Counter(each for _, each in fates)
