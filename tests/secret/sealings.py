"""Games in which something is sealed: how a live table comes there, and ways to seal that nobody may tell apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.games.core import Action
from companion.games.rolling_with_the_waves.model import Allocate, OpenBoard, PoolRolled, TakeBack, TakeBag, Yarrr
from companion.games.rolling_with_the_waves.whole import Icon, Phase
from companion.live.requests import Correct
from companion.live.session import Session
from tests.companion.tables import HOST, play_to, tap_first, tap_of
from tests.games.sealed_bid.model import NOBODY, Guess, TakeBackGuess

CHEST, TRACKS, BURIED = ("chest1", "raise", "cannon_large"), ("hull", "ports", "crew"), ("bury1", "bury1", "bury1")


class Sealing(NamedTuple):
    """One game, in which Ada seals something in one of several ways, and Bo does so too."""

    options: Mapping[str, Any]
    reach: Callable[[Session], None]
    """Play to where Ada seals."""
    ways: tuple[tuple[Action, ...], ...]
    """What Ada taps."""
    others: tuple[Action, ...]
    """What Bo taps then; nothing is opened by it."""
    probes: tuple[Action, ...]
    """What Bo, the host and a guest try, who guess what Ada has sealed, or want it back."""


def _to_guesses(session: Session) -> None:
    play_to(session, "guess")


def _to_allocation(session: Session) -> None:
    """Everybody has drafted, and Ada has a chest that may be buried."""
    roll = PoolRolled((1, 2, 3, 4, 5, 6), ("red", "red", "blue", "blue", "clear", "clear"))
    for number, act in enumerate((TakeBag(0), roll)):
        assert session.submit(HOST, tap_of([act], session.snapshot().revision, f"opening {number}")).accepted
    while session.snapshot().view(None).table.played.phase is Phase.DRAFT:
        assert tap_first(session).accepted
    assert session.submit(HOST, Correct({"chest1.0.1": 4})).accepted


def _laid(icons: tuple[Icon, ...]) -> tuple[Action, ...]:
    return (*(Allocate(0, icon) for icon in icons), Yarrr(0))


SEALINGS: dict[str, Sealing] = {
    "sealed_bid": Sealing(
        {"players": 2, "guess": True},
        _to_guesses,
        tuple((Guess(0, of),) for of in (0, 1, NOBODY)),
        (Guess(1, 0),),
        (*(Guess(0, of) for of in (0, 1, NOBODY)), TakeBackGuess(0)),
    ),
    "rolling_with_the_waves": Sealing(
        {"players": 2},
        _to_allocation,
        tuple(_laid(icons) for icons in (CHEST, TRACKS, BURIED)),  # type: ignore[arg-type]
        (Allocate(1, "hull"),),
        (
            *(Allocate(0, icon) for icon in ("hull", "bury1", "chest1", "chest2")),
            *(OpenBoard(0, icons) for icons in (CHEST, TRACKS, BURIED)),  # type: ignore[arg-type]
            *(TakeBack(0), Yarrr(0)),
        ),
    ),
}
