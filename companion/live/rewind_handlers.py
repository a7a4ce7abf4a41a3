"""What the host takes back, does again and corrects in a live game, on the disk first. Used by the referee thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.errors import IllegalAction
from companion.language.message import Message, Text, say, sentences
from companion.live.chronicle import describe, remembered
from companion.live.playthrough import Playthrough
from companion.live.requests import Correct, Redo, Undo
from companion.live.steps import Step, last_plays
from companion.referee.taps import TapRefused

_MOST_TOLD: Final = 4
"""Sentences of a list that a reply tells in full."""


class RewindHandlers:
    """The course of one game, back and forth; each answers with a sentence.

    What cannot be done raises `TapRefused`; a disk that takes nothing, `JournalError`.
    """

    def __init__(self, playthrough: Playthrough) -> None:
        self._playthrough = playthrough

    def undo(self, who: str, undo: Undo) -> Text:
        """So many acts are taken back; of a game that was ended, its end alone."""
        playthrough, timeline = self._playthrough, self._playthrough.timeline
        if timeline.ended:
            return self._take_end_back(who)
        if undo.told_at not in (0, timeline.revision):
            # An act done meanwhile would be taken back in place of the one that was meant.
            raise TapRefused("stale", "The table has moved on since you asked. Look at the host page again, then undo.")
        if not 1 <= undo.steps <= timeline.play_count:
            text = f"{timeline.play_count} acts can be taken back, not {undo.steps}."
            raise TapRefused("illegal", text, "host")
        unseen = remembered(timeline.game, last_plays(timeline.done, undo.steps), timeline.names())
        if unseen and not undo.told_at:
            told = sentences(_some(unseen), "That cannot be unseen. Agree to it on the host page, by “Undo …”.")
            raise TapRefused("illegal", told, "host")
        playthrough.take_back(who, undo.steps)
        return sentences("Taken back.", _some(unseen) if unseen else "", self._what_to_move())

    def _take_end_back(self, who: str) -> str:
        """The host ended the game by mistake: an undo of no act, and it goes on."""
        playthrough = self._playthrough
        (row,) = playthrough.write(who, [("undo", {"steps": 0}, playthrough.timeline.state)])
        playthrough.timeline.push_undo(row.number, 0)
        playthrough.paused = True
        playthrough.watcher.rewind()
        return "The game goes on."

    def redo(self, who: str, redo: Redo) -> Text:
        """So many acts that were taken back are done again."""
        playthrough, timeline = self._playthrough, self._playthrough.timeline
        playthrough.check_going_on()
        if not 1 <= redo.steps <= len(timeline.undone):
            text = f"{len(timeline.undone)} acts can be done again, not {redo.steps}."
            raise TapRefused("illegal", text, "host")
        try:
            again = timeline.next_again(redo.steps)
        except IllegalAction as illegal:
            text = f"The numbers that were typed since do not allow it: {illegal.reason} Tap what is done now instead."
            raise TapRefused("illegal", text, illegal.rule) from illegal
        playthrough.do_again(who, redo.steps, again[-1].after)
        acts = [describe(timeline.game, step, None, timeline.names()) for step in again]
        return sentences(say("Done again: {acts}", acts=_some(acts)), self._what_to_move())

    def _what_to_move(self) -> str:
        return "" if self._playthrough.timeline.state.is_dealt else "Put the pieces where the pages show them."

    def correct(self, who: str, correct: Correct) -> str:
        """The table is as the host says. Raises what the game's `correct` raises too."""
        playthrough, timeline = self._playthrough, self._playthrough.timeline
        playthrough.check_going_on()
        before = timeline.state
        after = timeline.game.correct(before, correct.facts)
        kept = {"kept": True} if correct.is_kept else {}
        (row,) = playthrough.write(who, [("correct", {"facts": correct.facts, **kept}, after)])
        step = Step(row.number, None, correct.facts, before, after, at=row.at, by=row.by, is_kept=correct.is_kept)
        timeline.push_step(row.number, step)
        playthrough.watcher.rewind()
        if not correct.is_kept:
            playthrough.rewound_at = row.number
            playthrough.laid = None  # the host has told what lies there
        playthrough.open_what_is_due()
        return "Corrected."


def _some(told: Sequence[Text]) -> Message:
    """The first of these sentences, and how many more there are."""
    more = len(told) - _MOST_TOLD
    rest = say("And {number} more: the log has them.", number=more) if more > 0 else ""
    return sentences(*told[:_MOST_TOLD], rest)
