"""Snapshots as they are taken: all that the referee thread holds, put together into one moment."""

from __future__ import annotations

from companion.games.core import Seat
from companion.live.among_bots import AmongBots
from companion.live.handlers import LiveGame
from companion.live.health import Health
from companion.live.lobby import Lobby
from companion.live.requests import SeatInfo
from companion.live.shown import Aside, Flow, Markings, Photos, Seating, Sensed, Shown
from companion.live.snapshot import Snapshot
from companion.live.unopened import Unopened, unopened
from companion.referee.sight import Sight


class Moments:
    """Takes the moments of one session. The referee thread alone uses it."""

    def __init__(self, live: LiveGame, among: AmongBots, health: Health, *, has_bots: bool) -> None:
        self._live = live
        self._among = among
        self._health = health
        self._has_bots = has_bots

    def take(self, game_id: str, change: int, lobby: Lobby | None) -> Snapshot:
        """The moment that is now, of that number."""
        history = self._live.timeline.history
        trouble = unopened(history, self._live.timeline.names(), f"{game_id}.keys")
        shown, aside = self._shown(lobby, trouble), self._aside(trouble)
        return Snapshot(history, game_id=game_id, change=change, shown=shown, aside=aside)

    def _shown(self, lobby: Lobby | None, trouble: Unopened | None) -> Shown:
        live, among = self._live, self._among
        seats = tuple(self._seat_info(seat) for seat in range(live.timeline.seat_count))
        return Shown(
            Seating(seats, live.seats.waiting.keys()),
            self._health.lines(live.disk, live.saved_anew, trouble.text if trouble else ""),
            Flow(live.paused and self._has_bots, self._has_bots, lobby, among.attended, among.wanted),
            self._sensed(),
            self._markings(),
        )

    def _sensed(self) -> Sensed:
        live = self._live
        sight = Sight() if live.timeline.ended else live.sight
        return Sensed(sight, live.pressed, live.refused_presses, live.rolls.sight, live.dice_zones.sights)

    def _markings(self) -> Markings:
        watcher, board = self._live.watcher, self._live.board
        return Markings(
            watcher.kit, watcher.enrolled, watcher.strangers, watcher.unnamed, board.tags, board.unknown_tag
        )

    def _aside(self, trouble: Unopened | None) -> Aside:
        live = self._live
        return Aside(live.laid, Photos(live.rolls.photo, live.dice_zones.photos()), live.drafts.now, trouble)

    def _seat_info(self, seat: Seat) -> SeatInfo:
        timeline = self._live.timeline
        sitting = timeline.seats.get(seat)
        holder = "bot" if self._has_bots and timeline.game.free_seat == "bot" else "open"
        return SeatInfo(
            seat,
            timeline.names()[seat],
            "person" if sitting else holder,  # type: ignore[arg-type]
            self._live.seats.waiting.of(seat),
            timeline.hides_choice(seat),
        )
