"""Who sits where in a live game: seats taken, left and given away, on the disk first. Used by the referee thread."""

from __future__ import annotations

from companion.games.core import Seat
from companion.live.playthrough import Playthrough
from companion.live.requests import Client, Decide, TakeSeat
from companion.live.seats import WaitingList, clean_name
from companion.live.timeline import Sitting, key_hash
from companion.referee.taps import TapRefused


class SeatHandlers:
    """The seats of one game. What cannot be done raises `TapRefused`; a disk that takes nothing, `JournalError`."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.waiting = WaitingList()
        self._playthrough = playthrough

    def take(self, who: str, take: TakeSeat) -> str:
        """Somebody sits down, or waits for the host's consent; the sentence to answer with."""
        self._check(take.seat)
        timeline = self._playthrough.timeline
        name = self._unlike(take.name, take.seat)
        hashed = key_hash(take.key)
        sitting = timeline.seats.get(take.seat)
        if sitting is not None and sitting.key_hash != hashed:
            if not self.waiting.add(take.seat, name, hashed):
                raise TapRefused("not-yours", "Too many wait for this seat. Ask the host to decide first.")
            raise TapRefused(
                "waiting",
                f"{sitting.name} sits in seat {take.seat + 1}. The host must agree: ask them to look at the host page.",
            )
        if sitting != Sitting(name, hashed):  # sent twice, it is done once
            self._seat(who, take.seat, Sitting(name, hashed))
            return self._with_choice(take.seat, f"Seat {take.seat + 1} is yours, {name}.", "You read")
        return f"Seat {take.seat + 1} is yours, {name}."

    def leave(self, client: Client, who: str, seat: Seat) -> str:
        """Whoever sits there stands up, or the host frees the seat; the sentence to answer with."""
        self._check(seat)
        if client.role != "host" and client.seat != seat:
            raise TapRefused("not-yours", "Only the person in the seat or the host can free it.")
        if seat not in self._playthrough.timeline.seats:
            raise TapRefused("illegal", f"Nobody sits in seat {seat + 1}.", "host")
        self._seat(who, seat, None)
        return self._with_choice(seat, f"Seat {seat + 1} is free.", "Whoever sits down reads")

    def decide(self, who: str, decide: Decide) -> str:
        """The host has decided on somebody who waits; the sentence to answer with."""
        self._check(decide.seat)
        asked = self.waiting.find(decide.seat, decide.asking)
        if asked is None:
            raise TapRefused("stale", "That request is gone. Look at the list again.")
        name, hashed = asked
        if not decide.allow:
            self.waiting.drop(decide.seat, decide.asking)
            return f"{name} does not get seat {decide.seat + 1}."
        name = self._unlike(name, decide.seat)  # somebody may have come since
        self._seat(who, decide.seat, Sitting(name, hashed))
        return self._with_choice(decide.seat, f"{name} sits in seat {decide.seat + 1} now.", f"{name} reads")

    def _unlike(self, name: str, seat: Seat) -> str:
        """The name, fit to show and unlike those of all other seats."""
        return clean_name(
            name, seat, [each for other, each in enumerate(self._playthrough.timeline.names()) if other != seat]
        )

    def _seat(self, who: str, seat: Seat, sitting: Sitting | None) -> None:
        payload = {
            "seat": seat,
            "name": sitting.name if sitting else "",
            "key_hash": sitting.key_hash if sitting else None,
        }
        (row,) = self._playthrough.write(who, [("seat", payload, self._playthrough.timeline.state)])
        self._playthrough.timeline.push_seat(row.number, seat, sitting)
        self.waiting.clear(seat)

    def _with_choice(self, seat: Seat, text: str, reads: str) -> str:
        """That text, and where something is sealed there, who reads it."""
        hides = self._playthrough.timeline.hides_choice(seat)
        return f"{text} {reads} what is sealed there: all are told." if hides else text

    def _check(self, seat: Seat) -> None:
        count = self._playthrough.timeline.seat_count
        if not 0 <= seat < count:
            raise TapRefused("malformed", f"There is no seat {seat + 1} at this table. The seats are 1 to {count}.")
