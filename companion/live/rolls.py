"""Rolls of a live game: seen, counted or asked about, with the photograph of each. Used by the referee thread alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from companion.games.core import Action
from companion.games.dice import Dice, Roll
from companion.journal import JournalError
from companion.language.message import Text, say, sentences
from companion.live.playthrough import Playthrough
from companion.live.requests import AgreeRoll, Client, CountRoll, DropRoll, NameRoll, Said
from companion.referee.rolls import NO_DIE, VALUES, RollSight, Ruling, Throw, judge_roll, least_sure, sight_of
from companion.referee.taps import TapRefused
from companion.table.dice import RollSighting
from companion.table.evidence import PHOTO_MARGIN_MM, Evidence, Proof
from companion.table.geometry import Area

BY = "camera"
"""Who tells of a roll that was surely read, for the journal."""
NO_MORE = "That roll is open no more. Look at the page again."
TWICE = "A roll with the same values was typed just now. Leave this one out if it is the same, or count it as another."


class RollHandlers:
    """The newest roll of one game. Begins without any."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.sight = RollSight()
        self.photo = b""
        """The tray as the newest roll lay there, as a JPEG; empty where there is no photograph."""
        self._playthrough = playthrough
        self._throw: Throw | None = None
        self._named = ""
        """Key of the roll that somebody has said comes next; empty where nobody has."""
        self._asked: frozenset[str] = frozenset()
        """Keys of the rolls that were open when the newest roll was judged."""
        self._evidence = Evidence("camera")

    def see(self, roll: RollSighting) -> None:
        """Dice came to rest: they are counted if all are surely read and as many as there should be, else asked about.

        Where several rolls are open and nobody has said which comes next, the table is asked whose it is.

        Nothing is kept of a roll before it. A disk that takes nothing leaves the roll as a question. Dice that are told
        of once more, as they can be read now, are no other roll where the question about them was answered.
        """
        if not self._open():  # somebody plays with the dice
            return
        if roll.again and self._throw is not None and not self._is_asking():
            return
        self._throw = Throw.of(self.sight.number + 1, roll)
        self._evidence, self.photo = self._photographed(roll)
        self._judge(BY)

    def settle(self, client: Client, request: Said) -> Text:
        """Do what is said of the newest roll; the sentence to answer with. Raises `TapRefused` and `JournalError`."""
        if client.role == "guest":
            raise TapRefused("not-yours", "Guests look on. Take a seat, or open the host page, to say what dice show.")
        who, throw = f"seat {client.seat + 1}" if client.seat is not None else client.role, self._throw
        if isinstance(request, NameRoll):
            return self._name(client, who, request)
        if throw is None or not self._is_asking() or request.roll != self.sight.number:
            raise TapRefused("stale", "That roll is asked about no more. Look at the page again.")
        if isinstance(request, DropRoll):
            self._settle("left out", "The last roll was left out. Roll again.")
            return "Left out. Roll again."
        if isinstance(request, CountRoll):
            if not self.sight.may_count:
                raise TapRefused("illegal", "Not all dice of this roll are known. Say first what each of them shows.")
            self._count(who, is_agreed=True)
            return "Counted."
        if isinstance(request, AgreeRoll):
            return self._agree(client, who, throw, request)
        if not throw.has(request.die) or request.value not in (NO_DIE, *VALUES):
            raise TapRefused("malformed", "There is no such die, or it shows 1 to 6. Look at the page again.")
        self._throw = throw.say(request.die, request.value)
        self._judge(who)
        return "Counted." if not self._is_asking() else "Noted."

    def told(self, actions: Sequence[Action]) -> None:
        """Somebody typed a roll: nothing is asked any more about one that was seen before."""
        dice = self._playthrough.timeline.game.dice
        if self._is_asking() and self._asked.isdisjoint(roll.key for roll in self._open()):
            self._settle("left out")  # nobody waits for it any more, as the game has gone on without
        if dice is None or not any(dice.roll_of(act) for act in actions):
            return
        self._named = ""
        if self._is_asking():
            self._settle("left out")
        else:
            self.sight = msgspec.structs.replace(self.sight, named="")

    @property
    def _dice(self) -> Dice[Any, Any, Any]:
        """The dice of a game that has some: rolls of another are not taken."""
        dice = self._playthrough.timeline.game.dice
        assert dice is not None
        return dice

    def _is_asking(self) -> bool:
        return self.sight.state == "question"

    def _agree(self, client: Client, who: str, throw: Throw, request: AgreeRoll) -> Text:
        """Somebody has said that the roll is as it was shown to them, and whose it is where that is asked too."""
        if not self.sight.likely:
            raise TapRefused("illegal", "What the dice show is not known. Say first what each of them shows.")
        if request.values != self.sight.likely:
            raise TapRefused("stale", "Somebody said meanwhile what a die shows. Look at the roll again.")
        if request.key:
            self._named = self._may_name(client, request.key).key
        self._throw = throw.agree(request.values)
        # What speaks against its being that roll was not shown as long as nobody had said whose it is.
        self._count(who, is_agreed=not request.key)
        return "Counted." if not self._is_asking() else "Noted."

    def _name(self, client: Client, who: str, request: NameRoll) -> Text:
        """Somebody has said which roll comes next, or is asked about."""
        if request.roll and not (self._is_asking() and request.roll == self.sight.number):
            raise TapRefused("stale", NO_MORE)
        roll = self._may_name(client, request.key)
        self._named = roll.key
        self.sight = msgspec.structs.replace(self.sight, named=roll.key)
        if not self._is_asking():
            return say("{roll} next.", roll=roll.label)
        self._judge(who)
        return "Counted." if not self._is_asking() else "Noted."

    def _may_name(self, client: Client, key: str) -> Roll:
        """The open roll of that key, which a seat may name if it is its own, the host any. Raises `TapRefused`."""
        roll = next((each for each in self._open() if each.key == key), None)
        if roll is None:
            raise TapRefused("stale", NO_MORE)
        if client.seat is not None and roll.seat not in (None, client.seat):
            raise TapRefused(
                "not-yours",
                say("“{roll}” is another seat's to tap. Ask them, or the host.", roll=roll.label),
            )
        return roll

    def _open(self) -> tuple[Roll, ...]:
        """The rolls that the rules wait for now."""
        timeline = self._playthrough.timeline
        dice = timeline.game.dice
        if dice is None or not self._playthrough.plays_by_sight():
            return ()
        return dice.open_rolls(timeline.game.view(timeline.state, None, timeline.names()))

    # --- what follows -------------------------------------------------------------------------------------------------

    def _judge(self, who: str) -> None:
        try:
            self._count(who, is_agreed=False)
        except JournalError:
            if who != BY:
                raise  # whoever taps is told; the camera is not, and the status page says so

    def _count(self, who: str, is_agreed: bool) -> None:
        """Accept the roll if it may be, else ask."""
        throw, timeline = self._throw, self._playthrough.timeline
        assert throw is not None  # both callers have one
        view = timeline.game.view(timeline.state, None, timeline.names())
        ruling = judge_roll(timeline.game, view, throw, self._named)
        self._asked = frozenset(roll.key for roll in self._open())
        if ruling.act is not None and not ruling.doubt and self._repeats(ruling.act):
            ruling = Ruling(ruling.act, TWICE)
        elif ruling.likely:
            # Whoever agrees to what is likeliest has to read first what will speak against it.
            supposed = judge_roll(timeline.game, view, throw.agree(ruling.likely), self._named)
            if supposed.act is not None and not supposed.doubt and self._repeats(supposed.act):
                ruling = msgspec.structs.replace(ruling, doubt=sentences(ruling.doubt, TWICE))
        self.sight = sight_of(throw, ruling, self._tray(PHOTO_MARGIN_MM), self._named)
        if ruling.act is not None and (is_agreed or not ruling.doubt):
            self._accept(who, ruling.act)

    def _accept(self, who: str, act: Action) -> None:
        playthrough = self._playthrough
        playthrough.accept(who, [act], playthrough.timeline.states_after([act]), proofs=[Proof(self._evidence)])
        playthrough.keep_photo(self.photo)
        playthrough.paused = False
        self._named = ""
        self._settle("counted")

    def _settle(self, state: Literal["counted", "left out"], text: str = "") -> None:
        self.sight = RollSight(self.sight.number, state, text, named=self._named)

    def _repeats(self, act: Action) -> bool:
        """Whether somebody has just typed such a roll: it may be the same one, told twice."""
        done = self._playthrough.timeline.done
        last = done[-1] if done else None
        if last is None or last.action is None or last.evidence is not None:
            return False
        return self._dice.is_same(act, last.action)

    def _photographed(self, roll: RollSighting) -> tuple[Evidence, bytes]:
        """What the roll rests on, and the photograph of the tray as it is now: later the dice may have moved."""
        evidence = Evidence("camera", (self._dice.zone,), roll.at_s, roll.frame, least_sure(roll))
        return self._playthrough.photographed(Proof(evidence, (self._tray(0.0),)))

    def _tray(self, margin_mm: float) -> Area:
        """Where dice are rolled, and so much around it."""
        timeline = self._playthrough.timeline
        layout = timeline.game.mat.layout(timeline.game.view(timeline.state, None))
        there = layout.find(self._dice.zone)
        wide, high = there.width_mm + 2 * margin_mm, there.height_mm + 2 * margin_mm
        return Area(there.x_mm - margin_mm, there.y_mm - margin_mm, wide, high)
