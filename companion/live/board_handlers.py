"""What people do at the board: buttons pressed and cards laid on the reader. Used by the referee thread alone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from companion.games.core import Action
from companion.games.errors import IllegalAction
from companion.journal import JournalError
from companion.language.message import Text, say
from companion.language.values import Name
from companion.live.chronicle import remembered
from companion.live.playthrough import Playthrough
from companion.live.steps import last_plays
from companion.live.tags import DRAWN_ANEW, NOT_NAMED, is_unknown, kind_of
from companion.referee.buttons import UNDO, PressRefused, label_of, pressed, question_before_undo
from companion.referee.taps import TapRefused
from companion.runtime.fault_log import log_fault
from companion.table.evidence import Evidence, Proof
from companion.table.felt import Feeling
from companion.table.kit import is_drawn_anew

log = logging.getLogger(__name__)

BOARD = "board"
"""Who presses a button or lays a card on the reader, for the journal."""
READER = "Card reader"


class BoardHandlers:
    """The presses and the card of one board in one game."""

    def __init__(self, playthrough: Playthrough) -> None:
        self._playthrough = playthrough
        self._card: str | None = None
        """The card on the reader; "" where none lies there, None while nobody can tell."""
        self.tags: Mapping[str, str] = {}
        """Which kind of piece each tag is on that the host has named."""

    @property
    def unknown_tag(self) -> str:
        """The tag on the reader of which somebody has to say what it is on; empty where there is none."""
        card, playthrough = self._card or "", self._playthrough
        is_asked = is_unknown(playthrough.timeline.game, self.tags, card) and playthrough.plays_by_sight()
        return card if is_asked else ""

    def feel(self, feeling: Feeling) -> None:
        """Settle a card that was laid on the reader and each press, at once. Never raises."""
        row = self._playthrough.timeline.last_row
        if card := self._laid(feeling):
            self._settle(READER, lambda: self._lay(card), " Lift the card and lay it there again.")
        # With one message card and press came together: it may have meant the card's act.
        is_hasty = feeling.is_hasty or self._playthrough.timeline.last_row != row
        is_repeat = feeling.is_repeat
        for button in feeling.presses:
            if not self._press(button, is_hasty, is_repeat):
                is_repeat = True

    # --- cards --------------------------------------------------------------------------------------------------------

    def _laid(self, feeling: Feeling) -> str:
        """The card that has come to lie on the reader; "" where none has.

        One that lies there when the board is first heard, or heard again, was not laid now.
        One whose tag is drawn anew while it lies there was laid once.
        """
        before, self._card = self._card, None if feeling.is_away else feeling.card.lower()
        if is_drawn_anew(before or "") and is_drawn_anew(self._card or ""):
            return ""
        return "" if before is None or self._card in (None, before) else self._card or ""

    def act_of(self, card: str) -> Action | None:
        """The act that laying this card on the reader stands for now, if it stands for anything."""
        timeline = self._playthrough.timeline
        kind = kind_of(timeline.game, self.tags, card.lower())
        if kind is None or not self._playthrough.plays_by_sight():
            return None
        return timeline.game.reader.act(timeline.game.known(timeline.game.view(timeline.state, None)), kind)

    def _lay(self, card: str) -> None:
        """Accept what a card laid on the reader stands for, if it stands for anything.

        Raises `PressRefused` for one that nobody knows, or can know.
        """
        playthrough, timeline = self._playthrough, self._playthrough.timeline
        if is_drawn_anew(card) and timeline.game.reader.kinds and playthrough.plays_by_sight():
            raise PressRefused(DRAWN_ANEW)
        if self.unknown_tag:
            raise PressRefused(NOT_NAMED)
        act = self.act_of(card)
        if act is not None:
            playthrough.accept_told(BOARD, [act], timeline.states_after([act]), proofs=[Proof(Evidence("reader"))])

    # --- presses ------------------------------------------------------------------------------------------------------

    def _press(self, button: str, is_hasty: bool, is_repeat: bool) -> bool:
        """Do what a press stands for; whether that was done."""
        if is_hasty and button != UNDO:
            mean = "an act was recognised just now. If you mean the next one, press again."
            self._refuse(f"{label_of(button)}: {mean}")
            return False
        return self._settle(label_of(button), lambda: self._do(button, is_repeat))

    def _do(self, button: str, is_repeat: bool) -> None:
        playthrough, timeline = self._playthrough, self._playthrough.timeline
        playthrough.check_going_on()
        if button != UNDO:
            choice = pressed(timeline.game, timeline.state, button, playthrough.sight, timeline.names())
            playthrough.accept_told(BOARD, choice.actions, timeline.states_after(choice.actions))
            return
        if not timeline.play_count:
            raise PressRefused(f"{label_of(button)}: nothing has been done yet that could be taken back.")
        unseen = remembered(timeline.game, last_plays(timeline.done, 1), timeline.names())
        question = question_before_undo(unseen) if unseen else ""
        # It stands on every page until something is done: whoever presses again says yes to it.
        if question and (playthrough.pressed != question or is_repeat):
            raise PressRefused(question)
        playthrough.take_back(BOARD, 1)
        playthrough.pressed = ""

    def _settle(self, label: str, do: Callable[[], None], again: str = "") -> bool:
        """Do it; where it cannot be done, tell every page why, and return False. `again` is what a full disk asks."""
        try:
            do()
        except (PressRefused, TapRefused) as refused:
            self._refuse(refused.text)
        except IllegalAction as illegal:  # what was offered when the table was looked at has been overtaken
            self._refuse(say("{button}: {why}", button=Name(label), why=illegal.reason))
        except JournalError as error:
            self._refuse(f"{label}: {error} Nothing was changed.{again}")
        except Exception as error:
            log_fault(log, "what was felt could not be settled", error)
            self._refuse(f"{label}: the companion made a mistake and changed nothing. Tap instead.")
        else:
            return True
        return False

    def _refuse(self, trouble: Text) -> None:
        self._playthrough.pressed = trouble
        self._playthrough.refused_presses += 1
