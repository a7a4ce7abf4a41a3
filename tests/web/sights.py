"""A sight for each state, as the referee may come to it in a game of Sealed Bid that has just begun."""

from __future__ import annotations

from copy import copy

import pytest

from companion.games.core import Choice
from companion.language.message import say
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.referee.mismatch import Fix, Mismatch
from companion.referee.sight import Sight
from tests.games.sealed_bid.model import Draw, PlaceToken

TOKEN = Choice(say("Seat 3 gets the start token"), (PlaceToken(2),), say("What was done?"), "token")
FIXES = (
    Fix("card:1", "bid.0", "", say("Take the card 1 away from Ada's bid.")),
    Fix("token", "token.1", "token.2", say("Move the start token from Ben's token place to Cleo's token place.")),
)
WRONG = (
    Mismatch("bid.0", "B-004", say("Ada's bid seems to hold the card 1; it should be empty.")),
    Mismatch("token.1", "B-011", say("Ben's token place seems to hold the start token; it should be empty.")),
)

SIGHTS: dict[str, Sight] = {
    "off": Sight(),
    "unseen": Sight("unseen", "Two corners of the mat are hidden. Move what lies on the lower left and right corner."),
    "reaching": Sight("reaching", "An arm is over the mat. The companion waits until it is gone."),
    "looking": Sight("looking", "The companion looks at the mat."),
    "settled": Sight("settled", "Every piece lies where the game has it.", covered=(say("Discard pile"),)),
    "open": Sight("open", "Ada has sealed one card. Another may follow.", question=(TOKEN,)),
    "in_progress": Sight("in_progress", "Cleo's bid still lies face down. Turn it over.", fixes=FIXES[:1]),
    "restoring": Sight("restoring", "Put the pieces back as they lay before the undone act.", fixes=FIXES),
    "question": Sight(
        "question",
        "Two acts lead to this table. Tap the one that was done.",
        question=(TOKEN, Choice(say("Ada drew a card"), (Draw(0),), say("What was done?"), "card:1")),
    ),
    "mismatch": Sight("mismatch", "No legal act leads to this table.", mismatches=WRONG, fixes=FIXES),
}


def show(monkeypatch: pytest.MonkeyPatch, sight: Sight) -> None:
    """From now on every snapshot has this sight, and each is another moment, which is drawn anew."""
    monkeypatch.setattr(Snapshot, "sight", property(lambda self: sight, lambda self, value: None), raising=False)
    monkeypatch.setattr(Session, "snapshot", lambda self: _another(self._newest.now))


def _another(snapshot: Snapshot) -> Snapshot:
    fresh = copy(snapshot)
    fresh.of_all = object()
    return fresh
