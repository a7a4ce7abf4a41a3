"""The game as the referee thread holds it: takes one input at a time, on the disk first, then in the timeline."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from companion.games.errors import IllegalAction
from companion.journal import Journal, JournalError
from companion.language.message import Text
from companion.live.board_handlers import BoardHandlers
from companion.live.dice_zones import ZoneHandlers
from companion.live.drafts import DraftHandlers
from companion.live.inputs import Acted, Asked, Drafting, Felt, Input, Judge, Looked, Tumbled
from companion.live.marking_handlers import MarkingHandlers
from companion.live.playthrough import Clock, Playthrough
from companion.live.requests import (
    AgreeRoll,
    Believe,
    Client,
    Correct,
    CountRoll,
    Decide,
    DropRoll,
    End,
    Enrol,
    Forget,
    ForgetTag,
    LeaveSeat,
    NameRoll,
    NameTag,
    Pause,
    Redo,
    Reply,
    Request,
    Restored,
    Said,
    SayDie,
    SetAside,
    Settle,
    TakeSeat,
    Tap,
    Undo,
)
from companion.live.rewind_handlers import RewindHandlers
from companion.live.rolls import RollHandlers
from companion.live.seat_handlers import SeatHandlers
from companion.live.timeline import Timeline
from companion.referee.sight import may_answer
from companion.referee.taps import TapRefused, check_choices, free_views, judge_tap, read_actions
from companion.runtime.fault_log import log_fault
from companion.storage.photos import Album

log = logging.getLogger(__name__)


class LiveGame(Playthrough):
    """The course of a game, who waits for a seat, and the one place that takes whatever is told to it."""

    def __init__(self, timeline: Timeline, journal: Journal, clock: Clock, album: Album | None = None) -> None:
        super().__init__(timeline, journal, clock, album)
        self.seats = SeatHandlers(self)
        self.rolls = RollHandlers(self)
        self.dice_zones = ZoneHandlers(self)
        self.board = BoardHandlers(self)
        self.drafts = DraftHandlers(self)
        self.rewinds = RewindHandlers(self)
        self.markings = MarkingHandlers(self, self.board)
        self.is_searching = False
        """Whether the table has yet to be judged, or the search for what was done wants another slice (`Judge`)."""

    def take(self, told: Input) -> Reply:
        """Take what is told: it is done or refused by then, and the answer says so. Never raises.

        What a sensor tells is always taken, whatever it comes to, unless there is a fault.
        """
        try:
            reply = self._take(told)
        except Exception as error:
            return self._fault(_FAULTS[type(told)], error)
        if isinstance(told, Drafting):
            return reply  # it is nothing that anybody else could notice
        try:
            self.drafts.review()
        except Exception as error:
            self.drafts.forget()
            self._fault("what somebody puts together could not be judged", error)
        try:
            self.dice_zones.judge()
        except Exception as error:
            self.dice_zones.forget()
            fault = self._fault("the dice on the mat could not be judged", error)
            # What somebody tapped is done by now, whatever becomes of the dice.
            return reply if isinstance(told, Asked | Acted) else fault
        return reply

    def _take(self, told: Input) -> Reply:
        match told:
            case Asked(client, request):
                self.is_searching = True
                return self._settle(client, request)
            case Drafting():
                return self._draft(told)
            case Acted():
                return self._act(told)
            case Looked(reading):
                self._see(reading)
                self.dice_zones.look(reading)
                self.is_searching = True
            case Felt(feeling):
                self._weigh(feeling.count)
                self.board.feel(feeling)
                self.is_searching = True
            case Tumbled(roll):
                if not roll.zone:
                    self.rolls.see(roll)
                self.dice_zones.see(roll)
            case Judge():
                self.is_searching = False  # a fault ends the search too
                self.is_searching = self._judge()
        return self._done("")

    def _settle(self, client: Client, request: Request) -> Reply:
        try:
            reply = _HANDLERS[type(request)](self, client, request)
        except TapRefused as refused:
            return self._refuse(refused.code, refused.text, refused.rule)
        except IllegalAction as illegal:
            return self._refuse("illegal", illegal.reason, illegal.rule)
        except JournalError as error:
            return self._refuse("disk", f"{error} Nothing was changed.")
        if reply.accepted:
            self.pressed = ""
        return reply

    def _draft(self, told: Drafting) -> Reply:
        try:
            number = self.drafts.take(told.client, told.tap)
        except TapRefused as refused:
            return self._refuse(refused.code, refused.text, refused.rule)
        return Reply(True, "Done.", revision=self.timeline.revision, draft=number)

    def _act(self, acted: Acted) -> Reply:
        timeline = self.timeline
        try:
            actions = read_actions(timeline.game, acted.actions)
            check_choices(actions)
            if timeline.state.unknown and any(action.opens for action in actions):
                return self._refuse("illegal", "What was sealed is not known, so it cannot be opened.", "host")
            self.accept(acted.who, actions, timeline.states_after(actions))
        except TapRefused as refused:
            return self._refuse(refused.code, refused.text, refused.rule)
        except JournalError as error:
            return self._refuse("disk", f"{error} Nothing was changed.")
        return self._done("Done.")

    # --- acts, and back and forth -------------------------------------------------------------------------------------

    def _tap(self, client: Client, tap: Tap) -> Reply:
        timeline = self.timeline
        if client.role == "guest":
            return self._refuse("not-yours", "Guests look on. Take a seat, or open the host page, to tap.")
        if tap.tap_id and tap.tap_id in timeline.taps:
            return Reply(True, "That was done already.", revision=timeline.revision)
        self.check_going_on()
        actions = read_actions(timeline.game, tap.actions)
        since = [
            (step.action, step.by) for step in timeline.done if step.number > tap.revision and step.action is not None
        ]
        view = timeline.game.view(timeline.state, client.seat, timeline.names(), self.drafts.of(client.seat))
        asked = (*self.sight.question, *(each for zone in self.dice_zones.sights for each in zone.answers))
        answers = [each for each in asked if may_answer(each, client.seat, client.role == "host")]
        rewound = self.rewound_at > tap.revision
        free = free_views(timeline.game, timeline.state, timeline.names(), timeline.seats)
        taken = timeline.seats
        states = judge_tap(timeline.game, timeline.state, view, actions, since, rewound, answers, free, taken)
        timeline.states_after(actions)  # what was opened before an undo is sealed as it was
        self.accept_told(by_of(client), actions, states, tap.tap_id)
        self.rolls.told(actions)
        return Reply(True, "Done.", revision=timeline.revision)

    def _no_dealer(self, _client: Client, _settle: Settle) -> Reply:
        return self._refuse(
            "illegal", "Nobody deals at this table but its people. Do it, and tap what came of it.", "host"
        )

    def _undo(self, client: Client, undo: Undo) -> Reply:
        self._host_only(client, "undo")
        return self._done(self.rewinds.undo(by_of(client), undo))

    def _redo(self, client: Client, redo: Redo) -> Reply:
        self._host_only(client, "redo")
        return self._done(self.rewinds.redo(by_of(client), redo))

    def _correct(self, client: Client, correct: Correct) -> Reply:
        self._host_only(client, "correct the table")
        return self._done(self.rewinds.correct(by_of(client), correct))

    # --- the table and its sensors ------------------------------------------------------------------------------------

    def _restored(self, client: Client, _restored: Restored) -> Reply:
        self._host_only(client, "say that the table is right")
        self.watcher.restored()
        self.laid = None
        return self._done("What is seen counts from now on.")

    def _set_aside(self, client: Client, aside: SetAside) -> Reply:
        self._host_only(client, "set markers aside")
        return self._done(self.markings.set_aside(aside))

    def _believe(self, client: Client, _believe: Believe) -> Reply:
        self._host_only(client, "let markers count again")
        return self._done(self.markings.believe())

    def _enrol(self, client: Client, enrol: Enrol) -> Reply:
        self._host_only(client, "say what a marker stands for")
        return self._done(self.markings.enrol(enrol))

    def _forget(self, client: Client, forget: Forget) -> Reply:
        self._host_only(client, "forget what a marker stands for")
        return self._done(self.markings.forget(forget))

    def _name_tag(self, client: Client, asked: NameTag) -> Reply:
        self._host_only(client, "say what a tag is on")
        return self._done(self.markings.name_tag(asked))

    def _forget_tag(self, client: Client, forget: ForgetTag) -> Reply:
        self._host_only(client, "forget what a tag is on")
        return self._done(self.markings.forget_tag(forget))

    def _say_of_roll(self, client: Client, said: Said) -> Reply:
        self.check_going_on()
        return self._done(self.rolls.settle(client, said))

    # --- seats --------------------------------------------------------------------------------------------------------

    def _take_seat(self, client: Client, take: TakeSeat) -> Reply:
        return self._done(self.seats.take(by_of(client), take))

    def _leave_seat(self, client: Client, leave: LeaveSeat) -> Reply:
        return self._done(self.seats.leave(client, by_of(client), leave.seat))

    def _decide(self, client: Client, decide: Decide) -> Reply:
        self._host_only(client, "give a seat away")
        return self._done(self.seats.decide(by_of(client), decide))

    # --- the game as a whole ------------------------------------------------------------------------------------------

    def _end(self, client: Client, _end: End) -> Reply:
        self._host_only(client, "end the game")
        if self.timeline.ended:
            return self._refuse("over", "The game has ended already.")
        (row,) = self.write(by_of(client), [("end", {}, self.timeline.state)])
        self.timeline.push_end(row.number)
        return self._done("The game is ended and saved.")

    def _pause(self, client: Client, pause: Pause) -> Reply:
        self._host_only(client, "hold the bots")
        self.paused = pause.paused
        if not pause.paused:
            self.open_what_is_due()
        return self._done("The bots hold still." if pause.paused else "The bots go on.")

    def _host_only(self, client: Client, act: str) -> None:
        if client.role != "host":
            raise TapRefused("not-yours", f"Only the host can {act}. Open the host page with the host code.")

    def _refuse(self, code: str, text: Text, rule: str = "") -> Reply:
        return Reply(False, text, code, rule, self.timeline.revision)

    def _fault(self, what: str, error: Exception) -> Reply:
        log_fault(log, what, error)
        return self._refuse(
            "fault", "The companion made a mistake and changed nothing. Try another way, and tell its makers."
        )

    def _done(self, text: Text) -> Reply:
        return Reply(True, text, revision=self.timeline.revision)


_FAULTS: dict[type, str] = {
    Asked: "a request could not be settled",
    Drafting: "what somebody puts together could not be taken",
    Acted: "an act of the dealer or a bot could not be played",
    Looked: "a look at the table could not be used",
    Felt: "what the board felt could not be used",
    Tumbled: "a roll could not be used",
    Judge: "the table could not be judged",
}
"""What went wrong, for the log."""

_HANDLERS: dict[type, Callable[[LiveGame, Client, Any], Reply]] = {
    Tap: LiveGame._tap,
    Settle: LiveGame._no_dealer,
    Undo: LiveGame._undo,
    Redo: LiveGame._redo,
    Correct: LiveGame._correct,
    Restored: LiveGame._restored,
    SetAside: LiveGame._set_aside,
    Believe: LiveGame._believe,
    Enrol: LiveGame._enrol,
    Forget: LiveGame._forget,
    NameTag: LiveGame._name_tag,
    ForgetTag: LiveGame._forget_tag,
    SayDie: LiveGame._say_of_roll,
    AgreeRoll: LiveGame._say_of_roll,
    CountRoll: LiveGame._say_of_roll,
    DropRoll: LiveGame._say_of_roll,
    NameRoll: LiveGame._say_of_roll,
    TakeSeat: LiveGame._take_seat,
    LeaveSeat: LiveGame._leave_seat,
    Decide: LiveGame._decide,
    End: LiveGame._end,
    Pause: LiveGame._pause,
}


def by_of(client: Client) -> str:
    """Who reported it, for the journal."""
    return f"seat {client.seat + 1}" if client.seat is not None else client.role
