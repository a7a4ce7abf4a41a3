"""A camera that talks nonsense: whatever it says, the game stays as it is, and goes on as soon as it sees again."""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.live.inputs import Looked
from companion.live.requests import Client, Tap
from companion.live.session import Session
from companion.live.timeline import state_hash
from companion.table.layout import Spot
from companion.table.sightings import MarkerId, Reading, Rejection, Sighting
from tests.companion.referee.perfect import look_at
from tests.companion.tables import open_room, own
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import PlaceToken
from tests.said import said

START = SEALED_BID.new_game({"cards": "own"}, {})
ABSURD = (math.nan, math.inf, -math.inf, 1e308, -1e308, 0.0, -1.0)
MANY = 10_000


def sighting(marker: int = 20, x_mm: float = 133.0, y_mm: float = 49.0, **more: float) -> Sighting:
    """A card 1 where the prize belongs, or what is given."""
    given = {"angle_deg": 0.0, "side_mm": 18.0, "confidence": 1.0, "at_s": 0.0, **more}
    return Sighting(MarkerId(marker), x_mm, y_mm, **given)


def looks(change: Callable[[Reading, float], Reading], count: int = 8) -> Iterator[Reading]:
    """Looks at a table that shows the game, each spoilt."""
    for number in range(1, count + 1):
        yield change(look_at(SEALED_BID, START, number / 10), number / 10)


def spoilt_places() -> Iterator[Reading]:
    for odd in ABSURD:
        more = (sighting(x_mm=odd), sighting(y_mm=odd), sighting(x_mm=odd, y_mm=odd), sighting(angle_deg=odd))
        sizes = (sighting(side_mm=odd, confidence=odd, at_s=odd), sighting(586, odd, odd), sighting(586, angle_deg=odd))
        refused = (Rejection(MarkerId(20), "size", odd, odd, "It is held above the mat."),)
        for extra in (more, sizes):
            yield from looks(lambda look, at_s, extra=extra: replace(look, sightings=look.sightings + extra))  # type: ignore[misc]
        yield from looks(lambda look, at_s: replace(look, rejected=refused))  # noqa: B023  # looked at before the next
        yield from looks(lambda look, at_s: replace(look, reaching=(Spot(odd, odd),)))  # noqa: B023


def spoilt_times() -> Iterator[Reading]:
    for odd in ABSURD:
        yield from looks(lambda look, at_s: replace(look, at_s=odd), 4)  # noqa: B023
    yield from looks(lambda look, at_s: replace(look, at_s=100 - at_s))
    yield from looks(lambda look, at_s: replace(look, at_s=5.0, frame=-7))


def no_time() -> Iterator[Reading]:
    yield from looks(lambda look, at_s: replace(look, at_s=math.nan))


def odd_markers() -> Iterator[Reading]:
    ids = (-1, 587, 2**31, 2**64, -(2**64), 0, 1, 2, 3)
    strangers = tuple(sighting(marker, 300 + 3 * number, 230) for number, marker in enumerate(ids))
    yield from looks(lambda look, at_s: replace(look, sightings=look.sightings + strangers))


def floods() -> Iterator[Reading]:
    rng = random.Random(5)
    crowd = tuple(sighting(rng.randrange(587), rng.uniform(0, 600), rng.uniform(0, 400)) for _ in range(MANY))
    yield from looks(lambda look, at_s: replace(look, sightings=crowd), 4)


NONSENSE: dict[str, Callable[[], Iterable[Reading]]] = {
    "places": spoilt_places,
    "times": spoilt_times,
    "no time": no_time,
    "markers": odd_markers,
    "floods": floods,
    "nothing": lambda: looks(lambda look, at_s: Reading(at_s)),
    "no mat": lambda: looks(lambda look, at_s: Reading(math.nan, unseen="The mat is not in view.")),
}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with open_room(tmp_path) as room:
        yield own(room)


def settle(session: Session) -> None:
    """Wait until the referee has looked at everything: a request goes through the same queue, in its turn."""
    reply = session.submit(Client(), Tap((), 0, ""))
    assert reply.code == "not-yours", reply


@pytest.mark.parametrize("kind", NONSENSE)
def test_no_nonsense_changes_the_game_or_ends_its_thread(
    kind: str, session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    before = session.snapshot()
    with caplog.at_level(logging.WARNING):
        for number, reading in enumerate(NONSENSE[kind]()):
            session.tell(Looked(reading))
            if number % 8 == 7:
                settle(session)
        settle(session)
    now = session.snapshot()
    assert (now.last_row, state_hash(now._state)) == (before.last_row, state_hash(before._state))
    assert caplog.records == []

    # It sees again, from any time on.
    truth = SEALED_BID.apply_action(START, PlaceToken(2))
    for shown in (START, truth):
        for number in range(8):
            session.tell(Looked(look_at(SEALED_BID, shown, 1000.0 + number / 10 + (shown is truth))))
        settle(session)
    wait_for_act(session)
    assert said(session.snapshot().log(None)[-1].text) == "Seat 3 gets the start token by lot."


def wait_for_act(session: Session) -> None:
    """Wait for the first act to be accepted; a search goes on after the last look."""
    while not (snapshot := session.snapshot()).can_undo:
        assert session.wait(snapshot.change, 5.0).change != snapshot.change, snapshot.sight
