"""One game of a soak: dealer and hands on one side, sensors and companion on the other, and where they differ."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.dealer import Dealer
from companion.games.core import Action, State
from companion.games.dealing import OWN, with_cards
from companion.games.game import AnyGame
from companion.inputs import Asked, Felt, Input, Looked, Tumbled
from companion.journal import Draft, Journal, read_journal
from companion.live import LiveGame
from companion.onlooking import answer
from companion.recorder import RecordedGame, Recorder
from companion.recording import FRAMES, Metronome
from companion.referee.presses import NEXT, SEAT, PressRefused, pressed
from companion.reopening import start_payload
from companion.requests import Client, Tap
from companion.table.dice import RollSighting
from companion.table.felt import Buttons, Feeling, load_on
from companion.table.layout import Layout
from companion.table.sightings import Reading
from companion.table.world import World
from companion.thrown import LastThrow
from companion.timeline import Timeline, state_hash

EAGER = 0.1
"""Share of acts at which the next player does not wait for the companion to have seen the last one."""
STUCK_S = 25.0
"""So long after the hands have left the table the companion must have understood: longer than an arm that rests."""
HOST = Client("host")
FAULT = "the companion made a mistake; its log says where"
TOLD_BY = ("board", "scale")
"""Who may tell of an act in the journal, where there is a board."""


class Eyes(Protocol):
    """A virtual table and a camera over it, in a time of their own."""

    @property
    def world(self) -> World:
        """What lies on the table, and the hands."""

    def look(self) -> Reading:
        """What the next frame shows; time moves on by one frame."""

    def roll(self) -> RollSighting | None:
        """The roll that came to rest with that frame, if one did; it is told once."""

    def tally(self) -> Mapping[str, int]:
        """How often hands have made looking hard so far: "pauses", "rests" and "slips"."""

    def record(self, folder: Path) -> Metronome:
        """Keep each frame that is looked at from now on in that new folder; gives the table's clock."""


class Board(Buttons, Protocol):
    """A board on a cable with a scale and buttons, in the virtual table's time."""

    def set_load(self, pieces: float) -> None:
        """So many pieces lie on its scale from now on."""

    def step(self, now_s: float) -> tuple[Feeling, ...]:
        """What it tells of by then."""

    def close(self) -> None:
        """Let go of it."""


class Unit(msgspec.Struct, frozen=True):
    """What one unit of a soak showed. Times are those of the virtual table, but for `took_s`."""

    number: int
    rounds: int
    games: int
    acts: int
    frames: int
    seconds: float
    took_s: float
    settling_s: tuple[float, ...]
    """From the moment the hands had left the mat to the act's place in the journal, an act each."""
    questions: int
    mismatches: int
    """Times at which a rightly laid table was called wrong."""
    moments: int
    """Settled moments at which the companion's position was compared with the dealer's."""
    tally: dict[str, int]
    """How often hands stopped in mid-act ("pauses"), lay over the mat ("rests") and dropped a piece ("slips"); with a
    board, how often a button was pressed ("presses") and acts were told by it and by the scale ("board", "scale"); with
    dice, how often they were thrown ("rolls"), and once more because they were left out ("rolls again")."""
    wrong: tuple[str, ...]
    """Acts in the journal that were not done, and acts done that are missing in it."""
    notes: tuple[str, ...] = ()
    """Questions and mismatches in words."""


class Play:
    """What has been counted so far in a unit."""

    def __init__(self) -> None:
        self.rounds = self.games = self.acts = self.frames = self.questions = self.mismatches = self.moments = 0
        self.seconds = 0.0
        self.settling_s: list[float] = []
        self.wrong: list[str] = []
        self.notes: list[str] = []
        self.tally = Counter[str]()

    def report(self, number: int, rounds: int, took_s: float) -> Unit:
        return Unit(
            number,
            min(self.rounds, rounds),
            self.games,
            self.acts,
            self.frames,
            self.seconds,
            took_s,
            tuple(self.settling_s),
            self.questions,
            self.mismatches,
            self.moments,
            dict(self.tally),
            tuple(self.wrong),
            tuple(self.notes),
        )


