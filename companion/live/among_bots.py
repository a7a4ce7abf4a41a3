"""What people ask at a table with bots: to let chance settle what is theirs, and that they have what is everybody's.

Neither is an act by itself, so the live game and its journal learn of it only by the act that comes of it.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from companion.games.bots import is_settled, key_of, settlings
from companion.games.core import Seat
from companion.live.attention import Attended, Attention, Run, are_for_all
from companion.live.bot_turns import BotTurns
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Input
from companion.live.requests import Client, Reply, Settle, Tap, Wanted
from companion.live.taker import Taker
from companion.referee.taps import TapRefused, read_actions

DONE = "Done."
BY_CHANCE = "Chance says that at this table. Tap the button for it on your page."
BY_HAND = "The hands at the table do it now."


class AmongBots:
    """The requests of one session that bots have a part in. The referee thread alone uses it."""

    def __init__(self, live: LiveGame, taker: Taker, bots: BotTurns, *, has_bots: bool, deals: bool) -> None:
        """What is let through goes to `taker`, which is the live game or has it take what it was given.

        `deals`: the companion's own dealer settles chance; else the hands of a virtual table do, where wanted.
        """
        self._live = live
        self._taker = taker
        self._bots = bots
        self._has_bots = has_bots
        self._deals = deals
        self.attention = Attention()
        self.wanted: Wanted | None = None
        """What the hands have yet to do for somebody."""

    @property
    def attended(self) -> Attended:
        """Who has had what is due."""
        return self.attention.now(self._people)

    def take(self, told: Input) -> Reply:
        """What comes of an input: the live game's answer, or what people are told whose time it is not yet."""
        reply = self._asked(told) if self._has_bots and isinstance(told, Asked) else self._taker.take(told)
        self.follow()
        return reply

    def follow(self) -> None:
        """Take up what was done meanwhile."""
        timeline = self._live.timeline
        if self._has_bots:
            self.attention.follow(timeline.game, timeline.done, self._people)
        if self.wanted is not None and self.wanted.revision != timeline.revision:
            self.wanted = None

    @property
    def _people(self) -> Collection[Seat]:
        return self._live.timeline.seats

    def _asked(self, asked: Asked) -> Reply:
        client, request = asked.client, asked.request
        self.attention.wake(client.seat)
        if isinstance(request, Settle):
            return self._settle(client, request)
        if isinstance(request, Tap) and client.seat is not None and client.seat in self._people:
            return self._tap(asked, request, client.seat)
        return self._taker.take(asked)

    # --- what is everybody's ------------------------------------------------------------------------------------------

    def _tap(self, asked: Asked, tap: Tap, seat: Seat) -> Reply:
        """A tap, of which no more is done than all have had; of what is nobody's to wait for all of it."""
        timeline = self._live.timeline
        if self._invents(tap, seat):
            return Reply(False, BY_CHANCE, "not-yours", revision=timeline.revision)
        acts = self._for_all(tap)
        if not acts or tap.tap_id in timeline.taps:
            return self._taker.take(asked)
        shared = self.attention.tell(seat, acts, self._people)
        if shared:
            return self._taker.take(replace(asked, request=replace(tap, actions=tap.actions[: len(shared)])))
        text = self.attended.waiting(timeline.names())
        return Reply(True, text, revision=timeline.revision)

    def _invents(self, tap: Tap, seat: Seat) -> bool:
        """Whether a seat says what came of chance that is settled for it; what the table asks about it may answer."""
        timeline = self._live.timeline
        try:
            acts = read_actions(timeline.game, tap.actions)
        except TapRefused:
            return False
        asked = (*self._live.sight.question, *(each for zone in self._live.dice_zones.sights for each in zone.answers))
        if tap.tap_id in timeline.taps or any(choice.actions[: len(acts)] == acts for choice in asked):
            return False
        view = timeline.game.view(timeline.state, seat)
        return any(is_settled(timeline.game, view, act) for act in acts)

    def _for_all(self, tap: Tap) -> Run:
        """The acts of a tap where each is everybody's to have; none where one is not, or the game does not go on."""
        timeline = self._live.timeline
        if timeline.ended:
            return ()
        try:
            acts = read_actions(timeline.game, tap.actions)
        except TapRefused:
            return ()
        is_due = acts[0] in timeline.game.legal_actions(timeline.state)
        return acts if is_due and are_for_all(timeline.game, timeline.state, acts) else ()

    # --- what chance settles ------------------------------------------------------------------------------------------

    def _settle(self, client: Client, request: Settle) -> Reply:
        timeline = self._live.timeline
        seat = self._whose(client, request)
        if seat is None or timeline.ended:
            text = "That is not yours to do now, or it is done already. Look at the page again."
            return Reply(False, text, "stale", revision=timeline.revision)
        if not self._deals and self._live.paused:
            text = "The hands hold still, for the table was set back. Let the bots go on, on the host page, then tap."
            return Reply(False, text, "stale", revision=timeline.revision)
        if not self._deals:
            self.wanted = Wanted(seat, request.key, timeline.revision)
            return Reply(True, BY_HAND, revision=timeline.revision)
        acted = self._bots.settle(timeline, seat, request.key)
        if acted is None:
            text = "Nothing of it is to be settled now. Look at the page again."
            return Reply(False, text, "stale", revision=timeline.revision)
        return self._taker.take(acted)

    def _whose(self, client: Client, request: Settle) -> Seat | None:
        """The seat for which it is asked: the client's own, for the host anybody's; None where it is not open to it."""
        timeline = self._live.timeline
        game, state = timeline.game, timeline.state
        since = (step.action for step in timeline.done if step.number > request.revision)
        if any(act is not None and key_of(game, act) == request.key for act in since):
            return None  # tapped twice: what is open now is the next one
        seats = range(timeline.seat_count) if client.role == "host" else (client.seat,)
        has_hands = not self._deals
        for seat in seats:
            if seat is None:
                continue
            open_ = settlings(game, game.view(state, seat), has_hands=has_hands)
            if any(each.key == request.key for each in open_):
                return seat
        return None
