"""A sight for each state, as the referee may come to it in a game of Waves that has just begun."""

from __future__ import annotations

from copy import copy

import pytest

from companion.games.core import Choice
from companion.games.waves.actions import Draw, PlaceToken
from companion.referee.mismatch import Fix, Mismatch
from companion.referee.sight import Sight
from companion.session import Session
from companion.snapshot import Snapshot

TOKEN = Choice("Seat 3 gets the Wave token", (PlaceToken(2),), "What was done?", "token")
FIXES = (
    Fix("card:1", "elder.0", "", "Take the Scholar away from Ada: Elder."),
    Fix("token", "token.1", "token.2", "Move the Wave token from Ben's place to Cleo's place."),
)
WRONG = (
    Mismatch("elder.0", "W-061", "Ada: Elder shows Scholar; nothing must lie there."),
    Mismatch("token.1", "W-009", "Ben's place shows Wave token; nothing must lie there."),
)

SIGHTS: dict[str, Sight] = {
    "off": Sight(),
    "unseen": Sight("unseen", "Two corners of the mat are hidden. Move what lies on the lower left and right corner."),
    "reaching": Sight("reaching", "An arm is over the mat. The companion waits until it is gone."),
    "looking": Sight("looking", "The companion looks at the mat."),
    "settled": Sight("settled", "The mat shows the game.", covered=("Discard pile",)),
    "open": Sight("open", "Ada has laid one Rebel. More may follow.", question=(TOKEN,)),
    "in_progress": Sight("in_progress", "Cleo's Agent still lies face down. Turn it over.", fixes=FIXES[:1]),
    "restoring": Sight("restoring", "Put the pieces back as they lay before the undone act.", fixes=FIXES),
    "question": Sight(
        "question",
        "Two acts lead to this table. Tap the one that was done.",
        question=(TOKEN, Choice("Ada drew a card", (Draw(0),), "What was done?", "card:1")),
    ),
    "mismatch": Sight("mismatch", "No legal act leads to this table.", mismatches=WRONG, fixes=FIXES),
}


def show(monkeypatch: pytest.MonkeyPatch, sight: Sight) -> None:
    """From now on every snapshot has this sight, and each is another moment, which is drawn anew."""
    monkeypatch.setattr(Snapshot, "sight", property(lambda self: sight, lambda self, value: None), raising=False)
    monkeypatch.setattr(Session, "snapshot", lambda self: copy(self._snapshot))
