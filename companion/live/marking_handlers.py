"""What the host says of markers and tags in a live game: which count, and what each is on. Used by the referee thread.

None of it is an act: the kit grows or shrinks by what people have in their box.
"""

from __future__ import annotations

from companion.live.board_handlers import BoardHandlers
from companion.live.enrolment import enrolled_words, forgotten_words, why_not_enrolled
from companion.live.playthrough import Playthrough
from companion.live.requests import Enrol, Forget, ForgetTag, NameTag, SetAside
from companion.live.tags import tagged_words, untagged_words, why_not_tagged
from companion.referee.taps import TapRefused


class MarkingHandlers:
    """The markers and tags of one game; each answers with a sentence. What cannot be done raises `TapRefused`."""

    def __init__(self, playthrough: Playthrough, board: BoardHandlers) -> None:
        self._playthrough = playthrough
        self._board = board

    def set_aside(self, aside: SetAside) -> str:
        """What the camera reads on the cards of a zone counts no more."""
        if not self._playthrough.watcher.set_aside(aside.zone, self._playthrough.timeline.state):
            raise TapRefused("stale", "No card is read there but those of the game. Look at the table again.")
        return "Set aside: what the camera reads on those cards counts no more. Tap what is done with them."

    def believe(self) -> str:
        """All markers count again."""
        if not self._playthrough.watcher.believe():
            raise TapRefused("stale", "No marker is set aside: all count already.")
        return "All markers count again."

    def enrol(self, enrol: Enrol) -> str:
        """A marker stands for a kind from now on."""
        game, watcher = self._playthrough.timeline.game, self._playthrough.watcher
        if trouble := why_not_enrolled(game, watcher.enrolled, enrol.marker, enrol.kind):
            raise TapRefused("illegal", trouble, "host")
        watcher.enrol({**watcher.enrolled, enrol.marker: enrol.kind})
        return enrolled_words(game, enrol.marker, enrol.kind)

    def forget(self, forget: Forget) -> str:
        """A marker stands for nothing again."""
        watcher = self._playthrough.watcher
        rest = dict(watcher.enrolled)
        kind = rest.pop(forget.marker, None)
        if kind is None:
            raise TapRefused("stale", f"Marker {forget.marker} is not enrolled. Look at the list again.")
        watcher.enrol(rest)
        return forgotten_words(self._playthrough.timeline.game, forget.marker, kind)

    def name_tag(self, asked: NameTag) -> str:
        """A tag is on a card of that kind from now on."""
        game, board = self._playthrough.timeline.game, self._board
        if trouble := why_not_tagged(game, board.tags, asked):
            raise TapRefused("illegal", trouble, "host")
        board.tags = {**board.tags, asked.tag: asked.kind}
        return tagged_words(game, asked)

    def forget_tag(self, forget: ForgetTag) -> str:
        """A tag is on nothing again."""
        rest = dict(self._board.tags)
        kind = rest.pop(forget.tag, None)
        if kind is None:
            raise TapRefused("stale", "No card with that tag is named. Look at the list again.")
        self._board.tags = rest
        return untagged_words(self._playthrough.timeline.game, forget.tag, kind)