class Opening(msgspec.Struct, frozen=True):
    """A game as it begins."""

    game: AnyGame
    options: dict[str, Any]
    start: State[Any, Any]

    @property
    def layout(self) -> Layout:
        """Its mat."""
        return self.game.layout(self.game.view(self.start, None))


def open_game(game: AnyGame, seed: int, chosen: Mapping[str, Any]) -> Opening:
    """A game with its own cards; what is not chosen varies with the seed. Raises `BadOption`."""
    options = with_cards(game, {**game.varied_options(random.Random(seed)), **chosen}, OWN)
    return Opening(game, options, game.new_game(options, {}))


class SoakedGame:
    """One game of a unit: dealer and hands on one side, camera and companion on the other."""

    def __init__(
        self,
        opening: Opening,
        seed: int,
        eyes: Eyes,
        journal: Path,
        play: Play,
        record: Path | None = None,
        board: Board | None = None,
    ) -> None:
        self._rng = random.Random(seed)
        self._eyes = eyes
        self._board = board
        game, start = opening.game, opening.start
        self._dealer = Dealer(game, start, seed, eyes.world)
        self._timeline = Timeline(game, start)
        self._journal = Journal(journal)
        begun = Draft(
            _now().isoformat(), "host", "start", start_payload(game, opening.options, start), state_hash(start)
        )
        rows = self._journal.append([begun])
        self._recorder = Recorder(record, rows, eyes.record(record / FRAMES)) if record else None
        self._live = (
            RecordedGame(self._timeline, self._journal, _now, self._recorder)
            if self._recorder
            else LiveGame(self._timeline, self._journal, _now)
        )
        self._play = play
        self._seed = seed
        self._free_since_s = 0.0
        self._at_s = 0.0
        self._is_asked = self._is_called_wrong = False
        self._taps = 0
        self._is_eager = False
        self._throw = LastThrow()

    def play(self, rounds: int) -> None:
        """Play until so many rounds of the unit are done, the game is over, or something is wrong."""
        before = self._play.rounds
        self._dealer.set_out()
        try:
            while not self._play.wrong and self._play.rounds < rounds:
                self._frame()
                self._compare()
                if self._wants_next() and not self._deal():
                    self._play.rounds = before + self._round()
                    break
                self._play.rounds = before + self._round() - 1
        finally:
            self._play.acts += len(self._dealer.done)
            self._play.tally.update(self._eyes.tally())
            if self._board is not None:
                self._play.tally.update(row.by for row in read_journal(self._journal.path) if row.by in TOLD_BY)
            self._journal.close()
            if self._recorder:
                self._recorder.close()

    def _round(self) -> int:
        return self._timeline.game.progress(self._timeline.state.table)

    # --- one frame ----------------------------------------------------------------------------------------------------

    def _frame(self) -> None:
        reading = self._eyes.look()
        self._play.frames += 1
        self._play.seconds += reading.at_s - self._at_s if self._at_s else 0.0
        self._at_s = reading.at_s
        self._looked(reading)
        if self._eyes.world.busy():
            self._free_since_s = reading.at_s
        self._throw.since_s = reading.at_s - self._free_since_s
        before = len(self._timeline.done)
        self._feel(reading.at_s)
        self._give(Looked(reading))
        self._judge()
        self._look_into_the_tray()
        learned = len(self._timeline.done) - before
        self._play.settling_s += [reading.at_s - self._free_since_s] * learned

    def _feel(self, at_s: float) -> None:
        if self._board is None:
            return
        state, game = self._timeline.state, self._timeline.game
        self._board.set_load(self._weighed(load_on(game.layout(game.view(state, None)), self._eyes.world.lying())))
        for feeling in self._board.step(at_s):
            self._give(Felt(feeling))
            if self._live.pressed:
                self._refuse(self._live.pressed)
            self._judge()

    def _look_into_the_tray(self) -> None:
        """Let the companion count the dice that came to rest, and say what it asks of them, as people do who look."""
        roll, dicing, dealer = self._eyes.roll(), self._live.dicing, self._dealer
        if roll is None:
            return
        self._give(Tumbled(roll))
        if dicing.sight.state == "question":
            self._play.questions += 1
            self._note(f"asked of a roll: {dicing.sight.text}")
        key = dealer.key_of(dealer.thrown) if dealer.thrown is not None else None
        while said := answer(dicing.sight, self._eyes.world.rolled(), key or ""):
            if not self._give(Asked(HOST, said)):
                self._fail(f"the answer {said!r} was refused")
                return
        if self._timeline.done:
            dealer.recount(self._timeline.state.table, self._timeline.done[-1].action)

    def _looked(self, reading: Reading) -> None:
        """Where nobody lies there is nothing to do."""

    def _weighed(self, true: float) -> float:
        """What the scale makes of what lies on it, in pieces."""
        return true

    def _refuse(self, trouble: str) -> None:
        self._fail(f"a press was refused: {trouble}")

    def _judge(self) -> None:
        self._judge_all()
        sight = self._live.sight
        was_called_wrong, self._is_called_wrong = self._is_called_wrong, self._calls_right_table_wrong()
        if self._is_called_wrong and not was_called_wrong:
            self._play.mismatches += 1
            self._note(f"a rightly laid table was called wrong: {'; '.join(each.text for each in sight.mismatches)}")
        was_asked, self._is_asked = self._is_asked, sight.state == "question"
        if self._is_asked and not was_asked:
            self._play.questions += 1
            self._note(f"asked: {', '.join(choice.label for choice in sight.question)}")
            self._answer()

    def _calls_right_table_wrong(self) -> bool:
        return self._live.sight.state == "mismatch" and not self._eyes.world.busy()

    def _answer(self) -> None:
        """Tap what was done, as a person does who is asked."""
        missing = self._dealer.acts[len(self._timeline.done) :]
        answers = [choice.actions for choice in self._live.sight.question]
        answer = next((acts for acts in answers if acts == tuple(missing[: len(acts)])), None)
        if answer is None:
            self._fail(f"the question does not offer what was done: {missing[0] if missing else 'nothing'!r}")
        elif not self._tap(*answer):
            self._fail(f"the answer {answer!r} was refused")
        else:
            self._is_asked = False  # the next question may follow at once

    def _tell(self, act: Action) -> bool:
        """Tell of an act that cannot be seen: by the seat's button where there is one, else by a tap.

        Where the last act may still go on, as a play to which cards may be added, it is told first that it does not.
        """
        if self._live.sight.state == "open" and self._dealer.behind(self._timeline.state.table) == 1:
            self._answer()
        button = f"{SEAT}{act.actor + 1}" if act.actor is not None else NEXT
        if self._board is None or button not in self._board.names() or not self._stands_for(button, act):
            return self._tap(act)
        self._board.press(button)
        self._play.tally["presses"] += 1
        return True

    def _stands_for(self, button: str, act: Action) -> bool:
        """Whether a button means this act in the position that the companion is in."""
        timeline = self._timeline
        if self._dealer.behind(timeline.state.table) != 0:
            return False
        try:
            meant = pressed(timeline.game, timeline.state, button, self._live.sight, timeline.names())
        except PressRefused:
            return False
        return meant.actions == (act,)

    def _tap(self, *acts: Action) -> bool:
        self._taps += 1
        tap = Tap(tuple(map(msgspec.to_builtins, acts)), self._timeline.revision, f"soak-{self._taps}")
        is_done = self._give(Asked(HOST, tap))
        if is_done:
            self._judge_all()
        return is_done

    def _judge_all(self) -> None:
        if not self._live.judge_all():
            self._fail(FAULT)

    def _give(self, told: Input) -> bool:
        """Tell the companion; whether it was done. A fault of its own ends the unit."""
        reply = self._live.take(told)
        if reply.code == "fault":
            self._fail(FAULT)
        return reply.accepted

    # --- truth against journal ----------------------------------------------------------------------------------------

    def _compare(self) -> None:
        learned = [step.action for step in self._timeline.done]
        acts = self._dealer.acts
        both = min(len(learned), len(acts))
        for index in range(both):
            if learned[index] != acts[index]:
                self._fail(f"act {index + 1}: {acts[index]!r} was done, {learned[index]!r} was understood")
                return
        if len(learned) > both and not self._is_forced(learned[both:]):
            self._fail(f"act {both + 1}: {learned[both]!r} was understood before anything was done")
        if self._is_at_rest():
            if len(learned) == both and self._live.sight.state == "settled":
                self._play.moments += 1
                if self._timeline.state != self._dealer.known(both):
                    self._fail("the positions differ though the acts are the same")
            if self._at_s - self._free_since_s > STUCK_S:
                text = f"{acts[both]!r} was not understood" if len(acts) > both else "the players could not go on"
                self._fail(f"{text}: {self._live.sight!r}")

    def _is_forced(self, ahead: list[Action | None]) -> bool:
        """Whether the rules left nothing else: an act that shows nothing is learned before anybody does it."""
        state = self._dealer.known()
        for act in ahead:
            if self._timeline.game.legal_actions(state) != (act,):
                return False
            state = self._timeline.game.apply_action(state, act)
        return True

    def _is_at_rest(self) -> bool:
        return not self._eyes.world.busy() and self._at_s > self._free_since_s

    def _fail(self, text: str) -> None:
        self._play.wrong.append(f"seed {self._seed}, {self._at_s:.1f} s: {text}")

    def _note(self, text: str) -> None:
        self._play.notes.append(f"seed {self._seed}, {self._at_s:.1f} s: {text}")

    # --- the players --------------------------------------------------------------------------------------------------

    def _wants_next(self) -> bool:
        """Whether the players go on: as a rule when the companion has seen the last act, now and then before."""
        if self._eyes.world.busy() or self._play.wrong:
            return False
        behind = self._dealer.behind(self._timeline.state.table)
        if behind is None:  # the companion is ahead by an act that the rules leave alone
            return len(self._timeline.done) > len(self._dealer.done)
        if behind == 0:
            return self._live.sight.state == "settled" and not self._dealer.lay_owed()
        if self._dealer.thrown is not None:
            return self._throws_again()
        return behind == 1 and (self._live.sight.state == "open" or self._may_hurry())

    def _throws_again(self) -> bool:
        """Whether the dice that were thrown last are to be thrown once more: they were left out."""
        return self._throw.is_done(self._live.dicing.sight)

    def _may_hurry(self) -> bool:
        """Whether the next player is one who does not wait, and lays down where the last act left nothing in doubt."""
        last, following = self._dealer.done[-1].act, self._dealer.next(frozenset())
        if not self._is_eager or following is None or not last.kind == following.kind == "choice":
            return False
        return last.actor != following.actor and not set(last.zones()) & set(following.zones())

    def _deal(self) -> bool:
        """The next act; False where the game is over."""
        dealer = self._dealer
        if dealer.thrown is not None and dealer.behind(self._timeline.state.table) == 1:
            self._free_since_s = self._at_s
            self._play.tally["rolls again"] += 1
            self._throw_dice(dealer.thrown, dealer.throw)
            return True
        act = dealer.next(frozenset())
        if act is None:
            return False
        self._free_since_s = self._at_s
        self._is_eager = self._rng.random() < EAGER
        if dealer.key_of(act) is not None:
            self._throw_dice(act, partial(dealer.carry_out, act, self._tell))
            return True
        self._dealer.carry_out(act, self._tell)
        return True

    def _throw_dice(self, act: Action, throw: Callable[[], None]) -> None:
        """Say whose roll comes next, where several are open, and roll. What may go on is told first not to."""
        if self._live.sight.state == "open" and self._dealer.behind(self._timeline.state.table) == 1:
            self._answer()
        naming = self._dealer.naming(act)
        if naming is not None and not self._give(Asked(HOST, naming)):
            self._fail(f"{naming!r} was refused")
            return
        self._play.tally["rolls"] += 1
        throw()
        self._throw.begin(self._live.dicing.sight)


def _now() -> datetime:
    return datetime.now(UTC)
