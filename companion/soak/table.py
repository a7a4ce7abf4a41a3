"""One game of a soak: dealer and hands on one side, sensors and companion on the other, and where they differ."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion.games.core import Action
from companion.journal import Draft, Journal, read_journal
from companion.language.message import Text
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Felt, Input, Looked
from companion.live.requests import HOST, Enrol, Reply, Tap
from companion.live.resume import start_payload
from companion.live.taker import Taker, judge_all
from companion.live.timeline import Timeline, state_hash
from companion.live.virtual_box import tags_of_box
from companion.recording.format import FRAMES
from companion.recording.recorder import Recorder
from companion.referee.buttons import NEXT, SEAT, PressRefused, pressed
from companion.simulation.card_reader import ShownCards
from companion.simulation.dealer import Dealer
from companion.simulation.tellers import tapped
from companion.simulation.unseen import UNSEEN_S
from companion.soak.table_dice import SoakedRolls, SoakedZones
from companion.soak.unit import Board, Eyes, Opening, Play
from companion.table.blanks import in_the_box
from companion.table.felt import load_on
from companion.table.sightings import Reading

EAGER = 0.1
"""Share of acts at which the next player does not wait for the companion to have seen the last one."""
STUCK_S = 25.0
"""So long after the hands have left the table the companion must have understood: longer than an arm that rests."""
FAULT = "the companion made a mistake; its log says where"
TOLD_BY = ("board", "scale")
"""Who may tell of an act in the journal, where there is a board."""


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
        self._live = LiveGame(self._timeline, self._journal, _now)
        self._taker: Taker = self._recorder.wrap(self._live) if self._recorder else self._live
        self._play = play
        self._seed = seed
        self._free_since_s = 0.0
        self._at_s = 0.0
        self._is_asked = self._is_called_wrong = False
        self._taps = 0
        self._is_eager = False
        eyes.look_where(lambda: self._live.dice_zones.zones(), lambda: self._live.dice_zones.opened())
        self._cards = ShownCards(board, game) if board is not None else None
        self._zones = SoakedZones(self._dealer, self._live, play, self._tap)
        self._rolls = SoakedRolls(self._dealer, self._live, eyes.world, play, self._give)

    def play(self, rounds: int) -> None:
        """Play until so many rounds of the unit are done, the game is over, or something is wrong."""
        before = self._play.rounds
        self._name_tags()
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
                proofs = [step.evidence for step in self._timeline.done if step.evidence is not None]
                self._play.tally["cards felt"] += sum(proof.sensor == "reader" for proof in proofs)
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
        self._play.moment = f"seed {self._seed}, {self._at_s:.1f} s"
        self._looked(reading)
        if self._eyes.world.busy():
            self._free_since_s = reading.at_s
        self._rolls.rest(reading.at_s - self._free_since_s)
        before = len(self._timeline.done)
        self._feel(reading.at_s)
        self._give(Looked(reading))
        self._name_cards()
        self._judge()
        self._tell_unseen()
        while (roll := self._eyes.roll()) is not None:
            self._rolls.look(roll)
        self._zones.look(reading.at_s - self._free_since_s)
        learned = len(self._timeline.done) - before
        self._play.settling_s += [reading.at_s - self._free_since_s] * learned

    def _name_cards(self) -> None:
        """Say of each blank card that is seen which it is, as the owner of a new box does once."""
        unnamed = self._live.watcher.unnamed
        truth = in_the_box(self._timeline.game.mat.kit).kinds if unnamed else {}
        for each in unnamed:
            self._give(Asked(HOST, Enrol(each.marker, truth[each.marker])))
            self._play.tally["cards named"] += 1

    def _name_tags(self) -> None:
        """Say which card each tag of the box is on, as its owner has done by then."""
        if self._board is not None:
            for each in tags_of_box(self._timeline.game):
                self._give(Asked(HOST, each))

    def _tell_unseen(self) -> None:
        """Tap an act that no camera sees, once nothing has come of it for a while."""
        has_waited = self._at_s - self._free_since_s >= UNSEEN_S
        if has_waited and self._dealer.is_unseen(self._timeline.state) and self._tap(self._dealer.acts[-1]):
            self._play.tally["acts told unseen"] += 1

    def _feel(self, at_s: float) -> None:
        if self._board is None or self._cards is None:
            return
        state, game = self._timeline.state, self._timeline.game
        self._board.set_load(self._weighed(load_on(game.mat.layout(game.view(state, None)), self._eyes.world.lying())))
        for feeling in self._board.step(at_s):
            self._give(Felt(feeling))
            if self._live.pressed:
                self._refuse(self._live.pressed)
            self._judge()
        self._cards.look(at_s)  # once it was felt, however long the frame was in coming

    def _looked(self, reading: Reading) -> None:
        """Where nobody lies there is nothing to do."""

    def _weighed(self, true: float) -> float:
        """What the scale makes of what lies on it, in pieces."""
        return true

    def _refuse(self, trouble: Text) -> None:
        self._play.fail(f"a press was refused: {trouble}")

    def _judge(self) -> None:
        self._judge_all()
        sight = self._live.sight
        was_called_wrong, self._is_called_wrong = self._is_called_wrong, self._calls_right_table_wrong()
        if self._is_called_wrong and not was_called_wrong:
            self._play.mismatches += 1
            texts = "; ".join(str(each.text) for each in sight.mismatches)
            self._play.note(f"a rightly laid table was called wrong: {texts}")
        was_asked, self._is_asked = self._is_asked, sight.state == "question"
        if self._is_asked and not was_asked:
            self._play.questions += 1
            self._play.note(f"asked: {', '.join(str(choice.label) for choice in sight.question)}")
            self._answer()

    def _calls_right_table_wrong(self) -> bool:
        return self._live.sight.state == "mismatch" and not self._eyes.world.busy()

    def _answer(self) -> None:
        """Tap what was done, as a person does who is asked."""
        missing = self._dealer.acts[len(self._timeline.done) :]
        answers = [choice.actions for choice in self._live.sight.question]
        answer = next((acts for acts in answers if acts == tuple(missing[: len(acts)])), None)
        if answer is None:
            self._play.fail(f"the question does not offer what was done: {missing[0] if missing else 'nothing'!r}")
        elif not self._tap(*answer):
            self._play.fail(f"the answer {answer!r} was refused")
        else:
            self._is_asked = False  # the next question may follow at once

    def _tell(self, act: Action) -> bool:
        """Tell of an act that cannot be seen: by the seat's button where there is one, else by a tap."""
        self._end_what_is_open()
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
        is_done = tapped(acts, lambda client: self._take(Asked(client, tap))).accepted
        if is_done:
            self._judge_all()
        return is_done

    def _judge_all(self) -> None:
        if not judge_all(self._taker):
            self._play.fail(FAULT)

    def _give(self, told: Input) -> bool:
        """Tell the companion; whether it was done."""
        return self._take(told).accepted

    def _take(self, told: Input) -> Reply:
        """The companion's answer. A fault of its own ends the unit."""
        reply = self._taker.take(told)
        if reply.code == "fault":
            self._play.fail(FAULT)
        return reply

    # --- truth against journal ----------------------------------------------------------------------------------------

    def _compare(self) -> None:
        learned = [step.told for step in self._timeline.done]
        acts = self._dealer.acts
        both = min(len(learned), len(acts))
        for index in range(both):
            if learned[index] != acts[index]:
                self._play.fail(f"act {index + 1}: {acts[index]!r} was done, {learned[index]!r} was understood")
                return
        if len(learned) > both and not self._is_forced(learned[both:]):
            self._play.fail(f"act {both + 1}: {learned[both]!r} was understood before anything was done")
        if self._is_at_rest():
            if len(learned) == both and self._live.sight.state == "settled":
                self._play.moments += 1
                if self._timeline.state.without_choices() != self._dealer.known(both):
                    self._play.fail("the positions differ though the acts are the same")
            if self._at_s - self._free_since_s > STUCK_S:
                text = f"{acts[both]!r} was not understood" if len(acts) > both else "the players could not go on"
                self._play.fail(f"{text}: {self._live.sight!r}")

    def _is_forced(self, ahead: list[Action | None]) -> bool:
        """Whether the rules left nothing else: an act that shows nothing is learned before anybody does it.

        What is sealed the companion opens by itself: as it truly was.
        """
        game, known, truth = self._timeline.game, self._dealer.known(), self._dealer.truth
        for act in ahead:
            if act is None or game.legal_actions(truth if act.opens else known) != (act,):
                return False
            known = game.apply_action(known, act)
            truth = game.apply_action(truth, act) if act.opens else truth
        return True

    def _is_at_rest(self) -> bool:
        return not self._eyes.world.busy() and self._at_s > self._free_since_s

    # --- the players --------------------------------------------------------------------------------------------------

    def _wants_next(self) -> bool:
        """Whether the players go on: as a rule when the companion has seen the last act, now and then before."""
        if self._eyes.world.busy() or self._play.wrong or (self._cards is not None and self._cards.is_shown):
            return False
        behind = self._dealer.behind(self._timeline.state.table)
        if behind is None:  # the companion is ahead by an act that the rules leave alone
            return len(self._timeline.done) > len(self._dealer.done)
        if behind == 0:
            return self._live.sight.state == "settled" and not self._dealer.lay_owed()
        if self._dealer.thrown is not None:
            return self._rolls.is_done()
        if self._dealer.done[-1].act.sense == "laid":
            return False
        return behind == 1 and (self._live.sight.state == "open" or self._may_hurry())

    def _may_hurry(self) -> bool:
        """Whether the next player is one who does not wait, and lays down where the last act left nothing in doubt."""
        last, following = self._dealer.done[-1].act, self._dealer.next(frozenset())
        if not self._is_eager or following is None or not last.kind == following.kind == "choice":
            return False
        if following.is_optional:  # it could be told as well before the last act, and would be another evening then
            return False
        return last.actor != following.actor and not set(last.zones()) & set(following.zones())

    def _deal(self) -> bool:
        """The next act; False where the game is over."""
        again = self._dealer.uncounted(self._timeline.state.table)
        act = again or self._dealer.next(frozenset())
        if act is None:
            return False
        self._free_since_s = self._at_s
        if again is None:
            self._is_eager = self._rng.random() < EAGER
        if act.sense == "rolled":
            self._end_what_is_open()
            self._rolls.throw(act)
        else:
            if act.opens:
                self._end_what_is_open()  # the companion opens once it knows that nothing is to come before
            self._show(act)
            self._dealer.carry_out(act, self._tell)
        return True

    def _show(self, act: Action) -> None:
        """Hold the card of an act over the reader, where there is one and the companion knows what was done before."""
        if self._cards is not None and self._dealer.behind(self._timeline.state.table) == 0:
            game = self._timeline.game
            self._cards.show(game.view(self._timeline.state, None, self._timeline.names()), act, self._at_s)

    def _end_what_is_open(self) -> None:
        """Tell that the last act does not go on, where it might, as a play to which cards may be added."""
        if self._live.sight.state == "open" and self._dealer.behind(self._timeline.state.table) == 1:
            self._answer()


def _now() -> datetime:
    return datetime.now(UTC)
