"""A table of the small game at which two rolls are open: the second seat took the prize, and the two others roll."""

from __future__ import annotations

from companion.live.requests import Correct, TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from companion.table.dice import DieSighting, RollSighting
from tests.companion.tables import GUEST, HOST, own, tap_of
from tests.games.sealed_bid.model import TakePrize

AWARD: dict[str, int | str] = {
    "phase": "award",
    "token": 0,
    "prize": 5,
    "deck": 26,
    **{f"hand.{seat}": 2 for seat in range(3)},
    **{f"bid.{seat}": str(number) for seat, number in enumerate((4, 3, 4))},
    **{f"bid.{seat}.cards": 1 for seat in range(3)},
}
"""Equal bids cancel, so that the second seat takes the prize."""


def lucky(room: Room, *names: str) -> Session:
    """A new game in which that is so; as many people sit down as there are names."""
    session = own(room, luck=True)
    for seat, name in enumerate(names):
        assert session.submit(GUEST, TakeSeat(seat, name, f"key of {name}")).accepted
    to_luck(session)
    return session


def to_luck(session: Session) -> None:
    """Let the game that is on the table come to its rolls."""
    assert session.submit(HOST, Correct(AWARD)).accepted
    assert session.submit(HOST, tap_of([TakePrize(1)], session.snapshot().revision)).accepted


def die(value: int, colour: str = "unknown", at_s: float = 1.0) -> RollSighting:
    """One die that was surely read."""
    seen = DieSighting(value, (value,), colour, 300.0, 450.0, 0.99, "read")
    return RollSighting(at_s, round(at_s * 10), "read", (seen,), "")
